// SPDX-License-Identifier: GPL-2.0-only
#include "explain/explanation.h"
#include "explain/analysis.h"

#include "guc_event.h"

static void say_reason(struct explanation *x)
{
	const struct guclog_findings *v = x->found;

	if (v->reason_differs)
		sentence_more(x, "; the Reason of the dump names guc_id %u instead, which contradicts the log",
			      v->reason_guc_id);
	else if (v->reason_waits)
		sentence_more(x, "; the dump is about guc_id %u, which %s", v->reason_guc_id,
			      resets_victim(v->chosen, v->reason_guc_id) ?
			      "the same reset removed from another engine" :
			      "waited for the engine");
	else if (v->reason_guc_id != GUCLOG_NONE && v->reason_guc_id != v->victim.guc_id)
		sentence_more(x, "; it is a context of the parallel queue with guc_id %u, which the dump is about",
			      v->reason_guc_id);
	else if (v->reason_guc_id != GUCLOG_NONE)
		sentence_more(x, "; the Reason of the dump names the same guc_id");
}

static void say_no_victim(struct explanation *x)
{
	const struct guclog_findings *v = x->found;
	const struct guclog_reset *reset = v->chosen;
	char engine[TEXT_MAX], when[TEXT_MAX];

	sentence_begin(x, "Engine reset");
	if (v->victim.engine != GUCLOG_NONE)
		sentence_more(x, " on %s", engine_text(v->victim.engine, engine));
	else if (reset->engine_class < GUC_CLASS_COUNT)
		sentence_more(x, " of class %s", guc_event_class_name(reset->engine_class));
	sentence_more(x, " at %s: ", time_text(x, reset->begin_tick, when));
	sentence_proof(x, reset->begin_index);
	if (verdict_removes_none(x->a, reset)) {
		sentence_more(x, "it removed no context from an engine.");
		sentence_is(x, GUCLOG_CERTAINTY_INFERRED);
		return;
	}
	sentence_more(x, "it is unknown which context was removed from its engine.");
	sentence_is(x, GUCLOG_CERTAINTY_UNKNOWN);
}

static void say_victim(struct explanation *x)
{
	const struct guclog_findings *v = x->found;
	const struct guclog_reset *reset = v->chosen;
	char engine[TEXT_MAX], when[TEXT_MAX];

	if (v->victim.guc_id == GUCLOG_NONE) {
		say_no_victim(x);
		return;
	}
	sentence_begin(x, v->inferred ?
		       "Engine reset on %s, which guc_id %u (LRCA page 0x%x) was on, at %s" :
		       "Engine reset on %s: the GuC removed guc_id %u (LRCA page 0x%x) from it at %s",
		       engine_text(v->victim.engine, engine), v->victim.guc_id,
		       v->victim.lrca, time_text(x, v->victim.tick, when));
	say_reason(x);
	sentence_more(x, ".");
	if (v->reason_guc_id != GUCLOG_NONE)
		sentence_says(x, GUCLOG_BASIS_BOTH);
	if (v->inferred)
		sentence_is(x, GUCLOG_CERTAINTY_INFERRED);
	sentence_proof(x, reset->begin_index);
	sentence_proof(x, v->victim.index);
	if (v->other_victims)
		sentence_begin(x, "The same reset removed %u other context%s from engines.",
			       v->other_victims, v->other_victims == 1 ? "" : "s");
}

static void say_limit(struct explanation *x)
{
	const struct guclog_findings *v = x->found;

	if (!v->limit_us && v->chosen && v->chosen->limit_us)
		sentence_more(x, " (that is not the preemption timeout of %u.%03u ms)",
			      v->chosen->limit_us / 1000, v->chosen->limit_us % 1000);
	else if (!v->limit_us)
		sentence_more(x, " (the limit is not known)");
	else
		sentence_more(x, " (limit %u.%03u ms, %s)", v->limit_us / 1000,
			      v->limit_us % 1000, v->limit_from_ct ?
			      "which the driver had set" : "as the dump lists it");
}

