/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Writes events as CSV, JSON and traces for Perfetto.
 */
#ifndef _GUCLOG_OUTPUT_EXPORT_EXPORTS_H_
#define _GUCLOG_OUTPUT_EXPORT_EXPORTS_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/types.h"

struct guclog_event;
struct guclog_events;
struct guclog_export;
struct guclog_item;
struct guclog_log;
struct guclog_source;
struct guclog_timeline;

/*
 * The following functions export events, or the items of a timeline, in forms for other
 * programs.
 */

/* Output formats of an export. */
enum guclog_export_form {
	GUCLOG_EXPORT_CSV,	/* CSV: a row of column names, then a row for each event */
	GUCLOG_EXPORT_JSONL,	/* a line with a JSON object for each event */
	GUCLOG_EXPORT_JSON,	/* one JSON object with all events */
	GUCLOG_EXPORT_PERFETTO	/* trace for Perfetto: a track for each log, engine and context */
};

/* How an argument of an event is shown. */
enum guclog_arg_kind {
	GUCLOG_ARG_HEX,
	GUCLOG_ARG_DEC,
	GUCLOG_ARG_SIGNED,
	GUCLOG_ARG_HIDE
};

/**
 * struct guclog_arg_name - the name of an argument
 * @name: name of the argument, NULL for none
 * @kind: how the argument is shown
 */
struct guclog_arg_name {
	const char *name;
	enum guclog_arg_kind kind;
};

/**
 * struct guclog_event_name - the names of an event and its arguments
 * @id: event id
 * @name: name of the event
 * @arg: names of its arguments
 */
struct guclog_event_name {
	uint32_t id;
	const char *name;
	struct guclog_arg_name arg[2];
};

/**
 * struct guclog_names - names from the caller, which are used instead of the dictionary's names
 * @nr: number of elements of @event
 * @event: names for each event id, in ascending order of the ids
 */
struct guclog_names {
	unsigned int nr;
	const struct guclog_event_name *event;
};

/**
 * struct guclog_export_counts - how many events of a log are in a trace for Perfetto
 * @exported: number of events in the trace
 * @before_load: number of events left out because they are from before the firmware was loaded
 *	again
 * @ambiguous: for a log without a clock anchor: number of events left out because their times are
 *	uncertain, see @ambiguous of &struct guclog_event
 * @before_boot: number of events left out because they are from before the host's clock began
 * @no_clock: number of events left out because the duration of a tick is unknown
 */
struct guclog_export_counts {
	uint64_t exported;
	uint64_t before_load;
	uint64_t ambiguous;
	uint64_t before_boot;
	uint64_t no_clock;
};

/**
 * guclog_export_log() - write all events of a log
 * @log: the log
 * @form: the output format
 * @write: called with the output in pieces, in order
 * @context: first argument of @write
 *
 * Return: 0, the error of log_events_open(), -EOPNOTSUPP when the library was built
 * without the format, -ENOMEM, or the value that @write returned.
 */
int guclog_export_log(const struct guclog_log *log, enum guclog_export_form form,
		      guclog_write_fn write, void *context);

/**
 * guclog_export_timeline() - write all items of a timeline
 * @timeline: the timeline, sorted
 * @form: the output format
 * @write: called with the output in pieces, in order
 * @context: first argument of @write
 *
 * Return: the same as guclog_export_log().
 */
int guclog_export_timeline(const struct guclog_timeline *timeline,
			   enum guclog_export_form form, guclog_write_fn write,
			   void *context);

/**
 * guclog_export_open() - begin an export of events that the caller selects
 * @form: the output format
 * @names: names from the caller, which must remain valid; NULL for the names of the dictionary
 * @write: called with the output in pieces, in order
 * @context: first argument of @write
 * @error: set to 0 or a negative errno value; may be NULL
 *
 * If the output fails once, all later calls of guclog_export_*() functions for this export return
 * the same error.
 *
 * Return: the export, which the caller must free with guclog_export_close(), or NULL on an error:
 * -EOPNOTSUPP when the library was built without the format, -EINVAL or -ENOMEM.
 */
struct guclog_export *guclog_export_open(enum guclog_export_form form,
					 const struct guclog_names *names,
					 guclog_write_fn write, void *context, int *error);

/**
 * guclog_export_begin() - begin the output of a log
 * @x: the export
 * @events: a reader of the log, which must remain valid until guclog_export_end()
 * @number: number of the log in the output
 *
 * Return: 0, a negative errno value, or the value that @write of guclog_export_open() returned.
 */
int guclog_export_begin(struct guclog_export *x, const struct guclog_events *events,
			unsigned int number);

/**
 * guclog_export_event() - write an event of the log
 * @x: the export
 * @event: the event
 *
 * Return: 0, a negative errno value, or the value that @write of guclog_export_open() returned.
 */
int guclog_export_event(struct guclog_export *x, const struct guclog_event *event);

/**
 * guclog_export_tracks() - write tracks: the contexts of each engine, the states of each context
 * @x: the export; if its format is not GUCLOG_EXPORT_PERFETTO, the function does nothing
 *
 * Return: 0, a negative errno value, or the value that @write of guclog_export_open() returned.
 */
int guclog_export_tracks(struct guclog_export *x);

/**
 * guclog_export_end() - end the output of a log
 * @x: the export
 * @counts: filled if the format is GUCLOG_EXPORT_PERFETTO, else set to 0; may be NULL
 *
 * Return: 0, a negative errno value, or the value that @write of guclog_export_open() returned.
 */
int guclog_export_end(struct guclog_export *x, struct guclog_export_counts *counts);

/**
 * guclog_export_begin_timeline() - begin the items of a timeline
 * @x: an export without logs; not GUCLOG_EXPORT_PERFETTO
 * @timeline: the timeline, sorted
 *
 * Return: 0, a negative errno value, or the value that @write of guclog_export_open() returned.
 */
int guclog_export_begin_timeline(struct guclog_export *x,
				 const struct guclog_timeline *timeline);

/**
 * guclog_export_item() - write an item of a timeline
 * @x: the export
 * @item: the item; items must be written in the order of the timeline
 *
 * Return: 0, a negative errno value, or the value that @write of guclog_export_open() returned.
 */
int guclog_export_item(struct guclog_export *x, const struct guclog_item *item);

/**
 * guclog_export_source() - write the items of a source of a timeline as a track
 * @x: an export in the format GUCLOG_EXPORT_PERFETTO. Do not call this function between
 *	guclog_export_begin() and guclog_export_end().
 * @timeline: the timeline, sorted
 * @source: the source, which must not be a log
 *
 * Return: 0, a negative errno value, or the value that @write of guclog_export_open() returned.
 */
int guclog_export_source(struct guclog_export *x, const struct guclog_timeline *timeline,
			 const struct guclog_source *source);

/**
 * guclog_export_flush() - write all buffered output
 * @x: the export
 *
 * Return: 0, a negative errno value, or the value that @write of guclog_export_open() returned.
 */
int guclog_export_flush(struct guclog_export *x);

/**
 * guclog_export_close() - end an export
 * @x: the export, may be NULL
 *
 * Return: the same as guclog_export_begin().
 */
int guclog_export_close(struct guclog_export *x);

#endif
