// SPDX-License-Identifier: GPL-2.0-only
/*
 * The record of an incident in the systemd journal: one field for each fact. Without --all,
 * "journalctl -o json" prints a field of 4096 bytes or more as null, and other programs have a
 * similar limit for a whole record. Therefore the length of each field is limited, and the record
 * has less than 4096 bytes. The sentences of the verdict are too long for a record; they are in the
 * file summary.json of the incident.
 */
#include "announce.h"

#include <json-c/json.h>

#include "child.h"
#include "metadata.h"
#include "base/printable.h"

/*
 * Every record of "guclog collect" has this id, so that "journalctl MESSAGE_ID=..." selects them.
 */
#define MESSAGE_ID	"5f0b2d8f6d1b4f0e9a2c7f63a1c94b57"
/*
 * Largest lengths of the values of fields in bytes; longer values are cut. They are chosen so that
 * even the longest record has less than RECORD_BYTES bytes.
 */
#define RECORD_BYTES	4096
#define MAX_MESSAGE	480
#define MAX_TEXT	255
#define MAX_NAME	127
#define MAX_WORD	63

/**
 * struct record - a record that is being made
 * @len: number of bytes in @text
 * @text: fields of the record, each a line NAME=VALUE
 */
struct record {
	size_t len;
	char text[RECORD_BYTES];
};

/*
 * Add a field to a record. Bytes other than printable ASCII become '?'. The field is left out if it
 * has no value or the record has no room for it.
 */
static void field(struct record *r, const char *name, size_t limit, const char *value)
{
	size_t i, len = value ? strnlen(value, limit) : 0;
	char *to = r->text + r->len;

	if (!len || r->len + strlen(name) + len + 3 > sizeof(r->text))
		return;
	to += sprintf(to, "%s=", name);
	for (i = 0; i < len; i++)
		*to++ = printable_ascii(value[i]);
	*to++ = '\n';
	*to = '\0';
	r->len = (size_t)(to - r->text);
}

/*
 * Add the member @key of a JSON object as a field: a string as it is, a value of another type as
 * JSON text.
 */
static void field_of(struct record *r, const char *name, size_t limit, struct json_object *o,
		     const char *key)
{
	struct json_object *v = metadata_member(o, key);

	if (v)
		field(r, name, limit, json_object_get_string(v));
}

static void field_count(struct record *r, const char *name, struct json_object *list)
{
	char text[24];

	snprintf(text, sizeof(text), "%zu", metadata_length(list));
	field(r, name, sizeof(text), text);
}

/*
 * Add a list of JSON objects as one field. For each object, its member @key is added and, unless
 * @more is NULL, ": " and its member @more. Commas separate the objects.
 */
static void field_list(struct record *r, const char *name, size_t limit,
		       struct json_object *list, const char *key, const char *more)
{
	size_t i, len, nr = metadata_length(list);
	char *text = NULL;
	FILE *all = nr ? open_memstream(&text, &len) : NULL;

	for (i = 0; all && i < nr; i++) {
		struct json_object *o = json_object_array_get_idx(list, i);

		fprintf(all, "%s%s", i ? ", " : "", metadata_text(o, key));
		if (more)
			fprintf(all, ": %s", metadata_text(o, more));
	}
	if (all && !fclose(all))
		field(r, name, limit, text);
	free(text);
}

/*
 * Add the engine and guc_id of the context that hung or stalled. They are taken from the stall if
 * the incident is a stall, otherwise from the verdict. If the stall or the verdict has neither of
 * them, they are taken from the trigger that the module has written into the log.
 */
static void add_victim(struct record *r, struct json_object *meta)
{
	struct json_object *victim = metadata_member(metadata_member(meta, "verdict"), "victim");

	if (metadata_member(meta, "stall"))
		victim = metadata_member(meta, "stall");
	if (!metadata_member(victim, "engine") && !metadata_member(victim, "guc_id"))
		victim = metadata_trigger(meta);
	field_of(r, "XE_GUCLOG_ENGINE", MAX_WORD, victim, "engine");
	field_of(r, "XE_GUCLOG_GUC_ID", MAX_WORD, victim, "guc_id");
}

