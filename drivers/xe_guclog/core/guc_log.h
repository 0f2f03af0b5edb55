/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * The parsed GuC log: host-endian, every offset and length checked against the
 * image. Past it nobody knows that the log is a ring.
 */
#ifndef _GUC_LOG_H_
#define _GUC_LOG_H_

#include "guc_fault.h"
#include "guc_lic.h"
#include "guc_view.h"

/* Which region of the image. */
enum guc_region_id {
	GUC_REGION_EVENT,
	GUC_REGION_CRASH,
	GUC_REGION_CAPTURE,
	GUC_REGION_COUNT
};

/**
 * struct guc_region - one region and its state
 * @present: its state is in the state page; all else is 0 when not
 * @state_offset: of the state in the image, bytes
 * @offset: of the region in the image, bytes; may lie behind its end
 * @size: bytes, as the firmware says; may reach behind the image's end
 * @avail: bytes of it that the image can hold, at most @size
 * @read_ptr: as the firmware says, not checked
 * @write_ptr: as the firmware says, not checked
 * @sampled_write_ptr: as the firmware says, not checked
 * @wrap_offset: as the firmware says, not checked
 * @flush: the firmware asks for a read
 * @full_count: how often it was full, modulo 16
 * @version: of the entries
 * @contradicts: event data only: size, write_ptr and wrap_offset cannot be true
 *	together, so nothing is known of the order
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
 * struct guc_span - a part of the image
 * @offset: bytes from the image's start
 * @len: bytes; the span lies in the image
 */
struct guc_span {
	u64 offset;
	u32 len;
};

/* What is known of the order of the events. */
enum guc_order {
	GUC_ORDER_ABSENT,	/* no usable event region */
	GUC_ORDER_LINEAR,	/* not wrapped: one run, oldest first */
	GUC_ORDER_WRAPPED,	/* two runs, oldest first */
	GUC_ORDER_STORAGE,	/* the pointers contradict: as it lies there */
};

/**
 * struct guc_events - the events, oldest first
 * @order: how the runs were found
 * @nr_runs: 0..2, no run is empty
 * @run: one behind the other they are the log
 * @before_load: what lies behind the write pointer of a ring that has not
 *	wrapped, without trailing zeroes: events from before the firmware was
 *	loaded again, in storage order; often empty
 * @has_unread: a consumer has moved read_ptr, and it makes sense
 * @unread: bytes that this consumer has not read
 */
struct guc_events {
	enum guc_order order;
	unsigned int nr_runs;
	struct guc_span run[2];
	struct guc_span before_load;
	bool has_unread;
	u32 unread;
};

#define GUC_LOG_MAX_FAULTS	16

/**
 * struct guc_log - what an image says
 * @total: length of the log buffer object in bytes; the image at hand may be a
 *	shorter beginning of it
 * @region: the three regions
 * @lic: the log init config
 * @events: the event region, in order
 * @crash: the crash dump region as far as the image goes, empty when every byte
 *	of it is 0
 * @nr_faults: faults found, may be more than are kept
 * @fault: the first of them, in the order in which they were found
 */
struct guc_log {
	u64 total;
	struct guc_region region[GUC_REGION_COUNT];
	struct guc_lic lic;
	struct guc_events events;
	struct guc_span crash;
	unsigned int nr_faults;
	struct guc_fault fault[GUC_LOG_MAX_FAULTS];
};

void guc_events_find(struct guc_log *log, struct guc_view image);
int guc_log_parse_page(struct guc_log *log, struct guc_view page, u64 total);
int guc_log_parse_regions(struct guc_log *log, struct guc_view image);
int guc_log_parse(struct guc_log *log, struct guc_view image, u64 total);
unsigned int guc_log_needs(const struct guc_log *log,
			   struct guc_span need[GUC_REGION_COUNT]);
u64 guc_events_bytes(const struct guc_events *events);
void guc_log_add_fault(struct guc_log *log, struct guc_fault fault);
const char *guc_region_name(enum guc_region_id id);
const char *guc_order_name(enum guc_order order);

#endif
