/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * One log as a track of a Perfetto trace, with its clock and its names.
 */
#ifndef _EXPORT_TRACK_H_
#define _EXPORT_TRACK_H_

#include "events/export_packet.h"
#include "events/export_perfetto.h"
#include "input/schema.h"
#include "guc_facts.h"

/* Numbers of the annotations' names. */
enum {
	EXPORT_NOTE_ID = 1,
	EXPORT_NOTE_ARG0,
	EXPORT_NOTE_ARG1,
	EXPORT_NOTE_INDEX,
	EXPORT_NOTE_AMBIGUOUS,
	EXPORT_NOTE_DW1,
	EXPORT_NOTE_GAP,
	EXPORT_NOTE_UNCERTAINTY,
	/* from here on two for each event of the schema */
	EXPORT_NOTE_SCHEMA,
};

#define EXPORT_MAX_NOTES	8

/* Perfetto's sequence_flags, and its type of an event without a duration. */
#define EXPORT_CLEARED		1
#define EXPORT_NEEDS_STATE	2
#define EXPORT_INSTANT		3
/* And those of one with a duration. */
#define EXPORT_BEGIN		1
#define EXPORT_END		2

/**
 * struct export_notes - annotations of one event
 * @nr: how many
 * @note: the notes
 * @list: pointers to them, as protobuf-c requires them
 */
struct export_notes {
	unsigned int nr;
	Pf__DebugAnnotation note[EXPORT_MAX_NOTES];
	struct Pf__DebugAnnotation *list[EXPORT_MAX_NOTES];
};

/**
 * struct export_name - name of an event
 * @number: its number, 0 if the event contains the name
 * @is_new: the name must be written
 * @told: the name
 */
struct export_name {
	u32 number;
	bool is_new;
	const char *told;
};

/**
 * struct export_track - one log
 * @packets: the file
 * @t: the log
 * @facts: of device and GT
 * @sequence: number of the log in the file, from 1
 * @uuid: of the track
 * @below: another track than that of the log, so that its events must say so
 */
struct export_track {
	struct export_packets *packets;
	const struct guclog_events *t;
	struct guc_facts facts;
	u32 sequence;
	u64 uuid;
	bool below;
};

void export_notes_begin(struct export_notes *notes);
Pf__DebugAnnotation *export_note(struct export_notes *notes, u32 name);
Pf__TracePacket export_track_packet(const struct export_track *track,
				    u32 flags);
void export_track_describe(const struct export_track *track, u64 uuid,
			   u64 parent, const char *name);
void export_track_begin(struct export_track *track, struct export_packets *p,
			const struct guclog_events *t, const struct schema *schema);
void export_track_begin_lines(struct export_track *track, struct export_packets *p,
			      const char *name, bool placed);
void export_track_event(const struct export_track *track, u64 ns,
			const struct export_name *name,
			struct export_notes *notes);
void export_track_slice(const struct export_track *track, u64 uuid, u64 from,
			u64 to, const char *name);
void export_track_end(const struct export_track *track, u64 ns,
		      const struct export_counts *counts);

static inline u32 export_note_of_schema(const struct schema *schema,
					const struct schema_event *event,
					unsigned int arg)
{
	return EXPORT_NOTE_SCHEMA + 2 * (u32)(event - schema->event) + arg;
}

#endif
