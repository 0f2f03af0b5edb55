// SPDX-License-Identifier: MIT OR GPL-2.0-only
/* The steps of engine resets, and rules R3 and R4, which test their order and arguments. */
#include "events/resets.h"

/*
 * The log, or the part after a gap, can begin within a reset. A step of a reset without the steps
 * before it is accepted only within this time, or among this number of events, after the beginning.
 */
#define PARTIAL_MS		5u
#define PARTIAL_EVENTS		64u

/* The GuC decides on a reset within this time after the SWITCH_OUT_TIMEOUT, if at all. */
#define DECIDED_MS		10u

static enum reset_step step_of(u32 id)
{
	switch (id) {
	case GUC_EV_RESET_DECIDED:
		return STEP_DECIDED;
	case GUC_EV_ENGINE_RESET_BEGIN:
		return STEP_BEGIN;
	case GUC_EV_RESET_ENGINE:
		return STEP_ENGINE;
	case GUC_EV_RESET_WAIT:
		return STEP_WAIT;
	case GUC_EV_RESET_ENGINE_DONE:
		return STEP_DONE;
	case GUC_EV_ENGINE_RESET_END:
		return STEP_END;
	case GUC_EV_CLASS_RESUMED:
		return STEP_RESUMED;
	default:
		return STEP_NONE;
	}
}

/* Return: whether @next may follow @step. STEP_WAIT can be missing. */
static bool may_follow(enum reset_step step, enum reset_step next)
{
	bool repeats = step == STEP_ENGINE || step == STEP_WAIT || step == STEP_DONE ||
		       step == STEP_RESUMED;

	if (next == step)
		return repeats;
	return next == step + 1 || (step == STEP_ENGINE && next == STEP_DONE);
}

/* Return: the engine in a RESET_ENGINE or RESET_ENGINE_DONE, GUCLOG_NONE if it is not valid. */
static u32 step_engine(const struct an_event *e)
{
	return an_engine(e->arg[0], e->arg[1]);
}

/* Return: the bit of the engine class in a RESET_ENGINE or CLASS_RESUMED. */
static u32 step_class(const struct an_event *e)
{
	return 1u << e->arg[0] % AN_CLASSES;
}

/* Return: whether the ENGINE_RESET_BEGIN of a reset names the engine in the event. */
static bool begins_with(const struct reset_steps *s, const struct an_event *e)
{
	return FIELD_GET(GUC_EV_ENGINE_RESET_BEGIN_CLASS, s->args[0]) == e->arg[0] &&
	       FIELD_GET(GUC_EV_ENGINE_RESET_BEGIN_INSTANCE, s->args[0]) == e->arg[1];
}

/*
 * Resets of several engines can be in progress at the same time. Return: whether the event is
 * certainly the next step of this reset, and not of another one: most steps name the engine, its
 * class, or the arguments with which the reset began.
 */
static bool is_next(struct resets *r, const struct reset_steps *s, const struct an_event *e,
		    enum reset_step next)
{
	switch (next) {
	case STEP_ENGINE:
		return may_follow(s->step, next) && begins_with(s, e);
	case STEP_WAIT:
		return s->step == STEP_ENGINE;
	case STEP_DONE:
		return engine_set_has(&engines_of(r, s)->set, step_engine(e)) &&
		       !engine_set_has(&s->done, step_engine(e));
	case STEP_END:
		return s->step == STEP_DONE && s->args[0] == e->arg[0] && s->args[1] == e->arg[1];
	case STEP_RESUMED:
		return s->step >= STEP_END && s->classes & ~s->classes_done & step_class(e);
	default:
		return may_follow(s->step, next);
	}
}

/* Return: whether the event is certainly a step of another reset. */
static bool is_of_other(struct resets *r, const struct reset_steps *s, const struct an_event *e,
			enum reset_step step)
{
	switch (step) {
	case STEP_DONE:
		return s->counted && !engine_set_has(&engines_of(r, s)->set, step_engine(e));
	case STEP_END:
		return reset_of(r, s)->begin_seen &&
		       (s->args[0] != e->arg[0] || s->args[1] != e->arg[1]);
	case STEP_RESUMED:
		return s->counted && !(s->classes & step_class(e));
	default:
		return false;
	}
}

/*
 * Return: the reset in progress to which the event belongs, the newest if several are possible. If
 * the event can follow the steps of no reset: NULL if the event can begin a reset or can belong to
 * a reset whose first steps are not in the log (@partial), else the newest reset, which is then not
 * in the normal order; NULL if no reset is in progress.
 */
static struct reset_steps *find_steps(struct resets *r, const struct an_event *e,
				      enum reset_step step, bool partial)
{
	struct reset_steps *s, *next = NULL, *may = NULL, *any = NULL;

