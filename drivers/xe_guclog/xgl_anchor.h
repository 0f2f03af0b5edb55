/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The clock anchor: one instant on the GuC's clock and on the host's, had
 * without touching the GPU.
 */
#ifndef _XGL_ANCHOR_H_
#define _XGL_ANCHOR_H_

#include <linux/types.h>

#include "guc_view.h"

struct guc_facts;
struct guc_log;
struct xgl_source;

/* How long a log is watched at a time, in ns, and how many looks that is at least. */
#define XGL_ANCHOR_WATCH_NS	(20 * NSEC_PER_MSEC)
#define XGL_ANCHOR_LOOKS	8
/* So many events are enough. */
#define XGL_ANCHOR_EVENTS	4
/* An anchor of this age, in ns, need not be replaced. */
#define XGL_ANCHOR_FRESH_NS	(10ull * NSEC_PER_SEC)
/* Watches until one sees something, the pauses between them doubling. */
#define XGL_ANCHOR_TRIES	8

/**
 * struct xgl_anchor_point - an event, and when it was written
 * @boottime_ns: middle of the bracket, CLOCK_BOOTTIME; 0: there is none
 * @realtime_ns: the same on CLOCK_REALTIME
 * @uncertainty_ns: half of the bracket
 * @tick: what the event says, the low 32 bits of the GuC's clock
 * @entry: where the event is in its region, bytes
 * @size: of the region, bytes
 * @write_ptr: behind it
 * @wrapped: the ring had wrapped
 */
struct xgl_anchor_point {
	u64 boottime_ns;
	u64 realtime_ns;
	u64 uncertainty_ns;
	u32 tick;
	u32 entry;
	u32 size;
	u32 write_ptr;
	bool wrapped;
};

int xgl_anchor_watch(struct xgl_source *src, unsigned int gt,
		     struct xgl_anchor_point *point);
bool xgl_anchor_is_stale(const struct xgl_anchor_point *point,
			 const struct guc_log *log, struct guc_view image);

int xgl_anchor_start(struct xgl_source *src, unsigned int gt);
void xgl_anchor_stop(struct xgl_source *src, unsigned int gt);
void xgl_anchor_free(struct xgl_source *src);
void xgl_anchor_used(struct xgl_source *src, unsigned int gt);
void xgl_anchor_get(struct xgl_source *src, unsigned int gt,
		    struct xgl_anchor_point *point);
void xgl_anchor_drop_stale(struct xgl_source *src, unsigned int gt,
			   struct xgl_anchor_point *point, const struct guc_log *log,
			   struct guc_view image);
void xgl_anchor_add_facts(struct xgl_source *src, unsigned int gt,
			  const struct xgl_anchor_point *point,
			  struct guc_facts *facts);

#endif
