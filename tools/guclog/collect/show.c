// SPDX-License-Identifier: GPL-2.0-only
#include "show.h"

#include <json-c/json.h>

#include "incident.h"
#include "metadata.h"
#include "output/json_out.h"
#include "base/msg.h"
#include "base/out.h"

static void row(const char *name, const char *text)
{
	char *clean = printable(text);

	out_printf("  %-10s %s\n", name, clean);
	free(clean);
}

__printf(2, 3) static void row_text(const char *name, const char *fmt, ...)
{
	va_list args;
	char *text;

	va_start(args, fmt);
	text = mem_vprintf(fmt, args);
	va_end(args);
	row(name, text);
	free(text);
}

static void show_dump(struct json_object *meta)
{
	struct json_object *dump = metadata_member(meta, "devcoredump");
	const char *process = metadata_text(dump, "process");
	struct json_object *pid = metadata_member(dump, "pid");

	if (dump)
		row_text("dump of xe", "%s%s%s%s%s%s%s", metadata_text(dump, "file"),
			 *metadata_text(dump, "reason") ? ": " : "", metadata_text(dump, "reason"),
			 *process ? ", process " : "", process,
			 pid ? ", PID " : "", pid ? json_object_get_string(pid) : "");
	dump = metadata_member(meta, "other_devcoredump");
	if (dump)
		row("dump of xe", "none: xe still had the dump of an earlier hang");
	if (*metadata_text(meta, "same_hang"))
		row("same hang", metadata_text(meta, "same_hang"));
}

static void show_logs(struct json_object *logs)
{
	size_t i;

	for (i = 0; i < metadata_length(logs); i++) {
		struct json_object *log = json_object_array_get_idx(logs, i);
		const char *trigger = metadata_text(metadata_member(log, "trigger"), "trigger");

		row_text("log", "%s: GT %s, taken %s%s%s", metadata_text(log, "file"),
			 json_object_get_string(metadata_member(log, "gt")),
			 metadata_text(log, "taken"), *trigger ? ": " : "", trigger);
	}
}

/* Print the parts that could not be collected, or that the machine does not provide. */
static void show_missing(struct json_object *parts)
{
	size_t i;

	for (i = 0; i < metadata_length(parts); i++) {
		struct json_object *e = json_object_array_get_idx(parts, i);

		row_text("missing", "%s: %s", metadata_text(e, "what"), metadata_text(e, "why"));
	}
}

static void show(const char *dir, struct json_object *meta)
{
	char *clean = printable(dir);

	out_printf("%s: stored incident\n", clean);
	free(clean);
	row_text("what", "GPU %s: %s", metadata_text(meta, "gpu"),
		 metadata_text(meta, "signature"));
	row_text("stored", "%s, trigger: %s", metadata_text(meta, "time"),
		 metadata_text(meta, "trigger"));
	if (metadata_member(meta, "stall"))
		row("stall", metadata_text(metadata_member(meta, "stall"), "text"));
	show_dump(meta);
	show_logs(metadata_member(meta, "logs"));
	if (json_object_get_boolean(metadata_member(meta, "reduced")))
		row("reduced", "only the metadata and the summary are left: the first and the newest incident of this series are whole");
	show_missing(metadata_member(meta, "errors"));
	show_missing(metadata_member(meta, "missing"));
	out_char('\n');
}

/**
 * show_incident() - describe a stored incident
 * @dir: a path; nothing is printed if it is not the directory of a stored incident
 * @json: do not print the description; keep the metadata for json_info_print()
 *
 * Return: whether @dir is the directory of an incident.
 */
bool show_incident(const char *dir, bool json)
{
	struct json_object *meta = NULL;
	struct store store;
	char *text;

	if (store_peek(&store, dir))
		return false;
	text = store_read(&store, ".", "metadata.json", NULL);
	store_close(&store);
	if (text)
		meta = json_tokener_parse(text);
	free(text);
	if (strncmp(metadata_text(meta, "schema"), INCIDENT_SCHEMA_NAME,
		    strlen(INCIDENT_SCHEMA_NAME))) {
		json_object_put(meta);
		return false;
	}
	if (json) {
		json_info_incident(meta);
		return true;
	}
	show(dir, meta);
	json_object_put(meta);
	return true;
}
