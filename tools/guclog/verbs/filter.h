/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Selection of events by options of the command line, such as --since or --engine.
 */
#ifndef _FILTER_H_
#define _FILTER_H_

#include "base/base.h"
#include "read/log/events.h"
#include "base/options.h"

/**
 * struct filter_time - a point in time as the user typed it
 * @set: the user gave this time
 * @wall: @ns is the time since 1970
 * @ago: @ns is the time relative to the newest event, negative or 0
 * @ns: the time in ns; since boot if neither @wall nor @ago is set
 */
struct filter_time {
	bool set;
	bool wall;
	bool ago;
	s64 ns;
};

/**
 * struct filter - which events the user has selected
 * @since: only events that are not older than this time
 * @until: only events that are not newer than this time
 * @nr_ids: number of ids, 0 for events of any id
 * @id: event ids
 * @context: only events of the context with this guc_id
 * @engine: only events of the engine with this name, NULL for all
 * @h2g: only events that log messages from the driver to the GuC (H2G)
 * @tail: show only this number of the newest selected events
 * @quiet: print no message if no event is selected
 */
struct filter {
	struct filter_time since;
	struct filter_time until;
	unsigned int nr_ids;
	u32 *id;
	struct number context;
	const char *engine;
	bool h2g;
	struct number tail;
	bool quiet;
};

/**
 * struct filter_walk - an iteration over the events that a filter selects
 * @filter: which events the user has selected
 * @t: all events
 * @all: the filter selects all events
 * @h2g: id of the messages of the driver
 * @skip: number of selected events that must still be skipped, because --last selects only later
 *	ones
 * @any: an event was selected
 */
struct filter_walk {
	const struct filter *filter;
	struct guclog_events *t;
	bool all;
	u32 h2g;
	u64 skip;
	bool any;
};

/* The options that set the members of a struct filter, for the option table of a verb. */
#define OPTS_FILTER(type, member) \
	OPT_CALL(type, member.since, "since", "TIME", filter_time_option, \
		 "no events before TIME: seconds since boot, -SECONDS\n" \
		 "before the newest event, or a date and time in UTC"), \
	OPT_CALL(type, member.until, "until", "TIME", filter_time_option, \
		 "no events after TIME"), \
	OPT_CALL(type, member, "id", "ID[,ID...]", filter_ids_option, \
		 "only events with these ids, such as 0x455"), \
	OPT_CALL(type, member, "around", "TIME[,S]", filter_around_option, \
		 "only events up to S seconds (0.01) before and after TIME"), \
	OPT_NUMBER(type, member.context, "context", "ID", 0xffff, \
		   "only events of the context with this guc_id"), \
	OPT_CALL(type, member.engine, "engine", "NAME", filter_engine_option, \
		 "only events of this engine, such as ccs0"), \
	OPT_FLAG(type, member.h2g, "h2g", "only messages of the driver"), \
	OPT_NUMBER(type, member.tail, "last", "N", ~0ull, "only the last N")

const char *filter_time_option(void *member, const char *arg);
const char *filter_ids_option(void *member, const char *arg);
const char *filter_around_option(void *member, const char *arg);
const char *filter_engine_option(void *member, const char *arg);
const char *filter_unusable(const struct filter *filter,
			    const struct guclog_events *t);
void filter_walk_skip(struct filter_walk *walk);
bool filter_walk_wanted(struct filter_walk *walk, struct guclog_event *e);

/*
 * Return: whether a filter needs the dictionary (the names of event ids). For example, the engine
 * of an event is known only if the name of the event is known.
 */
static inline bool filter_needs_words(const struct filter *filter)
{
	return filter->context.given || filter->engine || filter->h2g;
}

/* Return: whether a filter selects all events. */
static inline bool filter_is_empty(const struct filter *filter)
{
	return !filter->since.set && !filter->until.set && !filter->nr_ids &&
	       !filter->tail.given && !filter_needs_words(filter);
}

/*
 * Begin an iteration over the selected events. If the filter needs the dictionary, see
 * filter_needs_words(), @t must have an analysis. Events from before the last load of the firmware
 * have no time, so they are not selected if the filter has a time.
 */
static inline void filter_walk_begin(struct filter_walk *walk, const struct filter *filter,
				     struct guclog_events *t)
{
	*walk = (struct filter_walk){ .filter = filter, .t = t, .all = filter_is_empty(filter) };
	guclog_events_rewind(t);
	if (!walk->all)
		filter_walk_skip(walk);
}

/* Get the next selected event. Return: true, or false if there is no further one. */
static inline bool filter_walk_next(struct filter_walk *walk, struct guclog_event *e)
{
	return walk->all ? guclog_events_next(walk->t, e) : filter_walk_wanted(walk, e);
}

#endif
