// SPDX-License-Identifier: MIT OR GPL-2.0-only
#include "events/contexts.h"

#include "base/arena.h"

/*
 * Largest number of events between a request that the firmware answers at once and the answer. If
 * an answer without a request comes at most this number of events after a gap, the request may be
 * in the gap; a later answer without a request fails rule M2 or M3 (requests and answers are
 * pairs).
 */
#define AT_ONCE		32u

/**
 * contexts_find() - find the entry (ctx) of the context that has a guc_id now
 * @contexts: the contexts
 * @guc_id: any number
 *
 * Return: the ctx, valid until the next event, or NULL if there is none.
 */
struct guclog_context *contexts_find(const struct contexts *contexts, u32 guc_id)
{
	u32 number = guc_id < CONTEXT_IDS ? contexts->current[guc_id] : 0;

	return number ? &contexts->ctx[number - 1] : NULL;
}

/**
 * contexts_at() - find the context that is on an engine
 * @contexts: the contexts
 * @engine: number of the engine, see an_engine()
 *
 * Return: the context that was put on the engine last, valid until the next event, or NULL if none
 * is known.
 */
struct guclog_context *contexts_at(const struct contexts *contexts, u32 engine)
{
	u32 number = contexts->engine[engine].ctx;

	return number ? &contexts->ctx[number - 1] : NULL;
}

/**
 * contexts_is_on() - find out whether a context is on an engine
 * @contexts: the contexts
 * @guc_id: guc_id of the context
 * @engine: number of the engine, see an_engine(); several contexts may be on it
 *
 * Return: whether the context was placed on the engine and has not left it.
 */
bool contexts_is_on(const struct contexts *contexts, u32 guc_id, u32 engine)
{
	const struct guclog_context *ctx = contexts_find(contexts, guc_id);

	return ctx && ctx->on_engine && ctx->engine == engine;
}

/* Return: the number of an entry of @contexts->ctx, counted from 1, because 0 means none. */
static u32 number_of(const struct contexts *contexts, const struct guclog_context *ctx)
{
	return (u32)(ctx - contexts->ctx) + 1;
}

/*
 * Return: a new element of @contexts->ctx, or NULL if there is no memory or if CONTEXT_MAX exist.
 */
static struct guclog_context *add_context(struct contexts *contexts)
{
	struct guclog_context *ctx;

	if (contexts->nr == CONTEXT_MAX)
		return NULL;
	ctx = arena_room(contexts->arena, contexts->ctx, contexts->nr, sizeof(*ctx));
	if (!ctx)
		return NULL;
	contexts->ctx = ctx;
	return &contexts->ctx[contexts->nr++];
}

/*
 * Begin an entry (ctx) for a context with its first event. @old: the entry of the context that had
 * the guc_id before, or NULL. Return: the ctx, or NULL if there is no memory or too many contexts.
 */
static struct guclog_context *new_context(struct contexts *contexts, const struct an_event *e,
					  u32 guc_id, struct guclog_context *old)
{
	struct guclog_context *ctx = contexts->reuse ? old : NULL;

	if (ctx)
		contexts->gone_preempted += ctx->preempted;
	else if (guc_id < CONTEXT_IDS)
		ctx = add_context(contexts);
	if (!ctx) {
		contexts->lost++;
		return NULL;
	}
	*ctx = (struct guclog_context){
		.guc_id = guc_id,
		.since = e->tick,
		.engine_class = GUCLOG_NONE,
		.engine = GUCLOG_NONE,
		.priority = GUCLOG_NONE,
		.first = e->index,
		.last = e->index,
	};
	contexts->current[guc_id] = number_of(contexts, ctx);
	return ctx;
}

/*
 * Return: the entry (ctx) of the context with this guc_id, which the event names. It is a new entry
 * if there is none yet, or if the context of the old entry was deregistered. NULL if there is no
 * room for a new entry.
 */
