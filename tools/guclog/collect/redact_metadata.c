// SPDX-License-Identifier: GPL-2.0-only
/*
 * Redaction of the metadata of a stored incident. Only members that are listed here are kept, and
 * only values that the collector writes.
 */
#include "collect/redact_metadata.h"

#include <json-c/json.h>
#include <stdlib.h>
#include <string.h>

#include "collect/metadata.h"
#include "output/redact/redaction.h"
#include "base/msg.h"
#include "base/fixedbuf.h"

/* How to redact a member of the metadata. */
enum treatment {
	UNKNOWN,	/* not listed: removed, with its key */
	INSIDE,		/* an object or an array, whose members are redacted */
	NUMBER,		/* a number, a date or a version, also as a text, or true or false */
	FIELD,		/* a text that guclog_redact_field() redacts */
	NAME,		/* name of an incident or of a GPU */
	FILE_NAME,	/* name of a file of the incident */
	DUMP_NAME,	/* name of a devcoredump */
	SCHEMA,		/* name and version of the schema */
	SIGNATURE,	/* made again from the redacted members */
};

static const struct {
	const char *key;
	enum treatment act;
} members[] = {
	{ "schema", SCHEMA },
	{ "incident", NAME },
	{ "collector", FIELD },
	{ "gpu", NAME },
	{ "boot_id", FIELD },
	{ "time", NUMBER },
	{ "boottime_ns", NUMBER },
	{ "trigger", FIELD },	/* in "logs" an object */
	{ "stall", INSIDE },
	{ "kind", FIELD },
	{ "text", FIELD },
	{ "gt", NUMBER },
	{ "engine", FIELD },
	{ "guc_id", NUMBER },
	{ "holder", NUMBER },
	{ "age_ms", NUMBER },
	{ "processes", INSIDE },
	{ "pid", NUMBER },
	{ "process", FIELD },
	{ "file", FILE_NAME },
	{ "maps", FILE_NAME },
	{ "recorder", FIELD },
	{ "signature", SIGNATURE },
	{ "devcoredump", INSIDE },
	{ "other_devcoredump", INSIDE },
	{ "name", DUMP_NAME },
	{ "bytes", NUMBER },
	{ "reason", FIELD },
	{ "snapshot_time", NUMBER },
	{ "uptime", NUMBER },
	{ "kernel", FIELD },
	{ "pci_id", NUMBER },
	{ "same_hang", NAME },
	{ "cut", FIELD },
	{ "no_space", DUMP_NAME },
	{ "sequence", NUMBER },
	{ "logs", INSIDE },
	{ "taken", FIELD },
	{ "facts", INSIDE },
	{ "guc_version", NUMBER },
	{ "guc_wanted", NUMBER },
	{ "guc_firmware", FIELD },
	{ "platform", FIELD },
	{ "pci_revision", NUMBER },
	{ "graphics_ip", NUMBER },
	{ "driver", FIELD },
	{ "explained", FILE_NAME },
	{ "reduced", NUMBER },
	{ "errors", INSIDE },
	{ "missing", INSIDE },
	{ "what", FILE_NAME },
	{ "why", FIELD },
};

static enum treatment treatment_of(const char *key)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(members); i++)
		if (!strcmp(key, members[i].key))
			return members[i].act;
	return UNKNOWN;
}

static bool has_only(const char *text, const char *characters)
{
	return strspn(text, characters) == strlen(text);
}

/**
 * redact_is_stored_file() - find out whether the collector stores files with this name
 * @file: name of a file
 *
 * Return: whether it is the name of a file of an incident.
 */
bool redact_is_stored_file(const char *file)
{
	static const char * const plain[] = {
		"metadata.json", "summary.txt", "summary.json", "devcoredump.txt.zst",
		"journal.txt.zst", "info.txt", "asic_info.rdf", "trace.txt.zst", "state.json",
		"kernel.txt.zst",
	};
	static const char * const numbered[][2] = {
		{ "guc_log.gt", ".lfd.zst" },
		{ "guc_log.gt", ".xe.txt.zst" }, { "guc_info.gt", ".txt.zst" },
		{ "guc_log.gt", ".newest.lfd.zst" }, { "guc_log.gt", ".requested.lfd.zst" },
		{ "process.", ".txt.zst" }, { "process.", ".maps.zst" },
	};
	const char *rest;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(plain); i++)
		if (!strcmp(file, plain[i]))
			return true;
	for (i = 0; i < ARRAY_SIZE(numbered); i++) {
		if (strncmp(file, numbered[i][0], strlen(numbered[i][0])))
			continue;
		rest = file + strlen(numbered[i][0]);
		if (!strcmp(rest + strspn(rest, "0123456789"), numbered[i][1]))
			return true;
	}
	return false;
}

/* Return: whether a text is one that the collector writes. */
static bool is_known(enum treatment act, const char *text)
{
	switch (act) {
	case NUMBER:
		return has_only(text, "0123456789abcdefxTZ.:-");
	case NAME:
		return has_only(text, "0123456789abcdefTZ.:-_");
	case FILE_NAME:
		return redact_is_stored_file(text);
	case DUMP_NAME:
		return !strncmp(text, "devcd", 5) && has_only(text + 5, "0123456789");
	case SCHEMA:
		return !strncmp(text, "xe-guclog-incident-", 19) &&
		       has_only(text + 19, "0123456789");
	case UNKNOWN:
	case INSIDE:
	case FIELD:
	case SIGNATURE:
		break;
	}
	return false;
}

