/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A walk over the events of a log that tells to which context and engine each belongs.
 */
#ifndef _WALK_H_
#define _WALK_H_

#include "analysis/attribute.h"
#include "log/timeline.h"

struct guclog_tree;
struct guc_text;
struct guclog_walk;
struct join;

/**
 * struct walk - the walk
 * @t: the events
 * @words: names that may be used, bit n: guc_event_table[n]
 * @join: messages of the driver, NULL without
 * @at: state for finding the owner of an event
 * @has_next: @next is the event behind the latest one
 * @next: that
 */
struct walk {
	struct timeline *t;
	u64 words;
	const struct join *join;
	struct attribute at;
	bool has_next;
	struct event next;
};

/**
 * struct walk_owner - to what an event belongs
 * @guc_id: the context, -1 if there is none or it is unknown
 * @engine: the engine, such as ccs0; empty if there is none or it is unknown
 */
struct walk_owner {
	s64 guc_id;
	char engine[16];
};

void walk_begin(struct walk *walk, struct timeline *t, u64 words,
		const struct join *join);
bool walk_next(struct walk *walk, struct event *e, struct walk_owner *owner);
struct guclog_walk *walk_of(const struct timeline *t, const struct guclog_tree *dump);
void walk_moved(struct guclog_walk *walk, const struct logview *view);
const struct join *walk_join(const struct guclog_walk *walk);
void walk_message(struct guc_text *text, const struct event *e, const struct join *join);

#endif
