// SPDX-License-Identifier: GPL-2.0-only
#include "events/tally.h"

#include "base/msg.h"

/* A hash table of ids with open addressing; it grows when it is 3/4 full. */
struct table {
	struct tally_id *row;
	unsigned int size;
	unsigned int used;
};

static struct tally_id *find(struct table *table, u32 id)
{
	unsigned int i = id * 2654435761u & (table->size - 1);

	while (table->row[i].count && table->row[i].id != id)
		i = (i + 1) & (table->size - 1);
	return &table->row[i];
}

static void resize(struct table *table, unsigned int size)
{
	struct table old = *table;
	unsigned int i;

	table->size = size;
	table->row = mem_grow(NULL, size * sizeof(*table->row));
	memset(table->row, 0, size * sizeof(*table->row));
	for (i = 0; i < old.size; i++)
		if (old.row[i].count)
			*find(table, old.row[i].id) = old.row[i];
	free(old.row);
}

static void count(struct table *table, const struct guclog_event *e)
{
	struct tally_id *row;

	if (table->used * 4 >= table->size * 3)
		resize(table, table->size * 2);
	row = find(table, e->id);
	if (!row->count++) {
		row->id = e->id;
		row->name = e->name;
		row->guess = e->guess;
		table->used++;
	}
}

static void note_silence(struct tally *tally, u64 ticks, u64 before)
{
	unsigned int i, j;

	for (i = 0; i < TALLY_SILENCES; i++)
		if (ticks > tally->silence[i].ticks)
			break;
	if (i == TALLY_SILENCES)
		return;
	for (j = TALLY_SILENCES - 1; j > i; j--)
		tally->silence[j] = tally->silence[j - 1];
	tally->silence[i] = (struct tally_silence){ ticks, before };
}

static unsigned int slot_of(const struct guclog_events *t, s64 tick)
{
	u64 span = (u64)(t->newest - t->oldest);
	u64 at = tick > t->oldest ? (u64)(tick - t->oldest) : 0;

	if (!span || at >= span)
		return TALLY_SLOTS - 1;
	return (unsigned int)(at * TALLY_SLOTS / span);
}

static int by_count(const void *a, const void *b)
{
	const struct tally_id *one = a, *two = b;

	if (one->count != two->count)
		return one->count > two->count ? -1 : 1;
	return one->id < two->id ? -1 : one->id > two->id;
}

/*
 * Make the array of the ids in the tally: move the used rows of the hash table to the beginning of
 * its memory, which then is the array, and sort them.
 */
static void take_ids(struct tally *tally, struct table *table)
{
	unsigned int i;

	tally->id = table->row;
	for (i = 0; i < table->size; i++)
		if (table->row[i].count)
			tally->id[tally->nr_ids++] = table->row[i];
	qsort(tally->id, tally->nr_ids, sizeof(*tally->id), by_count);
}

/**
 * tally_make() - count the events of a log
 * @tally: filled with the counts; free it with tally_free()
 * @t: reader of the events; it is at the oldest event before and after the call
 *
 * Context: allocates memory.
 */
void tally_make(struct tally *tally, struct guclog_events *t)
{
	struct table table = { .size = 0 };
	struct guclog_event e;
	s64 last = 0;

	memset(tally, 0, sizeof(*tally));
	resize(&table, 256);
	while (guclog_events_next(t, &e)) {
		if (e.before_load)
			continue;
		count(&table, &e);
		tally->slot[slot_of(t, e.tick)]++;
		if (tally->events++ && e.tick > last && !e.gap_bytes)
			note_silence(tally, (u64)(e.tick - last), e.index);
		last = e.tick;
	}
	guclog_events_rewind(t);
	take_ids(tally, &table);
}

/**
 * tally_free() - free a tally
 * @tally: from tally_make()
 */
void tally_free(struct tally *tally)
{
	free(tally->id);
}
