// SPDX-License-Identifier: GPL-2.0-only
/*
 * Adds the CT messages (messages between driver and GuC) of a devcoredump to a timeline. A message
 * has no timestamp. It gets the time of the event that the GuC logged about the message, if the log
 * has this event.
 */
#include "timeline/ct_messages.h"
#include "read/dump/dump.h"

#include "abi/guc_ct_abi.h"
#include "guc_event.h"
#include "guc_facts.h"
#include "guc_text.h"
#include "model/internal.h"
#include "events/findings.h"

/**
 * ct_message_text() - describe a message for the items of a timeline
 * @buf: destination
 * @ring: the ring that has the message
 * @msg: the message
 */
void ct_message_text(char buf[CT_MESSAGE_TEXT], const struct guc_ct_ring *ring,
		     const struct guc_ct_msg *msg)
{
	struct guc_text text = { .buf = buf, .size = CT_MESSAGE_TEXT };

	*buf = '\0';
	guc_text_add(&text, "%s fence %u ", guc_ct_ring_name(ring->id), msg->fence);
	guc_ct_msg_print(&text, ring, msg);
}

/*
 * Return: whether the message is the answer of the GuC that the event reports. The action and the
 * first data words of the message are compared with the id and the arguments of the event.
 */
static bool is_answer(const struct guclog_event *e, const struct guc_ct_ring *ring,
		      const struct guc_ct_msg *msg)
{
	u32 guc_id = 0, state = 0;

	if (!guc_ct_msg_data(ring, msg, 0, &guc_id) || guc_id != e->arg[0])
		return false;
	if (e->id == GUC_EV_CTX_DEREGISTERED)
		return msg->action == GUC_ACTION_DEREGISTER_CONTEXT_DONE;
	return msg->action == GUC_ACTION_SCHED_CONTEXT_MODE_DONE &&
	       guc_ct_msg_data(ring, msg, 1, &state) && state == e->arg[1];
}

static bool reports_answer(const struct guclog_event *e)
{
	return e->id == GUC_EV_SCHED_MODE_DONE || e->id == GUC_EV_CTX_DEREGISTERED;
}

/**
 * struct pairing - a log, and the CT messages of its GT, which get the times of events in the log
 * @t: the timeline
 * @first: number of the first item of the log in the timeline; the items of the log are in the
 *	order of the events
 * @end: number of the item after the last one of the log
 * @ct: source of the messages
 */
struct pairing {
	struct timeline *t;
	size_t first;
	size_t end;
	struct guclog_source *ct;
};

/* Return: the item of the event with this index, or NULL if that event is not in the timeline. */
static const struct guclog_item *find_event(const struct pairing *p, u64 index)
{
	size_t from = p->first, to = p->end;

	while (from < to) {
		size_t mid = from + (to - from) / 2;

		if (p->t->items[mid].event.index < index)
			from = mid + 1;
		else
			to = mid;
	}
	return from < p->end && p->t->items[from].event.index == index ?
	       &p->t->items[from] : NULL;
}

/*
 * Add a message to the timeline at the time of event @index. A message without an event
 * (GUCLOG_NO_EVENT) is only counted.
 */
static int add_one(struct pairing *p, u64 index, const struct guc_ct_ring *ring,
		   const struct guc_ct_msg *msg)
{
	const struct guclog_item *about = find_event(p, index);
	char buf[CT_MESSAGE_TEXT];
	struct guclog_item *item;

	if (!about) {
		p->ct->nr_untimed++;
		return 0;
	}
	ct_message_text(buf, ring, msg);
	item = timeline_add_item(p->t, p->ct, about->ns);
	if (!item)
		return -ENOMEM;
	item->event.index = index;
	item->text = arena_strdup(&p->t->arena, buf);
	return item->text ? 0 : -ENOMEM;
}

/*
 * Add the messages of the driver, newest first. The analysis of the log has found the events about
 * these messages, see analysis_message().
 */
