/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Text in the caller's buffer, or only its length when there is no buffer. The
 * same code prints the text and computes its length.
 */
#ifndef _GUC_TEXT_H_
#define _GUC_TEXT_H_

#include "guc_env.h"

/**
 * struct guc_text - a text in progress
 * @buf: the caller's buffer, NULL to compute the length only
 * @size: bytes at @buf
 * @len: length of the text in bytes, including characters that did not fit,
 *	without the terminator
 */
struct guc_text {
	char *buf;
	size_t size;
	size_t len;
};

__printf(2, 3) void guc_text_add(struct guc_text *text, const char *fmt, ...);

/**
 * guc_text_error() - get the error of a text that does not fit
 * @text: the text
 *
 * The terminator must fit as well.
 *
 * Context: any, does not sleep.
 * Return: 0, or -ENOSPC when @text had a buffer and it was too small.
 */
static inline int guc_text_error(const struct guc_text *text)
{
	return text->buf && text->len >= text->size ? -ENOSPC : 0;
}

#endif
