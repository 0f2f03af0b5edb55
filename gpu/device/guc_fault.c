// SPDX-License-Identifier: GPL-2.0
/*
 * guc_fault.c -- page faults, errors of contexts, and other events for the driver.
 *
 * A context with a page fault stays on its engine. If the driver does not resolve the fault, the
 * GuC reports a memory CAT error of the context. Only a reset of the engine then removes the
 * context.
 */
#include <string.h>

#include "cs.h"
#include "ct_send.h"
#include "dialect.h"
#include "engine.h"
#include "guc_fault.h"
#include "irq.h"

#define G2H_CAT_ERROR	0x6000
#define G2H_PAGE_FAULT	0x6002
#define G2H_UNCORRECTABLE 0x6005

#define CAT_REFUSED	18	/* type of a CAT error after a page fault that was not resolved */
#define ANSWER_REFUSED	BIT(1)	/* the driver did not resolve the fault */
#define FAULT_BYTES	16		/* size of a fault in the GuC's queue */
#define ANSWER_BYTES	8		/* size of an answer in the GuC's queue */
#define QUEUE_MASK	0xffffu
#define BATCH		16		/* faults at a time; at most 4 * BATCH are unanswered */
#define FAULT_ASID	0xfffffu	/* no VM has this ASID, so no fault can be resolved */
#define FAULT_VA	0xeab400000000ull

/**
 * fault_notify() - send an event of any kind
 * @guc:    the GuC
 * @action: G2H action
 * @data:   data of the event
 * @datas:  number of dwords of @data, at most 4
 */
void fault_notify(struct guc *guc, u32 action, const u32 *data, u32 datas)
{
	u32 hxg[5] = { HXG_ORIGIN_GUC | HXG_EVENT << 28 | action };

	if (datas)
		memcpy(hxg + 1, data, 4 * datas);
	ct_send(guc, 0, hxg, 1 + datas);
	irq_guc(&guc->gpu->irq, guc->id);
}

/**
 * fault_cat() - report a memory CAT error of a context, which then makes no progress and cannot
 *               leave its engine
 * @guc:    the GuC
 * @guc_id: the context
 */
void fault_cat(struct guc *guc, u32 guc_id)
{
	struct guc_context *c = &guc->context[guc_id];
	u32 data[2] = { guc_id, CAT_REFUSED };

	c->hung = true;
	c->yields = false;
	dialect_event(guc, 46, EV_CAT_ERROR, engine_hw_class(c->class) << 29 | guc_id, data[1]);
	fault_notify(guc, G2H_CAT_ERROR, data, 2);
}

/**
 * fault_uncorrectable() - report an uncorrectable error of a context, which then makes no progress;
 *                         the context can still be preempted
 * @guc:    the GuC
 * @guc_id: the context
 */
void fault_uncorrectable(struct guc *guc, u32 guc_id)
{
	struct guc_context *c = &guc->context[guc_id];

	c->hung = true;
	c->yields = true;
	fault_notify(guc, G2H_UNCORRECTABLE, &guc_id, 1);
}

/* taken - write the events for @n page faults that the GuC takes from the hardware */
static void taken(struct guc *guc, u32 n)
{
	struct guc_faults *f = &guc->faults;
	u32 to = (f->request + n * FAULT_BYTES) & QUEUE_MASK;

	dialect_event(guc, 37, EV_PF_REQUESTS, EV_PAD, EV_PAD);
	dialect_event(guc, 37 * n, EV_QUEUE_POSITION, f->request, to);
	f->request = to;
}

/**
 * fault_access() - raise a page fault of a context, which makes no progress and cannot leave its
 *                  engine until the driver has answered
 * @guc:    the GuC
 * @guc_id: the context
 * @e:      its engine
 * @access: the access
 *
 * A GPU without page faults reports a memory CAT error instead.
 */
void fault_access(struct guc *guc, u32 guc_id, const struct guc_engine *e,
		  const struct bad_access *access)
{
	struct guc_context *c = &guc->context[guc_id];
	bool trtt = access->access == ACCESS_TRTT;
	u32 asid = access->asid, data[4];

	if (guc->gpu->profile.version < 2000) {
		fault_cat(guc, guc_id);
		return;
	}
	if (asid == ASID_OF_CONTEXT)
		asid = cs_asid(guc->gpu, c->lrca);
	c->hung = true;
	c->yields = false;
	c->faulting = true;
	/* The 16 bits of private data come back in the answer, and have the guc_id. */
	data[0] = (guc_id & 15) << 28 | engine_hw_class(e->class) << 25 | e->instance << 19 |
		  (u32)trtt << 18 | 1;
	data[1] = asid << 12 | guc_id >> 4;
	data[2] = ((u32)access->va & ~0xfffu) | (trtt ? ACCESS_READ : access->access);
	data[3] = (u32)(access->va >> 32);
	taken(guc, 1);
	fault_notify(guc, G2H_PAGE_FAULT, data, 4);
}

