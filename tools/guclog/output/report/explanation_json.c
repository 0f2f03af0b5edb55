// SPDX-License-Identifier: GPL-2.0-only
/*
 * Writes an explanation as JSON.
 */
#include <json-c/json.h>

#include "output/report/data.h"
#include "explain/analysis.h"

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
	return text && *text ? data_text(text) : NULL;
}

static struct json_object *new_victim(const struct guclog_explanation *e)
{
	struct json_object *o = json_object_new_object();

	data_put(o, "guc_id", new_number(e->victim != GUCLOG_NONE, e->victim));
	data_put(o, "engine", new_text(e->engine));
	return o;
}

static struct json_object *new_waiter(const struct guclog_explanation *e)
{
	struct json_object *o = json_object_new_object();

	data_put(o, "guc_id", new_number(e->waiter != GUCLOG_NONE, e->waiter));
	return o;
}

static struct json_object *new_triggers(const struct guclog_incident *i)
{
	struct json_object *list = json_object_new_array(), *o;
	unsigned int n;

	for (n = 0; n < i->nr_triggers; n++) {
		const struct guclog_trigger *t = &i->triggers[n];

		o = json_object_new_object();
		data_put(o, "name", json_object_new_string(t->name));
		data_put_u64(o, "after_ns", t->after_ns);
		data_put(o, "guc_id", new_number(t->has_guc_id, t->guc_id));
		data_put(o, "engine", new_text(t->engine));
		data_put(o, "pid", new_number(t->has_pid, t->pid));
		data_put(o, "process", new_text(t->process));
		data_put(o, "killed", json_object_new_boolean(t->killed));
		json_object_array_add(list, o);
	}
	return list;
}

static struct json_object *new_culprit(const struct guclog_culprit *c)
{
	const char *basis = guclog_culprit_basis_name(c->basis);
	struct json_object *o = json_object_new_object();

	data_put(o, "guc_id", new_number(basis, c->guc_id));
	data_put(o, "engine", new_text(c->engine));
	data_put(o, "basis", basis ? json_object_new_string(basis) : NULL);
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
	data_put(o, "triggers", new_triggers(i));
	data_put(o, "culprit", new_culprit(culprit));
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

static struct json_object *new_sentences(const struct guclog_explanation *e)
{
	struct json_object *list = json_object_new_array();
	unsigned int i, j;

	for (i = 0; i < e->nr_sentences; i++) {
		const struct guclog_sentence *sentence = e->sentence[i];
		struct json_object *o = json_object_new_object();
		struct json_object *events = json_object_new_array();

		data_put(o, "text", data_text(sentence->text));
		for (j = 0; j < sentence->nr_events; j++)
			json_object_array_add(events,
					      json_object_new_uint64(sentence->event[j]));
		data_put(o, "events", events);
		data_put(o, "basis", data_text(guclog_basis_name(sentence->basis)));
		data_put(o, "certainty", data_text(guclog_certainty_name(sentence->certainty)));
		json_object_array_add(list, o);
	}
	return list;
}

static const char *hex(u64 value, char buf[24])
{
	snprintf(buf, 24, "0x%llx", value);
	return buf;
}

static struct json_object *new_fault(const struct guclog_page_fault *f)
{
	struct json_object *o;
	char buf[24];

	if (!f)
		return NULL;
	o = json_object_new_object();
	data_put_u64(o, "asid", f->asid);
	data_put(o, "address", json_object_new_string(hex(f->address, buf)));
	data_put(o, "engine", new_text(f->engine));
	data_put(o, "access", json_object_new_string(f->access));
	data_put(o, "type", json_object_new_string(f->type));
	data_put_u64(o, "level", f->level);
	data_put(o, "refused", new_tri(f->refused));
	return o;
}

static struct json_object *new_event(u64 index)
{
	return index == GUCLOG_NO_EVENT ? NULL : json_object_new_uint64(index);
}

static struct json_object *new_memory_fault(const struct guclog_explanation *e)
{
	const struct guclog_memory_fault *m = e->memory_fault;
	struct json_object *o, *events;

