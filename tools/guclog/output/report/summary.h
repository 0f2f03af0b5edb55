/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A short description of a log.
 */
#ifndef _GUCLOG_OUTPUT_REPORT_SUMMARY_H_
#define _GUCLOG_OUTPUT_REPORT_SUMMARY_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct guclog_events;
struct guclog_log;

/* The following structure and functions make a short description of a log. */

#define GUCLOG_MAX_ADVICE	8

/**
 * struct guclog_summary - a short description of a log
 * @log: the log
 * @events: reader of the log's events, NULL if the events cannot be read
 * @complete: see guclog_log_complete()
 * @total: length of the log buffer in bytes, 0 when unknown; for an LFD file, the length of the
 *	file
 * @missing: number of bytes of the log buffer that are missing in the input
 * @firmware: version of the firmware, empty when unknown
 * @wanted: version of the firmware that the driver was written for, empty when unknown
 * @outdated: @firmware is older than @wanted
 * @span_ns: time from the oldest to the newest event, ns; -1 when unknown, for example because
 *	events between them are missing
 * @age_ns: age of the newest event when the log was copied, ns; -1 when unknown
 * @nr_advice: number of elements of @advice
 * @advice: sentences that recommend what to do next
 */
struct guclog_summary {
	const struct guclog_log *log;
	const struct guclog_events *events;
	bool complete;
	uint64_t total;
	uint64_t missing;
	char firmware[40];
	char wanted[40];
	bool outdated;
	int64_t span_ns;
	int64_t age_ns;
	unsigned int nr_advice;
	const char *advice[GUCLOG_MAX_ADVICE];
};

/**
 * guclog_log_summary() - summarize a log
 * @log: the log, which must remain valid as long as the summary
 * @events: a reader of the log, which must remain valid as long as the summary; GUCLOG_EVENTS_PLAIN
 *	is enough. NULL if there is none.
 * @summary: filled with the summary
 */
void guclog_log_summary(const struct guclog_log *log, const struct guclog_events *events,
			struct guclog_summary *summary);

/**
 * typedef guclog_row_fn - receives a row of a table
 * @context: the argument of guclog_summary_rows()
 * @name: name of the row; empty when the row continues the preceding one
 * @text: text of the row
 */
typedef void (*guclog_row_fn)(void *context, const char *name, const char *text);

/**
 * guclog_summary_rows() - get a summary as rows of text
 * @summary: from guclog_log_summary()
 * @row: called with each row: GPU, GT, driver, firmware, log level, data, events, times, crash
 *	dump, faults, advice
 * @context: first argument of @row
 */
void guclog_summary_rows(const struct guclog_summary *summary, guclog_row_fn row, void *context);

#endif