/* refused - a page fault of a context was not resolved: report a memory CAT error of the context */
static void refused(struct guc *guc, u32 guc_id)
{
	dialect_event(guc, 28, EV_FAULT_REFUSED_1, 0x2004, EV_PAD);
	dialect_event(guc, 4, EV_FAULT_REFUSED_2, 1, EV_PAD);
	dialect_event(guc, 21, EV_FAULT_REFUSED_3, 0x10101, EV_PAD);
	fault_cat(guc, guc_id);
}

static void one_fault(struct guc *guc, const struct guc_engine *e, u32 n)
{
	u64 va = FAULT_VA + 4096ull * (n & 0xff);
	u32 data[4] = {
		engine_hw_class(e->class) << 25 | e->instance << 19,
		FAULT_ASID << 12,
		(u32)va | 1,		/* a write to a page that is not present */
		(u32)(va >> 32),
	};

	fault_notify(guc, G2H_PAGE_FAULT, data, 4);
}

/* more - raise the next BATCH faults, unless too many are unanswered */
static void more(struct guc *guc)
{
	struct guc_faults *f = &guc->faults;
	u32 n = (u32)min_u64(f->left, BATCH);

	if (!n || f->open + n > 4 * BATCH)
		return;
	taken(guc, n);
	for (u32 i = 0; i < n; i++)
		one_fault(guc, &guc->engine[f->engine], i);
	f->left -= n;
	f->open += n;
}

/**
 * fault_pages() - raise page faults of no context, which the driver cannot resolve
 * @guc:    the GuC
 * @engine: index of the engine
 * @count:  number of faults; BATCH are raised now, and more as the driver answers
 */
void fault_pages(struct guc *guc, u32 engine, u32 count)
{
	guc->faults.engine = engine;
	guc->faults.left = count;
	more(guc);
}

/**
 * fault_answered() - count an answer of the driver to a page fault; if it is about a context, let
 *                    the context continue, or report a memory CAT error
 * @guc:    the GuC
 * @answer: two dwords of the message
 */
void fault_answered(struct guc *guc, const u32 *answer)
{
	u32 guc_id = answer[1] >> 16;
	struct guc_context *c = guc_id < GUC_CONTEXTS ? &guc->context[guc_id] : NULL;

	guc->faults.answers++;
	if (!c || !c->faulting) {
		if (guc->faults.open)
			guc->faults.open--;
		return;
	}
	c->faulting = false;
	if (answer[0] & ANSWER_REFUSED)
		refused(guc, guc_id);
	else
		c->hung = false;
}

/**
 * fault_drain() - after all H2G messages were read, write the log events for the driver's answers
 *                 to page faults, and advance the queue of answers
 * @guc: the GuC
 */
void fault_drain(struct guc *guc)
{
	struct guc_faults *f = &guc->faults;
	u32 to = (f->response + f->answers * ANSWER_BYTES) & QUEUE_MASK;

	if (!f->answers)
		return;
	dialect_event(guc, 20, EV_PF_RESPONSES, EV_PAD, EV_PAD);
	dialect_event(guc, 6, EV_QUEUE_POSITION, f->response, to);
	f->response = to;
	f->answers = 0;
}

/**
 * fault_storm() - send many events of one kind, each with a dword of 0
 * @guc:    the GuC
 * @action: G2H action
 * @per_ms: events in each millisecond
 * @count:  number of events
 */
void fault_storm(struct guc *guc, u32 action, u32 per_ms, u32 count)
{
	guc->storm = (struct guc_storm){
		.action = action, .per_ms = per_ms, .left = count, .since = clock_ns(),
	};
}

/*
 * storm - send the events of fault_storm() that are due.  Half of the G2H ring stays free for
 * answers; events for which there is no room are sent later.
 */
static void storm(struct guc *guc)
{
	struct guc_storm *s = &guc->storm;
	u32 hxg[2] = { HXG_ORIGIN_GUC | HXG_EVENT << 28 | s->action, 0 };
	u64 now = clock_ns(), due = (now - s->since) / 1000 * s->per_ms / 1000;
	u32 before = s->left;

	for (u64 n = min_u64(due, s->left); n && ct_room(guc) > guc->g2h.size / 8; n--) {
		ct_send(guc, 0, hxg, 2);
		s->left--;
	}
	s->since = now;
	if (s->left != before)
		irq_guc(&guc->gpu->irq, guc->id);
}

/**
 * fault_tick() - raise the next page faults, and send the next events of fault_storm()
 * @guc: the GuC
 */
void fault_tick(struct guc *guc)
{
	if (guc->running && guc->faults.left)
		more(guc);
	if (guc->running && guc->storm.left)
		storm(guc);
}
