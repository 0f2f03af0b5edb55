// SPDX-License-Identifier: GPL-2.0-only
#include "output/export/perfetto_track.h"

#include "guc_text.h"
#include "model/internal.h"

/* Numbers of clocks, which Perfetto defines. */
#define CLOCK_ID_REALTIME	1
#define CLOCK_ID_BOOTTIME	6
#define CLOCK_ID_SEQUENCE	64

/* Names of the annotations, by PERFETTO_NOTE_*. */
static const char * const note_names[] = {
	[PERFETTO_NOTE_ID] = "id",
	[PERFETTO_NOTE_ARG0] = "arg0",
	[PERFETTO_NOTE_ARG1] = "arg1",
	[PERFETTO_NOTE_INDEX] = "index",
	[PERFETTO_NOTE_AMBIGUOUS] = "ambiguous",
	[PERFETTO_NOTE_DW1] = "dw1",
	[PERFETTO_NOTE_GAP] = "gap_bytes",
	[PERFETTO_NOTE_UNCERTAINTY] = "uncertainty_ns",
};

static void set_clock(Pf__ClockSnapshot__Clock *clock, u32 id, u64 ns)
{
	pf__clock_snapshot__clock__init(clock);
	clock->has_clock_id = 1;
	clock->clock_id = id;
	clock->has_timestamp = 1;
	clock->timestamp = ns;
}

/*
 * Fill the clocks of a track. The clock anchor (values of all clocks at the same time) relates the
 * GuC's clock to the host's clocks. A track without an anchor (@placed is false) has a clock of its
 * own. This clock and CLOCK_BOOTTIME are both set to 0 at the same moment, because a viewer must be
 * able to convert the times of one clock to the other.
 */
static void set_clocks(const struct perfetto_track *track, bool placed,
		       Pf__ClockSnapshot *snapshot,
		       Pf__ClockSnapshot__Clock clock[2])
{
	const struct guclog_events *t = track->t;
	const struct guc_facts *f;

	snapshot->n_clocks = 1;
	snapshot->has_primary_trace_clock = 1;
	snapshot->primary_trace_clock = CLOCK_ID_BOOTTIME;
	if (!placed || !t) {
		set_clock(&clock[0], CLOCK_ID_BOOTTIME, 0);
		set_clock(&clock[1], CLOCK_ID_SEQUENCE, 0);
		snapshot->n_clocks = placed ? 1 : 2;
		return;
	}
	f = &track->facts;
	set_clock(&clock[0], CLOCK_ID_BOOTTIME, f->anchor_boottime_ns);
	if (!t->has_realtime)
		return;
	set_clock(&clock[1], CLOCK_ID_REALTIME, f->anchor_realtime_ns);
	snapshot->n_clocks = 2;
}

static void put_clock(const struct perfetto_track *track, bool placed)
{
	Pf__TracePacket packet = perfetto_track_packet(track, PERFETTO_CLEARED);
	Pf__TracePacketDefaults defaults = PF__TRACE_PACKET_DEFAULTS__INIT;
	Pf__TrackEventDefaults event = PF__TRACK_EVENT_DEFAULTS__INIT;
	Pf__ClockSnapshot snapshot = PF__CLOCK_SNAPSHOT__INIT;
	Pf__ClockSnapshot__Clock clock[2], *list[2] = { &clock[0], &clock[1] };

	event.has_track_uuid = 1;
	event.track_uuid = track->uuid;
	defaults.has_timestamp_clock_id = 1;
	defaults.timestamp_clock_id = placed ? CLOCK_ID_BOOTTIME : CLOCK_ID_SEQUENCE;
	defaults.track_event_defaults = &event;
	packet.trace_packet_defaults = &defaults;
	set_clocks(track, placed, &snapshot, clock);
	snapshot.clocks = list;
	packet.clock_snapshot = &snapshot;
	perfetto_packet(track->packets, &packet);
}

static void put_note_name(const struct perfetto_track *track, u32 number,
			  const char *text)
{
	Pf__TracePacket packet = perfetto_track_packet(track, PERFETTO_NEEDS_STATE);
	Pf__InternedData data = PF__INTERNED_DATA__INIT;
	Pf__InternedName name = PF__INTERNED_NAME__INIT;
	Pf__InternedName *list[] = { &name };

	name.has_iid = 1;
	name.iid = number;
	name.name = (char *)text;
	data.n_debug_annotation_names = 1;
	data.debug_annotation_names = list;
	packet.interned_data = &data;
	perfetto_packet(track->packets, &packet);
}

static void put_note_names(const struct perfetto_track *track,
			   const struct guclog_names *names)
{
	unsigned int i, j;

	for (i = PERFETTO_NOTE_ID; i < PERFETTO_NOTE_NAMES; i++)
		put_note_name(track, i, note_names[i]);
	for (i = 0; names && i < names->nr; i++) {
		const struct guclog_event_name *event = &names->event[i];

		for (j = 0; j < ARRAY_SIZE(event->arg); j++) {
			u32 number = perfetto_note_of_name(names, event, j);

			if (event->arg[j].name)
				put_note_name(track, number,
					      event->arg[j].name);
		}
	}
}

/*
 * Return: a number for a track: a 64-bit FNV-1a hash of its name and @sequence. A viewer can merge
 * this trace with another one, whose tracks must have other numbers.
 */
static u64 new_uuid(const char *name, u32 sequence)
{
	u64 hash = 0xcbf29ce484222325ull;

	for (; *name; name++)
		hash = (hash ^ (u8)*name) * 0x100000001b3ull;
	hash = (hash ^ sequence) * 0x100000001b3ull;
	return hash | 1ull << 63;
}

