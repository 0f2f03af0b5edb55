// SPDX-License-Identifier: GPL-2.0-only
#include "base/fixedbuf.h"

/**
 * fixedbuf_add() - append formatted text to a text
 * @text: the text; the new text is appended to it
 * @fmt: format as for printf()
 */
void fixedbuf_add(struct fixedbuf *text, const char *fmt, ...)
{
	size_t room = text->buf && text->len < text->size ? text->size - text->len : 0;
	va_list args;
	int n;

	va_start(args, fmt);
	n = vsnprintf(room ? text->buf + text->len : NULL, room, fmt, args);
	va_end(args);
	text->len += n > 0 ? (size_t)n : 0;
}
