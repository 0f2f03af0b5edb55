/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Reads the input forms that are text, such as a devcoredump. Lines are recognized by their
 * beginning. The rest of a long line is decoded piece by piece, so that a line can have any length.
 */
#ifndef _TEXT_H_
#define _TEXT_H_

#include "read/input.h"

struct text;

struct text *text_begin(struct input *in);
void text_feed(struct text *text, const char *data, size_t len);
void text_cut(struct text *text);
void text_end(struct text *text, struct guc_view begin);

#endif
