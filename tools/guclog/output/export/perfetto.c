// SPDX-License-Identifier: GPL-2.0-only
#include "output/export/perfetto.h"

#include "base/arena.h"
#include "output/export/export.h"
#include "output/export/perfetto_names.h"
#include "output/export/perfetto_packet.h"
#include "output/export/perfetto_slices.h"
#include "output/export/perfetto_track.h"
#include "guc_clock.h"

/**
 * struct perfetto - a trace that is being written
 * @packets: the destination
 * @track: track of the current log
 * @t: the current log
 * @user: names that the caller gives to event ids, NULL if there are none
 * @names: event ids whose names were already written into the trace for the current log
 * @counts: how many events of the current log were exported, and how many were left out
 * @zero: tick that has the time 0 if the log has no clock anchor
 * @last: time of the last event, ns
 * @text: memory of the newest text that clean() has made
 */
struct perfetto {
	struct perfetto_packets packets;
	struct perfetto_track track;
	const struct guclog_events *t;
	const struct guclog_names *user;
	struct perfetto_names names;
	struct guclog_export_counts counts;
	s64 zero;
	s64 last;
	char *text;
};

/**
 * perfetto_new() - begin a trace
 * @perfetto: set to the trace
 * @arena: arena from which the memory of the trace is allocated
 * @p: destination
 * @names: names that the caller gives to event ids, which must stay until the trace is freed; NULL
 *	if there are none
 *
 * Return: 0, -ENOMEM, or -EOPNOTSUPP if the library was built without protobuf-c.
 */
int perfetto_new(struct perfetto **perfetto, struct arena *arena, struct print *p,
		 const struct guclog_names *names)
{
	struct perfetto *x = arena_zero(arena, sizeof(*x));

	*perfetto = x;
	if (!x)
		return -ENOMEM;
	x->packets.p = p;
	x->packets.arena = arena;
	x->user = names;
	return 0;
}

static void no_memory(struct perfetto *x)
{
	x->packets.p->error = x->packets.p->error ?: -ENOMEM;
}

/*
 * Return: the earliest tick of the log, which becomes time 0. It need not be the tick of the first
 * event, because the entries are not always stored in the order of their times.
 */
static s64 smallest_tick(struct perfetto *x, const struct guclog_events *t)
{
	struct guclog_events *all = guclog_events_copy(t);
	s64 tick = t->oldest;
	struct guclog_event e;

	if (!all)
		no_memory(x);
	while (all && guclog_events_next(all, &e))
		if (!e.before_load && e.tick < tick)
			tick = e.tick;
	guclog_events_close(all);
	return tick;
}

/**
 * perfetto_begin() - begin to write another log into the trace
 * @x: the trace
 * @t: reader of the log's events, which must stay until perfetto_end()
 */
void perfetto_begin(struct perfetto *x, const struct guclog_events *t)
{
	x->t = t;
	x->last = 0;
	x->zero = t->anchored ? 0 : smallest_tick(x, t);
	memset(&x->counts, 0, sizeof(x->counts));
	memset(&x->names, 0, sizeof(x->names));
	perfetto_track_begin(&x->track, &x->packets, t, x->user);
}

/*
 * Get the time of an event on the clock of the log's track. Return: true, or false if it is not
 * known.
 */
static bool find_time(struct perfetto *x, const struct guclog_event *e, s64 *ns)
{
	const struct guclog_events *t = x->t;

	*ns = 0;
	if (e->before_load)
		x->counts.before_load++;
	else if (!t->hz)
		x->counts.no_clock++;
	else if (!t->anchored && e->ambiguous)
		x->counts.ambiguous++;
	else if (t->anchored)
		*ns = guclog_events_boottime_ns(t, e->tick);
	else
		*ns = guc_ticks_to_ns(e->tick - x->zero, t->hz);
	if (e->before_load || !t->hz || (!t->anchored && e->ambiguous))
		return false;
	if (*ns >= 0)
		return true;
	x->counts.before_boot++;
	return false;
}

static void put_uint(struct perfetto_notes *notes, u32 name, u64 value)
{
	Pf__DebugAnnotation *a = perfetto_note(notes, name);

	a->has_uint_value = 1;
	a->uint_value = value;
}

static void put_arg(struct perfetto_notes *notes, unsigned int i, u32 value,
		    const struct guclog_names *names,
		    const struct guclog_event_name *event)
{
	u32 name = PERFETTO_NOTE_ARG0 + i;
	Pf__DebugAnnotation *a;

	if (event && event->arg[i].kind == GUCLOG_ARG_HIDE)
		return;
	if (event && event->arg[i].name)
		name = perfetto_note_of_name(names, event, i);
	if (!event || event->arg[i].kind != GUCLOG_ARG_SIGNED) {
		put_uint(notes, name, value);
		return;
	}
	a = perfetto_note(notes, name);
	a->has_int_value = 1;
	a->int_value = (int)value;
}

