/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The names of events. They are from a schema file that the user has written or, for events that
 * this file does not have, from the dictionary (the names that the library knows).
 */
#ifndef _SCHEMA_H_
#define _SCHEMA_H_

#include "output/export/exports.h"
#include "base/base.h"

/**
 * struct schema - names of events
 * @nr: number of event ids that the schema file names
 * @event: names of these ids, by ascending id
 * @words: a bitmap: bit n is set if the name in entry n of the dictionary can be used for the log.
 *	The caller sets it for each log.
 */
struct schema {
	unsigned int nr;
	struct guclog_event_name *event;
	u64 words;
};

const struct guclog_event_name *schema_find(const struct schema *schema, u32 id);
const char *schema_option(void *member, const char *arg);
const char *schema_name(const struct schema *schema, u32 id, const char *name);
void schema_free(struct schema *schema);

/* Return: the names from the schema file, in the form that the library expects. */
static inline struct guclog_names schema_names(const struct schema *schema)
{
	return (struct guclog_names){ .nr = schema->nr, .event = schema->event };
}

#endif
