// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * The functions of guclog.h that learn names of event ids from a log, and give them to the caller.
 * A row is the result for one id: its name, its fields and the evidence.
 */
#include <errno.h>

#include "read/dump/dump.h"
#include "model/internal.h"
#include "read/log/log.h"
#include "events/learn/log.h"
#include "events/learn/learned.h"
#include "model/dictionary.h"

/**
 * struct shown - the learned rows, for callers of the library
 * @pub: the public part
 * @arena: memory of the public rows
 * @learned: the rows from which the public rows are made
 */
struct shown {
	struct guclog_learned pub;
	struct arena arena;
	struct learned *learned;
};

static struct shown *to_shown(struct guclog_learned *learned)
{
	/* The public structure is the first member of struct shown. */
	return (struct shown *)learned;
}

static void show_fields(struct guclog_learned_row *to, const struct learn_row *row)
{
	const struct guc_event_def *def = &guc_event_table[row->event];
	unsigned int n;

	to->name = def->name;
	to->refutation = learn_refutation(row->event);
	to->nr_fields = def->nr_fields;
	for (n = 0; n < def->nr_fields; n++)
		to->field[n] = (struct guclog_row_field){
			.name = def->field[n].name,
			.arg = row->slot[n].arg,
			.low = row->slot[n].low,
			.bits = row->slot[n].bits,
			.guess = learned_is_guess(row, n),
		};
}

static void show_row(struct guclog_learned_row *to, const struct learn_row *row)
{
	unsigned int i, n = 0;

	*to = (struct guclog_learned_row){
		.id = row->id,
		.count = row->count,
		.grade = learn_grade_name(row->grade),
		.used = learned_is_named(row),
		.base = row->base,
		.score = row->bits / 16.0,
		.hits = row->hits,
		.checks = row->checks,
		.rival = row->rival,
		.look = { learn_look_name(row->look[0]), learn_look_name(row->look[1]) },
		.before = row->before,
		.after = row->after,
	};
	for (i = 0; i < 4; i++)
		if (row->evidence & 1u << i)
			to->evidence[n++] = (char)('A' + i);
	if (row->event != LEARN_NONE)
		show_fields(to, row);
}

static int show(struct shown *s)
{
	const struct learned *l = s->learned;
	const struct guclog_learned_row **list;
	struct guclog_learned_row *row;
	u32 i;

	list = arena_alloc(&s->arena, (l->nr + 1) * sizeof(*list));
	row = arena_alloc(&s->arena, (l->nr + 1) * sizeof(*row));
	if (!list || !row)
		return -ENOMEM;
	for (i = 0; i < l->nr; i++) {
		show_row(&row[i], &l->row[i]);
		list[i] = &row[i];
	}
	s->pub.anchored = l->anchored;
	s->pub.aligned = l->aligned;
	s->pub.base_held = l->base_held;
	s->pub.base_moved = l->base_moved;
	s->pub.nr_rows = l->nr;
	s->pub.row = list;
	return 0;
}

static int learn_one(const struct guclog_log *log, struct learned **learned)
{
	const struct parsed_log *parsed = &log_of(log)->parsed;
	const struct guclog_dump_gt *gt = NULL;
	struct event_reader t;

	if (!event_reader_open(&t, parsed))
		return parsed->nr_runs || parsed->before_load.len ? -EPROTONOSUPPORT : -ENOENT;
	if (log->dump)
		gt = dump_find_gt(log->dump, &parsed->facts);
	*learned = learn_log(&t, gt);
	return *learned ? 0 : -ENOMEM;
}

struct guclog_learned *guclog_learn(const struct guclog_log *log,
				    struct guclog_error *error)
{
	struct shown *s = calloc(1, sizeof(*s));
	int err = s ? 0 : -ENOMEM;

	if (s) {
		arena_init(&s->arena, ARENA_NO_LIMIT);
		err = learn_one(log, &s->learned);
	}
	if (!err)
		err = show(s);
	if (!events_error(error, err, log)) {
		s->pub.logs = 1;
		return &s->pub;
	}
	if (s)
		guclog_learned_free(&s->pub);
	return NULL;
}

int guclog_learned_add(struct guclog_learned *learned, const struct guclog_log *log,
		       struct guclog_error *error)
{
	struct shown *s = to_shown(learned);
	struct learned *other = NULL;
	int err = learn_one(log, &other);

	if (!err)
		err = learned_merge(s->learned, other);
	learned_free(other);
	if (!err) {
		arena_free(&s->arena);
		s->pub.nr_rows = 0;
		err = show(s);
	}
	s->pub.logs += !err;
	return events_error(error, err, log);
}

void guclog_learned_free(struct guclog_learned *learned)
{
	struct shown *s = to_shown(learned);

	if (!s)
		return;
	learned_free(s->learned);
	arena_free(&s->arena);
	free(s);
}
