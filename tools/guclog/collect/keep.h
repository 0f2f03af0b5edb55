/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Selection of the incidents that are kept: series of similar incidents, and the quota of
 * the store.
 */
#ifndef _KEEP_H_
#define _KEEP_H_

#include "store.h"

struct textbuf;
struct json_object;

/**
 * struct keep_quota - limits of a store
 * @incidents: number of incidents that are kept, at least 1
 * @bytes: space that all incidents may take together, bytes
 */
struct keep_quota {
	unsigned int incidents;
	u64 bytes;
};

void keep_add_reason(struct textbuf *text, const char *reason);
char *keep_signature(struct json_object *meta);
struct json_object *keep_trigger(struct json_object *meta);
struct json_object *keep_metadata(const struct store *store, const char *name);
bool keep_find(const struct store *store, char name[STORE_NAME_MAX],
	       bool (*is)(const void *context, struct json_object *meta), const void *context);
bool keep_same_hang(const struct store *store, struct json_object *meta,
		    char name[STORE_NAME_MAX]);
struct json_object *keep_member(struct json_object *o, const char *key);
size_t keep_length(struct json_object *list);
const char *keep_text(struct json_object *meta, const char *key);
int keep_make_room(struct store *store, const struct keep_quota *quota,
		   const char *newest);

#endif
