// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * Finds the events of preemptions and engine resets. A reset consists of steps in a fixed order,
 * for example the timeout, the beginning of the reset and its end (enum step); the events of one
 * step have the same id (the number of a kind of event). These are not the steps of a context's run
 * on an engine (CTX_READY to CTX_NOT_READY, see state.h). The position of an event is its number in
 * the log.
 */
#include "state.h"

/*
 * Largest number of events between a step of a reset and the removal of the context, for steps
 * before the removal and for steps after it.
 */
#define STEPS_BEFORE	48u
#define STEPS_AFTER	32u
/*
 * Largest number of events from CTX_READY of a waiting context to the request to switch out the
 * context that runs.
 */
#define REQUEST_WITHIN	12u
/*
 * Largest number of resets that are examined, and of different ids that are examined before and
 * after the context of each reset is removed.
 */
#define MAX_ZONES	32u
#define MAX_TOKENS	12u
/* Largest number of events from CTX_READY to the status word of the preemption that it causes. */
#define NOT_BEFORE	64u

/*
 * Largest delay with which a busy firmware notices that a preemption timeout has passed: 1/20 of
 * the timeout, but at least 10 ms, as in explain/analysis.c.
 */
#define LATE_PART	20u
#define LATE_US		10000u

/**
 * struct token - the events of one id during a reset, which may be one step of the reset
 * @x: index of the id
 * @nr: number of events
 * @at: positions of the first of these events
 */
struct token {
	u32 x;
	u32 nr;
	u32 at[8];
};

/**
 * struct zone - the part of the log around a reset, in which a context is removed from its
 * engine
 * @not_ready: position of CTX_NOT_READY of the removed context, which comes first
 * @off: position of CTX_OFF_ENGINE of the removed context
 * @guc_id: guc_id of the removed context
 * @class: engine class
 * @instance: engine instance
 * @asked: position after which the request to switch out the context is expected, LEARN_NONE if
 *	unknown
 * @nr_before: number of tokens before the removal
 * @before: the tokens before the removal
 * @nr_after: number of tokens after the removal
 * @after: the tokens after the removal
 * @fits: the tokens are the steps of a reset
 * @extra: number of tokens between the last step and the removal; these are not steps, but events
 *	of the firmware's search in the queues of the engine
 * @timeout: position of the first SWITCH_OUT_TIMEOUT, if @fits is set
 */
struct zone {
	u32 not_ready;
	u32 off;
	u32 guc_id;
	u32 class;
	u32 instance;
	u32 asked;
	u32 nr_before;
	struct token before[MAX_TOKENS];
	u32 nr_after;
	struct token after[MAX_TOKENS];
	bool fits;
	u32 extra;
	u32 timeout;
};

/**
 * struct zones - all resets
 * @nr: number of resets
 * @zone: the resets
 */
struct zones {
	u32 nr;
	struct zone zone[MAX_ZONES];
};

/* The steps of a reset before the context is removed, from the last step backwards. */
enum step { DONE, WAIT, ENGINE, BEGIN, DECIDED, TIMEOUT, STEPS };

static const u8 step_event[STEPS] = {
	[DONE] = GUC_EVX_RESET_ENGINE_DONE,
	[WAIT] = GUC_EVX_RESET_WAIT,
	[ENGINE] = GUC_EVX_RESET_ENGINE,
	[BEGIN] = GUC_EVX_ENGINE_RESET_BEGIN,
	[DECIDED] = GUC_EVX_RESET_DECIDED,
	[TIMEOUT] = GUC_EVX_SWITCH_OUT_TIMEOUT,
};

/*
 * Find the event because of which the GuC requested to switch out the context @z->guc_id, which a
 * reset removed later. This is the last event before the reset that made the waiting context ready
 * or, if no context waits, that disabled the removed context. Return: its position, or LEARN_NONE
 * if there is no such event.
 */
static u32 find_asked(const struct state *s, const struct zone *z)
{
	u32 end = min(z->off + STEPS_AFTER, s->in->nr_entries), at, waiter = LEARN_NONE;

	for (at = z->off + 1; at < end && waiter == LEARN_NONE; at++)
		if (event_of(s, at) == GUC_EVX_CTX_PLACED)
			waiter = field_of(s, at, 3);
	for (at = z->not_ready; at--;) {
		u32 event = event_of(s, at);

		if (event == GUC_EVX_CTX_READY && field_of(s, at, 3) == waiter)
			return at;
		if (event == GUC_EVX_SCHED_MODE_SET && waiter == LEARN_NONE &&
		    field_of(s, at, 0) == z->guc_id && !field_of(s, at, 1))
			return at;
		if (entry_of(s, at)->gap)
			break;
	}
	return LEARN_NONE;
}

