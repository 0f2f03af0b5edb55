// SPDX-License-Identifier: GPL-2.0
/*
 * guc_sched.c -- put contexts on engines, run them, and take them off.
 *
 * An engine runs one context at a time.  A context that becomes ready while all its
 * engines are busy waits, and the GuC asks the running context to leave.  It leaves
 * at once where it waits on a semaphore or passes MI_ARB_CHECK.  Otherwise the
 * engine is reset when the running context's preemption timeout is over.
 *
 * Messages of the driver change only this state; sched_settle() then lets the
 * hardware act on it, so that the events come in the order of real firmware.
 */
#include <string.h>

#include "cs.h"
#include "dialect.h"
#include "engine.h"
#include "guc.h"
#include "guc_sched.h"

#define TICKS_PER_US	192 / 10
#define WAIT_PERIOD	(64000ull * TICKS_PER_US)
#define SETTLE_ROUNDS	64		/* against contexts that replace each other */

/**
 * sched_reset() - no context is registered
 * @guc: the GuC
 */
void sched_reset(struct guc *guc)
{
	engine_find(guc);
	guc->ready = -1;
	guc->blocked = -1;
	memset(&guc->faults, 0, sizeof(guc->faults));
}

/**
 * sched_engine() - where a context runs
 * @guc:    the GuC
 * @guc_id: the context
 *
 * Return: its engine, NULL when it does not run.
 */
struct guc_engine *sched_engine(struct guc *guc, u32 guc_id)
{
	for (u32 i = 0; i < guc->engines; i++)
		if (guc->engine[i].running == (s32)guc_id)
			return &guc->engine[i];
	return NULL;
}

static bool may_run_on(const struct guc_context *c, const struct guc_engine *e)
{
	return c->class == e->class && (c->mask & BIT(e->logical));
}

/* enqueue - behind those of the same or a higher priority */
static void enqueue(struct guc *guc, u32 guc_id)
{
	struct guc_context *c = &guc->context[guc_id];
	s32 *at = &guc->ready;

	while (*at >= 0 && guc->context[*at].priority <= c->priority)
		at = &guc->context[*at].next;
	c->next = *at;
	*at = (s32)guc_id;
	c->state = CONTEXT_READY;
}

static void dequeue(struct guc *guc, u32 guc_id)
{
	s32 *at = &guc->ready;

	while (*at >= 0 && *at != (s32)guc_id)
		at = &guc->context[*at].next;
	if (*at >= 0)
		*at = guc->context[guc_id].next;
	guc->context[guc_id].state = CONTEXT_IDLE;
}

/* put_on - a ready context onto an idle engine */
static void put_on(struct guc *guc, struct guc_engine *e, u32 guc_id, u32 after)
{
	struct guc_context *c = &guc->context[guc_id];

	dequeue(guc, guc_id);
	if (c->preempted)
		dialect_event(guc, 10, EV_CTX_RESUMED, guc_id, 1);
	dialect_context(guc, after, EV_CTX_PLACED, guc_id, e->instance);
	dialect_submit(guc, 42, e, guc_id);
	c->state = CONTEXT_RUNNING;
	c->preempted = false;
	c->since = clock_ticks();
	e->running = (s32)guc_id;
	e->submitted = true;
}

/* ask - ask the context on an engine to leave it, for @waiter or the driver */
static void ask(struct guc *guc, struct guc_engine *e, s32 waiter)
{
	if (e->asked)
		return;
	dialect_event(guc, 16, EV_SWITCH_OUT_REQUEST, e->class, e->instance);
	e->asked = true;
	e->waited = false;
	e->waiter = waiter;
	e->asked_at = guc->log.ticks;
}

/*
 * blocker - the engine that keeps a context from running, NULL: none does
 *
 * Render work starts only when the compute engines are empty, as those share its
 * hardware.
 */
static struct guc_engine *blocker(struct guc *guc, const struct guc_context *c)
{
	struct guc_engine *busy = NULL;

