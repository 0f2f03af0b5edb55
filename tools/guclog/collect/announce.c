// SPDX-License-Identifier: GPL-2.0-only
#include "announce.h"

#include <fcntl.h>
#include <json-c/json.h>
#include <libgen.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "child.h"
#include "guc_text.h"
#include "keep.h"
#include "util/msg.h"
#include "shared/number.h"

/* The counters are kept after the incidents are removed. */
#define COUNTERS	"counters.json"
/* An event of version 2, the only one that is known. */
#define EVENT_BYTES	20
/* Every record of the collector in the journal has this id: journalctl MESSAGE_ID=... */
#define MESSAGE_ID	"5f0b2d8f6d1b4f0e9a2c7f63a1c94b57"

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

static size_t length(struct json_object *meta, const char *key)
{
	struct json_object *v;

	return json_object_object_get_ex(meta, key, &v) &&
	       json_object_is_type(v, json_type_array) ?
	       json_object_array_length(v) : 0;
}

/* Add up a number that the module noted in each log at its trigger. */
static u64 sum_of_logs(struct json_object *meta, const char *key)
{
	struct json_object *logs, *trigger;
	size_t i, nr = length(meta, "logs");
	u64 sum = 0, value;

	json_object_object_get_ex(meta, "logs", &logs);
	for (i = 0; i < nr; i++) {
		const char *text;

		if (!json_object_object_get_ex(json_object_array_get_idx(logs, i), "trigger",
					       &trigger))
			continue;
		text = keep_text(trigger, key);
		if (number_parse(text, strlen(text), U32_MAX, &value))
			sum += value;
	}
	return sum;
}

static void add(struct json_object *counters, struct json_object *meta)
{
	struct json_object *gpu = child(counters, keep_text(meta, "gpu"));

	count(child(gpu, "incidents"), keep_text(meta, "signature"), 1);
	count(gpu, "logs", (s64)length(meta, "logs"));
	count(gpu, "errors", (s64)length(meta, "errors"));
	count(gpu, "overwritten", (s64)(sum_of_logs(meta, "written_bytes") / EVENT_BYTES));
	count(gpu, "replaced", (s64)sum_of_logs(meta, "replaced"));
}

/* Add the value of a label; backslash, quote and newline are escaped. */
static void print_label(struct guc_text *text, const char *value)
{
	for (; *value; value++) {
		if (*value == '\\' || *value == '"')
			guc_text_add(text, "\\%c", *value);
		else if (*value == '\n')
			guc_text_add(text, "\\n");
		else
			guc_text_add(text, "%c", *value);
	}
}

static void print_number(struct guc_text *text, const char *name,
			 struct json_object *counters, const char *key,
			 const char *help)
{
	struct json_object *v;

	guc_text_add(text, "# HELP %s %s\n# TYPE %s counter\n", name, help, name);
	json_object_object_foreach(counters, gpu, o) {
		if (!json_object_object_get_ex(o, key, &v))
			continue;
		guc_text_add(text, "%s{gpu=\"", name);
		print_label(text, gpu);
		guc_text_add(text, "\"} %lld\n", (long long)json_object_get_int64(v));
	}
}

static void print_metrics(struct guc_text *text, struct json_object *counters)
{
	guc_text_add(text, "# HELP xe_guclog_incidents_total Incidents that were collected.\n");
	guc_text_add(text, "# TYPE xe_guclog_incidents_total counter\n");
	json_object_object_foreach(counters, gpu, o) {
		json_object_object_foreach(child(o, "incidents"), signature, n) {
			guc_text_add(text, "xe_guclog_incidents_total{gpu=\"");
			print_label(text, gpu);
			guc_text_add(text, "\",signature=\"");
			print_label(text, signature);
			guc_text_add(text, "\"} %lld\n",
				     (long long)json_object_get_int64(n));
		}
	}
	print_number(text, "xe_guclog_logs_total", counters, "logs",
		     "Logs that were collected.");
	print_number(text, "xe_guclog_errors_total", counters, "errors",
		     "Parts of incidents that could not be collected.");
	print_number(text, "xe_guclog_overwritten_events_total", counters, "overwritten",
		     "Events that were overwritten between a trigger and the copy of the log, at least.");
	print_number(text, "xe_guclog_replaced_incidents_total", counters, "replaced",
		     "Incidents whose logs were replaced by those of newer ones before they were collected.");
}

