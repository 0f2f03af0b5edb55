/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The values of the characters of base64.
 */
#ifndef _TEXT_BASE64_H_
#define _TEXT_BASE64_H_

/**
 * base64_value() - get the value of a character
 * @c: the character
 *
 * Context: any.
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

#endif
