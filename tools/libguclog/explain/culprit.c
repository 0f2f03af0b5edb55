// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * The queue that has caused what the module recorded a log for. When xe resets the whole GT, or
 * an engine hangs for which others wait, the jobs of innocent queues time out as well.
 */
#include "explain/explanation.h"

#include "explain/analysis.h"
#include "guc_incident.h"

/* An engine reset that ended so long before the trigger may be of another hang. */
#define OTHER_MS	100u
/* So many triggers are listed in the sentence. */
#define MAX_LISTED	6

static bool is_kind(const struct guclog_trigger *t, enum guc_trigger kind)
{
	return !strcmp(t->name, guc_trigger_name(kind));
}

/* Return: whether it ends the jobs of all queues. */
static bool is_whole(const struct guclog_trigger *t)
{
	return is_kind(t, GUC_TRIGGER_GT_RESET) || is_kind(t, GUC_TRIGGER_RESET_FAILED) ||
	       is_kind(t, GUC_TRIGGER_CRASH_DUMP) || is_kind(t, GUC_TRIGGER_EXCEPTION) ||
	       is_kind(t, GUC_TRIGGER_LOAD);
}

static bool has_whole(const struct guclog_incident *i)
{
	unsigned int n;

	for (n = 0; n < i->nr_triggers; n++)
		if (is_whole(&i->triggers[n]))
			return true;
	return false;
}

/* Return: whether the firmware, and not the driver, has named the queue of the record. */
static bool is_named_by_firmware(const struct guclog_incident *i)
{
	unsigned int n;

	for (n = 0; i->has_guc_id && n < i->nr_triggers; n++) {
		const struct guclog_trigger *t = &i->triggers[n];

		if (t->has_guc_id && t->guc_id == i->guc_id && !t->killed)
			return is_kind(t, GUC_TRIGGER_ENGINE_RESET) ||
			       is_kind(t, GUC_TRIGGER_CAT_ERROR);
	}
	return false;
}

/* Return: whether the engine reset of the log is that of the trigger; not without their times. */
static bool is_of_trigger(const struct explanation *x)
{
	const struct analysis_log *log = &x->a->log;
	const struct guclog_reset *reset = x->found->chosen;

	return reset && log->has_trigger && log->hz &&
	       reset->end_tick >= log->trigger - analysis_us(x->a, OTHER_MS * 1000);
}

static enum guclog_culprit_basis find_in_log(const struct explanation *x)
{
	const struct guclog_findings *v = x->found;

	if (!v || v->victim.guc_id == GUCLOG_NONE)
		return GUCLOG_CULPRIT_UNKNOWN;
	if (v->reset == GUCLOG_YES)
		return is_of_trigger(x) ? GUCLOG_CULPRIT_RESET : GUCLOG_CULPRIT_UNKNOWN;
	return guclog_stuck_name(v->stuck) ? GUCLOG_CULPRIT_REQUEST : GUCLOG_CULPRIT_UNKNOWN;
}

/* xe of 6.12 gives no reason, and makes its dump for any job that a GT reset ends. */
static bool has_dump(const struct explanation *x, const struct guclog_incident *i)
{
	const struct guclog_driver *d = &x->shown.driver;

	return d->guc_id != GUCLOG_NONE && d->hang == GUCLOG_YES && (d->reason || !has_whole(i));
}

static enum guclog_culprit_basis find_basis(const struct explanation *x,
					    const struct guclog_incident *i)
{
	enum guclog_culprit_basis basis;

	if (is_named_by_firmware(i))
		return GUCLOG_CULPRIT_FIRMWARE;
	basis = find_in_log(x);
	if (basis == GUCLOG_CULPRIT_UNKNOWN && has_dump(x, i))
		basis = GUCLOG_CULPRIT_DUMP;
	if (basis == GUCLOG_CULPRIT_UNKNOWN && i->has_guc_id)
		basis = GUCLOG_CULPRIT_TIMEOUT;
	return basis;
}

