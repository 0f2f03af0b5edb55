// SPDX-License-Identifier: MIT OR GPL-2.0-only
#include "explain/resets.h"

#include "abi/guc_ct_abi.h"

/*
 * The log, or the part after a gap, can begin within a reset. A step of a reset without the steps
 * before it is accepted only within this time, or among this number of events, after the beginning.
 */
#define PARTIAL_MS		5u
#define PARTIAL_EVENTS		64u

/* The GuC decides on a reset within this time after the SWITCH_OUT_TIMEOUT, if at all. */
#define DECIDED_MS		10u

/* The steps of an engine reset in the normal order. Each step is an event, see step_of(). */
enum reset_step {
	STEP_TIMEOUT, STEP_DECIDED, STEP_BEGIN, STEP_ENGINE, STEP_WAIT, STEP_DONE,
	STEP_END, STEP_RESUMED,
	STEP_NONE
};

/**
 * resets_active() - is an engine reset going on?
 * @resets: after an event
 *
 * Context: any.
 * Return: whether a reset has begun and not ended.
 */
bool resets_active(const struct resets *resets)
{
	return resets->steps.active && resets->steps.step >= STEP_BEGIN &&
	       resets->steps.step < STEP_END;
}

static enum reset_step step_of(u32 id)
{
	switch (id) {
	case GUC_EV_SWITCH_OUT_TIMEOUT:
		return STEP_TIMEOUT;
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

/* Return: whether @next may follow @step. STEP_DECIDED and STEP_WAIT can be missing. */
static bool may_follow(enum reset_step step, enum reset_step next)
{
	bool repeats = step == STEP_TIMEOUT || step == STEP_ENGINE ||
		       step == STEP_WAIT || step == STEP_DONE ||
		       step == STEP_RESUMED;

	if (next == step)
		return repeats;
	return next == step + 1 || (step == STEP_TIMEOUT && next == STEP_BEGIN) ||
	       (step == STEP_ENGINE && next == STEP_DONE);
}

/*
 * Return: whether the log, or the part after the last gap, may begin within a reset, so this
 * event is the first one of the reset that it contains.
 */
static bool may_be_partial(const struct resets *r, const struct an_event *e,
			   u32 hz)
{
	s64 age = e->tick - r->run_begin;

	if (r->run_reset)
		return false;
	return r->run < PARTIAL_EVENTS ||
	       (hz && age >= 0 && age < (s64)hz / 1000 * PARTIAL_MS);
}

static void add_victim(struct resets *r, struct guclog_reset *reset,
		       const struct guclog_victim *victim)
{
	if (reset->nr_victims < GUCLOG_MAX_VICTIMS) {
		r->after[reset - r->reset][reset->nr_victims] = (struct reset_after){
			.disabled_index = GUCLOG_NO_EVENT,
			.deregistered_index = GUCLOG_NO_EVENT,
		};
		reset->victim[reset->nr_victims] = *victim;
	}
	reset->nr_victims++;
}

/*
 * Begin a reset with its first event in the log. @counted: the event is a step before STEP_ENGINE,
 * so the log has all engines of the reset
 */
static struct guclog_reset *begin(struct resets *r, const struct an_event *e,
				  enum reset_step step, bool counted)
{
	struct guclog_reset *reset = &r->reset[r->nr++ % RESET_MAX];

	*reset = (struct guclog_reset){
		.begin_tick = e->tick,
		.begin_index = e->index,
		.engine_class = GUCLOG_NONE,
		.placed = GUCLOG_NONE,
		.capture_index = GUCLOG_NO_EVENT,
		.disabled_index = GUCLOG_NO_EVENT,
		.deregistered_index = GUCLOG_NO_EVENT,
	};
	r->steps = (struct reset_steps){
		.active = true,
		.counted = counted,
		.step = step,
	};
	if (!counted && step >= STEP_DONE && r->has_pair)
		add_victim(r, reset, &r->pair);
	return reset;
}

static void fail(struct resets *r, struct rules *rules, const struct an_event *e)
{
	struct guclog_reset *reset = resets_newest(r, 0);

	rules_check(rules, RULE_R3, false, e->index);
	if (reset)
		reset->broken = true;
	r->steps.active = false;
}

/* Return: the bit of an engine. Engines with classes or instances that differ by 8 share a bit. */
static u64 engine_bit(u32 class, u32 instance)
{
	return 1ull << (class % 8 * 8 + instance % 8);
}

static void close_wait(struct resets *r, struct guclog_wait *wait)
{
	wait->open = false;
	r->nr_open--;
}

/*
 * The engines of a reset are known now. SWITCH_OUT_TIMEOUT has the class of the engine that did not
 * answer, not its instance, so the request can be to an engine of the class that was not reset.
 * Then it is still open, and the request to the reset engine is the one that has timed out.
 */
static void correct_wait(struct resets *r, struct guclog_reset *reset)
{
	u32 class = an_engine_class(reset->wait.engine), number, i;
	u64 engines = r->steps.engines;

	if (!reset->wait_known || !r->steps.counted ||
	    engines & engine_bit(class, an_engine_instance(reset->wait.engine)))
		return;
	for (i = 0; i < AN_INSTANCES; i++) {
		number = an_engine(class, i);
		if (!r->wait[number].open || !(engines & engine_bit(class, i)))
			continue;
		r->wait[reset->wait.engine] = reset->wait;
		reset->wait = r->wait[number];
		r->wait[number].open = false;
		r->only = 0;
		return;
	}
}

/* An engine was reset, so it no longer needs to answer a request to switch out. */
static void end_wait(struct resets *r, const struct an_event *e)
{
	u32 number = an_engine(e->arg[0], e->arg[1]);

	if (number != GUCLOG_NONE && r->wait[number].open)
		close_wait(r, &r->wait[number]);
}

/*
 * Process the next step (event) of a reset. Return: whether the step can follow the preceding
 * steps.
 */
static bool take_step(struct resets *r, struct rules *rules, struct guclog_reset *reset,
		      const struct an_event *e)
{
	struct reset_steps *s = &r->steps;
	u32 class = 1u << e->arg[0] % 8;

	switch (e->id) {
	case GUC_EV_ENGINE_RESET_BEGIN:
		reset->begin_seen = true;
		reset->engine_class = FIELD_GET(GUC_EV_ENGINE_RESET_BEGIN_CLASS,
						e->arg[0]);
		s->args[0] = e->arg[0];
		s->args[1] = e->arg[1];
		return true;
	case GUC_EV_RESET_ENGINE:
		if (s->engines & engine_bit(e->arg[0], e->arg[1]))
			return false;
		s->engines |= engine_bit(e->arg[0], e->arg[1]);
		s->classes |= class;
		return true;
	case GUC_EV_RESET_WAIT:
		correct_wait(r, reset);
		return true;
	case GUC_EV_RESET_ENGINE_DONE:
		correct_wait(r, reset);
		end_wait(r, e);
		r->older.open = false;
		if (s->engines_done & engine_bit(e->arg[0], e->arg[1]))
			return false;
		s->engines_done |= engine_bit(e->arg[0], e->arg[1]);
		return !s->counted || s->engines & engine_bit(e->arg[0], e->arg[1]);
	case GUC_EV_ENGINE_RESET_END:
		reset->end_seen = true;
		if (reset->begin_seen)
			rules_check(rules, RULE_R4, s->args[0] == e->arg[0] &&
				    s->args[1] == e->arg[1], e->index);
		else
			reset->engine_class = FIELD_GET(GUC_EV_ENGINE_RESET_END_CLASS,
							e->arg[0]);
		return !s->counted || s->engines == s->engines_done;
	case GUC_EV_CLASS_RESUMED:
		/* A class with several engines may be resumed once for each of them. */
		s->classes_done |= class;
		return !s->counted || s->classes & class;
	default:
		return true;
	}
}

/*
 * Return: whether the last step is a SWITCH_OUT_TIMEOUT that is not a step of the reset to which @e
 * belongs: the engine has answered since then, or it was too long ago.
 */
static bool is_past_timeout(const struct resets *r, const struct guclog_reset *reset,
			    const struct an_event *e, u32 hz)
{
	return r->steps.active && r->steps.step == STEP_TIMEOUT &&
	       (r->answered == r->nr ||
		(hz && e->tick - reset->end_tick > (s64)hz / 1000 * DECIDED_MS));
}

static void do_step(struct resets *r, struct rules *rules,
		    const struct an_event *e, enum reset_step step, u32 hz)
{
	struct reset_steps *s = &r->steps;
	struct guclog_reset *reset;

	if ((s->active && s->step >= STEP_END && step < STEP_END) ||
	    is_past_timeout(r, resets_newest(r, 0), e, hz))
		s->active = false;
	if (!s->active && step == STEP_RESUMED && r->last_id == GUC_EV_CLASS_RESUMED &&
	    s->classes_done & 1u << e->arg[0] % 8)
		return;
	if (!s->active) {
		bool first = step <= STEP_BEGIN;
		bool partial = !first && may_be_partial(r, e, hz);

		reset = begin(r, e, step, first);
		if (!first && !partial)
			fail(r, rules, e);
	} else if (!may_follow(s->step, step)) {
		fail(r, rules, e);
		if (step == STEP_TIMEOUT)
			begin(r, e, step, true);
	}
	r->run_reset = true;
	reset = resets_newest(r, 0);
	reset->end_tick = e->tick;
	reset->end_index = e->index;
	if (!s->active)
		return;
	s->step = step;
	if (!take_step(r, rules, reset, e))
		fail(r, rules, e);
	else if (step == STEP_END && s->counted)
		rules_check(rules, RULE_R3, true, e->index);
	else if (step == STEP_RESUMED && s->classes_done == s->classes)
		s->active = false;
}

/*
 * Find the context for which the GuC has asked an engine to switch its context out: the context
 * that is ready and has no engine. If there are several such contexts, it is unknown for which of
 * them the GuC made the request.
 */
static void find_waiter(const struct resets *r, const struct contexts *contexts,
			struct guclog_wait *wait)
{
	unsigned int i;

	wait->waiter = GUCLOG_NONE;
	wait->waiters = 0;
	for (i = 1; i <= min(r->next_ready, RESET_READY); i++) {
		unsigned int n = (r->next_ready - i) % RESET_READY;
		const struct guclog_context *ctx = contexts_find(contexts, r->ready[n].guc_id);

		if (!ctx || ctx->state != GUCLOG_CONTEXT_READY ||
		    ctx->ready_index != r->ready[n].index)
			continue;
		wait->waiter = wait->waiters++ ? GUCLOG_NONE : ctx->guc_id;
		wait->waiter_index = ctx->ready_index;
	}
}

/* Process a SWITCH_OUT_REQUEST: the GuC asks an engine to switch its context out. */
static void ask(struct resets *r, const struct contexts *contexts,
		const struct an_event *e)
{
	u32 number = an_engine(e->arg[0], e->arg[1]);
	const struct guclog_context *on;
	struct guclog_wait *wait;

	if (number == GUCLOG_NONE || r->wait[number].open)
		return;
	wait = &r->wait[number];
	*wait = (struct guclog_wait){
		.open = true,
		.tick = e->tick,
		.index = e->index,
		.engine = number,
		.victim = GUCLOG_NONE,
		.waiter = GUCLOG_NONE,
	};
	on = contexts_at(contexts, number);
	if (on)
		wait->victim = on->guc_id;
	wait->disabled = r->last_disables ||
			 (on && on->mode.open && !on->mode.value);
	if (!wait->disabled)
		find_waiter(r, contexts, wait);
	r->only = number;
	r->nr_open++;
}

static void csb(struct resets *r, struct rules *rules, const struct an_event *e)
{
	u32 number = an_csb_engine(e->arg[1]);
	struct guclog_wait *wait;

	/* A preemption for which the log has no request is the answer to an older request. */
	if (number != GUCLOG_NONE && !r->wait[number].open && an_csb_preempted(e->arg[0]))
		r->older.open = false;
	if (number == GUCLOG_NONE || !r->wait[number].open ||
	    an_csb_answers(e->arg[0]))
		return;
	wait = &r->wait[number];
	if (an_csb_preempted(e->arg[0])) {
		rules_check(rules, RULE_R1, true, e->index);
		r->granted++;
		r->granted_ticks = max(r->granted_ticks, e->tick - wait->tick);
		r->gave_way[number].known = !wait->disabled && wait->victim != GUCLOG_NONE;
		r->gave_way[number].guc_id = wait->victim;
		r->gave_way[number].index = e->index;
		r->gave_way[number].tick = e->tick;
		r->gave_way[number].ticks = e->tick - wait->tick;
		close_wait(r, wait);
	} else if (an_csb_complete(e->arg[0])) {
		r->ended++;
		close_wait(r, wait);
	}
}

/* Return: the oldest unanswered request to an engine of the class, or NULL if there is none. */
static struct guclog_wait *oldest_wait(struct resets *r, u32 class)
{
	struct guclog_wait *found = NULL;
	unsigned int i;

	for (i = 0; class < AN_CLASSES && i < AN_INSTANCES; i++) {
		struct guclog_wait *wait = &r->wait[an_engine(class, i)];

		if (wait->open && (!found || wait->tick < found->tick))
			found = wait;
	}
	return found;
}

/*
 * Process a SWITCH_OUT_TIMEOUT. These events come in pairs, and only one event of a pair (in the
 * studied logs the first) ends a request. A timeout without a request is possible, too: a disable
 * may not need a request.
 */
static void time_out(struct resets *r, struct rules *rules,
		     const struct an_event *e)
{
	struct guclog_reset *reset = resets_newest(r, 0);
	bool second = r->last_id == GUC_EV_SWITCH_OUT_TIMEOUT;
	struct guclog_wait *found;

	if (second && !r->unmatched)
		return;
	if (!second) {
		reset->timed_out = true;
		reset->timeout_tick = e->tick;
		reset->timeout_index = e->index;
	}
	found = oldest_wait(r, e->arg[0]);
	r->unmatched = !found && r->nr_open;
	if (!found) {
		r->older.open = false;
		return;
	}
	rules_check(rules, RULE_R1, true, e->index);
	reset->wait_known = true;
	reset->wait = *found;
	close_wait(r, found);
}

/*
 * Count a failure of rule R1 (a request to switch out ends in a preemption or a timeout) after a
 * SWITCH_OUT_TIMEOUT for which no request was found: there are unanswered requests, but none to an
 * engine of the class in the timeout.
 */
static void check_timed_out(struct resets *r, struct rules *rules,
			    const struct an_event *e)
{
	if (!r->unmatched || e->id == GUC_EV_SWITCH_OUT_TIMEOUT)
		return;
	rules_check(rules, RULE_R1, false, e->index);
	r->unmatched = false;
}

/*
 * Return: whether a time differs from @period by less than 1/20 of @period. The tolerance is needed
 * because a busy firmware can be late.
 */
static bool is_near(s64 ticks, s64 period)
{
	return ticks > period - period / 20 && ticks < period + period / 20;
}

/*
 * Note a SWITCH_OUT_WAIT if it is about a request that is not in the log: no request is open, or
 * such a wait has been noted already.
 */
static void note_older(struct resets *r, const struct an_event *e)
{
	if (r->nr_open && !r->older.open)
		return;
	if (!r->older.open) {
		r->older.first = e->index;
		r->older.since = e->tick;
	}
	r->older.open = true;
	r->older.last = e->index;
	r->older.tick = e->tick;
}

/*
 * Process a SWITCH_OUT_WAIT: the GuC still waits for the answer of an engine. The event does not
 * name the engine, so it is used only if exactly one request is open.
 */
static void switch_out_wait(struct resets *r, struct rules *rules, const struct an_event *e,
			    u32 hz)
{
	struct guclog_wait *wait;
	s64 since;
	bool usual;

	note_older(r, e);
	if (r->nr_open != 1)
		return;
	while (!r->wait[r->only % AN_ENGINES].open)
		r->only++;
	wait = &r->wait[r->only % AN_ENGINES];
	wait->looks++;
	since = e->tick - wait->last_look;
	usual = is_near(since, (s64)hz * WAIT_PERIOD_MS / 1000);
	/*
	 * The GuC writes the first SWITCH_OUT_WAIT right after the request, so the time before it
	 * is not the period of these events.
	 */
	if (wait->looks >= 3 && (usual || wait->period))
		rules_check(rules, RULE_R5, usual || is_near(since, wait->period),
			    e->index);
	wait->period = wait->looks >= 3 ? since : 0;
	wait->last_look = e->tick;
}

/*
 * Set when the victim last left its engine because the firmware asked the engine to switch out. It
 * is only known if no other context was preempted on this engine since then.
 */
static void set_gave_way(struct guclog_victim *victim, const struct resets *r,
			 const struct guclog_context *ctx)
{
	if (!ctx->preempted || ctx->engine >= AN_ENGINES || !r->gave_way[ctx->engine].known ||
	    r->gave_way[ctx->engine].guc_id != ctx->guc_id)
		return;
	victim->gave_way_index = r->gave_way[ctx->engine].index;
	victim->gave_way_tick = r->gave_way[ctx->engine].tick;
	victim->gave_way_ticks = r->gave_way[ctx->engine].ticks;
}

static void set_victim(struct guclog_victim *victim, const struct resets *r,
		       const struct contexts *contexts, const struct an_event *e)
{
	const struct guclog_context *ctx = contexts_find(contexts, e->arg[1]);

	*victim = (struct guclog_victim){
		.guc_id = e->arg[1],
		.lrca = an_ctx_lrca(e->arg[0]),
		.engine = an_left_engine(e),
		.tick = e->tick,
		.index = e->index,
		.on_since = contexts->part_begin,
		.on_index = GUCLOG_NO_EVENT,
		.gave_way_index = GUCLOG_NO_EVENT,
	};
	if (ctx) {
		victim->whole_runs = ctx->whole_runs;
		victim->longest_run = ctx->longest_run;
		victim->preempted = ctx->preempted;
		set_gave_way(victim, r, ctx);
	}
	if (ctx && ctx->on_engine) {
		victim->on_known = ctx->on_known;
		victim->on_since = ctx->on_since;
		victim->on_index = ctx->on_index;
	} else if (ctx && ctx->state != GUCLOG_CONTEXT_SEEN) {
		victim->on_since = ctx->since;
	}
}

/*
 * Return: whether a CTX_NOT_READY or CTX_OFF_ENGINE has another reason than an engine reset: the
 * engine has already reported that the context was complete or preempted, or the context is
 * disabled while it is not on an engine.
 */
static bool leaves_by_itself(const struct contexts *contexts, const struct an_event *e)
{
	const struct guclog_context *ctx = contexts_find(contexts, e->arg[1]);

	if (!ctx)
		return false;
	if (ctx->ended)
		return true;
	return e->id == GUC_EV_CTX_NOT_READY && an_left_engine(e) == GUCLOG_NONE &&
	       !ctx->on_engine && ctx->state != GUCLOG_CONTEXT_SEEN &&
	       ctx->state != GUCLOG_CONTEXT_DISABLED;
}

/* Store the context of a CTX_NOT_READY or CTX_OFF_ENGINE if a reset removed it from its engine. */
static void victim(struct resets *r, const struct contexts *contexts,
		   const struct an_event *e)
{
	struct guclog_reset *reset = resets_newest(r, 0);
	const struct contexts_engine *engine;
	struct guclog_victim found;
	unsigned int i;

	if (leaves_by_itself(contexts, e))
		return;
	if (!resets_active(r)) {
		/*
		 * If CTX_NOT_READY comes before CTX_OFF_ENGINE, which is the reverse of the usual
		 * order, the context may be the victim of a reset whose first steps are missing in
		 * the log. Remember it as @pair.
		 */
		if (e->id == GUC_EV_CTX_NOT_READY)
			set_victim(&r->pair, r, contexts, e);
		else
			r->has_pair = r->last_id == GUC_EV_CTX_NOT_READY &&
				      r->pair.guc_id == e->arg[1];
		return;
	}
	set_victim(&found, r, contexts, e);
	for (i = 0; i < min(reset->nr_victims, GUCLOG_MAX_VICTIMS); i++)
		if (reset->victim[i].guc_id == found.guc_id)
			break;
	if (i < min(reset->nr_victims, GUCLOG_MAX_VICTIMS)) {
		/*
		 * The context is stored already. If its first event was a CTX_NOT_READY without an
		 * engine, because the context was disabled, take the engine from this event.
		 */
		if (reset->victim[i].engine == GUCLOG_NONE)
			reset->victim[i].engine = found.engine;
		return;
	}
	if (found.engine != GUCLOG_NONE) {
		engine = &contexts->engine[found.engine];
		if (engine->placed && engine->ctx &&
		    !contexts_is_on(contexts, found.guc_id, found.engine))
			reset->contradicts = true;
	}
	add_victim(r, reset, &found);
}

/* Return: whether the engine in a context word (argument 0 of CTX_PLACED) is one of those reset. */
static bool is_reset_engine(const struct resets *r, u32 word)
{
	u64 bit = engine_bit(an_ctx_class(word), an_ctx_instance(word));

	return (r->steps.engines | r->steps.engines_done) & bit;
}

/*
 * After a SWITCH_OUT_TIMEOUT without a reset, find out whether the engine gets another context. If
 * so, it has switched out its context although the preemption timeout had passed.
 */
static void note_answered(struct resets *r, const struct contexts *contexts,
			  const struct an_event *e)
{
	struct guclog_reset *reset = resets_newest(r, 0);
	u32 number = an_left_engine(e);

	if (reset && r->steps.active && r->steps.step == STEP_TIMEOUT && reset->wait_known &&
	    reset->wait.victim != GUCLOG_NONE && number == reset->wait.engine &&
	    !contexts_at(contexts, number))
		r->answered = r->nr;
}

/*
 * Store the first context that gets one of the reset engines and had waited before the reset. If
 * the request that timed out is known, it must have waited before this request.
 */
static void note_placed(struct resets *r, const struct contexts *contexts,
			const struct an_event *e)
{
	struct guclog_reset *reset = resets_newest(r, 0);
	const struct guclog_context *ctx;

	if (!resets_active(r) || !reset->nr_victims || reset->placed != GUCLOG_NONE)
		return;
	ctx = contexts_find(contexts, e->arg[1]);
	if (!ctx || !is_reset_engine(r, e->arg[0]) || ctx->state != GUCLOG_CONTEXT_READY ||
	    !ctx->ready_index || ctx->ready_index > (reset->wait_known ? reset->wait.index :
						     reset->begin_index))
		return;
	reset->placed = ctx->guc_id;
	reset->placed_index = e->index;
	reset->placed_ready = ctx->ready_index;
}

/**
 * resets_victim() - find a context among those that a reset removed
 * @reset: the reset
 * @guc_id: guc_id of the context
 *
 * Return: the context, or NULL if the reset did not remove it or it is not stored.
 */
const struct guclog_victim *resets_victim(const struct guclog_reset *reset, u32 guc_id)
{
	unsigned int i;

	for (i = 0; i < min(reset->nr_victims, GUCLOG_MAX_VICTIMS); i++)
		if (reset->victim[i].guc_id == guc_id)
			return &reset->victim[i];
	return NULL;
}

/*
 * Return: what the driver did after the newest reset that removed the context; NULL if there was no
 * such reset. @reset: set to this reset
 */
static struct reset_after *find_after(struct resets *r, u32 guc_id,
				      const struct guclog_reset **reset)
{
	const struct guclog_victim *victim;
	u64 back;

	for (back = 0; (*reset = resets_newest(r, back)); back++) {
		victim = resets_victim(*reset, guc_id);
		if (victim)
			return &r->after[*reset - r->reset][victim - (*reset)->victim];
	}
	return NULL;
}

/*
 * Store when the driver fetched the state capture, and when it disabled and deregistered a victim.
 * A disable that the driver had requested before the reset is not counted.
 */
static void aftermath(struct resets *r, const struct contexts *contexts, const struct an_event *e)
{
	struct guclog_reset *newest = resets_newest(r, 0);
	const struct guclog_context *ctx;
	const struct guclog_reset *reset;
	struct reset_after *after;

	if (newest && newest->end_seen && e->id == GUC_EV_H2G_RECEIVED &&
	    e->arg[0] == GUC_ACTION_LOG_BUFFER_FILE_FLUSH_COMPLETE &&
	    newest->capture_index == GUCLOG_NO_EVENT)
		newest->capture_index = e->index;
	if (e->id == GUC_EV_H2G_RECEIVED)
		return;
	ctx = contexts_find(contexts, e->arg[0]);
	after = find_after(r, e->arg[0], &reset);
	if (!after || !reset->end_seen || after->deregistered_index != GUCLOG_NO_EVENT)
		return;
	if (e->id == GUC_EV_CTX_DEREGISTERED) {
		after->deregistered_index = e->index;
	} else if (!e->arg[1] && after->disabled_index == GUCLOG_NO_EVENT && ctx &&
		   ctx->mode.open && ctx->mode.index > reset->begin_index) {
		after->disabled_index = e->index;
		after->disabled_tick = e->tick;
	}
}

/**
 * resets_set_after() - store in a reset what the driver did with one of its victims
 * @r: the resets
 * @reset: a reset in @r
 * @victim: one of the stored victims of @reset
 */
void resets_set_after(const struct resets *r, struct guclog_reset *reset,
		      const struct guclog_victim *victim)
{
	const struct reset_after *after = &r->after[reset - r->reset][victim - reset->victim];

	reset->disabled_index = after->disabled_index;
	reset->disabled_tick = after->disabled_tick;
	reset->deregistered_index = after->deregistered_index;
}

/* Begin a part of the log after a gap: forget unfinished resets and unanswered requests. */
static void begin_run(struct resets *r, const struct an_event *e)
{
	r->run = 0;
	r->run_begin = e->tick;
	r->run_reset = false;
	r->has_pair = false;
	r->steps.active = false;
	r->nr_open = 0;
	r->last_id = 0;
	r->last_disables = false;
	r->unmatched = false;
	memset(r->wait, 0, sizeof(r->wait));
	r->older.open = false;
	r->next_ready = 0;
}

/**
 * resets_event() - update the preemptions and resets with the next event
 * @r: zeroed before the first event
 * @rules: counts of the rules, which are updated
 * @contexts: the contexts before this event
 * @e: the next event
 * @hz: ticks per second, 0 when not known
 *
 * Context: any.
 */
void resets_event(struct resets *r, struct rules *rules,
		  const struct contexts *contexts, const struct an_event *e, u32 hz)
{
	enum reset_step step = step_of(e->id);

	if (e->gap)
		begin_run(r, e);
	check_timed_out(r, rules, e);
	if (step != STEP_NONE)
		do_step(r, rules, e, step, hz);
	switch (e->id) {
	case GUC_EV_SWITCH_OUT_TIMEOUT:
		time_out(r, rules, e);
		break;
	case GUC_EV_SWITCH_OUT_REQUEST:
		ask(r, contexts, e);
		break;
	case GUC_EV_SWITCH_OUT_WAIT:
		switch_out_wait(r, rules, e, hz);
		break;
	case GUC_EV_CSB:
		csb(r, rules, e);
		break;
	case GUC_EV_CTX_READY:
		r->ready[r->next_ready % RESET_READY].guc_id = e->arg[1];
		r->ready[r->next_ready++ % RESET_READY].index = e->index;
		break;
	case GUC_EV_CTX_PLACED:
		note_placed(r, contexts, e);
		note_answered(r, contexts, e);
		break;
	case GUC_EV_CTX_NOT_READY:
	case GUC_EV_CTX_OFF_ENGINE:
		victim(r, contexts, e);
		break;
	case GUC_EV_H2G_RECEIVED:
	case GUC_EV_SCHED_MODE_DONE:
	case GUC_EV_CTX_DEREGISTERED:
		aftermath(r, contexts, e);
		break;
	default:
		break;
	}
	r->last_id = e->id;
	r->last_disables = e->id == GUC_EV_SCHED_MODE_SET && !e->arg[1];
	r->run++;
}
