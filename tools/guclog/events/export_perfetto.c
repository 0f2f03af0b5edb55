// SPDX-License-Identifier: GPL-2.0-only
#include "events/export_perfetto.h"

#include "events/export_names.h"
#include "events/export_packet.h"
#include "events/export_slices.h"
#include "events/export_track.h"
#include "input/schema.h"
#include "order/order.h"
#include "guc_clock.h"
#include "util/msg.h"

/**
 * struct export_perfetto - a trace that is being written
 * @packets: the file
 * @track: of the current log
 * @t: the current log
 * @schema: names
 * @names: ids of the log whose names were written
 * @counts: of the log
 * @zero: tick that is 0 in a log without an anchor
 * @last: time of the last event, ns
 */
struct export_perfetto {
	struct export_packets packets;
	struct export_track track;
	const struct guclog_events *t;
	const struct schema *schema;
	struct export_names names;
	struct export_counts counts;
	s64 zero;
	s64 last;
};

/**
 * export_perfetto_open() - begin a trace
 * @to: destination
 * @schema: names; stays until the trace is closed
 *
 * Return: the trace, or NULL after printing the reason on stderr.
 */
struct export_perfetto *export_perfetto_open(const struct output *to,
					     const struct schema *schema)
{
	struct export_perfetto *x = mem_grow(NULL, sizeof(*x));

	memset(x, 0, sizeof(*x));
	x->schema = schema;
	if (!export_packets_open(&x->packets, to))
		return x;
	free(x);
	return NULL;
}

/* Entries can be stored in another order than their times; 0 is the earliest time. */
static s64 smallest_tick(const struct guclog_events *of)
{
	struct guclog_events *t = guclog_events_copy(of);
	s64 tick = of->oldest;
	struct guclog_event e;

	if (!t)
		mem_none();
	while (guclog_events_next(t, &e))
		if (!e.before_load && e.tick < tick)
			tick = e.tick;
	guclog_events_close(t);
	return tick;
}

/**
 * export_perfetto_begin() - begin another log
 * @x: the trace
 * @t: the log; stays until export_perfetto_end()
 */
void export_perfetto_begin(struct export_perfetto *x, const struct guclog_events *t)
{
	x->t = t;
	x->last = 0;
	x->zero = t->anchored ? 0 : smallest_tick(t);
	memset(&x->counts, 0, sizeof(x->counts));
	memset(&x->names, 0, sizeof(x->names));
	export_track_begin(&x->track, &x->packets, t, x->schema);
}

/* Return: whether the event has a time on the clock. */
static bool find_time(struct export_perfetto *x, const struct guclog_event *e, s64 *ns)
{
	const struct guclog_events *t = x->t;
	s64 ticks = e->tick - x->zero;

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
		*ns = guc_ticks_to_ns(ticks, t->hz);
	if (e->before_load || !t->hz || (!t->anchored && e->ambiguous))
		return false;
	if (*ns >= 0)
		return true;
	x->counts.before_boot++;
	return false;
}

static void put_uint(struct export_notes *notes, u32 name, u64 value)
{
	Pf__DebugAnnotation *a = export_note(notes, name);

	a->has_uint_value = 1;
	a->uint_value = value;
}

static void put_arg(struct export_notes *notes, unsigned int i, u32 value,
		    const struct schema *schema,
		    const struct schema_event *event)
{
	u32 name = EXPORT_NOTE_ARG0 + i;
	Pf__DebugAnnotation *a;

	if (event && event->arg[i].kind == SCHEMA_HIDE)
		return;
	if (event && event->arg[i].name)
		name = export_note_of_schema(schema, event, i);
	if (!event || event->arg[i].kind != SCHEMA_SIGNED) {
		put_uint(notes, name, value);
		return;
	}
	a = export_note(notes, name);
	a->has_int_value = 1;
	a->int_value = (int)value;
}

