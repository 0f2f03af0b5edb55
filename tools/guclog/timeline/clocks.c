// SPDX-License-Identifier: GPL-2.0-only
/*
 * Finds the offset from the clock of a kernel log or trace to the time since boot.
 */
#include "timeline/timeline.h"

#include "guc_facts.h"
#include "model/internal.h"

#define NS		1000000000ll
/*
 * Longest time from the "Uptime" of a dump to the line that xe prints into the kernel log about the
 * dump.
 */
#define DUMP_LINE_NS	(NS / 10)
/*
 * Longest time from an event of the firmware to the trace event that the kernel module
 * xe_guclog writes about it.
 */
#define POLL_NS		NS
/*
 * Uncertainty, ns, from the resolution of a wall clock. If the clock was set between two of the
 * times that are compared, the error is larger and has no limit.
 */
#define WALL_NS		1000000

/*
 * Get the time at which a dump was made. @boot: set to the time since boot (the dump's Uptime),
 * @wall: set to the time on the wall clock (its Snapshot time), both in ns. Return: whether the
 * dump has both times and is from the same boot as the logs.
 */
static bool dump_times(const struct timeline *t, const struct guclog_dump *dump, s64 *boot,
		       s64 *wall)
{
	uint64_t up, real;

	if (!guclog_dump_seconds(&dump->head, DUMP_HEAD_UPTIME, &up) ||
	    !guclog_dump_seconds(&dump->head, DUMP_HEAD_SNAPSHOT_TIME, &real) || up >> 62 ||
	    real >> 62)
		return false;
	*boot = (s64)up;
	*wall = (s64)real;
	return !t->has_boot_wall || llabs(*wall - *boot - t->boot_wall) <= TIMELINE_SAME_BOOT_NS;
}

/*
 * Compare the time since boot of each dump with the time of the line that xe prints into the kernel
 * log when it has created the dump. The time of the line does not include the time for which the
 * machine was suspended, but the time since boot does. The difference is therefore the time of
 * suspend, minus the time from the dump's Uptime to the line. @offset: set to the smallest
 * difference. @at: set to the time of the line with this difference. Return: number of possible
 * pairs of dump and line.
 */
static unsigned int find_dump_lines(const struct timeline *t, const struct timed_text *text,
				    s64 *offset, s64 *at)
{
	s64 boot, wall, best = 0;
	unsigned int i, found = 0;
	size_t k;

	for (i = 0; i < t->nr_dumps; i++) {
		if (!dump_times(t, t->dump[i], &boot, &wall))
			continue;
		for (k = 0; k < text->nr; k++) {
			s64 more = boot - text->line[k].ns;

			if (!text->line[k].has_time ||
			    !strstr(text->line[k].text, "device coredump has been created") ||
			    more < -DUMP_LINE_NS - text->line[k].ns / TIMELINE_DRIFT)
				continue;
			if (!found || llabs(more) < llabs(best)) {
				best = more;
				*offset = more;
				*at = text->line[k].ns;
			}
			found++;
		}
	}
	return found;
}

static void place_printk(const struct timeline *t, struct guclog_source *s,
			 const struct timed_text *text)
{
	s64 offset = 0, at = 0;
	unsigned int pairs = find_dump_lines(t, text, &offset, &at);

	s->clock = "seconds since boot without the time of suspend";
	if (t->flags & GUCLOG_TIMELINE_NO_SUSPEND) {
		s->placed = true;
		s->uncertainty_ns = DUMP_LINE_NS;
		s->how = "--no-suspend";
	} else if (pairs && offset >= NS && !text->suspended) {
		s->how = "the dump's Uptime is later than its line, but no line shows a suspend";
	} else if (pairs == 1 || (pairs && llabs(offset) < NS)) {
		s->placed = true;
		/*
		 * Even without suspend, xe prints the line up to DUMP_LINE_NS after the time in
		 * the dump's Uptime. A difference of at most this time therefore does not come
		 * from suspend, and the offset is 0.
		 */
		if (llabs(offset) <= DUMP_LINE_NS)
			offset = 0;
		s->offset_ns = offset;
		s->at_ns = at + offset;
		s->uncertainty_ns = DUMP_LINE_NS;
		/*
		 * An offset of more than one second means that the machine was suspended at an
		 * unknown time before the line. Times of earlier lines may then be wrong by the
		 * whole offset.
		 */
		s->before_ns = offset > NS ? (u64)offset : 0;
		s->how = "the line about the devcoredump, and the devcoredump's Uptime";
	} else if (pairs) {
		s->how = "it is unknown which line is about which devcoredump";
	} else {
		s->how = "it is unknown how long the machine was suspended";
	}
}

