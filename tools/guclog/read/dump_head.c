// SPDX-License-Identifier: GPL-2.0-only
#include "read/dump_head.h"

#include "base/eat.h"
#include "model/printed.h"

/*
 * Return: whether @line can be a line of the head of a devcoredump, which precedes the first
 * section. @after: the line follows other lines of the head, so it can be empty
 */
static bool is_head(struct guc_view line, bool after)
{
	const struct printed_name *name;
	struct guc_view value;

	eat_blanks(&line);
	if (!line.len)
		return after;
	name = printed_line(line, &value);
	return name && (name->section == SECTION_HEAD || name->section == SECTION_GT_LIST) &&
	       eat(&value, " ");
}

/**
 * dump_head_add() - store a line if it can belong to the head of a devcoredump
 * @h: the lines that are stored, zeroed before the first line. Stored lines that do not directly
 *	precede @line are dropped; if @line cannot belong to a head, all of them are dropped.
 * @line: the line without its newline
 * @number: number of the line in the text, from 1
 */
void dump_head_add(struct dump_head *h, struct guc_view line, u64 number)
{
	if (h->len && h->next != number)
		h->len = 0;
	if (!is_head(line, h->len) || line.len + 1 > sizeof(h->text) - h->len) {
		h->len = 0;
		return;
	}
	if (!h->len)
		h->first = number;
	memcpy(h->text + h->len, line.data, line.len);
	h->len += line.len;
	h->text[h->len++] = '\n';
	h->next = number + 1;
}