	if (!m)
		return NULL;
	o = json_object_new_object();
	data_put(o, "fault", new_fault(m->fault));
	data_put(o, "cat_error", json_object_new_boolean(m->cat_error));
	data_put(o, "cat_type", new_number(m->has_cat_type, m->cat_type));
	events = json_object_new_object();
	data_put(events, "refused", new_event(m->refused_index));
	data_put(events, "cat_error", new_event(m->cat_index));
	data_put(events, "disabled", new_event(m->disabled_index));
	data_put(o, "events", events);
	return o;
}

static struct json_object *new_faults(const struct guclog_driver *d)
{
	struct json_object *list = json_object_new_array();
	unsigned int i;

	for (i = 0; i < d->nr_faults; i++)
		json_object_array_add(list, new_fault(d->fault[i]));
	return list;
}

static struct json_object *new_process(const struct guclog_driver *d)
{
	struct json_object *o = json_object_new_object();

	data_put(o, "name", d->kernel_queue ? NULL : new_text(d->process));
	data_put(o, "pid", new_number(d->has_pid && !d->kernel_queue, d->pid));
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
	data_put(o, "kind", new_text(guclog_driver_kind_name(d->kind)));
	data_put(o, "reason", new_text(d->reason));
	data_put(o, "guc_id", new_number(d->guc_id != GUCLOG_NONE, d->guc_id));
	data_put(o, "engine", new_text(d->engine));
	data_put(o, "class", new_text(d->engine_class));
	data_put(o, "process", new_process(d));
	data_put(o, "kernel_queue", json_object_new_boolean(d->kernel_queue));
	data_put(o, "bind_queue", json_object_new_boolean(d->bind_queue));
	data_put(o, "wedged", json_object_new_boolean(d->wedged));
	data_put(o, "seqno", new_seqno(d->has_seqno, d->seqno_begun));
	data_put(o, "seqno_done", new_seqno(d->has_seqno_done, d->seqno_done));
	data_put(o, "job_ended", json_object_new_boolean(d->job_ended));
	data_put(o, "given_up", json_object_new_boolean(d->given_up));
	data_put(o, "run_ms", new_ms(d->run_ns != GUCLOG_NO_TIME, (double)d->run_ns / 1e6));
	data_put(o, "hang", new_tri(d->hang));
	data_put(o, "reset", new_tri(d->reset));
	data_put(o, "cat_error", new_tri(d->cat_error));
	data_put(o, "cat_type", new_number(d->has_cat_type, d->cat_type));
	data_put(o, "failed_engine", new_text(d->failed_engine));
	data_put(o, "failed_reason", new_number(*d->failed_engine, d->failed_reason));
	data_put_u64(o, "unread_messages", d->nr_unread);
	data_put_u64(o, "unread_answers", d->nr_unread_answers);
	data_put_u64(o, "fault_requests", d->nr_fault_requests);
	data_put_u64(o, "fault_answers", d->nr_fault_answers);
	data_put_u64(o, "fault_refused", d->nr_fault_refused);
	data_put(o, "faults", new_faults(d));
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
	data_put(o, "hang", new_tri(v->hang));
	data_put(o, "reset", new_tri(v->reset));
	data_put(o, "guc_id", new_number(v->victim.guc_id != GUCLOG_NONE, v->victim.guc_id));
	data_put(o, "engine", new_text(engine));
	data_put(o, "waiter", new_number(v->waiter != GUCLOG_NONE, v->waiter));
	data_put(o, "stuck", new_text(stuck));
	data_put_u64(o, "other_resets", v->not_this);
	return o;
}

static struct json_object *new_hex(bool known, u64 value)
{
	char buf[24];

