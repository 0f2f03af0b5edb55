/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which events are wanted.
 */
#ifndef _FILTER_H_
#define _FILTER_H_

#include "events/timeline.h"

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
 * @nr_ids: ids, any when 0
 * @id: they
 * @has_tail: only the last @tail of what is left
 * @tail: how many
 */
struct filter {
	struct filter_time since;
	struct filter_time until;
	unsigned int nr_ids;
	u32 *id;
	bool has_tail;
	u64 tail;
};

int filter_set_time(struct filter_time *time, const char *arg);
int filter_add_ids(struct filter *filter, const char *arg);
int filter_set_tail(struct filter *filter, const char *arg);
const char *filter_unusable(const struct filter *filter,
			    const struct timeline *t);
bool filter_wants(const struct filter *filter, const struct timeline *t,
		  const struct event *e);
u64 filter_skip(const struct filter *filter, struct timeline *t);
void filter_free(struct filter *filter);

#endif
