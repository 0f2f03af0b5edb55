// SPDX-License-Identifier: GPL-2.0
/*
 * guc_sched.c -- runs contexts on engines in slices (calls of cs_run()), and takes them off.
 *
 * An engine runs one context at a time.  A context that becomes ready while all its
 * engines are busy waits, and the GuC asks the running context to leave.  The running context
 * leaves at once if it waits on a semaphore or passes MI_ARB_CHECK.  Otherwise the engine is reset
 * when the preemption timeout of the running context is over.  A context with a page fault that the
 * driver did not resolve stays on its engine until that reset.
 *
 * Messages of the driver change only the state of the scheduler; sched_settle() then starts and
 * preempts the contexts, so that the log has the events in the order of real firmware.
 */
#include <string.h>

#include "cs.h"
#include "ct_send.h"
#include "dialect.h"
#include "engine.h"
#include "engine_state.h"
#include "guc_fault.h"
#include "guc_sched.h"

#define WAIT_PERIOD	(64 * 19200ull)	/* ticks between EV_SWITCH_OUT_WAIT events: 64 ms */
#define NOTICED_AFTER	123		/* least ticks from a request to its timeout: 6.4 us */
#define SETTLE_ROUNDS	64		/* limit: contexts could preempt each other for ever */

/**
 * sched_reset() - reset the scheduler after all contexts were deleted
 * @guc: the GuC
 */
void sched_reset(struct guc *guc)
{
	engine_find(guc);
	guc->ready = -1;
	guc->blocked = -1;
	memset(&guc->faults, 0, sizeof(guc->faults));
	memset(&guc->storm, 0, sizeof(guc->storm));
}

/**
 * sched_engine() - find the engine on which a context runs
 * @guc:    the GuC
 * @guc_id: the context
 *
 * Return: the engine, or NULL if the context does not run.
 */
struct guc_engine *sched_engine(struct guc *guc, u32 guc_id)
{
	for (u32 i = 0; i < guc->engines; i++)
		if (guc->engine[i].running == (s32)guc_id)
			return &guc->engine[i];
	return NULL;
}

/**
 * sched_disabled() - report to the driver that a context is disabled
 * @guc:    the GuC
 * @guc_id: the context
 *
 * The caller raises the interrupt.
 */
void sched_disabled(struct guc *guc, u32 guc_id)
{
	guc->context[guc_id].disabling = false;
	dialect_event(guc, 7, EV_SCHED_MODE_DONE, guc_id, 0);
	ct_event(guc, G2H_SCHED_DONE, guc_id, 0, 2);
}

/**
 * sched_more() - submit more work of a running context to its engine
 * @guc:    the GuC
 * @guc_id: the context
 */
void sched_more(struct guc *guc, u32 guc_id)
{
	struct guc_engine *e = sched_engine(guc, guc_id);

	if (!e)
		return;
	dialect_submit(guc, 67, e, guc_id);
	e->more = true;
}

/**
 * sched_release() - mark an engine as idle
 * @guc: the GuC
 * @e:   the engine
 */
void sched_release(struct guc *guc, struct guc_engine *e)
{
	e->running = -1;
	e->submitted = false;
	e->more = false;
	e->asked = false;
	engine_state_show(guc, e);
}

/* complete - take the context off an engine after all its work was done */
static void complete(struct guc *guc, struct guc_engine *e, const struct cs_job *job)
{
	u32 id = (u32)e->running;

	dialect_csb(guc, 100, e, CSB_COMPLETE);
	dialect_event(guc, 42, EV_RING_AT_SWITCH, job->head, job->tail);
	dialect_context(guc, 9, EV_CTX_OFF_ENGINE, id, e->instance);
	dialect_context(guc, 16, EV_CTX_NOT_READY, id, e->instance);
	guc->context[id].state = CONTEXT_IDLE;
	sched_release(guc, e);
	sched_place(guc, e);
}

/**
 * sched_charge() - add the time since the last update to a running context's run time
 * @guc: the GuC
 * @c:   the context
 */
void sched_charge(struct guc *guc, struct guc_context *c)
{
	u64 now = clock_ticks();

	cs_charge(guc->gpu, c->lrca, now - c->since);
	c->since = now;
}

/* run - run the context on an engine for a slice */
static void run(struct guc *guc, struct guc_engine *e)
{
	struct guc_context *c = &guc->context[e->running];
	struct cs_job job = {
		.lrca = c->lrca, .guc_id = (u32)e->running, .position = &c->position,
		.class = engine_hw_class(e->class), .instance = e->instance,
	};
	enum cs_result result;

	if (c->hung)
		return;
	result = cs_run(guc->gpu, &job);
	c->since = clock_ticks();
	/* A context with work that hangs cannot be preempted. */
	c->yields = result != CS_HANGS && job.arbitrated && !c->position.work_header;
	c->waits = result == CS_WAITS;
	c->hung = result == CS_HANGS;
	engine_state_show(guc, e);
	if (c->hung)
		engine_state_report(guc, e, "hangs");
	if (job.fault.count)
		fault_access(guc, (u32)e->running, e, &job.fault);
	if (result == CS_ENDS) {
		complete(guc, e, &job);
	} else {
		guc->blocked = e->running;
		guc->blocked_on = (u32)(e - guc->engine);
		guc->blocked_left = false;
	}
}

