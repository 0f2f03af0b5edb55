/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Reading a line of text from its beginning: each function moves the view behind
 * what it has read.
 */
#ifndef _EAT_H_
#define _EAT_H_

#include "guc_scan.h"
#include "guc_view.h"

/**
 * eat() - skip a text
 * @v: the rest of the line; not moved when it begins with something else
 * @text: the text
 *
 * Context: any.
 * Return: true when the line continues with @text.
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
 * eat_number() - read a number without a sign
 * @v: the rest of the line
 * @value: filled
 *
 * Context: any.
 * Return: true for decimal digits, or hexadecimal ones behind 0x, that make a
 * number of 64 bits.
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

#endif
