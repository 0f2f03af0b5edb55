/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Finds the engine resets in a log: their steps, the contexts that they removed, and what the
 * driver did afterwards.
 */
#ifndef _ANALYSIS_RESET_H_
#define _ANALYSIS_RESET_H_

#include "events/event.h"
#include "events/contexts.h"
#include "events/preemptions.h"
#include "events/rules.h"

/* Number of newest resets that are stored. All resets are counted. */
#define RESET_MAX		32u
/* Largest number of resets in progress at the same time; no engine is in two of them. */
#define RESETS_AT_ONCE		8u

/* The steps of an engine reset in the normal order. Each step is an event, see step_of(). */
enum reset_step {
	STEP_DECIDED, STEP_BEGIN, STEP_ENGINE, STEP_WAIT, STEP_DONE, STEP_END, STEP_RESUMED,
	STEP_NONE
};

/**
 * struct reset_steps - a reset that is in progress at the current event
 * @active: the reset is in progress
 * @counted: the log has the beginning of the reset, so it has all engines of the reset
 * @step: the last step
 * @number: number of the reset in the log, from 0
 * @tick: tick of the first step in the log
 * @index: index of the event of the first step in the log
 * @done: engines that have been reset
 * @classes: classes of the engines of the reset, one bit each
 * @classes_done: classes that have been resumed
 * @args: the arguments of ENGINE_RESET_BEGIN
 */
struct reset_steps {
	bool active;
	bool counted;
	enum reset_step step;
	u64 number;
	s64 tick;
	u64 index;
	struct engine_set done;
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
 * struct reset_engines - the engines of a reset
 * @set: the engines that the events of the reset name
 * @all: @set is complete, and the preemption that led to the reset has been searched for
 * @first: engine in ENGINE_RESET_BEGIN, which is a guess; GUCLOG_NONE if the log does not have it
 */
struct reset_engines {
	struct engine_set set;
	bool all;
	u32 first;
};

/**
 * struct resets - all resets of a log
 * @nr: number of resets in the log
 * @reset: the last %RESET_MAX resets; reset number n is at index n % RESET_MAX
 * @after: for each reset in @reset, what the driver did with each of its victims
 * @engines: for each reset in @reset, its engines
 * @preemptions: the preemptions of the log
 */
struct resets {
	u64 nr;
	struct guclog_reset reset[RESET_MAX];
	struct reset_after after[RESET_MAX][GUCLOG_MAX_VICTIMS];
	struct reset_engines engines[RESET_MAX];
	struct preemptions preemptions;
	/* private: state while the events are processed; a run is the part after the last gap */
	struct reset_steps steps[RESETS_AT_ONCE];
	u32 resumed;		/* classes that the last reset has resumed, one bit each */
	s64 run_begin;		/* tick of the first event of the run */
	u64 run;		/* number of events in the run */
	u32 last_id;		/* id of the preceding event */
	struct guclog_victim pair;	/* context that a partly logged reset may have removed */
	bool has_pair;
};

void resets_event(struct resets *resets, struct rules *rules,
		  const struct contexts *contexts, const struct an_event *e, u32 hz);
void reset_steps_event(struct resets *resets, struct rules *rules, const struct contexts *contexts,
		       const struct an_event *e, u32 hz);
bool resets_active(const struct resets *resets);
const struct reset_steps *resets_on(struct resets *resets, u32 engine);
void resets_add_victim(struct resets *resets, struct guclog_reset *reset,
		       const struct guclog_victim *victim);
const struct guclog_victim *resets_victim(const struct guclog_reset *reset, u32 guc_id);
void resets_set_after(const struct resets *resets, struct guclog_reset *reset,
		      const struct guclog_victim *victim);

/* Return: the reset to which the steps belong; @steps->active must be true. */
static inline struct guclog_reset *reset_of(struct resets *resets, const struct reset_steps *steps)
{
	return &resets->reset[steps->number % RESET_MAX];
}

/* Return: the engines of the reset to which the steps belong; @steps->active must be true. */
static inline struct reset_engines *engines_of(struct resets *resets,
					       const struct reset_steps *steps)
{
	return &resets->engines[steps->number % RESET_MAX];
}

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
