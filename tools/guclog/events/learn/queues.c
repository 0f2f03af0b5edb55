// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * Finds the events of page faults. The GuC and the driver exchange requests and responses about
 * page faults through queues in memory. Some events contain the old and the new position in such a
 * queue, in bytes. In comments about the log, however, the position of an event is its number in
 * the log, and an id is the number of a kind of event.
 */
#include "state.h"

#include "abi/guc_ct_abi.h"

/*
 * Largest number of queues whose positions the events of one id can contain: page fault requests,
 * page fault responses, and one more.
 */
#define QUEUES		3u
/* Width of a position in bits: positions wrap at 64 KiB. */
#define POSITION_BITS	16u
/* Size of a page fault response in its queue, bytes. */
#define RESPONSE_BYTES	8u

/**
 * struct chain - an id with events that have the old and the new position in a queue
 * @x: index of the id
 * @before: the bits with the old position in the queue
 * @after: the bits with the new position
 * @hits: number of events with an old position that is the new position of the last event of
 *	one of the queues
 * @checks: number of events that were compared in this way
 * @distinct: number of events in @hits that change the position
 * @queue: indexed by number of the event: number of its queue
 */
struct chain {
	u32 x;
	struct learn_slot before;
	struct learn_slot after;
	u32 hits;
	u32 checks;
	u32 distinct;
	u8 *queue;
};

/*
 * Find out to which queue each event of a chain belongs. An event belongs to a queue if its old
 * position is the new position of the queue's last event. The first event of each queue is not
 * compared. Return: whether enough events continue a queue.
 */
static bool follow(const struct state *s, struct chain *c)
{
	const struct id_stat *id = &s->id[c->x];
	u32 at[QUEUES] = { 0 }, used[QUEUES] = { 0 }, nr = 0, i, q, wrong = 0;

	c->hits = 0;
	c->checks = 0;
	c->distinct = 0;
	for (i = 0; i < id->nr; i++) {
		const struct learn_entry *e = entry_of(s, id->at[i]);
		u32 before = slot_get(e, c->before), after = slot_get(e, c->after);

		for (q = 0; q < nr && at[q] != before; q++)
			;
		if (q == nr) {
			if (nr < QUEUES) {
				nr++;
			} else {
				/*
				 * The event continues none of the queues, as after a gap.
				 * Assign it to a queue, but not to the one that was used last.
				 */
				for (q = 0; q + 1 < QUEUES && used[q] > used[q + 1]; q++)
					;
				c->checks++;
				if (++wrong > 2 + i / 50 + lost_of(s, i))
					return false;
			}
		} else if (before) {
			c->checks++;
			c->hits++;
			c->distinct += after != before;
		}
		at[q] = after;
		used[q] = i;
		c->queue[i] = (u8)q;
	}
	return learn_held_here(s, c->hits, c->checks) && c->distinct >= 4;
}

static bool find_chain(const struct state *s, struct chain *c)
{
	const struct id_stat *id = &s->id[c->x];
	u8 low[2] = { (u8)zeros_below(id->used[0]), (u8)zeros_below(id->used[1]) };
	unsigned int i;

	for (i = 0; i < 2 && id->varies[0] && id->varies[1]; i++) {
		c->before = (struct learn_slot){ (u8)i, low[i],
						 (u8)min(POSITION_BITS, 32u - low[i]) };
		c->after = (struct learn_slot){ !i, low[!i],
						(u8)min(POSITION_BITS, 32u - low[!i]) };
		if (follow(s, c))
			return true;
	}
	/* The two positions can also be the halves of one argument. */
	for (i = 0; i < 4; i++) {
		c->before = (struct learn_slot){ i / 2, i % 2 ? 16 : 0, POSITION_BITS };
		c->after = (struct learn_slot){ i / 2, i % 2 ? 0 : 16, POSITION_BITS };
		if (id->varies[i / 2] && follow(s, c))
			return true;
	}
	return false;
}

