// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests the errors of base/print.c. The vasprintf() below always fails, as if there was no
 * memory.
 */
#include "base/print.h"

#include "test.h"

int vasprintf(char **text, const char *fmt, va_list args)
{
	(void)fmt;
	(void)args;
	*text = NULL;
	return -1;
}

/* Return the error that @context points to, or 0. */
static int write_piece(void *context, const void *data, size_t len)
{
	(void)data;
	(void)len;
	return *(const int *)context;
}

int main(void)
{
	static struct print p;
	int error = 0;

	print_init(&p, write_piece, &error);
	print_fmt(&p, "%d", 1);
	ok(p.error == -ENOMEM, "no memory: %d", p.error);

	error = -EIO;
	print_init(&p, write_piece, &error);
	print_str(&p, "text");
	print_flush(&p);
	ok(p.error == -EIO, "the text cannot be written: %d", p.error);
	print_fmt(&p, "%d", 1);
	ok(p.error == -EIO, "no memory after another error: %d", p.error);
	return result();
}
