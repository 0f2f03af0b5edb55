// SPDX-License-Identifier: GPL-2.0-only
#include "read/dump/a85.h"

#include "guc_view.h"

#define FIRST		'!'
#define RADIX		85u
#define WORD(c)		(0x0101010101010101ull * (c))

/* Return: eight characters, the first one in the lowest byte. */
static u64 load8(const char *p)
{
	return guc_load_le64(p);
}

/*
 * Decode the five digits in the low five bytes of @chars at once. In "bad", the top bit of a byte
 * is set if the character is below '!' (by ~low), above 'u' (by the sum) or above 127 (by @chars
 * itself). Return: the value of the digits, or ~0 if a character is not a digit.
 */
static u64 five_digits(u64 chars)
{
	u64 low = chars | WORD(0x80);
	u64 bad, v;

	low -= WORD(FIRST);	/* clears the top bit of a character below '!' */
	bad = ~low | (chars + WORD(0x7f - (FIRST + RADIX - 1))) | chars;
	if (bad & 0x8080808080ull)
		return ~0ull;
	chars -= 0x2121212121ull;
	v = (chars & 0xff) * RADIX + (chars >> 8 & 0xff);
	v = v * (RADIX * RADIX) + (chars >> 16 & 0xff) * RADIX +
	    (chars >> 24 & 0xff);
	v = v * RADIX + (chars >> 32 & 0xff);
	return v;
}

/*
 * Decode one character, which can continue a dword that began in an earlier piece of text. @out:
 * moved after the dword if it is complete. Return: true, or false if the character is not valid
 * here.
 */
static bool one_char(struct a85 *a, char c, u8 **out)
{
	u32 digit = (u32)(u8)c - FIRST;

	if (c == 'z' && !a->digits) {
		guc_store_le32(0, *out);
		*out += 4;
		return true;
	}
	if (digit >= RADIX)
		return false;
	if (a->digits == 4 && a->value * RADIX + digit > U32_MAX)
		return false;
	a->value = a->value * RADIX + digit;
	if (++a->digits < 5)
		return true;
	guc_store_le32((u32)a->value, *out);
	*out += 4;
	*a = (struct a85){ 0 };
	return true;
}

/*
 * Return: number of "z" at the beginning of the text from @p to @end, which has at least 8
 * characters.
 */
static size_t zeroes(const char *p, const char *end)
{
	const char *start = p;

	if (*p != 'z' || p[1] != 'z')
		return *p == 'z';
	while (end - p >= 8 && load8(p) == WORD('z'))
		p += 8;
	while (p < end && *p == 'z')
		p++;
	return (size_t)(p - start);
}

/**
 * a85_decode() - decode a piece of text
 * @a: state of the decoder; zeroed before the first piece
 * @text: the piece; a dword may begin in one piece and end in the next
 * @len: number of characters in @text
 * @out: filled with the dwords, little-endian; has room for A85_MAX_OUT(@len) bytes
 * @out_len: set to the number of bytes that were written to @out
 *
 * Return: number of characters that were decoded; fewer than @len if the next character is not
 * ascii85 or would make the value of a dword too large.
 */
size_t a85_decode(struct a85 *a, const char *text, size_t len, u8 *out,
		  size_t *out_len)
{
	const char *p = text, *end = text + len;
	u8 *to = out;

	while (p < end) {
		if (!a->digits && end - p >= 8) {
			u64 v = *p == 'z' ? ~0ull : five_digits(load8(p));
			size_t n;

			if (v <= U32_MAX) {
				guc_store_le32((u32)v, to);
				to += 4;
				p += 5;
				continue;
			}
			n = zeroes(p, end);
			if (n) {
				memset(to, 0, 4 * n);
				to += 4 * n;
				p += n;
				continue;
			}
		}
		if (!one_char(a, *p, &to))
			break;
		p++;
	}
	*out_len = (size_t)(to - out);
	return (size_t)(p - text);
}
