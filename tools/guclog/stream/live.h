/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Common definitions of the files that follow a running GuC: live.c reads the module's stream of
 * its log, update.c describes the state of the GuC.
 */
#ifndef _LIVE_H_
#define _LIVE_H_

#include "base/arena.h"
#include "explain/analysis.h"
#include "guclog_live.h"

/**
 * struct live_busy - how long an engine was busy
 * @ticks: ticks during which the engine had a context, without the time of the present context
 * @until: tick at which the last context left the engine
 */
struct live_busy {
	s64 ticks;
	s64 until;
};

/**
 * struct live_entry - an event that the log had when the stream was opened
 * @stamp: timestamp of the event
 * @id: id of the event
 * @arg: arguments of the event
 */
struct live_entry {
	u32 stamp;
	u32 id;
	u32 arg[2];
};

/**
 * struct live - the state of one GuC, whose log is read as a stream
 * @live: the public part
 * @arena: memory of the stream
 * @described: memory of the objects that the last call of guclog_live_update() made
 * @a: the analysis; NULL until guclog_live_before() was called or the blocks before the events have
 *	arrived
 * @blocks: the blocks of the stream
 * @head_len: bytes of the blocks before the events, at the beginning of @head
 * @head: the bytes of the blocks before the events
 * @begun: the blocks before the events have arrived
 * @error: the negative errno because of which the reading ended, 0 if it has not ended
 * @busy: how long each engine was busy, indexed by an_engine()
 * @index: number of the next event, counted from 0
 * @stamp: timestamp of the last event, 32 bits
 * @tick: tick of the last event; ticks also increase when the firmware is loaded again
 * @base: difference between the tick of an event and the value of the firmware's clock
 * @has_base: @base is known; else the first event sets it
 * @has_anchor: @anchor_tick and @anchor_ns are known: the same moment on two clocks
 * @anchor_exact: @anchor_tick and @anchor_ns are from a clock anchor in the stream; false if they
 *	are an estimate from the time at which bytes arrived
 * @anchor_tick: the moment in the ticks of @tick
 * @anchor_ns: the moment on CLOCK_BOOTTIME, ns
 * @nr_before: number of events that the log had when the stream was opened
 * @before: the events that the log had when the stream was opened; freed when the first event of
 *	the stream arrives
 * @again: number of further events of the stream to skip, because they were also in @before
 * @call: called every @interval_ns, NULL for never
 * @call_context: first argument of @call
 * @interval_ns: shortest time between two calls of @call
 * @called: tick of the event before which @call was last called
 * @next: the data of the comments about the next block of events
 */
struct live {
	struct guclog_live live;
	struct arena arena;
	struct arena described;
	struct guclog_analysis *a;
	struct guclog_blocks *blocks;
	size_t head_len;
	u8 *head;
	bool begun;
	int error;
	struct live_busy *busy;
	u64 index;
	u32 stamp;
	s64 tick;
	s64 base;
	bool has_base;
	bool has_anchor;
	bool anchor_exact;
	s64 anchor_tick;
	s64 anchor_ns;
	size_t nr_before;
	struct live_entry *before;
	size_t again;
	guclog_live_fn call;
	void *call_context;
	int64_t interval_ns;
	s64 called;
	struct {
		bool gap;
		bool restart;
		bool anchor;
		u64 lost;
		u64 tick;
		s64 boottime_ns;
		s64 age_ns;
		s64 seen_ns;
	} next;
};

static inline struct live *live_of(const struct guclog_live *live)
{
	return (struct live *)live;
}

#endif
