// SPDX-License-Identifier: GPL-2.0-only
#include "report/data.h"

#include <json-c/json.h>

#include "events/story.h"
#include "guc_abi_names.h"
#include "guc_event.h"
#include "guc_text.h"
#include "guc_version.h"
#include "input/input.h"
#include "output/json_out.h"

static struct json_object *string(const char *text)
{
	return json_object_new_string(text);
}

static struct json_object *member(struct json_object *o, const char *key)
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

/* An id of the dictionary with its fields; "ctx" is the index of its guc_id. */
static struct json_object *definition(const struct guc_event_def *def)
{
	struct json_object *o = json_object_new_object();
	struct json_object *fields = json_object_new_array();
	unsigned int i;

	json_put(o, "name", string(def->name));
	json_put(o, "meaning", string(def->meaning));
	json_put(o, "guess", json_object_new_boolean(guc_event_is_guess(def)));
	for (i = 0; i < def->nr_fields; i++) {
		const struct guc_event_field *f = &def->field[i];
		struct json_object *field = json_object_new_object();

		json_put(field, "name", string(f->name));
		json_put(field, "kind", string(kind_name(f->kind)));
		json_put_u64(field, "arg", f->arg);
		json_put_u64(field, "low", f->low);
		json_put_u64(field, "bits", f->bits);
		json_put(field, "guess", json_object_new_boolean(f->guess));
		json_object_array_add(fields, field);
		if (f->kind == GUC_EVENT_GUC_ID)
			json_put_u64(o, "ctx", i);
	}
	json_put(o, "fields", fields);
	json_put(o, "bare", json_object_new_boolean(def->has[0] >= GUC_EVENT_HAS_PAD &&
						    def->has[1] >= GUC_EVENT_HAS_PAD));
	return o;
}

static struct json_object *dictionary(void)
{
	struct json_object *o = json_object_new_object();
	unsigned int i;
	char id[16];

	for (i = 0; i < GUC_EVX_COUNT; i++) {
		snprintf(id, sizeof(id), "%u", guc_event_table[i].id);
		json_put(o, id, definition(&guc_event_table[i]));
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
		json_put(o, code, string(guc_abi_actions[i].name));
	}
	return o;
}

/**
 * data_new() - begin the data of a page
 * @file: name of the input
 *
 * Return: the object, to be released with json_object_put().
 */
struct json_object *data_new(const char *file)
{
	struct json_object *o = json_object_new_object();

	json_put_text(o, "file", guc_view(file, strlen(file)));
	json_put(o, "version", string(GUC_VERSION));
	json_put(o, "clock", string("s after boot"));
	json_put(o, "explain", json_object_new_array());
	json_put(o, "summary", json_object_new_array());
	json_put(o, "logs", json_object_new_array());
	json_put(o, "marks", json_object_new_array());
	json_put(o, "kernel", json_object_new_array());
	json_put(o, "tables", json_object_new_array());
	json_put(o, "names", dictionary());
	json_put(o, "actions", actions());
	return o;
}

static void add_row(struct json_object *rows, const char *key, const char *value)
{
	struct json_object *row = json_object_new_array();

	json_object_array_add(row, string(key));
	json_object_array_add(row, string(value));
	json_object_array_add(rows, row);
}

/**
 * data_add_table() - add a table to the page
 * @data: from data_new()
 * @title: what it shows
 * @head: names of its columns, NULL at the end
 *
 * The page leaves a table without rows out.
 *
 * Return: the array of its rows, each an array of texts; it belongs to @data.
 */
struct json_object *data_add_table(struct json_object *data, const char *title,
				   const char * const *head)
{
	struct json_object *table = json_object_new_object();
	struct json_object *names = json_object_new_array();
	struct json_object *rows = json_object_new_array();

	for (; *head; head++)
		json_object_array_add(names, string(*head));
	json_put(table, "title", string(title));
	json_put(table, "head", names);
	json_put(table, "rows", rows);
	json_object_array_add(member(data, "tables"), table);
	return rows;
}

/* Add the properties of the log, of the GPU and of its firmware. */
static void add_facts(struct json_object *rows, const struct guc_facts *facts)
{
	int id;

	for (id = 0; id < GUC_FACT_COUNT; id++) {
		char buf[GUC_FACT_LINE_MAX] = "", key[64];
		struct guc_text text = { .buf = buf, .size = sizeof(buf) };
		char *p;

		if (!guc_facts_has(facts, (enum guc_fact_id)id))
			continue;
		guc_fact_print(&text, facts, (enum guc_fact_id)id);
		snprintf(key, sizeof(key), "%s", guc_fact_key((enum guc_fact_id)id));
		for (p = key; *p; p++)
			*p = *p == '_' ? ' ' : *p;
		add_row(rows, key, buf);
	}
}

