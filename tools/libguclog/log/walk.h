/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A walk over the events of a log that tells to which context and engine each belongs.
 */
#ifndef _WALK_H_
#define _WALK_H_

#include "dictionary/attribute.h"
#include "log/timeline.h"

struct guc_text;
struct join;

/**
 * struct walk - the walk
 * @t: the events
 * @join: messages of the driver
 * @at: state for finding the owner of an event
 * @has_next: @next is the event behind the latest one
 * @next: that
 */
struct walk {
	struct guclog_timeline *t;
	const struct join *join;
	struct attribute at;
	bool has_next;
	struct guclog_entry next;
};

void walk_begin(struct walk *walk, struct guclog_timeline *t, u64 words,
		const struct join *join);
bool walk_next(struct walk *walk, struct guclog_entry *e, struct guclog_owner *owner);
void walk_message(struct guc_text *text, const struct guclog_entry *e, const struct join *join);

#endif
