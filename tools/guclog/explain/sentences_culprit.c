// SPDX-License-Identifier: MIT OR GPL-2.0-only
#include "explain/explanation.h"
#include "explain/triggers.h"

/*
 * Largest number of triggers that the sentence lists. A trigger is an event because of which the
 * kernel module recorded the log.
 */
#define MAX_LISTED	6u

static void say_list(struct explanation *x, const struct guclog_incident *i)
{
	unsigned int n;

	sentence_begin(x, "The record lists %u triggers:", i->nr_triggers);
	for (n = 0; n < min(i->nr_triggers, MAX_LISTED); n++) {
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

/* Return: whether trigger @n is the first one about its queue. */
static bool is_first(const struct guclog_incident *i, unsigned int n)
{
	unsigned int k;

	for (k = 0; k < n; k++)
		if (i->triggers[k].has_guc_id && i->triggers[k].guc_id == i->triggers[n].guc_id)
			return false;
	return true;
}

/* List the queues whose jobs timed out only because the whole GT was reset. */
static void say_other_jobs(struct explanation *x, const struct guclog_incident *i)
{
	unsigned int n, nr = 0;

	for (n = 0; n < i->nr_triggers; n++) {
		const struct guclog_trigger *t = &i->triggers[n];

		if (!t->has_guc_id || t->killed || t->guc_id == x->shown.culprit.guc_id ||
		    !trigger_is(t, GUC_TRIGGER_TIMEOUT) || !is_first(i, n))
			continue;
		if (!nr++)
			sentence_begin(x, "Jobs of other queues ended with the reset of the GT: guc_id");
		sentence_more(x, "%s %u", nr > 1 ? "," : "", t->guc_id);
	}
	if (nr)
		sentence_more(x, ".");
}

/**
 * culprit_say() - add sentences about the triggers that a recorded log lists, and about the queue
 * that caused the problem
 * @x: the explanation, with its culprit
 *
 * Context: allocates memory.
 */
void culprit_say(struct explanation *x)
{
	static const char * const how[] = {
		[GUCLOG_CULPRIT_FIRMWARE] = "the firmware named this queue",
		[GUCLOG_CULPRIT_REQUEST] = "the log has a request about this queue that the GuC did not answer",
		[GUCLOG_CULPRIT_RESET] = "the log has the engine reset that removed this queue",
		[GUCLOG_CULPRIT_DUMP] = "xe's devcoredump is about this queue",
		[GUCLOG_CULPRIT_TIMEOUT] = "the first trigger that names a queue names this one, and no trigger about the whole GT precedes it",
		[GUCLOG_CULPRIT_ENGINE] = "this queue was on the engine that the firmware could not reset",
	};
	const struct guclog_incident *i = x->log->incident;
	const struct guclog_culprit *c = &x->shown.culprit;

	if (!i->boottime_ns || i->nr_triggers < 2)
		return;
	say_list(x, i);
	if (c->basis != GUCLOG_CULPRIT_UNKNOWN) {
		sentence_begin(x, "The cause is guc_id %u%s%s: %s.", c->guc_id,
			       *c->engine ? " on " : "", c->engine, how[c->basis]);
		sentence_is(x, GUCLOG_CERTAINTY_INFERRED);
		if (triggers_have_whole(i))
			say_other_jobs(x, i);
	} else if (triggers_have_whole(i)) {
		sentence_begin(x, "It is unknown which queue is the cause: the whole GT was reset, which also ends the jobs of other queues, and neither the log nor a devcoredump names one.");
		sentence_is(x, GUCLOG_CERTAINTY_UNKNOWN);
	} else {
		sentence_begin(x, "It is unknown which queue is the cause: neither the triggers nor the log nor a devcoredump names one.");
		sentence_is(x, GUCLOG_CERTAINTY_UNKNOWN);
	}
}