	for (s = r->steps; s < r->steps + RESETS_AT_ONCE; s++) {
		if (!s->active)
			continue;
		if (is_next(r, s, e, step) && (!next || s->number > next->number))
			next = s;
		if (may_follow(s->step, step) && !is_of_other(r, s, e, step) &&
		    (!may || s->number > may->number))
			may = s;
		if ((s->step < STEP_END || step == STEP_RESUMED) && step > STEP_BEGIN && !partial &&
		    (!any || s->number > any->number))
			any = s;
	}
	return next ?: may ?: any;
}

/*
 * Return: whether the reset to which @e belongs may have begun before the log or in its last gap.
 * The log then lacks the steps of this reset before @e.
 */
static bool may_be_partial(const struct resets *r, const struct an_event *e,
			   u32 hz)
{
	s64 age = e->tick - r->run_begin;

	return r->run < PARTIAL_EVENTS ||
	       (hz && age >= 0 && age < (s64)hz / 1000 * PARTIAL_MS);
}

/*
 * Return: memory for the steps of a new reset: memory that is not in use, or else that of the
 * oldest reset. The new reset overwrites an element of @r->reset; an old reset in this element is
 * no longer followed.
 */
static struct reset_steps *free_steps(struct resets *r)
{
	struct reset_steps *s, *found = r->steps;

	for (s = r->steps; s < r->steps + RESETS_AT_ONCE; s++) {
		if (r->nr - s->number >= RESET_MAX)
			s->active = false;
		if (found->active && (!s->active || s->number < found->number))
			found = s;
	}
	return found;
}

/*
 * Begin a reset. @e: its first event in the log. @counted: this event is a step before STEP_ENGINE,
 * so the log has all engines of the reset.
 */
static struct reset_steps *begin_reset(struct resets *r, const struct an_event *e,
				       enum reset_step step, bool counted)
{
	struct reset_steps *s = free_steps(r);
	struct guclog_reset *reset;

	*s = (struct reset_steps){
		.active = true,
		.counted = counted,
		.step = step,
		.number = r->nr++,
		.tick = e->tick,
		.index = e->index,
	};
	*engines_of(r, s) = (struct reset_engines){ .first = GUCLOG_NONE };
	reset = reset_of(r, s);
	*reset = (struct guclog_reset){
		.begin_tick = e->tick,
		.begin_index = e->index,
		.engine_class = GUCLOG_NONE,
		.wait = NO_WAIT,
		.placed = GUCLOG_NONE,
		.capture_index = GUCLOG_NO_EVENT,
		.disabled_index = GUCLOG_NO_EVENT,
		.deregistered_index = GUCLOG_NO_EVENT,
	};
	if (!counted && step >= STEP_DONE && r->has_pair)
		resets_add_victim(r, reset, &r->pair);
	return s;
}

/*
 * Count a failure of rule R3 (the steps of a reset are in order), and do not follow the reset
 * further.
 */
static void break_reset(struct resets *r, struct rules *rules, struct reset_steps *s,
			const struct an_event *e)
{
	rules_check(rules, RULE_R3, false, e->index);
	reset_of(r, s)->broken = true;
	s->active = false;
}

/*
 * Process an event that is not ENGINE_RESET_BEGIN: break the resets whose last step is
 * RESET_DECIDED. ENGINE_RESET_BEGIN follows RESET_DECIDED within microseconds, so no step of
 * another reset can be between the two.
 */
static void check_decided(struct resets *r, struct rules *rules, const struct an_event *e)
{
	struct reset_steps *s;

	for (s = r->steps; s < r->steps + RESETS_AT_ONCE; s++)
		if (s->active && s->step == STEP_DECIDED)
			break_reset(r, rules, s, e);
}

/*
 * Find the preemption that led to a reset. @all: all engines of the reset are known, so the result
 * is final. If not, the result is the most likely preemption, and a later call may replace it.
 */
static void find_timeout(struct resets *r, const struct contexts *contexts,
			 struct reset_steps *s, bool all, u32 hz)
{
	s64 since = hz ? s->tick - (s64)hz / 1000 * DECIDED_MS : INT64_MIN;
	struct guclog_reset *reset = reset_of(r, s);
	struct preemption_timeout *t;

	if (!s->counted || engines_of(r, s)->all)
		return;
	t = all ? preemptions_of(&r->preemptions, contexts, &engines_of(r, s)->set, since) :
		  preemptions_guess(&r->preemptions, reset->engine_class, since);
	engines_of(r, s)->all = all;
	reset->timed_out = t;
	reset->wait_known = t && t->wait_known;
	reset->wait = t ? t->wait : NO_WAIT;
	reset->begin_tick = t ? t->tick : s->tick;
	reset->begin_index = t ? t->index : s->index;
	if (!t)
		return;
	reset->timeout_tick = t->tick;
	reset->timeout_index = t->index;
	if (all)
		t->open = false;
}

/*
 * The log has only the first steps of a reset so far. If ENGINE_RESET_BEGIN names another engine
 * than the one on which the preemption is assumed to have timed out, take the open request to that
 * engine, if the log has one.
 */
