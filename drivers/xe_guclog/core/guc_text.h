/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * These functions write text to the caller's buffer. Without a buffer, they only compute the length
 * of the text. Therefore the same code can first find the needed length and then write the text.
 * The kernel's struct seq_buf needs a buffer and does not tell the length of a text that does not
 * fit; and userspace does not have it.
 */
#ifndef _GUC_TEXT_H_
#define _GUC_TEXT_H_

#include "guc_env.h"

/**
 * struct guc_text - a text that is being written
 * @buf: the caller's buffer, or NULL to compute only the length
 * @size: length of @buf in bytes
 * @len: length of the text in bytes without its terminator; includes characters that did
 *	not fit
 */
struct guc_text {
	char *buf;
	size_t size;
	size_t len;
};

__printf(2, 3) void guc_text_add(struct guc_text *text, const char *fmt, ...);

/**
 * guc_text_error() - check whether a text and its terminator fit into the buffer
 * @text: a text from guc_text_add()
 *
 * Context: any, does not sleep.
 * Return: 0, or -ENOSPC if the buffer was too small. Without a buffer always 0.
 */
static inline int guc_text_error(const struct guc_text *text)
{
	return text->buf && text->len >= text->size ? -ENOSPC : 0;
}

#endif
