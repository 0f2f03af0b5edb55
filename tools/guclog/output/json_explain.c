// SPDX-License-Identifier: GPL-2.0-only
#include <json-c/json.h>

#include "guclog.h"
#include "output/json_out.h"

static struct json_object *logs;
static struct json_object *first;
static enum guclog_tri first_hang;

static struct json_object *new_tri(enum guclog_tri tri)
{
	return tri == GUCLOG_UNKNOWN ? NULL :
	       json_object_new_boolean(tri == GUCLOG_YES);
}

static struct json_object *new_number(bool known, u64 value)
{
	return known ? json_object_new_uint64(value) : NULL;
}

static struct json_object *new_ms(bool known, double ms)
{
	char text[40];

	if (!known)
		return NULL;
	snprintf(text, sizeof(text), "%.4f", ms);
	return json_object_new_double_s(ms, text);
}

static struct json_object *new_text(const char *text)
{
	return text && *text ? json_object_new_string(text) : NULL;
}

static struct json_object *new_victim(const struct guclog_explanation *e)
{
	struct json_object *o = json_object_new_object();

	json_put(o, "guc_id", new_number(e->victim != GUCLOG_NONE, e->victim));
	json_put(o, "engine", new_text(e->engine));
	return o;
}

static struct json_object *new_waiter(const struct guclog_explanation *e)
{
	struct json_object *o = json_object_new_object();

	json_put(o, "guc_id", new_number(e->waiter != GUCLOG_NONE, e->waiter));
	return o;
}

static struct json_object *new_trigger(const struct guclog_incident *i)
{
	struct json_object *o;

	if (!i->boottime_ns)
		return NULL;
	o = json_object_new_object();
	json_put(o, "name", json_object_new_string(i->trigger));
	json_put_u64(o, "boottime_ns", i->boottime_ns);
	json_put(o, "guc_id", new_number(i->has_guc_id, i->guc_id));
	json_put(o, "engine", *i->engine ? json_object_new_string(i->engine) : NULL);
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
	json_put(o, "holds", !s || !s->rules_tested ? NULL :
		 json_object_new_boolean(s->rules_held == s->rules_tested));
	json_put(o, "failed", failed);
	json_put(o, "tested", new_number(s, s ? s->rules_tested : 0));
	json_put(o, "firmware_known", !s ? NULL :
		 json_object_new_boolean(s->firmware_known));
	return o;
}

static struct json_object *new_sentences(const struct guclog_explanation *e)
{
	struct json_object *list = json_object_new_array();
	unsigned int i, j;

	for (i = 0; i < e->nr_sentences; i++) {
		const struct guclog_sentence *sentence = e->sentence[i];
		struct json_object *o = json_object_new_object();
		struct json_object *events = json_object_new_array();

		json_put_text(o, "text", text_of(sentence->text));
		for (j = 0; j < sentence->nr_events; j++)
			json_object_array_add(events,
					      json_object_new_uint64(sentence->event[j]));
		json_put(o, "events", events);
		json_object_array_add(list, o);
	}
	return list;
}

static const char *hex(u64 value, char buf[24])
{
	snprintf(buf, 24, "0x%llx", value);
	return buf;
}

static struct json_object *new_faults(const struct guclog_driver *d)
{
	struct json_object *list = json_object_new_array();
	unsigned int i;
	char buf[24];

	for (i = 0; i < d->nr_faults; i++) {
		const struct guclog_page_fault *f = d->fault[i];
		struct json_object *o = json_object_new_object();

		json_put_u64(o, "asid", f->asid);
		json_put(o, "address", json_object_new_string(hex(f->address, buf)));
		json_put(o, "engine", new_text(f->engine));
		json_put(o, "access", json_object_new_string(f->access));
		json_put(o, "type", json_object_new_string(f->type));
		json_put_u64(o, "level", f->level);
		json_object_array_add(list, o);
	}
	return list;
}

static struct json_object *new_process(const struct guclog_driver *d)
{
	struct json_object *o = json_object_new_object();

	json_put(o, "name", d->kernel_queue ? NULL : new_text(d->process));
	json_put(o, "pid", new_number(d->has_pid && !d->kernel_queue, d->pid));
	return o;
}

static struct json_object *new_seqno(bool known, int32_t seqno)
{
	return known ? json_object_new_int64(seqno) : NULL;
}

static struct json_object *new_driver(const struct guclog_driver *d)
{
	struct json_object *o;