static int write_metrics(const char *path, struct json_object *counters)
{
	struct guc_text text = { 0 };
	char *dir_of = strdup(path), *base_of = strdup(path);
	int dir = open(dirname(dir_of), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	int ret = -1;

	print_metrics(&text, counters);
	mem_text(&text);
	print_metrics(&text, counters);
	if (dir >= 0)
		ret = store_replace(dir, basename(base_of), text.buf, text.len);
	/* The node exporter does not run as root. */
	if (!ret)
		ret = fchmodat(dir, basename(base_of), 0644, 0);
	if (ret)
		msg_fail(path, "%s", strerror(errno));
	if (dir >= 0)
		close(dir);
	free(text.buf);
	free(dir_of);
	free(base_of);
	return ret;
}

/**
 * announce_count() - count an incident
 * @store: opened for a change
 * @meta: the metadata of the incident
 * @metrics: a file for the textfile collector of Prometheus' node exporter, NULL
 *	for none
 *
 * Return: 0, or -1 with a message on stderr.
 */
int announce_count(struct store *store, struct json_object *meta,
		   const char *metrics)
{
	struct json_object *counters = read_counters(store);
	const char *text;
	int ret;

	add(counters, meta);
	text = json_object_to_json_string(counters);
	ret = store_replace(store->dir, COUNTERS, text, strlen(text));
	if (ret)
		msg_fail(store->path, COUNTERS ": %s", strerror(errno));
	if (metrics)
		ret |= write_metrics(metrics, counters);
	json_object_put(counters);
	return ret;
}

static void add_field(struct guc_text *text, const char *name, const char *value)
{
	if (!*value)
		return;
	guc_text_add(text, "%s=", name);
	for (; *value; value++)
		guc_text_add(text, "%c", *value == '\n' ? ' ' : *value);
	guc_text_add(text, "\n");
}

static void print_fields(struct guc_text *text, struct json_object *meta)
{
	struct json_object *verdict, *victim = NULL, *trigger, *id = NULL;
	const char *engine = "";

	guc_text_add(text, "MESSAGE_ID=" MESSAGE_ID "\nPRIORITY=4\nSYSLOG_IDENTIFIER=guclog\n");
	guc_text_add(text, "MESSAGE=GPU %s: %s, stored as %s\n",
		     keep_text(meta, "gpu"), keep_text(meta, "signature"),
		     keep_text(meta, "incident"));
	add_field(text, "XE_GUCLOG_GPU", keep_text(meta, "gpu"));
	add_field(text, "XE_GUCLOG_INCIDENT", keep_text(meta, "incident"));
	add_field(text, "XE_GUCLOG_SIGNATURE", keep_text(meta, "signature"));
	if (json_object_object_get_ex(meta, "verdict", &verdict) &&
	    json_object_object_get_ex(verdict, "victim", &victim) && victim) {
		engine = keep_text(victim, "engine");
		json_object_object_get_ex(victim, "guc_id", &id);
	}
	trigger = keep_trigger(meta);
	if (trigger && !*engine && !id) {
		engine = keep_text(trigger, "engine");
		json_object_object_get_ex(trigger, "guc_id", &id);
	}
	add_field(text, "XE_GUCLOG_ENGINE", engine);
	if (id)
		add_field(text, "XE_GUCLOG_GUC_ID", json_object_get_string(id));
	add_field(text, "XE_GUCLOG_JSON",
		  json_object_to_json_string_ext(meta, JSON_C_TO_STRING_PLAIN));
}

/**
 * announce_journal() - write a record of an incident to the journal
 * @meta: the metadata of the incident
 *
 * The record has the fields XE_GUCLOG_GPU, XE_GUCLOG_INCIDENT, XE_GUCLOG_SIGNATURE,
 * XE_GUCLOG_ENGINE, XE_GUCLOG_GUC_ID and XE_GUCLOG_JSON, as far as they are known. If
 * there is no journal, the message is printed on stderr.
 */
void announce_journal(struct json_object *meta)
{
	const char * const argv[] = { "logger", "--journald", NULL };
	struct guc_text text = { 0 };
	struct child_output out;

	print_fields(&text, meta);
	mem_text(&text);
	print_fields(&text, meta);
	if (child_run(argv, text.buf, 10, &out))
		fprintf(stderr, "guclog: GPU %s: %s, stored as %s\n",
			keep_text(meta, "gpu"), keep_text(meta, "signature"),
			keep_text(meta, "incident"));
	free(out.text);
	free(text.buf);
}
