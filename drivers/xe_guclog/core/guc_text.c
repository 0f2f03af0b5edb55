// SPDX-License-Identifier: MIT OR GPL-2.0-only
#include "guc_text.h"

/**
 * guc_text_add() - append formatted text
 * @text: the text; characters that do not fit are counted but not stored
 * @fmt: format as for printf(), without the pointer formats of the kernel
 *
 * Context: any, does not sleep.
 */
void guc_text_add(struct guc_text *text, const char *fmt, ...)
{
	size_t room = text->len < text->size ? text->size - text->len : 0;
	char *to = text->buf && room ? text->buf + text->len : NULL;
	va_list args;
	int n;

	va_start(args, fmt);
	n = vsnprintf(to, to ? room : 0, fmt, args);
	va_end(args);
	if (n > 0)
		text->len += n;
}
