/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * The history of contexts. A guc_id can belong to several contexts, one after the other. Each
 * context has an entry of its own, struct guclog_context (ctx). The entry begins with the
 * registration of the context, or with the first event that names the guc_id, and ends with the
 * deregistration or at the end of the log.
 */
#ifndef _EXPLAIN_CONTEXTS_H_
#define _EXPLAIN_CONTEXTS_H_

#include "events/event.h"
#include "events/rules.h"
#include "events/findings.h"

/* guc_ids are 16 bits wide. */
#define CONTEXT_IDS	0x10000u
/* Largest number of contexts that are stored; further ones are only counted. */
#define CONTEXT_MAX	65536u
/* Number of newest CAT_ERROR events that are stored. */
#define CONTEXTS_CAT_ERRORS	16u

/**
 * struct contexts_engine - one engine
 * @ctx: number of the entry (ctx) of the context on the engine, counted from 1; 0 for none
 * @placed: a CTX_PLACED after the last gap put @ctx on the engine, so the contexts in the
 *	status words of the engine (CSB events) can be compared with @ctx
 * @submit: the last submission (ELSQ_SUBMIT); open until the CSB event that answers it
 * @submit_known: a submission was seen since the last gap
 * @submits: number of submissions
 */
struct contexts_engine {
	bool placed;
	bool submit_known;
	u32 ctx;
	u64 submits;
	struct guclog_pending submit;
};

/* Kinds of latencies that are measured. */
enum context_latency {
	LATENCY_SUBMIT,		/* ELSQ_SUBMIT to the CSB that answers it */
	LATENCY_ENABLE,		/* SCHED_MODE_SET to SCHED_MODE_DONE, if it enables a context */
	LATENCY_DISABLE,	/* the same, if it disables a context */
	LATENCY_DEREGISTER,	/* CTX_DEREGISTER to CTX_DEREGISTERED */
	LATENCY_COUNT
};

/**
 * struct contexts_cat_error - a CAT_ERROR event: a memory access of a context failed
 * @guc_id: guc_id of the context
 * @type: type of the memory error
 * @index: index of the event
 * @tick: tick of the event
 * @disabled: whether the driver has disabled the context since
 * @disabled_index: index of the SCHED_MODE_SET event, if @disabled is set
 * @disabled_tick: its tick
 */
struct contexts_cat_error {
	u32 guc_id;
	u32 type;
	u64 index;
	s64 tick;
	bool disabled;
	u64 disabled_index;
	s64 disabled_tick;
};

struct arena;

/**
 * struct contexts - all contexts of a log
 * @arena: arena that has the memory of @ctx
 * @nr: number of contexts in @ctx
 * @ctx: the contexts, in the order in which they were first seen
 * @lost: number of contexts that were not stored
 * @current: indexed by guc_id: number of the ctx that has the guc_id now, counted from 1; 0 for
 *	none
 * @engine: the engines, indexed by an_engine(); the state since the last gap
 * @seen: indexed by an_engine(): an event named the engine
 * @in_reset: an engine reset has begun and not ended; the caller sets this before each event
 * @part_begin: tick of the first event after the last gap
 * @run: number of events since the last gap
 * @last_tick: tick of the last event
 * @longest: longest latency of each kind, ticks, indexed by enum context_latency
 * @reuse: when a guc_id is registered again, its new ctx replaces the old one in memory
 * @gone_preempted: number of preemptions of the contexts that were replaced in @ctx
 * @nr_cat_errors: number of CAT_ERROR events
 * @cat_error: the newest of them; number n is at index n % CONTEXTS_CAT_ERRORS
 * @slice: called when a context leaves a state or an engine, may be NULL
 * @slice_context: first argument of @slice
 */
struct contexts {
	struct arena *arena;
	unsigned int nr;
	struct guclog_context *ctx;
	u64 lost;
	u32 current[CONTEXT_IDS];
	struct contexts_engine engine[AN_ENGINES];
	bool seen[AN_ENGINES];
	bool in_reset;
	s64 part_begin;
	u64 run;
	s64 last_tick;
	s64 longest[LATENCY_COUNT];
	bool reuse;
	u64 gone_preempted;
	u64 nr_cat_errors;
	struct contexts_cat_error cat_error[CONTEXTS_CAT_ERRORS];
	guclog_slice_fn slice;
	void *slice_context;
};

void contexts_event(struct contexts *contexts, struct rules *rules,
		    const struct an_event *e, unsigned int event);
struct guclog_context *contexts_find(const struct contexts *contexts, u32 guc_id);
struct guclog_context *contexts_at(const struct contexts *contexts, u32 engine);
bool contexts_is_on(const struct contexts *contexts, u32 guc_id, u32 engine);
const struct contexts_cat_error *contexts_cat_error(const struct contexts *contexts, u64 back);
const struct contexts_cat_error *contexts_open_error(const struct contexts *contexts);
s64 contexts_on_ticks(const struct guclog_context *ctx, s64 now);

/*
 * Return: whether a context belongs to a queue. @first: first guc_id of the queue, @width: number
 * of its guc_ids, which follow each other; 0 means 1. GUCLOG_NONE belongs to no queue.
 */
static inline bool queue_has(u32 first, u32 width, u32 guc_id)
{
	return first != GUCLOG_NONE && guc_id != GUCLOG_NONE && guc_id - first < max(width, 1u);
}

#endif
