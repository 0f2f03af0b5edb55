// SPDX-License-Identifier: GPL-2.0-only
/*
 * A log on the page: its verdict, marks in the timeline, and tables.
 */
#include <json-c/json.h>

#include "asic/asic_origin.h"
#include "output/info_rows.h"
#include "output/context_cells.h"
#include "guc_event.h"
#include "util/textbuf.h"
#include "guclog.h"
#include "output/json_out.h"
#include "report/data.h"

static void add_row(void *rows, const char *name, const char *text)
{
	struct json_object *row = data_add_row(rows);

	data_add_cell(row, name);
	data_add_cell(row, text);
}

/* Add the properties of the log, of the GPU and of its firmware. */
static void add_facts(struct json_object *rows, const struct guclog_facts *facts)
{
	char value[192], name[64], *p;
	const char *key;
	unsigned int i;

	for (i = 0; (key = guclog_fact_key(i)); i++) {
		if (!guclog_facts_has(facts, (enum guclog_fact)i) ||
		    guclog_facts_get(facts, key, value, sizeof(value)) < 0)
			continue;
		snprintf(name, sizeof(name), "%s", key);
		for (p = name; *p; p++)
			*p = *p == '_' ? ' ' : *p;
		add_row(rows, name, value);
	}
}

static struct json_object *new_summary(const struct summary *sum, u64 unsorted)
{
	struct json_object *rows = json_object_new_array();
	char buf[160];

	info_rows(sum, add_row, rows);
	if (sum->timed && sum->t->before_load)
		add_row(rows, "page", "the events from before the last load of the firmware are not on this page");
	if (unsorted) {
		snprintf(buf, sizeof(buf), "%llu events have an earlier time than the event before and are shown at its time",
			 unsorted);
		add_row(rows, "damaged times", buf);
	}
	return rows;
}

/* What is missing from the input. */
static void add_losses(struct json_object *data, const struct summary *sum,
		       const char *title)
{
	static const char * const head[] = { "loss", NULL };
	const char *note = guclog_log_losses(sum->view->handle), *end;
	char heading[160], buf[256];
	struct json_object *rows;

	snprintf(heading, sizeof(heading), "What is missing (%s)", title);
	rows = data_add_table(data, heading, head);
	for (; note && (end = strchr(note, '\n')); note = end + 1) {
		snprintf(buf, sizeof(buf), "%.*s", (int)(end - note), note);
		data_add_cell(data_add_row(rows), strchr(buf, '=') ?
			      strchr(buf, '=') + 1 : buf);
	}
}

static void add_contexts(struct json_object *data, const struct analysed_log *log,
			 const char *title)
{
	const struct guclog_context *context;
	struct json_object *rows;
	struct context_cells cells;
	char heading[160];
	unsigned int i, k;

	if (!log->survey || !guclog_analysis_has_contexts(log->a))
		return;
	snprintf(heading, sizeof(heading), "Contexts in the log (%s)", title);
	rows = data_add_table(data, heading, context_heads);
	for (i = 0; (context = guclog_analysis_context(log->a, i)); i++) {
		struct json_object *row = data_add_row(rows);

		context_cells(&cells, log, context);
		for (k = 0; k < CONTEXT_CELLS; k++)
			data_add_cell(row, cells.cell[k]);
	}
}

static void add_asic_value(void *to, const char *value, const char *from)
{
	struct json_object *row = data_add_row(to);
	char name[64];

	snprintf(name, sizeof(name), "%.*s", (int)strcspn(value, "="), value);
	data_add_cell(row, name);
	data_add_cell(row, value + strcspn(value, "=") + 1);
	data_add_cell(row, from);
}

/**
 * data_add_facts() - add the properties of the GPU, folded
 * @data: from data_new()
 * @facts: of the device and of a GT
 */
