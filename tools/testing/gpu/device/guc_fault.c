// SPDX-License-Identifier: GPL-2.0
/* guc_fault.c -- page faults, errors of contexts, and other events for the driver. */
#include <string.h>

#include "ct_send.h"
#include "dialect.h"
#include "engine.h"
#include "guc_fault.h"
#include "irq.h"

#define G2H_PAGE_FAULT	0x6002
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
 * fault_context() - report an error of a context, and let the context make no further progress; the
 *                   context can still be preempted
 * @guc:    the GuC
 * @action: G2H action: memory CAT error or uncorrectable error
 * @guc_id: the context
 */
void fault_context(struct guc *guc, u32 action, u32 guc_id)
{
	struct guc_context *c = &guc->context[guc_id];

	/* The engine has stopped at the memory access that failed. */
	c->hung = true;
	c->yields = true;
	fault_notify(guc, action, &guc_id, 1);
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
	dialect_event(guc, 37, EV_PF_REQUESTS, EV_PAD, EV_PAD);
	dialect_event(guc, 37 * n, EV_QUEUE_POSITION, f->request,
		      (f->request + n * FAULT_BYTES) & QUEUE_MASK);
	f->request = (f->request + n * FAULT_BYTES) & QUEUE_MASK;
	for (u32 i = 0; i < n; i++)
		one_fault(guc, &guc->engine[f->engine], i);
	f->left -= n;
	f->open += n;
}

/**
 * fault_pages() - raise page faults that the driver cannot resolve
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
 * fault_answered() - count an answer of the driver to a page fault
 * @guc: the GuC
 */
void fault_answered(struct guc *guc)
{
	guc->faults.answers++;
	if (guc->faults.open)
		guc->faults.open--;
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
