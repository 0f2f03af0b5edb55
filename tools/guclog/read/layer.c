// SPDX-License-Identifier: GPL-2.0-only
#include "read/layer.h"

#include "base/arena.h"
#include "base/eat.h"

#define ROOM	(64 * 1024)

/**
 * struct layer - a layer (a change of the text, such as base64) that is being removed
 * @kind: kind of the layer, NULL if no layer is removed
 * @state: state of the layer
 * @bytes: the text with the layer, after @first
 * @first: the beginning of this text, which the caller read to find the layer, without the bytes
 *	that are already in @data
 * @ended: the end of @bytes was reached
 * @failed: @bytes could not be read to the end
 * @len: number of characters in @data
 * @made: number of characters at the beginning of @data that are the result of the last step
 * @given: number of the @made characters that the caller has read
 * @used: number of characters of @data that the last step has read
 * @data: the piece of text that is being processed
 */
struct layer {
	const struct layer_kind *kind;
	void *state;
	struct bytes *bytes;
	struct guc_view first;
	bool ended;
	bool failed;
	size_t len;
	size_t made;
	size_t given;
	size_t used;
	u8 data[ROOM];
};

/**
 * layer_new() - begin to remove a layer
 * @arena: arena that has the memory
 * @kind: kind of the layer; NULL to read @first and @bytes without a change
 * @state: state of the layer, from layer_find(); freed with the layer
 * @bytes: the text with the layer, except @first
 * @first: the beginning of this text, which the caller has read to find the layer; must remain
 *	valid until layer_read() has read it
 *
 * Return: the layer, which layer_read() reads, or NULL if there is no memory.
 */
struct layer *layer_new(struct arena *arena, const struct layer_kind *kind, void *state,
			struct bytes *bytes, struct guc_view first)
{
	struct layer *l = arena_alloc(arena, sizeof(*l));

	if (!l)
		return NULL;
	memset(l, 0, offsetof(struct layer, data));
	l->kind = kind;
	l->state = state;
	l->bytes = bytes;
	l->first = first;
	if (kind && !state)
		l->state = arena_zero(arena, kind->size);
	if (!kind || l->state)
		return l;
	arena_drop(arena, l);
	return NULL;
}

/* Read more characters into @l->data, after the characters that the last step did not read. */
static void fill(struct layer *l)
{
	size_t rest = l->len - l->used, n;
	ssize_t got;

	memmove(l->data, l->data + l->used, rest);
	l->len = rest;
	l->used = 0;
	if (l->first.len) {
		n = min(l->first.len, sizeof(l->data) - rest);
		memcpy(l->data + rest, l->first.data, n);
		l->first = guc_view(l->first.data + n, l->first.len - n);
		l->len += n;
		return;
	}
	got = bytes_read(l->bytes, l->data + rest, sizeof(l->data) - rest);
	l->failed = got < 0;
	l->ended = got <= 0;
	if (got > 0)
		l->len += (size_t)got;
}

/**
 * layer_read() - read the text inside a layer
 * @layer: from layer_new()
 * @to: memory for the text
 * @len: largest number of bytes to read, not 0
 *
 * Return: number of bytes that were read, 0 at the end of the text, or -1 on an error.
 */
ssize_t layer_read(void *layer, void *to, size_t len)
{
	struct layer *l = layer;
	size_t n;

	while (l->given == l->made) {
		struct layer_io io = { .data = l->data };

		if (l->ended)
			return l->failed ? -1 : 0;
		fill(l);
		io.len = l->len;
		io.last = l->ended;
		l->given = 0;
		l->made = l->kind ? l->kind->step(l->state, &io) : l->len;
		l->used = l->kind ? io.used : l->len;
	}
	n = min(len, l->made - l->given);
	memcpy(to, l->data + l->given, n);
	l->given += n;
	return (ssize_t)n;
}

/**
 * layer_free() - stop removing a layer
 * @layer: from layer_new(), or NULL
 * @arena: arena of the layer
 */
void layer_free(struct layer *layer, struct arena *arena)
{
	if (!layer)
		return;
	arena_drop(arena, layer->state);
	arena_drop(arena, layer);
}

/**
 * layer_find() - find the outermost layer of a text
 * @text: the beginning of the text
 * @arena: arena that gets the memory of the state
 * @state: set to the state of the layer
 *
 * Return: the kind of the layer, or NULL if there is no layer or not enough memory.
 */
const struct layer_kind *layer_find(struct guc_view text, struct arena *arena, void **state)
{
	static const struct layer_kind * const all[] = {
		&layer_prefix, &layer_quoted_printable, &layer_html, &layer_base64,
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(all); i++) {
		*state = arena_zero(arena, all[i]->size);
		if (!*state)
			return NULL;
		if (all[i]->begin(*state, text))
			return all[i];
		arena_drop(arena, *state);
	}
	*state = NULL;
	return NULL;
}

/**
 * layer_next_line() - split off the first line of a text
 * @text: the text; moved to the next line
 *
 * Context: any, does not sleep.
 * Return: the line without its newline; the last line of the text may be incomplete.
 */
struct guc_view layer_next_line(struct guc_view *text)
{
	struct guc_view line = *text;

	eat_line(text, &line);
	return line;
}