	if (d->kind == GUCLOG_DRIVER_NONE && d->guc_id == GUCLOG_NONE)
		return NULL;
	o = json_object_new_object();
	json_put(o, "kind", new_text(guclog_driver_kind_name(d->kind)));
	json_put(o, "reason", new_text(d->reason));
	json_put(o, "guc_id", new_number(d->guc_id != GUCLOG_NONE, d->guc_id));
	json_put(o, "engine", new_text(d->engine));
	json_put(o, "class", new_text(d->engine_class));
	json_put(o, "process", new_process(d));
	json_put(o, "kernel_queue", json_object_new_boolean(d->kernel_queue));
	json_put(o, "seqno", new_seqno(d->has_seqno, d->seqno_begun));
	json_put(o, "seqno_done", new_seqno(d->has_seqno_done, d->seqno_done));
	json_put(o, "timeout_ms", new_number(d->timeout_ms, d->timeout_ms));
	json_put(o, "run_ms", new_ms(d->run_ns != GUCLOG_NO_TIME, (double)d->run_ns / 1e6));
	json_put(o, "hang", new_tri(d->hang));
	json_put(o, "reset", new_tri(d->reset));
	json_put(o, "cat_error", new_tri(d->cat_error));
	json_put(o, "cat_type", new_number(d->has_cat_type, d->cat_type));
	json_put_u64(o, "fault_requests", d->nr_fault_requests);
	json_put_u64(o, "fault_answers", d->nr_fault_answers);
	json_put_u64(o, "fault_refused", d->nr_fault_refused);
	json_put(o, "faults", new_faults(d));
	return o;
}

/* What the GuC's log alone shows. */
static struct json_object *new_firmware(const struct guclog_findings *v)
{
	const char *stuck = v ? guclog_stuck_name(v->stuck) : NULL;
	struct json_object *o;
	char engine[16] = "";

	if (!v)
		return NULL;
	o = json_object_new_object();
	if (v->victim.engine != GUCLOG_NONE)
		guclog_engine_name(v->victim.engine, engine, sizeof(engine));
	json_put(o, "hang", new_tri(v->hang));
	json_put(o, "reset", new_tri(v->reset));
	json_put(o, "guc_id", new_number(v->victim.guc_id != GUCLOG_NONE, v->victim.guc_id));
	json_put(o, "engine", new_text(engine));
	json_put(o, "waiter", new_number(v->waiter != GUCLOG_NONE, v->waiter));
	json_put(o, "stuck", new_text(stuck));
	json_put_u64(o, "other_resets", v->not_this);
	return o;
}

static struct json_object *new_hex(bool known, u64 value)
{
	char buf[24];

	return known ? json_object_new_string(hex(value, buf)) : NULL;
}

static struct json_object *new_state(const struct guclog_engine_state *s)
{
	static const char * const places[] = {
		[GUCLOG_PLACE_BEFORE_BATCH] = "before the batch",
		[GUCLOG_PLACE_IN_BATCH] = "batch",
		[GUCLOG_PLACE_AFTER_BATCH] = "after the batch",
	};
	struct json_object *o;

	if (!s)
		return NULL;
	o = json_object_new_object();
	json_put(o, "engine", new_text(s->engine));
	json_put(o, "source", new_text(s->source));
	json_put(o, "place", new_text(places[s->place]));
	json_put(o, "job", new_seqno(s->has_job, s->job));
	json_put(o, "job_dword", new_number(s->has_job, s->job_dword));
	json_put(o, "command", new_text(s->command));
	json_put(o, "ipehr", new_hex(s->has_ipehr, s->ipehr));
	json_put(o, "acthd", new_hex(s->has_acthd, s->acthd));
	json_put(o, "semaphore", new_tri(s->semaphore));
	json_put(o, "asid", new_number(s->has_asid, s->asid));
	json_put(o, "least_ms", new_ms(s->least_ns != GUCLOG_NO_TIME, (double)s->least_ns / 1e6));
	json_put(o, "most_ms", new_ms(s->most_ns != GUCLOG_NO_TIME, (double)s->most_ns / 1e6));
	return o;
}

static struct json_object *new_command(const struct guclog_command *c)
{
	struct json_object *o;

	if (!c)
		return NULL;
	o = json_object_new_object();
	json_put(o, "address", new_hex(true, c->address));
	json_put(o, "header", new_hex(true, c->header));
	json_put(o, "name", json_object_new_string(c->name));
	json_put_u64(o, "dwords", c->dwords);
	json_put_u64(o, "level", c->level);
	json_put(o, "text", new_text(c->text));
	return o;
}

