// SPDX-License-Identifier: GPL-2.0-only
/*
 * Which incidents are kept. All incidents of one GPU that have the same signature are a series. The
 * first and the newest incident of a series keep all their files: the first one shows how the hangs
 * began, and the newest one shows that they still happen. The incidents between them are reduced:
 * only their metadata and summary are kept. If the store still exceeds its quota, incidents are
 * removed in this order, the oldest first: those that have only logs which a user requested;
 * reduced incidents; incidents that are not the first of their series; all others. The oldest ones
 * of the last group are never removed, up to half of the quota: programs can cause any number of
 * hangs of different kinds, and must not remove the evidence of earlier hangs. The order of
 * incidents is that of store_list(), which does not depend on the clock.
 */
#include "retention.h"

#include <json-c/json.h>
#include <unistd.h>

#include "metadata.h"
#include "base/msg.h"

/**
 * struct entry - one incident of the store
 * @name: name of the incident
 * @meta: metadata of the incident
 * @gpu: name of the GPU
 * @signature: signature of the incident
 * @bytes: space that the incident takes on the disk, in bytes
 * @first: the incident is the first one of its series
 * @reduced: only the metadata and the summary of the incident are left
 * @requested: the incident has only logs that a user requested without a hang
 * @kept: the incident is one of the oldest, which are never removed
 * @removed: the incident is not in the store any more
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
	bool kept;
	bool removed;
};

struct entries {
	struct store_list list;
	struct entry *e;
};

static bool same_series(const struct entry *a, const struct entry *b)
{
	return !strcmp(a->gpu, b->gpu) && !strcmp(a->signature, b->signature);
}

static bool is_requested(struct json_object *meta)
{
	struct json_object *logs = metadata_member(meta, "logs");
	size_t i, nr = metadata_length(logs);

	if (!nr || strcmp(metadata_text(meta, "trigger"), "log"))
		return false;
	for (i = 0; i < nr; i++) {
		struct json_object *log = json_object_array_get_idx(logs, i);

		if (strcmp(metadata_text(log, "taken"), "on request"))
			return false;
	}
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
		e->meta = metadata_read(store, e->name);
		e->gpu = metadata_text(e->meta, "gpu");
		e->signature = metadata_text(e->meta, "signature");
		e->bytes = store_bytes(store, e->name);
		e->reduced = json_object_get_boolean(metadata_member(e->meta, "reduced"));
		e->requested = is_requested(e->meta);
		e->first = true;
		for (k = 0; k < i && e->first; k++)
			e->first = !same_series(&all->e[k], e);
	}
	return 0;
}

/* Find the incidents that are never removed, see the top of this file. */
static void find_kept(struct entries *all, const struct retention_quota *quota)
{
	unsigned int i, nr = 0;
	u64 bytes = 0;

	for (i = 0; i < all->list.nr; i++) {
		struct entry *e = &all->e[i];

		if (!e->first || e->requested || nr + 1 > quota->incidents / 2 ||
		    bytes + e->bytes > quota->bytes / 2)
			continue;
		e->kept = true;
		bytes += e->bytes;
		nr++;
	}
}

static void free_entries(struct entries *all)
{
	unsigned int i;

	for (i = 0; i < all->list.nr; i++)
		json_object_put(all->e[i].meta);
	free(all->e);
	store_list_free(&all->list);
}

/* Remove all files of an incident except the metadata and the summary. */
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
 * Reduce an incident to its metadata and summary. The metadata are changed before the files are
 * removed, so that a program which reads the metadata does not expect files that are missing.
 */
static void reduce(struct store *store, struct entry *e)
{
	const char *text;
	int dir;

	json_object_object_add(e->meta, "reduced", json_object_new_boolean(true));
	text = json_object_to_json_string_ext(e->meta, JSON_C_TO_STRING_PRETTY |
					      JSON_C_TO_STRING_SPACED);
	dir = store_open_dir(store, e->name);
	if (dir < 0 || store_replace(dir, "metadata.json", text, strlen(text), 0600)) {
		msg_fail(e->name, "cannot be reduced to its metadata and summary: %s",
			 strerror(errno));
		if (dir >= 0)
			close(dir);
		return;
	}
	close(dir);
	remove_files(store, e->name);
	e->reduced = true;
	e->bytes = store_bytes(store, e->name);
}

/* Reduce all incidents of the series to which @newest belongs, except the first one and @newest. */
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

/*
 * Return: the incident that must be removed next, or NULL if none is left that may be removed.
 * @newest: an incident that must not be removed, NULL for none
 */
static struct entry *least_wanted(struct entries *all, const char *newest)
{
	struct entry *found = NULL;
	unsigned int i;
	int rank, best = 4;

	for (i = 0; i < all->list.nr; i++) {
		struct entry *e = &all->e[i];

		if (e->removed || e->kept || (newest && !strcmp(e->name, newest)))
			continue;
		rank = e->requested ? 0 : e->reduced ? 1 : !e->first ? 2 : 3;
		if (rank < best) {
			best = rank;
			found = e;
		}
	}
	return found;
}

static bool over(const struct entries *all, const struct retention_quota *quota)
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
 * retention_make_room() - remove one incident, because the disk is full
 * @store: the incident store, opened for a change
 * @quota: limits of the number and the size of the incidents
 *
 * Context: process context.
 * Return: the space in bytes that the incident took, 0 if the rules at the top of this file do not
 * allow to remove one.
 */
u64 retention_make_room(struct store *store, const struct retention_quota *quota)
{
	struct entries all;
	struct entry *e;
	u64 bytes = 0;

	if (read_entries(store, &all))
		return 0;
	find_kept(&all, quota);
	e = least_wanted(&all, NULL);
	if (e && !remove_entry(store, e))
		bytes = max_t(u64, e->bytes, 1);
	free_entries(&all);
	return bytes;
}

/**
 * retention_apply() - reduce and remove incidents according to the rules at the top of this file
 * @store: the incident store, opened for a change
 * @quota: limits of the number and the size of the incidents
 * @newest: the incident that was just added; it is never removed
 *
 * Return: 0, or -1 with a message on stderr.
 */
int retention_apply(struct store *store, const struct retention_quota *quota,
		    const char *newest)
{
	struct entries all;
	struct entry *e;
	int ret = 0;

	if (read_entries(store, &all))
		return -1;
	reduce_series(store, &all, newest);
	find_kept(&all, quota);
	while (over(&all, quota) && (e = least_wanted(&all, newest)))
		ret |= remove_entry(store, e);
	free_entries(&all);
	return ret;
}
