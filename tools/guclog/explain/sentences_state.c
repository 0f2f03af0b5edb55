// SPDX-License-Identifier: GPL-2.0-only
#include "explain/explanation.h"
#include "explain/analysis.h"

#include "guc_event.h"

/* Shortest time without an event that the sentences report. */
#define LONG_MS		100
/* Largest number of contexts on engines that are named, and of waiting contexts that are named. */
#define MAX_NAMED	6

static bool is_long(const struct guclog_survey *s, s64 ticks)
{
	return s->hz && ticks > (s64)s->hz * LONG_MS / 1000;
}

static void say_what(struct explanation *x, const struct guclog_request *open)
{
	char engine[TEXT_MAX], when[TEXT_MAX];

	time_text(x, open->tick, when);
	engine_text(open->engine, engine);
	switch (open->what) {
	case GUCLOG_STUCK_SUBMIT:
		if (open->enable) {
			sentence_more(x, "the GuC has not acknowledged the enable of guc_id %u at %s",
				      open->guc_id, when);
			break;
		}
		sentence_more(x, "%s has not answered the submission at %s", engine,
			      when);
		if (open->guc_id != GUCLOG_NONE)
			sentence_more(x, " (guc_id %u)", open->guc_id);
		break;
	case GUCLOG_STUCK_H2G:
		sentence_more(x, "the GuC has not read %u message%s of the driver; its newest event is at %s",
			      x->found->unread_messages,
			      x->found->unread_messages == 1 ? "" : "s",
			      when);
		break;
	case GUCLOG_STUCK_DISABLE:
		sentence_more(x, "the GuC has not acknowledged the disable of guc_id %u at %s%s%s%s",
			      open->guc_id, when, open->engine == GUCLOG_NONE ? "" :
			      " (its context is still on ", open->engine == GUCLOG_NONE ? "" :
			      engine, open->engine == GUCLOG_NONE ? "" : ")");
		break;
	default:
		sentence_more(x, "the GuC has not acknowledged the deregistration of guc_id %u at %s",
			      open->guc_id, when);
	}
	sentence_proof(x, open->index);
}

/* Return: whether unread messages alone make it unknown whether a request is stuck. */
static bool doubts_reading(const struct guclog_findings *v)
{
	return v->why == GUCLOG_WHY_HIDDEN || v->why == GUCLOG_WHY_UNREAD;
}

static void say_unread(struct explanation *x)
{
	const struct guclog_findings *v = x->found;

	if (!doubts_reading(v))
		return;
	if (v->why == GUCLOG_WHY_HIDDEN)
		sentence_begin(x, "It is unknown whether the GuC still reads messages: some were unread, and redaction has removed them.");
	else
		sentence_begin(x, "It is unknown whether the GuC still reads messages: it has not read %u, and the log's events do not show which one it read last.",
			       v->unread_messages);
	sentence_is(x, GUCLOG_CERTAINTY_UNKNOWN);
}

/**
 * explain_open() - describe the unanswered requests at the end of the log
 * @x: the explanation
 */
void explain_open(struct explanation *x)
{
	const struct guclog_findings *v = x->found;
	bool young = v->why == GUCLOG_WHY_YOUNG || doubts_reading(v);
	char age[TEXT_MAX];

	if (v->open.what == GUCLOG_STUCK_NOTHING) {
		if (v->why == GUCLOG_WHY_END_MISSING && x->survey->missing_bytes)
			sentence_begin(x, "It is unknown whether any request is stuck: the last %llu bytes of the events are missing.",
				       (u64)x->survey->missing_bytes);
		else if (v->why == GUCLOG_WHY_END_MISSING)
			sentence_begin(x, "It is unknown whether any request is stuck: the end of the log is missing.");
		else if (v->why == GUCLOG_WHY_RULES)
			sentence_begin(x, "It is unknown whether any request is stuck: rules of the dictionary on which this depends do not hold on this log, or were tested too few times.");
		else if (v->reset == GUCLOG_YES)
			sentence_begin(x, "No submission, disable or deregistration in this log is unanswered.");
		if (v->why == GUCLOG_WHY_END_MISSING || v->why == GUCLOG_WHY_RULES)
			sentence_is(x, GUCLOG_CERTAINTY_UNKNOWN);
		say_unread(x);
		return;
	}
	between_text(x, v->open.tick, v->open.tick + v->open.age, age);
	if (v->why == GUCLOG_WHY_LATE) {
		sentence_begin(x, "Stuck: ");
		say_what(x, &v->open);
		sentence_more(x, ", for %s.", age);
		sentence_is(x, GUCLOG_CERTAINTY_INFERRED);
		if (v->nr_open > 1)
			sentence_begin(x, "%u more request%s not answered.",
				       v->nr_open - 1, v->nr_open == 2 ? " is" : "s are");
		return;
	}
	sentence_begin(x, "Unanswered at the end of the log: ");
	say_what(x, &v->open);
	if (young)
		sentence_more(x, "; the log was copied only %s later, so that is not a hang.",
			      age);
	else if (v->newer_messages)
		sentence_more(x, "; the GuC has read messages that are newer than the log (%u), so it is unknown whether the request is stuck.",
			      v->newer_messages);
	else if (v->why == GUCLOG_WHY_END_MISSING)
		sentence_more(x, "; the end of the log is missing, so it is unknown whether the request is stuck.");
	else
		sentence_more(x, "; it is unknown how much later the log was copied, and so whether the request is stuck.");
	if (!young)
		sentence_is(x, GUCLOG_CERTAINTY_UNKNOWN);
	say_unread(x);
}

