// SPDX-License-Identifier: GPL-2.0-only
#include "output/report/data.h"

#include <json-c/json.h>

#include "base/arena.h"
#include "guc_abi_names.h"
#include "guc_event.h"
#include "guc_version.h"
#include "explain/analysis.h"
#include "model/internal.h"

/**
 * data_put() - add a member to a JSON object
 * @o: the object
 * @key: name of the member
 * @value: the member, which @o owns from now on; NULL for null
 */
void data_put(struct json_object *o, const char *key, struct json_object *value)
{
	json_object_object_add(o, key, value);
}

/**
 * data_put_u64() - add a member that is a number to a JSON object
 * @o: the object
 * @key: name of the member
 * @value: the number
 */
void data_put_u64(struct json_object *o, const char *key, u64 value)
{
	data_put(o, key, json_object_new_uint64(value));
}

/**
 * data_text() - make a JSON string of any bytes
 * @text: the bytes; NULL is an empty text
 *
 * Return: the text: valid UTF-8 without control characters.
 */
struct json_object *data_text(const char *text)
{
	struct json_object *o;
	struct arena arena;
	const char *clean;

	arena_init(&arena, ARENA_NO_LIMIT);
	clean = arena_printable(&arena, text ?: "");
	o = clean ? json_object_new_string(clean) : NULL;
	arena_free(&arena);
	return o;
}

/**
 * data_member() - get a member of a JSON object
 * @o: the object
 * @key: name of the member
 *
 * Return: the member, which belongs to @o.
 */
struct json_object *data_member(struct json_object *o, const char *key)
{
	struct json_object *v = NULL;

	json_object_object_get_ex(o, key, &v);
	return v;
}

static const char *kind_name(u8 kind)
{
	static const char * const names[] = {
		[GUC_EVENT_DEC] = "dec",
		[GUC_EVENT_HEX] = "hex",
		[GUC_EVENT_ACTION] = "action",
		[GUC_EVENT_GUC_ID] = "guc_id",
		[GUC_EVENT_LRCA] = "lrca",
		[GUC_EVENT_CLASS] = "class",
		[GUC_EVENT_INSTANCE] = "instance",
		[GUC_EVENT_MASK] = "mask",
		[GUC_EVENT_STATUS] = "status",
		[GUC_EVENT_ENABLE] = "enable",
	};

	return kind < ARRAY_SIZE(names) ? names[kind] : "hex";
}

static const char *has_name(u8 has)
{
	static const char * const names[] = {
		[GUC_EVENT_HAS_FIELDS] = "fields",
		[GUC_EVENT_HAS_PAD] = "pad",
		[GUC_EVENT_HAS_ZERO] = "zero",
	};

	return has < ARRAY_SIZE(names) ? names[has] : NULL;
}

/*
 * Return: a definition of the dictionary (the meaning of an event id) as JSON. Its member "ctx" is
 * the index of the field with the guc_id.
 */
static struct json_object *definition(const struct guc_event_def *def)
{
	struct json_object *o = json_object_new_object();
	struct json_object *fields = json_object_new_array();
	struct json_object *has = json_object_new_array();
	unsigned int i;

	data_put(o, "name", data_text(def->name));
	data_put(o, "meaning", data_text(def->meaning));
	data_put(o, "guess", json_object_new_boolean(guc_event_is_guess(def)));
	for (i = 0; i < def->nr_fields; i++) {
		const struct guc_event_field *f = &def->field[i];
		struct json_object *field = json_object_new_object();

		data_put(field, "name", data_text(f->name));
		data_put(field, "kind", data_text(kind_name(f->kind)));
		data_put_u64(field, "arg", f->arg);
		data_put_u64(field, "low", f->low);
		data_put_u64(field, "bits", f->bits);
		data_put(field, "guess", json_object_new_boolean(f->guess));
		json_object_array_add(fields, field);
		if (f->kind == GUC_EVENT_GUC_ID)
			data_put_u64(o, "ctx", i);
	}
	data_put(o, "fields", fields);
	for (i = 0; i < ARRAY_SIZE(def->has); i++)
		json_object_array_add(has, data_text(has_name(def->has[i])));
	data_put(o, "has", has);
	data_put(o, "disabled", json_object_new_boolean(def->id == GUC_EV_CTX_NOT_READY));
	return o;
}

static struct json_object *dictionary(void)
{
	struct json_object *o = json_object_new_object();
	unsigned int i;
	char id[16];

	for (i = 0; i < GUC_EVX_COUNT; i++) {
		snprintf(id, sizeof(id), "%u", guc_event_table[i].id);
		data_put(o, id, definition(&guc_event_table[i]));
	}
	return o;
}

/**
 * data_learned_names() - get the definitions that were learned from a log
 * @a: the analysis of the log, NULL if there is none
 *
 * Return: the definitions by id, or NULL if the log is read with the dictionary.
 */
struct json_object *data_learned_names(const struct guclog_analysis *a)
{
	struct json_object *o, *one;
	char id[16];
	u32 i;

