/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A text that is written to a buffer of fixed size. Characters that do not fit are left out, but
 * are counted in the length.
 */
#ifndef _FIXEDBUF_H_
#define _FIXEDBUF_H_

#include "base/base.h"

/**
 * struct fixedbuf - a text that is being written
 * @buf: the buffer, which always ends with a NUL; NULL to only compute the length
 * @size: bytes at @buf
 * @len: length of the text, including characters that did not fit
 */
struct fixedbuf {
	char *buf;
	size_t size;
	size_t len;
};

__printf(2, 3) void fixedbuf_add(struct fixedbuf *text, const char *fmt, ...);

#endif
