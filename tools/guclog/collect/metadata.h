/* SPDX-License-Identifier: GPL-2.0-only */
/* Metadata of stored incidents, the content of their files metadata.json. */
#ifndef _METADATA_H_
#define _METADATA_H_

#include "store.h"

struct fixedbuf;
struct json_object;

void metadata_add_reason(struct fixedbuf *text, const char *reason);
char *metadata_signature(struct json_object *meta);
s64 metadata_uptime_ns(struct json_object *dump);
struct json_object *metadata_trigger(struct json_object *meta);
struct json_object *metadata_read(const struct store *store, const char *name);
u64 metadata_sequence(const struct store *store, const char *name);
bool metadata_find(const struct store *store, char name[STORE_NAME_MAX],
		   bool (*is)(const void *context, struct json_object *meta), const void *context);
bool metadata_same_hang(const struct store *store, struct json_object *meta,
			char name[STORE_NAME_MAX]);
struct json_object *metadata_member(struct json_object *o, const char *key);
size_t metadata_length(struct json_object *list);
const char *metadata_text(struct json_object *meta, const char *key);

#endif
