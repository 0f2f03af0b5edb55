// SPDX-License-Identifier: GPL-2.0-only
/*
 * A series is a number of incidents of one GPU with the same signature. All files of its first and
 * its newest incident are kept: the first one shows how the hangs began, and the newest one that
 * hangs still happen. The incidents between them are reduced to their metadata and summary. If the
 * quota is still exceeded, logs that were requested are removed first, then reduced incidents, then
 * the oldest incident that is not the first of its series, then the oldest one.
 */
#include "keep.h"

#include <json-c/json.h>
#include <unistd.h>

#include "util/textbuf.h"
#include "guclog.h"
#include "util/msg.h"

/* Longest time between the dump of xe and the first trigger in the module's record of a hang. */
#define SAME_HANG_NS	2000000000ll

/**
 * struct entry - one incident of the store
 * @name: name of the incident
 * @meta: metadata of the incident
 * @gpu: name of the GPU
 * @signature: signature of the incident
 * @bytes: space that it takes
 * @first: it is the first incident of its series
 * @reduced: only its metadata and summary are left
 * @requested: it has only logs that were requested, without a hang
 * @removed: it is not in the store any more
 */
struct entry {
	const char *name;
	struct json_object *meta;
	const char *gpu;
	const char *signature;
	u64 bytes;
	bool first;
	bool reduced;
	bool requested;
	bool removed;
};

struct entries {
	struct store_list list;
	struct entry *e;
};

/**
 * keep_member() - get a member of an object
 * @o: the object; also NULL or a value of another type
 * @key: key of the member
 *
 * Return: the member, NULL if it is absent or null; valid as long as @o.
 */
struct json_object *keep_member(struct json_object *o, const char *key)
{
	struct json_object *v = NULL;

	if (json_object_is_type(o, json_type_object))
		json_object_object_get_ex(o, key, &v);
	return v;
}

/**
 * keep_length() - get the length of a list
 * @list: the list; also NULL or a value of another type
 *
 * Return: number of its elements; 0 if it is not a list.
 */
size_t keep_length(struct json_object *list)
{
	return json_object_is_type(list, json_type_array) ? json_object_array_length(list) : 0;
}

/**
 * keep_text() - get a text of the metadata
 * @meta: the metadata, or an object in it
 * @key: key of the text
 *
 * Return: the text, "" if it is absent or not a text; valid as long as @meta.
 */
