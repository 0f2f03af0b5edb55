// SPDX-License-Identifier: GPL-2.0
/* guc_reset.c -- the GuC's reset of an engine. */
#include "ct_send.h"
#include "dialect.h"
#include "engine_state.h"
#include "guc_capture.h"
#include "guc_sched.h"
#include "irq.h"

#define NOTIFY_CAPTURE	0x8002
#define NOTIFY_RESET	0x1008

/* in_domain - check whether two engines are reset together, as render and compute engines are */
static bool in_domain(const struct guc_engine *a, const struct guc_engine *b)
{
	bool shared = (a->class == GUC_RENDER || a->class == GUC_COMPUTE) &&
		      (b->class == GUC_RENDER || b->class == GUC_COMPUTE);

	return a == b || shared;
}

/*
 * each - write an event for each engine that is reset together with @e, and return their number
 *
 * The first of these events is @first tenths of a microsecond after the preceding event, each later
 * event is @after tenths after its predecessor.
 */
static u32 each(struct guc *guc, const struct guc_engine *e, enum dialect id, u32 first, u32 after)
{
	u32 n = 0;

	for (u32 i = 0; i < guc->engines; i++) {
		const struct guc_engine *other = &guc->engine[i];

		if (!in_domain(e, other))
			continue;
		dialect_event(guc, n ? after : first, id, other->class,
			      id == EV_CLASS_RESUMED ? EV_PAD : other->instance);
		n++;
	}
	return n;
}

/* timed_out - write an event for each class of the engines that are reset together with @e */
static void timed_out(struct guc *guc, const struct guc_engine *e)
{
	u32 written = BIT(e->class);

	dialect_event(guc, 0, EV_SWITCH_OUT_TIMEOUT, e->class, EV_PAD);
	for (u32 i = 0; i < guc->engines; i++) {
		const struct guc_engine *other = &guc->engine[i];

		if (!in_domain(e, other) || (written & BIT(other->class)))
			continue;
		dialect_event(guc, 37, EV_SWITCH_OUT_TIMEOUT, other->class, EV_PAD);
		written |= BIT(other->class);
	}
}

/* take_off - remove the context from an engine; the driver must enable it before it runs again */
static void take_off(struct guc *guc, struct guc_engine *e)
{
	u32 id = (u32)e->running;
	struct guc_context *c = &guc->context[id];

	dialect_context(guc, 35, EV_CTX_NOT_READY, id, e->instance);
	dialect_context(guc, 47, EV_CTX_OFF_ENGINE, id, e->instance);
	if (c->disabling) {
		dialect_context(guc, 16, EV_CTX_NOT_READY, id, DISABLED);
		dialect_event(guc, 7, EV_SCHED_MODE_DONE, id, 0);
	}
	c->faulting = false;
	c->state = CONTEXT_IDLE;
	c->halted = true;
	c->hung = false;
	c->yields = false;
	c->position = (struct cs_position){
		.bad = c->position.bad, .stalls = c->position.stalls,
	};
	sched_release(guc, e);
}

/**
 * engine_reset() - reset an engine, and report the reset of its context to the driver
 * @guc:     the GuC
 * @e:       the engine
 * @timeout: the context on the engine did not leave it in time
 */
void engine_reset(struct guc *guc, struct guc_engine *e, bool timeout)
{
	u32 victim = (u32)e->running, n = 0;
	bool running = e->running >= 0;

	if (timeout)
		timed_out(guc, e);
	dialect_event(guc, 16, EV_RESET_DECIDED, 0, 0);
	if (running)
		engine_state_report(guc, e, "reset");
	capture_engine(guc, e);
	dialect_event(guc, 42, EV_ENGINE_RESET_BEGIN, (u32)e->class << 16 | e->instance,
		      BIT(e->logical));
	n = each(guc, e, EV_RESET_ENGINE, 1533, 71);
	dialect_event(guc, 20, EV_RESET_WAIT, n, EV_PAD);
	dialect_event(guc, 10051, EV_RESET_WAIT, n, EV_PAD);
	each(guc, e, EV_RESET_ENGINE_DONE, 111, 8);
	dialect_event(guc, 15, EV_PF_FLUSH_ENGINE, e->class, e->instance);
	dialect_positions(guc);
	if (running) {
		take_off(guc, e);
		sched_place(guc, e);
	}
	dialect_event(guc, 17, EV_ENGINE_RESET_END, (u32)e->class << 16 | e->instance,
		      BIT(e->logical));
	each(guc, e, EV_CLASS_RESUMED, 10, 16);
	ct_event(guc, NOTIFY_CAPTURE, 0, 0, 1);
	if (running)
		ct_event(guc, NOTIFY_RESET, victim, 0, 1);
	if (running && guc->context[victim].disabling) {
		guc->context[victim].disabling = false;
		ct_event(guc, G2H_SCHED_DONE, victim, 0, 2);
	}
	irq_guc(&guc->gpu->irq, guc->id);
	sched_settle(guc);
}
