// SPDX-License-Identifier: GPL-2.0-only
/*
 * Makes JSON of an explanation.
 */
#include <json-c/json.h>

#include "output/json_record.h"
#include "output/report/data.h"
#include "explain/analysis.h"
#include "messages/lines.h"
#include "model/known_names.h"

static struct json_object *new_number(bool known, u64 value)
{
	return known ? json_object_new_uint64(value) : NULL;
}

static struct json_object *new_text(const char *text)
{
	return text && *text ? data_text(text) : NULL;
}

static struct json_object *new_victim(const struct guclog_explanation *e)
{
	struct json_object *o = json_object_new_object();

	data_put(o, "guc_id", new_number(e->first->guc_id != GUCLOG_NONE, e->first->guc_id));
	data_put(o, "engine", new_text(e->first->engine));
	return o;
}

static struct json_object *new_waiter(const struct guclog_explanation *e)
{
	struct json_object *o = json_object_new_object();

	data_put(o, "guc_id", new_number(e->waiter != GUCLOG_NONE, e->waiter));
	return o;
}

static struct json_object *new_trigger(const struct guclog_incident *i,
				       const struct guclog_culprit *culprit)
{
	struct json_object *o;

	if (!i->boottime_ns)
		return NULL;
	o = json_object_new_object();
	data_put(o, "name", json_object_new_string(i->trigger));
	data_put_u64(o, "boottime_ns", i->boottime_ns);
	data_put(o, "guc_id", new_number(i->has_guc_id, i->guc_id));
	data_put(o, "engine", *i->engine ? json_object_new_string(i->engine) : NULL);
	data_put(o, "triggers", json_array(&model_trigger, i->triggers, i->nr_triggers));
	data_put(o, "culprit", json_record(&model_culprit, culprit));
	return o;
}

static struct json_object *new_dictionary(const struct guclog_analysis *a)
{
	const struct guclog_survey *s = a ? guclog_analysis_survey(a) : NULL;
	struct json_object *o = json_object_new_object();
	struct json_object *failed = json_object_new_array();
	struct guclog_rule rule;
	unsigned int i;

	for (i = 0; s && !guclog_analysis_rule(a, i, &rule); i++)
		if (rule.failed)
			json_object_array_add(failed, json_object_new_string(rule.name));
	data_put(o, "holds", !s || !s->rules_tested ? NULL :
		 json_object_new_boolean(s->rules_held == s->rules_tested));
	data_put(o, "failed", failed);
	data_put(o, "tested", new_number(s, s ? s->rules_tested : 0));
	data_put(o, "firmware_known", !s ? NULL :
		 json_object_new_boolean(s->firmware_known));
	return o;
}

/* Return: the findings from the GuC's log alone, as an object, or NULL if there are none. */
static struct json_object *new_firmware(const struct guclog_findings *v)
{
	const char *stuck = v ? stuck_name(v->stuck) : NULL;
	struct json_object *o;
	char engine[16] = "";

	if (!v)
		return NULL;
	o = json_object_new_object();
	if (v->victim.engine != GUCLOG_NONE)
		guclog_engine_name(v->victim.engine, engine, sizeof(engine));
	data_put(o, "hang", json_tri(v->hang));
	data_put(o, "reset", json_tri(v->reset));
	data_put(o, "guc_id", new_number(v->victim.guc_id != GUCLOG_NONE, v->victim.guc_id));
	data_put(o, "engine", new_text(engine));
	data_put(o, "waiter", new_number(v->waiter != GUCLOG_NONE, v->waiter));
	data_put(o, "stuck", new_text(stuck));
	data_put_u64(o, "other_resets", v->not_this);
	return o;
}

/* Return: what the driver recorded, or NULL if there is nothing. */
static struct json_object *new_driver(const struct guclog_driver *d)
{
	if (d->kind == GUCLOG_DRIVER_NONE && d->guc_id == GUCLOG_NONE)
		return NULL;
	return json_record(&model_driver, d);
}

/* Return: how often an incident has each kind of event. */
static struct json_object *new_events(const struct guclog_kernel_incident *incident)
{
	unsigned int nr[GUCLOG_KERNEL_INFO + 1] = { 0 }, i;
	struct json_object *o = json_object_new_object();

	for (i = 0; i < incident->nr_lines; i++)
		nr[incident->line[i]->event]++;
	for (i = 0; i < ARRAY_SIZE(nr); i++)
		if (nr[i])
			data_put_u64(o, model_word(&model_kernel_event, i), nr[i]);
	return o;
}

/* Largest number of programs of an incident that are listed. */
#define MAX_PROGRAMS	16u

static struct json_object *new_programs(const struct guclog_kernel_incident *incident)
{
	struct json_object *list = json_object_new_array(), *o;
	const struct guclog_kernel_line *said[MAX_PROGRAMS];
	unsigned int i, k, nr = 0;

	for (i = 0; i < incident->nr_lines && nr < MAX_PROGRAMS; i++) {
		const struct guclog_kernel_line *line = incident->line[i];

		if (!line->process)
			continue;
		for (k = 0; k < nr && (said[k]->guc_id != line->guc_id ||
				       said[k]->pid != line->pid ||
				       strcmp(said[k]->process, line->process)); k++)
			;
		if (k < nr)
			continue;
		said[nr++] = line;
		o = json_object_new_object();
		data_put(o, "name", data_text(line->process));
		data_put(o, "pid", new_number(line->has_pid, line->pid));
		data_put(o, "guc_id", new_number(line->guc_id != GUCLOG_NONE, line->guc_id));
		json_object_array_add(list, o);
	}
	return list;
}