	for (u32 i = 0; i < guc->engines; i++) {
		struct guc_engine *e = &guc->engine[i];

		if (c->class == GUC_RENDER && e->class == GUC_COMPUTE && e->running >= 0)
			return e;
		if (may_run_on(c, e) && e->running >= 0 && !busy)
			busy = e;
	}
	for (u32 i = 0; i < guc->engines; i++)
		if (may_run_on(c, &guc->engine[i]) && guc->engine[i].running < 0)
			return NULL;
	return busy;
}

/* dispatch - place a ready context, or ask for its place */
static bool dispatch(struct guc *guc, u32 guc_id, u32 after)
{
	const struct guc_context *c = &guc->context[guc_id];
	struct guc_engine *e = blocker(guc, c);

	if (e) {
		ask(guc, e, (s32)guc_id);
		return false;
	}
	for (u32 i = 0; i < guc->engines; i++)
		if (may_run_on(c, &guc->engine[i]) && guc->engine[i].running < 0) {
			put_on(guc, &guc->engine[i], guc_id, after);
			return true;
		}
	return false;
}

/**
 * sched_ready() - a context that is idle has something to run
 * @guc:    the GuC
 * @guc_id: the context
 */
void sched_ready(struct guc *guc, u32 guc_id)
{
	dialect_context(guc, 49, EV_CTX_READY, guc_id, guc->context[guc_id].priority);
	enqueue(guc, guc_id);
	dispatch(guc, guc_id, 16);
}

/**
 * sched_more() - a context that runs has more to run
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
 * sched_release() - an engine has become idle
 * @guc: the GuC
 * @e:   the engine
 */
void sched_release(struct guc *guc, struct guc_engine *e)
{
	(void)guc;
	e->running = -1;
	e->submitted = false;
	e->more = false;
	e->asked = false;
}

/**
 * sched_place() - let the first context that may run on an idle engine run there
 * @guc: the GuC
 * @e:   the engine
 */
void sched_place(struct guc *guc, struct guc_engine *e)
{
	for (s32 id = guc->ready, next; id >= 0 && e->running < 0; id = next) {
		next = guc->context[id].next;
		if (may_run_on(&guc->context[id], e) ||
		    (e->class == GUC_COMPUTE && guc->context[id].class == GUC_RENDER))
			dispatch(guc, (u32)id, 83);
	}
}

/* complete - the context on an engine has nothing left to run */
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

/* charge - add the time since the last call to the run time of a context */
static void charge(struct guc *guc, struct guc_context *c)
{
	u64 now = clock_ticks();

	cs_charge(guc->gpu, c->lrca, now - c->since);
	c->since = now;
}

/* run - a slice of the context on an engine */
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
	c->yields = result != CS_HANGS && job.arbitrated;
	c->waits = result == CS_WAITS;
	c->hung = result == CS_HANGS;
	if (c->hung)
		report_note(&guc->gpu->report, 1, "GuC %u: context %d hangs", guc->id, e->running);
	if (result == CS_ENDS) {
		complete(guc, e, &job);
	} else {
		guc->blocked = e->running;
		guc->blocked_on = (u32)(e - guc->engine);
	}
}

/* leave - the context on an engine can be preempted: it leaves */
static void leave(struct guc *guc, struct guc_engine *e)
{
	u32 id = (u32)e->running;
	struct guc_context *c = &guc->context[id];

	dialect_csb(guc, 310, e, c->waits ? CSB_PREEMPTED_WAIT : CSB_PREEMPTED);
	dialect_context(guc, 51, EV_CTX_OFF_ENGINE, id, e->instance);
	charge(guc, c);
	sched_release(guc, e);
	if (c->disabling) {
		c->state = CONTEXT_IDLE;
		dialect_context(guc, 16, EV_CTX_NOT_READY, id, DISABLED);
		context_disabled(guc, id);
	} else {
		dialect_context(guc, 18, EV_CTX_READY, id, c->priority);
		c->preempted = true;
		enqueue(guc, id);
	}
	sched_place(guc, e);
}

