// SPDX-License-Identifier: GPL-2.0-only
/*
 * Removes from a kernel log or trace the changes that other programs have made to its text:
 * colours, UTF-16, and layers (encodings such as base64, see input/layer.h). The readers of GuC
 * logs remove the same layers.
 */
#include "read/lines/timed_text.h"

#include "read/layer.h"
#include "read/paste.h"

/* Number of bytes at the beginning of a text that are examined to find its outermost layer. */
#define MAX_LOOK	(128 * 1024)

/*
 * Remove the escape sequences of colours, "\x1b[...m" and "\x1b[K". Other escape sequences can be
 * part of the name of a process. Return: the new length of the text.
 */
static size_t drop_colours(u8 *text, size_t len)
{
	size_t from = 0, to = 0, end;

	while (from < len) {
		end = from + 2;
		if (text[from] == 0x1b && end < len && text[from + 1] == '[') {
			while (end < len && text[end] && strchr("0123456789;:", text[end]))
				end++;
			if (end < len && (text[end] == 'm' || text[end] == 'K')) {
				from = end + 1;
				continue;
			}
		}
		text[to++] = text[from++];
	}
	return to;
}

/*
 * Remove a layer from a text in place. @state: state of the layer from layer_find(), or NULL for a
 * new state. Return: true, or false if there is no memory.
 */
static bool step(struct timed_text *text, const struct layer_kind *kind, void *state,
		 struct text_copy *copy)
{
	struct layer_io io = { .data = copy->data, .len = copy->len, .last = true };
	void *own = state ?: arena_zero(text->arena, kind->size);

	if (!own)
		return false;
	copy->len = kind->step(own, &io);
	arena_drop(text->arena, own);
	return true;
}

static bool make_copy(struct timed_text *text, struct text_copy *copy, struct guc_view v)
{
	if (!copy->data) {
		copy->data = arena_alloc(text->arena, v.len + 1);
		if (!copy->data)
			return false;
		memcpy(copy->data, v.data, v.len);
		copy->len = v.len;
	}
	return true;
}

/**
 * text_plain() - remove colours and UTF-16 from a text
 * @text: the kernel log or trace, from whose arena memory is allocated
 * @copy: gets a changed copy of the text, if it does not have a copy yet
 * @v: the text; set to the changed copy if the text must be changed
 *
 * If there is no memory, @failed of the arena of @text is set.
 */
void text_plain(struct timed_text *text, struct text_copy *copy, struct guc_view *v)
{
	size_t skip;

	if (paste_detect(v->data, v->len, &skip) == PASTE_BYTES && !skip &&
	    !memchr(v->data, 0x1b, v->len))
		return;
	if (!make_copy(text, copy, *v) || !step(text, &layer_clean, NULL, copy))
		return;
	copy->len = drop_colours(copy->data, copy->len);
	*v = guc_view(copy->data, copy->len);
}

/**
 * text_peel() - remove the outermost layer of a text, such as base64
 * @text: the kernel log or trace, from whose arena memory is allocated
 * @copy: gets the text without the layer
 * @v: the text; set to the text without the layer
 *
 * Return: whether the text had a layer.
 */
bool text_peel(struct timed_text *text, struct text_copy *copy, struct guc_view *v)
{
	const struct layer_kind *kind;
	void *state;

	kind = layer_find(guc_view_clip(*v, 0, MAX_LOOK), text->arena, &state);
	if (!kind)
		return false;
	if (!make_copy(text, copy, *v)) {
		arena_drop(text->arena, state);
		return false;
	}
	step(text, kind, state, copy);
	*v = guc_view(copy->data, copy->len);
	return true;
}