static void guess_wait(struct resets *r, struct reset_steps *s)
{
	const struct reset_engines *engines = engines_of(r, s);
	struct guclog_reset *reset = reset_of(r, s);
	const struct guclog_wait *wait;

	if (engines->all || engines->first == GUCLOG_NONE || !reset->wait_known ||
	    reset->wait.engine == engines->first)
		return;
	wait = &r->preemptions.wait[engines->first];
	reset->wait_known = wait->open;
	reset->wait = wait->open ? *wait : NO_WAIT;
}

static bool reset_engine(struct resets *r, struct reset_steps *s, const struct an_event *e)
{
	u32 engine = step_engine(e);

	/* An engine cannot be in two resets at the same time. */
	if (engine == GUCLOG_NONE || resets_on(r, engine))
		return false;
	engine_set_add(&engines_of(r, s)->set, engine);
	s->classes |= step_class(e);
	return true;
}

static bool engine_done(struct resets *r, struct rules *rules, struct reset_steps *s,
			const struct an_event *e)
{
	struct reset_engines *engines = engines_of(r, s);
	u32 engine = step_engine(e);
	bool begun = engine_set_has(&engines->set, engine);

	preemptions_reset(&r->preemptions, rules, engine, e);
	if (engine == GUCLOG_NONE || engine_set_has(&s->done, engine))
		return false;
	engine_set_add(&s->done, engine);
	engine_set_add(&engines->set, engine);
	return begun || !s->counted;
}

/*
 * Process the next step (event) of a reset. Return: whether the step can follow the preceding
 * steps.
 */
static bool take_step(struct resets *r, struct rules *rules, struct reset_steps *s,
		      const struct an_event *e)
{
	struct guclog_reset *reset = reset_of(r, s);

	switch (s->step) {
	case STEP_BEGIN:
		reset->begin_seen = true;
		reset->engine_class = FIELD_GET(GUC_EV_ENGINE_RESET_BEGIN_CLASS,
						e->arg[0]);
		engines_of(r, s)->first =
			an_engine(reset->engine_class,
				  FIELD_GET(GUC_EV_ENGINE_RESET_BEGIN_INSTANCE, e->arg[0]));
		s->args[0] = e->arg[0];
		s->args[1] = e->arg[1];
		return true;
	case STEP_ENGINE:
		return reset_engine(r, s, e);
	case STEP_DONE:
		return engine_done(r, rules, s, e);
	case STEP_END:
		reset->end_seen = true;
		if (reset->begin_seen)
			rules_check(rules, RULE_R4, s->args[0] == e->arg[0] &&
				    s->args[1] == e->arg[1], e->index);
		else
			reset->engine_class = FIELD_GET(GUC_EV_ENGINE_RESET_END_CLASS,
							e->arg[0]);
		return !s->counted || !memcmp(&engines_of(r, s)->set, &s->done, sizeof(s->done));
	case STEP_RESUMED:
		/* A class with several engines may be resumed once for each of them. */
		s->classes_done |= step_class(e);
		r->resumed = s->classes_done;
		return !s->counted || s->classes & step_class(e);
	default:
		return true;
	}
}

/* Return: whether a CLASS_RESUMED is about a class that the last reset has already resumed. */
static bool is_repeated(const struct resets *r, const struct an_event *e)
{
	return e->id == GUC_EV_CLASS_RESUMED && r->last_id == GUC_EV_CLASS_RESUMED &&
	       r->resumed & step_class(e);
}

/**
 * reset_steps_event() - update the engine resets with the next event
 * @r: zeroed before the first event
 * @rules: counts of the rules, which are updated
 * @contexts: the contexts before this event
 * @e: the next event; ignored if it is not a step of a reset
 * @hz: ticks per second, 0 when not known
 */
void reset_steps_event(struct resets *r, struct rules *rules, const struct contexts *contexts,
		       const struct an_event *e, u32 hz)
{
	enum reset_step step = step_of(e->id);
	bool first = step <= STEP_BEGIN;
	bool partial = !first && may_be_partial(r, e, hz);
	struct guclog_reset *reset;
	struct reset_steps *s;

	if (step == STEP_NONE)
		return;
	if (step != STEP_BEGIN)
		check_decided(r, rules, e);
	s = find_steps(r, e, step, partial);
	if ((!s || !may_follow(s->step, step)) && is_repeated(r, e))
		return;
	if (!s) {
		s = begin_reset(r, e, step, first);
		if (!first && !partial)
			break_reset(r, rules, s, e);
	} else if (!may_follow(s->step, step)) {
		break_reset(r, rules, s, e);
	}
	reset = reset_of(r, s);
	reset->end_tick = e->tick;
	reset->end_index = e->index;
	if (!s->active)
		return;
	s->step = step;
	find_timeout(r, contexts, s, step >= STEP_WAIT, hz);
	if (!take_step(r, rules, s, e))
		break_reset(r, rules, s, e);
	else if (step == STEP_END && s->counted)
		rules_check(rules, RULE_R3, true, e->index);
	else if (step == STEP_RESUMED && s->classes_done == s->classes)
		s->active = false;
	guess_wait(r, s);
}