static void place_wall(const struct timeline *t, struct guclog_source *s)
{
	s64 boot, wall;
	unsigned int i;

	s->clock = "wall clock";
	for (i = 0; i < t->nr_dumps && !s->placed; i++) {
		s->placed = dump_times(t, t->dump[i], &boot, &wall);
		s->how = "the Snapshot time and the Uptime of the devcoredump";
	}
	for (i = 0; i < t->nr_sources && !s->placed; i++) {
		const struct guclog_source *log = t->source[i];
		const struct guc_facts *f;

		if (log->kind != GUCLOG_SOURCE_LOG || !log->placed || !log->events->has_realtime)
			continue;
		f = const_core_facts(log->events->log->facts);
		s->placed = true;
		boot = (s64)f->anchor_boottime_ns;
		wall = (s64)f->anchor_realtime_ns;
		s->how = "the anchor of a log, which has the wall clock";
	}
	if (!s->placed) {
		s->how = "no other file has the wall clock";
		return;
	}
	s->offset_ns = boot - wall;
	s->at_ns = boot;
	s->uncertainty_ns = WALL_NS;
}

static void place_local(struct guclog_source *s, const struct timed_text *text)
{
	bool none = text->clock == TEXT_NO_CLOCK;

	s->clock = none ? "no clock" : "local wall clock";
	s->how = none ? "the kernel log has no times" :
		 "the kernel log does not name the time zone of its clock";
}

/*
 * Find the offset of a trace's clock. The module xe_guclog reports each event of the firmware as a
 * trace event, with the time since boot of the firmware's event. It writes the trace event a little
 * later, so the line with the smallest delay gives the best estimate.
 */
static void place_trace(const struct timeline *t, struct guclog_source *s,
			const struct timed_text *text)
{
	bool found = false;
	size_t i;

	s->clock = "clock of the trace";
	if (t->flags & GUCLOG_TIMELINE_TRACE_BOOT || text->trace_boot) {
		s->is_common = true;
		s->placed = true;
		s->uncertainty_ns = 1000;
		s->how = t->flags & GUCLOG_TIMELINE_TRACE_BOOT ? "--trace-clock boot" :
			 "the clock that the trace names";
		return;
	}
	for (i = 0; i < text->nr; i++) {
		const struct text_line *line = &text->line[i];

		if (!line->has_boot || (found && line->boot_ns - line->ns <= s->offset_ns))
			continue;
		found = true;
		s->offset_ns = line->boot_ns - line->ns;
		s->at_ns = line->boot_ns;
	}
	s->placed = found;
	s->uncertainty_ns = found ? POLL_NS : GUCLOG_NO_BOUND;
	s->how = found ? "boot_ns in the events of the module xe_guclog" :
		 "the report does not name its clock; see --trace-clock";
}

/**
 * timeline_add_lines() - add the lines of a kernel log or trace
 * @t: the timeline, with all logs and devcoredumps
 * @text: the kernel log or trace
 *
 * Return: 0 or -ENOMEM.
 */
int timeline_add_lines(struct timeline *t, const struct timed_text *text)
{
	bool trace = text->clock == TEXT_TRACE;
	struct guclog_source *s;
	size_t i;

	s = timeline_add_source(t, trace ? GUCLOG_SOURCE_TRACE : GUCLOG_SOURCE_KERNEL_LOG,
				text->name);
	if (!s)
		return -ENOMEM;
	if (trace)
		place_trace(t, s, text);
	else if (text->clock == TEXT_WALL)
		place_wall(t, s);
	else if (text->clock != TEXT_PRINTK)
		place_local(s, text);
	else
		place_printk(t, s, text);
	for (i = 0; i < text->nr; i++) {
		struct guclog_item *item = timeline_add_item(t, s, text->line[i].ns +
							     s->offset_ns);

		if (!item)
			return -ENOMEM;
		item->text = text->line[i].text;
	}
	return 0;
}
