// SPDX-License-Identifier: MIT OR GPL-2.0-only
#include "explain/analysis.h"

/**
 * DOC: late requests
 *
 * A log is copied while the firmware works. If the newest request has no answer, the only reason
 * can be that the copy was made a few microseconds after the request. Therefore a request without
 * an answer at the end of the log counts as stuck only when
 *
 * * the log is complete at its end: no newer events are missing, and the devcoredump's
 *   H2G ring shows no message that the GuC has read after the newest event;
 * * the time of the copy is known, or the log continues for long enough after the
 *   request;
 * * the request is older than 10 ms, and older than 20 times the longest time to an answer of its
 *   kind in this log. The slowest answer in the studied logs took 0.2 ms. Disabling a context that
 *   is on an engine may take the whole preemption timeout (at least 640 ms are assumed) and, in
 *   addition, the time of an engine reset. 20 times such a slow answer would be too long a limit
 *   for the next disable of a context on an engine. Therefore slow answers raise this limit to at
 *   most 5 s, because xe does not wait longer either.
 *
 * The log does not show when the driver wrote the messages that the GuC has not read. But the GuC
 * reads a message within microseconds and writes an event for it. So unread messages are stuck when
 * no event was written for 10 ms before the log was copied. If the events do not show which
 * messages the GuC has read, it is unknown whether it still reads them.
 *
 * If several requests are stuck, the request that has waited longest is reported, because the
 * other requests depend on it.
 */
#define DEFAULT_TIMEOUT_US	640000u
/* Time that is allowed for an engine reset. */
#define RESET_MS		10u
/* xe waits this long for the answer to a disable, before it resets the GT. */
#define DISABLE_MS		5000u

/* Return: age in ticks; an unanswered request of this kind is late if it is older. */
static s64 late_after(const struct guclog_analysis *a, enum context_latency latency)
{
	return max(analysis_us(a, LATE_MS * 1000),
		   LATE_TIMES * a->contexts.longest[latency]);
}

/*
 * Count an unanswered request, and keep it in the verdict if it is the most important so far: a
 * late request before one that is not late, then the oldest.
 */
static void consider(struct guclog_analysis *a, const struct guclog_request *found)
{
	struct guclog_findings *v = &a->verdict;
	bool late = found->age > found->limit;
	bool has = v->open.what != GUCLOG_STUCK_NOTHING;
	bool has_late = has && v->open.age > v->open.limit;

	v->nr_open++;
	if (!has || late > has_late ||
	    (late == has_late && found->tick < v->open.tick))
		v->open = *found;
}

/* Return: age in ticks; the unanswered disable of the context is late if it is older. */
static s64 disable_limit(const struct guclog_analysis *a, const struct guclog_context *ctx,
			 const struct analysis_dump *dump)
{
	u64 timeout = DEFAULT_TIMEOUT_US;
	unsigned int i;

	if (!ctx->on_engine)
		return late_after(a, LATENCY_DISABLE);
	for (i = 0; i < dump->nr_contexts; i++)
		if (dump->context[i].guc_id == ctx->guc_id &&
		    dump->context[i].has_timeout)
			timeout = max(dump->context[i].timeout_us, timeout);
	timeout = min_t(u64, timeout, 1ull << 40);
	return max(analysis_us(a, timeout + RESET_MS * 1000),
		   min(LATE_TIMES * a->contexts.longest[LATENCY_DISABLE],
		       analysis_us(a, DISABLE_MS * 1000)));
}

static void consider_context(struct guclog_analysis *a, const struct guclog_context *ctx,
			     const struct analysis_dump *dump)
{
	struct guclog_request open = {
		.guc_id = ctx->guc_id,
		.engine = ctx->on_engine ? ctx->engine : GUCLOG_NONE,
	};

	if (ctx->mode.open && !(a->result.off & RULE_OFF_DISABLE)) {
		open.enable = ctx->mode.value;
		open.what = open.enable ? GUCLOG_STUCK_SUBMIT : GUCLOG_STUCK_DISABLE;
		open.tick = ctx->mode.tick;
		open.index = ctx->mode.index;
		open.age = analysis_end_tick(a) - open.tick;
		open.limit = open.enable ? late_after(a, LATENCY_ENABLE) :
			     disable_limit(a, ctx, dump);
		consider(a, &open);
		open.enable = false;
	}
	if (ctx->end.open && !(a->result.off & RULE_OFF_DEREGISTER)) {
		open.what = GUCLOG_STUCK_DEREGISTER;
		open.tick = ctx->end.tick;
		open.index = ctx->end.index;
		open.age = analysis_end_tick(a) - open.tick;
		open.limit = late_after(a, LATENCY_DEREGISTER);
		consider(a, &open);
	}
}

