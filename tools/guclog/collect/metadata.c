// SPDX-License-Identifier: GPL-2.0-only
/*
 * Metadata of stored incidents (the file metadata.json): functions that read its members, get the
 * trigger and the signature of an incident, and search for an incident.
 */
#include "metadata.h"

#include <json-c/json.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "explain/explain.h"
#include "base/msg.h"
#include "base/fixedbuf.h"

/*
 * A dump of xe and a record of the module belong to the same hang if the dump and the first trigger
 * in the record (the first event by which the module noticed the hang) are not further apart than
 * this.
 */
#define SAME_HANG_NS	2000000000ll

/**
 * metadata_member() - get a member of an object
 * @o: the object; also NULL or a value of another type
 * @key: key of the member
 *
 * Return: the member, valid as long as @o, or NULL if it is absent or null.
 */
struct json_object *metadata_member(struct json_object *o, const char *key)
{
	struct json_object *v = NULL;

	if (json_object_is_type(o, json_type_object))
		json_object_object_get_ex(o, key, &v);
	return v;
}

/**
 * metadata_length() - get the length of a list
 * @list: the list; also NULL or a value of another type
 *
 * Return: number of elements of the list, or 0 if @list is not a list.
 */
size_t metadata_length(struct json_object *list)
{
	return json_object_is_type(list, json_type_array) ? json_object_array_length(list) : 0;
}

/**
 * metadata_text() - get a text of the metadata
 * @meta: the metadata, or an object in it
 * @key: key of the text
 *
 * Return: the text, valid as long as @meta, or "" if it is absent or not a text.
 */
const char *metadata_text(struct json_object *meta, const char *key)
{
	struct json_object *v = metadata_member(meta, key);

	return v && json_object_is_type(v, json_type_string) ?
	       json_object_get_string(v) : "";
}

/* Return: whether @what is an element of a list that is separated by commas. */
static bool has_item(const char *list, const char *what)
{
	size_t len = strlen(what);

	for (; *list; list += *list == ',' ? 2 : 0) {
		size_t n = strcspn(list, ",");

		if (n == len && !strncmp(list, what, n))
			return true;
		list += n;
	}
	return false;
}

/*
 * Choose the most informative trigger of a hang, in a fixed order of preference, because the order
 * of the triggers can differ between hangs of the same kind. @seen: the triggers of the hang,
 * separated by commas. Return: the trigger, or NULL if @seen has none.
 */
static const char *main_trigger(const char *seen)
{
	static const char * const order[] = {
		"engine reset failed", "firmware crash dump", "firmware exception",
		"uncorrectable error", "memory CAT error", "queue group error", "engine reset",
		"job timeout", "GT reset", "state capture",
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(order); i++)
		if (has_item(seen, order[i]))
			return order[i];
	return NULL;
}

/**
 * metadata_trigger() - get the data about the trigger of an incident, that is, the event of xe by
 * which the module noticed the hang
 * @meta: the metadata of an incident
 *
 * Return: an object with the data (strings) that the module has written into the first log with a
 * trigger; valid as long as @meta. NULL if no log has a trigger.
 */
struct json_object *metadata_trigger(struct json_object *meta)
{
	struct json_object *logs = metadata_member(meta, "logs"), *trigger;
	size_t i, nr = metadata_length(logs);

	for (i = 0; i < nr; i++) {
		trigger = metadata_member(json_object_array_get_idx(logs, i), "trigger");
		if (main_trigger(metadata_text(trigger, "triggers_seen")))
			return trigger;
	}
	return NULL;
}

/**
 * metadata_add_reason() - add the line Reason of the dump of xe, without its numbers, to a
 * signature
 * @text: the signature, to which the reason is appended
 * @reason: the reason; may be empty
 */
void metadata_add_reason(struct fixedbuf *text, const char *reason)
{
	size_t size = guclog_reason_pattern(reason, NULL, 0) + 1;
	char *pattern = mem_grow(NULL, size);

	guclog_reason_pattern(reason, pattern, size);
	fixedbuf_add(text, "%s%s", *pattern ? ": " : "", pattern);
	free(pattern);
}

/**
 * metadata_uptime_ns() - get the time of a hang from the dump of xe
 * @dump: the member "devcoredump" of the metadata; also NULL
 *
 * Return: the Uptime of the dump, CLOCK_BOOTTIME in ns, or 0 if the dump has none.
 */
s64 metadata_uptime_ns(struct json_object *dump)
{
	double s = strtod(metadata_text(dump, "uptime"), NULL);

	return s > 0 && s < 1e9 ? (s64)(s * 1e9) : 0;
}

/*
 * Get the time of the hang, if the incident has only one of two things: the dump of xe, or the
 * record of the module. @of_xe: set to whether the incident has the dump of xe. Return: the time
 * since boot in ns, or 0 if the incident has both or neither.
 */
static s64 lone_hang_ns(struct json_object *meta, bool *of_xe)
{
	s64 uptime = metadata_uptime_ns(metadata_member(meta, "devcoredump"));
	struct json_object *trigger = metadata_trigger(meta);

	*of_xe = uptime;
	if (uptime && trigger)
		return 0;
	return uptime ?: strtoll(metadata_text(trigger, "boottime_ns"), NULL, 10);
}

/*
 * Return: whether, of the two incidents with the metadata @meta and @b, one has the dump of xe and
 * the other has the record that the module made of the same hang.
 */