static struct json_object *new_batch(const struct guclog_batch *b)
{
	static const char * const states[] = {
		[GUCLOG_BATCH_FOUND] = "found", [GUCLOG_BATCH_NOT_DUMPED] = "not dumped",
		[GUCLOG_BATCH_NO_MEETING] = "no meeting", [GUCLOG_BATCH_UNKNOWN] = "unknown command",
	};
	struct json_object *list, *o;
	unsigned int i;

	if (!b)
		return NULL;
	o = json_object_new_object();
	list = json_object_new_array();
	json_put(o, "state", json_object_new_string(states[b->state]));
	json_put(o, "start", new_hex(b->start, b->start));
	json_put(o, "start_assumed", json_object_new_boolean(b->start_assumed));
	json_put(o, "acthd", new_hex(true, b->acthd));
	json_put(o, "ipehr", new_hex(true, b->ipehr));
	json_put(o, "stop", new_command(b->stop));
	json_put(o, "work", new_command(b->work));
	for (i = 0; i < b->nr_commands; i++)
		json_object_array_add(list, new_command(b->command[i]));
	json_put(o, "commands", list);
	return o;
}

static void put_verdict(struct json_object *o, const struct guclog_log *log,
			const struct guclog_explanation *e)
{
	const struct guclog_findings *v =
		e->analysis ? guclog_analysis_findings(e->analysis) : NULL;

	json_put(o, "hang", new_tri(e->hang));
	json_put(o, "reset", new_tri(e->reset));
	json_put(o, "victim", new_victim(e));
	json_put(o, "waiter", new_waiter(e));
	json_put(o, "wait_ms", new_ms(e->wait_ns != GUCLOG_NO_TIME, (double)e->wait_ns / 1e6));
	json_put(o, "limit_ms", new_ms(e->limit_ns != GUCLOG_NO_TIME, (double)e->limit_ns / 1e6));
	json_put(o, "unanswered_faults", new_number(e->unanswered_faults != GUCLOG_NONE,
						    e->unanswered_faults));
	json_put(o, "stuck", new_text(e->stuck));
	json_put(o, "dictionary", new_dictionary(e->analysis));
	json_put_u64(o, "resets", v ? v->nr_resets : 0);
	json_put_u64(o, "open_requests", v ? v->nr_open : 0);
	json_put(o, "trigger", log ? new_trigger(guclog_log_incident(log)) : NULL);
	json_put(o, "signature", json_object_new_string(e->signature));
	json_put(o, "known", json_known(e));
	json_put(o, "basis", new_text(guclog_basis_name(e->basis)));
	json_put(o, "driver", new_driver(&e->driver));
	json_put(o, "firmware", new_firmware(v));
	json_put(o, "agree", new_tri(e->agree));
	json_put(o, "engine_state", new_state(e->state));
	json_put(o, "batch", new_batch(e->batch));
}

/**
 * json_explain_one() - the explanation of one log as an object
 * @name: of the log
 * @log: the log, NULL without
 * @e: the explanation
 *
 * Return: the object, to be released with json_object_put().
 */
struct json_object *json_explain_one(const char *name, const struct guclog_log *log,
				     const struct guclog_explanation *e)
{
	struct json_object *o = json_object_new_object();

	json_put_text(o, "name", text_of(name));
	put_verdict(o, log, e);
	json_put(o, "sentences", new_sentences(e));
	return o;
}

/**
 * json_explain_add() - another log for json_explain_print()
 * @name: of the log
 * @log: the log, NULL without
 * @e: the explanation
 */
void json_explain_add(const char *name, const struct guclog_log *log,
		      const struct guclog_explanation *e)
{
	json_list_add(&logs, json_explain_one(name, log, e));
	if (first && (e->hang != GUCLOG_YES || first_hang == GUCLOG_YES))
		return;
	/* The keys at the top are of the first log with a hang, else the first. */
	if (first)
		json_object_put(first);
	first = json_object_new_object();
	first_hang = e->hang;
	put_verdict(first, log, e);
}

/**
 * json_explain_print() - print all logs that were added
 */
void json_explain_print(void)
{
	json_list_print(&logs, "logs", first);
	first = NULL;
}

/**
 * json_batch_add() - another devcoredump for json_batch_print()
 * @name: of the devcoredump
 * @e: its explanation
 */
void json_batch_add(const char *name, const struct guclog_explanation *e)
{
	struct json_object *o = json_object_new_object();

	json_put_text(o, "name", text_of(name));
	json_put(o, "engine_state", new_state(e->state));
	json_put(o, "batch", new_batch(e->batch));
	json_list_add(&logs, o);
}

/**
 * json_batch_print() - print the batches of all devcoredumps that were added
 */
void json_batch_print(void)
{
	json_list_print(&logs, "dumps", json_object_new_object());
}
