/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A part of a text that can be changed, and tests of its characters.
 */
#ifndef _REDACT_PART_H_
#define _REDACT_PART_H_

#include "guc_view.h"

/**
 * struct part - a part of a text that can be changed
 * @at: its first character
 * @len: number of characters
 */
struct part {
	char *at;
	size_t len;
};

static inline struct part part_from(struct part p, size_t n)
{
	return (struct part){ p.at + n, p.len - n };
}

static inline struct guc_view view_of(struct part p)
{
	return guc_view(p.at, p.len);
}

static inline bool begins(struct part p, const char *text)
{
	size_t n = strlen(text);

	return p.len >= n && !memcmp(p.at, text, n);
}

static inline bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static inline bool is_hex(char c)
{
	return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

/* Only digits, hexadecimal ones behind 0x, and what stands between numbers. */
static inline bool is_count(struct part p)
{
	size_t i;

	for (i = 0; i < p.len; i++)
		if (!is_hex(p.at[i]) && !strchr("x-+ ,", p.at[i]))
			return false;
	return true;
}

static inline struct part skip_blanks(struct part p)
{
	while (p.len && (*p.at == ' ' || *p.at == '\t'))
		p = part_from(p, 1);
	return p;
}

static inline struct part next_word(struct part *p)
{
	struct part word;

	*p = skip_blanks(*p);
	word = (struct part){ p->at, 0 };
	while (word.len < p->len && p->at[word.len] != ' ' && p->at[word.len] != '\t')
		word.len++;
	*p = part_from(*p, word.len);
	return word;
}

#endif