static void say_waiter(struct explanation *x)
{
	const struct guclog_findings *v = x->found;
	const struct guclog_reset *reset = v->chosen;
	const struct guclog_wait *wait = &reset->wait;
	const struct guclog_context *context = contexts_find(&x->a->contexts, v->waiter);
	u64 ready = reset->placed == v->waiter ? reset->placed_ready : wait->waiter_index;
	char when[TEXT_MAX];

	time_text(x, wait->tick, when);
	if (v->waiter == GUCLOG_NONE) {
		sentence_begin(x, wait->disabled ?
			       "Why: the driver disabled the context; at %s" :
			       wait->waiters > 1 ?
			       "Why: for one of several ready contexts (it is unknown which one), at %s" :
			       "Why: at %s", when);
		return;
	}
	sentence_begin(x, "Why: guc_id %u", v->waiter);
	/* Since the context became ready, its guc_id may have been given to another context. */
	if (context && context->engine_class < GUC_CLASS_COUNT && context->first <= ready)
		sentence_more(x, " (%s%s)", guc_event_class_name(context->engine_class),
			      context->born ? ", registered in this log" : "");
	sentence_more(x, " became ready; at %s", when);
	sentence_proof(x, ready);
}

static void say_wait(struct explanation *x)
{
	const struct guclog_findings *v = x->found;
	const struct guclog_reset *reset = v->chosen;
	char engine[TEXT_MAX], span[TEXT_MAX], when[TEXT_MAX];
	bool chain;

	chain = explain_fault_chain(x);
	if (!v->has_wait && chain) {
		sentence_more(x, ".");
		sentence_is(x, GUCLOG_CERTAINTY_INFERRED);
		sentence_proof(x, reset->begin_index);
		return;
	}
	if (!v->has_wait) {
		if (reset->begin_seen && !reset->timed_out)
			sentence_begin(x, "It is unknown why the engine was reset: no preemption on this engine has timed out directly before it.");
		else if (!reset->timed_out)
			sentence_begin(x, "It is unknown why the engine was reset: the beginning of the reset is not in the log.");
		else
			sentence_begin(x, "The engine did not switch out in time; the request to do so is not in the log.");
		if (!reset->timed_out)
			sentence_is(x, GUCLOG_CERTAINTY_UNKNOWN);
		sentence_proof(x, reset->begin_index);
		return;
	}
	if (chain)
		sentence_more(x, "; at %s", time_text(x, reset->wait.tick, when));
	else
		say_waiter(x);
	sentence_more(x, " the GuC asked %s to switch out its context, and got no answer for %s",
		      engine_text(reset->wait.engine, engine), wait_text(x, span));
	say_limit(x);
	sentence_more(x, ".");
	sentence_is(x, GUCLOG_CERTAINTY_INFERRED);
	sentence_proof(x, reset->wait.index);
	sentence_proof(x, reset->timeout_index);
}

/*
 * Describe how long the victim (the removed context) was on engines earlier in the log, so that a
 * reader can compare this with the time before the reset.
 */
static void say_history(struct explanation *x)
{
	const struct guclog_victim *victim = &x->found->victim;
	char span[TEXT_MAX], when[TEXT_MAX];

	if (!victim->left)
		return;
	sentence_begin(x, "Earlier in this log, guc_id %u had left its engine %llu time%s because it was complete or preempted",
		       victim->guc_id, (u64)victim->left, victim->left == 1 ? "" : "s");
	if (victim->whole_runs &&
	    !analysis_may_be_longer(x->a, x->survey->first_tick, victim->on_since))
		sentence_more(x, ", after at most %s on the engine%s",
			      most_text(x, victim->longest_run, span),
			      victim->left > victim->whole_runs ?
			      ", not counting the time before this log" : "");
	if (victim->preempted)
		sentence_more(x, "; it gave way to another context %llu time%s",
			      (u64)victim->preempted, victim->preempted == 1 ? "" : "s");
	if (victim->preempted && victim->gave_way_index != GUCLOG_NO_EVENT) {
		sentence_more(x, ", the last time at %s, %s after the request",
			      time_text(x, victim->gave_way_tick, when),
			      between_text(x, victim->gave_way_tick - victim->gave_way_ticks,
					   victim->gave_way_tick, span));
		sentence_proof(x, victim->gave_way_index);
	}
	sentence_more(x, ".");
}

