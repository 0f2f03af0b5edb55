// SPDX-License-Identifier: GPL-2.0
/* guc_context.c -- contexts: registered, enabled, run, hung. */
#include <string.h>

#include "cs.h"
#include "guc.h"

/* GuC engine classes to the hardware's. */
static const u8 classes[] = {
	CLASS_RENDER, CLASS_VIDEO, CLASS_ENHANCE, CLASS_COPY, CLASS_COMPUTE, CLASS_OTHER,
};

static struct guc_context *find(struct guc *guc, u32 id)
{
	if (id < GUC_CONTEXTS && guc->context[id].registered)
		return &guc->context[id];
	report_fault(&guc->gpu->report, FAULT_ACTION, "GuC %u: no context %u", guc->id, id);
	return NULL;
}

/**
 * context_register() - a new context
 * @guc:   the GuC
 * @id:    the driver's number for it
 * @class: engine class as the GuC numbers it
 * @mask:  engines
 * @lrca:  its image
 */
void context_register(struct guc *guc, u32 id, u32 class, u32 mask, u32 lrca)
{
	if (id >= GUC_CONTEXTS || class >= ARRAY_SIZE(classes) || guc->context[id].registered) {
		report_fault(&guc->gpu->report, FAULT_ACTION,
			     "GuC %u: cannot register context %u of class %u", guc->id, id, class);
		return;
	}
	guc->context[id] = (struct guc_context){
		.registered = true, .class = class, .mask = mask, .lrca = lrca,
	};
}

static void unhang(struct guc *guc, struct guc_context *c)
{
	if (c->hung)
		guc->hung--;
	c->hung = false;
}

/**
 * context_deregister() - forget a context
 * @guc: the GuC
 * @id:  which
 *
 * Return: false when there is none of that number.
 */
bool context_deregister(struct guc *guc, u32 id)
{
	struct guc_context *c = find(guc, id);

	if (!c)
		return false;
	unhang(guc, c);
	memset(c, 0, sizeof(*c));
	return true;
}

static void charge(struct guc *guc, struct guc_context *c)
{
	u64 now = clock_ticks();

	if (c->hung)
		cs_charge(guc->gpu, c->lrca, now - c->since);
	c->since = now;
}

static void run(struct guc *guc, struct guc_context *c)
{
	struct cs_job job = {
		.lrca = c->lrca,
		.class = classes[c->class],
		.instance = c->mask ? (u32)__builtin_ctz(c->mask) : 0,
	};

	if (!c->enabled || c->hung)
		return;
	if (cs_run(guc->gpu, &job) == CS_HANGS) {
		report_note(&guc->gpu->report, 1, "GuC %u: a context hangs", guc->id);
		c->hung = true;
		c->since = clock_ticks();
		guc->hung++;
	}
}

/**
 * context_enable() - let a context onto its engine, or take it off
 * @guc: the GuC
 * @id:  which
 * @on:  let
 *
 * Return: false when there is none of that number.
 */
bool context_enable(struct guc *guc, u32 id, bool on)
{
	struct guc_context *c = find(guc, id);

	if (!c)
		return false;
	charge(guc, c);
	c->enabled = on;
	if (on)
		run(guc, c);
	return true;
}

/**
 * context_run() - there is something new in a context's ring
 * @guc: the GuC
 * @id:  which
 *
 * Return: false when there is none of that number.
 */
bool context_run(struct guc *guc, u32 id)
{
	struct guc_context *c = find(guc, id);

	if (!c)
		return false;
	run(guc, c);
	return true;
}

/**
 * context_tick() - time passes for the contexts that hang on an engine
 * @guc: the GuC
 *
 * To be called several times a second: the driver looks at a context's run
 * time before it believes in a hang.
 */
void context_tick(struct guc *guc)
{
	if (!guc->hung)
		return;
	for (u32 i = 0; i < GUC_CONTEXTS; i++)
		if (guc->context[i].hung && guc->context[i].enabled)
			charge(guc, &guc->context[i]);
}
