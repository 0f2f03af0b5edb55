// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * Finds H2G_RECEIVED: the events that the GuC logs when it receives a message of the driver. The
 * H2G ring in the devcoredump has the newest of these messages. An alignment assigns the events of
 * an id (the number of a kind of event) to the messages in the ring; if enough of them match, the
 * id is H2G_RECEIVED. All other events are found with the help of these events.
 */
#include "state.h"

#include "guc_abi_names.h"
#include "abi/guc_ct_abi.h"

/*
 * Largest number of ids that are examined as candidates for H2G_RECEIVED, the event that the GuC
 * logs when it receives a message of the driver (H2G: host to GuC).
 */
#define MAX_CANDIDATES	8u
/*
 * An alignment (an assignment of the events of the log to the messages in the H2G ring) is used
 * only if at least this number of messages has an event. A firmware may have two ids for
 * H2G_RECEIVED; each of the two ids must then have at least this number of events.
 */
#define MIN_MESSAGES	8u
/*
 * Largest number of events, and of messages of the H2G ring, that are compared. The ring has 1024
 * words, and a message has at least two.
 */
#define MAX_COMPARED	512u

/**
 * struct candidate - an id that may be H2G_RECEIVED
 * @x: index of the id
 * @slot: the bits of an argument that have the action of the message
 */
struct candidate {
	u32 x;
	struct learn_slot slot;
};

/**
 * struct merged - the events of one or two candidates, in the order of the log
 * @nr: number of events
 * @at: positions of the events in the log
 * @action: actions of the messages, from the events
 */
struct merged {
	u32 nr;
	u32 *at;
	u32 *action;
};

/**
 * learn_is_h2g_action() - find out whether a value is the action of a message to the GuC
 * @value: the value
 *
 * Return: whether the host sends messages with this action.
 */
bool learn_is_h2g_action(u32 value)
{
	const struct guc_abi_action *action = guc_abi_action(value);

	return action && action->from == GUC_ABI_FROM_HOST;
}

/*
 * Return: weight, in 1/16 bit, of the evidence that the bits @slot in the events of an id contain
 * the action of a message, or 0 if too many of their values are not actions.
 */
static int weigh_actions(const struct state *s, const struct id_stat *id,
			 struct learn_slot slot)
{
	u32 seen[64], nr = 0, i, j, hits = 0, other = 0;
	int bits = 0;

	for (i = 0; i < id->nr; i++) {
		u32 value = slot_get(entry_of(s, id->at[i]), slot);

		if (!learn_is_h2g_action(value)) {
			if (++other > 1 + id->nr / 100)
				return 0;
			continue;
		}
		hits++;
		for (j = 0; j < nr && seen[j] != value; j++)
			;
		if (j < nr || nr == ARRAY_SIZE(seen))
			continue;
		seen[nr++] = value;
		/* Small values occur in many kinds of fields, so they are weak evidence. */
		bits += value < 0x100 ? BITS(1) : BITS(8);
	}
	return learn_held(hits, id->nr) ? bits : 0;
}

static u32 find_candidates(const struct state *s, struct candidate *list)
{
	u32 x, nr = 0;
	int weight[MAX_CANDIDATES];

	for (x = 0; x < s->nr; x++) {
		struct candidate c = { .x = x };
		int best = 0;
		unsigned int i;

		for (i = 0; i < ACTION_SLOTS; i++) {
			struct learn_slot slot = action_slot(i);
			int bits = weigh_actions(s, &s->id[x], slot);

			if (bits > best) {
				best = bits;
				c.slot = slot;
			}
		}
		if (!best)
			continue;
		for (i = nr; i && weight[i - 1] < best; i--) {
			if (i == MAX_CANDIDATES)
				continue;
			weight[i] = weight[i - 1];
			list[i] = list[i - 1];
		}
		if (i == MAX_CANDIDATES)
			continue;
		weight[i] = best;
		list[i] = c;
		nr = min(nr + 1, MAX_CANDIDATES);
	}
	return nr;
}

