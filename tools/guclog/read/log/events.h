/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Reads the events of a log one by one.
 */
#ifndef _GUCLOG_READ_LOG_EVENTS_H_
#define _GUCLOG_READ_LOG_EVENTS_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "guclog.h"
#include "read/log/logs.h"

struct guc_event_def;
struct guclog_analysis;
struct guclog_error;

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

/* Flag of log_events_open(): the events have no analysis, so no names, contexts and engines. */
#define GUCLOG_EVENTS_PLAIN	1u
/*
 * Flag of log_events_open(): the events have names, contexts and engines, but the log is not
 * searched for a hang. Then guclog_analysis_findings() returns empty findings, and
 * guclog_analysis_survey() fills only @firmware_known, @misfit, @rules_tested, @rules_held and
 * @words.
 */
#define GUCLOG_EVENTS_NAMES	2u

/**
 * log_events_open() - begin to read the events of a log
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
struct guclog_events *log_events_open(const struct guclog_log *log, unsigned int flags,
				      struct guclog_error *error);

#endif
