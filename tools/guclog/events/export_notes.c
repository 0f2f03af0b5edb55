// SPDX-License-Identifier: GPL-2.0-only
#include "events/export_track.h"

#include "guclog.h"

/**
 * export_notes_begin() - no annotations yet
 * @notes: filled
 */
void export_notes_begin(struct export_notes *notes)
{
	notes->nr = 0;
}

/**
 * export_note() - another annotation
 * @notes: fewer than EXPORT_MAX_NOTES
 * @name: number of its name, 0 when the caller names it
 *
 * Return: the annotation, without a value.
 */
Pf__DebugAnnotation *export_note(struct export_notes *notes, u32 name)
{
	Pf__DebugAnnotation *note = &notes->note[notes->nr];

	pf__debug_annotation__init(note);
	note->has_name_iid = name != 0;
	note->name_iid = name;
	notes->list[notes->nr++] = note;
	return note;
}

/**
 * export_track_packet() - a packet of a log
 * @track: the log
 * @flags: EXPORT_CLEARED or EXPORT_NEEDS_STATE
 *
 * Return: the packet, with nothing in it yet.
 */
Pf__TracePacket export_track_packet(const struct export_track *track, u32 flags)
{
	Pf__TracePacket packet = PF__TRACE_PACKET__INIT;

	packet.has_trusted_packet_sequence_id = 1;
	packet.trusted_packet_sequence_id = track->sequence;
	packet.has_sequence_flags = 1;
	packet.sequence_flags = flags;
	return packet;
}

/**
 * export_track_describe() - name a track
 * @track: the log
 * @uuid: of the track
 * @parent: of the track that it is shown below, 0 when there is none
 * @name: its name
 */
void export_track_describe(const struct export_track *track, u64 uuid,
			   u64 parent, const char *name)
{
	Pf__TracePacket packet = export_track_packet(track, EXPORT_NEEDS_STATE);
	Pf__TrackDescriptor track_is = PF__TRACK_DESCRIPTOR__INIT;

	track_is.has_uuid = 1;
	track_is.uuid = uuid;
	track_is.has_parent_uuid = parent != 0;
	track_is.parent_uuid = parent;
	track_is.name = (char *)name;
	packet.track_descriptor = &track_is;
	export_packet(track->packets, &packet);
}

static void note_text(struct export_notes *notes, const char *name,
		      const char *text)
{
	Pf__DebugAnnotation *note = export_note(notes, 0);

	note->name = (char *)name;
	note->string_value = (char *)text;
}

static void note_number(struct export_notes *notes, const char *name,
			u64 value)
{
	Pf__DebugAnnotation *note = export_note(notes, 0);

	note->name = (char *)name;
	note->has_uint_value = 1;
	note->uint_value = value;
}

static void note_counts(struct export_notes *notes,
			const struct export_counts *counts)
{
	note_number(notes, "events", counts->exported);
	note_number(notes, "left_out_before_load", counts->before_load);
	note_number(notes, "left_out_ambiguous", counts->ambiguous);
	note_number(notes, "left_out_before_boot", counts->before_boot);
	note_number(notes, "left_out_no_clock", counts->no_clock);
}

/**
 * export_track_end() - add the notes about the events of a log
 * @track: the log
 * @ns: time of the notes, on the clock of the track
 * @counts: numbers of exported and omitted events
 *
 * Adds a separate event on a track below that of the log.
 */
void export_track_end(const struct export_track *track, u64 ns,
		      const struct export_counts *counts)
{
	const struct guc_facts *f = &track->facts;
	struct export_track below = *track;
	struct export_name name = { .told = "export" };
	struct export_notes notes;

	export_notes_begin(&notes);
	note_text(&notes, "input", guclog_log_name(track->t->log));
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
	export_track_describe(&below, below.uuid, track->uuid, "about the export");
	export_track_event(&below, ns, &name, &notes);
}