static void merge(const struct state *s, const struct candidate *a,
		  const struct candidate *b, struct merged *m)
{
	u32 i = 0, j = 0;

	m->nr = 0;
	while (i < s->id[a->x].nr || (b && j < s->id[b->x].nr)) {
		const struct candidate *c = a;
		u32 at;

		if (i == s->id[a->x].nr || (b && j < s->id[b->x].nr &&
					    s->id[b->x].at[j] < s->id[a->x].at[i])) {
			at = s->id[b->x].at[j++];
			c = b;
		} else {
			at = s->id[a->x].at[i++];
		}
		m->at[m->nr] = at;
		m->action[m->nr++] = slot_get(entry_of(s, at), c->slot);
	}
}

/*
 * Return: weight of the evidence, in 1/16 bit, of one match between an event and a message with
 * @action. An action that is rare in the ring has more weight, because it matches less often by
 * chance.
 */
static int weigh_action(const struct state *s, u32 action)
{
	u32 i, nr = 0, all = min(s->in->nr_h2g, MAX_COMPARED);

	for (i = 0; i < all; i++)
		nr += s->in->h2g[i].action == action;
	return learn_log2((u64)all * 21, (u64)nr * 20);
}

/**
 * struct alignment - a match of H2G_RECEIVED events of the log with messages of the H2G ring
 * @bits: weight of the evidence that the match is right
 * @nr: number of messages that have an event
 * @missing: number of messages without an event that are between messages with an event
 * @other: number of events without a message that are newer than the oldest message
 * @message: indexed like the events, newest first: number of the message, or LEARN_NONE
 */
struct alignment {
	int bits;
	u32 nr;
	u32 missing;
	u32 other;
	u32 message[MAX_COMPARED];
};

/*
 * Amounts that the weight of an alignment loses for an event without a message, and for a
 * message without an event.
 */
#define NO_MESSAGE	BITS(8)
#define NO_EVENT	BITS(5)

/* Size of an array that is indexed by a number of events or messages, 0 to MAX_COMPARED. */
#define NUMBERS		(MAX_COMPARED + 1)

enum move { SKIP_EVENT, SKIP_MESSAGE, MATCH };

/**
 * struct ways - the best alignments of the newest events with the newest messages (see &struct
 * alignment), for each number of events and messages (dynamic programming)
 * @events: number of events
 * @messages: number of messages
 * @weight: indexed by message: weight of a match between an event and this message
 * @bits: indexed by number of messages: weight of the best alignment of these messages with the
 *	events so far
 * @move: indexed by number of events and number of messages: the last move of the best alignment
 */
struct ways {
	u32 events;
	u32 messages;
	int weight[MAX_COMPARED];
	int bits[NUMBERS];
	u8 move[NUMBERS][NUMBERS];
};

/*
 * Read the pairs of event and message from the best alignment of the newest @i events with the
 * newest @j messages, and store them in @a. A message without an event counts as
 * missing only if it is between two messages with an event; other messages without an event are
 * older or newer than the log.
 */
static void follow(const struct ways *w, u32 i, u32 j, struct alignment *a)
{
	u32 skipped = 0;

	a->nr = 0;
	a->missing = 0;
	a->other = 0;
	memset(a->message, 0xff, sizeof(a->message));
	while (i) {
		switch (w->move[i][j]) {
		case MATCH:
			a->message[--i] = --j;
			a->missing += a->nr++ ? skipped : 0;
			skipped = 0;
			break;
		case SKIP_MESSAGE:
			j--;
			skipped++;
			break;
		default:
			i--;
			a->other++;
			break;
		}
	}
}

/*
 * Extend the alignments in @w by event number @i, counted from the newest event (1), which has
 * @action. Messages that are newer than the log do not reduce the weight, because align() has set
 * @w->bits to 0.
 */
