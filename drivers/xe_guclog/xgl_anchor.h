/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A clock anchor: the timestamp of an event (on the GuC's clock) together with the time
 * on the host's clock at which the firmware wrote this event. An anchor is found without access to
 * the GPU's registers: a watch samples the state of the event ring for a short time, and stores
 * the time at which the firmware writes an event. A search for an anchor consists of up to
 * XGL_ANCHOR_TRIES watches.
 *
 * The event ring is the region of the log buffer to which the firmware writes events. Its state, at
 * the start of the log buffer, has the pointers of the ring, such as write_ptr.
 */
#ifndef _XGL_ANCHOR_H_
#define _XGL_ANCHOR_H_

#include <linux/types.h>

#include "guc_view.h"

struct guc_facts;
struct guc_log;
struct guc_region;
struct xgl_source;

/* Duration of one watch in ns, and the smallest number of samples in it. */
#define XGL_ANCHOR_WATCH_NS	(20 * NSEC_PER_MSEC)
#define XGL_ANCHOR_SAMPLES	8
/* A watch ends early when it has seen this number of events. */
#define XGL_ANCHOR_EVENTS	4
/*
 * If the clock anchor of a log is at least this old (in ns) when the log is read, a search for
 * a newer anchor begins.
 */
#define XGL_ANCHOR_FRESH_NS	(10ull * NSEC_PER_SEC)
/*
 * Largest number of watches in one search. The pause between two watches doubles each time.
 */
#define XGL_ANCHOR_TRIES	8

/**
 * struct xgl_anchor_point - an anchor: an event of the log, and the host's time
 * at which the firmware wrote it
 * @boottime_ns: middle of the interval in which the event was written,
 *	CLOCK_BOOTTIME; 0 if there is no anchor
 * @realtime_ns: the same moment on CLOCK_REALTIME
 * @uncertainty_ns: half the length of that interval
 * @tick: the event's timestamp, the low 32 bits of the GuC's clock
 * @entry: offset of the event in the event region, bytes
 * @size: length of the event region, bytes
 * @write_ptr: write_ptr of the ring after the event was written
 * @wrapped: the ring had wrapped before the event was found
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
			 const struct guc_region *r, struct guc_view event);

int xgl_anchor_init(void);
void xgl_anchor_exit(void);
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