	return known ? json_object_new_string(hex(value, buf)) : NULL;
}

/* The value of a register or a command, with all its digits. */
static struct json_object *new_dword(bool known, u32 value)
{
	char buf[12];

	snprintf(buf, sizeof(buf), "0x%08x", value);
	return known ? json_object_new_string(buf) : NULL;
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
	data_put(o, "engine", new_text(s->engine));
	data_put(o, "guc_id", new_number(s->guc_id != GUCLOG_NONE, s->guc_id));
	data_put(o, "basis", json_object_new_string(s->saved ? "context image" : "registers"));
	data_put(o, "source", new_text(s->source));
	data_put(o, "place", new_text(places[s->place]));
	data_put(o, "job", new_seqno(s->has_job, s->job));
	data_put(o, "job_dword", new_number(s->has_job, s->job_dword));
	data_put(o, "command", new_text(s->command));
	data_put(o, "ipehr", new_dword(s->has_ipehr, s->ipehr));
	data_put(o, "acthd", new_hex(s->has_acthd, s->acthd));
	data_put(o, "semaphore", new_tri(s->semaphore));
	data_put(o, "instdone", new_dword(s->has_instdone, s->instdone));
	data_put(o, "busy", s->busy ? json_object_new_string(s->busy) : NULL);
	data_put(o, "asid", new_number(s->has_asid, s->asid));
	data_put(o, "least_ms", new_ms(s->least_ns != GUCLOG_NO_TIME, (double)s->least_ns / 1e6));
	data_put(o, "most_ms", new_ms(s->most_ns != GUCLOG_NO_TIME, (double)s->most_ns / 1e6));
	return o;
}

static struct json_object *new_captures(const struct guclog_explanation *e)
{
	struct json_object *list = json_object_new_array(), *o;
	unsigned int i;

	for (i = 0; i < e->nr_captures; i++) {
		o = new_state(e->capture[i]);
		data_put(o, "older", new_tri(e->capture[i]->older ? GUCLOG_YES : GUCLOG_UNKNOWN));
		json_object_array_add(list, o);
	}
	return list;
}

static struct json_object *new_command(const struct guclog_command *c)
{
	struct json_object *o;

	if (!c)
		return NULL;
	o = json_object_new_object();
	data_put(o, "address", new_hex(true, c->address));
	data_put(o, "header", new_dword(true, c->header));
	data_put(o, "name", json_object_new_string(c->name));
	data_put_u64(o, "dwords", c->dwords);
	data_put_u64(o, "level", c->level);
	data_put(o, "text", new_text(c->text));
	return o;
}

static struct json_object *new_batch(const struct guclog_batch *b)
{
	static const char * const states[] = {
		[GUCLOG_BATCH_FOUND] = "found",
		[GUCLOG_BATCH_NOT_DUMPED] = "not dumped",
		[GUCLOG_BATCH_NO_MATCH] = "no match",
		[GUCLOG_BATCH_UNKNOWN] = "unknown command",
		[GUCLOG_BATCH_TOO_LONG] = "too long",
		[GUCLOG_BATCH_NO_PLACE] = "no place",
		[GUCLOG_BATCH_NO_START] = "no start",
	};
	struct json_object *list, *o;
	unsigned int i;

	if (!b)
		return NULL;
	o = json_object_new_object();
	list = json_object_new_array();
	data_put(o, "state", json_object_new_string(states[b->state]));
	data_put(o, "start", new_hex(b->start, b->start));
	data_put(o, "start_assumed", json_object_new_boolean(b->start_assumed));
	data_put(o, "acthd", new_hex(true, b->acthd));
	data_put(o, "ipehr", new_dword(true, b->ipehr));
	data_put(o, "stop", new_command(b->stop));
	data_put(o, "work", new_command(b->work));
	for (i = 0; i < b->nr_commands; i++)
		json_object_array_add(list, new_command(b->command[i]));
	data_put(o, "commands", list);
	return o;
}

static struct json_object *new_known(const struct guclog_explanation *e)
{
	struct json_object *list = json_object_new_array();
	unsigned int i;