static void add_zone(struct state *s, struct zones *zs, u32 not_ready, u32 off)
{
	u32 class = field_of(s, off, 1), instance = field_of(s, off, 2);
	struct zone *z;

	if (zs->nr == MAX_ZONES || class == LEARN_NONE || instance == LEARN_NONE)
		return;
	z = &zs->zone[zs->nr++];
	*z = (struct zone){
		.not_ready = not_ready,
		.off = off,
		.guc_id = field_of(s, off, 3),
		.class = class,
		.instance = instance,
	};
	z->asked = find_asked(s, z);
}

/*
 * Find the contexts that a reset may have removed: CTX_NOT_READY comes before CTX_OFF_ENGINE, the
 * reverse of the usual order.
 */
static void find_zones(struct state *s, struct zones *zs)
{
	u32 *last = arena_zero(s->arena, 0x10000 * sizeof(*last)), at;

	for (at = 0; last && at < s->in->nr_entries; at++) {
		u32 event = event_of(s, at), guc_id, before;

		if (!is_run(event))
			continue;
		guc_id = field_of(s, at, 3) & 0xffff;
		before = last[guc_id];
		if (event == GUC_EVX_CTX_OFF_ENGINE && before && at - before < 8 &&
		    event_of(s, before - 1) == GUC_EVX_CTX_NOT_READY)
			add_zone(s, zs, before - 1, at);
		last[guc_id] = at + 1;
	}
	arena_drop(s->arena, last);
}

static bool in_zones(const struct zones *zs, u32 at)
{
	u32 i;

	for (i = 0; i < zs->nr; i++)
		if (at + STEPS_BEFORE >= zs->zone[i].not_ready &&
		    at <= zs->zone[i].off + STEPS_AFTER)
			return true;
	return false;
}

/*
 * Return: an array indexed by id, with true for each id that has no name and occurs only near
 * resets.
 */
static bool *find_only(struct state *s, const struct zones *zs)
{
	bool *only = arena_zero(s->arena, s->nr * sizeof(*only));
	u32 x, i;

	for (x = 0; only && x < s->nr; x++) {
		if (s->id[x].event != LEARN_NONE || s->id[x].nr > 16 * zs->nr)
			continue;
		for (i = 0; i < s->id[x].nr && in_zones(zs, s->id[x].at[i]); i++)
			;
		only[x] = i == s->id[x].nr;
	}
	return only;
}

static u32 add_token(struct token *list, u32 nr, u32 x, u32 at)
{
	u32 i;

	for (i = 0; i < nr && list[i].x != x; i++)
		;
	if (i == nr) {
		if (nr == MAX_TOKENS)
			return nr;
		list[nr++] = (struct token){ .x = x };
	}
	if (list[i].nr < ARRAY_SIZE(list[i].at))
		list[i].at[list[i].nr] = at;
	list[i].nr++;
	return nr;
}

/*
 * Return: whether a QUEUE_POSITION event follows the event at position @at. If so, the event at @at
 * belongs to a search of the page fault queues, and is not a step of the reset.
 */
static bool is_flush(const struct state *s, u32 at)
{
	return at + 1 < s->in->nr_entries && event_of(s, at + 1) == GUC_EVX_QUEUE_POSITION;
}

static void read_tokens(struct state *s, struct zone *z, const bool *only)
{
	u32 begin = z->not_ready > STEPS_BEFORE ? z->not_ready - STEPS_BEFORE : 0;
	u32 end = min(z->off + STEPS_AFTER, s->in->nr_entries), at;

	for (at = begin; at < end; at++) {
		u32 x = s->of[at];

		if (x == LEARN_NONE || !only[x] || is_flush(s, at))
			continue;
		if (at < z->not_ready)
			z->nr_before = add_token(z->before, z->nr_before, x, at);
		else
			z->nr_after = add_token(z->after, z->nr_after, x, at);
	}
}

static const struct token *step_of(const struct zone *z, enum step step)
{
	return &z->before[z->nr_before - z->extra - 1 - step];
}

static bool is_extra(const struct zone *z, u32 x)
{
	u32 i;

	for (i = 1; i <= z->extra; i++)
		if (z->before[z->nr_before - i].x == x)
			return true;
	return false;
}

/*
 * Return: step number @n after the removal of the context; the first two are ENGINE_RESET_END and
 * CLASS_RESUMED.
 */
