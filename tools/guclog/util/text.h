/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Text out of files, between the library and the core.
 */
#ifndef _TEXT_H_
#define _TEXT_H_

#include "guc_view.h"
#include "guclog.h"

char *text_clean(struct guc_view text);

static inline struct guc_view text_view(struct guclog_bytes text)
{
	return guc_view(text.data, text.len);
}

static inline struct guclog_bytes text_bytes(struct guc_view text)
{
	return (struct guclog_bytes){ text.data, text.len };
}

static inline bool text_is(struct guclog_bytes text, const char *what)
{
	return text.len == strlen(what) && (!text.len || !memcmp(text.data, what, text.len));
}

#endif
