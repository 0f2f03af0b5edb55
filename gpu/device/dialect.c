// SPDX-License-Identifier: GPL-2.0
/* dialect.c -- write log events in the form of real firmware. */
#include "dialect.h"
#include "log.h"

#define NO_CONTEXT	0xffffu

/**
 * dialect_at() - set the time to which the delay of the next event is added
 * @guc:   the GuC
 * @ticks: time in ticks of the device's clock; ignored if it is earlier than guc_log.ticks
 */
void dialect_at(struct guc *guc, u64 ticks)
{
	guc->log.ticks = max_u64(guc->log.ticks, ticks);
}

/**
 * dialect_event() - write an event
 * @guc:   the GuC
 * @after: time since the preceding event, or since the time that dialect_at() has set, in tenths of
 *         a microsecond; at least one tick is added
 * @id:    id of the event
 * @arg0:  first argument
 * @arg1:  second argument
 *
 * Nothing is written while guc_log.dialect is false.
 */
void dialect_event(struct guc *guc, u32 after, enum dialect id, u32 arg0, u32 arg1)
{
	struct dialect_map *map = &guc->gpu->dialect;
	u32 entry[EVENT_DWORDS];

	if (!guc->log.dialect)
		return;
	guc->log.ticks += max_u64(after * 192ull / 100, 1);
	entry[1] = 0;
	entry[2] = id;
	entry[3] = arg0;
	entry[4] = arg1;
	dialect_map_entry(map, entry);
	do {
		entry[0] = (u32)dialect_map_ticks(map, guc->log.ticks++);
		log_entry(guc, entry);
	} while (dialect_map_foreign(map, entry));
	guc->log.ticks--;
}

/**
 * dialect_context() - write an event with a context's LRCA (address of its image) and its guc_id
 *                     as arguments
 * @guc:    the GuC
 * @after:  time since the preceding event, in tenths of a microsecond
 * @id:     id of the event
 * @guc_id: the context
 * @top:    bits 31:24 of the first argument: engine instance, priority, or DISABLED
 */
void dialect_context(struct guc *guc, u32 after, enum dialect id, u32 guc_id, u32 top)
{
	const struct guc_context *c = &guc->context[guc_id];

	dialect_event(guc, after, id, top << 24 | c->class << 20 | c->lrca >> 12, guc_id);
}

/**
 * dialect_submit() - write the event that a context was submitted to the hardware
 * @guc:    the GuC
 * @after:  time since the preceding event, in tenths of a microsecond
 * @e:      the engine
 * @guc_id: the context
 */
void dialect_submit(struct guc *guc, u32 after, const struct guc_engine *e, u32 guc_id)
{
	u32 mask = BIT(e->instance);

	dialect_event(guc, after, EV_ELSQ_SUBMIT,
		      (u32)e->class << 20 | (mask & 0xffff) << 4 | guc->context[guc_id].priority,
		      mask);
}

/**
 * dialect_csb() - write the event of a context status (CSB entry) of the hardware
 * @guc:    the GuC
 * @after:  time since the preceding event, in tenths of a microsecond
 * @e:      the engine, with its context
 * @status: CSB_...; for CSB_IDLE_ACTIVE the event does not contain the context's guc_id
 */
void dialect_csb(struct guc *guc, u32 after, const struct guc_engine *e, u32 status)
{
	u32 id = status == CSB_IDLE_ACTIVE ? NO_CONTEXT : (u32)e->running & 0xffff;

	dialect_event(guc, after, EV_CSB, status,
		      (u32)e->class << 29 | e->instance << 23 | id << 6);
}

/**
 * dialect_policies() - write the events that a change of a context's priority causes
 * @guc:    the GuC
 * @guc_id: the context
 */
void dialect_policies(struct guc *guc, u32 guc_id)
{
	const struct guc_context *c = &guc->context[guc_id];

	dialect_event(guc, 10, EV_CTX_PRIORITY, guc_id, c->priority);
	dialect_event(guc, 10, EV_QUEUE_FOR_CTX, 0, c->class << 16 | c->priority);
	dialect_event(guc, 10, EV_CTX_POLICY, guc_id, 3);
	dialect_event(guc, 5, EV_CTX_POLICY, c->priority, EV_PAD);
}

/**
 * dialect_positions() - write the events with the positions in the queues of page faults
 * @guc: the GuC
 */
void dialect_positions(struct guc *guc)
{
	const struct guc_faults *f = &guc->faults;

	dialect_event(guc, 6, EV_QUEUE_POSITION, f->request, f->request);
	dialect_event(guc, 6, EV_QUEUE_POSITION, f->response, f->response);
}

/**
 * dialect_deregister() - write the events of a request to deregister a context
 * @guc:    the GuC
 * @guc_id: the context
 *
 * The caller writes EV_CTX_DEREGISTERED.
 */
void dialect_deregister(struct guc *guc, u32 guc_id)
{
	dialect_event(guc, 17, EV_CTX_DEREGISTER, guc_id, EV_PAD);
	dialect_event(guc, 6, EV_PF_FLUSH_CONTEXT, EV_PAD, EV_PAD);
	dialect_positions(guc);
	dialect_event(guc, 6, EV_QUEUE_POSITION, 0, 0);
}
