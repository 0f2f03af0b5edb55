// SPDX-License-Identifier: MIT OR GPL-2.0-only
#include "state.h"

#include "guc_abi_names.h"
#include "abi/guc_ct_abi.h"

/* Largest number of ids that are candidates for the messages of the driver. */
#define MAX_CANDIDATES	8u
/* With fewer messages than this, nothing is learned. */
#define MIN_MESSAGES	8u
/* Largest number of events that are compared with the ring, which has 1024 words. */
#define MAX_COMPARED	512u

/**
 * struct candidate - an id that may be H2G_RECEIVED
 * @x: its index
 * @slot: the bits that have the action
 */
struct candidate {
	u32 x;
	struct learn_slot slot;
};

/**
 * struct merged - the events of one or two candidates, in the order of the log
 * @nr: number of events
 * @at: their positions
 * @action: their actions
 */
struct merged {
	u32 nr;
	u32 *at;
	u32 *action;
};

/**
 * learn_is_h2g_action() - is a value the action of a message to the GuC?
 * @value: the value
 *
 * Context: any.
 * Return: whether the host sends messages with this action.
 */
bool learn_is_h2g_action(u32 value)
{
	const struct guc_abi_action *action = guc_abi_action(value);

	return action && action->from == GUC_ABI_FROM_HOST;
}

/* Do the values look like actions? Return: weight in 1/16 bit. */
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
		/* Small numbers occur in many kinds of values, so they prove nothing. */
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

/* Count how often an action occurs in the messages: rare actions count more. */
static int weigh_action(const struct state *s, u32 action)
{
	u32 i, nr = 0, all = min(s->in->nr_h2g, MAX_COMPARED);

	for (i = 0; i < all; i++)
		nr += s->in->h2g[i].action == action;
	return learn_log2((u64)all * 21, (u64)nr * 20);
}

/**
 * struct alignment - a match of events of the log with messages of the ring
 * @newer: number of messages that are newer than the log
 * @nr: number of messages that have an event
 * @bits: weight
 */
struct alignment {
	u32 newer;
	u32 nr;
	int bits;
};

static bool align_at(const struct state *s, const struct merged *m, u32 newer,
		     const int *weight, struct alignment *a)
{
	u32 i, hits = 0, len = min(min(m->nr, s->in->nr_h2g - newer), MAX_COMPARED);

	*a = (struct alignment){ .newer = newer, .nr = len };
	for (i = 0; i < len; i++) {
		bool hit = s->in->h2g[newer + i].action == m->action[m->nr - 1 - i];

		hits += hit;
		a->bits += hit ? weight[newer + i] : -BITS(5);
		if (i + 1 - hits > 1 + len / 100)
			return false;
	}
	return len >= MIN_MESSAGES && learn_held(hits, len);
}

static bool align(struct state *s, const struct merged *m, struct alignment *best)
{
	int *weight = arena_alloc(s->arena, max(s->in->nr_h2g, 1u) * sizeof(*weight));
	u32 newer, i;

	*best = (struct alignment){ .bits = 0 };
	if (!weight)
		return false;
	for (i = 0; i < s->in->nr_h2g; i++)
		weight[i] = weigh_action(s, s->in->h2g[i].action);
	for (newer = 0; newer < s->in->nr_h2g; newer++) {
		struct alignment a;

		if (align_at(s, m, newer, weight, &a) && a.bits > best->bits)
			*best = a;
	}
	arena_drop(s->arena, weight);
	return best->bits >= CERTAIN_BITS;
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

/* Room for the events of any two candidates. */
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

static void use(struct state *s, const struct merged *m, const struct alignment *a)
{
	u32 i;

	s->h2g = m->at;
	s->nr_h2g = m->nr;
	s->aligned = a->nr;
	for (i = 0; i < a->nr; i++)
		if (s->in->h2g[a->newer + i].action == m->action[m->nr - 1 - i])
			s->message[m->at[m->nr - 1 - i]] = a->newer + i;
}

/* If there is no ring, choose the id that has the most different actions among its values. */
static bool anchor_by_actions(struct state *s, const struct candidate *list, u32 nr,
			      struct merged *m)
{
	static const struct alignment none;
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
	use(s, m, &none);
	name_anchor(s, &list[0], bits, s->id[list[0].x].nr);
	return true;
}

/**
 * learn_anchor() - find the events of the driver's messages
 * @s: the learner
 *
 * These events have the actions of the messages in the H2G ring, in the same order from the newest
 * one backwards. A firmware may have two ids for them.
 *
 * Context: allocates memory.
 */
void learn_anchor(struct state *s)
{
	struct candidate list[MAX_CANDIDATES];
	u32 nr = find_candidates(s, list), i, j, best_i = 0, best_j = 0;
	struct alignment a, best = { .bits = 0 };
	struct merged m;

	if (!nr || !alloc_merged(s, list, nr, &m))
		return;
	for (i = 0; i < nr; i++)
		for (j = i; j < nr; j++) {
			/*
			 * A few events can match by chance the actions that the first id
			 * lacks.
			 */
			if (j != i && min(s->id[list[i].x].nr, s->id[list[j].x].nr) < MIN_MESSAGES)
				continue;
			merge(s, &list[i], j == i ? NULL : &list[j], &m);
			/* A second id is accepted only if it explains further messages. */
			if (!align(s, &m, &a) ||
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