	if (!a || !a->learned)
		return NULL;
	o = json_object_new_object();
	for (i = 0; i < a->learned->nr; i++) {
		const struct guc_event_def *def = analysis_def(a, a->learned->row[i].id);

		if (!def)
			continue;
		snprintf(id, sizeof(id), "%u", a->learned->row[i].id);
		one = definition(def);
		data_put(one, "learned", json_object_new_boolean(!a->learned->row[i].logs));
		data_put(o, id, one);
	}
	return o;
}

static struct json_object *actions(void)
{
	struct json_object *o = json_object_new_object();
	unsigned int i;
	char code[16];

	for (i = 0; i < guc_abi_nr_actions; i++) {
		snprintf(code, sizeof(code), "%u", guc_abi_actions[i].code);
		data_put(o, code, data_text(guc_abi_actions[i].name));
	}
	return o;
}

typedef const char *(*name_of)(u32 value);

static struct json_object *new_names(name_of name, u32 nr)
{
	struct json_object *list = json_object_new_array();
	u32 i;

	for (i = 0; i < nr; i++)
		json_object_array_add(list, name(i) ? data_text(name(i)) : NULL);
	return list;
}

/*
 * Add the names from which the scripts of the page make the text of an event. The scripts make the
 * same text as guc_event_words().
 */
static void add_words(struct json_object *o)
{
	data_put(o, "names", dictionary());
	data_put(o, "actions", actions());
	data_put(o, "classes", new_names(guc_event_class_name, GUC_CLASS_COUNT));
	data_put(o, "engines", new_names(guc_abi_engine, GUC_CLASS_COUNT));
	data_put(o, "status", new_names(guc_event_status_name, 16));
	data_put_u64(o, "pad", GUC_EVENT_PAD);
	data_put_u64(o, "no_ctx", GUC_EVENT_NO_CTX);
	data_put_u64(o, "disabled", GUC_EVENT_DISABLED);
}

/**
 * data_new() - begin the data of a report's page
 * @file: name of the input
 *
 * Return: the object, to be released with json_object_put().
 */
struct json_object *data_new(const char *file)
{
	struct json_object *o = json_object_new_object();

	data_put(o, "file", data_text(file));
	data_put(o, "version", data_text(GUC_VERSION));
	data_put(o, "clock", data_text("s after boot"));
	data_put(o, "explain", json_object_new_array());
	data_put(o, "heads", json_object_new_array());
	data_put(o, "logs", json_object_new_array());
	data_put(o, "marks", json_object_new_array());
	data_put(o, "waits", json_object_new_array());
	data_put(o, "messages", json_object_new_array());
	data_put(o, "kernel", json_object_new_array());
	data_put(o, "tables", json_object_new_array());
	data_set_group(o, DATA_ALL);
	add_words(o);
	return o;
}

/**
 * data_set_group() - set the group of the logs, explanations and tables that are added next
 * @data: from data_new()
 * @group: number of the group (a devcoredump and its logs, or a log without a devcoredump), or
 *	DATA_ALL
 *
 * The page shows the tables that have the group of the chosen log, and those without a group
 * (DATA_ALL).
 */
void data_set_group(struct json_object *data, int group)
{
	data_put(data, "group", group == DATA_ALL ? NULL : json_object_new_int(group));
}

static struct json_object *add_table(struct json_object *data, const char *title,
				     const char * const *head, bool folded)
{
	struct json_object *table = json_object_new_object();
	struct json_object *names = json_object_new_array();
	struct json_object *rows = json_object_new_array();

	for (; *head; head++)
		json_object_array_add(names, data_text(*head));
	data_put(table, "title", data_text(title));
	data_put(table, "head", names);
	data_put(table, "rows", rows);
	data_put(table, "folded", json_object_new_boolean(folded));
	data_put(table, "group", json_object_get(data_member(data, "group")));
	json_object_array_add(data_member(data, "tables"), table);
	return rows;
}

/**
 * data_add_table() - add a table to the page
 * @data: from data_new()
 * @title: title of the table
 * @head: names of its columns, NULL at the end
 *
 * The page does not show a table without rows.
 *
 * Return: the array of its rows, each an array of texts; it belongs to @data.
 */
struct json_object *data_add_table(struct json_object *data, const char *title,
				   const char * const *head)
{
	return add_table(data, title, head, false);
}

/**
 * data_add_folded() - add a table that is closed until the reader opens it
 * @data: from data_new()
 * @title: title of the table
 * @head: names of its columns, NULL at the end
 *
 * Return: the same as data_add_table().
 */
struct json_object *data_add_folded(struct json_object *data, const char *title,
				    const char * const *head)
{
	return add_table(data, title, head, true);
}

/**
 * data_add_row() - add a row to a table
 * @rows: from data_add_table()
 *
 * Return: the row, an array of texts; it belongs to @rows.
 */
struct json_object *data_add_row(struct json_object *rows)
{
	struct json_object *row = json_object_new_array();

	json_object_array_add(rows, row);
	return row;
}

/**
 * data_add_cell() - add a cell to a row
 * @row: from data_add_row()
 * @text: any bytes; NULL is an empty cell
 */
void data_add_cell(struct json_object *row, const char *text)
{
	json_object_array_add(row, data_text(text));
}
