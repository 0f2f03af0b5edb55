/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Stores the lines of the head of a devcoredump whose first line is missing, until the title of a
 * section shows that they belong to a devcoredump.
 */
#ifndef _DUMP_HEAD_H_
#define _DUMP_HEAD_H_

#include "guc_view.h"

/* Largest number of stored characters. xe prints about 400, and 80 more for each further GT. */
#define DUMP_HEAD_MAX	4096

/**
 * struct dump_head - lines that can be the head of a devcoredump
 * @first: number of the first line in the text
 * @next: number of the line after the last one
 * @len: number of characters at @text, 0 if no line is stored
 * @text: the lines, each with its newline
 */
struct dump_head {
	u64 first;
	u64 next;
	size_t len;
	char text[DUMP_HEAD_MAX];
};

void dump_head_add(struct dump_head *h, struct guc_view line, u64 number);

#endif