static void add_verdict(struct record *r, struct json_object *verdict)
{
	struct json_object *hang = metadata_member(verdict, "hang");

	if (verdict)
		field(r, "XE_GUCLOG_HANG", MAX_WORD,
		      !hang ? "unknown" : json_object_get_boolean(hang) ? "yes" : "no");
	field_of(r, "XE_GUCLOG_STUCK", MAX_WORD, verdict, "stuck");
	field_of(r, "XE_GUCLOG_WAITER", MAX_WORD, metadata_member(verdict, "waiter"), "guc_id");
	field_of(r, "XE_GUCLOG_WAIT_MS", MAX_WORD, verdict, "wait_ms");
	field_list(r, "XE_GUCLOG_KNOWN", MAX_TEXT, metadata_member(verdict, "known"), "id", NULL);
}

static void add_facts(struct record *r, struct json_object *meta)
{
	struct json_object *dump = metadata_member(meta, "devcoredump");
	struct json_object *facts = metadata_member(meta, "facts");

	field_of(r, "XE_GUCLOG_REASON", MAX_TEXT, dump, "reason");
	field_of(r, "XE_GUCLOG_PROCESS", MAX_WORD, dump, "process");
	field_of(r, "XE_GUCLOG_PID", MAX_WORD, dump, "pid");
	field_of(r, "XE_GUCLOG_GUC_VERSION", MAX_WORD, facts, "guc_version");
	field_of(r, "XE_GUCLOG_GUC_WANTED", MAX_WORD, facts, "guc_wanted");
	field_of(r, "XE_GUCLOG_PLATFORM", MAX_WORD, facts, "platform");
	field_of(r, "XE_GUCLOG_PCI_ID", MAX_WORD, facts, "pci_id");
	field_of(r, "XE_GUCLOG_KERNEL", MAX_NAME, metadata_member(dump, "kernel") ? dump : facts,
		 "kernel");
}

static void add_fields(struct record *r, struct json_object *meta, const char *message)
{
	field(r, "MESSAGE_ID", MAX_WORD, MESSAGE_ID);
	field(r, "PRIORITY", MAX_WORD, "4");
	field(r, "SYSLOG_IDENTIFIER", MAX_WORD, "guclog");
	field(r, "MESSAGE", MAX_MESSAGE, message);
	field(r, "XE_GUCLOG_GPU", MAX_WORD, metadata_text(meta, "gpu"));
	field(r, "XE_GUCLOG_INCIDENT", MAX_NAME, metadata_text(meta, "incident"));
	field(r, "XE_GUCLOG_KIND", MAX_WORD, metadata_text(meta, "trigger"));
	field(r, "XE_GUCLOG_SIGNATURE", MAX_TEXT, metadata_text(meta, "signature"));
	add_victim(r, meta);
	add_verdict(r, metadata_member(meta, "verdict"));
	add_facts(r, meta);
	field_count(r, "XE_GUCLOG_LOGS", metadata_member(meta, "logs"));
	field_count(r, "XE_GUCLOG_ERRORS", metadata_member(meta, "errors"));
	field_list(r, "XE_GUCLOG_ERROR", MAX_MESSAGE, metadata_member(meta, "errors"), "what",
		   "why");
}

/**
 * announce_journal() - write a record of an incident to the journal
 * @meta: the metadata of the incident
 * @stored: whether the incident is stored
 *
 * The record has one field for each fact that is known. If the journal cannot be written, only the
 * text of the field MESSAGE is printed on stderr.
 */
void announce_journal(struct json_object *meta, bool stored)
{
	const char * const argv[] = { "logger", "--journald", NULL };
	char message[MAX_MESSAGE + 1];
	struct record record = { 0 };
	struct child_output out;

	if (!stored)
		json_object_object_del(meta, "incident");
	snprintf(message, sizeof(message), "GPU %s: %.200s, %s%s%s",
		 metadata_text(meta, "gpu"), metadata_text(meta, "signature"),
		 stored ? "stored as " : "not stored", metadata_text(meta, "incident"),
		 metadata_member(meta, "no_space") ? "; the disk is full" : "");
	add_fields(&record, meta, message);
	if (child_run(argv, record.text, 10, &out))
		fprintf(stderr, "guclog: %s\n", message);
	free(out.text);
}
