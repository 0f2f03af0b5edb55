// SPDX-License-Identifier: GPL-2.0-only
#include "output/export/perfetto_track.h"

#include "model/internal.h"

/**
 * perfetto_notes_begin() - initialise an empty list of annotations
 * @notes: the list
 */
void perfetto_notes_begin(struct perfetto_notes *notes)
{
	notes->nr = 0;
}

/**
 * perfetto_note() - add an annotation
 * @notes: the annotations so far, fewer than PERFETTO_MAX_NOTES
 * @name: number of the annotation's name, 0 when the caller fills the name
 *
 * Return: the annotation, without a value.
 */
Pf__DebugAnnotation *perfetto_note(struct perfetto_notes *notes, u32 name)
{
	Pf__DebugAnnotation *note = &notes->note[notes->nr];

	pf__debug_annotation__init(note);
	note->has_name_iid = name != 0;
	note->name_iid = name;
	notes->list[notes->nr++] = note;
	return note;
}

/**
 * perfetto_track_packet() - begin a packet on the track of a log
 * @track: track of the log
 * @flags: PERFETTO_CLEARED or PERFETTO_NEEDS_STATE
 *
 * Return: the packet, empty.
 */
Pf__TracePacket perfetto_track_packet(const struct perfetto_track *track, u32 flags)
{
	Pf__TracePacket packet = PF__TRACE_PACKET__INIT;

	packet.has_trusted_packet_sequence_id = 1;
	packet.trusted_packet_sequence_id = track->sequence;
	packet.has_sequence_flags = 1;
	packet.sequence_flags = flags;
	return packet;
}

/**
 * perfetto_track_describe() - name a track
 * @track: the track of the log, or of the source of messages or lines
 * @uuid: UUID of the track to name: @track, or one below it
 * @parent: UUID of the track below which a viewer shows it, 0 if there is none
 * @name: name of the track
 */
void perfetto_track_describe(const struct perfetto_track *track, u64 uuid,
			     u64 parent, const char *name)
{
	Pf__TracePacket packet = perfetto_track_packet(track, PERFETTO_NEEDS_STATE);
	Pf__TrackDescriptor track_is = PF__TRACK_DESCRIPTOR__INIT;

	track_is.has_uuid = 1;
	track_is.uuid = uuid;
	track_is.has_parent_uuid = parent != 0;
	track_is.parent_uuid = parent;
	track_is.name = (char *)name;
	packet.track_descriptor = &track_is;
	perfetto_packet(track->packets, &packet);
}

static void note_text(struct perfetto_notes *notes, const char *name,
		      const char *text)
{
	Pf__DebugAnnotation *note = perfetto_note(notes, 0);

	note->name = (char *)name;
	note->string_value = (char *)text;
}

static void note_number(struct perfetto_notes *notes, const char *name,
			u64 value)
{
	Pf__DebugAnnotation *note = perfetto_note(notes, 0);

	note->name = (char *)name;
	note->has_uint_value = 1;
	note->uint_value = value;
}

static void note_counts(struct perfetto_notes *notes,
			const struct guclog_export_counts *counts)
{
	note_number(notes, "events", counts->exported);
	note_number(notes, "left_out_before_load", counts->before_load);
	note_number(notes, "left_out_ambiguous", counts->ambiguous);
	note_number(notes, "left_out_before_boot", counts->before_boot);
	note_number(notes, "left_out_no_clock", counts->no_clock);
}

/**
 * perfetto_track_end() - add notes about the export of a log: its clock, and the counts of events
 * @track: the track of the log
 * @ns: time of the notes, on the clock of the track
 * @counts: how many events were exported, and how many were left out
 *
 * Adds one event, on a separate track below the track of the log.
 */
void perfetto_track_end(const struct perfetto_track *track, u64 ns,
			const struct guclog_export_counts *counts)
{
	const struct guc_facts *f = &track->facts;
	struct perfetto_track below = *track;
	struct perfetto_name name = { .text = "export" };
	struct perfetto_notes notes;

	perfetto_notes_begin(&notes);
	note_text(&notes, "input", track->t->log->name);
	note_text(&notes, "time", track->t->anchored ?
		  "CLOCK_BOOTTIME by the log's anchor" :
		  "since the oldest event: the log has no anchor");
	if (track->t->anchored &&
	    guc_facts_has(f, GUC_FACT_anchor_uncertainty_ns))
		note_number(&notes, "uncertainty_ns",
			    f->anchor_uncertainty_ns);
	note_counts(&notes, counts);
	below.below = true;
	below.uuid = track->uuid ^ 1;
	perfetto_track_describe(&below, below.uuid, track->uuid, "about the export");
	perfetto_track_event(&below, ns, &name, &notes);
}