static void add_event(const struct state *s, struct ways *w, u32 i, u32 action)
{
	int before = w->bits[0], match;
	u32 j;

	w->bits[0] -= NO_MESSAGE;
	w->move[i][0] = SKIP_EVENT;
	for (j = 1; j <= w->messages; j++) {
		int *best = &w->bits[j];

		match = s->in->h2g[j - 1].action == action ? before + w->weight[j - 1] : INT_MIN;
		before = *best;
		*best -= NO_MESSAGE;
		w->move[i][j] = SKIP_EVENT;
		if (w->bits[j - 1] - NO_EVENT > *best) {
			*best = w->bits[j - 1] - NO_EVENT;
			w->move[i][j] = SKIP_MESSAGE;
		}
		if (match >= *best) {
			*best = match;
			w->move[i][j] = MATCH;
		}
	}
}

/*
 * Find the best match of the newest events with messages, and store it in @a. The message of a lost
 * event gets no event. The match ends at the oldest message or at the oldest event. Return: whether
 * the evidence for the match is good enough to use it.
 */
static bool align(const struct state *s, const struct merged *m, struct ways *w,
		  struct alignment *a)
{
	u32 i, j, end_i = 0, end_j = 0;

	a->bits = 0;
	w->events = min(m->nr, MAX_COMPARED);
	memset(w->bits, 0, sizeof(w->bits));
	for (i = 1; i <= w->events; i++) {
		add_event(s, w, i, m->action[m->nr - i]);
		for (j = i < w->events ? w->messages : 0; j <= w->messages; j++) {
			if (w->bits[j] <= a->bits)
				continue;
			a->bits = w->bits[j];
			end_i = i;
			end_j = j;
		}
	}
	follow(w, end_i, end_j, a);
	return a->nr >= MIN_MESSAGES && a->bits >= CERTAIN_BITS &&
	       learn_held(a->nr, a->nr + a->other) &&
	       a->missing <= (a->nr < 20 ? 0 : a->nr / 4);
}

static void name_anchor(struct state *s, const struct candidate *c, int bits, u32 hits)
{
	struct fit fit = {
		.x = c->x,
		.bits = bits,
		.hits = hits,
		.checks = hits,
		.evidence = GUC_EVIDENCE_A | (s->aligned ? GUC_EVIDENCE_B : 0),
		.slot = { c->slot },
		.base = s->id[c->x].id == GUC_EV_H2G_RECEIVED && !c->slot.arg &&
			!c->slot.low,
	};

	learn_name(s, GUC_EVX_H2G_RECEIVED, &fit, BITS(10000), LEARN_NONE);
}

/* Allocate memory for the events of any two candidates. */
static bool alloc_merged(const struct state *s, const struct candidate *list, u32 nr,
			 struct merged *m)
{
	u32 most = 0, second = 0, i;

	for (i = 0; i < nr; i++) {
		u32 events = s->id[list[i].x].nr;

		if (events > most) {
			second = most;
			most = events;
		} else {
			second = max(second, events);
		}
	}
	m->at = arena_alloc(s->arena, (most + second) * sizeof(*m->at));
	m->action = arena_alloc(s->arena, (most + second) * sizeof(*m->action));
	return m->at && m->action;
}

/*
 * Store in @event (indexed by message) the number of the event that matches the message. If some of
 * several consecutive messages with the same action have no event, it is not known which of them
 * have none, so none of these messages gets an event.
 */
static void drop_ambiguous(struct state *s, const struct alignment *a, u32 *event)
{
	u32 first = LEARN_NONE, last = 0, i, j, end;

	for (i = 0; i < MAX_COMPARED; i++)
		if (a->message[i] != LEARN_NONE) {
			first = min(first, a->message[i]);
			last = a->message[i];
			event[last] = i;
		}
	s->newer = first;
	for (i = first; i <= last; i = end) {
		bool missing = false;

		for (end = i; end <= last && s->in->h2g[end].action == s->in->h2g[i].action;
		     end++)
			missing |= event[end] == LEARN_NONE;
		for (j = i; missing && j < end; j++)
			event[j] = LEARN_NONE;
	}
}

