// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * Claims what the triggers of a log that the kernel module recorded say. A queue whose job timed
 * out is not always the cause: if xe resets the whole GT, or if other queues wait for an engine
 * that hangs, the jobs of these queues time out as well.
 */
#include "explain/explanation.h"
#include "model/record.h"

#include "explain/analysis.h"
#include "explain/triggers.h"
#include "model/known_names.h"

/*
 * Return: the engine that the firmware could not reset, or NULL if no trigger names such an engine.
 */
static const char *failed_engine(const struct guclog_incident *i)
{
	unsigned int n;

	for (n = 0; n < i->nr_triggers; n++)
		if (trigger_is(&i->triggers[n], GUC_TRIGGER_RESET_FAILED) && *i->triggers[n].engine)
			return i->triggers[n].engine;
	return NULL;
}

/*
 * Return: whether an event with this tick came before the trigger, the event in the driver because
 * of which the kernel module recorded the log; false if that is not known.
 */
static bool is_before_trigger(const struct explanation *x, s64 tick)
{
	const struct analysis_log *log = &x->a->log;

	return x->log->incident->unchanged || (log->has_trigger && tick <= log->trigger);
}

/*
 * Return: the context that was on @engine, which could not be reset, at the time of the trigger, or
 * NULL if unknown. After the failed reset, the engine gets no other context until the firmware is
 * loaded again.
 */
static const struct guclog_context *find_on(const struct explanation *x, const char *engine)
{
	const struct guclog_context *ctx;
	unsigned int i;
	char name[32];

	if (!engine || !x->a || !guclog_analysis_has_contexts(x->a))
		return NULL;
	for (i = 0; (ctx = analysis_running(x->a, i)); i++) {
		guclog_engine_name(ctx->engine, name, sizeof(name));
		if (!strcmp(name, engine))
			return is_before_trigger(x, ctx->on_since) ? ctx : NULL;
	}
	return NULL;
}

/*
 * Return: the first trigger about a queue, unless the queue was killed; NULL if there is none. (A
 * trigger is an event in the driver because of which the kernel module recorded the log.)
 */
static const struct guclog_trigger *first_about(const struct guclog_incident *i, u32 guc_id)
{
	unsigned int n;

	for (n = 0; n < i->nr_triggers; n++)
		if (i->triggers[n].has_guc_id && i->triggers[n].guc_id == guc_id &&
		    !i->triggers[n].killed)
			return &i->triggers[n];
	return NULL;
}

/*
 * Claim what the first trigger about a queue says: the firmware reported an engine reset or a
 * memory error of the queue, or else a job of the queue timed out.
 */
static void claim_queue(struct explanation *x, u32 guc_id, const char *engine, bool of_record)
{
	const struct guclog_incident *i = x->log->incident;
	const struct guclog_trigger *t = first_about(i, guc_id);
	struct guclog_claim claim = {
		.what = GUCLOG_CLAIM_JOB_TIMEOUT,
		.witness = GUCLOG_BY_TRIGGER,
		.guc_id = guc_id,
		.process = t && *t->process ? t->process : NULL,
		.event = GUCLOG_NO_EVENT,
		.of_record = of_record,
	};

	memcpy(claim.engine, engine, sizeof(claim.engine));
	if (t && trigger_is(t, GUC_TRIGGER_ENGINE_RESET))
		claim.what = GUCLOG_CLAIM_ENGINE_RESET;
	else if (t && trigger_is(t, GUC_TRIGGER_CAT_ERROR))
		claim.what = GUCLOG_CLAIM_MEMORY_FAULT;
	else if (triggers_have_whole(i))
		claim.cause = GUCLOG_CAUSE_GT_RESET;
	claim_add(x, &claim);
}

/* Claim that the context on the engine that the firmware could not reset hangs. */
static void claim_failed_engine(struct explanation *x, const char *engine)
{
	const struct guclog_context *on = find_on(x, engine);
	struct guclog_claim claim = {
		.what = GUCLOG_CLAIM_RESET_FAILED,
		.witness = GUCLOG_BY_TRIGGER,
		.event = GUCLOG_NO_EVENT,
		.of_record = true,
	};

	if (!on || x->log->incident->restarted)
		return;
	claim.guc_id = on->guc_id;
	snprintf(claim.engine, sizeof(claim.engine), "%s", engine);
	claim_add(x, &claim);
}

/**
 * triggers_claim() - claim what the triggers of a log that the kernel module recorded say
 * @x: the explanation
 *
 * The queue that the record itself names is claimed as the cause of the record. The other queues
 * among the triggers are claimed too.
 *
 * Context: allocates memory; a failure makes guclog_explain() return NULL.
 */
void triggers_claim(struct explanation *x)
{
	const struct guclog_incident *i = x->log ? x->log->incident : NULL;
	unsigned int n;

	if (!i || !i->boottime_ns)
		return;
	claim_failed_engine(x, failed_engine(i));
	if (i->has_guc_id)
		claim_queue(x, i->guc_id, i->engine, true);
	for (n = 0; n < i->nr_triggers; n++) {
		const struct guclog_trigger *t = &i->triggers[n];

		if (t->has_guc_id && first_about(i, t->guc_id) == t &&
		    !(i->has_guc_id && t->guc_id == i->guc_id))
			claim_queue(x, t->guc_id, t->engine, false);
	}
}
