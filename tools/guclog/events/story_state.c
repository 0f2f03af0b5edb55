// SPDX-License-Identifier: GPL-2.0-only
#include "events/story.h"

#include "guc_event.h"

/* Shortest time of a context on an engine for which there is a sentence. */
#define LONG_MS		100
#define MAX_NAMED	6

static bool is_long(const struct guclog_survey *s, s64 ticks)
{
	return s->hz && ticks > (s64)s->hz * LONG_MS / 1000;
}

static void tell_what(struct story *story, const struct guclog_request *open)
{
	char engine[STORY_TEXT], when[STORY_TEXT];

	story_when(story, open->tick, when);
	story_engine(open->engine, engine);
	switch (open->what) {
	case GUCLOG_STUCK_SUBMIT:
		if (open->enable) {
			story_more(story, "the GuC has not acknowledged the enable of guc_id %u of %s",
				   open->guc_id, when);
			break;
		}
		story_more(story, "%s has not answered the submission of %s", engine,
			   when);
		if (open->guc_id != GUCLOG_NONE)
			story_more(story, " (guc_id %u)", open->guc_id);
		break;
	case GUCLOG_STUCK_H2G:
		story_more(story, "the GuC has not read %u message%s of the driver; its newest event is of %s",
			   story->log->found->unread_messages,
			   story->log->found->unread_messages == 1 ? "" : "s",
			   when);
		break;
	case GUCLOG_STUCK_DISABLE:
		story_more(story, "the GuC has not acknowledged the disable of guc_id %u of %s%s%s",
			   open->guc_id, when, open->engine == GUCLOG_NONE ? "" :
			   ", which is still on ", open->engine == GUCLOG_NONE ? "" :
			   engine);
		break;
	default:
		story_more(story, "the GuC has not acknowledged the deregistration of guc_id %u of %s",
			   open->guc_id, when);
	}
	story_prove(story, open->index);
}

/**
 * story_open() - describe the requests without an answer at the end of the log
 * @story: the story
 */
void story_open(struct story *story)
{
	const struct guclog_findings *v = story->log->found;
	char age[STORY_TEXT];

	if (v->open.what == GUCLOG_STUCK_NOTHING) {
		if (v->why == GUCLOG_WHY_END_MISSING)
			story_add(story, "It is unknown whether anything is stuck: the end of the log is missing.");
		else if (v->why == GUCLOG_WHY_RULES)
			story_add(story, "It is unknown whether anything is stuck: rules that this depends on do not hold on this log, or have too few instances.");
		else if (v->reset == GUCLOG_YES)
			story_add(story, "No submission, disable or deregistration is unanswered.");
		if (v->why == GUCLOG_WHY_HIDDEN)
			story_add(story, "It is unknown whether the GuC still reads messages: some were unread, and redaction has taken them out.");
		return;
	}
	story_span(story, v->open.age, age);
	if (v->why == GUCLOG_WHY_LATE) {
		story_add(story, "Stuck: ");
		tell_what(story, &v->open);
		story_more(story, ", for %s.", age);
		if (v->nr_open > 1)
			story_add(story, "%u more request%s not answered.",
				  v->nr_open - 1, v->nr_open == 2 ? " is" : "s are");
		return;
	}
	story_add(story, "Open where the log ends: ");
	tell_what(story, &v->open);
	if (v->why == GUCLOG_WHY_YOUNG)
		story_more(story, "; the log was copied only %s later, so that is no hang.",
			   age);
	else if (v->newer_messages)
		story_more(story, "; the GuC has read %u newer messages than the log has, so it is unknown whether it is stuck.",
			   v->newer_messages);
	else if (v->why == GUCLOG_WHY_END_MISSING)
		story_more(story, "; the end of the log is missing, so it is unknown whether it is stuck.");
	else
		story_more(story, "; nothing shows how long before the copy of the log that was, so it is unknown whether it is stuck.");
}

/**
 * story_faults() - describe page faults
 * @story: the story
 */
void story_faults(struct story *story)
{
	const struct guclog_findings *v = story->log->found;
	const struct guclog_survey *s = story->log->survey;
	char when[STORY_TEXT], span[STORY_TEXT];

	if (!s->faults_usable) {
		if (s->firmware_known && !s->misfit)
			story_add(story, "Nothing is known about page faults: their rules do not hold on this log.");
	} else if (s->faults || s->fault_answers) {
		story_add(story, "Page faults: this log has %llu requests and %llu answers, the last at %s; ",
			  (u64)s->faults, (u64)s->fault_answers,
			  story_when(story, s->fault_tick, when));
		if (!v->has_faults)
			story_more(story, "the number without an answer is unknown.");
		else if (v->faults)
			story_more(story, "%u are without an answer.", v->faults);
		else
			story_more(story, "none is without an answer.");
	}
	if (is_long(s, s->silence)) {
		story_add(story, "Longest time without an event: %s, until %s.",
			  story_span(story, s->silence, span),
			  story_when(story, s->silence_from + s->silence, when));
		story_prove(story, s->silence_before);
	}
}