static void use(struct state *s, const struct merged *m, const struct alignment *a)
{
	u32 event[MAX_COMPARED], i, lost = a->missing - min(a->missing, a->other);

	s->h2g = m->at;
	s->nr_h2g = m->nr;
	s->aligned = a->nr;
	memset(event, 0xff, sizeof(event));
	drop_ambiguous(s, a, event);
	for (i = 0; i < MAX_COMPARED; i++)
		if (event[i] != LEARN_NONE)
			s->message[m->at[m->nr - 1 - event[i]]] = i;
	/*
	 * The share of lost events is estimated from few messages, so allow three times this
	 * share of failed checks.
	 */
	if (lost)
		s->slack = 3 * 100 * (lost + 1) / (a->nr + a->missing);
}

/*
 * If the events of no id match the messages of an H2G ring, choose the id whose events contain the
 * most different actions. Return: whether there is such an id, and it is clearly the best one.
 */
static bool anchor_by_actions(struct state *s, const struct candidate *list, u32 nr,
			      struct merged *m)
{
	int bits, next = 0;

	bits = weigh_actions(s, &s->id[list[0].x], list[0].slot) - learn_log2(s->nr * 34ull, 1);
	if (nr > 1)
		next = weigh_actions(s, &s->id[list[1].x], list[1].slot) -
		       learn_log2(s->nr * 34ull, 1);
	if (s->id[list[0].x].id == GUC_EV_H2G_RECEIVED && !list[0].slot.low &&
	    !list[0].slot.arg)
		bits += learn_log2(s->nr * 34ull, 1);
	if (bits < LIKELY_BITS || bits - next < MARGIN_BITS)
		return false;
	merge(s, &list[0], NULL, m);
	s->h2g = m->at;
	s->nr_h2g = m->nr;
	name_anchor(s, &list[0], bits, s->id[list[0].x].nr);
	return true;
}

/*
 * Return: whether an id can be one of two ids of H2G_RECEIVED. An id with few events can match
 * messages by chance, and one whose bits always have the same value can be another field.
 */
static bool can_be_second(const struct state *s, const struct candidate *c)
{
	const struct id_stat *id = &s->id[c->x];

	return id->nr >= MIN_MESSAGES && weigh_actions(s, id, c->slot) > BITS(8);
}

/**
 * learn_anchor() - find the ids of H2G_RECEIVED, the events about the driver's messages
 * @s: state of the learner
 *
 * All other events are found with the help of these events. The actions in the events and the
 * actions in the H2G ring have the same order, so the function compares events and messages,
 * beginning at the newest. A firmware may have two ids for H2G_RECEIVED.
 *
 * Context: allocates memory.
 */
void learn_anchor(struct state *s)
{
	struct candidate list[MAX_CANDIDATES];
	u32 nr = find_candidates(s, list), i, j, best_i = 0, best_j = 0;
	struct alignment a, best = { .bits = 0 };
	struct ways *w = arena_zero(s->arena, sizeof(*w));
	struct merged m;

	if (!w || !nr || !alloc_merged(s, list, nr, &m))
		return;
	w->messages = min(s->in->nr_h2g, MAX_COMPARED);
	for (i = 0; i < w->messages; i++)
		w->weight[i] = weigh_action(s, s->in->h2g[i].action);
	for (i = 0; i < nr; i++)
		for (j = i; j < nr; j++) {
			if (j != i && !(can_be_second(s, &list[i]) && can_be_second(s, &list[j])))
				continue;
			merge(s, &list[i], j == i ? NULL : &list[j], &m);
			/* Accept a second id only if further messages match its events. */
			if (!align(s, &m, w, &a) ||
			    a.bits <= best.bits + (j == i ? 0 : BITS(10)))
				continue;
			best = a;
			best_i = i;
			best_j = j;
		}
	if (!best.bits) {
		anchor_by_actions(s, list, nr, &m);
		return;
	}
	merge(s, &list[best_i], best_j == best_i ? NULL : &list[best_j], &m);
	use(s, &m, &best);
	name_anchor(s, &list[best_i], best.bits, best.nr);
	if (best_j != best_i)
		name_anchor(s, &list[best_j], best.bits, best.nr);
}
