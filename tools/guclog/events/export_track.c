// SPDX-License-Identifier: GPL-2.0-only
#include "events/export_track.h"

#include "guc_text.h"
#include "util/log_file.h"

/* Perfetto's own numbers. */
#define CLOCK_ID_REALTIME	1
#define CLOCK_ID_BOOTTIME	6
#define CLOCK_ID_SEQUENCE	64

/* Names of the annotations, by EXPORT_NOTE_*. */
static const char * const note_names[] = {
	[EXPORT_NOTE_ID] = "id",
	[EXPORT_NOTE_ARG0] = "arg0",
	[EXPORT_NOTE_ARG1] = "arg1",
	[EXPORT_NOTE_INDEX] = "index",
	[EXPORT_NOTE_AMBIGUOUS] = "ambiguous",
	[EXPORT_NOTE_DW1] = "dw1",
	[EXPORT_NOTE_GAP] = "gap_bytes",
	[EXPORT_NOTE_UNCERTAINTY] = "uncertainty_ns",
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
 * The anchor relates the GuC's clock to the host's clocks. Without an anchor the track
 * has a separate clock, whose zero is the zero of the host's clock, because a viewer
 * needs a relation between them.
 */
static void set_clocks(const struct export_track *track, bool placed,
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

static void put_clock(const struct export_track *track, bool placed)
{
	Pf__TracePacket packet = export_track_packet(track, EXPORT_CLEARED);
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
	export_packet(track->packets, &packet);
}

static void put_note_name(const struct export_track *track, u32 number,
			  const char *told)
{
	Pf__TracePacket packet = export_track_packet(track, EXPORT_NEEDS_STATE);
	Pf__InternedData data = PF__INTERNED_DATA__INIT;
	Pf__InternedName name = PF__INTERNED_NAME__INIT;
	Pf__InternedName *list[] = { &name };

	name.has_iid = 1;
	name.iid = number;
	name.name = (char *)told;
	data.n_debug_annotation_names = 1;
	data.debug_annotation_names = list;
	packet.interned_data = &data;
	export_packet(track->packets, &packet);
}

static void put_note_names(const struct export_track *track,
			   const struct schema *schema)
{
	unsigned int i, j;

	for (i = EXPORT_NOTE_ID; i < EXPORT_NOTE_SCHEMA; i++)
		put_note_name(track, i, note_names[i]);
	for (i = 0; i < schema->nr; i++) {
		const struct schema_event *event = &schema->event[i];

		for (j = 0; j < ARRAY_SIZE(event->arg); j++) {
			u32 number = export_note_of_schema(schema, event, j);

			if (event->arg[j].name)
				put_note_name(track, number,
					      event->arg[j].name);
		}
	}
}

/*
 * FNV-1a hash: if this trace is merged with another one, the tracks of both have
 * different numbers.
 */
static u64 new_uuid(const char *name, u32 sequence)
{
	u64 hash = 0xcbf29ce484222325ull;

	for (; *name; name++)
		hash = (hash ^ (u8)*name) * 0x100000001b3ull;
	hash = (hash ^ sequence) * 0x100000001b3ull;
	return hash | 1ull << 63;
}

/* "0000:03:00.0 GT 0 GuC log", as far as it is known. */
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
 * export_track_begin() - the head of a log
 * @track: filled; @track->sequence goes on from the log before
 * @p: the file
 * @t: the log
 * @schema: names
 */
void export_track_begin(struct export_track *track, struct export_packets *p,
			const struct guclog_events *t, const struct schema *schema)
{
	char name[256] = "";
	struct guc_text text = { .buf = name, .size = sizeof(name) };

	track->facts = *log_facts(guclog_log_facts(t->log));
	name_track(&text, &track->facts, t->anchored);
	track->packets = p;
	track->t = t;
	track->sequence++;
	track->uuid = new_uuid(name, track->sequence);
	put_clock(track, t->anchored);
	put_note_names(track, schema);
	export_track_describe(track, track->uuid, 0, name);
}

/**
 * export_track_begin_lines() - the head of a track for messages or lines
 * @track: filled; @track->sequence goes on from the track before
 * @p: the file
 * @name: name of the source
 * @placed: its times are on the host's clock; else the track has a clock of its own
 */
void export_track_begin_lines(struct export_track *track, struct export_packets *p,
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
	put_note_name(track, EXPORT_NOTE_UNCERTAINTY, note_names[EXPORT_NOTE_UNCERTAINTY]);
	export_track_describe(track, track->uuid, 0, title);
}

/**
 * export_track_event() - an event of a log
 * @track: the log
 * @ns: when, on the track's clock
 * @name: its name
 * @notes: its annotations
 */
void export_track_event(const struct export_track *track, u64 ns,
			const struct export_name *name,
			struct export_notes *notes)
{
	Pf__TracePacket packet = export_track_packet(track, EXPORT_NEEDS_STATE);
	Pf__TrackEvent event = PF__TRACK_EVENT__INIT;
	Pf__InternedData data = PF__INTERNED_DATA__INIT;
	Pf__InternedName told = PF__INTERNED_NAME__INIT;
	Pf__InternedName *list[] = { &told };

	if (name->is_new) {
		told.has_iid = 1;
		told.iid = name->number;
		told.name = (char *)name->told;
		data.n_event_names = 1;
		data.event_names = list;
		packet.interned_data = &data;
	}
	event.has_name_iid = name->number != 0;
	event.name_iid = name->number;
	event.name = name->number ? NULL : (char *)name->told;
	event.has_track_uuid = track->below;
	event.track_uuid = track->uuid;
	event.has_type = 1;
	event.type = EXPORT_INSTANT;
	event.n_debug_annotations = notes->nr;
	event.debug_annotations = notes->list;
	packet.has_timestamp = 1;
	packet.timestamp = ns;
	packet.track_event = &event;
	export_packet(track->packets, &packet);
}

static void put_edge(const struct export_track *track, u64 uuid, u64 ns, int type,
		     const char *name)
{
	Pf__TracePacket packet = export_track_packet(track, EXPORT_NEEDS_STATE);
	Pf__TrackEvent event = PF__TRACK_EVENT__INIT;

	event.name = (char *)name;
	event.has_track_uuid = 1;
	event.track_uuid = uuid;
	event.has_type = 1;
	event.type = type;
	packet.has_timestamp = 1;
	packet.timestamp = ns;
	packet.track_event = &event;
	export_packet(track->packets, &packet);
}

/**
 * export_track_slice() - add a span of time on a track below that of a log
 * @track: the log
 * @uuid: of the track, described before
 * @from: when it begins, on the log's clock
 * @to: when it ends
 * @name: its name
 */
void export_track_slice(const struct export_track *track, u64 uuid, u64 from,
			u64 to, const char *name)
{
	put_edge(track, uuid, from, EXPORT_BEGIN, name);
	put_edge(track, uuid, to, EXPORT_END, NULL);
}
