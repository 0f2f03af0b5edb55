// SPDX-License-Identifier: GPL-2.0-only
#include "print.h"

/**
 * print_init() - begin
 * @p: filled
 * @to: the file; nobody else writes to it meanwhile
 */
void print_init(struct print *p, FILE *to)
{
	p->to = to;
	p->len = 0;
}

/**
 * print_flush() - hand over what has not been written yet
 * @p: the text; the file keeps an error for ferror()
 */
void print_flush(struct print *p)
{
	fwrite(p->buf, 1, p->len, p->to);
	p->len = 0;
}

static void put(struct print *p, const char *s, size_t len)
{
	if (len > sizeof(p->buf) - p->len)
		print_flush(p);
	if (len > sizeof(p->buf)) {
		fwrite(s, 1, len, p->to);
		return;
	}
	memcpy(p->buf + p->len, s, len);
	p->len += len;
}

/**
 * print_str() - a string
 * @p: the text
 * @s: the string
 */
void print_str(struct print *p, const char *s)
{
	put(p, s, strlen(s));
}

/**
 * print_dec() - a decimal number
 * @p: the text
 * @value: the number
 * @width: at least so many characters, at most 32
 * @pad: what goes before it
 */
void print_dec(struct print *p, u64 value, unsigned int width, char pad)
{
	char buf[32];
	char *end = buf + sizeof(buf), *s = end;

	do {
		*--s = (char)('0' + value % 10);
		value /= 10;
	} while (value);
	while (end - s < (long)width && s > buf)
		*--s = pad;
	put(p, s, (size_t)(end - s));
}

/**
 * print_hex() - a hexadecimal number, with 0x
 * @p: the text
 * @value: the number
 * @digits: at least so many, at most 8
 */
void print_hex(struct print *p, u32 value, unsigned int digits)
{
	char buf[10];
	char *end = buf + sizeof(buf), *s = end;

	while (value || end - s < (long)digits) {
		*--s = "0123456789abcdef"[value & 0xf];
		value >>= 4;
	}
	*--s = 'x';
	*--s = '0';
	put(p, s, (size_t)(end - s));
}

/**
 * print_ns() - ns as seconds with nine digits behind the point
 * @p: the text
 * @ns: the time
 * @width: at least so many characters before the point
 */
void print_ns(struct print *p, s64 ns, unsigned int width)
{
	u64 value = ns < 0 ? -(u64)ns : (u64)ns;
	u64 sec = value / 1000000000;

	if (ns < 0) {
		char buf[32];
		int n = snprintf(buf, sizeof(buf), "-%llu", sec);

		for (; n < (int)width; n++)
			print_char(p, ' ');
		print_str(p, buf);
	} else {
		print_dec(p, sec, width, ' ');
	}
	print_char(p, '.');
	print_dec(p, value % 1000000000, 9, '0');
}