static void add_summary(struct json_object *data, const struct summary *sum,
			u64 unsorted)
{
	struct json_object *rows = member(data, "summary");
	char buf[160];

	add_row(rows, "form", form_label(sum->view->input->form));
	snprintf(buf, sizeof(buf), "%llu%s%s", sum->timed ? sum->t.entries : 0,
		 *sum->view->order ? ", " : "", sum->view->order);
	add_row(rows, "events", buf);
	if (sum->timed && sum->t.before_load) {
		snprintf(buf, sizeof(buf), "%llu more, which this page does not show",
			 sum->t.before_load);
		add_row(rows, "before the last load of the firmware", buf);
	}
	if (sum->span_ns >= 0) {
		snprintf(buf, sizeof(buf), "%lld.%06lld s from the oldest to the newest event",
			 sum->span_ns / 1000000000, sum->span_ns / 1000 % 1000000);
		add_row(rows, "time", buf);
	}
	if (unsorted) {
		snprintf(buf, sizeof(buf), "%llu events have an earlier time than the event before and are shown at its time",
			 unsorted);
		add_row(rows, "damaged times", buf);
	}
	add_row(rows, "complete", sum->complete ? "yes" : "no, see Trouble");
	add_facts(rows, &sum->view->facts);
}

/* Faults, losses and advice, one table for each log that has some. */
static void add_trouble(struct json_object *data, const struct summary *sum)
{
	static const char * const head[] = { "kind", "text", NULL };
	const struct logview *view = sum->view;
	struct json_object *rows;
	unsigned int i;
	char buf[256];
	const char *note = view->input->notes, *end;

	rows = data_add_table(data, "Trouble and advice", head);
	for (i = 0; i < view->log.nr_faults && i < GUC_LOG_MAX_FAULTS; i++) {
		struct guc_text text = { .buf = buf, .size = sizeof(buf) };

		guc_fault_print(&text, &view->log.fault[i]);
		add_row(rows, "fault", buf);
	}
	for (; note && (end = strchr(note, '\n')); note = end + 1) {
		snprintf(buf, sizeof(buf), "%.*s", (int)(end - note), note);
		add_row(rows, "loss", strchr(buf, '=') ? strchr(buf, '=') + 1 : buf);
	}
	for (i = 0; i < sum->nr_advice; i++)
		add_row(rows, "advice", sum->advice[i]);
}

/* Ids whose names depend on a rule that does not hold on this log. */
static struct json_object *names_off(const struct analysis *a)
{
	struct json_object *list = json_object_new_array();
	unsigned int i;

	for (i = 0; i < GUC_EVX_COUNT; i++)
		if (!a || !(a->result.words & 1ull << i))
			json_object_array_add(list,
					      json_object_new_int64(guc_event_table[i].id));
	return list;
}

/* A mark at the first event that proves the first sentence of a hang. */
static void add_mark(struct json_object *data, const struct story *story)
{
	const struct analysed_log *log = story->log;
	struct json_object *o;

	if (!log || !log->a || log->a->verdict.hang != ANALYSIS_YES || !story->nr ||
	    !story->line[0].nr)
		return;
	o = json_object_new_object();
	json_put_u64(o, "log", json_object_array_length(member(data, "logs")) - 1);
	json_put_u64(o, "index", story->line[0].event[0]);
	json_put(o, "text", string(log->a->verdict.reset == ANALYSIS_YES ? "reset" :
				   "stuck"));
	json_object_array_add(member(data, "marks"), o);
}

/**
 * data_add_story() - add the verdict on a log
 * @data: from data_new()
 * @name: of the log
 * @log: the log, the last one that data_add_log() added; NULL for a devcoredump
 *	without one
 * @dump: the devcoredump, NULL without
 */
void data_add_story(struct json_object *data, const char *name,
		    const struct analysed_log *log, const struct dump *dump)
{
	struct story story;

	story_tell(&story, log, dump);
	json_object_array_add(member(data, "explain"), json_explain_one(name, &story));
	add_mark(data, &story);
	story_free(&story);
}

/**
 * data_add_log() - add a log
 * @data: from data_new()
 * @log: the log, analysed
 * @sum: the log in short
 * @nr_events: events that the page has of it
 * @unsorted: events whose time was not what the log says
 *
 * Logs are numbered in the order in which they are added.
 */
void data_add_log(struct json_object *data, const struct analysed_log *log,
		  const struct summary *sum, size_t nr_events, u64 unsorted)
{
	struct json_object *o = json_object_new_object();
	char title[64] = "log";

	if (guc_facts_has(&sum->view->facts, GUC_FACT_gt))
		snprintf(title, sizeof(title), "GT %u", sum->view->facts.gt);
	json_put(o, "title", string(title));
	json_put_u64(o, "n", nr_events);
	json_put(o, "off", names_off(log->a));
	if (!sum->t.anchored)
		json_put(data, "clock", string("s before the newest event"));
	if (!json_object_array_length(member(data, "logs")))
		add_summary(data, sum, unsorted);
	json_object_array_add(member(data, "logs"), o);
	add_trouble(data, sum);
}
