/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * The analysis of a log with its verdict: whether there was a hang, and why.
 */
#ifndef _EXPLAIN_ANALYSIS_H_
#define _EXPLAIN_ANALYSIS_H_

#include "events/analysis.h"
#include "read/dump/ct.h"

struct guclog_analysis *analysis_of_log(const struct guclog_log *log, struct guclog_error *error);

/* How the true length of time compares to the one that analysis_span() gets. */
enum bound {
	BOUND_NONE,	/* it is the same */
	BOUND_LEAST,	/* it can be longer */
	BOUND_MOST	/* it can be shorter */
};

bool analysis_may_be_longer(const struct guclog_analysis *a, s64 from, s64 to);
bool analysis_may_have_wrapped(const struct guclog_analysis *a, s64 tick);
size_t analysis_span(const struct guclog_analysis *a, s64 ticks, enum bound bound, char *buf,
		     size_t size);
const struct guclog_context *analysis_running(const struct guclog_analysis *a, unsigned int i);
const struct guclog_wait *analysis_wait(const struct guclog_analysis *a, unsigned int i);
const char *stuck_name(enum guclog_stuck stuck);

enum guclog_tri verdict_reported(const struct guclog_analysis *a, const struct ct_messages *list,
				 u32 guc_id, u32 width, u16 action);
bool verdict_waits(const struct guclog_analysis *a);
bool verdict_removes_none(const struct guclog_analysis *a, const struct guclog_reset *reset);
void verdict_find_stuck(struct guclog_analysis *a, const struct analysis_dump *dump);
int verdict_make(struct guclog_analysis *a, const struct analysis_dump *dump);

#endif
