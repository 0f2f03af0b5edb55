// SPDX-License-Identifier: MIT OR GPL-2.0-only
#include "explain/analysis.h"

/* A preemption may end late by a part of its timeout, or by this time. */
#define LATE_PART	20u
#define LATE_US		10000u

/**
 * analysis_new() - begin an analysis
 * @log: the known properties of the log
 *
 * Context: allocates memory.
 * Return: an analysis to be freed with analysis_free(), or NULL if there is no memory.
 */
struct guclog_analysis *analysis_new(const struct analysis_log *log)
{
	struct guclog_analysis *a = calloc(1, sizeof(*a));

	if (!a)
		return NULL;
	a->log = *log;
	arena_init(&a->arena, ARENA_NO_LIMIT);
	contexts_init(&a->contexts, &a->arena);
	return a;
}

/**
 * analysis_free() - free an analysis
 * @a: the analysis, may be NULL
 *
 * Context: any.
 */
void analysis_free(struct guclog_analysis *a)
{
	if (!a)
		return;
	arena_free(&a->arena);
	if (a->learned)
		learned_free(a->learned);
	free(a);
}

/* Count an event for the survey. @def: its entry in the dictionary, NULL if it has none. */
static void count(struct guclog_analysis *a, const struct an_event *e,
		  const struct guc_event_def *def)
{
	if (def) {
		a->known++;
		a->count[guc_event_index(def)]++;
	}
	if (!a->events) {
		a->first_tick = e->tick;
	} else if (e->gap) {
		a->gaps++;
	} else if (e->tick - a->last_tick > a->silence) {
		a->silence = e->tick - a->last_tick;
		a->silence_before = e->index;
		a->silence_from = a->last_tick;
	}
}

/**
 * analysis_def() - find the definition of an event
 * @a: the analysis
 * @id: id of the event
 *
 * Context: any.
 * Return: the definition; NULL if there is none or if its name is not used for this log.
 */
const struct guc_event_def *analysis_def(const struct guclog_analysis *a, u32 id)
{
	const struct guc_event_def *def = a->learned ? learned_def(a->learned, id) :
					  guc_event_find(id);
	unsigned int n;

	if (!def)
		return NULL;
	n = a->learned ? learned_find(a->learned, id)->event : guc_event_index(def);
	return a->result.words & BIT_ULL(n) ? def : NULL;
}

/* The priority with which the context that was just placed became ready. */
static u32 placed_priority(const struct guclog_analysis *a)
{
	const struct an_event *placed = &a->sequence.prev[0];
	const struct guclog_context *ctx;

	if (!a->sequence.nr || placed->id != GUC_EV_CTX_PLACED)
		return GUCLOG_NONE;
	ctx = contexts_find(&a->contexts, placed->arg[1]);
	return ctx ? ctx->priority : GUCLOG_NONE;
}

/**
 * analysis_event() - analyse the next event
 * @a: from analysis_new()
 * @e: the event, oldest first; the caller omits events from before the firmware was
 *	loaded again
 *
 * Higher log levels and other firmware have events between those that the dictionary has.
 * Such an event only counts: what must follow an event is the next one that is known.
 *
 * Context: may allocate memory.
 */
void analysis_event(struct guclog_analysis *a, const struct an_event *e)
{
	struct an_event after_gap, learned;
	const struct guc_event_def *def;

	if (a->learned) {
		learned = *e;
		learned_translate(a->learned, &learned.id, learned.arg);
		e = &learned;
	}
	a->gap |= e->gap || !a->events;
	def = guc_event_find(e->id);
	if (!a->log.names_only)
		count(a, e, def);
	a->events++;
	a->last_tick = e->tick;
	if (!def)
		return;
	if (a->gap != e->gap) {
		after_gap = *e;
		after_gap.gap = a->gap;
		e = &after_gap;
	}
	a->gap = false;
	a->sequence.priority = e->gap ? GUCLOG_NONE : placed_priority(a);
	sequence_event(&a->sequence, &a->rules, e);
	resets_event(&a->resets, &a->rules, &a->contexts, e, a->log.hz);
	contexts_event(&a->contexts, &a->rules, e, resets_active(&a->resets));
	if (a->log.has_messages)
		join_event(&a->join, e);
}

