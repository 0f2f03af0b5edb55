// SPDX-License-Identifier: GPL-2.0-only
#include <json-c/json.h>

#include "base/types.h"
#include "events/findings.h"
#include "explain/explain.h"
#include "output/json_record.h"
#include "output/report/data.h"
#include "read/log/logs.h"
#include "output/json_out.h"
#include "base/out.h"

/*
 * Return: the rank of a log: 3 for a log with a hang if its devcoredump is about a queue of the GT
 * of this log, 2 for another log with a hang, 1 if it is unknown whether there was a hang and the
 * log has events or a crash dump, else 0.
 */
static int rank_of(const struct guclog_explanation *e)
{
	if (e->hang != GUCLOG_UNKNOWN)
		return e->hang == GUCLOG_NO ? 0 : e->driver.guc_id == GUCLOG_NONE ? 2 : 3;
	return e->firmware_crash == GUCLOG_YES ||
	       (e->analysis && guclog_analysis_survey(e->analysis)->events);
}

/*
 * Choose the log that the top-level keys of the output describe: the first of the logs with the
 * highest rank_of(). Therefore the top-level "hang" is false only if no log has a hang, and no log
 * with events leaves open whether there was a hang.
 */
static void choose_first(struct json_object *one, int rank)
{
	struct json_object *first;

	if (*out_part(OUT_FIRST) && rank <= out_now()->rank)
		return;
	json_object_put(out_take(OUT_FIRST));
	first = json_object_new_object();
	*out_part(OUT_FIRST) = first;
	out_now()->rank = rank;
	json_object_object_foreach(one, key, value)
		if (strcmp(key, "name") && strcmp(key, "sentences"))
			json_put(first, key, json_object_get(value));
}

/**
 * json_explain_add() - add a log for json_explain_print()
 * @name: name of the log
 * @log: the log, NULL for a devcoredump without a log
 * @e: explanation of the log or of the devcoredump
 *
 * Context: the program ends if there is no memory.
 */
void json_explain_add(const char *name, const struct guclog_log *log,
		      const struct guclog_explanation *e)
{
	struct json_object *one = data_explanation(name, log, e);

	choose_first(one, rank_of(e));
	json_list_add(out_part(OUT_LIST), one);
}

/**
 * json_explain_print() - print the explanations from json_explain_add() as JSON
 */
void json_explain_print(void)
{
	json_list_print(out_part(OUT_LIST), "logs", out_take(OUT_FIRST));
}

/**
 * json_batch_add() - add a devcoredump for json_batch_print()
 * @name: name of the devcoredump
 * @e: explanation of the devcoredump, which has the commands of the batch
 *
 * Context: the program ends if there is no memory.
 */
void json_batch_add(const char *name, const struct guclog_explanation *e)
{
	struct json_object *o = json_object_new_object();

	json_put(o, "name", data_text(name));
	json_put(o, "engine_state", json_record(&model_engine_state, e->state));
	json_put(o, "batch", json_record(&model_batch, e->batch));
	json_list_add(out_part(OUT_LIST), o);
}

/**
 * json_batch_print() - print the batches of the devcoredumps from json_batch_add() as JSON
 */
void json_batch_print(void)
{
	json_list_print(out_part(OUT_LIST), "dumps", json_object_new_object());
}

/**
 * json_known() - make JSON of the known problems (published cases) that a log resembles
 * @e: the explanation of the log, NULL if there is none
 *
 * Context: the program ends if there is no memory.
 * Return: an array with an object for each problem.
 */
struct json_object *json_known(const struct guclog_explanation *e)
{
	return e ? json_records(&model_known, e->known, e->nr_known) : json_object_new_array();
}
