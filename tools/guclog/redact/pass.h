/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The walk over the lines of a text, see redact_text.c. Three files have steps of it:
 * redact_value.c values behind known names, redact_data.c data in ascii85, and
 * redact_prefix.c what the kernel log has before a text.
 */
#ifndef _REDACT_PASS_H_
#define _REDACT_PASS_H_

#include "redact/part.h"
#include "redact/redact.h"

/**
 * struct pass - a walk over the lines
 * @list: what was taken out
 * @line: number of the line, from 1
 * @in_data: the line before had data that may go on
 * @keep_data: these are the log's
 * @data_kind: of data that are taken out
 * @length: bytes of the next data, from the line before them, 0 if unknown
 * @want: bytes of these data, 0 if unknown
 * @bytes: bytes of them so far
 * @digits: of a dword that is not complete
 * @line_len: length of the line
 * @width: length of the line before with such data, 0 if it had none
 * @captures: the text is a kernel log: only lines of captures are known
 * @nr_ranges: number of addresses in @range
 * @range: the addresses of VM ranges, in the order of the text
 */
struct pass {
	struct redact_list *list;
	u64 line;
	bool in_data;
	bool keep_data;
	enum redact_kind data_kind;
	u64 length;
	u64 want;
	u64 bytes;
	unsigned int digits;
	size_t line_len;
	size_t width;
	bool captures;
	size_t nr_ranges;
	u64 *range;
};

static inline void pass_fill(struct pass *pass, enum redact_kind kind, struct part p)
{
	redact_fill(pass->list, kind, p.at, p.len, pass->line);
}

bool pass_known(struct pass *pass, struct part p);
void pass_words(struct pass *pass, struct part p);
void pass_addresses(struct pass *pass, struct part p);

void pass_data(struct pass *pass, struct part p, bool keep, enum redact_kind kind);
bool pass_more_data(struct pass *pass, struct part p);

char *capture_text(struct part p);
void pass_log_prefix(struct pass *pass, struct part p);

#endif