static void say_since(struct explanation *x)
{
	const struct guclog_findings *v = x->found;
	char engine[TEXT_MAX], span[TEXT_MAX], when[TEXT_MAX];
	s64 begin = v->chosen->begin_tick;

	if (v->victim.guc_id == GUCLOG_NONE)
		return;
	engine_text(v->victim.engine, engine);
	since_text(x, v->victim.on_known, v->victim.on_since, begin, span);
	if (v->victim.on_known)
		sentence_begin(x, "guc_id %u had been on %s since %s, for %s until the reset began.",
			       v->victim.guc_id, engine,
			       time_text(x, v->victim.on_since, when), span);
	else if (v->victim.on_since == x->survey->part_tick && begin > v->victim.on_since)
		sentence_begin(x, "guc_id %u was already on %s at the beginning of this %s, and did not leave it for %s.",
			       v->victim.guc_id, engine, x->survey->gaps ?
			       "part of the log" : "log", span);
	if (v->victim.on_known)
		sentence_proof(x, v->victim.on_index);
	say_history(x);
}

static void say_aftermath(struct explanation *x)
{
	const struct guclog_findings *v = x->found;
	const struct guclog_reset *reset = v->chosen;
	const struct {
		u64 index;
		const char *text;
	} step[] = {
		{ reset->capture_index, "fetched the state capture" },
		{ reset->disabled_index, "disabled" },
		{ reset->deregistered_index, "deregistered" },
	};
	unsigned int i, left = 0, nr = 0;

	if (v->victim.guc_id == GUCLOG_NONE)
		return;
	if (!reset->end_seen) {
		sentence_begin(x, "The log ends before the end of the reset.");
		return;
	}
	for (i = 0; i < ARRAY_SIZE(step); i++)
		left += step[i].index != GUCLOG_NO_EVENT;
	if (!left) {
		sentence_begin(x, "The log does not show that the driver reacted.");
		return;
	}
	sentence_begin(x, "Then the driver ");
	for (i = 0; i < ARRAY_SIZE(step); i++) {
		if (step[i].index == GUCLOG_NO_EVENT)
			continue;
		left--;
		sentence_more(x, "%s%s", !nr++ ? "" : left ? ", " : " and ",
			      step[i].text);
		sentence_proof(x, step[i].index);
	}
	if (reset->disabled_index != GUCLOG_NO_EVENT ||
	    reset->deregistered_index != GUCLOG_NO_EVENT)
		sentence_more(x, " guc_id %u", v->victim.guc_id);
	sentence_more(x, ".");
}

/*
 * Return: words that tell the victim of another reset from the victim of the chosen reset if both
 * have the same guc_id: the guc_id was deregistered between the two resets, or the contexts have
 * different images (LRCA pages).
 */
static const char *another(const struct guclog_findings *v, const struct guclog_reset *reset)
{
	const struct guclog_reset *chosen = v->chosen;
	bool earlier;

	if (!chosen || !reset->nr_victims || reset->victim[0].guc_id != v->victim.guc_id)
		return "";
	earlier = reset->begin_index < chosen->begin_index;
	if (reset->victim[0].lrca == v->victim.lrca &&
	    (earlier ? reset->deregistered_index > chosen->begin_index :
		       chosen->deregistered_index > reset->begin_index))
		return "";
	return earlier ? " (an earlier context)" : " (a later context)";
}

/* End the sentence with a list of all resets except the one that the explanation is about. */
static void list_resets(struct explanation *x)
{
	const struct guclog_findings *v = x->found;
	const struct guclog_reset *reset;
	unsigned int i = x->survey->resets;
	const char *between = " ";
	char when[TEXT_MAX];

	while (i) {
		u32 guc_id;

		reset = guclog_analysis_reset(x->a, --i);
		guc_id = reset->nr_victims ? reset->victim[0].guc_id :
			 reset->begin_seen && reset->wait_known ? reset->wait.victim :
			 GUCLOG_NONE;
		if (reset == v->chosen || guc_id == GUCLOG_NONE)
			continue;
		if (sentence_proofs(x) == SENTENCE_EVENTS) {
			sentence_more(x, "; and earlier ones");
			break;
		}
		sentence_more(x, "%sguc_id %u%s%s at %s", between, guc_id, another(v, reset),
			      reset->nr_victims ? "" : ", which was on the engine,",
			      time_text(x, reset->begin_tick, when));
		sentence_proof(x, reset->nr_victims ? reset->victim[0].index : reset->begin_index);
		between = "; ";
	}
	sentence_more(x, "%s", *between == ';' ? "." : " their contexts are not known.");
}

