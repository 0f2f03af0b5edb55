/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A span (part) of a text that redaction can change, and functions that test the characters of
 * a span.
 */
#ifndef _GUCLOG_REDACT_SPAN_H_
#define _GUCLOG_REDACT_SPAN_H_

#include "guc_view.h"

/**
 * struct span - a span of a text that can be changed
 * @at: first character of the span
 * @len: number of characters
 */
struct span {
	char *at;
	size_t len;
};

static inline struct span span_from(struct span p, size_t n)
{
	return (struct span){ p.at + n, p.len - n };
}

static inline struct guc_view span_view(struct span p)
{
	return guc_view(p.at, p.len);
}

static inline bool begins(struct span p, const char *text)
{
	size_t n = strlen(text);

	return p.len >= n && !memcmp(p.at, text, n);
}

static inline bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static inline bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static inline bool is_hex(char c)
{
	return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

/* Return: whether all characters of the span are among @chars. */
static inline bool has_only(struct span p, const char *chars)
{
	size_t i;

	for (i = 0; i < p.len; i++)
		if (!strchr(chars, p.at[i]))
			return false;
	return true;
}

/*
 * Return: whether the span consists only of hexadecimal digits and of characters that separate
 * numbers.
 */
static inline bool is_count(struct span p)
{
	size_t i;

	for (i = 0; i < p.len; i++)
		if (!is_hex(p.at[i]) && !strchr("x-+ ,", p.at[i]))
			return false;
	return true;
}

static inline struct span span_skip_blanks(struct span p)
{
	while (p.len && (*p.at == ' ' || *p.at == '\t'))
		p = span_from(p, 1);
	return p;
}

/* Return: the next line without its newline; @rest is moved after it. */
static inline struct span next_line(struct span *rest)
{
	char *newline = memchr(rest->at, '\n', rest->len);
	struct span line = { rest->at, newline ? (size_t)(newline - rest->at) : rest->len };

	*rest = span_from(*rest, min(rest->len, line.len + 1));
	return line;
}

static inline struct span next_word(struct span *p)
{
	struct span word;

	*p = span_skip_blanks(*p);
	word = (struct span){ p->at, 0 };
	while (word.len < p->len && p->at[word.len] != ' ' && p->at[word.len] != '\t')
		word.len++;
	*p = span_from(*p, word.len);
	return word;
}

#endif
