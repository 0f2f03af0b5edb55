/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Reads the events of a log one by one.
 */
#ifndef _GUCLOG_READ_LOG_EVENTS_H_
#define _GUCLOG_READ_LOG_EVENTS_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "read/log/logs.h"

struct guc_event_def;
struct guclog_analysis;
struct guclog_error;

/*
 * A reader returns the events of a log one by one. Intel publishes no names of events, so the names
 * were derived from real logs (Documentation/guc-events.rst). The library tests with rules whether
 * the names fit the log, and does not use a name that does not fit.
 */

/**
 * struct guclog_event - one event
 * @index: number of the event: 0 for the oldest event of the log. Events from before the firmware
 *	was loaded again are numbered separately, also from 0.
 * @tick: time of the event in ticks of the GuC's clock, counted from an origin that is the same for
 *	all events of the log. The ticks continue when the 32-bit timestamps wrap.
 * @boottime_ns: time of the event on the host's boottime clock, ns; or GUCLOG_NO_TIME
 * @realtime_ns: time of the event on the wall clock, ns since 1970 UTC; or GUCLOG_NO_TIME
 * @ago_ns: time from this event to the newest one, ns; or GUCLOG_NO_TIME
 * @gap_bytes: length in bytes of the events that are missing right before this one; for a stream, a
 *	lower bound
 * @gap_ticks: for a stream: time from the event before the gap to this event, in ticks of the
 *	GuC's clock; 0 when unknown
 * @gap_estimate: for a stream: the number of missing events, estimated from the rate before
 *	the gap; 0 when there is no estimate
 * @name: name of the event, a constant string; NULL if it is unknown or does not fit this log
 * @definition: used only by the library; valid as long as @analysis of the reader
 * @stamp: the 32-bit timestamp in the entry
 * @dword1: second dword of the entry, which is 0 in all known logs
 * @id: event id
 * @arg: arguments of the event
 * @guc_id: guc_id of the context to which the event belongs, GUCLOG_NONE if there is none or it is
 *	unknown
 * @engine: number of the engine to which the event belongs, GUCLOG_NONE if there is none or it is
 *	unknown; guclog_engine_name() returns its name
 * @before_load: the event is from before the firmware was loaded again
 * @after_load: for a stream: the firmware was loaded again right before the event
 * @ambiguous: the times may be wrong by multiples of 2^32 ticks: there is a gap between the
 *	event and the clock anchor (the newest event if there is no anchor), the newest events are
 *	missing, the order of the events is unknown, two anchors contradict each other, or the event
 *	is from before the firmware was loaded again
 * @guess: the name is a guess
 * @learned: the name was learned from this log, see guclog_learn()
 */
struct guclog_event {
	uint64_t index;
	int64_t tick;
	int64_t boottime_ns;
	int64_t realtime_ns;
	int64_t ago_ns;
	uint64_t gap_bytes;
	uint64_t gap_ticks;
	uint64_t gap_estimate;
	const char *name;
	const struct guc_event_def *definition;
	uint32_t stamp;
	uint32_t dword1;
	uint32_t id;
	uint32_t arg[2];
	uint32_t guc_id;
	uint32_t engine;
	bool before_load;
	bool after_load;
	bool ambiguous;
	bool guess;
	bool learned;
};

/**
 * struct guclog_events - a reader of a log's events
 * @log: the log
 * @analysis: the analysis of the log, NULL with GUCLOG_EVENTS_PLAIN
 * @hz: ticks per second, 0 when unknown
 * @anchored: ticks can be converted to the host's boottime
 * @has_realtime: ticks can be converted to wall-clock time
 * @inner_gap: events are missing between two events of the log, not only before the oldest or after
 *	the newest one; the timestamps can have wrapped any number of times in the gap
 * @entries: number of events, without those from before the firmware was loaded again
 * @before_load: number of events from before the firmware was loaded again
 * @rest: number of bytes that do not form a whole event. They are at the ends of the ranges of
 *	events that follow each other without a gap.
 * @wraps: number of wraps of the 32-bit timestamp from the oldest to the newest event
 * @newest: tick of the newest event
 * @oldest: tick of the oldest event
 * @now: if @anchored: tick at which the log was copied
 *
 * The library allocates this structure. The members do not change while events are read.
 */
struct guclog_events {
	const struct guclog_log *log;
	const struct guclog_analysis *analysis;
	uint32_t hz;
	bool anchored;
	bool has_realtime;
	bool inner_gap;
	uint64_t entries;
	uint64_t before_load;
	uint64_t rest;
	uint64_t wraps;
	int64_t newest;
	int64_t oldest;
	uint64_t now;
};

