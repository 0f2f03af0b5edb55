/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Events as a Perfetto trace.
 */
#ifndef _EXPORT_PERFETTO_H_
#define _EXPORT_PERFETTO_H_

#include "events/timeline.h"
#include "util/file_out.h"

struct analysis;
struct schema;
struct export_perfetto;

/**
 * struct export_counts - what became of a log's events
 * @exported: are in the trace
 * @before_load: left out: from before the firmware was loaded again
 * @ambiguous: left out: a gap or the wraps of the clock hide when they were
 * @before_boot: left out: from before the host's clock began
 * @no_clock: left out: nothing says how long a tick is
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
void export_perfetto_begin(struct export_perfetto *x, const struct timeline *t);
void export_perfetto_event(struct export_perfetto *x, const struct event *e);
void export_perfetto_lives(struct export_perfetto *x, struct timeline *t,
			   const struct analysis *a);
const struct export_counts *export_perfetto_end(struct export_perfetto *x);
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
					 const struct timeline *t)
{
}

static inline void export_perfetto_event(struct export_perfetto *x,
					 const struct event *e)
{
}

static inline void export_perfetto_lives(struct export_perfetto *x,
					 struct timeline *t,
					 const struct analysis *a)
{
}

static inline const struct export_counts *
export_perfetto_end(struct export_perfetto *x)
{
	return NULL;
}

static inline int export_perfetto_close(struct export_perfetto *x, bool keep)
{
	return -1;
}

#endif
#endif
