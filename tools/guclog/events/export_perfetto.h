/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Events as a Perfetto trace.
 */
#ifndef _EXPORT_PERFETTO_H_
#define _EXPORT_PERFETTO_H_

#include "guclog.h"
#include "util/file_out.h"

struct guclog_events;
struct order;
struct schema;
struct export_perfetto;

/**
 * struct export_counts - numbers of exported and omitted events of a log
 * @exported: events in the trace
 * @before_load: omitted: from before the firmware was loaded again
 * @ambiguous: omitted: a gap or unknown wraps of the clock make their times uncertain
 * @before_boot: omitted: from before the host's clock began
 * @no_clock: omitted: the duration of a tick is unknown
 */
struct export_counts {
	u64 exported;
	u64 before_load;
	u64 ambiguous;
	u64 before_boot;
	u64 no_clock;
};

#ifdef GUCLOG_PERFETTO

static inline bool export_perfetto_missing(void)
{
	return false;
}

struct export_perfetto *export_perfetto_open(const struct output *to,
					     const struct schema *schema);
void export_perfetto_begin(struct export_perfetto *x, const struct guclog_events *t);
void export_perfetto_event(struct export_perfetto *x, const struct guclog_event *e);
void export_perfetto_lives(struct export_perfetto *x, const struct guclog_events *t);
const struct export_counts *export_perfetto_end(struct export_perfetto *x);
void export_perfetto_source(struct export_perfetto *x, const struct order *o, u32 source);
int export_perfetto_close(struct export_perfetto *x, bool keep);

#else

#include "util/msg.h"

/* Says so; a verb asks before it calls one of the others. */
static inline bool export_perfetto_missing(void)
{
	msg_fail(NULL, "this guclog was built without Perfetto");
	return true;
}

static inline struct export_perfetto *
export_perfetto_open(const struct output *to, const struct schema *schema)
{
	return NULL;
}

static inline void export_perfetto_begin(struct export_perfetto *x,
					 const struct guclog_events *t)
{
}

static inline void export_perfetto_event(struct export_perfetto *x,
					 const struct guclog_event *e)
{
}

static inline void export_perfetto_lives(struct export_perfetto *x,
					 const struct guclog_events *t)
{
}

static inline const struct export_counts *
export_perfetto_end(struct export_perfetto *x)
{
	return NULL;
}

static inline void export_perfetto_source(struct export_perfetto *x,
					  const struct order *o, u32 source)
{
}

static inline int export_perfetto_close(struct export_perfetto *x, bool keep)
{
	return -1;
}

#endif
#endif
