/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A text that is written to a buffer of fixed size. The part that does not fit is cut off.
 */
#ifndef _TEXTBUF_H_
#define _TEXTBUF_H_

#include "shared/base.h"

/**
 * struct textbuf - a text that is being written
 * @buf: the buffer, with a terminator; NULL to compute the length only
 * @size: bytes at @buf
 * @len: length of the text, including characters that did not fit
 */
struct textbuf {
	char *buf;
	size_t size;
	size_t len;
};

__printf(2, 3) void textbuf_add(struct textbuf *text, const char *fmt, ...);

#endif
