/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Requests of the firmware to an engine to switch out its context (preemptions), and engine resets.
 */
#ifndef _ANALYSIS_RESET_H_
#define _ANALYSIS_RESET_H_

#include "dictionary/event.h"
#include "explain/contexts.h"
#include "dictionary/rules.h"

/* Number of newest resets that are stored. All resets are counted. */
#define RESET_MAX		32u
/* Number of stored contexts that became ready and may need an engine. */
#define RESET_READY		16u

/* Usual time between two SWITCH_OUT_WAIT events about one request. */
#define WAIT_PERIOD_MS		64u

/**
 * struct reset_steps - the reset that is in progress at the current event
 * @active: a reset is in progress
 * @counted: the log has the beginning of the reset, so @engines and @classes are complete
 * @step: the last step, enum reset_step
 * @engines: engines that are reset, one bit each
 * @engines_done: engines that have been reset
 * @classes: classes of @engines
 * @classes_done: classes that have been resumed
 * @args: the arguments of ENGINE_RESET_BEGIN
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
 * struct reset_after - what the driver did with a victim after the reset
 * @disabled_index: index of the SCHED_MODE_DONE that acknowledges a disable after the reset, or
 *	GUCLOG_NO_EVENT
 * @disabled_tick: tick of this event
 * @deregistered_index: index of the CTX_DEREGISTERED, or GUCLOG_NO_EVENT
 */
struct reset_after {
	u64 disabled_index;
	s64 disabled_tick;
	u64 deregistered_index;
};

/**
 * struct resets - all resets of a log
 * @nr: number of resets in the log
 * @reset: the last %RESET_MAX resets; reset number n is at index n % RESET_MAX
 * @after: for each reset in @reset, what the driver did with each of its victims
 * @wait: indexed by an_engine(): the open request to switch out (SWITCH_OUT_REQUEST), or the last
 *	one if none is open; cleared at a gap
 * @granted: number of requests to switch out after which the context was preempted
 * @ended: number of requests to switch out that ended because the context had completed its work
 * @granted_ticks: longest time from a request to the CSB event of the preemption, ticks
 * @answered: the value of @nr when an engine got another context after a SWITCH_OUT_TIMEOUT and
 *	before a reset, so it had switched out its context in the end; 0 if that never happened
 * @older: the GuC waits for the answer to a request to switch out that is not in the log: first and
 *	last index and tick of its SWITCH_OUT_WAIT events; cleared at a gap
 * @gave_way: indexed by an_engine(): the last preemption on the engine: the guc_id of the preempted
 *	context, index and tick of the CSB event that reported the preemption, and the ticks since
 *	the request. It is not @known if the driver had disabled the context.
 */
struct resets {
	u64 nr;
	struct guclog_reset reset[RESET_MAX];
	struct reset_after after[RESET_MAX][GUCLOG_MAX_VICTIMS];
	struct guclog_wait wait[AN_ENGINES];
	u64 granted;
	u64 ended;
	s64 granted_ticks;
	u64 answered;
	struct {
		bool open;
		u64 first;
		s64 since;
		u64 last;
		s64 tick;
	} older;
	struct {
		bool known;
		u32 guc_id;
		u64 index;
		s64 tick;
		s64 ticks;
	} gave_way[AN_ENGINES];
	/* private: state while the events are processed; a run is the part after the last gap */
	struct reset_steps steps;
	bool run_reset;		/* the run has a step of a reset */
	s64 run_begin;		/* tick of the first event of the run */
	u64 run;		/* number of events in the run */
	u32 nr_open;		/* number of open requests in @wait */
	u32 only;		/* if @nr_open is 1: switch_out_wait() begins its search here */
	u32 last_id;		/* id of the preceding event */
	bool last_disables;	/* the preceding event is a request to disable a context */
	bool unmatched;		/* the preceding SWITCH_OUT_TIMEOUT matches no open request */
	struct guclog_victim pair;	/* may be removed by a reset with missing first steps */
	bool has_pair;
	struct {
		u32 guc_id;
		u64 index;
	} ready[RESET_READY];
	unsigned int next_ready;
};

void resets_event(struct resets *resets, struct rules *rules,
		  const struct contexts *contexts, const struct an_event *e, u32 hz);
bool resets_active(const struct resets *resets);
const struct guclog_victim *resets_victim(const struct guclog_reset *reset, u32 guc_id);
void resets_set_after(const struct resets *resets, struct guclog_reset *reset,
		      const struct guclog_victim *victim);

/*
 * Return: the newest reset if @back is 0, the reset before it if @back is 1, and so on, or NULL if
 * there is no such reset or it is not stored.
 */
static inline struct guclog_reset *resets_newest(struct resets *resets, u64 back)
{
	if (back >= resets->nr || back >= RESET_MAX)
		return NULL;
	return &resets->reset[(resets->nr - 1 - back) % RESET_MAX];
}

#endif
