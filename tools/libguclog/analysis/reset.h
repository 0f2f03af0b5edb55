/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Preemptions that the firmware asked for, and engine resets.
 */
#ifndef _ANALYSIS_RESET_H_
#define _ANALYSIS_RESET_H_

#include "event.h"
#include "lives.h"
#include "rules.h"

/* Number of newest resets that are stored. All resets are counted. */
#define RESET_MAX		32u
#define RESET_MAX_VICTIMS	8u
#define RESET_NO_EVENT		(~0ull)
/* Contexts that became ready last and for which an engine may be needed. */
#define RESET_READY		16u

/**
 * struct reset_wait - an engine that was asked to switch its context out
 * @open: the engine has not answered
 * @tick: tick of the request
 * @index: index of the request
 * @engine: the engine
 * @disabled: the driver disabled @victim before, and that is the reason of the request
 * @victim: guc_id on the engine, AN_NONE when it is not known
 * @waiter: guc_id of the context that became ready last and has no engine, AN_NONE
 * @waiter_index: event with which it became ready
 * @looks: SWITCH_OUT_WAIT events
 * @last_look: tick of the last one
 * @period: ticks between the last two, 0 when not known
 */
struct reset_wait {
	bool open;
	s64 tick;
	u64 index;
	u32 engine;
	bool disabled;
	u32 victim;
	u32 waiter;
	u64 waiter_index;
	u64 looks;
	s64 last_look;
	s64 period;
};

/**
 * struct reset_victim - a context that a reset took off its engine
 * @guc_id: its number
 * @lrca: page of its image
 * @engine: from which
 * @tick: of its CTX_NOT_READY or CTX_OFF_ENGINE, the first of them
 * @index: of that event
 * @on_known: @on_since is when it was placed
 * @on_since: tick from which it was on the engine, or is known to have been
 */
struct reset_victim {
	u32 guc_id;
	u32 lrca;
	u32 engine;
	s64 tick;
	u64 index;
	bool on_known;
	s64 on_since;
};

/**
 * struct reset - one engine reset
 * @begin_seen: its ENGINE_RESET_BEGIN is in the log
 * @end_seen: its ENGINE_RESET_END is in the log
 * @broken: its steps are not in order
 * @begin_tick: of the first step that was seen
 * @end_tick: of the last step that was seen
 * @begin_index: of the first step that was seen
 * @end_index: of the last step that was seen
 * @class: of ENGINE_RESET_BEGIN or _END
 * @contradicts: the victim is not the context that was placed on the engine
 * @timed_out: a SWITCH_OUT_TIMEOUT caused it
 * @wait_known: the request that timed out is in the log
 * @wait: the request that timed out
 * @timeout_tick: of SWITCH_OUT_TIMEOUT
 * @timeout_index: of SWITCH_OUT_TIMEOUT
 * @nr_victims: number of contexts that it removed from engines; may be more than are
 *	stored
 * @victim: the stored ones
 * @capture_index: the driver's LOG_BUFFER_FILE_FLUSH_COMPLETE behind it
 * @disabled_index: SCHED_MODE_DONE of the first victim behind it
 * @disabled_tick: of that
 * @deregistered_index: CTX_DEREGISTERED of the first victim behind it
 * @limit_us: preemption timeout of the victim, 0 when it is not known
 * @limit_from_ct: it is from the H2G ring
 */
struct reset {
	bool begin_seen;
	bool end_seen;
	bool broken;
	s64 begin_tick;
	s64 end_tick;
	u64 begin_index;
	u64 end_index;
	u32 class;
	bool contradicts;
	bool timed_out;
	bool wait_known;
	struct reset_wait wait;
	s64 timeout_tick;
	u64 timeout_index;
	unsigned int nr_victims;
	struct reset_victim victim[RESET_MAX_VICTIMS];
	u64 capture_index;
	u64 disabled_index;
	s64 disabled_tick;
	u64 deregistered_index;
	u32 limit_us;
	bool limit_from_ct;
};

/**
 * struct reset_steps - the current reset
 * @active: a reset is in progress
 * @counted: its first step is in the log
 * @step: the last one, enum reset_step
 * @engines: that are reset, a bit each
 * @engines_done: that have been reset
 * @classes: of @engines
 * @classes_done: that have been resumed
 * @args: of ENGINE_RESET_BEGIN
 */
struct reset_steps {
	bool active;
	bool counted;
	unsigned int step;
	u64 engines;
	u64 engines_done;
	u32 classes;
	u32 classes_done;
	u32 args[2];
};

/**
 * struct resets - all resets of a log
 * @nr: how many there were
 * @reset: the last %RESET_MAX of them; number n is at n % RESET_MAX
 * @wait: by an_engine(), not kept over a gap
 * @granted: preemptions that were granted
 * @ended: requests that ended because the context was done
 * @granted_ticks: longest time from request to CSB
 */
struct resets {
	u64 nr;
	struct reset reset[RESET_MAX];
	struct reset_wait *wait;
	u64 granted;
	u64 ended;
	s64 granted_ticks;
	/* private: the position of the walk */
	struct reset_steps steps;
	bool run_reset;
	s64 run_begin;
	u64 run;
	u32 nr_open;
	u32 only;
	u32 last_id;
	bool last_disables;
	bool unmatched;
	struct reset_victim pair;
	bool has_pair;
	struct {
		u32 guc_id;
		u64 index;
	} ready[RESET_READY];
	unsigned int next_ready;
};

int resets_init(struct resets *resets);
void resets_free(struct resets *resets);
void resets_event(struct resets *resets, struct rules *rules,
		  const struct lives *lives, const struct an_event *e, u32 hz);
bool resets_active(const struct resets *resets);

/* The current reset, or NULL. @back: 0 for the newest one. */
static inline struct reset *resets_newest(struct resets *resets, u64 back)
{
	if (back >= resets->nr || back >= RESET_MAX)
		return NULL;
	return &resets->reset[(resets->nr - 1 - back) % RESET_MAX];
}

#endif
