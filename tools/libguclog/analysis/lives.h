/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Lives of contexts. A life of a guc_id begins with its registration, or with the first
 * event that names it, and ends with its deregistration or with the log.
 */
#ifndef _ANALYSIS_LIVES_H_
#define _ANALYSIS_LIVES_H_

#include "event.h"
#include "rules.h"

/* guc_ids are 16 bits wide. */
#define LIFE_IDS	0x10000u
/* Further lives are counted but not stored. */
#define LIFE_MAX	65536u

/**
 * struct lives_engine - one engine
 * @seen: an event named it
 * @life: number of the life on it, GUCLOG_NONE
 * @placed: @life was placed since the last gap, so that CSBs can be compared with it
 * @submit: a submission that waits for its CSB
 * @submit_known: a submission was seen since the last gap
 * @submits: submissions
 */
struct lives_engine {
	bool seen;
	bool placed;
	bool submit_known;
	u32 life;
	u64 submits;
	struct guclog_life_op submit;
};

/* The kinds of times that are measured. */
enum life_latency {
	LATENCY_SUBMIT,		/* ELSQ_SUBMIT to its CSB */
	LATENCY_ENABLE,		/* SCHED_MODE_SET to SCHED_MODE_DONE */
	LATENCY_DISABLE,
	LATENCY_DEREGISTER,
	LATENCY_COUNT
};

struct lives;

/**
 * struct lives - all contexts of a log
 * @nr: lives in @life
 * @room: lives for which @life has memory
 * @life: in the order in which they were first seen
 * @lost: lives that were not kept
 * @no_memory: some of these were lost because memory was not available
 * @current: by guc_id, number of its present life plus 1; 0 for none
 * @engine: by an_engine()
 * @part_begin: tick of the first event behind the last gap
 * @run: events since the last gap
 * @last_tick: of the last event
 * @longest: by enum life_latency, ticks
 * @slice: called when a state ends, may be NULL
 * @slice_context: its first argument
 */
struct lives {
	unsigned int nr;
	unsigned int room;
	struct guclog_life *life;
	u64 lost;
	bool no_memory;
	u32 *current;
	struct lives_engine *engine;
	s64 part_begin;
	u64 run;
	s64 last_tick;
	s64 longest[LATENCY_COUNT];
	guclog_slice_fn slice;
	void *slice_context;
};

int lives_init(struct lives *lives);
void lives_free(struct lives *lives);
void lives_event(struct lives *lives, struct rules *rules,
		 const struct an_event *e, bool in_reset);
struct guclog_life *lives_find(const struct lives *lives, u32 guc_id);
bool lives_is_on(const struct lives *lives, u32 guc_id, u32 engine);
s64 lives_on_ticks(const struct guclog_life *life, s64 now);

#endif