/* Return: whether an answer that the GuC read in this log says that a fault was not resolved. */
static bool refused_in_log(const struct explanation *x)
{
	unsigned int i;

	for (i = 0; i < x->nr_refusals; i++)
		if (x->refusal[i].index != GUCLOG_NO_EVENT)
			return true;
	return false;
}

/*
 * Return: whether the log has an event that the GuC writes when it reads that the driver has
 * refused a page fault.
 */
static bool has_refusal_events(const struct explanation *x)
{
	static const unsigned int events[] = {
		GUC_EVX_FAULT_REFUSED_1, GUC_EVX_FAULT_REFUSED_2, GUC_EVX_FAULT_REFUSED_3,
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(events); i++)
		if (x->a->result.words & BIT_ULL(events[i]) && x->a->count[events[i]])
			return true;
	return false;
}

/**
 * explain_faults() - describe page faults
 * @x: the explanation
 */
void explain_faults(struct explanation *x)
{
	const struct guclog_findings *v = x->found;
	const struct guclog_survey *s = x->survey;
	char when[TEXT_MAX], span[TEXT_MAX];

	if (!s->faults_usable) {
		if (s->firmware_known && !s->misfit) {
			sentence_begin(x, "Nothing is known about page faults: the rules of the dictionary for them do not hold on this log.");
			sentence_is(x, GUCLOG_CERTAINTY_UNKNOWN);
		}
	} else if (s->faults || s->fault_answers) {
		sentence_begin(x, "Page faults: this log has %llu request%s and %llu answer%s, the last at %s; ",
			       (u64)s->faults, s->faults == 1 ? "" : "s",
			       (u64)s->fault_answers, s->fault_answers == 1 ? "" : "s",
			       time_text(x, s->fault_tick, when));
		if (!v->faults_known)
			sentence_more(x, "the number of requests without an answer is unknown.");
		else if (v->faults)
			sentence_more(x, "%u request%s no answer.", v->faults,
				      v->faults == 1 ? " has" : "s have");
		else
			sentence_more(x, "each request has an answer%s.",
				      x->nr_refusals && refused_in_log(x) ?
				      ", but the driver refused to resolve some of them" :
				      has_refusal_events(x) ?
				      ", but some of the answers are refusals: the log has FAULT_REFUSED" :
				      x->shown.memory_fault && x->shown.memory_fault->cat_error ?
				      ", which can be a refusal: the GuC then reported a memory error" : "");
	}
	if (is_long(s, s->silence) && !s->end_missing) {
		sentence_begin(x, "The longest time without an event was %s, until %s.",
			       between_text(x, s->silence_from, s->silence_from + s->silence, span),
			       time_text(x, s->silence_from + s->silence, when));
		sentence_proof(x, s->silence_before);
	}
}

static void say_waits(struct explanation *x)
{
	char engine[TEXT_MAX], when[TEXT_MAX], span[TEXT_MAX];
	const struct guclog_wait *wait;
	unsigned int i;

	for (i = 0; (wait = analysis_wait(x->a, i)); i++) {
		if (wait == x->found->pending)
			continue;
		sentence_begin(x, "The GuC has waited since %s for %s to switch out: %s",
			       time_text(x, wait->tick, when),
			       engine_text(wait->engine, engine),
			       between_text(x, wait->tick, x->survey->last_tick, span));
		if (wait->waiter != GUCLOG_NONE)
			sentence_more(x, ", for guc_id %u", wait->waiter);
		sentence_more(x, ".");
		sentence_proof(x, wait->index);
	}
}

