// SPDX-License-Identifier: GPL-2.0-only
#include <json-c/json.h>

#include "base/types.h"
#include "base/out.h"
#include "events/findings.h"
#include "model/known_names.h"
#include "output/json_out.h"

static struct json_object *new_engine(u32 engine)
{
	char name[32];

	if (engine == GUCLOG_NONE)
		return NULL;
	guclog_engine_name(engine, name, sizeof(name));
	return json_object_new_string(name);
}

static struct json_object *new_context(const struct guclog_analysis *a,
				       const struct guclog_context *context)
{
	struct json_object *o = json_object_new_object();
	bool timed = guclog_analysis_survey(a)->hz;
	s64 on = guclog_analysis_on_ticks(a, context), wait;
	bool waits;

	wait = guclog_analysis_wait_ticks(a, context, &waits);
	json_put_u64(o, "guc_id", context->guc_id);
	json_put(o, "lrca_page", json_known_u64(context->lrca, context->lrca));
	json_put_string(o, "class", guclog_engine_class_name(context->engine_class));
	json_put(o, "engine", new_engine(context->engine));
	json_put(o, "priority",
		 json_known_u64(context->priority != GUCLOG_NONE, context->priority));
	json_put_string(o, "state", guclog_context_state_name(context->state));
	json_put_bool(o, "on_engine", context->on_engine);
	json_put_u64(o, "submits", context->submits);
	json_put_u64(o, "runs", context->runs);
	json_put_u64(o, "preempted", context->preempted);
	json_put_u64(o, "resets", context->resets);
	json_put(o, "on_engine_ns", json_known_u64(timed, (u64)guclog_analysis_ns(a, on)));
	json_put_bool(o, "on_engine_is_least", context->on_least);
	json_put(o, "longest_wait_ns", json_known_u64(timed, (u64)guclog_analysis_ns(a, wait)));
	json_put_bool(o, "longest_wait_is_least", waits);
	json_put_u64(o, "first_event", context->first);
	json_put_u64(o, "last_event", context->last);
	json_put_bool(o, "registered_in_log", context->born);
	return o;
}

/**
 * json_contexts_add() - add a log for json_contexts_print()
 * @name: name of the log
 * @a: analysis of the log
 */
void json_contexts_add(const char *name, const struct guclog_analysis *a)
{
	struct json_object *o = json_object_new_object();
	struct json_object *list = json_object_new_array();
	const struct guclog_context *context;
	unsigned int i;

	for (i = 0; (context = guclog_analysis_context(a, i)); i++)
		json_object_array_add(list, new_context(a, context));
	json_put_text(o, "name", text_of(name));
	json_put_u64(o, "not_shown", guclog_analysis_survey(a)->lost_contexts);
	json_put(o, "contexts", list);
	json_list_add(out_part(OUT_LIST), o);
}

/**
 * json_contexts_print() - print the contexts of the logs from json_contexts_add() as JSON
 */
void json_contexts_print(void)
{
	json_list_print(out_part(OUT_LIST), "logs", json_object_new_object());
}
