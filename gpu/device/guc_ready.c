// SPDX-License-Identifier: GPL-2.0
/* guc_ready.c -- assigns engines to contexts that are ready. */
#include "dialect.h"
#include "guc_sched.h"

static bool may_run_on(const struct guc_context *c, const struct guc_engine *e)
{
	return c->class == e->class && (c->mask & BIT(e->logical));
}

/**
 * sched_enqueue() - queue a ready context after the ready contexts of the same or a higher priority
 * @guc:    the GuC
 * @guc_id: the context
 */
void sched_enqueue(struct guc *guc, u32 guc_id)
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

/* put_on - put a ready context onto an idle engine */
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

/* ask - ask the context on an engine to leave, for the context @waiter or for the driver (-1) */
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
 * blocker - find the busy engine for which a context must wait; returns NULL if it can run now
 *
 * Render work starts only when the compute engines are idle, because they share hardware.
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

/**
 * sched_dispatch() - put a ready context onto an engine, or ask another context to leave
 * @guc:    the GuC
 * @guc_id: the context
 * @after:  time from the preceding log event to the event EV_CTX_PLACED, in tenths of a microsecond
 */
void sched_dispatch(struct guc *guc, u32 guc_id, u32 after)
{
	const struct guc_context *c = &guc->context[guc_id];
	struct guc_engine *e = blocker(guc, c);

	if (c->forgotten)
		return;
	if (e) {
		ask(guc, e, (s32)guc_id);
		return;
	}
	for (u32 i = 0; i < guc->engines; i++) {
		e = &guc->engine[i];
		if (!may_run_on(c, e) || e->running >= 0)
			continue;
		put_on(guc, e, guc_id, after);
		return;
	}
}

/**
 * sched_ready() - mark an idle context as ready, because it has work, and try to run it
 * @guc:    the GuC
 * @guc_id: the context
 */
void sched_ready(struct guc *guc, u32 guc_id)
{
	dialect_context(guc, 49, EV_CTX_READY, guc_id, guc->context[guc_id].priority);
	sched_enqueue(guc, guc_id);
	sched_dispatch(guc, guc_id, 16);
}

/**
 * sched_place() - after an engine has become idle, dispatch the ready contexts that may have waited
 *                 for it, in the order of the queue, until a context is on the engine
 * @guc: the GuC
 * @e:   the engine; if it is a compute engine, render contexts may have waited for it too
 */
void sched_place(struct guc *guc, struct guc_engine *e)
{
	for (s32 id = guc->ready, next; id >= 0 && e->running < 0; id = next) {
		next = guc->context[id].next;
		if (may_run_on(&guc->context[id], e) ||
		    (e->class == GUC_COMPUTE && guc->context[id].class == GUC_RENDER))
			sched_dispatch(guc, (u32)id, 83);
	}
}

/**
 * sched_take_off() - take a context off its engine, because the driver disables it
 * @guc:    the GuC
 * @guc_id: the context
 *
 * Return: true if the context is not on an engine, or false if it was asked to leave its engine and
 * has not left yet.
 */
bool sched_take_off(struct guc *guc, u32 guc_id)
{
	struct guc_context *c = &guc->context[guc_id];
	struct guc_engine *e = sched_engine(guc, guc_id);

	if (c->state == CONTEXT_READY)
		dequeue(guc, guc_id);
	if (!e)
		return true;
	sched_charge(guc, c);
	if (e->asked)
		e->waiter = -1;
	else
		ask(guc, e, -1);
	return false;
}

/**
 * sched_forget() - remove a deregistered context from the queue and from its engine
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