static struct guclog_context *get_context(struct contexts *contexts, const struct an_event *e,
					  u32 guc_id)
{
	struct guclog_context *ctx = contexts_find(contexts, guc_id);

	if (!ctx || ctx->state == GUCLOG_CONTEXT_DEREGISTERED)
		ctx = new_context(contexts, e, guc_id, ctx);
	if (ctx)
		ctx->last = e->index;
	return ctx;
}

static void set_state(struct contexts *contexts, struct guclog_context *ctx,
		      enum guclog_context_state state, s64 tick)
{
	if (ctx->state == state)
		return;
	if (contexts->slice)
		contexts->slice(contexts->slice_context, ctx, false, ctx->since,
				tick);
	ctx->state = state;
	ctx->since = tick;
}

/*
 * Put a context on an engine. @placed: the event is the CTX_PLACED of the context. If it is another
 * event and the context is not on the engine yet, the log lacks the CTX_PLACED: the context was on
 * the engine since its last change of state or, if its state was not known, since the first event
 * after the last gap.
 */
static void put_on(struct contexts *contexts, struct guclog_context *ctx, u32 engine,
		   bool placed, s64 tick)
{
	struct contexts_engine *at;

	if (engine == GUCLOG_NONE)
		return;
	at = &contexts->engine[engine];
	contexts->seen[engine] = true;
	if (!ctx->on_engine || ctx->engine != engine || placed) {
		ctx->on_engine = true;
		ctx->on_known = placed;
		ctx->on_since = placed ? tick :
				 ctx->state == GUCLOG_CONTEXT_SEEN ? contexts->part_begin :
							    ctx->since;
		ctx->on_index = placed ? ctx->last : GUCLOG_NO_EVENT;
		ctx->on_least |= !placed;
	}
	ctx->engine = engine;
	at->ctx = number_of(contexts, ctx);
	at->placed = placed || at->placed;
}

static void take_off(struct contexts *contexts, struct guclog_context *ctx, s64 tick)
{
	struct contexts_engine *at;

	if (!ctx->on_engine)
		return;
	at = &contexts->engine[ctx->engine];
	if (contexts->slice)
		contexts->slice(contexts->slice_context, ctx, true, ctx->on_since,
				tick);
	ctx->on_ticks += max(tick - ctx->on_since, 0);
	ctx->left += ctx->ended;
	if (ctx->on_known && ctx->ended) {
		ctx->whole_runs++;
		ctx->longest_run = max(ctx->longest_run, tick - ctx->on_since);
	}
	ctx->on_engine = false;
	if (at->ctx == number_of(contexts, ctx))
		at->ctx = 0;
	at->placed = false;
}

/*
 * At a gap, forget which contexts are on engines and which requests are unanswered, because the
 * missing events can have changed both. @tick: tick of the first event after the gap
 */
static void forget(struct contexts *contexts, s64 tick)
{
	unsigned int i;

	for (i = 0; i < contexts->nr; i++) {
		struct guclog_context *ctx = &contexts->ctx[i];

		if (ctx->on_engine)
			ctx->on_least = true;
		take_off(contexts, ctx, contexts->last_tick);
		set_state(contexts, ctx, GUCLOG_CONTEXT_SEEN, contexts->last_tick);
		ctx->since = tick;
		ctx->mode.open = false;
		ctx->end.open = false;
		ctx->mode_known = false;
		ctx->end_known = false;
	}
	memset(contexts->engine, 0, sizeof(contexts->engine));
	contexts->part_begin = tick;
}

static void note_latency(struct contexts *contexts, enum context_latency which,
			 const struct guclog_pending *op, s64 tick)
{
	contexts->longest[which] = max(contexts->longest[which], tick - op->tick);
}

static void open_op(struct guclog_pending *op, const struct an_event *e, u32 value)
{
	*op = (struct guclog_pending){
		.open = true,
		.value = value,
		.tick = e->tick,
		.index = e->index,
	};
}

