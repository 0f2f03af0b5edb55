// SPDX-License-Identifier: GPL-2.0-only
#include "base/printable.h"

/*
 * Return: number of bytes of the UTF-8 character at @p, or 0 if it is not valid: truncated,
 * overlong, a surrogate, or above U+10FFFF. @code: set to the code point of a valid character.
 */
static size_t decode(const u8 *p, u32 *code)
{
	static const u32 least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	size_t len = *p < 0x80 ? 1 : *p >= 0xf0 ? 4 : *p >= 0xe0 ? 3 : 2, i;

	*code = *p;
	if (len == 1)
		return 1;
	if (*p < 0xc2 || *p > 0xf4)
		return 0;
	*code &= 0x7fu >> len;
	for (i = 1; i < len; i++) {
		if ((p[i] & 0xc0) != 0x80)
			return 0;
		*code = *code << 6 | (p[i] & 0x3f);
	}
	if (*code < least[len] || *code > 0x10ffff ||
	    (*code >= 0xd800 && *code < 0xe000))
		return 0;
	return len;
}

/*
 * Return: whether the character is a control character, or an invisible one that changes the layout
 * or direction of the text around it.
 */
static bool is_control(u32 code)
{
	return code < 0x20 || (code >= 0x7f && code < 0xa0) ||
	       (code >= 0x200e && code <= 0x200f) ||
	       (code >= 0x2028 && code <= 0x202e) ||
	       (code >= 0x2066 && code <= 0x2069) || code == 0xfeff;
}

/**
 * printable_next() - make the next character of a text safe to print
 * @text: pointer to a character of a text that ends with a NUL, but not to the NUL; moved to the
 *	next character
 * @out: gets valid UTF-8: the character, or "\\xNN" for each byte of a control character and for a
 *	byte that is not UTF-8; without a NUL at the end
 *
 * Return: number of bytes that were written to @out.
 */
size_t printable_next(const char **text, char out[PRINTABLE_MAX])
{
	static const char digits[] = "0123456789abcdef";
	const u8 *p = (const u8 *)*text;
	char *to = out;
	size_t len, i;
	u32 code;

	if (*p >= 0x20 && *p < 0x7f) {
		*out = *(*text)++;
		return 1;
	}
	len = decode(p, &code);
	if (len && !is_control(code)) {
		memcpy(out, p, len);
		*text += len;
		return len;
	}
	for (i = 0; i < max_t(size_t, len, 1); i++, p++) {
		*to++ = '\\';
		*to++ = 'x';
		*to++ = digits[*p >> 4];
		*to++ = digits[*p & 15];
	}
	*text = (const char *)p;
	return (size_t)(to - out);
}

/**
 * printable_to() - make a text safe to print
 * @out: destination with at least PRINTABLE_SIZE(strlen(@text)) bytes
 * @text: any bytes up to a NUL
 *
 * Bytes that are not UTF-8, and control characters, become "\\xNN".
 *
 * Return: @out: valid UTF-8 without control characters.
 */
char *printable_to(char *out, const char *text)
{
	char *to = out;

	while (*text) {
		char next[PRINTABLE_MAX];
		size_t len = printable_next(&text, next);

		memcpy(to, next, len);
		to += len;
	}
	*to = '\0';
	return out;
}