static void redact_string(struct guclog_redact_count *count, const char *key, enum treatment act,
			  struct json_object *value)
{
	char *text = mem_copy(json_object_get_string(value));

	/* guclog_redact_field() overwrites the value of a key that it does not know. */
	if (act == FIELD)
		guclog_redact_field(key, text, strlen(text), count);
	else if (!is_known(act, text))
		guclog_redact_field("", text, strlen(text), count);
	json_object_set_string(value, text);
	free(text);
}

static void redact_object(struct guclog_redact_count *count, struct json_object *o);

static void redact_array(struct guclog_redact_count *count, const char *key, struct json_object *o)
{
	enum treatment act = treatment_of(key);
	size_t i;

	for (i = json_object_array_length(o); i--; ) {
		struct json_object *element = json_object_array_get_idx(o, i);

		if (act == INSIDE && json_object_is_type(element, json_type_object)) {
			redact_object(count, element);
		} else if ((act == FIELD || act == DUMP_NAME) &&
			   json_object_is_type(element, json_type_string)) {
			redact_string(count, key, act, element);
		} else {
			count[GUCLOG_REDACT_UNKNOWN].places++;
			json_object_array_del_idx(o, i, 1);
		}
	}
}

/*
 * Redact the values about a trigger, which the module has written into the comment of a log with
 * the prefix "incident_".
 */
static void redact_trigger(struct guclog_redact_count *count, struct json_object *o)
{
	char name[64];

	json_object_object_foreach(o, key, value) {
		char *text = mem_copy(json_object_get_string(value) ?: "");

		snprintf(name, sizeof(name), "incident_%s", key);
		guclog_redact_field(name, text, strlen(text), count);
		json_object_object_add(o, key, json_object_new_string(text));
		free(text);
	}
}

/* Return: whether the member may stay; its value is then redacted. */
static bool redact_member(struct guclog_redact_count *count, const char *key,
			  struct json_object *value)
{
	enum treatment act = treatment_of(key);

	switch (json_object_get_type(value)) {
	case json_type_null:
		return act != UNKNOWN;
	case json_type_boolean:
	case json_type_int:
	case json_type_double:
		return act == NUMBER;
	case json_type_string:
		if (act == UNKNOWN || act == INSIDE)
			return false;
		if (act != SIGNATURE)
			redact_string(count, key, act, value);
		return true;
	case json_type_array:
		if (act != INSIDE && act != FIELD && act != DUMP_NAME)
			return false;
		redact_array(count, key, value);
		return true;
	case json_type_object:
		if (!strcmp(key, "trigger"))
			redact_trigger(count, value);
		else if (act == INSIDE)
			redact_object(count, value);
		else
			return false;
		return true;
	}
	return false;
}

static void redact_object(struct guclog_redact_count *count, struct json_object *o)
{
	json_object_object_foreach(o, key, value) {
		if (!strcmp(key, "pid") && value) {
			json_object_object_add(o, key, NULL);
			count[GUCLOG_REDACT_PID].places++;
		} else if (!redact_member(count, key, value)) {
			count[GUCLOG_REDACT_UNKNOWN].places++;
			count[GUCLOG_REDACT_UNKNOWN].bytes +=
				strlen(json_object_to_json_string(value));
			json_object_object_del(o, key);
		}
	}
}

/*
 * Append the signature with the redacted reason to @text. The stored signature may end with ": "
 * and the line Reason of the dump of xe, without its numbers; this end is replaced.
 */
static void print_signature(struct fixedbuf *text, struct json_object *meta, const char *head)
{
	fixedbuf_add(text, "%s", head);
	metadata_add_reason(text, metadata_text(json_object_object_get(meta, "devcoredump"),
						"reason"));
}

static void redact_signature(struct guclog_redact_count *count, struct json_object *meta)
{
	char *head = mem_copy(metadata_text(meta, "signature"));
	struct fixedbuf text = { .buf = NULL };
	char *end = strstr(head, ": ");

	if (metadata_member(meta, "stall")) {
		free(head);
		head = metadata_signature(meta);
		json_object_object_add(meta, "signature", json_object_new_string(head));
		free(head);
		return;
	}
	if (end)
		*end = '\0';
	guclog_redact_field("kind", head, strlen(head), count);
	print_signature(&text, meta, head);
	mem_text(&text);
	print_signature(&text, meta, head);
	json_object_object_add(meta, "signature", json_object_new_string(text.buf));
	free(text.buf);
	free(head);
}

/**
 * redact_metadata() - redact the metadata of an incident
 * @count: the number of redacted items of each kind, to which those of the metadata are added
 * @meta: the metadata; changed in place. The verdict is removed, because summary.json has a new
 *	verdict, made from the redacted file
 *
 * Context: exits the program if there is no memory.
 */
void redact_metadata(struct guclog_redact_count *count, struct json_object *meta)
{
	json_object_object_del(meta, "verdict");
	redact_object(count, meta);
	redact_signature(count, meta);
}
