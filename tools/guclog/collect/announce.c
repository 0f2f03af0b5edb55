// SPDX-License-Identifier: GPL-2.0-only
#include "announce.h"

#include <fcntl.h>
#include <json-c/json.h>
#include <libgen.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/fixedbuf.h"
#include "metadata.h"
#include "base/msg.h"
#include "base/open_dir.h"
#include "base/number.h"

/*
 * Name of the file in the incident store with the counters. It remains when incidents are removed.
 */
#define COUNTERS	"counters.json"
/* Length in bytes of an event of log format version 2, the only known version. */
#define EVENT_BYTES	20

static struct json_object *child(struct json_object *o, const char *key)
{
	struct json_object *v;

	if (json_object_object_get_ex(o, key, &v) &&
	    json_object_is_type(v, json_type_object))
		return v;
	v = json_object_new_object();
	json_object_object_add(o, key, v);
	return v;
}

static void count(struct json_object *o, const char *key, s64 more)
{
	struct json_object *v;
	s64 old = json_object_object_get_ex(o, key, &v) ? json_object_get_int64(v) : 0;

	json_object_object_add(o, key, json_object_new_int64(old + more));
}

static struct json_object *read_counters(const struct store *store)
{
	char *text = store_read(store, ".", COUNTERS, NULL);
	struct json_object *o = text ? json_tokener_parse(text) : NULL;

	free(text);
	if (o && json_object_is_type(o, json_type_object))
		return o;
	json_object_put(o);
	return json_object_new_object();
}

/*
 * Add up a number over all logs of an incident. @key: name of the number, which the module has
 * written into the comment of each log. Return: the sum.
 */
static u64 sum_of_logs(struct json_object *meta, const char *key)
{
	struct json_object *logs = metadata_member(meta, "logs");
	u64 sum = 0, value;
	size_t i;

	for (i = 0; i < metadata_length(logs); i++) {
		struct json_object *log = json_object_array_get_idx(logs, i);
		const char *text = metadata_text(metadata_member(log, "trigger"), key);

		if (number_parse(text, strlen(text), U32_MAX, &value))
			sum += value;
	}
	return sum;
}

/* Values of "trigger" in metadata.json: what made the collector store an incident. */
static const char * const kinds[] = { "devcoredump", "log", "wedged", "stall" };

static const struct counter {
	const char *key;
	const char *metric;
	const char *help;
} counters_of_gpu[] = {
	{ "logs", "xe_guclog_logs_total", "Logs that were collected." },
	{ "errors", "xe_guclog_errors_total",
	  "Parts of incidents that could not be collected." },
	{ "overwritten", "xe_guclog_overwritten_events_total",
	  "Minimum number of events overwritten between a trigger and the copy of the log." },
	{ "incomplete", "xe_guclog_incomplete_incidents_total",
	  "Incidents without a dump, because the disk was full." },
	{ "unstored", "xe_guclog_unstored_incidents_total",
	  "Incidents that could not be stored." },
	{ "replaced", "xe_guclog_replaced_incidents_total",
	  "Incidents that the module replaced by newer incidents before they were collected." },
};

/*
 * Get the counters of a GPU. Those that do not exist yet are created with the value 0, because
 * Prometheus' function increase() ignores the first value of a counter. Only the counter of a
 * signature is created later, when the first incident with this signature is counted, because
 * signatures are not known before.
 */
static struct json_object *counters_of(struct json_object *counters, const char *name)
{
	struct json_object *gpu = child(counters, name);
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(kinds); i++)
		count(child(gpu, "kinds"), kinds[i], 0);
	for (i = 0; i < ARRAY_SIZE(counters_of_gpu); i++)
		count(gpu, counters_of_gpu[i].key, 0);
	child(gpu, "signatures");
	return gpu;
}

