/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which events are wanted.
 */
#ifndef _FILTER_H_
#define _FILTER_H_

#include "events/timeline.h"
#include "util/options.h"

/**
 * struct filter_time - a point in time as it was typed
 * @set: there is one
 * @wall: ns since 1970
 * @ago: ns before the newest event, negative or 0; else ns since boot
 * @ns: the value
 */
struct filter_time {
	bool set;
	bool wall;
	bool ago;
	s64 ns;
};

/**
 * struct filter - which events are wanted
 * @since: not older
 * @until: not newer
 * @nr_ids: number of ids, 0 for events of any id
 * @id: the ids
 * @tail: only the last so many of these
 */
struct filter {
	struct filter_time since;
	struct filter_time until;
	unsigned int nr_ids;
	u32 *id;
	struct number tail;
};

/* Options of a verb that has a struct filter. */
#define OPTS_FILTER(type, member) \
	OPT_CALL(type, member.since, "since", "TIME", filter_time_option, \
		 "no events before TIME: seconds since boot, -SECONDS\n" \
		 "before the newest event, or a date and time in UTC"), \
	OPT_CALL(type, member.until, "until", "TIME", filter_time_option, \
		 "no events after TIME"), \
	OPT_CALL(type, member, "id", "ID[,ID...]", filter_ids_option, \
		 "only events with these ids, such as 0x455"), \
	OPT_NUMBER(type, member.tail, "tail", "N", ~0ull, "only the last N")

const char *filter_time_option(void *member, const char *arg);
const char *filter_ids_option(void *member, const char *arg);
const char *filter_unusable(const struct filter *filter,
			    const struct timeline *t);
bool filter_wants(const struct filter *filter, const struct timeline *t,
		  const struct event *e);
u64 filter_skip(const struct filter *filter, struct timeline *t);
void filter_free(struct filter *filter);

#endif