static const struct token *step_after(const struct zone *z, u32 n)
{
	u32 i = n;

	while (n && i + 1 < z->nr_after && is_extra(z, z->after[i].x))
		i++;
	return &z->after[i];
}

/* Return: whether each step has the expected number of events, and the steps do not overlap. */
static bool check_numbers(struct zone *z)
{
	u32 engines, last = 0, i;

	if (z->nr_before < STEPS + z->extra || z->nr_before > STEPS + z->extra + 3 ||
	    z->nr_after < 2)
		return false;
	engines = step_of(z, ENGINE)->nr;
	if (!engines || engines > 4 || step_of(z, DONE)->nr != engines ||
	    step_of(z, WAIT)->nr > 2 || step_of(z, BEGIN)->nr != 1 ||
	    step_of(z, DECIDED)->nr != 1 || step_of(z, TIMEOUT)->nr > 2 ||
	    step_after(z, 0)->nr != 1 || step_after(z, 1)->nr != engines)
		return false;
	/* All events of a step must come before the first event of the next step. */
	for (i = STEPS; i--;) {
		const struct token *t = step_of(z, i);

		if (t->at[0] < last)
			return false;
		last = t->at[t->nr - 1];
	}
	z->timeout = step_of(z, TIMEOUT)->at[0];
	return true;
}

static void add_value(struct window *w, unsigned int n, u32 value)
{
	if (!w)
		return;
	w->value[n] = value;
	w->known |= (u8)(1u << n);
}

/*
 * Find engine @i of the @nr engines of a reset; render and compute engines are reset together.
 * Return: true, or false if the engine is not known.
 */
static bool engine_at(const struct zone *z, u32 nr, u32 i, u32 *class, u32 *instance)
{
	if (nr == 1) {
		*class = z->class;
		*instance = z->instance;
		return true;
	}
	if (nr != 2 || (z->class != GUC_CLASS_RENDER && z->class != GUC_CLASS_COMPUTE))
		return false;
	*class = i ? GUC_CLASS_COMPUTE : GUC_CLASS_RENDER;
	*instance = *class == z->class ? z->instance : 0;
	return true;
}

static void expect_token(struct state *s, struct windows *ws, const struct zone *z,
			 const struct token *t, u32 event)
{
	u32 i, class, instance;

	for (i = 0; i < t->nr; i++) {
		struct window *w = learn_add_window(s, ws, t->at[i], t->at[i] + 1);

		switch (event) {
		case GUC_EVX_SWITCH_OUT_TIMEOUT:
			if (!i)
				add_value(w, 0, z->class);
			break;
		case GUC_EVX_ENGINE_RESET_BEGIN:
		case GUC_EVX_ENGINE_RESET_END:
			add_value(w, 0, z->class);
			add_value(w, 1, z->instance);
			break;
		case GUC_EVX_RESET_WAIT:
			add_value(w, 0, step_of(z, ENGINE)->nr);
			break;
		case GUC_EVX_RESET_ENGINE:
		case GUC_EVX_RESET_ENGINE_DONE:
		case GUC_EVX_CLASS_RESUMED:
			if (!engine_at(z, t->nr, i, &class, &instance))
				break;
			add_value(w, 0, class);
			if (event != GUC_EVX_CLASS_RESUMED)
				add_value(w, 1, instance);
			break;
		default:
			break;
		}
	}
}

static bool fit_step(struct state *s, struct zones *zs, u32 event, u32 n, bool after,
		     struct fit *fit)
{
	struct windows ws = { .nr = 0 };
	u32 i, x = LEARN_NONE;

	for (i = 0; i < zs->nr; i++) {
		struct zone *z = &zs->zone[i];
		const struct token *t;

		if (!z->fits)
			continue;
		t = after ? step_after(z, n) : step_of(z, n);
		if (x != LEARN_NONE && t->x != x)
			return false;
		x = t->x;
		expect_token(s, &ws, z, t, event);
	}
	return x != LEARN_NONE && learn_fit_one(s, &ws, x, event, 0, fit);
}

static u32 timeout_of(const struct state *s, u32 guc_id)
{
	u32 i;

	for (i = 0; i < s->in->nr_contexts; i++)
		if (s->in->context[i].guc_id == guc_id)
			return s->in->context[i].timeout_us;
	return 0;
}

/*
 * Return: whether SWITCH_OUT_TIMEOUT is about one preemption timeout of the context later than the
 * event at position @at. That event is the request to switch out, or the event that caused it.
 */