static void add(struct json_object *counters, struct json_object *meta)
{
	struct json_object *gpu = counters_of(counters, metadata_text(meta, "gpu"));

	count(child(gpu, "kinds"), metadata_text(meta, "trigger"), 1);
	count(child(gpu, "signatures"), metadata_text(meta, "signature"), 1);
	count(gpu, "logs", (s64)metadata_length(metadata_member(meta, "logs")));
	count(gpu, "errors", (s64)metadata_length(metadata_member(meta, "errors")));
	count(gpu, "incomplete", metadata_member(meta, "no_space") ? 1 : 0);
	count(gpu, "overwritten", (s64)(sum_of_logs(meta, "written_bytes") / EVENT_BYTES));
	count(gpu, "replaced", (s64)sum_of_logs(meta, "replaced"));
}

/* Append the value of a Prometheus label to @text; escape backslashes, quotes and newlines. */
static void print_label(struct fixedbuf *text, const char *value)
{
	for (; *value; value++) {
		if (*value == '\\' || *value == '"')
			fixedbuf_add(text, "\\%c", *value);
		else if (*value == '\n')
			fixedbuf_add(text, "\\n");
		else
			fixedbuf_add(text, "%c", *value);
	}
}

static void print_head(struct fixedbuf *text, const char *name, const char *help)
{
	fixedbuf_add(text, "# HELP %s %s\n# TYPE %s counter\n", name, help, name);
}

static void print_number(struct fixedbuf *text, struct json_object *counters,
			 const struct counter *c)
{
	struct json_object *v;

	print_head(text, c->metric, c->help);
	json_object_object_foreach(counters, gpu, o) {
		if (!json_object_object_get_ex(o, c->key, &v))
			continue;
		fixedbuf_add(text, "%s{gpu=\"", c->metric);
		print_label(text, gpu);
		fixedbuf_add(text, "\"} %lld\n", (long long)json_object_get_int64(v));
	}
}

/*
 * Print the counts of incidents with two labels: the GPU, and @label. The member @key of a GPU is
 * an object whose keys are the values of @label, and whose values are the counts.
 */
static void print_incidents(struct fixedbuf *text, struct json_object *counters,
			    const char *name, const char *key, const char *label)
{
	json_object_object_foreach(counters, gpu, o) {
		json_object_object_foreach(child(o, key), value, n) {
			fixedbuf_add(text, "%s{gpu=\"", name);
			print_label(text, gpu);
			fixedbuf_add(text, "\",%s=\"", label);
			print_label(text, value);
			fixedbuf_add(text, "\"} %lld\n",
				     (long long)json_object_get_int64(n));
		}
	}
}

static void print_metrics(struct fixedbuf *text, struct json_object *counters)
{
	static const char by_kind[] = "xe_guclog_incidents_total";
	static const char by_signature[] = "xe_guclog_signature_incidents_total";
	unsigned int i;

	print_head(text, by_kind, "Incidents that were collected, by what caused the collection.");
	print_incidents(text, counters, by_kind, "kinds", "kind");
	print_head(text, by_signature, "Incidents that were collected, by signature.");
	print_incidents(text, counters, by_signature, "signatures", "signature");
	for (i = 0; i < ARRAY_SIZE(counters_of_gpu); i++)
		print_number(text, counters, &counters_of_gpu[i]);
}

/*
 * Write a file, and replace an existing regular file. A device, a link, a directory and the like
 * are not replaced. Return: 0, or -1 with errno set.
 */
static int replace_regular(int dir, const char *file, const struct fixedbuf *text)
{
	struct stat st;

	if (!fstatat(dir, file, &st, AT_SYMLINK_NOFOLLOW) && !S_ISREG(st.st_mode)) {
		errno = S_ISDIR(st.st_mode) ? EISDIR : EEXIST;
		return -1;
	}
	/* Prometheus' node exporter, which does not run as root, must be able to read the file. */
	return store_replace(dir, file, text->buf, text->len, 0644);
}

