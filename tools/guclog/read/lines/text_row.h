/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Undoes what programs and people do to a row of a kernel log: quote marks, wrapped rows, escaped
 * newlines, and characters after the message.
 */
#ifndef _GUCLOG_TIMELINE_TEXT_ROW_H_
#define _GUCLOG_TIMELINE_TEXT_ROW_H_

#include "guc_view.h"
#include "read/rejoin.h"

/**
 * struct text_unwrap - a row that is kept until it is known whether the next row continues it
 * @width: width at which the text was wrapped, in characters; 0 if it was not
 * @cut: rows were broken exactly at this width
 * @begin: the beginning of the first row with a message of a driver
 * @last: length of the last row of @line in characters
 * @len: characters in @line, 0 if no row is kept
 * @line: the row, and the rows that continue it
 */
struct text_unwrap {
	size_t width;
	bool cut;
	char begin[6];
	size_t last;
	size_t len;
	char line[REJOIN_MAX];
};

struct guc_view text_row_unquote(struct guc_view row);
bool text_row_device(struct guc_view row, size_t *at);
bool text_row_driver(struct guc_view row, size_t *at);
bool text_row_block(struct guc_view row, size_t *at);
struct guc_view text_row_message(struct guc_view row, size_t at);
bool text_row_piece(struct guc_view *rest, struct guc_view *piece);
void text_unwrap_begin(struct text_unwrap *u, struct guc_view all);
bool text_unwrap_keep(struct text_unwrap *u, struct guc_view row);
bool text_unwrap_add(struct text_unwrap *u, struct guc_view row);
struct guc_view text_unwrap_take(struct text_unwrap *u);

#endif
