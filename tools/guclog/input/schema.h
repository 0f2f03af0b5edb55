/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The names that events are shown with: those of a schema file, which a user has
 * written, and behind them those of the project's own dictionary.
 */
#ifndef _SCHEMA_H_
#define _SCHEMA_H_

#include "guc_event.h"

enum schema_kind {
	SCHEMA_HEX,
	SCHEMA_DEC,
	SCHEMA_SIGNED,
	SCHEMA_HIDE,
};

/**
 * struct schema_arg - one argument
 * @name: its name, NULL when it has none
 * @kind: how it is printed
 */
struct schema_arg {
	char *name;
	enum schema_kind kind;
};

/**
 * struct schema_event - one id
 * @id: the id
 * @name: its name
 * @arg: its arguments
 */
struct schema_event {
	u32 id;
	char *name;
	struct schema_arg arg[2];
};

/**
 * struct schema - names
 * @nr: how many events the schema file names
 * @event: the events, by ascending id
 * @words: events that the dictionary names, bit n: guc_event_table[n]
 */
struct schema {
	unsigned int nr;
	struct schema_event *event;
	u64 words;
};

int schema_read(struct schema *schema, const char *path);
const struct schema_event *schema_find(const struct schema *schema, u32 id);
const char *schema_option(void *member, const char *arg);
const char *schema_name(const struct schema *schema, u32 id);
const struct guc_event_def *schema_word(const struct schema *schema, u32 id);
void schema_free(struct schema *schema);

#endif