/* Note at the newest CAT_ERROR of a context that the driver disables the context. */
static void note_disable(struct contexts *contexts, const struct an_event *e)
{
	struct contexts_cat_error *error;
	u64 i, newest = contexts->nr_cat_errors - 1;

	for (i = 0; i < contexts->nr_cat_errors && i < CONTEXTS_CAT_ERRORS; i++) {
		error = &contexts->cat_error[(newest - i) % CONTEXTS_CAT_ERRORS];
		if (error->guc_id != e->arg[0])
			continue;
		if (!error->disabled) {
			error->disabled = true;
			error->disabled_index = e->index;
			error->disabled_tick = e->tick;
		}
		return;
	}
}

static void mode_set(struct contexts *contexts, struct rules *rules, const struct an_event *e,
		     struct guclog_context *ctx)
{
	if (ctx->mode.open)
		rules_check(rules, RULE_M2, false, e->index);
	open_op(&ctx->mode, e, e->arg[1]);
	if (!e->arg[1])
		note_disable(contexts, e);
	ctx->mode_known = true;
	ctx->not_ready = false;
}

static void mode_done(struct contexts *contexts, struct rules *rules, const struct an_event *e,
		      struct guclog_context *ctx)
{
	if (ctx->mode_known || (e->arg[1] && contexts->run > AT_ONCE))
		rules_check(rules, RULE_M2, ctx->mode.open &&
			    ctx->mode.value == e->arg[1], e->index);
	if (ctx->mode.open && !e->arg[1] && ctx->not_ready)
		rules_check(rules, RULE_M1, ctx->says_disabled, e->index);
	if (ctx->mode.open)
		note_latency(contexts, e->arg[1] ? LATENCY_ENABLE : LATENCY_DISABLE,
			     &ctx->mode, e->tick);
	ctx->mode.open = false;
	ctx->mode_known = true;
	ctx->answers++;
	if (!e->arg[1])
		set_state(contexts, ctx, GUCLOG_CONTEXT_DISABLED, e->tick);
	else if (ctx->state <= GUCLOG_CONTEXT_REGISTERED || ctx->state == GUCLOG_CONTEXT_DISABLED)
		set_state(contexts, ctx, GUCLOG_CONTEXT_ENABLED, e->tick);
}

static void deregister(struct contexts *contexts, struct rules *rules, const struct an_event *e,
		       struct guclog_context *ctx)
{
	if (ctx->end.open)
		rules_check(rules, RULE_M3, false, e->index);
	open_op(&ctx->end, e, 0);
	ctx->end_known = true;
}

static void deregistered(struct contexts *contexts, struct rules *rules, const struct an_event *e,
			 struct guclog_context *ctx)
{
	if (ctx->end_known || contexts->run > AT_ONCE)
		rules_check(rules, RULE_M3, ctx->end.open, e->index);
	if (ctx->end.open)
		note_latency(contexts, LATENCY_DEREGISTER, &ctx->end, e->tick);
	ctx->end.open = false;
	ctx->answers++;
	take_off(contexts, ctx, e->tick);
	set_state(contexts, ctx, GUCLOG_CONTEXT_DEREGISTERED, e->tick);
}

static void registered(struct contexts *contexts, struct rules *rules, const struct an_event *e,
		       struct guclog_context *none)
{
	struct guclog_context *ctx = contexts_find(contexts, e->arg[0]);

	if (ctx) {
		take_off(contexts, ctx, e->tick);
		set_state(contexts, ctx, GUCLOG_CONTEXT_DEREGISTERED, e->tick);
	}
	ctx = get_context(contexts, e, e->arg[0]);
	if (!ctx)
		return;
	ctx->born = true;
	ctx->end_known = true;
	ctx->state = GUCLOG_CONTEXT_REGISTERED;
}

static void submit(struct contexts *contexts, struct rules *rules, const struct an_event *e,
		   struct guclog_context *ctx)
{
	ctx->submits++;
	ctx->lrca = FIELD_GET(GUC_EV_CTX_SUBMIT_LRCA, e->arg[0]);
}

