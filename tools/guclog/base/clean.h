/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Makes text from files safe to print, and formats firmware versions.
 */
#ifndef _TEXT_H_
#define _TEXT_H_

#include "base/types.h"
#include "base/base.h"

/* Size of the longest firmware version as text, "255.255.255", with its terminator. */
#define FW_VERSION_SIZE	12u

char *text_clean(struct guclog_bytes text);
const char *fw_version_text(u32 version, char buf[FW_VERSION_SIZE]);

static inline struct guclog_bytes text_of(const char *text)
{
	return (struct guclog_bytes){ .data = (const void *)text, .len = strlen(text) };
}

static inline bool text_is(struct guclog_bytes text, const char *what)
{
	return text.len == strlen(what) && (!text.len || !memcmp(text.data, what, text.len));
}

#endif