static int add_h2g(struct pairing *p, const struct ct_messages *list,
		   const struct guclog_analysis *a)
{
	u32 i = list->nr, next = 0, fence;
	uint64_t event;
	int ret = 0;

	while (i-- && !ret) {
		const struct guc_ct_msg *msg = &list->msg[i];
		u64 index = GUCLOG_NO_EVENT;

		if (!analysis_message(a, next, &fence, &event) && fence == msg->fence) {
			index = event;
			next++;
		}
		ret = add_one(p, index, list->ring, msg);
	}
	return ret;
}

/*
 * Add the messages of the GuC, newest first. The newest answer to a request is compared with the
 * newest event about an answer, and so on. An answer that agrees with its event gets the time of
 * the event. After the first answer that does not agree, no older message gets a time. @match: the
 * names of these events are known; if not, no message gets a time
 */
static int add_g2h(struct pairing *p, const struct ct_messages *list, bool match)
{
	size_t left = p->end;
	u32 i = list->nr;
	int ret = 0;

	while (i-- && !ret) {
		const struct guclog_item *item = p->t->items;
		const struct guc_ct_msg *msg = &list->msg[i];
		u64 index = GUCLOG_NO_EVENT;

		if (match && (msg->action == GUC_ACTION_SCHED_CONTEXT_MODE_DONE ||
			      msg->action == GUC_ACTION_DEREGISTER_CONTEXT_DONE)) {
			while (left > p->first && !reports_answer(&item[left - 1].event))
				left--;
			match = left > p->first &&
				is_answer(&item[left - 1].event, list->ring, msg);
			if (match)
				index = item[--left].event.index;
		}
		ret = add_one(p, index, list->ring, msg);
	}
	return ret;
}

static struct guclog_source *add_source(struct timeline *t, const struct guclog_source *log)
{
	char *name = arena_printf(&t->arena, "%s, CT", log->name);
	struct guclog_source *s = name ? timeline_add_source(t, GUCLOG_SOURCE_CT, name) : NULL;

	if (!s)
		return NULL;
	s->events = log->events;
	s->placed = log->placed;
	s->at_ns = log->at_ns;
	s->uncertainty_ns = log->uncertainty_ns;
	s->clock = "none: each message has the time of the event about it";
	s->how = log->how;
	return s;
}

/**
 * timeline_add_messages() - add the CT messages of the GT of a log
 * @t: the timeline; its newest items are the events of the log
 * @log: the source of the log
 * @first: number of the first item of the log
 *
 * Return: 0 or -ENOMEM.
 */
int timeline_add_messages(struct timeline *t, const struct guclog_source *log, size_t first)
{
	u64 words = BIT_ULL(GUC_EVX_SCHED_MODE_DONE) | BIT_ULL(GUC_EVX_CTX_DEREGISTERED);
	const struct guclog_analysis *a = log->events->analysis;
	const struct guclog_log *of = log->events->log;
	const struct guclog_dump_gt *gt =
		of->dump ? dump_find_gt(of->dump, const_core_facts(of->facts)) : NULL;
	struct pairing p = { .t = t, .first = first, .end = t->nr_items };
	const struct guc_ct *ct = gt ? gt->ct.parsed : NULL;
	struct ct_messages list[GUC_CT_RINGS];
	unsigned int i;
	int ret;

	if (!a || !ct || !ct->ring[GUC_CT_H2G].present)
		return 0;
	p.ct = add_source(t, log);
	if (!p.ct)
		return -ENOMEM;
	for (i = 0; i < GUC_CT_RINGS; i++)
		if (ct_messages_read(&list[i], &t->arena, &ct->ring[i]))
			return -ENOMEM;
	ret = add_h2g(&p, &list[GUC_CT_H2G], a) ?:
	      add_g2h(&p, &list[GUC_CT_G2H],
		      (guclog_analysis_survey(a)->words & words) == words);
	for (i = 0; i < GUC_CT_RINGS; i++)
		arena_drop(&t->arena, list[i].msg);
	return ret;
}