/* Print a name such as "0000:03:00.0 GT 0 GuC log", without the parts that are not known. */
static void name_track(struct guc_text *text, const struct guc_facts *f, bool anchored)
{
	if (guc_facts_has(f, GUC_FACT_pci_address))
		guc_fact_print(text, f, GUC_FACT_pci_address);
	else if (guc_facts_has(f, GUC_FACT_platform))
		guc_fact_print(text, f, GUC_FACT_platform);
	else if (guc_facts_has(f, GUC_FACT_pci_id))
		guc_fact_print(text, f, GUC_FACT_pci_id);
	if (guc_facts_has(f, GUC_FACT_gt))
		guc_text_add(text, "%sGT %u", text->len ? " " : "", f->gt);
	guc_text_add(text, "%sGuC log%s", text->len ? " " : "", anchored ?
		     "" : ", time since its oldest event");
}

/**
 * perfetto_track_begin() - write the packets that describe the track of a log
 * @track: filled with the properties of the track. Its member @sequence must have the number of the
 *	preceding log and is incremented
 * @p: the trace file
 * @t: the log
 * @names: names that the caller gives to event ids, NULL if there are none
 */
void perfetto_track_begin(struct perfetto_track *track, struct perfetto_packets *p,
			  const struct guclog_events *t, const struct guclog_names *names)
{
	char name[256] = "";
	struct guc_text title = { .buf = name, .size = sizeof(name) };

	track->facts = *const_core_facts(t->log->facts);
	name_track(&title, &track->facts, t->anchored);
	track->packets = p;
	track->t = t;
	track->sequence++;
	track->uuid = new_uuid(name, track->sequence);
	put_clock(track, t->anchored);
	put_note_names(track, names);
	perfetto_track_describe(track, track->uuid, 0, name);
}

/**
 * perfetto_track_begin_lines() - write the packets that describe a track for messages or lines
 * @track: filled with the properties of the track. Its member @sequence must have the number of the
 *	preceding track and is incremented
 * @p: the trace file
 * @name: name of the source
 * @placed: the times of the source are on the host's clock; else the track has a clock of its own
 */
void perfetto_track_begin_lines(struct perfetto_track *track, struct perfetto_packets *p,
				const char *name, bool placed)
{
	char title[256];

	snprintf(title, sizeof(title), "%s%s", name, placed ? "" :
		 ", unknown offset: time since its first line");
	track->packets = p;
	track->t = NULL;
	track->sequence++;
	track->uuid = new_uuid(title, track->sequence);
	put_clock(track, placed);
	put_note_name(track, PERFETTO_NOTE_UNCERTAINTY, note_names[PERFETTO_NOTE_UNCERTAINTY]);
	perfetto_track_describe(track, track->uuid, 0, title);
}

/**
 * perfetto_track_event() - write an event of a log, a message or a line
 * @track: the track of the log or of the source
 * @ns: time on the track's clock
 * @name: name of the event
 * @notes: annotations of the event
 */
void perfetto_track_event(const struct perfetto_track *track, u64 ns,
			  const struct perfetto_name *name,
			struct perfetto_notes *notes)
{
	Pf__TracePacket packet = perfetto_track_packet(track, PERFETTO_NEEDS_STATE);
	Pf__TrackEvent event = PF__TRACK_EVENT__INIT;
	Pf__InternedData data = PF__INTERNED_DATA__INIT;
	Pf__InternedName text = PF__INTERNED_NAME__INIT;
	Pf__InternedName *list[] = { &text };

	if (name->is_new) {
		text.has_iid = 1;
		text.iid = name->number;
		text.name = (char *)name->text;
		data.n_event_names = 1;
		data.event_names = list;
		packet.interned_data = &data;
	}
	event.has_name_iid = name->number != 0;
	event.name_iid = name->number;
	event.name = name->number ? NULL : (char *)name->text;
	event.has_track_uuid = track->below;
	event.track_uuid = track->uuid;
	event.has_type = 1;
	event.type = PERFETTO_INSTANT;
	event.n_debug_annotations = notes->nr;
	event.debug_annotations = notes->list;
	packet.has_timestamp = 1;
	packet.timestamp = ns;
	packet.track_event = &event;
	perfetto_packet(track->packets, &packet);
}

static void put_edge(const struct perfetto_track *track, u64 uuid, u64 ns, int type,
		     const char *name)
{
	Pf__TracePacket packet = perfetto_track_packet(track, PERFETTO_NEEDS_STATE);
	Pf__TrackEvent event = PF__TRACK_EVENT__INIT;

	event.name = (char *)name;
	event.has_track_uuid = 1;
	event.track_uuid = uuid;
	event.has_type = 1;
	event.type = type;
	packet.has_timestamp = 1;
	packet.timestamp = ns;
	packet.track_event = &event;
	perfetto_packet(track->packets, &packet);
}

/**
 * perfetto_track_slice() - add a span of time on a track below the track of a log
 * @track: the track of the log
 * @uuid: UUID of the track below it, for which perfetto_track_describe() has been called
 * @from: beginning of the span, on the log's clock
 * @to: end of the span
 * @name: name of the span
 */
void perfetto_track_slice(const struct perfetto_track *track, u64 uuid, u64 from,
			  u64 to, const char *name)
{
	put_edge(track, uuid, from, PERFETTO_BEGIN, name);
	put_edge(track, uuid, to, PERFETTO_END, NULL);
}
