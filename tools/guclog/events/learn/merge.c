// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * Combines the results of several logs of the same firmware. A row (struct learn_row) is the result
 * for one event id: its name, its fields and the evidence.
 */
#include "state.h"

static bool same_fields(const struct learn_row *a, const struct learn_row *b)
{
	unsigned int n;

	for (n = 0; n < GUC_EVENT_MAX_FIELDS; n++)
		if (a->slot[n].bits && b->slot[n].bits &&
		    (a->slot[n].arg != b->slot[n].arg || a->slot[n].low != b->slot[n].low))
			return false;
	return true;
}

/* Add the evidence of another log (@row), which agrees with @to about the event of the id. */
static void add_up(struct learn_row *to, const struct learn_row *row)
{
	unsigned int n;

	to->count += row->count;
	to->bits += row->bits;
	to->hits += row->hits;
	to->checks += row->checks;
	to->evidence |= row->evidence;
	to->base = to->base && row->base;
	for (n = 0; n < GUC_EVENT_MAX_FIELDS; n++)
		if (!to->slot[n].bits || (row->slot[n].bits &&
					  row->slot[n].bits < to->slot[n].bits))
			to->slot[n] = row->slot[n];
	to->grade = max(to->grade, row->grade);
	if (to->grade != LEARN_DOUBT)
		to->grade = max(to->grade, learn_grade(to));
}

/**
 * learn_merge_row() - add the result of another log for an id
 * @to: the result of one log
 * @row: the result of the other log
 *
 * Return: whether the two results contradict each other; @to then gets the grade LEARN_DOUBT.
 */
bool learn_merge_row(struct learn_row *to, const struct learn_row *row)
{
	u32 count = to->count + row->count, logs = max(to->logs, row->logs);
	u32 before = to->before, after = to->after;
	bool conflict = false;
	bool said = row->event != LEARN_NONE && row->grade >= LEARN_LIKELY;

	if (to->event != LEARN_NONE && to->event == row->event && same_fields(to, row)) {
		add_up(to, row);
	} else if (to->event == LEARN_NONE || to->grade < LEARN_LIKELY) {
		if (said || to->event == LEARN_NONE)
			*to = *row;
	} else if (said) {
		/* The two logs contradict each other, so one of the results is wrong. */
		to->grade = LEARN_DOUBT;
		to->rival = row->id;
		conflict = true;
	}
	to->count = count;
	to->logs = logs;
	if (to->before == LEARN_NONE)
		to->before = before;
	if (to->after == LEARN_NONE)
		to->after = after;
	return conflict;
}

/**
 * learned_merge() - add the results of another log of the same firmware
 * @to: the names that were learned from one log
 * @from: the names that were learned from another log
 *
 * Context: allocates memory.
 * Return: 0 or -ENOMEM.
 */
int learned_merge(struct learned *to, const struct learned *from)
{
	struct learn_row *row = arena_alloc(&to->arena,
					    (size_t)(to->nr + from->nr + 1) * sizeof(*row));
	u32 i = 0, j = 0, nr = 0;

	if (!row)
		return -ENOMEM;
	while (i < to->nr || j < from->nr) {
		if (j == from->nr || (i < to->nr && to->row[i].id < from->row[j].id)) {
			row[nr++] = to->row[i++];
		} else if (i == to->nr || from->row[j].id < to->row[i].id) {
			row[nr++] = from->row[j++];
		} else {
			row[nr] = to->row[i++];
			to->conflicts += learn_merge_row(&row[nr++], &from->row[j++]);
		}
	}
	to->row = row;
	to->nr = nr;
	to->anchored = to->anchored || from->anchored;
	to->aligned += from->aligned;
	to->base_held = max(to->base_held, from->base_held);
	to->base_moved = max(to->base_moved, from->base_moved);
	to->resets += from->resets;
	to->absent &= from->absent;
	to->answered = to->answered && from->answered;
	return learned_index(to);
}