static int write_metrics(const char *path, struct json_object *counters)
{
	struct fixedbuf text = { 0 };
	char *dir_of = mem_copy(path), *base_of = mem_copy(path);
	int dir = open_dir(dirname(dir_of));
	int ret = -1;

	print_metrics(&text, counters);
	mem_text(&text);
	print_metrics(&text, counters);
	if (dir >= 0)
		ret = replace_regular(dir, basename(base_of), &text);
	if (ret)
		msg_fail(path, "%s", strerror(errno));
	if (dir >= 0)
		close(dir);
	free(text.buf);
	free(dir_of);
	free(base_of);
	return ret;
}

/* Write the counters to the store, and to @metrics if it is not NULL. Frees @counters. */
static int write_counters(struct store *store, struct json_object *counters,
			  const char *metrics)
{
	const char *text = json_object_to_json_string(counters);
	int ret = store_replace(store->dir, COUNTERS, text, strlen(text), 0600);

	if (ret)
		msg_fail(store->path, COUNTERS ": %s", strerror(errno));
	if (metrics)
		ret |= write_metrics(metrics, counters);
	json_object_put(counters);
	return ret;
}

/**
 * announce_begin() - create the counters of GPUs for Prometheus
 * @store: the incident store, opened for a change
 * @gpus: names of the GPUs' devices, or paths that end with them; existing counters are kept
 * @nr: number of GPUs
 * @metrics: a file for the textfile collector of Prometheus' node exporter, NULL for none
 *
 * Return: 0, or -1 with a message on stderr.
 */
int announce_begin(struct store *store, char * const *gpus, size_t nr, const char *metrics)
{
	struct json_object *counters = read_counters(store);
	size_t i;

	for (i = 0; i < nr; i++) {
		const char *slash = strrchr(gpus[i], '/');

		counters_of(counters, slash ? slash + 1 : gpus[i]);
	}
	return write_counters(store, counters, metrics);
}

/**
 * announce_incident() - write the record of a stored incident to the journal, and count it
 * @store: the incident store, opened for a change
 * @meta: the metadata of the incident
 * @to: where to report it
 *
 * Then removes the file STORE_UNREPORTED of the incident.
 *
 * Context: process context; waits up to 10 s for the journal.
 * Return: 0, or -1 with a message on stderr.
 */
int announce_incident(struct store *store, struct json_object *meta, const struct announce_to *to)
{
	struct json_object *counters = read_counters(store);
	int ret;

	if (!to->no_journal)
		announce_journal(meta, true);
	add(counters, meta);
	ret = write_counters(store, counters, to->metrics);
	return store_remove_file(store, metadata_text(meta, "incident"), STORE_UNREPORTED) | ret;
}

/**
 * announce_unstored() - report that an incident could not be stored
 * @store: the incident store, opened for a change
 * @meta: the metadata that the incident would have had
 * @to: where to report it
 *
 * Context: as announce_incident().
 */
void announce_unstored(struct store *store, struct json_object *meta, const struct announce_to *to)
{
	struct json_object *counters = read_counters(store);

	if (!to->no_journal)
		announce_journal(meta, false);
	count(counters_of(counters, metadata_text(meta, "gpu")), "unstored", 1);
	write_counters(store, counters, to->metrics);
}

/**
 * announce_left() - report the stored incidents that are not reported, because a process was killed
 * @store: the incident store, opened for a change
 * @to: where to report them
 *
 * Context: as announce_incident().
 * Return: 0, or -1 with a message on stderr.
 */
int announce_left(struct store *store, const struct announce_to *to)
{
	struct json_object *meta;
	struct store_list list;
	unsigned int i;
	int ret = 0;

	if (store_list(store, &list))
		return -1;
	for (i = 0; i < list.nr; i++) {
		if (!store_has_file(store, list.name[i], STORE_UNREPORTED))
			continue;
		meta = metadata_read(store, list.name[i]);
		if (meta)
			ret |= announce_incident(store, meta, to);
		json_object_put(meta);
	}
	store_list_free(&list);
	return ret;
}
