// SPDX-License-Identifier: MIT OR GPL-2.0-only
#include "lives.h"

/*
 * Largest number of events between a request that the firmware answers at once and its
 * answer. An answer without a request is accepted only this close behind a gap.
 */
#define AT_ONCE		32u

/**
 * lives_init() - begin without contexts
 * @lives: filled; free it with lives_free()
 *
 * Context: allocates memory.
 * Return: 0 or -ENOMEM.
 */
int lives_init(struct lives *lives)
{
	unsigned int i;

	memset(lives, 0, sizeof(*lives));
	lives->current = calloc(LIFE_IDS, sizeof(*lives->current));
	lives->engine = calloc(AN_ENGINES, sizeof(*lives->engine));
	if (!lives->current || !lives->engine) {
		lives_free(lives);
		return -ENOMEM;
	}
	for (i = 0; i < AN_ENGINES; i++)
		lives->engine[i].life = GUCLOG_NONE;
	return 0;
}

/**
 * lives_free() - free all contexts
 * @lives: from lives_init()
 *
 * Context: any.
 */
void lives_free(struct lives *lives)
{
	free(lives->life);
	free(lives->current);
	free(lives->engine);
	memset(lives, 0, sizeof(*lives));
}

/**
 * lives_find() - find the current life of a guc_id
 * @lives: the contexts
 * @guc_id: any number
 *
 * Context: any.
 * Return: the life, valid until the next event, or NULL.
 */
struct guclog_life *lives_find(const struct lives *lives, u32 guc_id)
{
	u32 number = guc_id < LIFE_IDS ? lives->current[guc_id] : 0;

	return number ? &lives->life[number - 1] : NULL;
}

/**
 * lives_is_on() - is a context on an engine?
 * @lives: the contexts
 * @guc_id: the context
 * @engine: the engine; several contexts may be on it
 *
 * Context: any.
 * Return: whether it was placed there and has not left it.
 */
bool lives_is_on(const struct lives *lives, u32 guc_id, u32 engine)
{
	const struct guclog_life *life = lives_find(lives, guc_id);

	return life && life->on_engine && life->engine == engine;
}

static struct guclog_life *new_life(struct lives *lives, const struct an_event *e,
				    u32 guc_id)
{
	struct guclog_life *life;

	if (guc_id >= LIFE_IDS || lives->nr == LIFE_MAX) {
		lives->lost++;
		return NULL;
	}
	if (lives->nr == lives->room) {
		unsigned int room = lives->room ? 2 * lives->room : 64;

		life = realloc(lives->life, room * sizeof(*life));
		if (!life) {
			lives->no_memory = true;
			lives->lost++;
			return NULL;
		}
		lives->life = life;
		lives->room = room;
	}
	life = &lives->life[lives->nr++];
	*life = (struct guclog_life){
		.guc_id = guc_id,
		.since = e->tick,
		.engine_class = GUCLOG_NONE,
		.engine = GUCLOG_NONE,
		.priority = GUCLOG_NONE,
		.first = e->index,
		.last = e->index,
	};
	lives->current[guc_id] = lives->nr;
	return life;
}

static struct guclog_life *get_life(struct lives *lives, const struct an_event *e,
				    u32 guc_id)
{
	struct guclog_life *life = lives_find(lives, guc_id);

	if (!life || life->state == GUCLOG_LIFE_DEREGISTERED)
		life = new_life(lives, e, guc_id);
	if (life)
		life->last = e->index;
	return life;
}

static void set_state(struct lives *lives, struct guclog_life *life,
		      enum guclog_life_state state, s64 tick)
{
	if (life->state == state)
		return;
	if (lives->slice)
		lives->slice(lives->slice_context, life, false, life->since,
			     tick);
	life->state = state;
	life->since = tick;
}

static u32 number_of(const struct lives *lives, const struct guclog_life *life)
{
	return (u32)(life - lives->life);
}

/*
 * The context is on an engine. Without CTX_PLACED, it was there before this part of the
 * log.
 */
static void put_on(struct lives *lives, struct guclog_life *life, u32 engine,
		   bool placed, s64 tick)
{
	struct lives_engine *at;

	if (engine == GUCLOG_NONE)
		return;
	at = &lives->engine[engine];
	at->seen = true;
	if (!life->on_engine || life->engine != engine || placed) {
		life->on_engine = true;
		life->on_known = placed;
		life->on_since = placed ? tick :
				 life->state == GUCLOG_LIFE_SEEN ? lives->part_begin :
							    life->since;
		life->on_least |= !placed;
	}
	life->engine = engine;
	at->life = number_of(lives, life);
	at->placed = placed || at->placed;
}

