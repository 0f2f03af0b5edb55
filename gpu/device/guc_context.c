// SPDX-License-Identifier: GPL-2.0
/* guc_context.c -- registers, enables, disables and deregisters contexts. */
#include <string.h>

#include "cs.h"
#include "ct_send.h"
#include "dialect.h"
#include "engine.h"
#include "guc.h"
#include "guc_sched.h"

#define G2H_DEREG_DONE	0x4600

#define KLV_PREEMPT_US	0x2002
#define KLV_PRIORITY	0x2003
#define PRIORITY_NORMAL	3

static struct guc_context *find(struct guc *guc, u32 id)
{
	if (id < GUC_CONTEXTS && guc->context[id].registered)
		return &guc->context[id];
	report_fault(&guc->gpu->report, FAULT_ACTION, "GuC %u: no context %u", guc->id, id);
	return NULL;
}

/*
 * ignores - check whether the GuC ignores a request because of the control command "ignore"; if so,
 * reduce the number of further requests that it will ignore
 */
static bool ignores(struct guc *guc, enum ignored what, u32 id)
{
	if (!guc->ignored[what] || (guc->ignored_id >= 0 && guc->ignored_id != (s32)id))
		return false;
	guc->ignored[what]--;
	return true;
}

/**
 * context_register() - register a new context
 * @guc:   the GuC
 * @id:    the context's guc_id
 * @class: enum guc_class
 * @mask:  bit mask of the logical engines on which the context may run
 * @lrca:  global address of the context's image
 */
void context_register(struct guc *guc, u32 id, u32 class, u32 mask, u32 lrca)
{
	if (id >= GUC_CONTEXTS || class >= GUC_CLASSES || guc->context[id].registered) {
		report_fault(&guc->gpu->report, FAULT_ACTION,
			     "GuC %u: cannot register context %u of class %u", guc->id, id, class);
		return;
	}
	/* A context that no engine can run would wait for ever. */
	if (!engine_for(guc, class, mask)) {
		report_fault(&guc->gpu->report, FAULT_ACTION,
			     "GuC %u: no engine for context %u: class %u, logical engines %#x",
			     guc->id, id, class, mask);
		return;
	}
	guc->context[id] = (struct guc_context){
		.registered = true, .class = class, .mask = mask, .lrca = lrca,
		.priority = PRIORITY_NORMAL, .next = -1,
	};
	dialect_event(guc, 15, EV_CTX_REGISTERED, id, EV_PAD);
}

/**
 * context_policies() - set a context's priority and preemption timeout
 * @guc: the GuC
 * @id:  the context's guc_id
 * @klv: keys, lengths and values
 * @len: number of dwords of @klv
 *
 * Return: true, or false if no context with this guc_id is registered.
 */
bool context_policies(struct guc *guc, u32 id, const u32 *klv, u32 len)
{
	struct guc_context *c = find(guc, id);
	bool priority = false;

	if (!c)
		return false;
	for (u32 i = 0; i + 1 < len; i += 1 + (klv[i] & 0xffff)) {
		if (klv[i] >> 16 == KLV_PREEMPT_US)
			c->preempt_us = klv[i + 1];
		if (klv[i] >> 16 != KLV_PRIORITY)
			continue;
		c->priority = klv[i + 1] & 3;
		priority = true;
	}
	if (priority)
		dialect_policies(guc, id);
	return true;
}

/**
 * context_deregister() - delete a context, and report to the driver that it is deregistered
 * @guc: the GuC
 * @id:  the context's guc_id
 *
 * Return: true, or false if no context with this guc_id is registered.
 */
bool context_deregister(struct guc *guc, u32 id)
{
	struct guc_context *c = find(guc, id);

	if (!c)
		return false;
	dialect_deregister(guc, id);
	sched_forget(guc, id);
	if (guc->blocked == (s32)id)
		guc->blocked_left = true;
	memset(c, 0, sizeof(*c));
	if (ignores(guc, IGNORE_DEREGISTER, id))
		return true;
	dialect_event(guc, 4, EV_CTX_DEREGISTERED, id, EV_PAD);
	ct_event(guc, G2H_DEREG_DONE, id, 0, 1);
	return true;
}

static void disable(struct guc *guc, struct guc_context *c, u32 id)
{
	c->enabled = false;
	/* A request that is ignored does not take the context off its engine either. */
	if (ignores(guc, IGNORE_DISABLE, id))
		return;
	c->disabling = true;
	if (!sched_take_off(guc, id))
		return;
	dialect_context(guc, 6, EV_CTX_NOT_READY, id, DISABLED);
	sched_disabled(guc, id);
}

/*
 * make_ready - make an idle context ready; after the control command "ignore schedule" it gets no
 * engine
 */
static void make_ready(struct guc *guc, struct guc_context *c, u32 id)
{
	c->forgotten = ignores(guc, IGNORE_SCHEDULE, id);
	sched_ready(guc, id);
}

static void enable(struct guc *guc, struct guc_context *c, u32 id)
{
	c->enabled = true;
	c->halted = false;
	if (c->state == CONTEXT_IDLE && (c->position.depth || cs_has_work(guc->gpu, c->lrca)))
		make_ready(guc, c, id);
	dialect_event(guc, 15, EV_SCHED_MODE_DONE, id, 1);
	ct_event(guc, G2H_SCHED_DONE, id, 1, 2);
}

/**
 * context_enable() - enable or disable a context
 * @guc: the GuC
 * @id:  the context's guc_id
 * @on:  true: enable the context; false: disable it
 *
 * The driver gets a message when the context is enabled or disabled.
 *
 * Return: true, or false if no context with this guc_id is registered.
 */
bool context_enable(struct guc *guc, u32 id, bool on)
{
	struct guc_context *c = find(guc, id);

	if (!c)
		return false;
	dialect_event(guc, 6, EV_SCHED_MODE_SET, id, on);
	if (on)
		enable(guc, c, id);
	else
		disable(guc, c, id);
	return true;
}

/**
 * context_run() - run a context after the driver has added commands to its ring
 * @guc: the GuC
 * @id:  the context's guc_id
 *
 * Return: true, or false if no context with this guc_id is registered.
 */
bool context_run(struct guc *guc, u32 id)
{
	struct guc_context *c = find(guc, id);

	if (!c)
		return false;
	dialect_event(guc, 13, EV_CTX_SUBMIT, c->lrca >> 12, id);
	if (!c->enabled || c->halted || c->state == CONTEXT_READY)
		return true;
	if (c->state == CONTEXT_RUNNING)
		sched_more(guc, id);
	else if (cs_has_work(guc->gpu, c->lrca))
		make_ready(guc, c, id);
	return true;
}
