/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * HOST_COMMENT blocks: lines of text, most of them key=value.
 */
#ifndef _COMMENT_H_
#define _COMMENT_H_

#include "guc_view.h"

/**
 * struct comment_line - one line, without its newline
 * @text: all of it
 * @has_key: it is key=value
 * @key: before the first =
 * @value: after it
 */
struct comment_line {
	struct guc_view text;
	bool has_key;
	struct guc_view key;
	struct guc_view value;
};

struct guc_view comment_text(struct guc_view data);
bool comment_next(struct guc_view *rest, struct comment_line *line);
bool comment_get(struct guc_view text, const char *key, struct guc_view *value);
u64 comment_to_number(struct guc_view value);
u64 comment_number(struct guc_view text, const char *key);
bool comment_is(struct guc_view value, const char *text);

#endif
