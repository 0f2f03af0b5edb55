// SPDX-License-Identifier: MIT OR GPL-2.0-only
#include "events/join.h"
#include "read/dump/ct.h"

#include "base/arena.h"
#include "abi/guc_ct_abi.h"

/* KLVs of UPDATE_CONTEXT_POLICIES, guc_klvs_abi.h. */
#define KLV_TIMEOUT		0x2002u
#define KLV_PRIORITY		0x2003u

/*
 * At least this number of messages is compared with the events, if there are enough messages and
 * events. With fewer, it is not certain which message belongs to the newest event.
 */
#define JOIN_MIN		16u

/*
 * Largest number of false messages that can be found in the remains of a message whose beginning
 * was overwritten: each message has at least two words.
 */
#define JOIN_REMAINS		(GUC_CTB_MAX_DWORDS / 2)

/**
 * join_event() - store the parts of an event that join_messages() needs
 * @join: zeroed before the first event
 * @e: the next event
 */
void join_event(struct join *join, const struct an_event *e)
{
	struct join_event *event;

	if (join->pending && !e->gap) {
		event = &join->event[(join->nr_events - 1) % JOIN_EVENTS];
		event->next_known = true;
		event->next_id = e->id;
		event->next_arg[0] = e->arg[0];
		event->next_arg[1] = e->arg[1];
	}
	join->pending = e->id == GUC_EV_H2G_RECEIVED;
	if (!join->pending)
		return;
	event = &join->event[join->nr_events++ % JOIN_EVENTS];
	*event = (struct join_event){ .index = e->index, .tick = e->tick, .action = e->arg[0] };
}

static void read_klvs(struct join_msg *msg, const struct guc_ct_ring *ring,
		      const struct guc_ct_msg *ct)
{
	u32 i = 1, head, value;

	while (guc_ct_msg_data(ring, ct, i, &head)) {
		u32 key = head >> 16, len = head & 0xffff;

		if (len == 1 && guc_ct_msg_data(ring, ct, i + 1, &value)) {
			if (key == KLV_TIMEOUT) {
				msg->has_timeout = true;
				msg->timeout_us = value;
			} else if (key == KLV_PRIORITY) {
				msg->has_priority = true;
				msg->priority = value;
			}
		}
		i += 1 + len;
	}
}

static void read_msg(struct join_msg *msg, const struct guc_ct_ring *ring,
		     const struct guc_ct_msg *ct)
{
	u32 i;

	*msg = (struct join_msg){
		.action = ct->action,
		.fence = ct->fence,
		.unread = ct->unread,
		.nr_data = min(ct->nr_data, JOIN_DATA),
		.index = GUCLOG_NO_EVENT,
	};
	for (i = 0; i < msg->nr_data; i++)
		if (!guc_ct_msg_data(ring, ct, i, &msg->data[i]))
			break;
	if (ct->action == GUC_ACTION_UPDATE_CONTEXT_POLICIES)
		read_klvs(msg, ring, ct);
}

static int read_ring(struct join *join, const struct guc_ct_ring *ring, struct arena *arena)
{
	struct ct_messages list;
	u32 i;

	if (ct_messages_read(&list, arena, ring))
		return -ENOMEM;
	join->msg = arena_zero(arena, list.nr * sizeof(*join->msg));
	for (i = list.nr; join->msg && i--;)
		if (guc_ct_msg_has_action(&list.msg[i]))
			read_msg(&join->msg[join->nr++], ring, &list.msg[i]);
	arena_drop(arena, list.msg);
	return join->msg ? 0 : -ENOMEM;
}

/*
 * Drop the oldest messages in @join->msg that are not real. The oldest message of the ring can be
 * overwritten in part, and its remains can look like messages. xe numbers its messages with fences,
 * so the oldest messages are kept only if their fences continue the sequence. Bit 15 of a fence
 * shows the kind of the message and is not part of the sequence.
 */