static void tell_waits(struct story *story)
{
	char engine[STORY_TEXT], when[STORY_TEXT], span[STORY_TEXT];
	const struct analysed_log *log = story->log;
	const struct guclog_wait *wait;
	unsigned int i;

	for (i = 0; (wait = guclog_analysis_wait(log->a, i)); i++) {
		if (wait == log->found->pending)
			continue;
		story_add(story, "The GuC has waited since %s for %s to switch out: %s",
			  story_when(story, wait->tick, when),
			  story_engine(wait->engine, engine),
			  story_span(story, log->survey->last_tick - wait->tick, span));
		if (wait->waiter != GUCLOG_NONE)
			story_more(story, ", for guc_id %u", wait->waiter);
		story_more(story, ".");
		story_prove(story, wait->index);
	}
}

static void tell_running(struct story *story)
{
	char engine[STORY_TEXT], span[STORY_TEXT];
	const struct analysed_log *log = story->log;
	const struct guclog_context *context;
	unsigned int i;

	for (i = 0; i < MAX_NAMED && (context = guclog_analysis_running(log->a, i)); i++) {
		s64 ticks = log->survey->last_tick - context->on_since;

		story_add(story, "On %s where the log ends: guc_id %u, for %s%s.",
			  story_engine(context->engine, engine), context->guc_id,
			  context->on_known ? "" : "at least ",
			  story_span(story, ticks, span));
		story_prove(story, context->last);
	}
}

static void tell_ready(struct story *story)
{
	const struct analysed_log *log = story->log;
	const struct guclog_context *context;
	unsigned int i, nr = 0;
	char span[STORY_TEXT];

	for (i = 0; nr < MAX_NAMED && (context = guclog_analysis_context(log->a, i)); i++) {
		if (context->state != GUCLOG_CONTEXT_READY)
			continue;
		story_add(story, "guc_id %u has waited for an engine for %s where the log ends.",
			  context->guc_id,
			  story_span(story, log->survey->last_tick - context->since, span));
		story_prove(story, context->ready_index);
		nr++;
	}
}

/**
 * story_contexts() - describe the contexts on engines and the waiting contexts at the end
 * of the log
 * @story: the story
 */
void story_contexts(struct story *story)
{
	const u64 needed = 1ull << GUC_EVX_CTX_PLACED | 1ull << GUC_EVX_CTX_READY |
			   1ull << GUC_EVX_CTX_OFF_ENGINE;

	if (~story->log->survey->words & needed)
		return;
	tell_waits(story);
	tell_running(story);
	tell_ready(story);
}

/**
 * story_dictionary() - describe how well the dictionary fits the log
 * @story: the story
 */
void story_dictionary(struct story *story)
{
	const struct guclog_survey *s = story->log->survey;
	const char *between = ": ";
	struct guclog_rule rule;
	unsigned int i;

	story_add(story, "Dictionary: ");
	if (!s->has_firmware)
		story_more(story, "the firmware version is not known; names are from GuC 70.44.1; ");
	else if (!s->firmware_known)
		story_more(story, "GuC %u.%u.%u is not known, names are from 70.44.1; ",
			   s->firmware >> 16 & 0xff, s->firmware >> 8 & 0xff,
			   s->firmware & 0xff);
	else
		story_more(story, "GuC %u.%u.%u; ", s->firmware >> 16 & 0xff,
			   s->firmware >> 8 & 0xff, s->firmware & 0xff);
	story_more(story, "%u of %u rules hold", s->rules_held, s->rules_tested);
	for (i = 0; !guclog_analysis_rule(story->log->a, i, &rule); i++) {
		if (!rule.failed)
			continue;
		story_more(story, "%s%s fails (event %llu)", between, rule.name,
			   (u64)rule.failed_at);
		between = ", ";
	}
	if (s->misfit)
		story_more(story, ": it does not fit this log and is not used");
	else if (story->log->found->reset == GUCLOG_YES)
		story_more(story, " (names of some steps of a reset are guesses)");
	story_more(story, ".");
}
