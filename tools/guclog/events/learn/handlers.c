// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * Finds the events that the GuC logs while it handles a message of the driver. These
 * events are expected between the H2G_RECEIVED event of the message and the H2G_RECEIVED event of
 * the next message. This range of the log is called a place (struct window). An id is the number of
 * a kind of event.
 */
#include "state.h"

#include "abi/guc_ct_abi.h"

/**
 * learn_klv() - find a KLV (key, length, value) in an UPDATE_CONTEXT_POLICIES message
 * @m: the message
 * @key: key of the KLV
 * @value: set to the value of the first KLV that has this key and a length of one dword
 *
 * Return: whether the message has such a KLV.
 */
bool learn_klv(const struct learn_message *m, u32 key, u32 *value)
{
	u32 i;

	for (i = 1; i + 1 < m->nr_data; i += 1 + (m->data[i] & 0xffff))
		if (m->data[i] >> 16 == key && (m->data[i] & 0xffff) == 1) {
			*value = m->data[i + 1];
			return true;
		}
	return false;
}

static const struct learn_message *message_at(const struct state *s, u32 k)
{
	u32 n = s->message[s->h2g[k]];

	return n == LEARN_NONE ? NULL : &s->in->h2g[n];
}

/*
 * Find the context that message number @k of the log is about, if the ring no longer has the
 * message. The context is the one of the next CTX_READY or CTX_NOT_READY event. @enable: set to 1
 * for CTX_READY (the message enables the context), 0 for CTX_NOT_READY (it disables the context).
 * Return: the guc_id, or LEARN_NONE if there is no such event.
 */
static u32 who_by_events(const struct state *s, u32 k, u32 *enable)
{
	u32 at, end = handled_end(s, k);

	for (at = s->h2g[k] + 1; at < end; at++) {
		u32 event = event_of(s, at);

		if (event != GUC_EVX_CTX_READY && event != GUC_EVX_CTX_NOT_READY)
			continue;
		*enable = event == GUC_EVX_CTX_READY;
		return field_of(s, at, 3);
	}
	return LEARN_NONE;
}

/*
 * Return: the guc_id of the context that message number @k, with @action, is about, or LEARN_NONE
 * if it is not known. @value: if the ring still has the message, set to its second data word
 * (LEARN_NONE if it has none). Otherwise set to 1 if the events after the message show that it
 * enables a context, to 0 if they show that it disables a context, else unchanged.
 */
static u32 who(const struct state *s, u32 k, u32 action, u32 *value)
{
	const struct learn_message *m = message_at(s, k);
	u32 n = action == GUC_ACTION_REGISTER_CONTEXT;

	if (m) {
		*value = m->nr_data > 1 ? m->data[1] : LEARN_NONE;
		return m->nr_data > n ? m->data[n] : LEARN_NONE;
	}
	if (action == GUC_ACTION_SCHED_CONTEXT_MODE_SET)
		return who_by_events(s, k, value);
	for (n = k + 1; action == GUC_ACTION_REGISTER_CONTEXT && n < s->nr_h2g && n < k + 4;
	     n++)
		if (field_of(s, s->h2g[n], 0) == GUC_ACTION_SCHED_CONTEXT_MODE_SET)
			return who_by_events(s, n, value);
	return LEARN_NONE;
}

/*
 * Set the values that the first two fields of an event in the range @w must have. LEARN_NONE
 * means that a value is not known.
 */
static void expect(struct window *w, u32 guc_id, u32 value)
{
	if (!w)
		return;
	if (guc_id != LEARN_NONE) {
		w->value[0] = guc_id;
		w->known |= 1;
	}
	if (value != LEARN_NONE) {
		w->value[1] = value;
		w->known |= 2;
	}
}

/*
 * Return: whether events of an id come directly before the H2G_RECEIVED events of messages with
 * @action and contain the guc_ids of these messages. The firmware of this log may then log
 * H2G_RECEIVED only after the first event about a message, so the events after H2G_RECEIVED may be
 * about the next message.
 */
static bool comes_before(struct state *s, u32 action, u32 event)
{
	struct windows ws = { .nr = 0 };
	struct fit fit;
	u32 k, x;

	for (k = 0; k < s->nr_h2g; k++) {
		u32 value = LEARN_NONE, at = s->h2g[k];

		if (at && field_of(s, at, 0) == action)
			expect(learn_add_window(s, &ws, at - 1, at), who(s, k, action, &value),
			       LEARN_NONE);
	}
	for (x = 0; ws.nr && x < s->nr; x++)
		if (s->id[x].event == LEARN_NONE &&
		    learn_fit_one(s, &ws, x, event, FIT_SPARSE, &fit) && fit.bits >= LIKELY_BITS)
			return true;
	return false;
}

/*
 * Find the id that stands for @event, and name it. The wanted id comes after messages with @action,
 * and its events contain the guc_ids of the contexts in these messages.
 */
static void find_copy(struct state *s, u32 action, u32 event)
{
	bool two = guc_event_table[event].nr_fields > 1;
	struct windows ws = { .nr = 0 };
	u32 k;

	for (k = 0; k < s->nr_h2g; k++) {
		u32 value = LEARN_NONE, guc_id;

		if (field_of(s, s->h2g[k], 0) != action)
			continue;
		guc_id = who(s, k, action, &value);
		expect(learn_add_window(s, &ws, s->h2g[k] + 1, handled_end(s, k)), guc_id,
		       two ? value : LEARN_NONE);
	}
	ws.open = ws.nr && ws.w[ws.nr - 1].end == s->in->nr_entries;
	if (!comes_before(s, action, event))
		learn_fit_role(s, &ws, event, FIT_FIRST);
}

