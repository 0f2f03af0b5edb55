/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Lives of contexts. A life of a guc_id begins with its registration, or with the first
 * event that names it, and ends with its deregistration or with the log.
 */
#ifndef _ANALYSIS_LIVES_H_
#define _ANALYSIS_LIVES_H_

#include "event.h"
#include "rules.h"

enum life_state {
	LIFE_SEEN,		/* named by an event that does not contain its state */
	LIFE_REGISTERED,
	LIFE_ENABLED,
	LIFE_READY,		/* has work and waits for an engine */
	LIFE_PLACED,		/* written to an engine, which has not answered */
	LIFE_RUNNING,
	LIFE_PREEMPTING,	/* on an engine that was asked to switch it out */
	LIFE_SWITCHED_OUT,	/* has left its engine */
	LIFE_IDLE,		/* has no work */
	LIFE_RESET,		/* was taken off its engine by a reset */
	LIFE_DISABLED,
	LIFE_DEREGISTERED,
};

/* guc_ids are 16 bits wide. */
#define LIFE_IDS	0x10000u
/* Further lives are counted but not stored. */
#define LIFE_MAX	65536u

/**
 * struct life_op - a request that waits for its answer
 * @open: there is a request
 * @value: the requested value
 * @tick: tick of the request
 * @index: index of its event
 */
struct life_op {
	bool open;
	u32 value;
	s64 tick;
	u64 index;
};

/**
 * struct life - one context
 * @guc_id: its number
 * @state: at the last event
 * @since: tick at which @state began
 * @lrca: page of its image; 0 when not seen
 * @class: of its engines, AN_NONE when not seen
 * @engine: its current engine, else its last engine; AN_NONE if unknown
 * @priority: the last one seen, AN_NONE when none was
 * @first: index of the first event that names it
 * @last: index of the last event that names it
 * @runs: number of times that it began to run in this log
 * @submits: number of its submissions
 * @preempted: number of its preemptions
 * @resets: number of resets that removed it from its engine
 * @on_engine: it is on @engine
 * @on_known: @on_since is when it was placed; else it was on its engine already
 *	when this part of the log began, at @on_since
 * @on_since: tick
 * @on_ticks: ticks on engines so far, without the time since @on_since
 * @on_least: @on_ticks is a lower bound: a part lies outside the log or in a gap
 * @longest_wait: most ticks between CTX_READY and CTX_PLACED
 * @ready_index: index of its last CTX_READY
 * @first_ready: argument 0 of its first CTX_READY, 0 without
 * @born: its registration is in the log
 * @mode: the scheduling mode that was asked for
 * @end: its deregistration
 * @mode_known: a mode was asked for since the last gap
 * @end_known: a deregistration was asked for since the last gap
 */
struct life {
	u32 guc_id;
	enum life_state state;
	s64 since;
	u32 lrca;
	u32 class;
	u32 engine;
	u32 priority;
	u64 first;
	u64 last;
	u64 runs;
	u64 submits;
	u64 preempted;
	u64 resets;
	bool on_engine;
	bool on_known;
	s64 on_since;
	s64 on_ticks;
	bool on_least;
	s64 longest_wait;
	u64 ready_index;
	u32 first_ready;
	bool born;
	bool mode_known;
	bool end_known;
	struct life_op mode;
	struct life_op end;
};

/**
 * struct lives_engine - one engine
 * @seen: an event named it
 * @life: number of the life on it, AN_NONE
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
	struct life_op submit;
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

/*
 * Called when a state of a context ends, before it changes; or, with @engine, when
 * the context leaves its engine. From tick @from to tick @to.
 */
typedef void (*lives_slice_fn)(void *context, const struct life *life,
			       bool engine, s64 from, s64 to);

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
	struct life *life;
	u64 lost;
	bool no_memory;
	u32 *current;
	struct lives_engine *engine;
	s64 part_begin;
	u64 run;
	s64 last_tick;
	s64 longest[LATENCY_COUNT];
	lives_slice_fn slice;
	void *slice_context;
};

int lives_init(struct lives *lives);
void lives_free(struct lives *lives);
void lives_event(struct lives *lives, struct rules *rules,
		 const struct an_event *e, bool in_reset);
struct life *lives_find(const struct lives *lives, u32 guc_id);
bool lives_is_on(const struct lives *lives, u32 guc_id, u32 engine);
const char *life_state_name(enum life_state state);
s64 lives_on_ticks(const struct life *life, s64 now);

#endif
