/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * The parsed GuC log. Its values are host-endian. Its spans are parts of the image, which is a
 * copy of the log buffer and may be truncated. The events are in order of time, so that users
 * of the parsed log do not depend on the layout of the ring.
 *
 * The log buffer begins with the state page, which has a state (size, pointers and so on) of each
 * region, and the LIC (log init config: firmware version, clock frequency and so on). The regions
 * follow.
 */
#ifndef _GUC_LOG_H_
#define _GUC_LOG_H_

#include "guc_fault.h"
#include "guc_lic.h"
#include "guc_view.h"

/* The regions of the log buffer: the ring of events, the crash dump, and the state captures. */
enum guc_region_id {
	GUC_REGION_EVENT,
	GUC_REGION_CRASH,
	GUC_REGION_CAPTURE,
	GUC_REGION_COUNT
};

/**
 * struct guc_region - a region of the log buffer, with the values from its state
 * @present: the state page has a state of the region; if not, all other members are 0
 * @state_offset: offset of the state in the image, bytes
 * @offset: offset of the region in the image, bytes; may be greater than the image's
 *	length
 * @size: size that the firmware reports, bytes; the region may end after the image
 * @avail: number of bytes of the region that lie in the log buffer, at most @size; a truncated
 *	image can have fewer of them
 * @read_ptr: offset in the region up to which the driver has read, bytes; not checked
 * @write_ptr: offset in the region at which the firmware writes next, bytes; not checked
 * @sampled_write_ptr: value of @write_ptr at the last flush request of the firmware, bytes; not
 *	checked
 * @wrap_offset: offset in the region at which the ring wrapped last, bytes; not checked
 * @flush: the firmware asks the driver to read the region
 * @full_count: number of times that the region was full, modulo 16
 * @version: version of the format of the entries
 * @contradicts: for the event region: @size, @write_ptr and @wrap_offset contradict
 *	each other, so the order of the events is unknown
 */
struct guc_region {
	bool present;
	u32 state_offset;
	u64 offset;
	u32 size;
	u32 avail;
	u32 read_ptr;
	u32 write_ptr;
	u32 sampled_write_ptr;
	u32 wrap_offset;
	bool flush;
	u8 full_count;
	u32 version;
	bool contradicts;
};

/**
 * guc_region_has_wrapped() - check whether the ring has wrapped
 * @r: the event region
 *
 * Context: any, does not sleep.
 * Return: true if the ring has wrapped since the firmware was loaded. False otherwise, also if
 * the wrap offset is invalid (greater than the size).
 */
static inline bool guc_region_has_wrapped(const struct guc_region *r)
{
	return r->wrap_offset > 0 && r->wrap_offset < r->size;
}

/**
 * struct guc_span - a part of the image
 * @offset: offset in the image, bytes
 * @len: length in bytes; a span that is not empty lies completely in the image
 */
struct guc_span {
	u64 offset;
	u32 len;
};

/* The order of the events of a log, and the reason for this order. */
enum guc_order {
	GUC_ORDER_ABSENT,	/* no usable event region */
	GUC_ORDER_LINEAR,	/* the ring has not wrapped: oldest first */
	GUC_ORDER_WRAPPED,	/* the ring has wrapped: oldest first */
	GUC_ORDER_STORAGE,	/* the pointers are invalid: order of storage */
};

/**
 * struct guc_run - a run: consecutive events without a gap between them
 * @span: the part of the image with the events: whole entries, at least one
 * @gap: length of the events that are missing right before the run, bytes; whole
 *	entries
 */
struct guc_run {
	struct guc_span span;
	u64 gap;
};

/*
 * Largest number of holes (struct guc_holes), and of runs (struct guc_run). A ring that has wrapped
 * has two parts, each of which is a run, and each hole can divide a run into two.
 */
#define GUC_LOG_MAX_HOLES	8
#define GUC_EVENTS_MAX_RUNS	(2 + GUC_LOG_MAX_HOLES)