static void ready(struct contexts *contexts, struct rules *rules, const struct an_event *e,
		  struct guclog_context *ctx)
{
	ctx->lrca = FIELD_GET(GUC_EV_CTX_READY_LRCA, e->arg[0]);
	ctx->engine_class = FIELD_GET(GUC_EV_CTX_READY_CLASS, e->arg[0]);
	ctx->priority = FIELD_GET(GUC_EV_CTX_READY_PRIORITY, e->arg[0]);
	ctx->ready_index = e->index;
	if (!ctx->first_ready)
		ctx->first_ready = e->arg[0];
	take_off(contexts, ctx, e->tick);
	set_state(contexts, ctx, GUCLOG_CONTEXT_READY, e->tick);
}

/*
 * Test rule M1: a CTX_NOT_READY has GUC_EVENT_DISABLED (9) in place of an instance if and only if
 * it is the last one of its context before the driver's disable is acknowledged. If the context is
 * reset during the disable, an earlier one has the instance. mode_done() tests the last one.
 */
static void check_disabled(struct rules *rules, struct guclog_context *ctx,
			   const struct an_event *e)
{
	bool nine = an_ctx_instance(e->arg[0]) == GUC_EVENT_DISABLED;

	if (!ctx->mode_known)
		return;
	if (!ctx->mode.open || ctx->mode.value)
		rules_check(rules, RULE_M1, !nine, e->index);
	else if (ctx->not_ready && ctx->says_disabled)
		rules_check(rules, RULE_M1, false, e->index);
	ctx->not_ready = true;
	ctx->says_disabled = nine;
}

static void context(struct contexts *contexts, struct rules *rules, const struct an_event *e,
		    struct guclog_context *ctx)
{
	/*
	 * The reset does not remove a context that the engine has reported as complete or
	 * preempted.
	 */
	bool removed = contexts->in_reset && !ctx->ended;
	u32 engine = an_left_engine(e);

	ctx->lrca = an_ctx_lrca(e->arg[0]);
	ctx->engine_class = an_ctx_class(e->arg[0]);
	switch (e->id) {
	case GUC_EV_CTX_PLACED:
		if (ctx->state != GUCLOG_CONTEXT_SEEN && !ctx->resets)
			rules_check(rules, RULE_C6, ctx->state == GUCLOG_CONTEXT_READY, e->index);
		ctx->ended = false;
		if (ctx->state == GUCLOG_CONTEXT_READY)
			ctx->longest_wait = max(ctx->longest_wait,
						e->tick - ctx->since);
		set_state(contexts, ctx, GUCLOG_CONTEXT_PLACED, e->tick);
		put_on(contexts, ctx, engine, true, e->tick);
		break;
	case GUC_EV_CTX_RUNNING:
		ctx->ended = false;
		put_on(contexts, ctx, engine, false, e->tick);
		ctx->runs++;
		set_state(contexts, ctx, GUCLOG_CONTEXT_RUNNING, e->tick);
		break;
	case GUC_EV_CTX_OFF_ENGINE:
		if (!removed)
			put_on(contexts, ctx, engine, false, e->tick);
		take_off(contexts, ctx, e->tick);
		set_state(contexts, ctx,
			  removed ? GUCLOG_CONTEXT_RESET : GUCLOG_CONTEXT_SWITCHED_OUT,
			  e->tick);
		break;
	default:	/* CTX_NOT_READY */
		check_disabled(rules, ctx, e);
		if (removed) {
			put_on(contexts, ctx, engine, false, e->tick);
			ctx->resets++;
			set_state(contexts, ctx, GUCLOG_CONTEXT_RESET, e->tick);
		} else if (ctx->state != GUCLOG_CONTEXT_RESET) {
			set_state(contexts, ctx, GUCLOG_CONTEXT_IDLE, e->tick);
		}
	}
}

static void elsq(struct contexts *contexts, struct rules *rules, const struct an_event *e,
		 struct guclog_context *none)
{
	u32 number = an_elsq_engine(e->arg[0]);
	struct contexts_engine *engine;

