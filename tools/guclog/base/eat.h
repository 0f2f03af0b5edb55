/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Functions that read a line of text from its beginning. Each of them moves the beginning of the
 * view to the character after the text that it has read.
 */
#ifndef _EAT_H_
#define _EAT_H_

#include "guc_scan.h"
#include "guc_view.h"

/**
 * eat() - skip a text
 * @v: the rest of the line; not moved unless it begins with @text
 * @text: the text
 *
 * Return: whether the line continues with @text.
 */
static inline bool eat(struct guc_view *v, const char *text)
{
	size_t len = strlen(text);

	if (v->len < len || memcmp(v->data, text, len))
		return false;
	v->data += len;
	v->len -= len;
	return true;
}

/**
 * view_begins() - find out whether a line begins with a text
 * @v: the rest of the line
 * @text: the text
 *
 * Return: whether the line continues with @text.
 */
static inline bool view_begins(struct guc_view v, const char *text)
{
	return eat(&v, text);
}

/**
 * eat_blanks() - skip blanks and tabs: tabs can have become blanks when the text was pasted
 * @v: the rest of the line
 *
 * Return: whether there was a blank or a tab.
 */
static inline bool eat_blanks(struct guc_view *v)
{
	size_t len = v->len;

	while (v->len && (*v->data == ' ' || *v->data == '\t')) {
		v->data++;
		v->len--;
	}
	return v->len < len;
}

/**
 * eat_number() - read a number without a sign
 * @v: the rest of the line
 * @value: set to the number
 *
 * Return: true if there are decimal digits, or hexadecimal ones after 0x, and their value has at
 * most 64 bits.
 */
static inline bool eat_number(struct guc_view *v, u64 *value)
{
	const char *start = (const char *)v->data;
	struct guc_scan scan = { .pos = start, .end = start + v->len };
	bool valid = guc_scan_number(&scan, ~0ull, value);

	v->len -= (size_t)(scan.pos - start);
	v->data = (const u8 *)scan.pos;
	return valid;
}

/**
 * eat_timestamp() - read a time as xe prints it, such as "1700000000.123456789"
 * @v: the rest of the line
 * @ns: the time in nanoseconds; set on success
 *
 * Return: true if there are decimal digits, a point and nine decimal digits, and the time fits
 * into 64 bits.
 */
static inline bool eat_timestamp(struct guc_view *v, u64 *ns)
{
	const u8 *start = v->data, *point;
	u64 sec, frac;

	if (!eat_number(v, &sec) || !eat(v, "."))
		return false;
	point = v->data;
	/* eat_number() also accepts hexadecimal numbers, which are not valid here. */
	if (!eat_number(v, &frac) || v->data - point != 9 ||
	    memchr(start, 'x', (size_t)(v->data - start)) ||
	    memchr(start, 'X', (size_t)(v->data - start)) || sec > ~0ull / 1000000000 - 1)
		return false;
	*ns = sec * 1000000000 + frac;
	return true;
}

/**
 * eat_line() - split off the first line of a text
 * @v: the text; moved to the beginning of the next line
 * @line: set to the line, without its newline
 *
 * Return: true if there was a line, or false at the end of the text.
 */
static inline bool eat_line(struct guc_view *v, struct guc_view *line)
{
	const u8 *newline;

	if (!v->len)
		return false;
	newline = memchr(v->data, '\n', v->len);
	*line = guc_view(v->data, newline ? (size_t)(newline - v->data) : v->len);
	*v = guc_view_clip(*v, line->len + !!newline, v->len);
	return true;
}

/**
 * eat_capture() - skip the text that the kernel log has before a line of a dump
 * @v: the line; moved to the first character of the dump's line, or not moved if the line does not
 *	belong to a dump
 * @series: set to the number N of the dump
 * @number: set to the number M of the line
 *
 * xe prints a dump into the kernel log as lines that begin "Capture N.M:", where N is the number of
 * the dump, and M the number of the line in the dump.
 *
 * Return: true if the line has this text. Only the first "Capture " in the first 256 bytes of the
 * line is checked.
 */
static inline bool eat_capture(struct guc_view *v, u64 *series, u64 *number)
{
	static const char word[] = "Capture ";
	const u8 *hit = memmem(v->data, min_t(size_t, v->len, 256), word, sizeof(word) - 1);
	struct guc_view left;

	if (!hit)
		return false;
	left = guc_view_clip(*v, (size_t)(hit - v->data), v->len);
	if (!eat(&left, word) || !eat_number(&left, series) || !eat(&left, ".") ||
	    !eat_number(&left, number) || !eat(&left, ":"))
		return false;
	*v = left;
	return true;
}

/**
 * view_find() - find a text
 * @v: where it is searched
 * @text: the text, not empty
 *
 * Faster than memmem() in short lines without the first character of @text.
 *
 * Return: the first occurrence of @text, or NULL if there is none.
 */
static inline const u8 *view_find(struct guc_view v, const char *text)
{
	const u8 *from = v.data, *end = from ? from + v.len : from;
	size_t len = strlen(text);

	while (from && (size_t)(end - from) >= len) {
		from = memchr(from, *text, (size_t)(end - from) - len + 1);
		if (!from || !memcmp(from, text, len))
			return from;
		from++;
	}
	return NULL;
}

#endif