/**
 * struct guc_events - the events of a log, oldest first
 * @order: the order of the events, and the reason for this order
 * @nr_runs: number of runs in @run
 * @run: the events of the log, as runs of consecutive events
 * @missing: length of the newest events that are missing in the image, bytes;
 *	whole entries
 * @late: bytes at the end of the last run that the firmware wrote while the log
 *	was copied, whole entries
 * @before_load: events from before the firmware was loaded again, in storage
 *	order: the data after the write pointer of a ring that has not wrapped
 * @after_wrap: the data after the wrap offset of a ring that has wrapped,
 *	when it is not zero and at least as long as an entry; its age is unknown
 * @not_understood: in a ring that has not wrapped: number of bytes after the write
 *	pointer that are not zero and do not look like events
 * @has_unread: a driver has moved read_ptr, and the value of read_ptr is possible
 * @unread: number of bytes of events that this driver has not read
 */
struct guc_events {
	enum guc_order order;
	unsigned int nr_runs;
	struct guc_run run[GUC_EVENTS_MAX_RUNS];
	u64 missing;
	u32 late;
	struct guc_span before_load;
	struct guc_span after_wrap;
	u32 not_understood;
	bool has_unread;
	u32 unread;
};

/* The state of the firmware's crash dump. */
enum guc_crash {
	GUC_CRASH_UNKNOWN,	/* the region is partly or completely missing */
	GUC_CRASH_NONE,		/* all bytes of the region are 0 */
	GUC_CRASH_PRESENT,
};

#define GUC_LOG_MAX_FAULTS	16

/**
 * struct guc_log - the content of an image
 * @total: length of the log buffer object in bytes; the image may be truncated
 * @region: the three regions
 * @lic: the log init config
 * @events: the events of the event region, in order
 * @crash_state: whether the firmware has left a crash dump
 * @crash: the available part of the crash dump region; empty unless there is a
 *	crash dump
 * @nr_faults: number of faults; at most GUC_LOG_MAX_FAULTS of them are in @fault
 * @fault: the first faults, in the order in which they were found
 */
struct guc_log {
	u64 total;
	struct guc_region region[GUC_REGION_COUNT];
	struct guc_lic lic;
	struct guc_events events;
	enum guc_crash crash_state;
	struct guc_span crash;
	unsigned int nr_faults;
	struct guc_fault fault[GUC_LOG_MAX_FAULTS];
};

/**
 * struct guc_holes - holes: parts of an image with missing bytes, stored as 0
 * @nr: number of holes, at most GUC_LOG_MAX_HOLES
 * @hole: the holes in ascending order; they do not touch each other
 */
struct guc_holes {
	unsigned int nr;
	struct guc_span hole[GUC_LOG_MAX_HOLES];
};

int guc_log_parse_page(struct guc_log *log, struct guc_view page, u64 total);
int guc_log_parse_regions(struct guc_log *log, struct guc_view image,
			  const struct guc_holes *holes);
int guc_log_parse(struct guc_log *log, struct guc_view image, u64 total);
unsigned int guc_log_needs(const struct guc_log *log,
			   struct guc_span need[GUC_REGION_COUNT]);
void guc_log_add_fault(struct guc_log *log, struct guc_fault fault);
void guc_region_set_pointers(struct guc_region *r, u32 write_ptr, u32 wrap_offset);
const char *guc_region_name(enum guc_region_id id);

/* These functions are in guc_events.c. */
void guc_events_find(struct guc_log *log, struct guc_view image,
		     const struct guc_holes *holes);
u64 guc_events_bytes(const struct guc_events *events);
u64 guc_events_gaps(const struct guc_events *events);
bool guc_events_newest(const struct guc_region *region, u32 *offset);

/* The name of each order, by enum guc_order. */
extern const char * const guc_order_names[];

/**
 * guc_order_name() - get the name of an order
 * @order: which order of the events
 *
 * Context: any, does not sleep.
 * Return: a constant string.
 */
static inline const char *guc_order_name(enum guc_order order)
{
	return guc_order_names[order];
}

#endif