static bool is_in_time(const struct state *s, const struct zone *z, u32 at)
{
	u64 limit = timeout_of(s, z->guc_id), us;

	if (!limit || !s->in->hz)
		return false;
	us = (u64)(entry_of(s, z->timeout)->tick - entry_of(s, at)->tick) * 1000000 /
	     s->in->hz;
	return us + 100 >= limit && us <= limit + max(limit / LATE_PART, (u64)LATE_US);
}

/*
 * Return: weight of the evidence. Each reset that fits adds a weight for the order of its steps and
 * the number of their events. It adds more weight if class or instance of its engine is not 0,
 * because the value 0 matches by chance, and if the timeout comes at the expected time.
 */
static int weigh_pattern(const struct state *s, const struct zones *zs)
{
	int bits = 0;
	u32 i;

	for (i = 0; i < zs->nr; i++) {
		const struct zone *z = &zs->zone[i];

		if (!z->fits)
			continue;
		bits += BITS(12);
		if (z->class || z->instance)
			bits += BITS(6);
		if (z->asked != LEARN_NONE && is_in_time(s, z, z->asked))
			bits += BITS(8);
	}
	return bits;
}

/*
 * Name all steps or none. The evidence for all steps is their order, which a single reset proves
 * only in part, so these names are never certain.
 */
static bool name_steps(struct state *s, struct zones *zs)
{
	struct fit fit[STEPS + 2];
	u32 i;

	for (i = 0; i < STEPS; i++)
		if (!fit_step(s, zs, step_event[i], i, false, &fit[i]))
			return false;
	if (!fit_step(s, zs, GUC_EVX_ENGINE_RESET_END, 0, true, &fit[STEPS]) ||
	    !fit_step(s, zs, GUC_EVX_CLASS_RESUMED, 1, true, &fit[STEPS + 1]))
		return false;
	if (weigh_pattern(s, zs) < BITS(16))
		return false;
	for (i = 0; i < STEPS + 2; i++) {
		u32 event = i < STEPS ? step_event[i] : i == STEPS ?
			    (u32)GUC_EVX_ENGINE_RESET_END : (u32)GUC_EVX_CLASS_RESUMED;

		fit[i].bits = CERTAIN_BITS - 1;
		fit[i].evidence = GUC_EVIDENCE_C | GUC_EVIDENCE_D;
		learn_name(s, event, &fit[i], BITS(10000), LEARN_NONE);
	}
	return true;
}

static void find_steps(struct state *s, struct zones *zs)
{
	u32 extra, i, fits;

	/*
	 * The steps are identified by their order, so none of their events may be missing. It is
	 * not known how many tokens are not steps, so try several numbers.
	 */
	for (extra = 0; extra <= 2 && !s->slack; extra++) {
		for (i = 0, fits = 0; i < zs->nr; i++) {
			zs->zone[i].extra = extra;
			zs->zone[i].fits = check_numbers(&zs->zone[i]);
			fits += zs->zone[i].fits;
		}
		if (fits && name_steps(s, zs))
			return;
	}
	for (i = 0; i < zs->nr; i++)
		zs->zone[i].fits = false;
}

/*
 * Collect the ranges of the log where a request to switch out the running context is expected,
 * because another context became ready and waits.
 */
static void expect_requests(struct state *s, const struct zones *zs, struct windows *ws)
{
	u32 at, ready = LEARN_NONE, i = 0, end;

	for (at = 0; at < s->in->nr_entries; at++) {
		u32 event = event_of(s, at), status;
		struct window *w;

		while (i < zs->nr && (zs->zone[i].asked == LEARN_NONE ||
				      zs->zone[i].asked < at))
			i++;
		if (i < zs->nr && zs->zone[i].asked == at) {
			end = min(at + REQUEST_WITHIN, zs->zone[i].not_ready);
			w = learn_add_window(s, ws, at + 1, end);
			add_value(w, 0, zs->zone[i].class);
			add_value(w, 1, zs->zone[i].instance);
			continue;
		}
		if (event == GUC_EVX_CTX_READY)
			ready = at;
		if (event != GUC_EVX_CSB || ready == LEARN_NONE || at - ready > NOT_BEFORE)
			continue;
		status = field_of(s, at, 0);
		if (!(status & GUC_CSB_PREEMPTED) || status & GUC_CSB_LITE_RESTORE ||
		    field_of(s, at, 1) == LEARN_NONE || field_of(s, at, 2) == LEARN_NONE)
			continue;
		w = learn_add_window(s, ws, ready + 1, min(ready + REQUEST_WITHIN, at));
		add_value(w, 0, field_of(s, at, 1));
		add_value(w, 1, field_of(s, at, 2));
	}
}