static void say_others(struct explanation *x)
{
	const struct guclog_findings *v = x->found;

	if (v->nr_resets < 2)
		return;
	sentence_begin(x, "The log has %llu engine resets; this is the %s. The others:",
		       (u64)v->nr_resets, v->reason_guc_id != GUCLOG_NONE ?
		       "one that the dump is about" : "last one");
	list_resets(x);
}

/*
 * Add sentences for a log that ends while an engine has not answered a request to switch out and
 * the GuC has not reset it.
 */
static void say_pending(struct explanation *x)
{
	const struct guclog_findings *v = x->found;
	const struct guclog_wait *wait = v->pending;
	const char *then = v->reset == GUCLOG_NO ? " No reset follows in the log." :
			   " The log ends before a reset.";
	char engine[TEXT_MAX], when[TEXT_MAX], span[TEXT_MAX];
	s64 end;

	if (!wait) {
		sentence_begin(x, "An engine did not switch out in time.%s", then);
		return;
	}
	end = v->expired ? wait->tick + v->wait_ticks : analysis_end_tick(x->a);
	sentence_begin(x, "At %s the GuC asked %s to switch out its context",
		       time_text(x, wait->tick, when),
		       engine_text(wait->engine, engine));
	if (wait->waiter != GUCLOG_NONE)
		sentence_more(x, " for guc_id %u", wait->waiter);
	else if (wait->disabled)
		sentence_more(x, ", as the driver had disabled the context");
	if (wait->victim != GUCLOG_NONE)
		sentence_more(x, "; guc_id %u was on it", wait->victim);
	sentence_more(x, "; there was no answer for %s",
		      between_text(x, wait->tick, end, span));
	if (v->has_wait)
		say_limit(x);
	if (v->expired) {
		sentence_more(x, ".%s", then);
	} else {
		sentence_more(x, " until %s, so it is unknown whether the engine was reset.",
			      x->a->log.has_now ? "the log was copied" : "the end of the log");
		sentence_is(x, GUCLOG_CERTAINTY_UNKNOWN);
	}
	sentence_proof(x, wait->waiter == GUCLOG_NONE ? GUCLOG_NO_EVENT : wait->waiter_index);
	sentence_proof(x, wait->index);
}

/*
 * If the log has resets, but the dump is about none of them: add a sentence. Return: whether it was
 * added.
 */
static bool say_other_resets(struct explanation *x)
{
	const struct guclog_findings *v = x->found;

	if (!v->not_this)
		return false;
	sentence_begin(x, v->reported ?
		       "The GuC reported a reset of guc_id %u to the driver, but it is not in this log" :
		       "The log has no engine reset of guc_id %u, which the dump is about",
		       v->reason_guc_id);
	sentence_says(x, GUCLOG_BASIS_BOTH);
	sentence_is(x, GUCLOG_CERTAINTY_INFERRED);
	sentence_more(x, "; its %llu engine reset%s of other contexts, of an earlier context with this guc_id, or much older than the dump:",
		      (u64)v->not_this, v->not_this == 1 ? " is" : "s are");
	list_resets(x);
	return true;
}

/* Add a sentence if the GuC may still wait for the answer to a request that is not in the log. */
static void say_older(struct explanation *x)
{
	const struct preemptions *p = &x->a->resets.preemptions;
	char when[TEXT_MAX], span[TEXT_MAX];

	if (!verdict_waits(x->a))
		return;
	sentence_begin(x, "At %s the GuC waited for an engine to switch out its context",
		       time_text(x, p->older.tick, when));
	sentence_proof(x, p->older.first);
	if (p->older.last != p->older.first) {
		sentence_more(x, ", for at least %s",
			      least_text(x, p->older.tick - p->older.since, span));
		sentence_proof(x, p->older.last);
	}
	sentence_more(x, "; the request is not in this log, and the log does not show how the wait ended, so it is unknown which engine this was, and whether it was reset.");
	sentence_is(x, GUCLOG_CERTAINTY_UNKNOWN);
}

