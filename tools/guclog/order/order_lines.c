// SPDX-License-Identifier: GPL-2.0-only
/*
 * The clocks of kernel logs and traces, and how they relate to the time since boot.
 */
#include "order/order.h"

#include "guc_clock.h"
#include "shared/printable.h"
#include "util/dump_number.h"

#define NS		1000000000ll
/* xe prints its line about a dump that much later than the dump's own time, at most. */
#define DUMP_LINE_NS	(NS / 10)
/* This module's trace events are at most that much later than the firmware's events. */
#define POLL_NS		NS
/* A clock that is set by hand can be set by any amount; this is for its resolution. */
#define WALL_NS		1000000

/**
 * struct dump_walk - a walk over the dumps of all inputs
 * @input: number of the input
 * @dump: number of the next dump in it
 */
struct dump_walk {
	unsigned int input;
	unsigned int dump;
};

/* Return: the next dump, NULL behind the last one. */
static const struct guclog_dump *next_dump(const struct order *o, struct dump_walk *walk)
{
	for (; walk->input < o->nr_inputs; *walk = (struct dump_walk){ walk->input + 1, 0 }) {
		const struct guclog_file *file = o->input[walk->input].logs.logs.file;
		const struct guclog_dump *dump = file ? guclog_file_dump(file, walk->dump++) : NULL;

		if (dump)
			return dump;
	}
	return NULL;
}

/* Return: whether a dump has both times, and is of the boot of the logs. */
static bool dump_times(const struct order *o, const struct guclog_dump *dump, s64 *boot,
		       s64 *wall)
{
	u64 up, real;

	if (!dump_seconds(&dump->head, "Uptime", &up) ||
	    !dump_seconds(&dump->head, "Snapshot time", &real) || up >> 62 || real >> 62)
		return false;
	*boot = (s64)up;
	*wall = (s64)real;
	return !o->has_boot_wall || llabs(*wall - *boot - o->boot_wall) <= ORDER_SAME_BOOT_NS;
}

/*
 * A dump's time since boot, and the line that xe prints when it has created the dump. The
 * line is printed without the time of suspend, so that the difference is not negative.
 * Return: number of possible pairs, with the offset of the best one: one line can belong
 * to each of several dumps.
 */
static unsigned int find_dump_lines(const struct order *o, const struct lines *lines,
				    s64 *offset, s64 *at)
{
	struct dump_walk walk = { 0 };
	const struct guclog_dump *dump;
	s64 boot, wall, best = 0;
	unsigned int found = 0;
	size_t k;

	while ((dump = next_dump(o, &walk))) {
		if (!dump_times(o, dump, &boot, &wall))
			continue;
		for (k = 0; k < lines->nr; k++) {
			s64 more = boot - lines->line[k].ns;

			if (!strstr(lines->line[k].text, "device coredump has been created") ||
			    more < -DUMP_LINE_NS - lines->line[k].ns / ORDER_DRIFT)
				continue;
			if (!found || llabs(more) < llabs(best)) {
				best = more;
				*offset = more;
				*at = lines->line[k].ns;
			}
			found++;
		}
	}
	return found;
}

static void place_printk(const struct order *o, struct order_source *s,
			 const struct lines *lines)
{
	s64 offset = 0, at = 0;
	unsigned int pairs = find_dump_lines(o, lines, &offset, &at);

	s->clock = "seconds since boot without the time of suspend";
	if (o->no_suspend) {
		s->placed = true;
		s->uncertainty = DUMP_LINE_NS;
		s->how = "--no-suspend";
	} else if (pairs && offset >= NS && !lines->suspended) {
		s->how = "its line about a dump is of another time, and none is about suspend";
	} else if (pairs == 1 || (pairs && llabs(offset) < NS)) {
		s->placed = true;
		/* Less than the delay of the line: the machine was not suspended. */
		if (llabs(offset) <= DUMP_LINE_NS)
			offset = 0;
		s->offset = offset;
		s->at = at + offset;
		s->uncertainty = DUMP_LINE_NS;
		/* It is unknown when before the line the machine was suspended. */
		s->before = offset > NS ? (u64)offset : 0;
		s->how = "its line about the devcoredump, and the dump's Uptime";
	} else if (pairs) {
		s->how = "several of its lines can be about the devcoredump";
	} else {
		s->how = "it is unknown how long the machine was suspended";
	}
}

static void place_wall(const struct order *o, struct order_source *s)
{
	struct dump_walk walk = { 0 };
	const struct guclog_dump *dump;
	unsigned int i;
	s64 boot, wall;

	s->clock = "wall clock";
	while (!s->placed && (dump = next_dump(o, &walk))) {
		s->placed = dump_times(o, dump, &boot, &wall);
		s->how = "the Snapshot time and the Uptime of the devcoredump";
	}
	for (i = 0; i < o->nr_logs && !s->placed; i++) {
		const struct guc_facts *f = &o->log[i].view.facts;

		s->placed = o->log[i].t && o->log[i].t->has_realtime;
		boot = (s64)f->anchor_boottime_ns;
		wall = (s64)f->anchor_realtime_ns;
		s->how = "the anchor of a log, which has the wall clock";
	}
	if (!s->placed) {
		s->how = "no other file has the wall clock";
		return;
	}
	s->offset = boot - wall;
	s->at = boot;
	s->uncertainty = WALL_NS;
}

/* The least difference is the nearest to the truth: an event is traced after it was. */
static void place_trace(const struct order *o, struct order_source *s,
			const struct lines *lines)
{
	bool found = false;
	size_t i;

	s->clock = "clock of the trace";
	if (o->trace_boot) {
		s->placed = true;
		s->uncertainty = 1000;
		s->how = "--trace-clock boot";
		return;
	}
	for (i = 0; i < lines->nr; i++) {
		const struct line *line = &lines->line[i];

		if (!line->has_boot || (found && line->boot_ns - line->ns <= s->offset))
			continue;
		found = true;
		s->offset = line->boot_ns - line->ns;
		s->at = line->boot_ns;
	}
	s->placed = found;
	s->uncertainty = found ? POLL_NS : ORDER_UNKNOWN;
	s->how = found ? "boot_ns in the events of the module xe_guclog" :
		 "the report does not name its clock; see --trace-clock";
}

/**
 * order_add_lines() - add the lines of an input
 * @o: the order, with all logs
 * @in: the input
 */
void order_add_lines(struct order *o, struct order_input *in)
{
	const struct lines *lines = &in->lines;
	u32 source = o->nr_sources;
	struct order_source *s;
	size_t i;

	s = order_add_source(o, lines->clock == LINES_TRACE ? ORDER_TRACE : ORDER_KERNEL,
			     printable(in->path));
	if (lines->clock == LINES_TRACE)
		place_trace(o, s, lines);
	else if (lines->clock == LINES_WALL)
		place_wall(o, s);
	else
		place_printk(o, s, lines);
	for (i = 0; i < lines->nr; i++)
		order_add(o, source, lines->line[i].ns + o->source[source].offset)->text =
			lines->line[i].text;
}
