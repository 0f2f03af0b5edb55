/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The names of events: names from a schema file, which a user has written, and for other events
 * names from the dictionary.
 */
#ifndef _SCHEMA_H_
#define _SCHEMA_H_

#include "guclog.h"
#include "shared/base.h"

/**
 * struct schema - names of events
 * @nr: number of event ids that the schema file names
 * @event: names of these ids, by ascending id
 * @words: events that the dictionary names, bit n: row n of the dictionary
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

/* Return: the names of the user, in the form for the library. */
static inline struct guclog_names schema_names(const struct schema *schema)
{
	return (struct guclog_names){ .nr = schema->nr, .event = schema->event };
}

#endif