static void say_running(struct explanation *x)
{
	char engine[TEXT_MAX], span[TEXT_MAX];
	const struct guclog_context *context;
	unsigned int i;

	for (i = 0; i < MAX_NAMED && (context = analysis_running(x->a, i)); i++) {
		engine_text(context->engine, engine);
		since_text(x, context->on_known, context->on_since, x->survey->last_tick, span);
		if (context->state == GUCLOG_CONTEXT_PLACED)
			sentence_begin(x, "At the end of the log, guc_id %u had been on %s for %s; the log does not show that it ran.",
				       context->guc_id, engine, span);
		else
			sentence_begin(x, "At the end of the log, %s had been running guc_id %u for %s.",
				       engine, context->guc_id, span);
		sentence_proof(x, context->last);
	}
}

static void say_ready(struct explanation *x)
{
	const struct guclog_context *context;
	unsigned int i, nr = 0;
	char span[TEXT_MAX];

	for (i = 0; nr < MAX_NAMED && (context = guclog_analysis_context(x->a, i)); i++) {
		if (context->state != GUCLOG_CONTEXT_READY)
			continue;
		sentence_begin(x, "At the end of the log, guc_id %u had been waiting for an engine for %s.",
			       context->guc_id,
			       between_text(x, context->since, x->survey->last_tick, span));
		sentence_proof(x, context->ready_index);
		nr++;
	}
}

/**
 * explain_contexts() - describe the contexts on engines and the waiting contexts at the end
 * of the log
 * @x: the explanation
 */
void explain_contexts(struct explanation *x)
{
	const u64 needed = 1ull << GUC_EVX_CTX_PLACED | 1ull << GUC_EVX_CTX_READY |
			   1ull << GUC_EVX_CTX_OFF_ENGINE;

	if (~x->survey->words & needed)
		return;
	say_waits(x);
	say_running(x);
	say_ready(x);
}

/* For a firmware whose logs were not used to make the dictionary: say where the names are from. */
static void say_names(struct explanation *x)
{
	const struct guclog_survey *s = x->survey;

	if (!s->has_firmware)
		sentence_more(x, "the firmware version is not known; ");
	else
		sentence_more(x, "GuC %u.%u.%u %s ", s->firmware >> 16 & 0xff,
			      s->firmware >> 8 & 0xff, s->firmware & 0xff,
			      s->basis_logs ? "is known in part:" : "is not known,");
	if (s->basis_logs)
		sentence_more(x, "%u ids are known from %u earlier log%s of this version, the others were learned from this log; ",
			      s->basis_events, s->basis_logs, s->basis_logs == 1 ? "" : "s");
	else if (s->learned)
		sentence_more(x, "the names of events were learned from this log; ");
	else
		sentence_more(x, "the names of events are from %s70.44.1; ", s->has_firmware ? "" : "GuC ");
	if (s->conflicts)
		sentence_more(x, "%u of the known ids mean%s something else in this log and have no name; ",
			      s->conflicts, s->conflicts == 1 ? "s" : "");
}

/**
 * explain_dictionary() - describe how well the dictionary fits the log
 * @x: the explanation
 */
void explain_dictionary(struct explanation *x)
{
	const struct guclog_survey *s = x->survey;
	const char *between = ": ";
	struct guclog_rule rule;
	unsigned int i;

	sentence_begin(x, "Dictionary: ");
	if (!s->firmware_known)
		say_names(x);
	else
		sentence_more(x, "GuC %u.%u.%u; ", s->firmware >> 16 & 0xff,
			      s->firmware >> 8 & 0xff, s->firmware & 0xff);
	sentence_more(x, "%u of %u rules hold", s->rules_held, s->rules_tested);
	for (i = 0; !guclog_analysis_rule(x->a, i, &rule); i++) {
		if (!rule.failed)
			continue;
		sentence_more(x, "%s%s fails (event %llu)", between, rule.name,
			      (u64)rule.failed_at);
		between = ", ";
	}
	if (s->apart)
		sentence_more(x, "; the messages in the CT buffers do not match the log");
	if (s->misfit)
		sentence_more(x, ": the dictionary does not fit this log and is not used");
	else if (x->found->reset == GUCLOG_YES)
		sentence_more(x, " (names of some steps of a reset are guesses)");
	sentence_more(x, ".");
}