static void put_notes(const struct export_perfetto *x,
		      struct export_notes *notes, const struct guclog_event *e,
		      const struct schema_event *event)
{
	put_uint(notes, EXPORT_NOTE_ID, e->id);
	put_arg(notes, 0, e->arg[0], x->schema, event);
	put_arg(notes, 1, e->arg[1], x->schema, event);
	put_uint(notes, EXPORT_NOTE_INDEX, e->index);
	if (e->dword1)
		put_uint(notes, EXPORT_NOTE_DW1, e->dword1);
	if (e->gap_bytes)
		put_uint(notes, EXPORT_NOTE_GAP, e->gap_bytes);
	if (e->ambiguous) {
		Pf__DebugAnnotation *a = export_note(notes,
						     EXPORT_NOTE_AMBIGUOUS);

		a->has_bool_value = 1;
		a->bool_value = 1;
	}
}

/**
 * export_perfetto_event() - another event
 * @x: the trace, between begin and end
 * @e: the event; only counted if it has no time on the clock
 */
void export_perfetto_event(struct export_perfetto *x, const struct guclog_event *e)
{
	const struct schema_event *event = schema_find(x->schema, e->id);
	const struct guc_event_def *def = schema_word(x->schema, e->id);
	struct export_name name = { .told = event ? event->name :
					    def ? def->name : NULL };
	struct export_notes notes;
	char hex[12];
	s64 ns;

	if (!find_time(x, e, &ns))
		return;
	name.number = export_names_get(&x->names, e->id, &name.is_new);
	if (!name.told && (name.is_new || !name.number)) {
		snprintf(hex, sizeof(hex), "0x%04x", e->id);
		name.told = hex;
	}
	export_notes_begin(&notes);
	put_notes(x, &notes, e, event);
	export_track_event(&x->track, (u64)ns, &name, &notes);
	x->counts.exported++;
	x->last = ns;
}

/**
 * export_perfetto_lives() - tracks for the log's engines and contexts
 * @x: the trace, between begin and end
 * @t: the log
 */
void export_perfetto_lives(struct export_perfetto *x, const struct guclog_events *t)
{
	export_slices(&x->track, t, x->zero);
}

/**
 * export_perfetto_end() - end a log
 * @x: the trace
 *
 * Return: numbers of exported and omitted events; valid until the next log begins.
 */
const struct export_counts *export_perfetto_end(struct export_perfetto *x)
{
	export_track_end(&x->track, (u64)x->last, &x->counts);
	return &x->counts;
}

/**
 * export_perfetto_source() - a track for messages, or for lines of a text
 * @x: the trace, not between begin and end
 * @o: the order that has the source, sorted
 * @source: number of the source
 *
 * A source without a relation to the common clock gets a clock of its own, and its track
 * says so.
 */
void export_perfetto_source(struct export_perfetto *x, const struct order *o, u32 source)
{
	const struct order_source *s = &o->source[source];
	s64 zero = 0;
	size_t i;

	export_track_begin_lines(&x->track, &x->packets, s->name, s->placed);
	for (i = 0; i < o->nr; i++) {
		const struct order_item *item = &o->item[i];
		struct export_name name = { .told = item->msg ?: item->text };
		u64 uncertainty = order_uncertainty(s, item->ns);
		struct export_notes notes;

		if (item->source != source)
			continue;
		if (!s->placed && !zero)
			zero = item->ns;
		if (item->ns < zero)
			continue;
		export_notes_begin(&notes);
		if (uncertainty != ORDER_UNKNOWN)
			put_uint(&notes, EXPORT_NOTE_UNCERTAINTY, uncertainty);
		export_track_event(&x->track, (u64)(item->ns - zero), &name, &notes);
	}
}

/**
 * export_perfetto_close() - finish a trace
 * @x: the trace; freed
 * @keep: false to discard it
 *
 * Return: 0, or -1 after printing on stderr that it could not be written.
 */
int export_perfetto_close(struct export_perfetto *x, bool keep)
{
	int ret = export_packets_close(&x->packets, keep);

	free(x);
	return ret;
}