static bool is_same_hang(const void *meta, struct json_object *b)
{
	struct json_object *a = (struct json_object *)meta;
	bool a_of_xe, b_of_xe;
	s64 x = lone_hang_ns(a, &a_of_xe), y = lone_hang_ns(b, &b_of_xe);

	return x && y && a_of_xe != b_of_xe && llabs(x - y) <= SAME_HANG_NS &&
	       !strcmp(metadata_text(a, "boot_id"), metadata_text(b, "boot_id")) &&
	       !strcmp(metadata_text(a, "gpu"), metadata_text(b, "gpu"));
}

/**
 * metadata_same_hang() - find the stored incident that has another dump of the same hang
 * @store: the incident store, from store_open()
 * @meta: the metadata of an incident that is not stored yet
 * @name: set to the name of the stored incident
 *
 * A hang can have two dumps: a dump of xe, and a dump of the module with its record of the hang.
 * They become two incidents if one of them was stored before the other existed. They are of the
 * same hang if the Uptime in the dump of xe and the first trigger in the record are at most two
 * seconds apart.
 *
 * Return: true if an incident with the other one of these dumps is stored.
 */
bool metadata_same_hang(const struct store *store, struct json_object *meta,
			char name[STORE_NAME_MAX])
{
	return metadata_find(store, name, is_same_hang, meta);
}

/*
 * Append the signature of an incident, see metadata_signature(), to @text. If the log does not show
 * the hang, make the signature from the trigger, which the module has written into the log.
 */
static void print_signature(struct fixedbuf *text, struct json_object *meta)
{
	struct json_object *verdict = metadata_member(meta, "verdict");
	struct json_object *trigger = metadata_trigger(meta);
	const char *signature = metadata_text(verdict, "signature"), *engine;
	struct json_object *stall = metadata_member(meta, "stall");

	if (stall) {
		engine = metadata_text(stall, "engine");
		fixedbuf_add(text, "stall: %s%s%s", metadata_text(stall, "kind"),
			     *engine ? " on " : "", engine);
		return;
	}

	if (*signature && (!trigger || json_object_get_boolean(metadata_member(verdict, "hang")))) {
		fixedbuf_add(text, "%s", signature);
		return;
	}
	if (trigger) {
		engine = metadata_text(trigger, "engine");
		fixedbuf_add(text, "%s%s%s", main_trigger(metadata_text(trigger, "triggers_seen")),
			     *engine ? " on " : "", engine);
	} else {
		fixedbuf_add(text, "no verdict");
	}
	metadata_add_reason(text, metadata_text(metadata_member(meta, "devcoredump"), "reason"));
}

/**
 * metadata_signature() - get the signature of an incident, a text that is equal for hangs of the
 * same kind
 * @meta: the metadata of an incident
 *
 * Return: the signature, which the caller must free. For a stall, it has the kind and the engine of
 * the stall. Otherwise it is the signature of "guclog explain", if that shows a hang or if no log
 * has a trigger. Otherwise it is the trigger, or "no verdict", followed by the line Reason of the
 * dump of xe.
 */
char *metadata_signature(struct json_object *meta)
{
	struct fixedbuf text = { .buf = NULL };

	print_signature(&text, meta);
	mem_text(&text);
	print_signature(&text, meta);
	return text.buf;
}

/**
 * metadata_read() - read the metadata of an incident
 * @store: the incident store, from store_open()
 * @name: name of the incident
 *
 * Return: the metadata, which the caller must release with json_object_put(), or NULL if they are
 * absent or damaged.
 */
struct json_object *metadata_read(const struct store *store, const char *name)
{
	char *text = store_read(store, name, "metadata.json", NULL);
	struct json_object *meta = text ? json_tokener_parse(text) : NULL;

	free(text);
	if (meta && !json_object_is_type(meta, json_type_object)) {
		json_object_put(meta);
		meta = NULL;
	}
	return meta;
}

/**
 * metadata_sequence() - get the number of an incident
 * @store: the incident store, from store_open()
 * @name: name of the incident
 *
 * Return: the number, which is larger than that of each incident that was stored before, or 0 if
 * an older guclog has stored the incident, or its metadata are damaged.
 */
u64 metadata_sequence(const struct store *store, const char *name)
{
	struct json_object *meta = metadata_read(store, name);
	s64 n = json_object_get_int64(metadata_member(meta, "sequence"));

	json_object_put(meta);
	return n > 0 && n < LLONG_MAX ? (u64)n : 0;
}

/**
 * metadata_find() - find the newest incident with a property
 * @store: the incident store, from store_open()
 * @name: set to the name of the incident
 * @is: returns whether an incident with the metadata @meta has the property
 * @context: first argument of @is
 *
 * Return: whether such an incident is stored.
 */
bool metadata_find(const struct store *store, char name[STORE_NAME_MAX],
		   bool (*is)(const void *context, struct json_object *meta), const void *context)
{
	struct store_list list;
	bool found = false;
	unsigned int i;

	if (store_list(store, &list))
		return false;
	for (i = list.nr; i-- && !found; ) {
		struct json_object *meta = metadata_read(store, list.name[i]);

		found = meta && is(context, meta);
		if (found)
			snprintf(name, STORE_NAME_MAX, "%s", list.name[i]);
		json_object_put(meta);
	}
	store_list_free(&list);
	return found;
}