/* Return: for each event of an id, the number of the driver's page fault responses before it. */
static u32 *count_responses(struct state *s, const struct id_stat *id)
{
	u32 *nr = arena_alloc(s->arena, id->nr * sizeof(*nr)), k = 0, sum = 0, i;

	for (i = 0; nr && i < id->nr; i++) {
		while (k < s->nr_h2g && s->h2g[k] < id->at[i])
			sum += field_of(s, s->h2g[k++], 0) == GUC_ACTION_PAGE_FAULT_RES_DESC;
		nr[i] = sum;
	}
	return nr;
}

/*
 * Count how often the position of a queue changes by the size of the driver's responses since
 * the last change (8 bytes for each response). The change is shifted left by @scale bits before
 * it is compared, because a field can begin below the lowest bit that is ever set. @moves: set to
 * the number of all changes.
 */
static u32 count_moves(const struct state *s, const struct chain *c, u32 queue,
		       const u32 *responses, u32 scale, u32 *moves)
{
	const struct id_stat *id = &s->id[c->x];
	u32 i, hits = 0, last = LEARN_NONE;

	*moves = 0;
	for (i = 0; i < id->nr; i++) {
		const struct learn_entry *e = entry_of(s, id->at[i]);
		u32 step;

		if (c->queue[i] != queue)
			continue;
		step = (slot_get(e, c->after) - slot_get(e, c->before)) << scale & 0xffff;
		if (step && last != LEARN_NONE) {
			++*moves;
			hits += step == (RESPONSE_BYTES * (responses[i] - last) & 0xffff);
		}
		if (step || last == LEARN_NONE)
			last = responses[i];
	}
	return hits;
}

/*
 * Collect the ranges of the log before the events that change the position of a queue. @all: also
 * collect the ranges before its other events. Return: number of ranges before events that change
 * the position.
 */
static u32 add_places(struct state *s, const struct chain *c, u32 queue, bool all,
		      struct windows *ws)
{
	const struct id_stat *id = &s->id[c->x];
	u32 i, begin, moves = 0;

	for (i = 0; i < id->nr; i++) {
		const struct learn_entry *e = entry_of(s, id->at[i]);
		bool move = slot_get(e, c->after) != slot_get(e, c->before);

		if (c->queue[i] != queue || !id->at[i] || (!move && !all))
			continue;
		for (begin = id->at[i]; begin && event_of(s, begin - 1) == LEARN_NONE &&
		     id->at[i] - begin < 16; begin--)
			;
		moves += learn_add_window(s, ws, begin, id->at[i]) && move;
	}
	return moves;
}

/*
 * Find the id that stands for @event, and name it. The wanted id comes before each event that
 * changes the position of @queue, and nowhere else. If there is no such id, accept an id that also
 * comes before events that do not change the position, if there is only one such id.
 */
static void find_parent(struct state *s, const struct chain *c, u32 queue, u32 event)
{
	struct windows ws = { .nr = 0 }, all = { .nr = 0 };
	struct fit fit, found = { .bits = 0 };
	u32 x, nr = 0, moves;

	add_places(s, c, queue, false, &ws);
	if (learn_fit_role(s, &ws, event, 0))
		return;
	moves = add_places(s, c, queue, true, &all);
	for (x = 0; moves && x < s->nr; x++) {
		if (s->id[x].event != LEARN_NONE ||
		    !learn_fit_one(s, &all, x, event, FIT_SPARSE, &fit) ||
		    fit.filled < moves)
			continue;
		found = fit;
		nr++;
	}
	if (nr == 1)
		learn_name(s, event, &found, BITS(10000), LEARN_NONE);
}

