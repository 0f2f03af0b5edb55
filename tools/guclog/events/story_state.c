// SPDX-License-Identifier: GPL-2.0-only
#include "events/story.h"

/* Shortest time of a context on an engine for which there is a sentence. */
#define LONG_MS		100
#define MAX_NAMED	6

static bool is_long(const struct analysis *a, s64 ticks)
{
	return a->log.hz && ticks > analysis_us(a, LONG_MS * 1000);
}

static void tell_what(struct story *story, const struct analysis_open *open)
{
	char engine[STORY_TEXT], when[STORY_TEXT];

	story_when(story, open->tick, when);
	story_engine(open->engine, engine);
	switch (open->what) {
	case STUCK_SUBMIT:
		if (open->enable) {
			story_more(story, "the GuC has not acknowledged the enable of guc_id %u of %s",
				   open->guc_id, when);
			break;
		}
		story_more(story, "%s has not answered the submission of %s", engine,
			   when);
		if (open->guc_id != AN_NONE)
			story_more(story, " (guc_id %u)", open->guc_id);
		break;
	case STUCK_H2G:
		story_more(story, "the GuC has not read %u message%s of the driver; its newest event is of %s",
			   story->log->a->verdict.unread_messages,
			   story->log->a->verdict.unread_messages == 1 ? "" : "s",
			   when);
		break;
	case STUCK_DISABLE:
		story_more(story, "the GuC has not acknowledged the disable of guc_id %u of %s%s%s",
			   open->guc_id, when, open->engine == AN_NONE ? "" :
			   ", which is still on ", open->engine == AN_NONE ? "" :
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
	const struct verdict *v = &story->log->a->verdict;
	char age[STORY_TEXT];

	if (v->open.what == STUCK_NOTHING) {
		if (v->why == WHY_END_MISSING)
			story_add(story, "It is unknown whether anything is stuck: the end of the log is missing.");
		else if (v->why == WHY_RULES)
			story_add(story, "It is unknown whether anything is stuck: rules that this depends on do not hold on this log, or have too few instances.");
		else if (v->reset == ANALYSIS_YES)
			story_add(story, "No submission, disable or deregistration is unanswered.");
		if (v->why == WHY_HIDDEN)
			story_add(story, "It is unknown whether the GuC still reads messages: some were unread, and redaction has taken them out.");
		return;
	}
	story_span(story, v->open.age, age);
	if (v->why == WHY_LATE) {
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
	if (v->why == WHY_YOUNG)
		story_more(story, "; the log was copied only %s later, so that is no hang.",
			   age);
	else if (v->newer_messages)
		story_more(story, "; the GuC has read %u newer messages than the log has, so it is unknown whether it is stuck.",
			   v->newer_messages);
	else if (v->why == WHY_END_MISSING)
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
	const struct analysis *a = story->log->a;
	const struct faults *f = &a->sequence.faults;
	char when[STORY_TEXT], span[STORY_TEXT];

	if (a->result.off & RULE_OFF_FAULTS) {
		if (a->result.known && !a->result.misfit)
			story_add(story, "Nothing is known about page faults: their rules do not hold on this log.");
	} else if (f->requested || f->answered) {
		story_add(story, "Page faults: this log has %llu requests and %llu answers, the last at %s; ",
			  f->requested, f->answered,
			  story_when(story, f->last, when));
		if (!a->verdict.has_faults)
			story_more(story, "the number without an answer is unknown.");
		else if (a->verdict.faults)
			story_more(story, "%u are without an answer.", a->verdict.faults);
		else
			story_more(story, "none is without an answer.");
	}
	if (is_long(a, a->silence)) {
		story_add(story, "Longest time without an event: %s, until %s.",
			  story_span(story, a->silence, span),
			  story_when(story, a->silence_from + a->silence, when));
		story_prove(story, a->silence_before);
	}
}

static void tell_waits(struct story *story)
{
	const struct analysis *a = story->log->a;
	char engine[STORY_TEXT], when[STORY_TEXT], span[STORY_TEXT];
	u32 i;

	for (i = 0; i < AN_ENGINES; i++) {
		const struct reset_wait *wait = &a->resets.wait[i];

		if (!wait->open || wait == a->verdict.pending)
			continue;
		story_add(story, "The GuC has waited since %s for %s to switch out: %s",
			  story_when(story, wait->tick, when),
			  story_engine(i, engine),
			  story_span(story, a->last_tick - wait->tick, span));
		if (wait->waiter != AN_NONE)
			story_more(story, ", for guc_id %u", wait->waiter);
		story_more(story, ".");
		story_prove(story, wait->index);
	}
}

static void tell_running(struct story *story)
{
	const struct analysis *a = story->log->a;
	char engine[STORY_TEXT], span[STORY_TEXT];
	unsigned int nr = 0;
	u32 i;

	for (i = 0; i < AN_ENGINES && nr < MAX_NAMED; i++) {
		const struct life *life;
		s64 ticks;

		if (a->lives.engine[i].life == AN_NONE)
			continue;
		life = &a->lives.life[a->lives.engine[i].life];
		ticks = a->last_tick - life->on_since;
		if (!life->on_engine)
			continue;
		story_add(story, "On %s where the log ends: guc_id %u, for %s%s.",
			  story_engine(i, engine), life->guc_id,
			  life->on_known ? "" : "at least ",
			  story_span(story, ticks, span));
		story_prove(story, life->last);
		nr++;
	}
}

static void tell_ready(struct story *story)
{
	const struct analysis *a = story->log->a;
	char span[STORY_TEXT];
	unsigned int nr = 0;
	u32 i;

	for (i = 0; i < a->lives.nr && nr < MAX_NAMED; i++) {
		const struct life *life = &a->lives.life[i];

		if (life->state != LIFE_READY)
			continue;
		story_add(story, "guc_id %u has waited for an engine for %s where the log ends.",
			  life->guc_id,
			  story_span(story, a->last_tick - life->since, span));
		story_prove(story, life->ready_index);
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
	const struct analysis *a = story->log->a;
	const u64 needed = 1ull << GUC_EVX_CTX_PLACED | 1ull << GUC_EVX_CTX_READY |
			   1ull << GUC_EVX_CTX_OFF_ENGINE;

	if (~a->result.words & needed)
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
	const struct analysis *a = story->log->a;
	const struct rules_result *r = &a->result;
	const char *between = ": ";
	unsigned int i;

	story_add(story, "Dictionary: ");
	if (!a->log.has_firmware)
		story_more(story, "the firmware version is not known; names are from GuC 70.44.1; ");
	else if (!r->known)
		story_more(story, "GuC %u.%u.%u is not known, names are from 70.44.1; ",
			   a->log.firmware >> 16 & 0xff,
			   a->log.firmware >> 8 & 0xff, a->log.firmware & 0xff);
	else
		story_more(story, "GuC %u.%u.%u; ", a->log.firmware >> 16 & 0xff,
			   a->log.firmware >> 8 & 0xff, a->log.firmware & 0xff);
	story_more(story, "%u of %u rules hold", r->held, r->tested);
	for (i = 0; i < RULE_COUNT; i++) {
		if (!(r->failed & 1ull << i))
			continue;
		story_more(story, "%s%s fails (event %llu)", between,
			   rule_defs[i].name, a->rules.count[i].failed_at);
		between = ", ";
	}
	if (r->misfit)
		story_more(story, ": it does not fit this log and is not used");
	else if (a->verdict.reset == ANALYSIS_YES)
		story_more(story, " (names of some steps of a reset are guesses)");
	story_more(story, ".");
}
