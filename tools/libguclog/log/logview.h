/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The parts of a log, whether it came as an image or as an LFD file.
 */
#ifndef _LOGVIEW_H_
#define _LOGVIEW_H_

#include "guc_facts.h"
#include "guc_log.h"
#include "guc_view.h"
#include "guclog.h"

struct arena;
struct input_log;

/**
 * struct logview_run - events without a gap between them
 * @data: whole entries; of an LFD file that ends early also a part of one
 * @gap: bytes of events that are missing right before them
 * @gap_ticks: of a stream: length of the gap in ticks of the firmware's clock, 0 when unknown
 * @gap_estimate: of a stream: estimate of the number of missing events, 0 when there is none
 * @first: entries of version 2 in the runs before this one
 * @after_load: the firmware was loaded again right before them
 * @anchors: anchors of a stream that stand before this run
 * @tick: of a stream: tick of its first event
 * @uncertain: of a stream: @tick can be wrong by whole wraps
 * @doubted: the anchors before and after the run contradict each other
 */
struct logview_run {
	struct guc_view data;
	u64 gap;
	u64 gap_ticks;
	u64 gap_estimate;
	u64 first;
	bool after_load;
	unsigned int anchors;
	s64 tick;
	bool uncertain;
	bool doubted;
};

/**
 * struct logview_anchor - one reading of both clocks
 * @tick: the GuC's clock
 * @boottime_ns: the host's clock at the same time
 * @realtime_ns: the host's wall clock, 0 when unknown
 * @age_ns: the age of the reading when the stream was written
 * @at: @tick on the clock of the last anchor: the firmware's clock may have started again
 *	between the two
 */
struct logview_anchor {
	u64 tick;
	u64 boottime_ns;
	u64 realtime_ns;
	u64 age_ns;
	s64 at;
};

/**
 * struct logview - a log
 * @arena: has its memory
 * @input: where it came from
 * @is_lfd: it came as an LFD file
 * @facts: of device and GT; of an LFD file those in its comments
 * @lic: values that the firmware gave, as in an image's LIC
 * @log: the parsed image, zeroed for an LFD file
 * @order: of the events, in words; empty when it is unknown
 * @wrapped: the ring had wrapped
 * @unordered: the events are in storage order: it is unknown which is the oldest
 * @version: of the entries
 * @nr_runs: number of runs
 * @run: the runs of events, oldest first; an LFD file can have any number of them
 * @stream: it is a stream, or was recorded from one: @anchor and the ticks of the runs
 *	are valid
 * @nr_anchors: number of anchors
 * @anchor: the anchors of a stream, oldest first
 * @missing: bytes of events that are missing after the last run: the newest
 * @late: bytes at the end of the last run that the firmware wrote while the log
 *	was copied
 * @before_load: events from before the firmware was loaded again
 * @after_wrap: data after the wrap offset, no part of the log
 * @not_understood: bytes after the write pointer that do not look like events
 * @crash_state: whether there is a crash dump
 * @crash: the crash dump, empty unless there is one
 * @schema: a BINARY_SCHEMA_FORMAT block, empty when there is none
 * @broken: what ended the walk over an LFD file, code 0 when nothing did
 * @nr_faults: faults, also those that a comment lists
 * @write_ptr: the ring's
 * @wrap_offset: the ring's
 * @ring_size: length of the ring in bytes, 0 when unknown
 * @full_count: number of times that it was full, modulo 16
 * @anchor_of: the log whose anchor is used, NULL when it is the log's own
 * @incident: what the module recorded it for
 */
struct logview {
	struct arena *arena;
	const struct input_log *input;
	bool is_lfd;
	struct guc_facts facts;
	struct guc_lic lic;
	struct guc_log log;
	char order[40];
	bool wrapped;
	bool unordered;
	u32 version;
	unsigned int nr_runs;
	struct logview_run *run;
	bool stream;
	unsigned int nr_anchors;
	struct logview_anchor *anchor;
	u64 missing;
	u64 late;
	struct guc_view before_load;
	struct guc_view after_wrap;
	u64 not_understood;
	enum guc_crash crash_state;
	struct guc_view crash;
	struct guc_view schema;
	struct guc_fault broken;
	unsigned int nr_faults;
	u32 write_ptr;
	u32 wrap_offset;
	u32 ring_size;
	u32 full_count;
	const struct input_log *anchor_of;
	struct guclog_incident incident;
};

int logview_open(struct logview *view, const struct input_log *input, struct arena *arena);
void logview_borrow_anchor(struct logview *view, const struct logview *other);
u64 logview_entries(const struct logview *view);
u32 logview_clock_hz(const struct logview *view);

#endif
