/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/**
 * DOC: guclog_events
 *
 * The events of a log as numbers, without words and without an analysis of the log: for
 * programs that read many of them. guclog_walk_next() of guclog.h gives events with words.
 */
#ifndef GUCLOG_EVENTS_H
#define GUCLOG_EVENTS_H

#include <stdbool.h>

#include "guclog.h"

#ifdef __cplusplus
extern "C" {
#endif

struct logview;		/* of the library itself */

/* Whether a log has a crash dump. */
enum guclog_crash {
	GUCLOG_CRASH_UNKNOWN,	/* its region is partly or completely missing */
	GUCLOG_CRASH_NONE,
	GUCLOG_CRASH_PRESENT
};

/**
 * struct guclog_layout - what a log has of the event ring
 * @version: of the entries
 * @order: of the events, in words; empty when it is unknown
 * @wrapped: the ring had wrapped
 * @unordered: the events are in storage order: it is unknown which is the oldest
 * @stream: it is a stream, or was recorded from one
 * @bytes: length of the events, without those from before the load
 * @entries: number of events, 0 when their length is unknown
 * @gap_bytes: length of the events that are missing before others
 * @missing_bytes: length of the newest events, when these are missing
 * @late_bytes: length of the newest events that the firmware wrote while the log was
 *	copied
 * @not_understood: bytes behind the write pointer that do not look like events
 * @behind_wrap: data behind the wrap offset, no part of the log
 * @schema: the data of a BINARY_SCHEMA_FORMAT block
 * @crash: whether there is a crash dump
 * @faults: number of faults, also those that a comment lists
 * @ring_size: length of the ring in bytes, 0 when unknown
 * @write_ptr: byte offset
 * @wrap_offset: byte offset
 * @full_count: number of times that the ring was full, modulo 16
 */
struct guclog_layout {
	uint32_t version;
	const char *order;
	bool wrapped;
	bool unordered;
	bool stream;
	uint64_t bytes;
	uint64_t entries;
	uint64_t gap_bytes;
	uint64_t missing_bytes;
	uint64_t late_bytes;
	uint64_t not_understood;
	struct guclog_bytes behind_wrap;
	struct guclog_bytes schema;
	enum guclog_crash crash;
	unsigned int faults;
	uint32_t ring_size;
	uint32_t write_ptr;
	uint32_t wrap_offset;
	uint32_t full_count;
};

/**
 * guclog_log_layout() - get what a log has of the event ring
 * @log: the log
 * @layout: filled
 */
void guclog_log_layout(const struct guclog_log *log, struct guclog_layout *layout);

/**
 * guclog_log_entry() - get the bytes of an event
 * @log: the log
 * @index: number of the event, less than the entries of guclog_log_layout()
 *
 * Return: its bytes; none behind the last event.
 */
struct guclog_bytes guclog_log_entry(const struct guclog_log *log, uint64_t index);

/**
 * struct guclog_entry - one event
 * @index: from 0, the oldest one first; those from before the load have their
 *	own numbers
 * @before_load: from before the firmware was loaded again
 * @gap: bytes that are missing right before it
 * @behind_load: of a stream: the firmware was loaded again right before it
 * @tick: GuC ticks since a time that is the same for all events of the log
 * @ambiguous: @tick is uncertain by whole wraps: there is a gap between the event
 *	and the anchor, or the event is from before the load
 * @stamp: the entry's own 32 bits
 * @zero: its second dword
 * @id: its id
 * @arg: its arguments
 */
struct guclog_entry {
	uint64_t index;
	bool before_load;
	uint64_t gap;
	bool behind_load;
	int64_t tick;
	bool ambiguous;
	uint32_t stamp;
	uint32_t zero;
	uint32_t id;
	uint32_t arg[2];
};

/**
 * struct guclog_timeline - a walk over a log's events
 * @log: the log
 * @hz: ticks per second, 0 when unknown
 * @anchored: ticks can be turned into the host's boottime
 * @has_realtime: ticks can be turned into wall-clock time
 * @entries: number of events, without those from before the load
 * @before_load: number of events from before the load
 * @rest: bytes behind the last whole entry of each run, together
 * @wraps: how often the 32 bits wrapped from the oldest to the newest event
 * @newest: tick of the newest event
 * @oldest: tick of the oldest event
 * @now: anchored: tick when the log was copied
 */
struct guclog_timeline {
	const struct guclog_log *log;
	uint32_t hz;
	bool anchored;
	bool has_realtime;
	uint64_t entries;
	uint64_t before_load;
	uint64_t rest;
	uint64_t wraps;
	int64_t newest;
	int64_t oldest;
	uint64_t now;
	/* private: the log, and the position of the walk */
	const struct logview *view;
	unsigned int part;
	size_t pos;
	uint64_t index;
	bool first;
	uint32_t last;
	int64_t tick;
	int64_t shift;
	unsigned int certain_from;
};

/**
 * guclog_timeline_open() - begin to read the events of a log
 * @t: filled; it has no memory of its own
 * @log: the log, which must remain valid
 *
 * Reads all events once.
 *
 * Return: 0, or -EPROTONOSUPPORT when the version of the entries is not known.
 */
int guclog_timeline_open(struct guclog_timeline *t, const struct guclog_log *log);

/**
 * guclog_timeline_next() - get the next event
 * @t: from guclog_timeline_open()
 * @entry: filled
 *
 * Events from before the firmware was loaded again come first, then the log, oldest event
 * first.
 *
 * Return: false at the end.
 */
bool guclog_timeline_next(struct guclog_timeline *t, struct guclog_entry *entry);

/**
 * guclog_timeline_rewind() - go back to the oldest event
 * @t: from guclog_timeline_open()
 */
void guclog_timeline_rewind(struct guclog_timeline *t);

/**
 * guclog_timeline_has_inner_gap() - find out whether events are missing between others
 * @t: from guclog_timeline_open()
 *
 * The timestamps can have wrapped any number of times in a gap.
 *
 * Return: true when they are. False when only the oldest or the newest events are missing.
 */
bool guclog_timeline_has_inner_gap(const struct guclog_timeline *t);

/**
 * guclog_timeline_boottime_ns() - get a time on the host's boottime clock
 * @t: from guclog_timeline_open(), anchored
 * @tick: tick of an event
 *
 * Return: the time, negative before the host's start.
 */
int64_t guclog_timeline_boottime_ns(const struct guclog_timeline *t, int64_t tick);

/**
 * guclog_timeline_realtime_ns() - get a time on the host's wall clock
 * @t: from guclog_timeline_open(), with has_realtime
 * @tick: tick of an event
 *
 * Return: ns since 1970 UTC.
 */
int64_t guclog_timeline_realtime_ns(const struct guclog_timeline *t, int64_t tick);

/**
 * struct guclog_owner - to what an event belongs
 * @guc_id: the context, -1 if there is none or it is unknown
 * @engine: the engine, such as ccs0; empty if there is none or it is unknown
 */
struct guclog_owner {
	int64_t guc_id;
	char engine[16];
};

/**
 * guclog_walk_from() - begin a walk over events that were read before
 * @walk: set to the walk, for guclog_walk_free()
 * @log: the log
 * @t: from guclog_timeline_open() for @log; not needed after the call
 *
 * Does the same as guclog_walk_new() in less time.
 *
 * Return: 0 or -ENOMEM.
 */
int guclog_walk_from(struct guclog_walk **walk, const struct guclog_log *log,
		     const struct guclog_timeline *t);

/**
 * guclog_walk_entry() - get the next event of a walk as numbers
 * @walk: the walk, also for guclog_walk_next(), which has the same position
 * @entry: filled
 * @owner: filled
 *
 * Return: 1 with an event, 0 at the end.
 */
int guclog_walk_entry(struct guclog_walk *walk, struct guclog_entry *entry,
		      struct guclog_owner *owner);

/**
 * guclog_walk_message() - get the words of the message that an event is about
 * @walk: a walk over the log, at any position
 * @entry: the event
 * @buf: destination
 * @size: bytes at @buf
 *
 * Return: length of the words, 0 when the devcoredump does not have the message.
 */
size_t guclog_walk_message(const struct guclog_walk *walk, const struct guclog_entry *entry,
			   char *buf, size_t size);

#ifdef __cplusplus
}
#endif

#endif
