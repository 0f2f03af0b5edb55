/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Makes text from inputs, such as names of files, safe to print on a terminal or as JSON.
 */
#ifndef _PRINTABLE_H_
#define _PRINTABLE_H_

#include "base/base.h"

/* Largest number of bytes that printable_next() writes for one character. */
#define PRINTABLE_MAX	16

/* Bytes that printable_to() needs for a text of @len bytes. */
#define PRINTABLE_SIZE(len)	(4 * (len) + 1)

/* Return: a byte, or '?' in place of a byte that is not printable ASCII. */
static inline char printable_ascii(char c)
{
	return c < ' ' || c > '~' ? '?' : c;
}

size_t printable_next(const char **text, char out[PRINTABLE_MAX]);
char *printable_to(char *out, const char *text);

#endif