	if (number == GUCLOG_NONE)
		return;
	engine = &contexts->engine[number];
	if (engine->submit.open)
		rules_check(rules, RULE_B5, false, e->index);
	open_op(&engine->submit, e, 0);
	contexts->seen[number] = true;
	engine->submit_known = true;
	engine->submits++;
}

/* Test rule B4: a CSB event names the context on the engine, or none if the engine was idle. */
static void check_csb(const struct contexts *contexts, struct rules *rules,
		      const struct contexts_engine *engine,
		      const struct an_event *e)
{
	u32 guc_id = an_csb_ctx(e->arg[1]);
	bool none = guc_id == GUCLOG_NONE, starts = e->arg[0] & GUC_CSB_IDLE_ACTIVE;

	if (none != starts) {
		rules_check(rules, RULE_B4, false, e->index);
		return;
	}
	if (none || !engine->placed || !engine->ctx)
		return;
	rules_check(rules, RULE_B4,
		    contexts_is_on(contexts, guc_id, an_csb_engine(e->arg[1])), e->index);
}

static void csb(struct contexts *contexts, struct rules *rules, const struct an_event *e,
		struct guclog_context *ctx)
{
	u32 number = an_csb_engine(e->arg[1]), guc_id = an_csb_ctx(e->arg[1]);
	struct contexts_engine *engine;

	if (number == GUCLOG_NONE)
		return;
	engine = &contexts->engine[number];
	check_csb(contexts, rules, engine, e);
	if (guc_id != GUCLOG_NONE)
		ctx = get_context(contexts, e, guc_id);
	if (ctx && !engine->ctx)
		put_on(contexts, ctx, number, false, e->tick);
	if (ctx && an_csb_preempted(e->arg[0]))
		ctx->preempted++;
	if (ctx && !an_csb_answers(e->arg[0]) &&
	    (an_csb_preempted(e->arg[0]) || an_csb_complete(e->arg[0])))
		ctx->ended = true;
	if (!an_csb_answers(e->arg[0]))
		return;
	if (engine->submit_known)
		rules_check(rules, RULE_B10, engine->submit.open, e->index);
	if (engine->submit.open) {
		rules_check(rules, RULE_B5, true, e->index);
		note_latency(contexts, LATENCY_SUBMIT, &engine->submit, e->tick);
	}
	engine->submit.open = false;
}

static void switch_out(struct contexts *contexts, struct rules *rules, const struct an_event *e,
		       struct guclog_context *ctx)
{
	u32 number = an_engine(e->arg[0], e->arg[1]);

	ctx = number == GUCLOG_NONE ? NULL : contexts_at(contexts, number);
	if (ctx)
		set_state(contexts, ctx, GUCLOG_CONTEXT_PREEMPTING, e->tick);
}

/* Forget the unanswered submission of an engine that is reset: the engine will not answer it. */
static void reset_engine(struct contexts *contexts, struct rules *rules, const struct an_event *e,
			 struct guclog_context *none)
{
	u32 number = an_engine(e->arg[0], e->arg[1]);

	if (number != GUCLOG_NONE)
		contexts->engine[number].submit.open = false;
}

/* Store a CAT_ERROR event: the GuC reports that a memory access of a context failed. */
static void cat_error(struct contexts *contexts, struct rules *rules, const struct an_event *e,
		      struct guclog_context *none)
{
	contexts->cat_error[contexts->nr_cat_errors++ % CONTEXTS_CAT_ERRORS] =
		(struct contexts_cat_error){
			.guc_id = FIELD_GET(GUC_EV_CAT_ERROR_GUC_ID, e->arg[0]),
			.type = e->arg[1],
			.index = e->index,
			.tick = e->tick,
		};
}

/**
 * contexts_cat_error() - get a CAT_ERROR event
 * @contexts: the contexts
 * @back: 0 for the newest one, 1 for the one before it, and so on
 *
 * Return: the event, or NULL if there is none or it is not stored.
 */
const struct contexts_cat_error *contexts_cat_error(const struct contexts *contexts, u64 back)
{
	if (back >= contexts->nr_cat_errors || back >= CONTEXTS_CAT_ERRORS)
		return NULL;
	return &contexts->cat_error[(contexts->nr_cat_errors - 1 - back) % CONTEXTS_CAT_ERRORS];
}