	for (i = 0; i < e->nr_known; i++) {
		struct json_object *o = json_object_new_object();

		data_put(o, "id", json_object_new_string(e->known[i]->id));
		data_put(o, "known", json_object_new_string(e->known[i]->known));
		data_put(o, "link", json_object_new_string(e->known[i]->link));
		data_put(o, "source", json_object_new_string(e->known[i]->source));
		data_put(o, "matched", data_text(e->known[i]->matched));
		data_put(o, "refuted", data_text(e->known[i]->refuted));
		data_put(o, "cure", new_text(e->known[i]->cure));
		json_object_array_add(list, o);
	}
	return list;
}

static struct json_object *new_advice(const struct guclog_explanation *e)
{
	struct json_object *list = json_object_new_array();
	unsigned int i;

	for (i = 0; i < e->nr_advice; i++) {
		struct json_object *o = json_object_new_object();

		data_put(o, "finding", json_object_new_string(e->advice[i]->finding));
		data_put(o, "text", data_text(e->advice[i]->text));
		json_object_array_add(list, o);
	}
	return list;
}

static struct json_object *new_field(const struct guclog_message_field *f)
{
	struct json_object *o = json_object_new_object();

	data_put(o, "name", data_text(f->name));
	data_put(o, "text", data_text(f->text));
	data_put(o, "words", f->words ? data_text(f->words) : NULL);
	return o;
}

/* Add what is known of a line as a message of the driver. */
static void put_message(struct json_object *o, const struct guclog_kernel_line *line)
{
	struct json_object *fields = json_object_new_array();
	unsigned int i;

	for (i = 0; i < line->nr_fields; i++)
		json_object_array_add(fields, new_field(&line->field[i]));
	data_put(o, "about", json_object_new_string(guclog_message_class_name(line->about)));
	data_put(o, "driver", json_object_new_string(line->i915 ? "i915" : "xe"));
	data_put(o, "error", json_object_new_boolean(line->error));
	data_put(o, "sigid", new_number(line->has_sigid, line->sigid));
	data_put(o, "meaning", line->meaning ? json_object_new_string(line->meaning) : NULL);
	data_put(o, "fields", fields);
	data_put(o, "incident", new_number(line->incident != GUCLOG_NONE, line->incident));
}

static struct json_object *new_witness(const struct guclog_witness *w)
{
	const struct guclog_kernel_line *line = w->line;
	struct json_object *o = json_object_new_object();

	data_put(o, "name", data_text(w->log->name));
	data_put(o, "time", line->has_time ? json_object_new_string(line->time) : NULL);
	data_put(o, "event", json_object_new_string(guclog_kernel_event_name(line->event)));
	data_put(o, "joined", json_object_new_boolean(w->joined));
	data_put(o, "device", new_text(line->device));
	data_put(o, "gt", new_number(line->has_gt, line->gt));
	data_put(o, "guc_id", new_number(line->guc_id != GUCLOG_NONE, line->guc_id));
	data_put(o, "class", new_text(line->engine_class));
	data_put(o, "seqno", new_number(line->has_seqno, line->seqno));
	data_put(o, "process", new_text(line->process));
	data_put(o, "pid", new_number(line->has_pid, line->pid));
	data_put(o, "asid", new_number(line->has_asid, line->asid));
	data_put(o, "text", data_text(line->text));
	put_message(o, line);
	return o;
}

static struct json_object *new_witnesses(const struct guclog_explanation *e)
{
	struct json_object *list = json_object_new_array();
	unsigned int i;

