// SPDX-License-Identifier: MIT OR GPL-2.0-only
#include "events/resets.h"

#include "abi/guc_ct_abi.h"

/* Return: whether a reset has begun and not ended, so it may remove a context from its engine. */
static bool is_removing(const struct reset_steps *s)
{
	return s->active && s->step >= STEP_BEGIN && s->step < STEP_END;
}

/**
 * resets_active() - find out whether an engine reset is in progress
 * @r: the resets in the events so far
 *
 * Return: whether any reset has begun and not ended.
 */
bool resets_active(const struct resets *r)
{
	unsigned int i;

	for (i = 0; i < RESETS_AT_ONCE; i++)
		if (is_removing(&r->steps[i]))
			return true;
	return false;
}

/**
 * resets_on() - find the reset in progress that resets an engine
 * @r: the resets in the events so far
 * @engine: number of the engine, or GUCLOG_NONE
 *
 * An engine is in at most one reset at a time.
 *
 * Return: the steps of the reset, NULL if there is none.
 */
const struct reset_steps *resets_on(struct resets *r, u32 engine)
{
	const struct reset_steps *s;

	for (s = r->steps; s < r->steps + RESETS_AT_ONCE; s++)
		if (is_removing(s) && engine_set_has(&engines_of(r, s)->set, engine))
			return s;
	return NULL;
}

/**
 * resets_add_victim() - store a context that a reset removed
 * @r: the resets
 * @reset: a reset in @r
 * @victim: the context
 */
void resets_add_victim(struct resets *r, struct guclog_reset *reset,
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
 * Set when the victim (a context that a reset removed) had last left its engine because the
 * firmware asked the engine to switch out. This is known only if no other context was preempted on
 * this engine since then.
 */
static void set_gave_way(struct guclog_victim *victim, const struct resets *r,
			 const struct guclog_context *ctx)
{
	const struct preemptions *p = &r->preemptions;

	if (!ctx->preempted || ctx->engine >= AN_ENGINES || !p->gave_way[ctx->engine].known ||
	    p->gave_way[ctx->engine].guc_id != ctx->guc_id)
		return;
	victim->gave_way_index = p->gave_way[ctx->engine].index;
	victim->gave_way_tick = p->gave_way[ctx->engine].tick;
	victim->gave_way_ticks = p->gave_way[ctx->engine].ticks;
}

/*
 * Return: the engine that the context leaves with CTX_NOT_READY or CTX_OFF_ENGINE, GUCLOG_NONE if
 * it is not known.
 */
static u32 left_engine(const struct contexts *contexts, const struct an_event *e)
{
	const struct guclog_context *ctx = contexts_find(contexts, e->arg[1]);
	u32 engine = an_left_engine(e);

	return engine == GUCLOG_NONE && ctx && ctx->on_engine ? ctx->engine : engine;
}

static void set_victim(struct guclog_victim *victim, const struct resets *r,
		       const struct contexts *contexts, const struct an_event *e)
{
	const struct guclog_context *ctx = contexts_find(contexts, e->arg[1]);

	*victim = (struct guclog_victim){
		.guc_id = e->arg[1],
		.lrca = an_ctx_lrca(e->arg[0]),
		.engine = left_engine(contexts, e),
		.tick = e->tick,
		.index = e->index,
		.on_since = contexts->part_begin,
		.on_index = GUCLOG_NO_EVENT,
		.gave_way_index = GUCLOG_NO_EVENT,
	};
	if (ctx) {
		victim->left = ctx->left;
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
 * Return: whether the cause of a CTX_NOT_READY or CTX_OFF_ENGINE is not an engine reset: the
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

/*
 * Return: the reset that is in progress; if there are several, the one that resets the engine; NULL
 * if there is none
 */
static struct guclog_reset *reset_on(struct resets *r, u32 engine)
{
	const struct reset_steps *s, *found = NULL;
	unsigned int nr = 0;

	for (s = r->steps; s < r->steps + RESETS_AT_ONCE; s++) {
		if (!is_removing(s))
			continue;
		nr++;
		found = s;
	}
	if (nr > 1)
		found = resets_on(r, engine);
	return found ? reset_of(r, found) : NULL;
}

/*
 * If the request that led to a reset is not known, and the events of the reset do not name the
 * engine from which it removed a context: it was the request to this engine.
 */
static void find_request(struct resets *r, struct guclog_reset *reset, u32 engine)
{
	const struct guclog_wait *wait;

	if (!reset->timed_out || reset->wait_known ||
	    engine_set_has(&r->engines[reset - r->reset].set, engine))
		return;
	wait = preemptions_removed(&r->preemptions, engine);
	if (!wait)
		return;
	reset->wait = *wait;
	reset->wait_known = true;
}

/* Store the context of a CTX_NOT_READY or CTX_OFF_ENGINE if a reset removed it from its engine. */
static void victim(struct resets *r, const struct contexts *contexts,
		   const struct an_event *e)
{
	struct guclog_reset *reset = reset_on(r, left_engine(contexts, e));
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
	if (!reset)
		return;
	set_victim(&found, r, contexts, e);
	for (i = 0; i < min(reset->nr_victims, GUCLOG_MAX_VICTIMS); i++)
		if (reset->victim[i].guc_id == found.guc_id)
			break;
	if (i < min(reset->nr_victims, GUCLOG_MAX_VICTIMS)) {
		/*
		 * The context is stored already. If its first event was a CTX_NOT_READY without an
		 * engine, because the context was disabled, take the engine from the current event.
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
		find_request(r, reset, found.engine);
	}
	resets_add_victim(r, reset, &found);
}

/*
 * Store the first context that gets one of the reset engines and had waited before the reset. If
 * the request that timed out is known, the context must have begun to wait before this request.
 */
static void note_placed(struct resets *r, const struct contexts *contexts,
			const struct an_event *e)
{
	const struct reset_steps *s = resets_on(r, an_ctx_engine(e->arg[0]));
	const struct guclog_context *ctx;
	struct guclog_reset *reset;

	if (!s)
		return;
	reset = reset_of(r, s);
	ctx = contexts_find(contexts, e->arg[1]);
	if (!ctx || !reset->nr_victims || reset->placed != GUCLOG_NONE ||
	    ctx->state != GUCLOG_CONTEXT_READY ||
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

/* Begin a part of the log after a gap: forget unfinished resets. */
static void begin_run(struct resets *r, const struct an_event *e)
{
	unsigned int i;

	r->run = 0;
	r->run_begin = e->tick;
	r->has_pair = false;
	r->last_id = 0;
	for (i = 0; i < RESETS_AT_ONCE; i++)
		r->steps[i].active = false;
}

/**
 * resets_event() - update the preemptions and resets with the next event
 * @r: zeroed before the first event
 * @rules: counts of the rules, which are updated
 * @contexts: the contexts before this event
 * @e: the next event
 * @hz: ticks per second, 0 when not known
 */
void resets_event(struct resets *r, struct rules *rules,
		  const struct contexts *contexts, const struct an_event *e, u32 hz)
{
	if (e->gap)
		begin_run(r, e);
	preemptions_event(&r->preemptions, rules, contexts, e, hz);
	reset_steps_event(r, rules, contexts, e, hz);
	switch (e->id) {
	case GUC_EV_CTX_PLACED:
		note_placed(r, contexts, e);
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
	r->run++;
}