/**
 * contexts_open_error() - get the newest CAT_ERROR whose context is still on its engine
 * @contexts: the contexts
 *
 * Only a reset of the engine removes such a context.
 *
 * Return: the event, or NULL if there is none.
 */
const struct contexts_cat_error *contexts_open_error(const struct contexts *contexts)
{
	const struct contexts_cat_error *e;
	const struct guclog_context *ctx;
	u64 i;

	for (i = 0; (e = contexts_cat_error(contexts, i)); i++) {
		ctx = contexts_find(contexts, e->guc_id);
		if (ctx && ctx->state >= GUCLOG_CONTEXT_PLACED &&
		    ctx->state <= GUCLOG_CONTEXT_PREEMPTING)
			return e;
	}
	return NULL;
}

/*
 * For each event that changes a context or an engine: the function that processes the event,
 * whether the event has the guc_id of a context, and the number of the argument that has it. The
 * function gets the ctx with this guc_id, or NULL if the event has no guc_id.
 */
static const struct effect {
	void (*take)(struct contexts *contexts, struct rules *rules, const struct an_event *e,
		     struct guclog_context *ctx);
	bool has_guc_id;
	u8 arg;
} effects[GUC_EVX_COUNT] = {
	[GUC_EVX_CTX_REGISTERED] = { .take = registered },
	[GUC_EVX_CTX_DEREGISTER] = { deregister, true, 0 },
	[GUC_EVX_CTX_DEREGISTERED] = { deregistered, true, 0 },
	[GUC_EVX_SCHED_MODE_SET] = { mode_set, true, 0 },
	[GUC_EVX_SCHED_MODE_DONE] = { mode_done, true, 0 },
	[GUC_EVX_CTX_SUBMIT] = { submit, true, 1 },
	[GUC_EVX_CTX_READY] = { ready, true, 1 },
	[GUC_EVX_CTX_PLACED] = { context, true, 1 },
	[GUC_EVX_CTX_RUNNING] = { context, true, 1 },
	[GUC_EVX_CTX_OFF_ENGINE] = { context, true, 1 },
	[GUC_EVX_CTX_NOT_READY] = { context, true, 1 },
	[GUC_EVX_ELSQ_SUBMIT] = { .take = elsq },
	[GUC_EVX_CSB] = { .take = csb },
	[GUC_EVX_SWITCH_OUT_REQUEST] = { .take = switch_out },
	[GUC_EVX_RESET_ENGINE] = { .take = reset_engine },
	[GUC_EVX_CAT_ERROR] = { .take = cat_error },
};

/**
 * contexts_event() - update the contexts and engines with the next event
 * @contexts: zeroed before the first event, except its @arena
 * @rules: counts of the rules, which are updated
 * @e: the next event
 * @event: position of the event in guc_event_table[]
 *
 * Context: may allocate memory.
 */
void contexts_event(struct contexts *contexts, struct rules *rules,
		    const struct an_event *e, unsigned int event)
{
	const struct effect *effect = &effects[event];
	struct guclog_context *ctx = NULL;

	if (e->gap)
		forget(contexts, e->tick);
	contexts->run = e->gap ? 0 : contexts->run + 1;
	if (effect->has_guc_id)
		ctx = get_context(contexts, e, e->arg[effect->arg]);
	if (effect->take && !ctx == !effect->has_guc_id)
		effect->take(contexts, rules, e, ctx);
	contexts->last_tick = e->tick;
}

/**
 * contexts_on_ticks() - get the time that a context was on engines
 * @ctx: the context
 * @now: tick of the newest event
 *
 * Return: the time in ticks, until @now if the context is still on an engine.
 */
s64 contexts_on_ticks(const struct guclog_context *ctx, s64 now)
{
	return ctx->on_ticks + (ctx->on_engine ?
				max(now - ctx->on_since, 0) : 0);
}
