/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Joins the pieces of each line of a kernel log that was wrapped.
 */
#ifndef _REJOIN_H_
#define _REJOIN_H_

#include "guc_view.h"

/* Largest length of a line of a kernel log. */
#define REJOIN_MAX	2048

/**
 * struct rejoin - a text with wrapped lines that are being joined
 * @width: length of the longest row so far, in characters
 * @row: length of the last row in characters
 * @len: characters in @line
 * @line: the joined beginning of a wrapped line of a kernel log. It is stored here until the line
 *	is complete, and is empty if no line is stored.
 */
struct rejoin {
	size_t width;
	size_t row;
	size_t len;
	char line[REJOIN_MAX];
};

bool rejoin_is_log(struct guc_view row);
bool rejoin_add(struct rejoin *r, struct guc_view row);
bool rejoin_holds(struct rejoin *r, struct guc_view row);
struct guc_view rejoin_take(struct rejoin *r);

#endif
