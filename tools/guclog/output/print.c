// SPDX-License-Identifier: GPL-2.0-only
#include "output/print.h"

#include <errno.h>

#include "shared/printable.h"

static int write_file(void *context, const void *data, size_t len)
{
	return fwrite(data, 1, len, context) == len ? 0 : -errno;
}

/**
 * print_to_file() - begin text that goes to a file
 * @p: filled
 * @to: the file; other code must not write to it meanwhile. It keeps an error for ferror().
 *
 * Context: any.
 */
void print_to_file(struct print *p, FILE *to)
{
	print_init(p, write_file, to);
}

/**
 * print_printable() - print text that is from an input
 * @p: destination
 * @text: any bytes up to a NUL; control characters and bytes that are not UTF-8 are
 *	printed as "\xNN"
 *
 * Context: any.
 */
void print_printable(struct print *p, const char *text)
{
	char next[PRINTABLE_MAX];

	while (*text)
		print_bytes(p, next, printable_next(&text, next));
}

/**
 * print_write_to() - add what a function of the library writes to a text
 * @context: the struct print
 * @data: a piece
 * @len: bytes at @data
 *
 * Context: any.
 * Return: 0, or the error of the output.
 */
int print_write_to(void *context, const void *data, size_t len)
{
	struct print *p = context;

	print_bytes(p, data, len);
	return p->error;
}