	for (i = 0; i < e->nr_witnesses; i++)
		json_object_array_add(list, new_witness(e->witness[i]));
	return list;
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
			data_put_u64(o, guclog_kernel_event_name(i), nr[i]);
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
	static const char * const dumps[] = {
		[GUCLOG_DUMP_NONE] = NULL, [GUCLOG_DUMP_PERHAPS] = "may exist",
		[GUCLOG_DUMP_DELETED] = "deleted", [GUCLOG_DUMP_EXPIRED] = "expired",
	};
	const struct guclog_kernel_line *first = incident->line[0];
	const struct guclog_kernel_line *last = incident->line[incident->nr_lines - 1];
	struct json_object *o = json_object_new_object();

	data_put(o, "name", data_text(log->name));
	data_put(o, "device", new_text(incident->device));
	data_put(o, "about", json_object_new_string(guclog_message_class_name(incident->about)));
	data_put_u64(o, "weight", incident->weight);
	data_put(o, "begin", first->has_time ? json_object_new_string(first->time) : NULL);
	data_put(o, "end", last->has_time ? json_object_new_string(last->time) : NULL);
	data_put(o, "cause",
		 json_object_new_string(guclog_kernel_event_name(incident->cause->event)));
	data_put(o, "events", new_events(incident));
	data_put(o, "programs", new_programs(incident));
	data_put(o, "open_reset", json_object_new_boolean(!!incident->open_reset));
	data_put(o, "dump", new_text(dumps[incident->dump]));
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

	data_put(o, "hang", new_tri(e->hang));
	data_put(o, "reset", new_tri(e->reset));
	data_put(o, "victim", new_victim(e));
	data_put(o, "memory_fault", new_memory_fault(e));
	data_put(o, "failed_reset", json_object_new_boolean(e->failed_reset));
	data_put(o, "waiter", new_waiter(e));
	data_put(o, "wait_ms", new_ms(e->wait_ns != GUCLOG_NO_TIME, (double)e->wait_ns / 1e6));
	data_put(o, "limit_ms", new_ms(e->limit_ns != GUCLOG_NO_TIME, (double)e->limit_ns / 1e6));
	data_put(o, "unanswered_faults", new_number(e->unanswered_faults != GUCLOG_NONE,
						    e->unanswered_faults));
	data_put(o, "stuck", new_text(e->stuck));
	data_put(o, "dictionary", new_dictionary(e->analysis));
	data_put_u64(o, "resets", v ? v->nr_resets : 0);
	data_put_u64(o, "open_requests", v ? v->nr_open : 0);
	data_put(o, "trigger", log ? new_trigger(log->incident, &e->culprit) : NULL);
	data_put(o, "signature", json_object_new_string(e->signature));
	data_put(o, "known", new_known(e));
	data_put(o, "advice", new_advice(e));
	data_put(o, "basis", new_text(guclog_basis_name(e->basis)));
	data_put(o, "driver", new_driver(&e->driver));
	data_put(o, "firmware", new_firmware(v));
	data_put(o, "agree", new_tri(e->agree));
	data_put(o, "engine_state", new_state(e->state));
	data_put(o, "batch", new_batch(e->batch));
	data_put(o, "kernel_log", new_witnesses(e));
	data_put(o, "incidents", new_incidents(e));
	data_put(o, "messages", new_message_counts(e));
	data_put(o, "captures", new_captures(e));
	data_put(o, "firmware_crash", new_tri(e->firmware_crash));
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
	data_put(o, "sentences", new_sentences(e));
	return o;
}

int guclog_explanation_json(const struct guclog_explanation *explanation,
			    const struct guclog_log *log, const char *name,
			    guclog_write_fn write, void *context)
{
	struct json_object *o = data_explanation(name, log, explanation);
	size_t len;
	const char *text = json_object_to_json_string_length(o, JSON_C_TO_STRING_PLAIN |
							     JSON_C_TO_STRING_NOSLASHESCAPE,
							     &len);
	int ret = text ? write(context, text, len) : -ENOMEM;

	json_object_put(o);
	return ret;
}