static void take_off(struct lives *lives, struct guclog_life *life, s64 tick)
{
	struct lives_engine *at;

	if (!life->on_engine)
		return;
	at = &lives->engine[life->engine];
	if (lives->slice)
		lives->slice(lives->slice_context, life, true, life->on_since,
			     tick);
	life->on_ticks += max(tick - life->on_since, 0);
	life->on_engine = false;
	if (at->life == number_of(lives, life))
		at->life = GUCLOG_NONE;
	at->placed = false;
}

/* After a gap, the context on each engine and the answered requests are unknown. */
static void forget(struct lives *lives, s64 tick)
{
	unsigned int i;

	for (i = 0; i < lives->nr; i++) {
		struct guclog_life *life = &lives->life[i];

		if (life->on_engine)
			life->on_least = true;
		take_off(lives, life, lives->last_tick);
		set_state(lives, life, GUCLOG_LIFE_SEEN, lives->last_tick);
		life->since = tick;
		life->mode.open = false;
		life->end.open = false;
		life->mode_known = false;
		life->end_known = false;
	}
	for (i = 0; i < AN_ENGINES; i++)
		lives->engine[i] = (struct lives_engine){
			.seen = lives->engine[i].seen,
			.life = GUCLOG_NONE,
		};
	lives->part_begin = tick;
}

static void note_latency(struct lives *lives, enum life_latency which,
			 const struct guclog_life_op *op, s64 tick)
{
	lives->longest[which] = max(lives->longest[which], tick - op->tick);
}

static void open_op(struct guclog_life_op *op, const struct an_event *e, u32 value)
{
	*op = (struct guclog_life_op){
		.open = true,
		.value = value,
		.tick = e->tick,
		.index = e->index,
	};
}

static void mode_set(struct lives *lives, struct rules *rules,
		     const struct an_event *e)
{
	struct guclog_life *life = get_life(lives, e, e->arg[0]);

	if (!life)
		return;
	if (life->mode.open)
		rules_check(rules, RULE_M2, false, e->index);
	open_op(&life->mode, e, e->arg[1]);
	life->mode_known = true;
}

static void mode_done(struct lives *lives, struct rules *rules,
		      const struct an_event *e)
{
	struct guclog_life *life = get_life(lives, e, e->arg[0]);

	if (!life)
		return;
	if (life->mode_known || (e->arg[1] && lives->run > AT_ONCE))
		rules_check(rules, RULE_M2, life->mode.open &&
			    life->mode.value == e->arg[1], e->index);
	if (life->mode.open)
		note_latency(lives, e->arg[1] ? LATENCY_ENABLE : LATENCY_DISABLE,
			     &life->mode, e->tick);
	life->mode.open = false;
	life->mode_known = true;
	if (!e->arg[1])
		set_state(lives, life, GUCLOG_LIFE_DISABLED, e->tick);
	else if (life->state <= GUCLOG_LIFE_REGISTERED || life->state == GUCLOG_LIFE_DISABLED)
		set_state(lives, life, GUCLOG_LIFE_ENABLED, e->tick);
}

static void deregister(struct lives *lives, struct rules *rules,
		       const struct an_event *e)
{
	struct guclog_life *life = get_life(lives, e, e->arg[0]);

	if (!life)
		return;
	if (life->end.open)
		rules_check(rules, RULE_M3, false, e->index);
	open_op(&life->end, e, 0);
	life->end_known = true;
}

static void deregistered(struct lives *lives, struct rules *rules,
			 const struct an_event *e)
{
	struct guclog_life *life = get_life(lives, e, e->arg[0]);

	if (!life)
		return;
	if (life->end_known || life->born || lives->run > AT_ONCE)
		rules_check(rules, RULE_M3, life->end.open, e->index);
	if (life->end.open)
		note_latency(lives, LATENCY_DEREGISTER, &life->end, e->tick);
	life->end.open = false;
	take_off(lives, life, e->tick);
	set_state(lives, life, GUCLOG_LIFE_DEREGISTERED, e->tick);
}

