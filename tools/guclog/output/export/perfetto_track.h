/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * One log as a track of a Perfetto trace, with its clock and its names.
 */
#ifndef _GUCLOG_PERFETTO_TRACK_H_
#define _GUCLOG_PERFETTO_TRACK_H_

#include "output/export/perfetto_packet.h"
#include "output/export/perfetto.h"
#include "guc_facts.h"

/* Numbers that stand for the names of annotations in a trace. */
enum {
	PERFETTO_NOTE_ID = 1,
	PERFETTO_NOTE_ARG0,
	PERFETTO_NOTE_ARG1,
	PERFETTO_NOTE_INDEX,
	PERFETTO_NOTE_AMBIGUOUS,
	PERFETTO_NOTE_DW1,
	PERFETTO_NOTE_GAP,
	PERFETTO_NOTE_UNCERTAINTY,
	/* then follow the names of the two arguments of each id that the caller has named */
	PERFETTO_NOTE_NAMES,
};

#define PERFETTO_MAX_NOTES	8

/*
 * Perfetto's sequence_flags (the packet clears the interned data, or refers to them), and its type
 * of an event without a duration.
 */
#define PERFETTO_CLEARED		1
#define PERFETTO_NEEDS_STATE	2
#define PERFETTO_INSTANT		3
/* The types of the events that begin and end a duration. */
#define PERFETTO_BEGIN		1
#define PERFETTO_END		2

/**
 * struct perfetto_notes - annotations of one event
 * @nr: number of annotations
 * @note: the annotations
 * @list: pointers to the annotations, which protobuf-c requires
 */
struct perfetto_notes {
	unsigned int nr;
	Pf__DebugAnnotation note[PERFETTO_MAX_NOTES];
	struct Pf__DebugAnnotation *list[PERFETTO_MAX_NOTES];
};

/**
 * struct perfetto_name - name of an event
 * @number: number of the name, 0 if the event contains the name
 * @is_new: the trace does not have the name yet, so it must be written
 * @text: the name
 */
struct perfetto_name {
	u32 number;
	bool is_new;
	const char *text;
};

/**
 * struct perfetto_track - one log, or one source of messages or lines, as a track
 * @packets: the trace file
 * @t: the log, NULL for messages or lines
 * @facts: facts of the device and the GT
 * @sequence: number of the log or source in the file, from 1
 * @uuid: UUID of the track
 * @below: the events are on a track below the log's track, so each event must name its track
 */
struct perfetto_track {
	struct perfetto_packets *packets;
	const struct guclog_events *t;
	struct guc_facts facts;
	u32 sequence;
	u64 uuid;
	bool below;
};

void perfetto_notes_begin(struct perfetto_notes *notes);
Pf__DebugAnnotation *perfetto_note(struct perfetto_notes *notes, u32 name);
Pf__TracePacket perfetto_track_packet(const struct perfetto_track *track,
				      u32 flags);
void perfetto_track_describe(const struct perfetto_track *track, u64 uuid,
			     u64 parent, const char *name);
void perfetto_track_begin(struct perfetto_track *track, struct perfetto_packets *p,
			  const struct guclog_events *t, const struct guclog_names *names);
void perfetto_track_begin_lines(struct perfetto_track *track, struct perfetto_packets *p,
				const char *name, bool placed);
void perfetto_track_event(const struct perfetto_track *track, u64 ns,
			  const struct perfetto_name *name,
			struct perfetto_notes *notes);
void perfetto_track_slice(const struct perfetto_track *track, u64 uuid, u64 from,
			  u64 to, const char *name);
void perfetto_track_end(const struct perfetto_track *track, u64 ns,
			const struct guclog_export_counts *counts);

static inline u32 perfetto_note_of_name(const struct guclog_names *names,
					const struct guclog_event_name *event,
					unsigned int arg)
{
	return PERFETTO_NOTE_NAMES + 2 * (u32)(event - names->event) + arg;
}

#endif