static void drop_remains(struct join *join)
{
	u32 i;

	for (i = join->nr > JOIN_REMAINS ? join->nr - JOIN_REMAINS : 1;
	     i < join->nr; i++) {
		u32 step = join->msg[i - 1].fence - join->msg[i].fence;

		if ((step & 0x7fff) != 1) {
			join->nr = i;
			return;
		}
	}
}

static const struct join_event *event_back(const struct join *join, u64 back)
{
	return &join->event[(join->nr_events - 1 - back) % JOIN_EVENTS];
}

static u32 nr_kept(const struct join *join)
{
	return (u32)min_t(u64, join->nr_events, JOIN_EVENTS);
}

/*
 * Compare @len messages with the newest events, assuming that the newest @skip messages have no
 * event. Return: number of messages with the same action as their event.
 */
static u32 count_equal(const struct join *join, u32 skip, u32 len)
{
	u32 i, equal = 0;

	for (i = 0; i < len; i++)
		equal += join->msg[skip + i].action == event_back(join, i)->action;
	return equal;
}

/*
 * Return: number of messages that the GuC has read after the newest event of the log was written.
 * There can be such messages because xe copies the log before the rings. The result is the number
 * with which most messages match their events.
 */
static u32 find_newer(const struct join *join)
{
	u32 have = nr_kept(join), rest = join->nr - join->unread;
	u32 least = min(min(have, rest), JOIN_MIN);
	u32 newer, len, equal, best = 0, best_equal = 0, best_len = 1;

	for (newer = 0; newer + least <= rest; newer++) {
		len = min(have, rest - newer);
		equal = count_equal(join, join->unread + newer, len);
		if ((u64)equal * best_len <= (u64)best_equal * len)
			continue;
		best = newer;
		best_equal = equal;
		best_len = len;
		if (equal == len)
			break;
	}
	return best;
}

/*
 * Return: argument 0 of the first CTX_READY of the context that was registered by the event after
 * the event @index, or 0 if there is none.
 */
static u32 first_ready(const struct contexts *contexts, u64 index, u32 guc_id)
{
	unsigned int i;

	for (i = contexts->nr; i; i--) {
		const struct guclog_context *ctx = &contexts->ctx[i - 1];

		if (ctx->guc_id == guc_id && ctx->born &&
		    ctx->first == index + 1)
			return ctx->first_ready;
	}
	return 0;
}

static void check_register(const struct join_msg *msg, const struct join_event *e,
			   struct rules *rules, const struct contexts *contexts)
{
	u32 word;

	rules_check(rules, RULE_G5, msg->nr_data > 1 &&
		    msg->data[1] == e->next_arg[0], e->index);
	word = first_ready(contexts, e->index, e->next_arg[0]);
	if (!word || msg->nr_data < 10)
		return;
	rules_check(rules, RULE_G6, (msg->data[9] >> 12 & 0xfffff) ==
		    FIELD_GET(GUC_EV_CTX_READY_LRCA, word) &&
		    msg->data[2] == FIELD_GET(GUC_EV_CTX_READY_CLASS, word),
		    e->index);
}

/*
 * Test rules G2 to G7: compare the data of a message with the event after its H2G_RECEIVED, which
 * repeats the data.
 */
