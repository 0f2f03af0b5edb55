/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Functions that the public functions use for their arguments: buffers in which they return text,
 * and bytes that they get or return.
 */
#ifndef _GUCLOG_TEXT_H_
#define _GUCLOG_TEXT_H_

#include "guc_text.h"
#include "guc_view.h"
#include "base/types.h"

/* Return: a text that is written to @buf. @buf is terminated even if nothing is added. */
static inline struct guc_text guclog_text(char *buf, size_t size)
{
	if (!size)
		buf = NULL;
	if (buf)
		*buf = '\0';
	return (struct guc_text){ .buf = buf, .size = size };
}

/* Make a view of the caller's bytes; @data may be NULL if there are none. */
static inline struct guc_view bytes(const void *data, size_t len)
{
	return guc_view(len ? data : "", len);
}

static inline struct guclog_bytes to_bytes(struct guc_view view)
{
	return (struct guclog_bytes){ view.len ? view.data : NULL, view.len };
}

#endif