static void registered(struct lives *lives, const struct an_event *e)
{
	struct guclog_life *life = lives_find(lives, e->arg[0]);

	if (life) {
		take_off(lives, life, e->tick);
		set_state(lives, life, GUCLOG_LIFE_DEREGISTERED, e->tick);
	}
	life = get_life(lives, e, e->arg[0]);
	if (!life)
		return;
	life->born = true;
	life->state = GUCLOG_LIFE_REGISTERED;
}

static void submit(struct lives *lives, const struct an_event *e)
{
	struct guclog_life *life = get_life(lives, e, e->arg[1]);

	if (!life)
		return;
	life->submits++;
	life->lrca = FIELD_GET(GUC_EV_CTX_SUBMIT_LRCA, e->arg[0]);
}

static void ready(struct lives *lives, const struct an_event *e)
{
	struct guclog_life *life = get_life(lives, e, e->arg[1]);

	if (!life)
		return;
	life->lrca = FIELD_GET(GUC_EV_CTX_READY_LRCA, e->arg[0]);
	life->engine_class = FIELD_GET(GUC_EV_CTX_READY_CLASS, e->arg[0]);
	life->priority = FIELD_GET(GUC_EV_CTX_READY_PRIORITY, e->arg[0]);
	life->ready_index = e->index;
	if (!life->first_ready)
		life->first_ready = e->arg[0];
	take_off(lives, life, e->tick);
	set_state(lives, life, GUCLOG_LIFE_READY, e->tick);
}

static void check_disabled(struct rules *rules, const struct guclog_life *life,
			   const struct an_event *e)
{
	bool nine = an_ctx_instance(e->arg[0]) == GUC_EVENT_DISABLED;

	if (life->mode_known)
		rules_check(rules, RULE_M1, nine == (life->mode.open &&
						     !life->mode.value),
			    e->index);
}

static void context(struct lives *lives, struct rules *rules,
		    const struct an_event *e, bool in_reset)
{
	struct guclog_life *life = get_life(lives, e, e->arg[1]);
	u32 engine = an_left_engine(e);

	if (!life)
		return;
	life->lrca = an_ctx_lrca(e->arg[0]);
	life->engine_class = an_ctx_class(e->arg[0]);
	switch (e->id) {
	case GUC_EV_CTX_PLACED:
		if (life->state == GUCLOG_LIFE_READY)
			life->longest_wait = max(life->longest_wait,
						 e->tick - life->since);
		set_state(lives, life, GUCLOG_LIFE_PLACED, e->tick);
		put_on(lives, life, engine, true, e->tick);
		break;
	case GUC_EV_CTX_RUNNING:
		put_on(lives, life, engine, false, e->tick);
		life->runs++;
		set_state(lives, life, GUCLOG_LIFE_RUNNING, e->tick);
		break;
	case GUC_EV_CTX_OFF_ENGINE:
		if (!in_reset)
			put_on(lives, life, engine, false, e->tick);
		take_off(lives, life, e->tick);
		set_state(lives, life, in_reset ? GUCLOG_LIFE_RESET : GUCLOG_LIFE_SWITCHED_OUT,
			  e->tick);
		break;
	default:	/* CTX_NOT_READY */
		check_disabled(rules, life, e);
		if (in_reset) {
			put_on(lives, life, engine, false, e->tick);
			life->resets++;
			set_state(lives, life, GUCLOG_LIFE_RESET, e->tick);
		} else if (life->state != GUCLOG_LIFE_RESET) {
			set_state(lives, life, GUCLOG_LIFE_IDLE, e->tick);
		}
	}
}

static void elsq(struct lives *lives, struct rules *rules,
		 const struct an_event *e)
{
	u32 number = an_elsq_engine(e->arg[0]);
	struct lives_engine *engine;

	if (number == GUCLOG_NONE)
		return;
	engine = &lives->engine[number];
	if (engine->submit.open)
		rules_check(rules, RULE_B5, false, e->index);
	open_op(&engine->submit, e, 0);
	engine->seen = true;
	engine->submit_known = true;
	engine->submits++;
}