/* submit - the hardware takes what was submitted; false when it does not */
static bool submit(struct guc *guc, struct guc_engine *e)
{
	if (guc->ignored[IGNORE_SUBMIT] && e->submitted &&
	    (guc->ignored_id < 0 || guc->ignored_id == e->running)) {
		guc->ignored[IGNORE_SUBMIT]--;
		guc->context[e->running].hung = true;
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

/* wait - the running context does not leave: say so, now and in periods */
static void wait(struct guc *guc, struct guc_engine *e)
{
	if (e->waited)
		return;
	dialect_event(guc, 574, EV_SWITCH_OUT_WAIT, (u32)e->class << 8 | 2, EV_PAD);
	e->waited = true;
	e->next_wait = (guc->log.ticks / WAIT_PERIOD + 1) * WAIT_PERIOD;
}

/* settle - one step of one engine; false when there is none to do */
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
 * sched_settle() - let the engines act on what the GuC has decided
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

/**
 * sched_take_off() - the driver disables a context
 * @guc:    the GuC
 * @guc_id: the context
 *
 * Return: true when it is off its engine; false when it has been asked to leave,
 * and will be off later.
 */
bool sched_take_off(struct guc *guc, u32 guc_id)
{
	struct guc_context *c = &guc->context[guc_id];
	struct guc_engine *e = sched_engine(guc, guc_id);

	if (c->state == CONTEXT_READY)
		dequeue(guc, guc_id);
	if (!e)
		return true;
	charge(guc, c);
	if (e->asked)
		e->waiter = -1;
	else
		ask(guc, e, -1);
	return false;
}

/**
 * sched_forget() - a context is deregistered
 * @guc:    the GuC
 * @guc_id: the context
 */
void sched_forget(struct guc *guc, u32 guc_id)
{
	struct guc_engine *e = sched_engine(guc, guc_id);

	if (guc->context[guc_id].state == CONTEXT_READY)
		dequeue(guc, guc_id);
	for (u32 i = 0; i < guc->engines; i++)
		if (guc->engine[i].waiter == (s32)guc_id)
			guc->engine[i].waiter = -1;
	if (e)
		sched_release(guc, e);
}

/* overdue - events and the reset that are due by now on an engine */
static void overdue(struct guc *guc, struct guc_engine *e, u64 now)
{
	u32 limit_us = guc->context[e->running].preempt_us;
	u64 deadline = limit_us ? e->asked_at + (limit_us + 2ull) * TICKS_PER_US : UINT64_MAX;

	while (e->next_wait <= now && e->next_wait < deadline) {
		dialect_at(guc, e->next_wait);
		dialect_event(guc, 0, EV_SWITCH_OUT_WAIT, (u32)e->class << 8 | 2, EV_PAD);
		e->next_wait += WAIT_PERIOD;
	}
	if (deadline > now)
		return;
	dialect_at(guc, deadline);
	engine_reset(guc, e, (s32)(e->waiter < 0 ? e->class : guc->context[e->waiter].class));
}

/**
 * sched_tick() - time passes
 * @guc: the GuC
 *
 * To be called several times a second, and before a message is acted on: what is
 * due at a certain time is written with that time, so it must not come late.
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
		charge(guc, &guc->context[e->running]);
		if (e->asked && e->waited)
			overdue(guc, e, now);
	}
	dialect_at(guc, now);
	for (u32 i = 0; i < guc->engines; i++)
		if (guc->engine[i].running >= 0)
			run(guc, &guc->engine[i]);
	for (s32 id = guc->ready, next; id >= 0; id = next) {
		next = guc->context[id].next;
		dispatch(guc, (u32)id, 16);
	}
	sched_settle(guc);
	if (guc->sent != sent)
		irq_guc(&guc->gpu->irq, guc->id);
}
