/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A log that was read from an image or from an LFD file: its events, its crash dump, and the values
 * that describe them.
 */
#ifndef _PARSED_LOG_H_
#define _PARSED_LOG_H_

#include "guc_facts.h"
#include "guc_lfd.h"
#include "guc_log.h"
#include "guc_view.h"
#include "read/log/logs.h"
#include "read/lfd/describe.h"

struct arena;
struct input_log;

/**
 * struct parsed_log_run - a run: events without a gap between them
 * @data: whole entries; for an LFD file that ends early, the last entry may be incomplete
 * @gap: the events that are missing right before the run
 * @first: number of entries in the runs before this one, if the entries have version 2
 * @anchors: for a stream: number of clock anchors before this run
 * @tick: for a stream: tick of the first event of the run
 * @uncertain: for a stream: @tick can be wrong by multiples of 2^32
 * @doubted: the anchors before and after the run contradict each other
 */
struct parsed_log_run {
	struct guc_view data;
	struct describe_gap gap;
	u64 first;
	unsigned int anchors;
	s64 tick;
	bool uncertain;
	bool doubted;
};

/**
 * struct parsed_log_anchor - a clock anchor: values of the GuC's and host's clocks at the same time
 * @tick: value of the GuC's clock, or its low 32 bits
 * @boottime_ns: value of the host's boottime clock
 * @realtime_ns: value of the host's wall clock, 0 when unknown
 * @age_ns: age of the values when the anchor was written into the stream, ns
 * @at: the same instant as @tick, counted on the clock of the last anchor of the stream. The two
 *	differ if the firmware's clock has started again after this anchor, or if @tick has only the
 *	low 32 bits.
 */
struct parsed_log_anchor {
	u64 tick;
	u64 boottime_ns;
	u64 realtime_ns;
	u64 age_ns;
	s64 at;
};

/**
 * struct parsed_log - a log
 * @arena: arena that has the memory of the log
 * @input: the input that has the log
 * @facts: facts (properties) of the device and the GT; for an LFD file, those in its comments
 * @lic: values that the firmware wrote: the LIC (log init config) of an image, or the blocks of an
 *	LFD file that were made from it
 * @log: the parsed image, zeroed for an LFD file
 * @layout: the parts of the event ring that the log has; if @layout.stream is set, @anchor and the
 *	ticks of the runs are valid
 * @order: text of @layout.order
 * @nr_runs: number of runs (events without a gap)
 * @run: the runs of events, oldest first; an LFD file can have any number of them
 * @last_gap: number of the last run that has a gap before it, counted from 1; 0 if there is none
 * @rest: sum of the bytes after the last whole entry of each run and of @before_load
 * @nr_anchors: number of anchors
 * @anchor: the anchors of a stream, oldest first
 * @before_load: events from before the firmware was loaded again
 * @crash: the crash dump, empty unless there is one
 * @broken: the fault at which the reader of the blocks of an LFD file stopped; its code is 0 if
 *	there was no fault
 * @lfd_version: version of an LFD file
 * @nr_blocks: number of blocks in @block
 * @block: the blocks of an LFD file if its input has @keep_blocks
 * @anchor_of: another log from which the clock anchor was taken, NULL if the log has its own anchor
 *	or none
 * @incident: the trigger: the event in the driver because of which the module recorded the log
 * @not_restarted: the firmware was not loaded again between this trigger and the copy of the log
 */
struct parsed_log {
	struct arena *arena;
	const struct input_log *input;
	struct guc_facts facts;
	struct guc_lic lic;
	struct guc_log log;
	struct guclog_layout layout;
	char order[40];
	unsigned int nr_runs;
	struct parsed_log_run *run;
	unsigned int last_gap;
	u64 rest;
	unsigned int nr_anchors;
	struct parsed_log_anchor *anchor;
	struct guc_view before_load;
	struct guc_view crash;
	struct guc_fault broken;
	u32 lfd_version;
	unsigned int nr_blocks;
	struct guc_lfd_block *block;
	const struct input_log *anchor_of;
	struct guclog_incident incident;
	bool not_restarted;
};

u32 parsed_log_clock_hz(const struct parsed_log *parsed);

#endif