static const struct analysis_context *
find_context(const struct analysis_dump *dump, u32 guc_id)
{
	unsigned int i;

	for (i = 0; i < dump->nr_contexts; i++)
		if (dump->context[i].guc_id == guc_id)
			return &dump->context[i];
	return NULL;
}

/*
 * The preemption timeout of a reset's context, and rule R2. A busy firmware notices late
 * that the time is over. xe makes the timeout of a context 1 us before it disables it;
 * how exactly the firmware keeps that was never seen.
 */
static void check_limit(struct guclog_analysis *a, struct guclog_reset *reset,
			const struct analysis_dump *dump)
{
	const struct analysis_context *context;
	u32 guc_id = reset->wait.victim;
	s64 off;

	if (guc_id == GUCLOG_NONE && reset->nr_victims)
		guc_id = reset->victim[0].guc_id;
	if (guc_id == GUCLOG_NONE)
		return;
	if (join_timeout(&a->join, guc_id, reset->wait_known ? reset->wait.index :
			 reset->begin_index, &reset->limit_us)) {
		reset->limit_from_ct = true;
	} else if (!reset->wait.disabled) {
		context = find_context(dump, guc_id);
		if (context && context->has_timeout &&
		    context->timeout_us <= U32_MAX)
			reset->limit_us = (u32)context->timeout_us;
	}
	if (!reset->limit_us || !reset->wait_known || !a->log.hz ||
	    reset->wait.disabled)
		return;
	off = reset->timeout_tick - reset->wait.tick -
	      analysis_us(a, reset->limit_us);
	reset->limit_fits = off >= -analysis_us(a, 100) &&
			    off <= analysis_us(a, max(reset->limit_us / LATE_PART, LATE_US));
	rules_check(&a->rules, RULE_R2, reset->limit_fits, reset->timeout_index);
}

/*
 * A ring of which words are missing, or one that has no message of the time of the log, says
 * nothing against the dictionary: ring and log are not joined then.
 */
static int join(struct guclog_analysis *a, const struct analysis_dump *dump)
{
	struct rules before = a->rules;
	bool failed;
	unsigned int i;

	if (join_messages(&a->join, dump->h2g, &a->rules, &a->contexts, &a->arena))
		return -ENOMEM;
	failed = rules_failed(&a->rules, RULE_G1);
	for (i = RULE_G1; dump->damaged && i <= RULE_G7; i++)
		failed |= rules_failed(&a->rules, i);
	if (!failed)
		return 0;
	a->rules = before;
	a->join.joined = false;
	a->join.apart = true;
	a->join.unread = 0;
	return 0;
}

/**
 * analysis_end() - complete the analysis at the end of the log
 * @a: from analysis_new(), after all events; its result, verdict and survey are filled, with
 *	@names_only of the survey only what the rules say
 * @dump: further facts from a devcoredump, NULL without one; used only during the call
 *
 * Context: may allocate memory.
 * Return: 0 or -ENOMEM.
 */
int analysis_end(struct guclog_analysis *a, const struct analysis_dump *dump)
{
	static const struct analysis_dump nothing;
	struct rules_learned learned;
	bool known;
	int err = 0;
	u64 i;

	if (!dump)
		dump = &nothing;
	if (dump->h2g && dump->h2g->usable && join(a, dump))
		return -ENOMEM;
	for (i = 0; i < min_t(u64, a->resets.nr, RESET_MAX); i++)
		check_limit(a, resets_newest(&a->resets, i), dump);
	known = a->log.has_firmware &&
		guc_event_known_firmware(a->log.firmware);
	if (a->learned)
		learned = (struct rules_learned){ .words = a->learned->words,
						  .absent = a->learned->absent };
	rules_result(&a->result, &a->rules, known, a->learned ? &learned : NULL);
	if (!a->log.names_only) {
		err = verdict_make(a, dump);
		survey_make(a);
	}
	a->survey.firmware_known = a->result.known;
	a->survey.misfit = a->result.misfit;
	a->survey.rules_tested = a->result.tested;
	a->survey.rules_held = a->result.held;
	a->survey.words = a->result.words;
	return a->arena.failed ? -ENOMEM : err;
}
