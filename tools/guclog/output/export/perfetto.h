/* SPDX-License-Identifier: GPL-2.0-only */
/* Writes events as a Perfetto trace. */
#ifndef _GUCLOG_PERFETTO_H_
#define _GUCLOG_PERFETTO_H_

#include "base/arena.h"
#include "guc_env.h"
#include "output/export/exports.h"
#include "read/log/events.h"
#include "timeline/items.h"
#include "base/print.h"

struct perfetto;

#ifdef GUCLOG_PERFETTO

int perfetto_new(struct perfetto **perfetto, struct arena *arena, struct print *p,
		 const struct guclog_names *names);
void perfetto_begin(struct perfetto *x, const struct guclog_events *t);
void perfetto_event(struct perfetto *x, const struct guclog_event *e);
int perfetto_tracks(struct perfetto *x);
void perfetto_end(struct perfetto *x, struct guclog_export_counts *counts);
void perfetto_source(struct perfetto *x, const struct guclog_timeline *t,
		     const struct guclog_source *source);

#else

static inline int perfetto_new(struct perfetto **perfetto, struct arena *arena,
			       struct print *p, const struct guclog_names *names)
{
	return -EOPNOTSUPP;
}

static inline void perfetto_begin(struct perfetto *x, const struct guclog_events *t)
{
}

static inline void perfetto_event(struct perfetto *x, const struct guclog_event *e)
{
}

static inline int perfetto_tracks(struct perfetto *x)
{
	return 0;
}

static inline void perfetto_end(struct perfetto *x, struct guclog_export_counts *counts)
{
}

static inline void perfetto_source(struct perfetto *x, const struct guclog_timeline *t,
				   const struct guclog_source *source)
{
}

#endif
#endif