void data_add_facts(struct json_object *data, const struct guclog_facts *facts)
{
	static const char * const facts_head[] = { "fact", "value", NULL };
	static const char * const asic_head[] = { "field", "value", "from", NULL };

	asic_origin_each((const struct guc_facts *)facts, add_asic_value,
			 data_add_folded(data, "ASIC info", asic_head));
	add_facts(data_add_folded(data, "Facts about the GPU and the log", facts_head), facts);
}

/* Ids whose names depend on a rule that does not hold on this log. */
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

	json_put_u64(o, "log", json_object_array_length(data_member(data, "logs")) - 1);
	json_put_u64(o, "index", index);
	json_put(o, "text", data_text(text));
	json_put(o, "main", json_object_new_boolean(main));
	json_object_array_add(data_member(data, "marks"), o);
}

static void mark_reset(struct json_object *data, const struct guclog_reset *r, bool main)
{
	char text[64], engine[16];

	if (r->timed_out && r->wait_known)
		add_mark(data, r->wait.index, "asked to switch out", main);
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

/* Mark the resets of a log, and the request that is stuck. */
static void add_marks(struct json_object *data, const struct analysed_log *log)
{
	const struct guclog_findings *v = log ? log->found : NULL;
	const struct guclog_reset *reset;
	char text[64];
	unsigned int i;

	if (!v || v->hang != GUCLOG_YES)
		return;
	for (i = 0; v->reset == GUCLOG_YES && (reset = guclog_analysis_reset(log->a, i)); i++)
		mark_reset(data, reset, reset == v->chosen);
	if (v->stuck <= GUCLOG_STUCK_NOTHING || v->open.index == GUCLOG_NO_EVENT)
		return;
	snprintf(text, sizeof(text), "stuck: %s", guclog_stuck_name(v->stuck));
	add_mark(data, v->open.index, text, v->reset != GUCLOG_YES);
}

/**
 * data_add_explanation() - add the explanation of a log
 * @data: from data_new()
 * @name: of the log
 * @log: the log, the last one that data_add_log() added; NULL for a devcoredump
 *	without one
 * @dump: the devcoredump; NULL for that of the log or without one
 */
void data_add_explanation(struct json_object *data, const char *name,
			  const struct analysed_log *log, const struct guclog_dump *dump)
{
	size_t nr = json_object_array_length(data_member(data, "logs"));
	struct json_object *o;
	const struct guclog_explanation *e = analysed_explain(log, dump);

	o = json_explain_one(name, log ? log->view.handle : NULL, e);
	json_put(o, "log", log ? json_object_new_uint64(nr - 1) : NULL);
	json_put(o, "group", json_object_get(data_member(data, "group")));
	json_object_array_add(data_member(data, "explain"), o);
	add_marks(data, log);
	guclog_explanation_free(e);
}

/**
 * data_add_log() - add a log
 * @data: from data_new()
 * @log: the log, analysed
 * @title: its name within the input
 * @sum: the log in short
 * @nr_events: events that the page has of it
 * @unsorted: events whose time was not what the log says
 *
 * Logs are numbered in the order in which they are added.
 */
void data_add_log(struct json_object *data, const struct analysed_log *log,
		  const char *title, const struct summary *sum, size_t nr_events, u64 unsorted)
{
	struct json_object *o = json_object_new_object();

	json_put(o, "title", data_text(title));
	json_put_u64(o, "n", nr_events);
	json_put_u64(o, "gt", guclog_facts_has(&sum->view->facts, GUCLOG_FACT_GT) ?
		     sum->view->facts.gt : 0);
	json_put(o, "group", json_object_get(data_member(data, "group")));
	json_put(o, "off", names_off(log->survey));
	json_put(o, "summary", new_summary(sum, unsorted));
	if (!sum->t->anchored)
		json_put(data, "clock", data_text("s from the newest event"));
	json_object_array_add(data_member(data, "logs"), o);
	add_losses(data, sum, title);
	add_contexts(data, log, title);
}
