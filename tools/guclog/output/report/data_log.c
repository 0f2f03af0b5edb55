// SPDX-License-Identifier: GPL-2.0-only
/*
 * Adds a log to the data of the page: its explanation, marks in the timeline, and tables.
 */
#include <json-c/json.h>

#include "guc_event.h"
#include "explain/analysis.h"
#include "guc_text.h"
#include "model/internal.h"
#include "output/report/data.h"
#include "output/report/report.h"
#include "asic/info.h"
#include "model/known_names.h"

static void add_row(void *rows, const char *name, const char *text)
{
	struct json_object *row = data_add_row(rows);

	data_add_cell(row, name);
	data_add_cell(row, text);
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

static struct json_object *new_summary(const struct report_log *log)
{
	u64 unsorted = log->columns.unsorted;
	struct json_object *rows = json_object_new_array();
	char buf[160];

	guclog_summary_rows(&log->summary, add_row, rows);
	if (log->events && log->events->before_load)
		add_row(rows, "page", "the events from before the last load of the firmware are not on this page");
	if (log->columns.first) {
		snprintf(buf, sizeof(buf), "the oldest %llu events are not on this page; 'guclog decode' shows them",
			 log->columns.first);
		add_row(rows, "page", buf);
	}
	if (unsorted) {
		snprintf(buf, sizeof(buf), "%llu events have an earlier time than the preceding event and are shown at the time of that event",
			 unsorted);
		add_row(rows, "damaged times", buf);
	}
	return rows;
}

/* Add a table with the losses of the log: descriptions of data that the input lacks. */
static void add_losses(struct json_object *data, const struct report_log *log)
{
	static const char * const head[] = { "loss", NULL };
	const char *note = log->log->losses, *end;
	char heading[160], buf[256];
	struct json_object *rows;

	snprintf(heading, sizeof(heading), "What is missing (%s)", log->title);
	rows = data_add_table(data, heading, head);
	for (; note && (end = strchr(note, '\n')); note = end + 1) {
		snprintf(buf, sizeof(buf), "%.*s", (int)(end - note), note);
		data_add_cell(data_add_row(rows), strchr(buf, '=') ?
			      strchr(buf, '=') + 1 : buf);
	}
}

static void add_contexts(struct json_object *data, const struct report_log *log)
{
	const struct guclog_analysis *a = log->events ? log->events->analysis : NULL;
	const char *head[GUCLOG_CONTEXT_COLUMNS + 1];
	const struct guclog_context *context;
	struct json_object *rows;
	char text[160];
	unsigned int i, k;

	if (!a || !guclog_analysis_has_contexts(a))
		return;
	for (k = 0; k <= GUCLOG_CONTEXT_COLUMNS; k++)
		head[k] = guclog_context_column(k);
	snprintf(text, sizeof(text), "Contexts in the log (%s)", log->title);
	rows = data_add_table(data, text, head);
	for (i = 0; (context = guclog_analysis_context(a, i)); i++) {
		struct json_object *row = data_add_row(rows);

		for (k = 0; k < GUCLOG_CONTEXT_COLUMNS; k++) {
			guclog_context_cell(a, context, k, text, sizeof(text));
			data_add_cell(row, text);
		}
	}
}

/*
 * Add a field of the ASIC information. If it has a value for each slice, only the values of slices
 * that are present are shown.
 */
static void add_asic_field(struct json_object *to, const struct guclog_asic_field *field)
{
	unsigned int i;

	for (i = 0; i < field->nr_values && *field->origin; i++) {
		const char *line = field->value[i]->line;
		struct json_object *row;
		char name[64];

		if (i && !field->value[i]->number)
			continue;
		snprintf(name, sizeof(name), "%.*s", (int)strcspn(line, "="), line);
		row = data_add_row(to);
		data_add_cell(row, name);
		data_add_cell(row, line + strcspn(line, "=") + 1);
		data_add_cell(row, field->origin);
	}
}

static void add_asic(struct json_object *to, const struct guclog_facts *facts)
{
	const struct guclog_asic *asic = guclog_asic_from_facts(facts);
	unsigned int i;

	for (i = 0; asic && i < asic->nr_fields; i++)
		add_asic_field(to, asic->field[i]);
	guclog_asic_close(asic);
}

/**
 * data_add_facts() - add tables with the properties of the GPU, which are closed at first
 * @data: from data_new()
 * @facts: facts of the device and of a GT
 */
void data_add_facts(struct json_object *data, const struct guclog_facts *facts)
{
	static const char * const facts_head[] = { "fact", "value", NULL };
	static const char * const asic_head[] = { "field", "value", "from", NULL };

	add_asic(data_add_folded(data, "ASIC info", asic_head), facts);
	add_facts(data_add_folded(data, "Facts about the GPU and the log", facts_head),
		  const_core_facts(facts));
}

/*
 * Return: the ids of the dictionary that get no name on this log, because a rule (a check of the
 * names) does not hold for the log. If the log was not analysed, these are all ids.
 */
static struct json_object *names_off(const struct guclog_survey *survey)
{
	struct json_object *list = json_object_new_array();
	unsigned int i;

	for (i = 0; i < GUC_EVX_COUNT; i++)
		if (!survey || !(survey->words & 1ull << i))
			json_object_array_add(list,
					      json_object_new_int64(guc_event_table[i].id));
	return list;
}

static void add_mark(struct json_object *data, u64 index, const char *text, bool main)
{
	struct json_object *o = json_object_new_object();

	data_put_u64(o, "log", json_object_array_length(data_member(data, "logs")) - 1);
	data_put_u64(o, "index", index);
	data_put(o, "text", data_text(text));
	data_put(o, "main", json_object_new_boolean(main));
	json_object_array_add(data_member(data, "marks"), o);
}

/*
 * Add the time for which a context waited for the engine before the reset. The page shows it in the
 * row of this context in the timeline.
 */
static void add_wait(struct json_object *data, const struct guclog_reset *r)
{
	struct json_object *o;

	if (r->wait.waiter == GUCLOG_NONE)
		return;
	o = json_object_new_object();
	data_put_u64(o, "log", json_object_array_length(data_member(data, "logs")) - 1);
	data_put_u64(o, "guc_id", r->wait.waiter);
	data_put_u64(o, "from", r->wait.index);
	data_put_u64(o, "to", r->timeout_index);
	json_object_array_add(data_member(data, "waits"), o);
}

static void mark_reset(struct json_object *data, const struct guclog_reset *r, bool main)
{
	char text[64], engine[16];

	if (r->timed_out && r->wait_known) {
		add_mark(data, r->wait.index, "asked to switch out", main);
		add_wait(data, r);
	}
	if (r->timed_out)
		add_mark(data, r->timeout_index, "timeout", main);
	if (r->nr_victims) {
		if (r->victim[0].engine == GUCLOG_NONE)
			snprintf(engine, sizeof(engine), "an engine");
		else
			guclog_engine_name(r->victim[0].engine, engine, sizeof(engine));
		snprintf(text, sizeof(text), "reset of %s", engine);
		add_mark(data, r->victim[0].index, text, main);
	} else {
		add_mark(data, r->begin_index, "reset", main);
	}
}

/* Add marks to the timeline for the resets of a log, and for the request that is stuck. */
static void add_marks(struct json_object *data, const struct guclog_analysis *a)
{
	const struct guclog_findings *v = a ? guclog_analysis_findings(a) : NULL;
	const struct guclog_reset *reset;
	char text[64];
	unsigned int i;

	if (!v || v->hang != GUCLOG_YES)
		return;
	for (i = 0; v->reset == GUCLOG_YES && (reset = guclog_analysis_reset(a, i)); i++)
		mark_reset(data, reset, reset == v->chosen);
	if (v->stuck <= GUCLOG_STUCK_NOTHING || v->open.index == GUCLOG_NO_EVENT)
		return;
	snprintf(text, sizeof(text), "stuck: %s", stuck_name(v->stuck));
	add_mark(data, v->open.index, text, v->reset != GUCLOG_YES);
}

/**
 * data_add_explanation() - add the explanation of a log
 * @data: from data_new()
 * @name: name of the log
 * @log: the log that data_add_log() added last; NULL for a devcoredump without a log
 * @e: the explanation
 */
void data_add_explanation(struct json_object *data, const char *name,
			  const struct guclog_log *log, const struct guclog_explanation *e)
{
	size_t nr = json_object_array_length(data_member(data, "logs"));
	struct json_object *o = data_explanation(name, log, e);

	data_put(o, "log", log ? json_object_new_uint64(nr - 1) : NULL);
	data_put(o, "group", json_object_get(data_member(data, "group")));
	json_object_array_add(data_member(data, "explain"), o);
	if (log)
		add_marks(data, e->analysis);
}

/**
 * data_add_log() - add a log
 * @data: from data_new()
 * @log: the log
 *
 * Logs are numbered in the order in which they are added.
 */
void data_add_log(struct json_object *data, const struct report_log *log)
{
	const struct guc_facts *f = const_core_facts(log->log->facts);
	const struct guclog_analysis *a = log->events ? log->events->analysis : NULL;
	struct json_object *o = json_object_new_object();

	data_put(o, "title", data_text(log->title));
	data_put_u64(o, "first", log->columns.first);
	data_put_u64(o, "n", log->columns.nr);
	data_put_u64(o, "gt", guc_facts_has(f, GUC_FACT_gt) ? f->gt : 0);
	data_put(o, "group", json_object_get(data_member(data, "group")));
	data_put(o, "off", names_off(a ? guclog_analysis_survey(a) : NULL));
	data_put(o, "names", data_learned_names(a));
	data_put(o, "summary", new_summary(log));
	if (!log->events || !log->events->anchored)
		data_put(data, "clock", data_text("s from the newest event"));
	json_object_array_add(data_member(data, "logs"), o);
	add_losses(data, log);
	add_contexts(data, log);
}