static void check_csb(const struct lives *lives, struct rules *rules,
		      const struct lives_engine *engine,
		      const struct an_event *e)
{
	u32 guc_id = an_csb_ctx(e->arg[1]);
	bool none = guc_id == GUCLOG_NONE, starts = e->arg[0] & GUC_CSB_IDLE_ACTIVE;

	if (none != starts) {
		rules_check(rules, RULE_B4, false, e->index);
		return;
	}
	if (none || !engine->placed || engine->life == GUCLOG_NONE)
		return;
	rules_check(rules, RULE_B4,
		    lives_is_on(lives, guc_id, an_csb_engine(e->arg[1])), e->index);
}

static void csb(struct lives *lives, struct rules *rules,
		const struct an_event *e)
{
	u32 number = an_csb_engine(e->arg[1]), guc_id = an_csb_ctx(e->arg[1]);
	struct lives_engine *engine;
	struct guclog_life *life = NULL;

	if (number == GUCLOG_NONE)
		return;
	engine = &lives->engine[number];
	check_csb(lives, rules, engine, e);
	if (guc_id != GUCLOG_NONE)
		life = get_life(lives, e, guc_id);
	if (life && engine->life == GUCLOG_NONE)
		put_on(lives, life, number, false, e->tick);
	if (life && an_csb_preempted(e->arg[0]))
		life->preempted++;
	if (!an_csb_answers(e->arg[0]))
		return;
	if (engine->submit_known)
		rules_check(rules, RULE_B10, engine->submit.open, e->index);
	if (engine->submit.open) {
		rules_check(rules, RULE_B5, true, e->index);
		note_latency(lives, LATENCY_SUBMIT, &engine->submit, e->tick);
	}
	engine->submit.open = false;
}

static void switch_out(struct lives *lives, const struct an_event *e)
{
	u32 number = an_engine(e->arg[0], e->arg[1]);
	struct guclog_life *life;

	if (number == GUCLOG_NONE || lives->engine[number].life == GUCLOG_NONE)
		return;
	life = &lives->life[lives->engine[number].life];
	set_state(lives, life, GUCLOG_LIFE_PREEMPTING, e->tick);
}

/* An engine does not answer submissions from before its reset. */
static void reset_engine(struct lives *lives, const struct an_event *e)
{
	u32 number = an_engine(e->arg[0], e->arg[1]);

	if (number != GUCLOG_NONE)
		lives->engine[number].submit.open = false;
}

/**
 * lives_event() - follow the contexts and engines
 * @lives: from lives_init()
 * @rules: where the results of the rules go
 * @e: the next event
 * @in_reset: an engine reset has begun and not ended
 *
 * Context: may allocate memory.
 */
void lives_event(struct lives *lives, struct rules *rules,
		 const struct an_event *e, bool in_reset)
{
	if (e->gap)
		forget(lives, e->tick);
	lives->run = e->gap ? 0 : lives->run + 1;
	switch (e->id) {
	case GUC_EV_CTX_REGISTERED:
		registered(lives, e);
		break;
	case GUC_EV_CTX_DEREGISTER:
		deregister(lives, rules, e);
		break;
	case GUC_EV_CTX_DEREGISTERED:
		deregistered(lives, rules, e);
		break;
	case GUC_EV_SCHED_MODE_SET:
		mode_set(lives, rules, e);
		break;
	case GUC_EV_SCHED_MODE_DONE:
		mode_done(lives, rules, e);
		break;
	case GUC_EV_CTX_SUBMIT:
		submit(lives, e);
		break;
	case GUC_EV_CTX_READY:
		ready(lives, e);
		break;
	case GUC_EV_CTX_PLACED:
	case GUC_EV_CTX_RUNNING:
	case GUC_EV_CTX_OFF_ENGINE:
	case GUC_EV_CTX_NOT_READY:
		context(lives, rules, e, in_reset);
		break;
	case GUC_EV_ELSQ_SUBMIT:
		elsq(lives, rules, e);
		break;
	case GUC_EV_CSB:
		csb(lives, rules, e);
		break;
	case GUC_EV_SWITCH_OUT_REQUEST:
		switch_out(lives, e);
		break;
	case GUC_EV_RESET_ENGINE:
		reset_engine(lives, e);
		break;
	default:
		break;
	}
	lives->last_tick = e->tick;
}

/**
 * lives_on_ticks() - get the time that a context was on engines
 * @life: the context
 * @now: tick of the newest event
 *
 * Context: any.
 * Return: ticks.
 */
s64 lives_on_ticks(const struct guclog_life *life, s64 now)
{
	return life->on_ticks + (life->on_engine ?
				 max(now - life->on_since, 0) : 0);
}