static void check_arguments(const struct join_msg *msg,
			    const struct join_event *e, struct rules *rules,
			    const struct contexts *contexts)
{
	u32 guc_id = msg->nr_data ? msg->data[0] : GUCLOG_NONE;

	if (!e->next_known || msg->action != e->action)
		return;
	if (msg->action == GUC_ACTION_SCHED_CONTEXT &&
	    e->next_id == GUC_EV_CTX_SUBMIT)
		rules_check(rules, RULE_G2, guc_id == e->next_arg[1], e->index);
	else if (msg->action == GUC_ACTION_SCHED_CONTEXT_MODE_SET &&
		 e->next_id == GUC_EV_SCHED_MODE_SET)
		rules_check(rules, RULE_G3, guc_id == e->next_arg[0] &&
			    msg->nr_data > 1 && msg->data[1] == e->next_arg[1],
			    e->index);
	else if (msg->action == GUC_ACTION_DEREGISTER_CONTEXT &&
		 e->next_id == GUC_EV_CTX_DEREGISTER)
		rules_check(rules, RULE_G4, guc_id == e->next_arg[0], e->index);
	else if (msg->action == GUC_ACTION_REGISTER_CONTEXT &&
		 e->next_id == GUC_EV_CTX_REGISTERED)
		check_register(msg, e, rules, contexts);
	else if (msg->action == GUC_ACTION_UPDATE_CONTEXT_POLICIES)
		rules_check(rules, RULE_G7, msg->has_priority ?
			    e->next_id == GUC_EV_CTX_PRIORITY &&
			    guc_id == e->next_arg[0] &&
			    msg->priority == e->next_arg[1] :
			    e->next_id != GUC_EV_CTX_PRIORITY, e->index);
}

/**
 * join_messages() - find the message of each H2G_RECEIVED event
 * @join: after the last event
 * @ring: the H2G ring, usable
 * @rules: counts of the rules, which are updated
 * @contexts: the contexts after the last event
 * @arena: arena that gets the memory of the messages
 *
 * Messages and events are compared from the newest to the oldest message or event.
 *
 * Context: allocates memory.
 * Return: 0 or -ENOMEM.
 */
int join_messages(struct join *join, const struct guc_ct_ring *ring, struct rules *rules,
		  const struct contexts *contexts, struct arena *arena)
{
	u32 i, len;

	if (read_ring(join, ring, arena))
		return -ENOMEM;
	drop_remains(join);
	while (join->unread < join->nr && join->msg[join->unread].unread)
		join->unread++;
	if (!join->nr_events || join->nr == join->unread)
		return 0;
	join->newer = find_newer(join);
	len = min(nr_kept(join), join->nr - join->unread - join->newer);
	for (i = 0; i < len; i++) {
		struct join_msg *msg = &join->msg[join->unread + join->newer + i];
		const struct join_event *e = event_back(join, i);

		rules_check(rules, RULE_G1, msg->action == e->action, e->index);
		check_arguments(msg, e, rules, contexts);
		msg->index = e->index;
		msg->tick = e->tick;
	}
	join->joined = len && !rules_failed(rules, RULE_G1);
	return 0;
}

/**
 * join_timeout() - get the preemption timeout that the driver had set for a context
 * @join: after join_messages()
 * @guc_id: the context
 * @before: index of an event; only messages that were read before it count
 * @timeout_us: set to the preemption timeout, us
 *
 * Return: whether the ring has a message with the timeout.
 */
bool join_timeout(const struct join *join, u32 guc_id, u64 before,
		  u32 *timeout_us)
{
	u32 i;

	if (!join->joined)
		return false;
	for (i = join->unread + join->newer; i < join->nr; i++) {
		const struct join_msg *msg = &join->msg[i];

		if (!msg->has_timeout || !msg->nr_data || msg->data[0] != guc_id)
			continue;
		/*
		 * Messages without an event are older than the log, so they were read before
		 * @before, too.
		 */
		if (msg->index != GUCLOG_NO_EVENT && msg->index >= before)
			continue;
		*timeout_us = msg->timeout_us;
		return true;
	}
	return false;
}

/**
 * join_find() - find the message of an event
 * @join: after join_messages()
 * @index: index of the event
 *
 * Return: the message, or NULL if the ring does not have it or does not match the log.
 */
const struct join_msg *join_find(const struct join *join, u64 index)
{
	u32 low, high, mid;

	if (!join->joined)
		return NULL;
	low = join->unread + join->newer;
	high = low + min(nr_kept(join), join->nr - low);
	/* Binary search: the messages are newest first, so their indexes decrease. */
	while (low < high) {
		mid = low + (high - low) / 2;
		if (join->msg[mid].index == index)
			return &join->msg[mid];
		if (join->msg[mid].index > index)
			low = mid + 1;
		else
			high = mid;
	}
	return NULL;
}