static void put_notes(const struct perfetto *x,
		      struct perfetto_notes *notes, const struct guclog_event *e,
		      const struct guclog_event_name *event)
{
	put_uint(notes, PERFETTO_NOTE_ID, e->id);
	put_arg(notes, 0, e->arg[0], x->user, event);
	put_arg(notes, 1, e->arg[1], x->user, event);
	put_uint(notes, PERFETTO_NOTE_INDEX, e->index);
	if (e->dword1)
		put_uint(notes, PERFETTO_NOTE_DW1, e->dword1);
	if (e->gap_bytes)
		put_uint(notes, PERFETTO_NOTE_GAP, e->gap_bytes);
	if (e->ambiguous) {
		Pf__DebugAnnotation *a = perfetto_note(notes,
						     PERFETTO_NOTE_AMBIGUOUS);

		a->has_bool_value = 1;
		a->bool_value = 1;
	}
}

/**
 * perfetto_event() - write another event
 * @x: the trace, between perfetto_begin() and perfetto_end()
 * @e: the event; if it has no time on the clock of the trace, it is only counted
 */
void perfetto_event(struct perfetto *x, const struct guclog_event *e)
{
	const struct guclog_event_name *event = export_name(x->user, e->id);
	struct perfetto_name name = { .text = event ? event->name : e->name };
	struct perfetto_notes notes;
	char hex[12];
	s64 ns;

	if (!find_time(x, e, &ns))
		return;
	name.number = perfetto_names_get(&x->names, e->id, &name.is_new);
	if (!name.text && (name.is_new || !name.number)) {
		snprintf(hex, sizeof(hex), "0x%04x", e->id);
		name.text = hex;
	}
	perfetto_notes_begin(&notes);
	put_notes(x, &notes, e, event);
	perfetto_track_event(&x->track, (u64)ns, &name, &notes);
	x->counts.exported++;
	x->last = ns;
}

/**
 * perfetto_tracks() - write tracks for the log's engines and contexts
 * @x: the trace, between perfetto_begin() and perfetto_end()
 *
 * Return: 0 or -ENOMEM.
 */
int perfetto_tracks(struct perfetto *x)
{
	return perfetto_slices(&x->track, x->t, x->zero);
}

/**
 * perfetto_end() - finish writing a log into the trace
 * @x: the trace
 * @counts: set to how many events were exported, and how many were left out; may be NULL
 */
void perfetto_end(struct perfetto *x, struct guclog_export_counts *counts)
{
	perfetto_track_end(&x->track, (u64)x->last, &x->counts);
	if (counts)
		*counts = x->counts;
}

/* Convert a text to UTF-8 for the trace. Return: the text, or NULL if there is no memory. */
static const char *clean(struct perfetto *x, const char *text)
{
	arena_drop(x->packets.arena, x->text);
	x->text = arena_printable(x->packets.arena, text);
	if (!x->text)
		no_memory(x);
	return x->text;
}

/**
 * perfetto_source() - write a track for messages, or for the lines of a kernel log or trace
 * @x: the trace, not between perfetto_begin() and perfetto_end()
 * @t: the timeline that has the source
 * @source: the source
 *
 * If the clock of the source cannot be converted to the host's clock (@source->placed is false),
 * the track gets a clock of its own, and its name states that.
 */
void perfetto_source(struct perfetto *x, const struct guclog_timeline *t,
		     const struct guclog_source *source)
{
	const char *title = clean(x, source->name);
	bool has_zero = source->placed;
	s64 zero = 0;
	size_t i;

	if (title)
		perfetto_track_begin_lines(&x->track, &x->packets, title, source->placed);
	for (i = 0; i < t->nr_items; i++) {
		const struct guclog_item *item = t->item[i];
		struct perfetto_name name = { .number = 0 };
		struct perfetto_notes notes;

		if (item->source != source || !item->text)
			continue;
		if (!has_zero)
			zero = item->ns;
		has_zero = true;
		name.text = item->ns < zero ? NULL : clean(x, item->text);
		if (!name.text)
			continue;
		perfetto_notes_begin(&notes);
		if (item->uncertainty_ns != GUCLOG_NO_BOUND)
			put_uint(&notes, PERFETTO_NOTE_UNCERTAINTY, item->uncertainty_ns);
		perfetto_track_event(&x->track, (u64)(item->ns - zero), &name, &notes);
	}
}