/* Flag of guclog_events_open(): the events have no analysis, so no names, contexts and engines. */
#define GUCLOG_EVENTS_PLAIN	1u
/*
 * Flag of guclog_events_open(): the events have names, contexts and engines, but the log is not
 * searched for a hang. Then guclog_analysis_findings() returns empty findings, and
 * guclog_analysis_survey() fills only @firmware_known, @misfit, @rules_tested, @rules_held and
 * @words.
 */
#define GUCLOG_EVENTS_NAMES	2u

/**
 * guclog_events_open() - begin to read the events of a log
 * @log: the log, which must remain valid until guclog_events_close()
 * @flags: 0, GUCLOG_EVENTS_PLAIN or GUCLOG_EVENTS_NAMES
 * @error: filled with the error, or with code 0 on success; may be NULL
 *
 * The function reads all events once to count and analyse them. A log may have any number of
 * readers, in any threads.
 *
 * Return: the reader, which is at its first event and which the caller must free with
 * guclog_events_close(), or NULL on an error. The code in @error is then -EPROTONOSUPPORT if the
 * version of the entries is not known, -ENOENT if the log has neither events nor a version, or
 * -ENOMEM.
 */
struct guclog_events *guclog_events_open(const struct guclog_log *log, unsigned int flags,
					 struct guclog_error *error);

/**
 * guclog_events_copy() - make a second reader of the same events, with its own position
 * @events: a reader of the same events, which must remain valid until the second one is freed
 *
 * Return: the second reader, which is at its first event and which the caller must free with
 * guclog_events_close(), or NULL if there is no memory.
 */
struct guclog_events *guclog_events_copy(const struct guclog_events *events);

/**
 * guclog_events_close() - free a reader
 * @events: the reader, may be NULL
 */
void guclog_events_close(struct guclog_events *events);

/**
 * guclog_events_next() - get the next event
 * @events: the reader
 * @event: filled with the event
 *
 * Events from before the firmware was loaded again come first. Then the other events follow, in the
 * order that @order of the log gives.
 *
 * Return: true, or false at the end.
 */
bool guclog_events_next(struct guclog_events *events, struct guclog_event *event);

/**
 * guclog_events_seek() - go to an event
 * @events: the reader
 * @index: number of the event that guclog_events_next() returns next, not counting events from
 *	before the firmware was loaded again; 0 for the oldest event
 *
 * Return: 0, or -ENOENT when the log does not have the event; the reader is then at its
 * end.
 */
int guclog_events_seek(struct guclog_events *events, uint64_t index);

/**
 * guclog_events_rewind() - go back to the first event that guclog_events_next() returns
 * @events: the reader
 */
void guclog_events_rewind(struct guclog_events *events);

/**
 * guclog_events_boottime_ns() - get a time on the host's boottime clock
 * @events: the reader
 * @tick: tick of an event
 *
 * Return: the time in ns, negative if the event is from before the host's start; or GUCLOG_NO_TIME
 * if @anchored of the reader is false.
 */
int64_t guclog_events_boottime_ns(const struct guclog_events *events, int64_t tick);

/**
 * guclog_events_realtime_ns() - get a time on the host's wall clock
 * @events: the reader
 * @tick: tick of an event
 *
 * Return: ns since 1970 UTC, or GUCLOG_NO_TIME if @has_realtime of the reader is false.
 */
int64_t guclog_events_realtime_ns(const struct guclog_events *events, int64_t tick);

/**
 * guclog_event_text() - get the name and the arguments of an event as text
 * @events: the reader that gave the event, at any position
 * @event: the event
 * @buf: destination
 * @size: bytes at @buf
 *
 * For an event about a message of the driver, the text also includes this message if the
 * devcoredump contains it.
 *
 * Return: length of the text, 0 for an event without a name.
 */
size_t guclog_event_text(const struct guclog_events *events, const struct guclog_event *event,
			 char *buf, size_t size);

/**
 * guclog_event_field() - get a field of the arguments of an event
 * @event: from guclog_events_next()
 * @i: number of the field, from 0
 * @name: set to the name of the field, a constant string
 * @value: set to the value of the field
 *
 * Return: 0; or -ENOENT after the last field, or if the event has no name.
 */
int guclog_event_field(const struct guclog_event *event, unsigned int i,
		       const char **name, uint32_t *value);

#endif