static struct json_object *new_incident(const struct guclog_kernel_log *log,
					const struct guclog_kernel_incident *incident)
{
	const struct guclog_kernel_line *first = incident->line[0];
	const struct guclog_kernel_line *last = incident->line[incident->nr_lines - 1];
	struct json_object *o = json_object_new_object();

	data_put(o, "name", data_text(log->name));
	data_put(o, "device", new_text(incident->device));
	data_put(o, "about", new_text(model_word(&model_message_class, incident->about)));
	data_put_u64(o, "weight", incident->weight);
	data_put(o, "begin", first->has_time ? json_object_new_string(first->time) : NULL);
	data_put(o, "end", last->has_time ? json_object_new_string(last->time) : NULL);
	data_put(o, "cause", new_text(model_word(&model_kernel_event, incident->cause->event)));
	data_put(o, "events", new_events(incident));
	data_put(o, "programs", new_programs(incident));
	data_put(o, "open_reset", json_object_new_boolean(!!incident->open_reset));
	data_put(o, "dump", new_text(model_word(&model_kernel_dump, incident->dump)));
	data_put(o, "dump_of", new_number(incident->dump_of != GUCLOG_NONE, incident->dump_of));
	return o;
}

static struct json_object *new_incidents(const struct guclog_explanation *e)
{
	struct json_object *list = json_object_new_array();
	unsigned int i, k;

	for (i = 0; i < e->nr_kernel_logs; i++)
		for (k = 0; k < e->kernel_log[i]->nr_incidents; k++)
			json_object_array_add(list, new_incident(e->kernel_log[i],
								 e->kernel_log[i]->incident[k]));
	return list;
}

static struct json_object *new_message_counts(const struct guclog_explanation *e)
{
	struct json_object *o = json_object_new_object();
	u64 unknown = 0, unread = 0, harmless = 0, filtered = 0, known = 0;
	unsigned int i, k;

	for (i = 0; i < e->nr_kernel_logs; i++) {
		const struct guclog_kernel_log *log = e->kernel_log[i];

		unread += log->nr_unread;
		harmless += log->nr_harmless;
		filtered += log->nr_filtered;
		for (k = 0; k < log->nr_lines; k++) {
			unknown += log->line[k]->about == GUCLOG_MESSAGE_UNKNOWN;
			known += log->line[k]->about != GUCLOG_MESSAGE_UNKNOWN;
		}
	}
	data_put_u64(o, "known", known);
	data_put_u64(o, "harmless", harmless);
	data_put_u64(o, "unknown_errors", unknown);
	data_put_u64(o, "unknown", unread);
	data_put_u64(o, "filtered", filtered);
	return o;
}

static void put_verdict(struct json_object *o, const struct guclog_log *log,
			const struct guclog_explanation *e)
{
	const struct guclog_findings *v =
		e->analysis ? guclog_analysis_findings(e->analysis) : NULL;

	data_put(o, "hang", json_tri(e->hang));
	data_put(o, "reset", json_tri(e->reset));
	data_put(o, "victim", new_victim(e));
	data_put(o, "suspects", json_records(&model_suspect, e->suspect, e->nr_suspects));
	data_put(o, "memory_fault", json_record(&model_memory_fault, e->memory_fault));
	data_put(o, "failed_reset", json_object_new_boolean(e->failed_reset));
	data_put(o, "waiter", new_waiter(e));
	data_put(o, "wait_ms", json_ms(e->wait_ns));
	data_put(o, "limit_ms", json_ms(e->limit_ns));
	data_put(o, "unanswered_faults", new_number(e->unanswered_faults != GUCLOG_NONE,
						    e->unanswered_faults));
	data_put(o, "stuck", new_text(e->stuck));
	data_put(o, "dictionary", new_dictionary(e->analysis));
	data_put_u64(o, "resets", v ? v->nr_resets : 0);
	data_put_u64(o, "open_requests", v ? v->nr_open : 0);
	data_put(o, "trigger", log ? new_trigger(log->incident, &e->culprit) : NULL);
	data_put(o, "signature", json_object_new_string(e->signature));
	data_put(o, "known", json_records(&model_known, e->known, e->nr_known));
	data_put(o, "advice", json_records(&model_advice, e->advice, e->nr_advice));
	data_put(o, "basis", new_text(guclog_basis_name(e->basis)));
	data_put(o, "driver", new_driver(&e->driver));
	data_put(o, "firmware", new_firmware(v));
	data_put(o, "agree", json_tri(e->agree));
	data_put(o, "idle_engine", new_text(e->idle_engine));
	data_put(o, "engine_state", json_record(&model_engine_state, e->state));
	data_put(o, "batch", json_record(&model_batch, e->batch));
	data_put(o, "kernel_log", json_records(&model_witness, e->witness, e->nr_witnesses));
	data_put(o, "incidents", new_incidents(e));
	data_put(o, "messages", new_message_counts(e));
	data_put(o, "captures", json_records(&model_engine_state, e->capture, e->nr_captures));
	data_put(o, "firmware_crash", json_tri(e->firmware_crash));
}

/**
 * data_explanation() - make JSON of an explanation
 * @name: name of the log
 * @log: the log, NULL if there is none
 * @e: the explanation
 *
 * Return: the object, to be released with json_object_put().
 */
struct json_object *data_explanation(const char *name, const struct guclog_log *log,
				     const struct guclog_explanation *e)
{
	struct json_object *o = json_object_new_object();

	data_put(o, "name", data_text(name));
	put_verdict(o, log, e);
	data_put(o, "sentences", json_records(&model_sentence, e->sentence, e->nr_sentences));
	return o;
}
