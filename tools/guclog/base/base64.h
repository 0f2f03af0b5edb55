/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The characters of base64 and their values.
 */
#ifndef _TEXT_BASE64_H_
#define _TEXT_BASE64_H_

#include "guc_env.h"

/**
 * base64_value() - get the value of a character
 * @c: the character
 *
 * Return: 0..63, or -1 if the character does not belong to base64.
 */
static inline int base64_value(char c)
{
	if (c >= 'A' && c <= 'Z')
		return c - 'A';
	if (c >= 'a' && c <= 'z')
		return c - 'a' + 26;
	if (c >= '0' && c <= '9')
		return c - '0' + 52;
	if (c == '+')
		return 62;
	return c == '/' ? 63 : -1;
}

/**
 * base64_group() - write 1 to 3 bytes as base64, without padding
 * @to: destination, with room for 4 characters
 * @bytes: the bytes
 * @nr: number of bytes
 *
 * Return: number of characters: @nr + 1.
 */
static inline unsigned int base64_group(char *to, const u8 *bytes, unsigned int nr)
{
	static const char digits[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	u32 value = 0;
	unsigned int i;

	for (i = 0; i < 3; i++)
		value = value << 8 | (i < nr ? bytes[i] : 0);
	for (i = 0; i <= nr; i++)
		to[i] = digits[value >> (18 - 6 * i) & 63];
	return nr + 1;
}

#endif