/**
 * culprit_make() - find the queue that has caused what the module recorded the log for
 * @x: the explanation, with its verdict; its culprit is filled
 *
 * Context: any.
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
	case GUCLOG_CULPRIT_UNKNOWN:
		break;
	}
}

const char *guclog_culprit_basis_name(enum guclog_culprit_basis basis)
{
	static const char * const names[] = {
		[GUCLOG_CULPRIT_FIRMWARE] = "firmware",
		[GUCLOG_CULPRIT_REQUEST] = "request",
		[GUCLOG_CULPRIT_RESET] = "engine reset",
		[GUCLOG_CULPRIT_DUMP] = "devcoredump",
		[GUCLOG_CULPRIT_TIMEOUT] = "job timeout",
	};

	return (unsigned int)basis < ARRAY_SIZE(names) ? names[basis] : NULL;
}

static void say_list(struct explanation *x, const struct guclog_incident *i)
{
	unsigned int n;

	sentence_begin(x, "The record lists %u triggers:", i->nr_triggers);
	for (n = 0; n < min(i->nr_triggers, (unsigned int)MAX_LISTED); n++) {
		const struct guclog_trigger *t = &i->triggers[n];

		sentence_more(x, "%s %s", n ? ";" : "", t->name);
		if (t->has_guc_id)
			sentence_more(x, " of guc_id %u", t->guc_id);
		if (*t->engine)
			sentence_more(x, " on %s", t->engine);
		if (*t->process)
			sentence_more(x, " of the process %s", t->process);
		if (t->killed)
			sentence_more(x, ", which was killed");
		if (n)
			sentence_more(x, ", %llu.%03llu ms after the first",
				      (u64)t->after_ns / 1000000, (u64)t->after_ns / 1000 % 1000);
	}
	if (i->nr_triggers > MAX_LISTED)
		sentence_more(x, "; and %u more", i->nr_triggers - MAX_LISTED);
	sentence_more(x, ".");
}

/* @n: number of a trigger. Return: whether it is the first one about its queue. */
static bool is_first(const struct guclog_incident *i, unsigned int n)
{
	unsigned int k;

	for (k = 0; k < n; k++)
		if (i->triggers[k].has_guc_id && i->triggers[k].guc_id == i->triggers[n].guc_id)
			return false;
	return true;
}

static void say_innocents(struct explanation *x, const struct guclog_incident *i)
{
	unsigned int n, nr = 0;

	for (n = 0; n < i->nr_triggers; n++) {
		const struct guclog_trigger *t = &i->triggers[n];

		if (!t->has_guc_id || t->killed || t->guc_id == x->shown.culprit.guc_id ||
		    !is_kind(t, GUC_TRIGGER_TIMEOUT) || !is_first(i, n))
			continue;
		if (!nr++)
			sentence_begin(x, "Jobs of other queues ended with the reset of the GT: guc_id");
		sentence_more(x, "%s %u", nr > 1 ? "," : "", t->guc_id);
	}
	if (nr)
		sentence_more(x, ".");
}

/**
 * culprit_say() - say which triggers a record lists, and which queue is the cause
 * @x: the explanation, with its culprit
 *
 * Context: allocates memory.
 */
void culprit_say(struct explanation *x)
{
	static const char * const how[] = {
		[GUCLOG_CULPRIT_FIRMWARE] = "the firmware named it",
		[GUCLOG_CULPRIT_REQUEST] = "the log has a request about it that the GuC did not answer",
		[GUCLOG_CULPRIT_RESET] = "the log has the engine reset that removed it",
		[GUCLOG_CULPRIT_DUMP] = "xe's devcoredump is about it",
		[GUCLOG_CULPRIT_TIMEOUT] = "its trigger came first, and none before it is about the whole GT",
	};
	const struct guclog_incident *i = x->log->incident;
	const struct guclog_culprit *c = &x->shown.culprit;

	if (!i->boottime_ns || i->nr_triggers < 2)
		return;
	say_list(x, i);
	if (c->basis != GUCLOG_CULPRIT_UNKNOWN) {
		sentence_begin(x, "The cause is guc_id %u%s%s: %s.", c->guc_id,
			       *c->engine ? " on " : "", c->engine, how[c->basis]);
		if (has_whole(i))
			say_innocents(x, i);
	} else if (has_whole(i)) {
		sentence_begin(x, "It is unknown which queue is the cause: the whole GT was reset, which also ends the jobs of innocent queues, and neither the log nor a devcoredump names one.");
	} else {
		sentence_begin(x, "It is unknown which queue is the cause: neither the triggers nor the log nor a devcoredump names one.");
	}
}
