// SPDX-License-Identifier: GPL-2.0-only
#include "collect/newest.h"

#include <json-c/json.h>

#include "collect/metadata.h"
#include "collect/store.h"
#include "base/msg.h"

static char *describe(const struct store *store, const char *name)
{
	struct json_object *meta = metadata_read(store, name);
	char *text = mem_printf("%s  %s", name, metadata_text(meta, "signature"));

	json_object_put(meta);
	return text;
}

/**
 * newest_incident() - describe an incident of the store
 * @path: directory of the store; it need not exist
 * @i: number of the incident, from 0 for the newest
 *
 * Return: the name and signature of the incident, which the caller must free, or NULL after the
 * last incident that is shown.
 */
char *newest_incident(const char *path, unsigned int i)
{
	struct store_list list;
	struct store store;
	char *text = NULL;

	if (i >= NEWEST_INCIDENTS || store_peek(&store, path))
		return NULL;
	if (!store_list(&store, &list)) {
		if (i < list.nr)
			text = describe(&store, list.name[list.nr - 1 - i]);
		store_list_free(&list);
	}
	store_close(&store);
	return text;
}
