/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * One log as the verbs see it, whether it came as an image or as an LFD file.
 */
#ifndef _LOGVIEW_H_
#define _LOGVIEW_H_

#include "guc_facts.h"
#include "guc_log.h"
#include "guc_view.h"

struct input_log;

/* Two halves of a ring, cut at the image's holes. */
#define LOGVIEW_MAX_RUNS	12

/**
 * struct logview_run - events that follow each other
 * @data: whole entries and, at the end of a log that was cut, a rest
 * @gap: bytes that are missing before it
 */
struct logview_run {
	struct guc_view data;
	u64 gap;
};

/**
 * struct logview - a log
 * @input: where it came from
 * @is_lfd: it came as an LFD file
 * @facts: of device and GT; of an LFD file those in its comment
 * @lic: values that the firmware gave, as in an image's LIC
 * @log: the parsed image, zeroed for an LFD file
 * @order: of the events, in words; empty when not known
 * @wrapped: the ring had wrapped
 * @unordered: the events are in storage order: nobody knows which is the oldest
 * @version: of the entries
 * @nr_runs: runs of events, oldest first
 * @run: they
 * @cut: bytes that are missing behind the last run: the newest events
 * @before_load: events from before the firmware was loaded again
 * @crash: the crash dump, empty when there is none
 * @schema: a BINARY_SCHEMA_FORMAT block, empty when there is none
 * @broken: what ended the walk over an LFD file, code 0 when nothing did
 * @nr_faults: faults, also those that a comment tells
 * @write_ptr: the ring's
 * @wrap_offset: the ring's
 * @ring_size: length of the ring in bytes, 0 when not known
 * @full_count: how often it was full, modulo 16
 * @anchor_of: the log from which the anchor is borrowed, NULL when it is not
 */
struct logview {
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
	struct logview_run run[LOGVIEW_MAX_RUNS];
	u64 cut;
	struct guc_view before_load;
	struct guc_view crash;
	struct guc_view schema;
	struct guc_fault broken;
	unsigned int nr_faults;
	u32 write_ptr;
	u32 wrap_offset;
	u32 ring_size;
	u32 full_count;
	const struct input_log *anchor_of;
};

int logview_open(struct logview *view, const struct input_log *input);
u64 logview_bytes(const struct logview *view);
u64 logview_entries(const struct logview *view);
u32 logview_clock_hz(const struct logview *view);

#endif
