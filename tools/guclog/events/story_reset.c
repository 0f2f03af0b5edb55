// SPDX-License-Identifier: GPL-2.0-only
#include "events/story.h"

#include "guc_event.h"

static const struct guclog_findings *verdict_of(const struct story *story)
{
	return story->log->found;
}

static void tell_reason(struct story *story)
{
	const struct guclog_findings *v = verdict_of(story);

	if (v->reason_differs)
		story_more(story, "; the Reason of the dump names guc_id %u instead: the two contradict",
			   v->reason_guc_id);
	else if (v->reason_guc_id != GUCLOG_NONE)
		story_more(story, "; the Reason of the dump names it too");
}

static void tell_victim(struct story *story)
{
	const struct guclog_findings *v = verdict_of(story);
	const struct guclog_reset *reset = v->chosen;
	char engine[STORY_TEXT], when[STORY_TEXT];

	if (v->victim.guc_id == GUCLOG_NONE) {
		story_add(story, "Engine reset");
		if (v->victim.engine != GUCLOG_NONE)
			story_more(story, " on %s",
				   story_engine(v->victim.engine, engine));
		else if (reset->engine_class < GUC_CLASS_COUNT)
			story_more(story, " of class %s",
				   guc_event_class_name(reset->engine_class));
		story_more(story, " at %s: it is unknown which context was removed from its engine.",
			   story_when(story, reset->begin_tick, when));
		story_prove(story, reset->begin_index);
		return;
	}
	story_add(story, v->inferred ?
		  "Engine reset on %s, which guc_id %u (LRCA page 0x%x) was on, at %s" :
		  "Engine reset on %s: the GuC removed guc_id %u (LRCA page 0x%x) from it at %s",
		  story_engine(v->victim.engine, engine), v->victim.guc_id,
		  v->victim.lrca, story_when(story, v->victim.tick, when));
	tell_reason(story);
	story_more(story, ".");
	story_prove(story, reset->begin_index);
	story_prove(story, v->victim.index);
	if (v->other_victims)
		story_add(story, "The same reset removed %u other context%s from engines.",
			  v->other_victims, v->other_victims == 1 ? "" : "s");
}

static void tell_limit(struct story *story)
{
	const struct guclog_findings *v = verdict_of(story);

	if (!v->limit_us)
		story_more(story, " (the limit is not known)");
	else
		story_more(story, " (limit %u.%03u ms, %s)", v->limit_us / 1000,
			   v->limit_us % 1000, v->limit_from_ct ?
			   "which the driver had set" : "as the dump lists it");
}

static void tell_waiter(struct story *story)
{
	const struct guclog_findings *v = verdict_of(story);
	const struct guclog_wait *wait = &v->chosen->wait;
	const struct guclog_context *context = guclog_analysis_find(story->log->a, v->waiter);
	char when[STORY_TEXT];

	story_when(story, wait->tick, when);
	if (v->waiter == GUCLOG_NONE) {
		story_add(story, wait->disabled ?
			  "Why: the driver disabled the context; at %s" :
			  "Why: at %s", when);
		return;
	}
	story_add(story, "Why: guc_id %u", v->waiter);
	if (context && context->engine_class < GUC_CLASS_COUNT)
		story_more(story, " (%s%s)", guc_event_class_name(context->engine_class),
			   context->born ? ", registered in this log" : "");
	story_more(story, " became ready; at %s", when);
	story_prove(story, wait->waiter_index);
}

static void tell_wait(struct story *story)
{
	const struct guclog_findings *v = verdict_of(story);
	const struct guclog_reset *reset = v->chosen;
	char engine[STORY_TEXT], span[STORY_TEXT];

	if (!v->has_wait) {
		if (reset->begin_seen && !reset->timed_out)
			story_add(story, "It is unknown why the engine was reset: no preemption has timed out in the log.");
		else if (!reset->timed_out)
			story_add(story, "It is unknown why the engine was reset: the beginning of the reset is not in the log.");
		else
			story_add(story, "The engine did not switch out in time; the request to do so is not in the log.");
		story_prove(story, reset->begin_index);
		return;
	}
	tell_waiter(story);
	story_more(story, " the GuC asked %s to switch out; no answer in %s",
		   story_engine(reset->wait.engine, engine),
		   story_span(story, v->wait_ticks, span));
	tell_limit(story);
	story_more(story, ".");
	story_prove(story, reset->wait.index);
	story_prove(story, reset->timeout_index);
}

static void tell_since(struct story *story)
{
	const struct guclog_findings *v = verdict_of(story);
	char engine[STORY_TEXT], span[STORY_TEXT], when[STORY_TEXT];
	s64 ticks = v->chosen->begin_tick - v->victim.on_since;

	if (v->victim.guc_id == GUCLOG_NONE)
		return;
	story_engine(v->victim.engine, engine);
	story_span(story, ticks, span);
	if (v->victim.on_known)
		story_add(story, "guc_id %u had been on %s since %s: %s.",
			  v->victim.guc_id, engine,
			  story_when(story, v->victim.on_since, when), span);
	else if (v->victim.on_since == story->log->survey->part_tick)
		story_add(story, "guc_id %u was on %s before this %s begins and never left it: at least %s.",
			  v->victim.guc_id, engine, story->log->survey->gaps ?
			  "part of the log" : "log", span);
}