/* If the newest events are missing, add a sentence. Return: whether it was added. */
static bool say_no_end(struct explanation *x)
{
	if (!x->survey->end_missing || x->found->nr_resets)
		return false;
	sentence_begin(x, "It is unknown whether an engine was reset: ");
	if (x->survey->missing_bytes)
		sentence_more(x, "the last %llu bytes of the events are missing.",
			      (u64)x->survey->missing_bytes);
	else
		sentence_more(x, "the newest events are missing, or the order of the events is not known.");
	sentence_is(x, GUCLOG_CERTAINTY_UNKNOWN);
	return true;
}

/* Add the names of the rules that fail, and the full stop. */
static void list_failed(struct explanation *x)
{
	const char *between = " (";
	struct guclog_rule rule;
	unsigned int i;

	for (i = 0; !guclog_analysis_rule(x->a, i, &rule); i++) {
		if (!rule.failed)
			continue;
		sentence_more(x, "%s%s", between, rule.name);
		between = ", ";
	}
	sentence_more(x, "%s.", *between == ',' ? ")" : "");
}

/* Describe a memory error whose context is still on its engine at the end of the log. */
static void say_open_error(struct explanation *x)
{
	const struct contexts_cat_error *e = contexts_open_error(&x->a->contexts);
	char when[TEXT_MAX];

	if (!e)
		return;
	sentence_begin(x, "At %s the GuC reported a memory (CAT) error of guc_id %u, type %u; the log ends before the reset that removes the context from its engine.",
		       time_text(x, e->tick, when), e->guc_id, e->type);
	sentence_proof(x, e->index);
}

static void say_no_reset(struct explanation *x)
{
	const struct guclog_findings *v = x->found;
	const struct guclog_survey *s = x->survey;
	char span[TEXT_MAX];

	if (v->pending || v->expired) {
		say_pending(x);
		return;
	}
	say_older(x);
	if (say_other_resets(x))
		return;
	if (v->reported) {
		sentence_begin(x, "The GuC reported a reset of guc_id %u to the driver, but this log has no engine reset: it begins later, or events are missing.",
			       v->reason_guc_id);
		sentence_says(x, GUCLOG_BASIS_BOTH);
		return;
	}
	if (v->reset == GUCLOG_UNKNOWN) {
		if (say_no_end(x))
			return;
		sentence_begin(x, "It is unknown whether an engine was reset: the rules of the dictionary on which this depends %s",
			       s->firmware_known || s->rules_held != s->rules_tested ?
			       "do not hold on this log" :
			       "were tested too few times in a log of an unknown firmware");
		list_failed(x);
		sentence_is(x, GUCLOG_CERTAINTY_UNKNOWN);
		return;
	}
	if (say_no_end(x))
		return;
	if (v->nr_resets) {
		sentence_begin(x, "No engine reset belongs to this trigger; the engine resets in the log ended more than a second before it:");
		list_resets(x);
	} else {
		/* A disable that failed can be older than the log. */
		sentence_begin(x, v->hang != GUCLOG_NO ||
			       x->shown.driver.kind == GUCLOG_DRIVER_DISABLE_FAILED ?
			       "The log has no engine reset." :
			       x->shown.hang == GUCLOG_YES ?
			       v->open.what == GUCLOG_STUCK_NOTHING ?
			       "The log has no engine reset, and no request in it is unanswered: it does not show that the GuC itself hangs." :
			       "The log has no engine reset, and no request in it is stuck: it does not show that the GuC itself hangs." :
			       "The log shows no hang of the GuC: it has no engine reset, and no request is stuck.");
	}
	say_open_error(x);
	if (s->granted)
		sentence_begin(x, "%llu preemption%s granted, the slowest in %s.",
			       (u64)s->granted, s->granted == 1 ? " was" : "s were",
			       span_text(x, s->granted_ticks, span));
}

/**
 * explain_reset() - describe engine resets
 * @x: the explanation
 */
void explain_reset(struct explanation *x)
{
	if (x->found->reset != GUCLOG_YES) {
		say_no_reset(x);
		return;
	}
	say_victim(x);
	say_wait(x);
	say_since(x);
	say_aftermath(x);
	say_others(x);
	if (x->found->victim.guc_id == GUCLOG_NONE)
		return;
	sentence_begin(x, x->shown.memory_fault ?
		       "This log does not show which command of guc_id %u made the access." :
		       "This log does not show what guc_id %u was doing, nor whether it would have ended.",
		       x->found->victim.guc_id);
	sentence_is(x, GUCLOG_CERTAINTY_UNKNOWN);
}
