// SPDX-License-Identifier: GPL-2.0-only
#include <json-c/json.h>

#include "events/signature.h"
#include "events/story.h"
#include "guc_text.h"
#include "known/known.h"
#include "output/json_out.h"
#include "util/msg.h"

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

static struct json_object *new_victim(const struct guclog_findings *v)
{
	struct json_object *o = json_object_new_object();
	char name[STORY_TEXT];

	json_put(o, "guc_id", new_number(v->victim.guc_id != GUCLOG_NONE, v->victim.guc_id));
	json_put(o, "engine", v->victim.engine == GUCLOG_NONE ? NULL :
		 json_object_new_string(story_engine(v->victim.engine, name)));
	return o;
}

static struct json_object *new_waiter(const struct guclog_findings *v)
{
	struct json_object *o = json_object_new_object();

	json_put(o, "guc_id", new_number(v->waiter != GUCLOG_NONE, v->waiter));
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

static struct json_object *new_dictionary(const struct analysed_log *log)
{
	const struct guclog_survey *s = log ? log->survey : NULL;
	struct json_object *o = json_object_new_object();
	struct json_object *failed = json_object_new_array();
	struct guclog_rule rule;
	unsigned int i;

	for (i = 0; s && !guclog_analysis_rule(log->a, i, &rule); i++)
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

static struct json_object *new_sentences(const struct story *story)
{
	struct json_object *list = json_object_new_array();
	unsigned int i, j;

	for (i = 0; i < story->nr; i++) {
		const struct story_line *line = &story->line[i];
		struct json_object *o = json_object_new_object();
		struct json_object *events = json_object_new_array();

		json_put_text(o, "text", guc_view(line->text, strlen(line->text)));
		for (j = 0; j < line->nr; j++)
			json_object_array_add(events,
					      json_object_new_uint64(line->event[j]));
		json_put(o, "events", events);
		json_object_array_add(list, o);
	}
	return list;
}

static void put_signature(struct json_object *o, const struct guclog_findings *found,
			  const struct guclog_tree *dump)
{
	struct guc_text text = { .buf = NULL };

	signature_print(&text, found, dump);
	mem_text(&text);
	signature_print(&text, found, dump);
	json_put(o, "signature", json_object_new_string(text.buf));
	free(text.buf);
}

static void put_verdict(struct json_object *o, const struct story *story)
{
	static const struct guclog_findings nothing = {
		.victim = { .guc_id = GUCLOG_NONE, .engine = GUCLOG_NONE }, .waiter = GUCLOG_NONE,
	};
	const struct analysed_log *log = story->log;
	const struct guclog_findings *found = log ? log->found : NULL;
	const struct guclog_findings *v = found ?: &nothing;
	u32 hz = found ? log->survey->hz : 0;
	const char *stuck = guclog_stuck_name(v->stuck);
	double wait = v->has_wait && hz ? (double)v->wait_ticks * 1000 / hz : 0;
	struct known_case known;

	json_put(o, "hang", new_tri(v->hang));
	json_put(o, "reset", new_tri(v->reset));
	json_put(o, "victim", new_victim(v));
	json_put(o, "waiter", new_waiter(v));
	json_put(o, "wait_ms", new_ms(v->has_wait && hz, wait));
	json_put(o, "limit_ms", new_ms(v->limit_us, (double)v->limit_us / 1000));
	json_put(o, "unanswered_faults", new_number(v->has_faults, v->faults));
	json_put(o, "stuck", stuck ? json_object_new_string(stuck) : NULL);
	json_put(o, "dictionary", new_dictionary(log));
	json_put_u64(o, "resets", v->nr_resets);
	json_put_u64(o, "open_requests", v->nr_open);
	json_put(o, "trigger", log ? new_trigger(guclog_log_incident(log->view.handle)) : NULL);
	put_signature(o, found, story->dump);
	known_describe(&known, log ? &log->view.facts : NULL, found,
		       story->dump);
	json_put(o, "known", json_known(&known));
}

/**
 * json_explain_one() - the verdict on one log as an object
 * @name: of the log
 * @story: the verdict
 *
 * Return: the object, to be released with json_object_put().
 */
struct json_object *json_explain_one(const char *name, const struct story *story)
{
	struct json_object *o = json_object_new_object();

	json_put_text(o, "name", guc_view(name, strlen(name)));
	put_verdict(o, story);
	json_put(o, "sentences", new_sentences(story));
	return o;
}

/**
 * json_explain_add() - another log for json_explain_print()
 * @name: of the log
 * @story: its sentences
 */
void json_explain_add(const char *name, const struct story *story)
{
	const struct guclog_findings *found = story->log ? story->log->found : NULL;
	enum guclog_tri hang = found ? found->hang : GUCLOG_UNKNOWN;

	json_list_add(&logs, json_explain_one(name, story));
	if (first && (hang != GUCLOG_YES || first_hang == GUCLOG_YES))
		return;
	/* The keys at the top are of the first log with a hang, else the first. */
	if (first)
		json_object_put(first);
	first = json_object_new_object();
	first_hang = hang;
	put_verdict(first, story);
}

/**
 * json_explain_print() - print all logs that were added
 */
void json_explain_print(void)
{
	json_list_print(&logs, "logs", first);
	first = NULL;
}
