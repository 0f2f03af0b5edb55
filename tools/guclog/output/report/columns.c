// SPDX-License-Identifier: GPL-2.0-only
#include "output/report/columns.h"

#include "base/arena.h"
#include "base/base64.h"

/**
 * columns_make() - collect the newest events of a log
 * @c: filled with the events, one array for each property
 * @arena: arena that has the memory of the columns
 * @t: reader of the log's events, NULL if the version of the events is unknown. Events from before
 *	the firmware was loaded again are left out, because their times are not known.
 *
 * Times are in seconds since boot. If the log has no clock anchor, they are relative to the newest
 * event, in seconds, or in ticks if the frequency of the GuC's clock is unknown.
 *
 * Return: 0 or -ENOMEM.
 */
int columns_make(struct columns *c, struct arena *arena, struct guclog_events *t)
{
	size_t room = t ? min_t(u64, t->entries, COLUMNS_MAX) : 0;
	double last = -1e18;
	struct guclog_event e;

	*c = (struct columns){ .first = t ? t->entries - room : 0 };
	if (room)
		guclog_events_rewind(t);
	c->time = arena_alloc(arena, (room + 1) * sizeof(*c->time));
	c->id = arena_alloc(arena, (room + 1) * sizeof(*c->id));
	c->arg[0] = arena_alloc(arena, (room + 1) * sizeof(*c->arg[0]));
	c->arg[1] = arena_alloc(arena, (room + 1) * sizeof(*c->arg[1]));
	c->flags = arena_alloc(arena, room + 1);
	if (!c->time || !c->id || !c->arg[0] || !c->arg[1] || !c->flags)
		return -ENOMEM;
	while (c->nr < room && guclog_events_next(t, &e)) {
		double time;

		if (e.before_load || e.index < c->first)
			continue;
		if (t->anchored)
			time = (double)e.boottime_ns / 1e9;
		else
			time = (double)(e.tick - t->newest) / (t->hz ?: 1);
		if (time < last) {
			c->unsorted++;
			time = last;
		}
		last = time;
		c->time[c->nr] = time;
		c->id[c->nr] = e.id;
		c->arg[0][c->nr] = e.arg[0];
		c->arg[1][c->nr] = e.arg[1];
		c->flags[c->nr++] = (e.gap_bytes ? COLUMN_GAP : 0) |
				    (e.ambiguous ? COLUMN_AMBIGUOUS : 0);
	}
	return 0;
}

/**
 * struct base64 - base64 text that is being written
 * @to: destination
 * @nr: bytes in @rest
 * @rest: bytes that do not yet fill a group of three
 */
struct base64 {
	struct print *to;
	unsigned int nr;
	u8 rest[3];
};

static void put_group(struct base64 *b)
{
	char out[4] = { '=', '=', '=', '=' };

	base64_group(out, b->rest, b->nr);
	b->nr = 0;
	print_bytes(b->to, out, sizeof(out));
}

static void put_byte(struct base64 *b, u8 byte)
{
	b->rest[b->nr++] = byte;
	if (b->nr == 3)
		put_group(b);
}

static void put_le(struct base64 *b, u64 value, unsigned int bytes)
{
	while (bytes--) {
		put_byte(b, (u8)value);
		value >>= 8;
	}
}

/**
 * columns_write() - write the events as base64
 * @c: from columns_make()
 * @to: destination
 */
void columns_write(const struct columns *c, struct print *to)
{
	struct base64 b = { .to = to };
	unsigned int k;
	size_t i;
	u64 bits;

	for (i = 0; i < c->nr; i++) {
		memcpy(&bits, &c->time[i], sizeof(bits));
		put_le(&b, bits, 8);
	}
	for (i = 0; i < c->nr; i++)
		put_le(&b, c->id[i], 4);
	for (k = 0; k < 2; k++)
		for (i = 0; i < c->nr; i++)
			put_le(&b, c->arg[k][i], 4);
	for (i = 0; i < c->nr; i++)
		put_byte(&b, c->flags[i]);
	if (b.nr)
		put_group(&b);
}