const char *keep_text(struct json_object *meta, const char *key)
{
	struct json_object *v = keep_member(meta, key);

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
 * Find the most specific trigger of a hang, since the order of the triggers varies. Return: the
 * trigger, NULL if the module saw none.
 */
static const char *main_trigger(const char *seen)
{
	static const char * const order[] = {
		"engine reset failed", "firmware crash dump", "firmware exception",
		"uncorrectable error", "memory CAT error", "engine reset", "job timeout",
		"GT reset", "state capture", "firmware load",
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(order); i++)
		if (has_item(seen, order[i]))
			return order[i];
	return NULL;
}

/**
 * keep_trigger() - get the module's notes about the trigger of an incident
 * @meta: the metadata of an incident
 *
 * Return: the values that the module noted in the first log with a trigger, as strings;
 * NULL if there is none. Valid as long as @meta.
 */
struct json_object *keep_trigger(struct json_object *meta)
{
	struct json_object *logs = keep_member(meta, "logs"), *trigger;
	size_t i, nr = keep_length(logs);

	for (i = 0; i < nr; i++) {
		trigger = keep_member(json_object_array_get_idx(logs, i), "trigger");
		if (main_trigger(keep_text(trigger, "triggers_seen")))
			return trigger;
	}
	return NULL;
}

/**
 * keep_add_reason() - add the driver's reason to a signature
 * @text: the signature
 * @reason: the reason; may be empty
 */
void keep_add_reason(struct textbuf *text, const char *reason)
{
	size_t size = guclog_reason_pattern(reason, NULL, 0) + 1;
	char *pattern = mem_grow(NULL, size);

	guclog_reason_pattern(reason, pattern, size);
	textbuf_add(text, "%s%s", *pattern ? ": " : "", pattern);
	free(pattern);
}

/*
 * Time of the hang since boot in ns; 0 unless the incident has either the dump of xe or the
 * module's record, but not both. @of_xe: set to whether it has the dump of xe.
 */
static s64 lone_hang_ns(struct json_object *meta, bool *of_xe)
{
	const char *uptime = keep_text(keep_member(meta, "devcoredump"), "uptime");
	struct json_object *trigger = keep_trigger(meta);

	*of_xe = *uptime;
	if (*uptime && trigger)
		return 0;
	return *uptime ? (s64)(strtod(uptime, NULL) * 1e9) :
	       strtoll(keep_text(trigger, "boottime_ns"), NULL, 10);
}

/* @meta: the metadata of the other incident */
static bool is_same_hang(const void *meta, struct json_object *b)
{
	struct json_object *a = (struct json_object *)meta;
	bool a_of_xe, b_of_xe;
	s64 x = lone_hang_ns(a, &a_of_xe), y = lone_hang_ns(b, &b_of_xe);

	return x && y && a_of_xe != b_of_xe && llabs(x - y) <= SAME_HANG_NS &&
	       !strcmp(keep_text(a, "boot_id"), keep_text(b, "boot_id")) &&
	       !strcmp(keep_text(a, "gpu"), keep_text(b, "gpu"));
}

/**
 * keep_same_hang() - find the stored incident that has the other part of a hang
 * @store: the store
 * @meta: the metadata of an incident that is not stored yet
 * @name: set to the name of the stored incident
 *
 * The parts are the dump of xe and the module's record. They become two incidents if one part was
 * stored before the other part existed. They belong to the same hang if the Uptime in the dump
 * and the module's first trigger are not further apart than two seconds.
 *
 * Return: true if an incident with the other part is stored.
 */
bool keep_same_hang(const struct store *store, struct json_object *meta,
		    char name[STORE_NAME_MAX])
{
	return keep_find(store, name, is_same_hang, meta);
}

/* If the log does not show the hang, the signature is made from the triggers of xe. */
static void print_signature(struct textbuf *text, struct json_object *meta)
{
	struct json_object *verdict = keep_member(meta, "verdict"), *trigger = keep_trigger(meta);
	const char *signature = keep_text(verdict, "signature"), *engine;
	struct json_object *stall = keep_member(meta, "stall");

	if (stall) {
		engine = keep_text(stall, "engine");
		textbuf_add(text, "stall: %s%s%s", keep_text(stall, "kind"),
			    *engine ? " on " : "", engine);
		return;
	}

	if (*signature && (!trigger || json_object_get_boolean(keep_member(verdict, "hang")))) {
		textbuf_add(text, "%s", signature);
		return;
	}
	if (trigger) {
		engine = keep_text(trigger, "engine");
		textbuf_add(text, "%s%s%s", main_trigger(keep_text(trigger, "triggers_seen")),
			    *engine ? " on " : "", engine);
	} else {
		textbuf_add(text, "no verdict");
	}
	keep_add_reason(text, keep_text(keep_member(meta, "devcoredump"), "reason"));
}

/**
 * keep_signature() - get the signature of an incident
 * @meta: the metadata of an incident
 *
 * Return: the signature from explain if the log shows a hang; else the trigger that the
 * module noted, or "no verdict", and the driver's reason; to be freed.
 */
char *keep_signature(struct json_object *meta)
{
	struct textbuf text = { .buf = NULL };

	print_signature(&text, meta);
	mem_text(&text);
	print_signature(&text, meta);
	return text.buf;
}

/**
 * keep_metadata() - read the metadata of an incident
 * @store: the store
 * @name: name of the incident
 *
 * Return: the metadata, to be released with json_object_put(); NULL if they are absent or
 * damaged.
 */
struct json_object *keep_metadata(const struct store *store, const char *name)
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
 * keep_find() - find the newest incident with a property
 * @store: the store
 * @name: set to the name of the incident
 * @is: returns whether an incident with these metadata has the property
 * @context: first argument of @is
 *
 * Return: whether there is one.
 */
bool keep_find(const struct store *store, char name[STORE_NAME_MAX],
	       bool (*is)(const void *context, struct json_object *meta), const void *context)
{
	struct store_list list;
	bool found = false;
	unsigned int i;

	if (store_list(store, &list))
		return false;
	for (i = list.nr; i-- && !found; ) {
		struct json_object *meta = keep_metadata(store, list.name[i]);

		found = meta && is(context, meta);
		if (found)
			snprintf(name, STORE_NAME_MAX, "%s", list.name[i]);
		json_object_put(meta);
	}
	store_list_free(&list);
	return found;
}

static bool same_series(const struct entry *a, const struct entry *b)
{
	return !strcmp(a->gpu, b->gpu) && !strcmp(a->signature, b->signature);
}

static bool is_requested(struct json_object *meta)
{
	struct json_object *logs = keep_member(meta, "logs");
	size_t i, nr = keep_length(logs);

	if (!nr || strcmp(keep_text(meta, "trigger"), "log"))
		return false;
	for (i = 0; i < nr; i++)
		if (strcmp(keep_text(json_object_array_get_idx(logs, i), "taken"), "on request"))
			return false;
	return true;
}

static int read_entries(const struct store *store, struct entries *all)
{
	unsigned int i, k;

	if (store_list(store, &all->list))
		return -1;
	all->e = mem_zero((all->list.nr + 1) * sizeof(*all->e));
	for (i = 0; i < all->list.nr; i++) {
		struct entry *e = &all->e[i];

		e->name = all->list.name[i];
		e->meta = keep_metadata(store, e->name);
		e->gpu = keep_text(e->meta, "gpu");
		e->signature = keep_text(e->meta, "signature");
		e->bytes = store_bytes(store, e->name);
		e->reduced = json_object_get_boolean(keep_member(e->meta, "reduced"));
		e->requested = is_requested(e->meta);
		e->first = true;
		for (k = 0; k < i && e->first; k++)
			e->first = !same_series(&all->e[k], e);
	}
	return 0;
}

static void free_entries(struct entries *all)
{
	unsigned int i;

	for (i = 0; i < all->list.nr; i++)
		json_object_put(all->e[i].meta);
	free(all->e);
	store_list_free(&all->list);
}

/* Remove all files of an incident but the metadata and the summary. */
static void remove_files(struct store *store, const char *name)
{
	DIR *dir = store_list_dir(store->dir, name);
	struct dirent *d;

	while (dir && (d = readdir(dir)))
		if (strcmp(d->d_name, "metadata.json") && strncmp(d->d_name, "summary.", 8) &&
		    strcmp(d->d_name, ".") && strcmp(d->d_name, ".."))
			store_remove_file(store, name, d->d_name);
	if (dir)
		closedir(dir);
}

/*
 * The metadata are changed before the files are removed, so that a reader of the metadata does
 * not expect files that are missing.
 */
static void reduce(struct store *store, struct entry *e)
{
	const char *text;
	int dir;

	json_object_object_add(e->meta, "reduced", json_object_new_boolean(true));
	text = json_object_to_json_string_ext(e->meta, JSON_C_TO_STRING_PRETTY |
					      JSON_C_TO_STRING_SPACED);
	dir = store_open_dir(store, e->name);
	if (dir < 0 || store_replace(dir, "metadata.json", text, strlen(text))) {
		msg_fail(e->name, "cannot be reduced: %s", strerror(errno));
		if (dir >= 0)
			close(dir);
		return;
	}
	close(dir);
	remove_files(store, e->name);
	e->reduced = true;
	e->bytes = store_bytes(store, e->name);
}

/*
 * Reduce all incidents of the series of @newest except its first one and @newest itself.
 */
static void reduce_series(struct store *store, struct entries *all,
			  const char *newest)
{
	const struct entry *last = NULL;
	unsigned int i;

	for (i = 0; i < all->list.nr; i++)
		if (!strcmp(all->e[i].name, newest))
			last = &all->e[i];
	for (i = 0; last && i < all->list.nr; i++) {
		struct entry *e = &all->e[i];

		if (e != last && !e->first && !e->reduced && same_series(e, last))
			reduce(store, e);
	}
}

/* Return: the incident that is removed next, NULL if only @newest is left. */
static struct entry *least_wanted(struct entries *all, const char *newest)
{
	struct entry *found = NULL;
	unsigned int i;
	int rank, best = 4;

	for (i = 0; i < all->list.nr; i++) {
		struct entry *e = &all->e[i];

		if (e->removed || !strcmp(e->name, newest))
			continue;
		rank = e->requested ? 0 : e->reduced ? 1 : !e->first ? 2 : 3;
		if (rank < best) {
			best = rank;
			found = e;
		}
	}
	return found;
}

static bool over(const struct entries *all, const struct keep_quota *quota)
{
	unsigned int i, nr = 0;
	u64 bytes = 0;

	for (i = 0; i < all->list.nr; i++) {
		if (all->e[i].removed)
			continue;
		nr++;
		bytes += all->e[i].bytes;
	}
	return nr > quota->incidents || bytes > quota->bytes;
}

static int remove_entry(struct store *store, struct entry *e)
{
	fprintf(stderr, "guclog: removed %s\n", e->name);
	e->removed = true;
	return store_remove(store, e->name);
}

/**
 * keep_make_room() - apply the series rule and the quota
 * @store: opened for a change
 * @quota: the limits
 * @newest: the incident that was just added; it is never removed
 *
 * Return: 0, or -1 with a message on stderr.
 */
int keep_make_room(struct store *store, const struct keep_quota *quota,
		   const char *newest)
{
	struct entries all;
	struct entry *e;
	int ret = 0;

	if (read_entries(store, &all))
		return -1;
	reduce_series(store, &all, newest);
	while (over(&all, quota) && (e = least_wanted(&all, newest)))
		ret |= remove_entry(store, e);
	free_entries(&all);
	return ret;
}
