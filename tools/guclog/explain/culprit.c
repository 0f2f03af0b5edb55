// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * Finds the queue that caused the problem for which the kernel module recorded a log. A queue whose
 * job timed out is not always the cause: if xe resets the whole GT, or if other queues wait for an
 * engine that hangs, the jobs of these queues time out as well.
 */
#include "explain/explanation.h"
#include "model/record.h"

#include "explain/analysis.h"
#include "explain/triggers.h"
#include "model/known_names.h"

/*
 * If an engine reset ended more than this time before the trigger, the reset may belong to another
 * hang.
 */
#define OTHER_MS	100u

/*
 * Return: whether the first trigger about the queue that the recorded log names is a report of the
 * firmware. (A trigger is an event because of which the kernel module recorded the log. Other
 * triggers are events in the driver, such as the timeout of a job.)
 */
static bool is_named_by_firmware(const struct guclog_incident *i)
{
	unsigned int n;

	for (n = 0; i->has_guc_id && n < i->nr_triggers; n++) {
		const struct guclog_trigger *t = &i->triggers[n];

		if (t->has_guc_id && t->guc_id == i->guc_id && !t->killed)
			return trigger_is(t, GUC_TRIGGER_ENGINE_RESET) ||
			       trigger_is(t, GUC_TRIGGER_CAT_ERROR);
	}
	return false;
}

/*
 * Return: whether the engine reset in the log caused the trigger, or false if the time of one of
 * them is not known. The trigger is the event in the driver because of which the kernel module
 * recorded the log.
 */
static bool is_of_trigger(const struct explanation *x)
{
	const struct analysis_log *log = &x->a->log;
	const struct guclog_reset *reset = x->found->chosen;

	return reset && log->has_trigger && log->hz &&
	       reset->end_tick >= log->trigger - analysis_us(x->a, OTHER_MS * 1000);
}

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
 * Return: GUCLOG_CULPRIT_RESET or GUCLOG_CULPRIT_REQUEST if an engine reset or an unanswered
 * request in the log shows the cause, or else GUCLOG_CULPRIT_UNKNOWN.
 */
static enum guclog_culprit_basis find_in_log(const struct explanation *x)
{
	const struct guclog_findings *v = x->found;

	if (!v || v->victim.guc_id == GUCLOG_NONE)
		return GUCLOG_CULPRIT_UNKNOWN;
	if (v->reset == GUCLOG_YES)
		return is_of_trigger(x) ? GUCLOG_CULPRIT_RESET : GUCLOG_CULPRIT_UNKNOWN;
	return stuck_name(v->stuck) ? GUCLOG_CULPRIT_REQUEST : GUCLOG_CULPRIT_UNKNOWN;
}

/*
 * Return: whether the devcoredump is about the queue that caused the problem. A dump of Linux 6.12
 * has no reason, and xe makes it for any job that a GT reset ends. So it proves nothing if there
 * was a trigger about the whole GT.
 */
static bool has_dump(const struct explanation *x, const struct guclog_incident *i)
{
	const struct guclog_driver *d = &x->shown.driver;

	return d->guc_id != GUCLOG_NONE && d->hang == GUCLOG_YES &&
	       (d->reason || !triggers_have_whole(i));
}

static enum guclog_culprit_basis find_basis(const struct explanation *x,
					    const struct guclog_incident *i)
{
	enum guclog_culprit_basis basis;

	if (is_named_by_firmware(i))
		return GUCLOG_CULPRIT_FIRMWARE;
	if (!i->restarted && find_on(x, failed_engine(i)))
		return GUCLOG_CULPRIT_ENGINE;
	basis = i->restarted ? GUCLOG_CULPRIT_UNKNOWN : find_in_log(x);
	if (basis == GUCLOG_CULPRIT_UNKNOWN && has_dump(x, i))
		basis = GUCLOG_CULPRIT_DUMP;
	if (basis == GUCLOG_CULPRIT_UNKNOWN && i->has_guc_id)
		basis = GUCLOG_CULPRIT_TIMEOUT;
	return basis;
}

/**
 * culprit_make() - find the queue that caused the problem for which a log was recorded
 * @x: the explanation, with its verdict; its culprit is filled
 */
void culprit_make(struct explanation *x)
{
	const struct guclog_incident *i = x->log ? x->log->incident : NULL;
	struct guclog_culprit *c = &x->shown.culprit;

	c->guc_id = GUCLOG_NONE;
	if (!i || !i->boottime_ns)
		return;
	c->basis = find_basis(x, i);
	switch (c->basis) {
	case GUCLOG_CULPRIT_FIRMWARE:
	case GUCLOG_CULPRIT_TIMEOUT:
		c->guc_id = i->guc_id;
		memcpy(c->engine, i->engine, sizeof(c->engine));
		break;
	case GUCLOG_CULPRIT_REQUEST:
	case GUCLOG_CULPRIT_RESET:
		c->guc_id = x->found->victim.guc_id;
		if (x->found->victim.engine != GUCLOG_NONE)
			guclog_engine_name(x->found->victim.engine, c->engine, sizeof(c->engine));
		break;
	case GUCLOG_CULPRIT_DUMP:
		c->guc_id = x->shown.driver.guc_id;
		memcpy(c->engine, x->shown.driver.engine, sizeof(c->engine));
		break;
	case GUCLOG_CULPRIT_ENGINE:
		c->guc_id = find_on(x, failed_engine(i))->guc_id;
		snprintf(c->engine, sizeof(c->engine), "%s", failed_engine(i));
		break;
	case GUCLOG_CULPRIT_UNKNOWN:
		break;
	}
}