/* leave - preempt the context on an engine */
static void leave(struct guc *guc, struct guc_engine *e)
{
	u32 id = (u32)e->running;
	struct guc_context *c = &guc->context[id];

	dialect_csb(guc, 310, e, c->waits ? CSB_PREEMPTED_WAIT : CSB_PREEMPTED);
	dialect_context(guc, 51, EV_CTX_OFF_ENGINE, id, e->instance);
	sched_charge(guc, c);
	if (c->disabling)
		engine_state_report(guc, e, c->waits ? "waits" : "loops");
	cs_save(guc->gpu, c->lrca, &c->position);
	sched_release(guc, e);
	if (c->disabling) {
		c->state = CONTEXT_IDLE;
		dialect_context(guc, 16, EV_CTX_NOT_READY, id, DISABLED);
		sched_disabled(guc, id);
	} else {
		dialect_context(guc, 18, EV_CTX_READY, id, c->priority);
		c->preempted = true;
		sched_enqueue(guc, id);
	}
	sched_place(guc, e);
}

/*
 * submit - start submitted work; returns false if the control command "ignore submit" prevents that
 */
static bool submit(struct guc *guc, struct guc_engine *e)
{
	struct guc_context *c = &guc->context[e->running];

	if (guc->ignored[IGNORE_SUBMIT] && e->submitted &&
	    (guc->ignored_id < 0 || guc->ignored_id == e->running)) {
		guc->ignored[IGNORE_SUBMIT]--;
		c->hung = true;
		/* An earlier slice may have ended where the context can be preempted. */
		c->yields = false;
		e->submitted = false;
		return false;
	}
	if (e->submitted) {
		dialect_csb(guc, 35, e, CSB_IDLE_ACTIVE);
		dialect_context(guc, 51, EV_CTX_RUNNING, (u32)e->running, e->instance);
	} else {
		dialect_csb(guc, 25, e, CSB_LITE);
	}
	e->submitted = false;
	e->more = false;
	run(guc, e);
	return true;
}

/*
 * wait - write EV_SWITCH_OUT_WAIT: the running context was asked to leave the engine and has not
 * left; overdue() repeats the event. Nothing is written if no context waits for the engine.
 */
static void wait(struct guc *guc, struct guc_engine *e)
{
	if (e->waited)
		return;
	if (e->waiter < 0) {
		e->waited = true;
		e->next_wait = UINT64_MAX;
		return;
	}
	dialect_event(guc, 574, EV_SWITCH_OUT_WAIT, (u32)e->class << 8 | 2, EV_PAD);
	e->waited = true;
	e->next_wait = (guc->log.ticks / WAIT_PERIOD + 1) * WAIT_PERIOD;
}

/* settle - start submitted work or preempt the context; returns false if neither was done */
static bool settle(struct guc *guc, struct guc_engine *e)
{
	if (e->running < 0)
		return false;
	if (e->submitted || e->more)
		return submit(guc, e);
	if (!e->asked)
		return false;
	if (guc->context[e->running].yields) {
		leave(guc, e);
		return true;
	}
	wait(guc, e);
	return false;
}

/**
 * sched_settle() - let the engines start submitted work and preempt contexts
 * @guc: the GuC
 */
void sched_settle(struct guc *guc)
{
	bool again = true;

	for (u32 n = 0; again && n < SETTLE_ROUNDS; n++) {
		again = false;
		for (u32 i = 0; i < guc->engines; i++)
			again |= settle(guc, &guc->engine[i]);
	}
}

/*
 * overdue - write the EV_SWITCH_OUT_WAIT events that are due, because the running context was asked
 * to leave the engine and has not left; after the context's preemption timeout, reset the engine
 */
static void overdue(struct guc *guc, struct guc_engine *e, u64 now)
{
	u32 limit_us = guc->context[e->running].preempt_us;
	u64 limit = max_u64((limit_us + 2ull) * 192 / 10, NOTICED_AFTER);
	u64 deadline = limit_us ? e->asked_at + limit : UINT64_MAX;

	while (e->next_wait <= now && e->next_wait < deadline) {
		dialect_at(guc, e->next_wait);
		dialect_event(guc, 0, EV_SWITCH_OUT_WAIT, (u32)e->class << 8 | 2, EV_PAD);
		e->next_wait += WAIT_PERIOD;
	}
	if (deadline > now)
		return;
	dialect_at(guc, deadline);
	engine_reset(guc, e, true);
}

/**
 * sched_tick() - continue the running contexts, preempt contexts and reset overdue engines
 * @guc: the GuC
 *
 * Must be called several times per second and before the GuC handles messages, so that events
 * are written in the order of their times.
 */
void sched_tick(struct guc *guc)
{
	unsigned long sent = guc->sent;
	u64 now = clock_ticks();

	if (!guc->running)
		return;
	for (u32 i = 0; i < guc->engines; i++) {
		struct guc_engine *e = &guc->engine[i];

		if (e->running < 0)
			continue;
		sched_charge(guc, &guc->context[e->running]);
		if (e->asked && e->waited)
			overdue(guc, e, now);
	}
	dialect_at(guc, now);
	for (u32 i = 0; i < guc->engines; i++)
		if (guc->engine[i].running >= 0)
			run(guc, &guc->engine[i]);
	for (s32 id = guc->ready, next; id >= 0; id = next) {
		next = guc->context[id].next;
		sched_dispatch(guc, (u32)id, 16);
	}
	sched_settle(guc);
	if (guc->sent != sent)
		irq_guc(&guc->gpu->irq, guc->id);
}
