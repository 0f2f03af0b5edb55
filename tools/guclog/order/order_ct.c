// SPDX-License-Identifier: GPL-2.0-only
/*
 * Messages between driver and GuC. They have no time of their own: a message gets the time
 * of the event that the GuC logged about it.
 */
#include "order/order.h"

#include "abi/guc_ct_abi.h"
#include "guc_ct.h"
#include "guc_event.h"
#include "guc_text.h"
#include "guclog_dump.h"
#include "output/ct_list.h"

/**
 * order_message() - print a message, as the items of an order have it
 * @buf: destination
 * @ring: the ring
 * @msg: the message in it
 */
void order_message(char buf[ORDER_MESSAGE], const struct guc_ct_ring *ring,
		   const struct guc_ct_msg *msg)
{
	struct guc_text text = { .buf = buf, .size = ORDER_MESSAGE };

	*buf = '\0';
	guc_text_add(&text, "%s fence %u ", guc_ct_ring_name(ring->id), msg->fence);
	guc_ct_msg_print(&text, ring, msg);
}

static char *describe(const struct guc_ct_ring *ring, const struct guc_ct_msg *msg)
{
	char buf[ORDER_MESSAGE];

	order_message(buf, ring, msg);
	return strdup(buf);
}

/* Whether a message is the answer that an event reports: action and first data words. */
static bool is_answer(const struct order_item *item, const struct guc_ct_ring *ring,
		      const struct guc_ct_msg *msg)
{
	u32 guc_id = 0, state = 0;

	if (!guc_ct_msg_data(ring, msg, 0, &guc_id) || guc_id != item->e.arg[0])
		return false;
	if (item->e.id == GUC_EV_CTX_DEREGISTERED)
		return msg->action == GUC_ACTION_DEREGISTER_CONTEXT_DONE;
	return msg->action == GUC_ACTION_SCHED_CONTEXT_MODE_DONE &&
	       guc_ct_msg_data(ring, msg, 1, &state) && state == item->e.arg[1];
}

static bool reports_answer(const struct order_item *item)
{
	return item->e.id == GUC_EV_SCHED_MODE_DONE ||
	       item->e.id == GUC_EV_CTX_DEREGISTERED;
}

/**
 * struct pairing - a log and the messages of its GT
 * @o: the order
 * @guc: number of the log's source
 * @first: its first item; its items are there in the order of their indexes
 * @end: behind its last item
 * @ct: number of the messages' source
 */
struct pairing {
	struct order *o;
	u32 guc;
	size_t first;
	size_t end;
	u32 ct;
};

/* A message of the event with this index, GUCLOG_NO_EVENT if it has none. */
static void add_one(struct pairing *p, u64 index, char *msg)
{
	size_t from = p->first, to = p->end;
	struct order_item *item;

	while (from < to) {
		size_t mid = from + (to - from) / 2;

		if (p->o->item[mid].e.index < index)
			from = mid + 1;
		else
			to = mid;
	}
	if (from == p->end || p->o->item[from].e.index != index) {
		p->o->source[p->ct].untimed++;
		free(msg);
		return;
	}
	item = order_add(p->o, p->ct, p->o->item[from].ns);
	item->e.index = index;
	item->msg = msg;
}

/* Messages of the driver, newest first, as the analysis has matched them. */
static void add_h2g(struct pairing *p, const struct ct_list *list,
		    const struct guclog_analysis *a)
{
	u32 i = list->nr, next = 0, fence;
	uint64_t event;

	while (i--) {
		const struct guc_ct_msg *msg = &list->msg[i];
		u64 index = GUCLOG_NO_EVENT;

		if (!guclog_analysis_message(a, next, &fence, &event) && fence == msg->fence) {
			index = event;
			next++;
		}
		add_one(p, index, describe(list->ring, msg));
	}
}

/* Answers of the GuC, newest first: as long as they follow each other as the events do. */
static void add_g2h(struct pairing *p, const struct ct_list *list, bool match)
{
	const struct order_item *item = p->o->item;
	size_t left = p->end;
	u32 i = list->nr;

	while (i--) {
		const struct guc_ct_msg *msg = &list->msg[i];
		u64 index = GUCLOG_NO_EVENT;

		if (match && (msg->action == GUC_ACTION_SCHED_CONTEXT_MODE_DONE ||
			      msg->action == GUC_ACTION_DEREGISTER_CONTEXT_DONE)) {
			while (left > p->first && !reports_answer(&item[left - 1]))
				left--;
			match = left > p->first && is_answer(&item[left - 1], list->ring, msg);
			if (match)
				index = item[--left].e.index;
		}
		add_one(p, index, describe(list->ring, msg));
		item = p->o->item;
	}
}

/**
 * order_add_messages() - add the messages of a log's GT
 * @o: the order; the events of the log were added last
 * @log: number of the log
 */
void order_add_messages(struct order *o, int log)
{
	const struct analysed_log *l = &o->log[log];
	struct pairing p = {
		.o = o, .guc = o->nr_sources - 1, .end = o->nr, .ct = o->nr_sources,
	};
	const struct order_source *guc = &o->source[p.guc];
	u64 words = BIT_ULL(GUC_EVX_SCHED_MODE_DONE) | BIT_ULL(GUC_EVX_CTX_DEREGISTERED);
	const struct guclog_dump_gt *gt = analysed_gt(l);
	struct ct_list list[GUC_CT_RINGS];
	struct order_source *s;
	char *name = NULL;

	if (!gt || !gt->ct.parsed || !gt->ct.parsed->ring[GUC_CT_H2G].present ||
	    asprintf(&name, "%s, CT", guc->name) < 0)
		return;
	s = order_add_source(o, ORDER_CT, name);
	s->log = log;
	guc = &o->source[p.guc];
	s->placed = guc->placed;
	s->at = guc->at;
	s->uncertainty = guc->uncertainty;
	s->clock = "none: each message has the time of the event about it";
	s->how = guc->how;
	p.first = p.end - guc->items;
	ct_list_make(list, gt);
	add_h2g(&p, &list[GUC_CT_H2G], l->a);
	add_g2h(&p, &list[GUC_CT_G2H], (l->survey->words & words) == words);
	ct_list_free(list);
}
