/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Reads the time at the beginning of a line of a kernel log or trace.
 */
#ifndef _GUCLOG_TIMELINE_TEXT_TIME_H_
#define _GUCLOG_TIMELINE_TEXT_TIME_H_

#include "base/eat.h"
#include "read/lines/timed_text.h"

static inline struct guc_view skip(struct guc_view v, size_t n)
{
	return guc_view_clip(v, n, v.len);
}

static inline struct guc_view skip_blanks(struct guc_view v)
{
	eat_blanks(&v);
	return v;
}

/* Return: value of a hexadecimal digit. */
static inline unsigned int hex_value(u8 c)
{
	return c <= '9' ? c - '0' + 0u : (c | 0x20u) - 'a' + 10;
}

bool text_time_kmsg_head(struct guc_view *v, u64 *us);
bool text_time_kmsg(struct guc_view v, s64 *ns, struct guc_view *text);
struct guc_view text_time_skip_level(struct guc_view v);
bool text_time_full(struct guc_view v, s64 *ns, struct guc_view *text);
bool text_time(struct guc_view v, enum text_clock clock, s64 *ns, struct guc_view *text);
bool text_time_find(struct guc_view v, enum text_clock *clock);
bool text_time_value(struct guc_view v, enum text_clock *clock, s64 *ns);
bool text_time_seek(struct guc_view head, enum text_clock *clock, s64 *ns);

#endif
