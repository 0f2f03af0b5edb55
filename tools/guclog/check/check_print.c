// SPDX-License-Identifier: GPL-2.0-only
#include "check/check_print.h"

#include "guc_text.h"
#include "util/msg.h"

/**
 * check_fine() - print that a file has no faults
 * @file: the file
 * @fmt: description of the file, as printf(); its length is added
 *
 * Context: prints to standard output.
 */
void check_fine(const struct file *file, const char *fmt, ...)
{
	char buf[32];
	struct guc_text size = { .buf = buf, .size = sizeof(buf) };
	va_list args;

	msg_size(&size, file->len);
	printf("%s: fine: ", file->name);
	va_start(args, fmt);
	vprintf(fmt, args);
	va_end(args);
	printf(", %s\n", buf);
}