/*
 * Find the id that stands for @event, with which an operation ends (such as SCHED_MODE_DONE), and
 * name it. Its events contain the guc_id of the event with which the operation began (@begin), and
 * come before the next event @begin.
 */
static void find_done(struct state *s, u32 begin, u32 event)
{
	bool two = guc_event_table[event].nr_fields > 1;
	struct windows ws = { .nr = 0 };
	u32 at, last = LEARN_NONE, from = 0;

	for (at = 0; at <= s->in->nr_entries; at++) {
		bool end = at == s->in->nr_entries;

		if (!end && event_of(s, at) != begin && !entry_of(s, at)->gap)
			continue;
		/*
		 * At the beginning of the log and after a gap, the event with which the
		 * operation began may be missing, so its values are not known.
		 */
		if (last == LEARN_NONE)
			learn_add_window(s, &ws, from, at);
		else
			expect(learn_add_window(s, &ws, last + 1, at), field_of(s, last, 0),
			       two ? field_of(s, last, 1) : LEARN_NONE);
		from = at;
		last = !end && event_of(s, at) == begin ? at : LEARN_NONE;
	}
	/*
	 * FIT_SPARSE: a range without the event is accepted, because the log can end before the
	 * last operation of a context ends.
	 */
	learn_fit_role(s, &ws, event, FIT_SPARSE);
}

static void find_policies(struct state *s)
{
	struct windows priority = { .nr = 0 }, queue = { .nr = 0 };
	u32 k, x;

	for (k = 0; k < s->nr_h2g; k++) {
		const struct learn_message *m = message_at(s, k);
		u32 value = LEARN_NONE, class;
		struct window *w;

		if (field_of(s, s->h2g[k], 0) != GUC_ACTION_UPDATE_CONTEXT_POLICIES ||
		    !m || !m->nr_data || !learn_klv(m, GUC_KLV_PRIORITY, &value))
			continue;
		expect(learn_add_window(s, &priority, s->h2g[k] + 1, handled_end(s, k)), m->data[0],
		       value);
		class = learn_class_of(s, m->data[0]);
		w = learn_add_window(s, &queue, s->h2g[k] + 1, handled_end(s, k));
		expect(w, class, value);
	}
	learn_fit_role(s, &priority, GUC_EVX_CTX_PRIORITY, 0);
	x = learn_first_of(s, GUC_EVX_CTX_PRIORITY);
	if (x != LEARN_NONE)
		learn_fit_role(s, &queue, GUC_EVX_QUEUE_FOR_CTX, 0);
}

/*
 * Find the id whose events follow each message with a priority in pairs: the first event of a pair
 * contains the context, the second one the priority.
 */
static void find_policy_pair(struct state *s)
{
	u32 x, k, found = LEARN_NONE;
	struct fit fit, best = { .bits = 0 };

	for (x = 0; x < s->nr; x++) {
		const struct id_stat *id = &s->id[x];
		struct windows ws = { .nr = 0 };
		u32 i = 0;

		if (id->event != LEARN_NONE || id->nr % 2)
			continue;
		for (k = 0; k < s->nr_h2g; k++) {
			const struct learn_message *m = message_at(s, k);
			u32 value = LEARN_NONE, end = handled_end(s, k);

			while (i < id->nr && id->at[i] < s->h2g[k])
				i++;
			if (i + 1 >= id->nr || id->at[i + 1] >= end || !m || !m->nr_data ||
			    !learn_klv(m, GUC_KLV_PRIORITY, &value) ||
			    m->action != GUC_ACTION_UPDATE_CONTEXT_POLICIES)
				continue;
			expect(learn_add_window(s, &ws, id->at[i], id->at[i] + 1), m->data[0],
			       LEARN_NONE);
			expect(learn_add_window(s, &ws, id->at[i + 1], id->at[i + 1] + 1), value,
			       LEARN_NONE);
			i += 2;
		}
		if (!ws.nr || !learn_fit_one(s, &ws, x, GUC_EVX_CTX_POLICY, 0, &fit))
			continue;
		if (found != LEARN_NONE)
			return;
		found = x;
		best = fit;
	}
	if (found != LEARN_NONE)
		learn_name(s, GUC_EVX_CTX_POLICY, &best, BITS(10000), LEARN_NONE);
}

/**
 * learn_handlers() - find the events that follow messages of the driver
 * @s: state of the learner, with the messages and the events of contexts
 *
 * Context: allocates memory.
 */
void learn_handlers(struct state *s)
{
	find_copy(s, GUC_ACTION_SCHED_CONTEXT_MODE_SET, GUC_EVX_SCHED_MODE_SET);
	find_copy(s, GUC_ACTION_REGISTER_CONTEXT, GUC_EVX_CTX_REGISTERED);
	find_copy(s, GUC_ACTION_DEREGISTER_CONTEXT, GUC_EVX_CTX_DEREGISTER);
	find_done(s, GUC_EVX_SCHED_MODE_SET, GUC_EVX_SCHED_MODE_DONE);
	find_done(s, GUC_EVX_CTX_DEREGISTER, GUC_EVX_CTX_DEREGISTERED);
	find_policies(s);
	find_policy_pair(s);
}
