/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Schema files: names that a user gives to event ids and their arguments. None
 * is invented here.
 */
#ifndef _SCHEMA_H_
#define _SCHEMA_H_

#include "guc_env.h"

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
 * @nr: how many events have one
 * @event: by ascending id
 */
struct schema {
	unsigned int nr;
	struct schema_event *event;
};

int schema_read(struct schema *schema, const char *path);
const struct schema_event *schema_find(const struct schema *schema, u32 id);
const char *schema_option(void *member, const char *arg);
void schema_free(struct schema *schema);

#endif