/*
 * Return: weight of the evidence that the events of @fit are requests to switch out a context. It
 * counts the events from which one preemption timeout passed until SWITCH_OUT_TIMEOUT.
 */
static int weigh_times(const struct state *s, const struct zones *zs, struct fit *fit)
{
	const struct id_stat *id = &s->id[fit->x];
	int bits = 0;
	u32 i, k;

	for (i = 0; i < zs->nr; i++) {
		const struct zone *z = &zs->zone[i];

		for (k = 0; z->fits && z->asked != LEARN_NONE && k < id->nr; k++) {
			if (id->at[k] < z->asked || id->at[k] > z->timeout ||
			    !is_in_time(s, z, id->at[k]))
				continue;
			/*
			 * 12 bits of evidence for the time, and 8 bits for the position of the
			 * event before the steps of the reset.
			 */
			bits += BITS(12) + BITS(8);
			fit->hits++;
			fit->checks++;
			fit->evidence |= GUC_EVIDENCE_B;
		}
	}
	return bits;
}

/*
 * Find SWITCH_OUT_REQUEST (the request to switch out a context), which comes after the waiting
 * context became ready and before the engine answers.
 */
static void find_request(struct state *s, const struct zones *zs)
{
	struct windows ws = { .nr = 0 };
	struct fit best = { .bits = 0 }, fit;
	u32 x, rival = LEARN_NONE;
	int next = 0;

	expect_requests(s, zs, &ws);
	for (x = 0; ws.nr && x < s->nr; x++) {
		if (s->id[x].event != LEARN_NONE ||
		    !learn_fit_one(s, &ws, x, GUC_EVX_SWITCH_OUT_REQUEST,
				   FIT_OUTSIDE | FIT_SPARSE, &fit) ||
		    !learn_held_here(s, fit.hits, fit.checks))
			continue;
		fit.bits += weigh_times(s, zs, &fit);
		if (fit.bits > best.bits) {
			next = best.bits;
			rival = best.bits ? s->id[best.x].id : LEARN_NONE;
			best = fit;
		} else if (fit.bits > next) {
			next = fit.bits;
			rival = s->id[x].id;
		}
	}
	if (best.bits)
		learn_name(s, GUC_EVX_SWITCH_OUT_REQUEST, &best, best.bits - next, rival);
}

/*
 * Find SWITCH_OUT_WAIT: while a request to switch out a context is unanswered, the firmware checks
 * at equal intervals whether the context has left its engine.
 */
static void find_wait(struct state *s, const struct zones *zs)
{
	struct windows ws = { .nr = 0 };
	struct fit fit, best = { .bits = 0 };
	u32 i, x, nr = 0;

	for (i = 0; i < zs->nr; i++)
		if (zs->zone[i].fits && zs->zone[i].asked != LEARN_NONE)
			learn_add_window(s, &ws, zs->zone[i].asked + 1, zs->zone[i].timeout);
	for (x = 0; ws.nr && x < s->nr; x++) {
		const struct id_stat *id = &s->id[x];
		s64 usual = 0, step;
		u32 equal = 0;

		if (id->event != LEARN_NONE || id->nr < 4 ||
		    !learn_fit_one(s, &ws, x, GUC_EVX_SWITCH_OUT_WAIT, FIT_MANY | FIT_SPARSE, &fit))
			continue;
		for (i = 2; i < id->nr; i++) {
			step = entry_of(s, id->at[i])->tick - entry_of(s, id->at[i - 1])->tick;
			equal += usual && step > usual - usual / 20 &&
				 step < usual + usual / 20;
			usual = step;
		}
		if (equal + 2 * zs->nr + 1 < id->nr)
			continue;
		nr++;
		best = fit;
		best.bits = (int)min(equal, 100u) * BITS(3);
	}
	if (nr == 1)
		learn_name(s, GUC_EVX_SWITCH_OUT_WAIT, &best, BITS(10000), LEARN_NONE);
}

/**
 * learn_resets() - find the events of preemptions and engine resets
 * @s: state of the learner, with the events of contexts and engines
 *
 * Context: allocates memory.
 */
void learn_resets(struct state *s)
{
	struct zones *zs = arena_zero(s->arena, sizeof(*zs));
	bool *only;
	u32 i;

	if (!zs)
		return;
	find_zones(s, zs);
	s->resets = zs->nr;
	only = find_only(s, zs);
	if (!only)
		return;
	for (i = 0; i < zs->nr; i++)
		read_tokens(s, &zs->zone[i], only);
	find_steps(s, zs);
	find_request(s, zs);
	find_wait(s, zs);
}