static void tell_aftermath(struct story *story)
{
	const struct guclog_findings *v = verdict_of(story);
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
		story_add(story, "The log ends before the reset does.");
		return;
	}
	for (i = 0; i < ARRAY_SIZE(step); i++)
		left += step[i].index != GUCLOG_NO_EVENT;
	if (!left) {
		story_add(story, "The log does not show that the driver reacted.");
		return;
	}
	story_add(story, "Then the driver ");
	for (i = 0; i < ARRAY_SIZE(step); i++) {
		if (step[i].index == GUCLOG_NO_EVENT)
			continue;
		left--;
		story_more(story, "%s%s", !nr++ ? "" : left ? ", " : " and ",
			   step[i].text);
		story_prove(story, step[i].index);
	}
	if (reset->disabled_index != GUCLOG_NO_EVENT ||
	    reset->deregistered_index != GUCLOG_NO_EVENT)
		story_more(story, " guc_id %u", v->victim.guc_id);
	story_more(story, ".");
}

/* Go on with the sentence: all resets but the chosen one. */
static void list_resets(struct story *story)
{
	const struct guclog_findings *v = verdict_of(story);
	const struct guclog_reset *reset;
	unsigned int i = story->log->survey->resets;
	char when[STORY_TEXT];

	while (i) {
		reset = guclog_analysis_reset(story->log->a, --i);
		if (reset == v->chosen || !reset->nr_victims)
			continue;
		if (story->line[story->nr - 1].nr == STORY_MAX_EVENTS) {
			story_more(story, " ...");
			break;
		}
		story_more(story, " guc_id %u at %s;", reset->victim[0].guc_id,
			   story_when(story, reset->begin_tick, when));
		story_prove(story, reset->victim[0].index);
	}
}

static void tell_others(struct story *story)
{
	const struct guclog_findings *v = verdict_of(story);

	if (v->nr_resets < 2)
		return;
	story_add(story, "The log has %llu engine resets; this is the %s. The others:",
		  (u64)v->nr_resets, v->reason_guc_id != GUCLOG_NONE &&
		  !v->reason_differs ? "one that the dump is about" : "last one");
	list_resets(story);
}

/* The log ends before the GuC has reset the engine, or before the engine has answered. */
static void tell_pending(struct story *story)
{
	const struct guclog_findings *v = verdict_of(story);
	const struct guclog_wait *wait = v->pending;
	const char *end = v->reset == GUCLOG_NO ? " No reset follows in the log." :
			  " The log ends before a reset.";
	char engine[STORY_TEXT], when[STORY_TEXT], span[STORY_TEXT];
	s64 ticks;

	if (!wait) {
		story_add(story, "An engine did not switch out in time.%s", end);
		return;
	}
	ticks = v->expired ? v->wait_ticks : story->log->survey->last_tick - wait->tick;
	story_add(story, "At %s the GuC asked %s to switch out",
		  story_when(story, wait->tick, when),
		  story_engine(wait->engine, engine));
	if (wait->waiter != GUCLOG_NONE)
		story_more(story, " for guc_id %u", wait->waiter);
	else if (wait->disabled)
		story_more(story, ", as the driver had disabled its context");
	if (wait->victim != GUCLOG_NONE)
		story_more(story, "; guc_id %u was on it", wait->victim);
	story_more(story, "; no answer in %s", story_span(story, ticks, span));
	if (v->expired)
		tell_limit(story);
	story_more(story, "%s", v->expired ? "." :
		   ", where the log ends: it is unknown whether it was reset.");
	if (v->expired)
		story_more(story, "%s", end);
	story_prove(story, wait->waiter == GUCLOG_NONE ? GUCLOG_NO_EVENT : wait->waiter_index);
	story_prove(story, wait->index);
}

static void tell_no_reset(struct story *story)
{
	const struct guclog_findings *v = verdict_of(story);
	const struct guclog_survey *s = story->log->survey;
	char span[STORY_TEXT];

	if (v->pending || v->expired) {
		tell_pending(story);
		return;
	}
	if (v->reported) {
		story_add(story, "The GuC reported a reset of guc_id %u to the driver, but this log has no engine reset: it begins later, or events are missing.",
			  v->reason_guc_id);
		return;
	}
	if (v->reset == GUCLOG_UNKNOWN) {
		story_add(story, "It is unknown whether an engine was reset: the rules that this depends on %s.",
			  s->firmware_known || s->rules_held != s->rules_tested ?
			  "do not hold on this log" :
			  "have too few instances in a log of an unknown firmware");
		return;
	}
	if (v->nr_resets) {
		story_add(story, "No engine reset belongs to this trigger; those in the log ended more than a second earlier:");
		list_resets(story);
	} else {
		story_add(story, v->hang == GUCLOG_NO ?
			  "No hang of the GuC: no engine reset, and nothing is stuck." :
			  "The log has no engine reset.");
	}
	if (s->granted)
		story_add(story, "%llu preemption%s granted, the slowest in %s.",
			  (u64)s->granted, s->granted == 1 ? " was" : "s were",
			  story_span(story, s->granted_ticks, span));
}

/**
 * story_reset() - describe engine resets
 * @story: the story
 */
void story_reset(struct story *story)
{
	if (verdict_of(story)->reset != GUCLOG_YES) {
		tell_no_reset(story);
		return;
	}
	tell_victim(story);
	tell_wait(story);
	tell_since(story);
	tell_aftermath(story);
	tell_others(story);
	if (verdict_of(story)->victim.guc_id != GUCLOG_NONE)
		story_add(story, "This log does not show what guc_id %u was doing, nor whether it would have ended.",
			  verdict_of(story)->victim.guc_id);
}
