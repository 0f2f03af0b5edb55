/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Removes layers: the changes that terminals, mail programs and web pages make to a text, such
 * as base64 or HTML. A text can have several layers. The reader of a layer gets the text that the
 * reader of the next outer layer has made, and undoes one change.
 */
#ifndef _LAYER_H_
#define _LAYER_H_

#include "guc_view.h"
#include "base/bytes.h"

struct arena;
struct layer;

/* Largest number of characters of a piece that a layer_step may leave for its next call. */
#define LAYER_MAX_REST	512

/**
 * struct layer_io - a piece of a text
 * @data: the piece; the result is put at its beginning
 * @len: number of characters of the piece
 * @last: the piece is the last one
 * @used: number of characters that the step has read. The next piece begins with the rest of this
 *	piece, which must have at most LAYER_MAX_REST characters, unless @last.
 */
struct layer_io {
	u8 *data;
	size_t len;
	bool last;
	size_t used;
};

/**
 * typedef layer_step - removes a layer from a piece of a text
 * @state: state of the layer
 * @io: the piece; the result is never longer than the characters that were read
 *
 * Return: number of characters of the result.
 */
typedef size_t (*layer_step)(void *state, struct layer_io *io);

/**
 * struct layer_kind - a kind of layer
 * @size: size of the layer's state in bytes
 * @begin: find out whether a text has the layer; NULL for a layer that every text has. @state is
 *	zeroed before the call. Return: whether the text has the layer.
 * @step: remove the layer from a piece
 */
struct layer_kind {
	size_t size;
	bool (*begin)(void *state, struct guc_view text);
	layer_step step;
};

struct layer *layer_new(struct arena *arena, const struct layer_kind *kind, void *state,
			struct bytes *bytes, struct guc_view first);
ssize_t layer_read(void *layer, void *to, size_t len);
void layer_free(struct layer *layer, struct arena *arena);

const struct layer_kind *layer_find(struct guc_view text, struct arena *arena, void **state);
struct guc_view layer_next_line(struct guc_view *text);

extern const struct layer_kind layer_clean;
extern const struct layer_kind layer_prefix;
extern const struct layer_kind layer_html;
extern const struct layer_kind layer_base64;
extern const struct layer_kind layer_quoted_printable;

unsigned int layer_plain(u32 c, u8 *to);
u32 layer_entity(const u8 *text, size_t len);
void *layer_base64_all(struct arena *arena);

#endif
