/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Decodes the kernel's ascii85: the value of each dword is written as five digits of base 85, the
 * most significant digit first, and the value 0 as "z". The usual ascii85 encodes bytes, not
 * dwords.
 */
#ifndef _A85_H_
#define _A85_H_

#include "guc_env.h"

/* Largest number of bytes in @len characters: each character can be a "z". */
#define A85_MAX_OUT(len)	(4 * (size_t)(len))

/**
 * struct a85 - a text that is being decoded
 * @value: value of the digits of the incomplete dword
 * @digits: number of digits in @value, 0..4
 */
struct a85 {
	u64 value;
	unsigned int digits;
};

/* Return: whether @c is a blank, a tab or a "\r": these are valid at the end of a line of data. */
static inline bool a85_is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

size_t a85_decode(struct a85 *a85, const char *text, size_t len, u8 *out,
		  size_t *out_len);

#endif