static void consider_engine(struct guclog_analysis *a, u32 number)
{
	const struct contexts_engine *engine = &a->contexts.engine[number];
	const struct guclog_context *on = contexts_at(&a->contexts, number);
	struct guclog_request open = {
		.what = GUCLOG_STUCK_SUBMIT,
		.guc_id = GUCLOG_NONE,
		.engine = number,
		.tick = engine->submit.tick,
		.index = engine->submit.index,
		.age = analysis_end_tick(a) - engine->submit.tick,
		.limit = late_after(a, LATENCY_SUBMIT),
	};

	if (!engine->submit.open || a->result.off & RULE_OFF_SUBMIT)
		return;
	if (on)
		open.guc_id = on->guc_id;
	consider(a, &open);
}

/* Return: whether the events show which messages of the driver the GuC has read. */
static bool knows_reading(const struct guclog_analysis *a)
{
	return a->join.joined && !(a->result.off & RULE_OFF_H2G);
}

static void consider_messages(struct guclog_analysis *a)
{
	struct guclog_request open = {
		.what = GUCLOG_STUCK_H2G,
		.guc_id = GUCLOG_NONE,
		.engine = GUCLOG_NONE,
		.tick = a->last_tick,
		.index = a->events ? a->events - 1 : 0,
		.age = analysis_end_tick(a) - a->last_tick,
		.limit = analysis_us(a, LATE_MS * 1000),
	};

	if (a->join.unread && knows_reading(a))
		consider(a, &open);
}

/**
 * verdict_find_stuck() - find out whether a request of the driver or of the firmware is stuck
 * @a: the analysis, after all events; its verdict gets the most important unanswered request
 * @dump: facts from the devcoredump
 */
void verdict_find_stuck(struct guclog_analysis *a, const struct analysis_dump *dump)
{
	const bool answered = a->learned && a->learned->answered;
	const unsigned int needed = RULE_OFF_SUBMIT |
				    (answered ? 0 : RULE_OFF_DISABLE | RULE_OFF_DEREGISTER);
	struct guclog_findings *v = &a->verdict;
	u32 i;

	v->open = (struct guclog_request){ .what = GUCLOG_STUCK_NOTHING };
	for (i = 0; i < AN_ENGINES; i++)
		consider_engine(a, i);
	for (i = 0; i < a->contexts.nr; i++)
		consider_context(a, &a->contexts.ctx[i], dump);
	consider_messages(a);
	v->stuck = GUCLOG_STUCK_UNKNOWN;
	if (!a->events) {
		v->why = GUCLOG_WHY_NO_EVENTS;
	} else if (v->open.what == GUCLOG_STUCK_NOTHING) {
		/* Every request is answered, as far as the log shows. */
		v->why = a->result.off & needed ? GUCLOG_WHY_RULES : GUCLOG_WHY_NOTHING_OPEN;
		if (a->log.end_missing)
			v->why = GUCLOG_WHY_END_MISSING;
		else if (v->why == GUCLOG_WHY_NOTHING_OPEN)
			v->stuck = GUCLOG_STUCK_NOTHING;
	} else if (a->log.end_missing || v->newer_messages) {
		v->why = GUCLOG_WHY_END_MISSING;
	} else if (!a->log.hz) {
		v->why = GUCLOG_WHY_NO_CLOCK;
	} else if (v->open.age > v->open.limit) {
		v->why = GUCLOG_WHY_LATE;
		v->stuck = v->open.what;
	} else if (a->log.has_now) {
		v->why = GUCLOG_WHY_YOUNG;
		v->stuck = GUCLOG_STUCK_NOTHING;
	} else {
		v->why = GUCLOG_WHY_NO_CLOCK;
	}
	if (v->stuck == GUCLOG_STUCK_NOTHING && dump->unread_hidden) {
		v->stuck = GUCLOG_STUCK_UNKNOWN;
		v->why = GUCLOG_WHY_HIDDEN;
	} else if (v->stuck == GUCLOG_STUCK_NOTHING && a->join.unread && !knows_reading(a) &&
		   analysis_end_tick(a) - a->last_tick > analysis_us(a, LATE_MS * 1000)) {
		v->stuck = GUCLOG_STUCK_UNKNOWN;
		v->why = GUCLOG_WHY_UNREAD;
	}
}