static void name_queues(struct state *s, struct chain *c)
{
	struct id_stat *id = &s->id[c->x];
	const struct guc_event_def *def = &guc_event_table[GUC_EVX_QUEUE_POSITION];
	u32 *responses = count_responses(s, id);
	u32 queue, scale, best = 0, moves, hits, found = LEARN_NONE, used = 3, k, requests = 0;
	u32 other = 0;
	struct fit fit = {
		.x = c->x, .hits = c->hits, .checks = c->checks,
		.evidence = GUC_EVIDENCE_C,
		.base = id->id == def->id,
	};

	if (!responses)
		return;
	for (queue = 0; queue < QUEUES; queue++)
		for (scale = 0; scale <= (u32)min(c->before.low, c->after.low);
		     scale++) {
			hits = count_moves(s, c, queue, responses, scale, &moves);
			if (!learn_held_here(s, hits, moves))
				continue;
			if (queue != found)
				other = max(other, min(hits, best));
			if (hits <= best)
				continue;
			best = hits;
			found = queue;
			used = scale;
		}
	/* Give no name if two queues match the responses, because either can be the right queue. */
	if (other >= 3 && other * 2 > best && !fit.base)
		return;
	used = min_t(u32, used, min(c->before.low, c->after.low));
	fit.slot[0] = (struct learn_slot){ c->before.arg, (u8)(c->before.low - used), 0 };
	fit.slot[1] = (struct learn_slot){ c->after.arg, (u8)(c->after.low - used), 0 };
	for (k = 0; k < 2; k++)
		fit.slot[k].bits = (u8)min(POSITION_BITS, 32u - fit.slot[k].low);
	if (fit.slot[0].arg == 0 && !fit.slot[0].low && !fit.slot[1].low) {
		fit.slot[0] = slot_of_base(&def->field[0]);
		fit.slot[1] = slot_of_base(&def->field[1]);
	} else {
		fit.base = false;
	}
	fit.bits = (int)min(c->distinct, 1000u) * BITS(7) -
		   (int)(c->checks - c->hits) * BITS(5) - learn_log2(s->nr * 2ull, 1);
	learn_name(s, GUC_EVX_QUEUE_POSITION, &fit, BITS(10000), LEARN_NONE);
	if (id->event == LEARN_NONE || found == LEARN_NONE || best < 3)
		return;
	find_parent(s, c, found, GUC_EVX_PF_RESPONSES);
	for (queue = 0; queue < QUEUES; queue++) {
		if (queue == found)
			continue;
		hits = count_moves(s, c, queue, responses, used, &moves);
		if (moves > requests) {
			requests = moves;
			k = queue;
		}
	}
	if (requests)
		find_parent(s, c, k, GUC_EVX_PF_REQUESTS);
}

/*
 * Name PF_FLUSH_CONTEXT: the id between CTX_DEREGISTER and the QUEUE_POSITION event that follows
 * it.
 */
static void find_flush(struct state *s)
{
	struct windows ws = { .nr = 0 };
	u32 at, last = LEARN_NONE;

	for (at = 0; at < s->in->nr_entries; at++) {
		u32 event = event_of(s, at);

		if (event == GUC_EVX_CTX_DEREGISTER)
			last = at;
		if (event != GUC_EVX_QUEUE_POSITION)
			continue;
		if (last != LEARN_NONE && at - last < 8)
			learn_add_window(s, &ws, last + 1, at);
		last = LEARN_NONE;
	}
	learn_fit_role(s, &ws, GUC_EVX_PF_FLUSH_CONTEXT, 0);
}

/**
 * learn_queues() - find the events of page faults
 * @s: state of the learner, with the driver's messages
 *
 * The events with queue positions are found because the old position in each event is the new
 * position in an earlier event of the same queue. The queue of the responses is found because its
 * position increases by 8 bytes for each response of the driver.
 *
 * Context: allocates memory.
 */
void learn_queues(struct state *s)
{
	struct chain best = { .hits = 0 }, c;
	u32 x, second = 0;

	for (x = 0; x < s->nr; x++) {
		if (s->id[x].event != LEARN_NONE || s->id[x].nr < 8)
			continue;
		c = (struct chain){ .x = x };
		c.queue = arena_zero(s->arena, s->id[x].nr);
		if (!c.queue || !find_chain(s, &c)) {
			arena_drop(s->arena, c.queue);
			continue;
		}
		if (c.distinct > best.distinct) {
			second = best.distinct;
			best = c;
		} else {
			second = max(second, c.distinct);
		}
	}
	if (best.distinct && best.distinct > 4 * second)
		name_queues(s, &best);
	find_flush(s);
}
