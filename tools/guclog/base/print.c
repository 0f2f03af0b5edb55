// SPDX-License-Identifier: GPL-2.0-only
#include "base/print.h"

/**
 * print_init() - begin a text that is written through a buffer
 * @p: the text, which is initialised
 * @write: called with each piece of the text; not called again after it has returned an error
 * @context: first argument of @write
 */
void print_init(struct print *p, print_write write, void *context)
{
	p->write = write;
	p->context = context;
	p->error = 0;
	p->len = 0;
}

static void put(struct print *p, const void *data, size_t len)
{
	if (len && !p->error)
		p->error = p->write(p->context, data, len);
}

/**
 * print_flush() - pass the buffered text to @write of &struct print
 * @p: the text; after an error nothing more is written
 */
void print_flush(struct print *p)
{
	put(p, p->buf, p->len);
	p->len = 0;
}

/**
 * print_bytes() - print characters
 * @p: the text
 * @s: the characters
 * @len: number of bytes
 */
void print_bytes(struct print *p, const char *s, size_t len)
{
	if (len > sizeof(p->buf) - p->len)
		print_flush(p);
	if (len > sizeof(p->buf)) {
		put(p, s, len);
		return;
	}
	memcpy(p->buf + p->len, s, len);
	p->len += len;
}

/**
 * print_fmt() - print formatted text; too slow for text that is printed for each event
 * @p: the text
 * @fmt: format as for printf()
 *
 * Context: allocates memory; if there is no memory, nothing is printed and @error of @p is set.
 */
void print_fmt(struct print *p, const char *fmt, ...)
{
	char *text = NULL;
	va_list args;
	int len;

	va_start(args, fmt);
	len = vasprintf(&text, fmt, args);
	va_end(args);
	if (len < 0) {
		p->error = p->error ?: -ENOMEM;
		return;
	}
	print_bytes(p, text, (size_t)len);
	free(text);
}

/*
 * Write a number with at least @digits digits into the memory before @end. Return: pointer to its
 * first digit.
 */
static char *put_digits(char *end, u64 value, unsigned int base, unsigned int digits)
{
	char *s = end;

	while (value || end - s < (long)digits) {
		*--s = "0123456789abcdef"[value % base];
		value /= base;
	}
	return s;
}

static void print_padded(struct print *p, const char *s, size_t len, size_t width, char pad)
{
	for (; width > len; width--)
		print_char(p, pad);
	print_bytes(p, s, len);
}

/**
 * print_dec() - print a decimal number
 * @p: the text
 * @value: the number
 * @width: smallest number of characters
 * @pad: character that is printed before a number with fewer than @width digits
 */
void print_dec(struct print *p, u64 value, unsigned int width, char pad)
{
	char buf[32];
	char *end = buf + sizeof(buf), *s = put_digits(end, value, 10, 1);

	print_padded(p, s, (size_t)(end - s), width, pad);
}

/**
 * print_s64() - print a decimal number with a sign if it is negative
 * @p: the text
 * @value: the number
 * @width: smallest number of characters; blanks are printed before a shorter number
 */
void print_s64(struct print *p, s64 value, unsigned int width)
{
	char buf[32];
	char *end = buf + sizeof(buf);
	char *s = put_digits(end, value < 0 ? -(u64)value : (u64)value, 10, 1);

	if (value < 0)
		*--s = '-';
	print_padded(p, s, (size_t)(end - s), width, ' ');
}

/**
 * print_hex() - print a hexadecimal number, with 0x
 * @p: the text
 * @value: the number
 * @digits: smallest number of digits, at most 8
 */
void print_hex(struct print *p, u32 value, unsigned int digits)
{
	char buf[10];
	char *end = buf + sizeof(buf), *s = put_digits(end, value, 16, digits);

	print_str(p, "0x");
	print_bytes(p, s, (size_t)(end - s));
}

/**
 * print_ns() - print a time as seconds with nine digits after the point
 * @p: the text
 * @ns: the time in nanoseconds
 * @width: smallest number of characters before the point
 */
void print_ns(struct print *p, s64 ns, unsigned int width)
{
	u64 value = ns < 0 ? -(u64)ns : (u64)ns;
	char buf[48];
	char *end = buf + sizeof(buf);
	char *s = put_digits(end, value % 1000000000, 10, 9);

	*--s = '.';
	s = put_digits(s, value / 1000000000, 10, 1);
	if (ns < 0)
		*--s = '-';
	print_padded(p, s, (size_t)(end - s), width + 10, ' ');
}
