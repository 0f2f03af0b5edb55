// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * Describes the ids for which the learner found no name: the kind of values that the arguments of
 * their events have, and the ids of the events before and after them.
 */
#include "state.h"

static bool is_known_guc_id(const struct state *s, u32 value)
{
	u32 i;

	for (i = 0; i < s->nr_contexts; i++)
		if (s->context[i].guc_id == value)
			return true;
	return false;
}

static bool is_known_lrca(const struct state *s, u32 value)
{
	u32 i;

	for (i = 0; i < s->nr_contexts; i++)
		if (value && s->context[i].lrca &&
		    (value == s->context[i].lrca || value >> 12 == s->context[i].lrca ||
		     (value & 0xfffff) == s->context[i].lrca))
			return true;
	return false;
}

static enum learn_look look_at(const struct state *s, const struct id_stat *id, u32 arg)
{
	u32 i, nr = min(id->nr, 256u), contexts = 0, images = 0, rising = 0, masks = 0, small = 0;

	if (!id->varies[arg])
		return id->used[arg] == GUC_EVENT_PAD ? LEARN_LOOK_PAD : LEARN_LOOK_CONSTANT;
	for (i = 0; i < nr; i++) {
		u32 value = entry_of(s, id->at[i])->arg[arg];

		contexts += is_known_guc_id(s, value);
		images += is_known_lrca(s, value);
		rising += i && value > entry_of(s, id->at[i - 1])->arg[arg];
		masks += value && !(value & (value - 1));
		small += value < 32;
	}
	if (learn_held(images, nr))
		return LEARN_LOOK_LRCA;
	if (nr >= 4 && rising + 1 == nr)
		return LEARN_LOOK_COUNTER;
	if (learn_held(contexts, nr) && nr >= 4)
		return LEARN_LOOK_GUC_ID;
	if (learn_held(masks, nr) && nr >= 4)
		return LEARN_LOOK_MASK;
	return learn_held(small, nr) ? LEARN_LOOK_SMALL : LEARN_LOOK_VARIES;
}

/*
 * Return: the id that most often comes right before the events of an id, or right after them if
 * @after is set. @count: scratch memory
 */
static u32 neighbour(struct state *s, const struct id_stat *id, bool after, u32 *count)
{
	u32 i, best = LEARN_NONE;

	memset(count, 0, s->nr * sizeof(*count));
	for (i = 0; i < id->nr; i++) {
		u32 at = id->at[i] + (after ? 1 : -1), x;

		if (at >= s->in->nr_entries)
			continue;
		x = s->of[at];
		if (x == LEARN_NONE)
			continue;
		count[x]++;
		if (best == LEARN_NONE || count[x] > count[best])
			best = x;
	}
	return best == LEARN_NONE ? LEARN_NONE : s->id[best].id;
}

/**
 * learn_unnamed() - describe the values and the neighbours of each id; these are shown for ids
 * without a name
 * @s: state of the learner, after all names were found
 *
 * Context: allocates memory.
 */
void learn_unnamed(struct state *s)
{
	u32 *count = arena_alloc(s->arena, max(s->nr, 1u) * sizeof(*count)), x, arg;

	for (x = 0; count && x < s->nr; x++) {
		struct learn_row *row = &s->id[x].row;

		for (arg = 0; arg < 2; arg++)
			row->look[arg] = look_at(s, &s->id[x], arg);
		row->before = neighbour(s, &s->id[x], false, count);
		row->after = neighbour(s, &s->id[x], true, count);
	}
}
