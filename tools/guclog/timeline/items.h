/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A timeline: the lines of several inputs, sorted by time.
 */
#ifndef _GUCLOG_TIMELINE_ITEMS_H_
#define _GUCLOG_TIMELINE_ITEMS_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "read/log/events.h"

struct guclog_dump;
struct guclog_file;

/*
 * A timeline has all events, messages and lines of several inputs, sorted by time. Its common
 * clock is the time since boot that includes the time of suspend (CLOCK_BOOTTIME). A source is the
 * part of an input that has one clock. If the relation of a source's clock to the common clock is
 * unknown, the source's items are not mixed with those of other sources.
 */

/* Kinds of sources. */
enum guclog_source_kind {
	GUCLOG_SOURCE_LOG,		/* events of a GuC log */
	GUCLOG_SOURCE_CT,		/* messages in a devcoredump's CT rings */
	GUCLOG_SOURCE_KERNEL_LOG,	/* lines of a kernel log about xe, i915 and DRM */
	GUCLOG_SOURCE_TRACE		/* events in the text output of a trace tool */
};

/*
 * Value of @uncertainty_ns of struct guclog_source and of struct guclog_item if the uncertainty is
 * unknown.
 */
#define GUCLOG_NO_BOUND		UINT64_MAX

/**
 * struct guclog_source - the items of one input that have the same clock
 * @kind: kind of the source
 * @index: number of the source in the timeline
 * @number: number of the source among the sources of the same kind
 * @name: name of the input, with the GT
 * @short_name: name for the lines of a table, such as "guc0"
 * @clock: description of the source's clock
 * @is_common: the clock of the source is the common clock, so @uncertainty_ns is valid for all
 *	times
 * @placed: the times can be converted to the common clock
 * @how: text: how the relation to the common clock was found, or why it is unknown
 * @offset_ns: for a kernel log or a trace: ns to add to a time of the source to get a time of the
 *	common clock
 * @at_ns: time on the common clock at which the relation of the clocks was found; the uncertainty
 *	of another time increases with its distance from @at_ns
 * @uncertainty_ns: uncertainty, in ns, of a time of the source that was converted to the common
 *	clock, at the time @at_ns; GUCLOG_NO_BOUND if it is unknown
 * @before_ns: additional uncertainty of times before @at_ns, ns: how long the machine may have been
 *	suspended between such a time and @at_ns
 * @nr_items: number of the source's items with a time
 * @nr_untimed: number of the source's items without a time
 * @events: for a log: its events; for CT messages: the events of the log of the same GT
 */
struct guclog_source {
	enum guclog_source_kind kind;
	unsigned int index;
	unsigned int number;
	const char *name;
	const char *short_name;
	const char *clock;
	bool is_common;
	bool placed;
	const char *how;
	int64_t offset_ns;
	int64_t at_ns;
	uint64_t uncertainty_ns;
	uint64_t before_ns;
	uint64_t nr_items;
	uint64_t nr_untimed;
	const struct guclog_events *events;
};

/**
 * struct guclog_item - an event, a message or a line in a timeline
 * @ns: time on the common clock, ns; if @source is not placed, time on the clock of @source, ns
 * @uncertainty_ns: uncertainty of @ns relative to other sources, ns; or GUCLOG_NO_BOUND
 * @source: source of the item
 * @text: for a message: a description; for a line: its text in the input; NULL for an event
 * @event: for an event: the event. For a message: only its @index is set: the index of the log's
 *	event about the message.
 */
struct guclog_item {
	int64_t ns;
	uint64_t uncertainty_ns;
	const struct guclog_source *source;
	const char *text;
	struct guclog_event event;
};

/**
 * struct guclog_timeline - all items of several inputs
 * @nr_sources: number of sources
 * @source: the sources
 * @nr_items: number of items
 * @item: items of sources with @placed, sorted by time; then the items of the other sources, sorted
 *	by source
 * @has_boot_wall: @boot_wall_ns is known
 * @boot_wall_ns: wall-clock time at which the machine booted, ns since 1970 UTC
 *
 * The library allocates this structure; guclog_timeline_sort() sets the members.
 */
struct guclog_timeline {
	unsigned int nr_sources;
	const struct guclog_source * const *source;
	size_t nr_items;
	const struct guclog_item * const *item;
	bool has_boot_wall;
	int64_t boot_wall_ns;
};

/*
 * Flag: the machine was not suspended since boot, so the times in a kernel log are times since
 * boot.
 */
#define GUCLOG_TIMELINE_NO_SUSPEND	1u
/* Flag: traces were recorded with the time since boot as their clock. */
#define GUCLOG_TIMELINE_TRACE_BOOT	2u

/**
 * guclog_timeline_new() - make a timeline without inputs
 * @flags: 0, or a bitwise OR of GUCLOG_TIMELINE_NO_SUSPEND and GUCLOG_TIMELINE_TRACE_BOOT
 *
 * Return: the timeline, which the caller must free with guclog_timeline_free(), or NULL if there is
 * no memory.
 */
struct guclog_timeline *guclog_timeline_new(unsigned int flags);

/**
 * guclog_timeline_free() - free a timeline
 * @timeline: the timeline, may be NULL
 */
void guclog_timeline_free(struct guclog_timeline *timeline);

/**
 * guclog_timeline_add_file() - add the logs and the devcoredumps of a file
 * @timeline: the timeline
 * @file: the file, which must remain valid
 *
 * Logs with events of an unknown version are left out.
 *
 * Return: 0 or -ENOMEM.
 */
int guclog_timeline_add_file(struct guclog_timeline *timeline, const struct guclog_file *file);

/**
 * guclog_timeline_add_events() - add one log
 * @timeline: the timeline
 * @events: a reader of the log, which must remain valid; its position does not matter
 *
 * Return: 0 or -ENOMEM.
 */
int guclog_timeline_add_events(struct guclog_timeline *timeline,
			       const struct guclog_events *events);

/**
 * guclog_timeline_add_dump() - add a devcoredump
 * @timeline: the timeline
 * @dump: the devcoredump, which must remain valid
 *
 * The devcoredump helps to convert the times of a kernel log to the common clock. Its log is not
 * added.
 *
 * Return: 0 or -ENOMEM.
 */
int guclog_timeline_add_dump(struct guclog_timeline *timeline, const struct guclog_dump *dump);

/**
 * guclog_timeline_add_text() - add a kernel log or the text output of a trace tool
 * @timeline: the timeline
 * @name: name of the text
 * @data: output of dmesg or journalctl, as text or JSON, or of trace-cmd or perf script; not
 *	needed after the call
 * @len: bytes at @data
 *
 * Lines that are not about xe, i915, DRM or the module xe_guclog are left out.
 *
 * Return: 0, -ENOMSG if the text is none of these outputs, or -ENOMEM.
 */
int guclog_timeline_add_text(struct guclog_timeline *timeline, const char *name,
			     const void *data, size_t len);

/**
 * guclog_timeline_sort() - sort all items of the inputs by time
 * @timeline: the timeline; it can be sorted again after more inputs were added
 *
 * Return: 0; or -ENOMEM, and the timeline has no items.
 */
int guclog_timeline_sort(struct guclog_timeline *timeline);

#endif
