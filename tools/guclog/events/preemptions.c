// SPDX-License-Identifier: MIT OR GPL-2.0-only
#include "events/preemptions.h"

static void close_wait(struct preemptions *p, struct guclog_wait *wait)
{
	wait->open = false;
	p->nr_open--;
}

/*
 * Close the preemptions that timed out on an engine, because the GuC uses the engine again: the
 * engine has answered in the end, and is not reset because of these preemptions.
 */
static void drop_timeouts(struct preemptions *p, u32 engine)
{
	struct preemption_timeout *t;

	for (t = p->timeout; t < p->timeout + PREEMPTION_TIMEOUTS; t++)
		if (t->wait_known && t->wait.engine == engine && t->wait.victim != GUCLOG_NONE)
			t->open = false;
}

/*
 * Find the context for which the GuC has asked an engine to switch its context out: the context
 * that is ready and has no engine. If there are several such contexts, it is unknown for which of
 * them the GuC made the request.
 */
static void find_waiter(const struct preemptions *p, const struct contexts *contexts,
			struct guclog_wait *wait)
{
	unsigned int i;

	wait->waiter = GUCLOG_NONE;
	wait->waiters = 0;
	for (i = 1; i <= min(p->next_ready, PREEMPTION_READY); i++) {
		unsigned int n = (p->next_ready - i) % PREEMPTION_READY;
		const struct guclog_context *ctx = contexts_find(contexts, p->ready[n].guc_id);

		if (!ctx || ctx->state != GUCLOG_CONTEXT_READY ||
		    ctx->ready_index != p->ready[n].index)
			continue;
		wait->waiter = wait->waiters++ ? GUCLOG_NONE : ctx->guc_id;
		wait->waiter_index = ctx->ready_index;
	}
}

/* Process a SWITCH_OUT_REQUEST: the GuC asks an engine to switch its context out. */
static void ask(struct preemptions *p, const struct contexts *contexts,
		const struct an_event *e)
{
	u32 number = an_engine(e->arg[0], e->arg[1]);
	const struct guclog_context *on;
	struct guclog_wait *wait;

	if (number == GUCLOG_NONE || p->wait[number].open)
		return;
	drop_timeouts(p, number);
	wait = &p->wait[number];
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
	wait->disabled = p->last_disables ||
			 (on && on->mode.open && !on->mode.value);
	if (!wait->disabled)
		find_waiter(p, contexts, wait);
	p->asked |= 1u << an_engine_class(number);
	p->only = number;
	p->nr_open++;
}

static void csb(struct preemptions *p, struct rules *rules, const struct an_event *e)
{
	u32 number = an_csb_engine(e->arg[1]);
	struct guclog_wait *wait;

	/* A preemption for which the log has no request is the answer to an older request. */
	if (number != GUCLOG_NONE && !p->wait[number].open && an_csb_preempted(e->arg[0]))
		p->older.open = false;
	if (number == GUCLOG_NONE || !p->wait[number].open ||
	    an_csb_answers(e->arg[0]))
		return;
	wait = &p->wait[number];
	if (an_csb_preempted(e->arg[0])) {
		rules_check(rules, RULE_R1, true, e->index);
		p->granted++;
		p->granted_ticks = max(p->granted_ticks, e->tick - wait->tick);
		p->gave_way[number].known = !wait->disabled && wait->victim != GUCLOG_NONE;
		p->gave_way[number].guc_id = wait->victim;
		p->gave_way[number].index = e->index;
		p->gave_way[number].tick = e->tick;
		p->gave_way[number].ticks = e->tick - wait->tick;
		close_wait(p, wait);
	} else if (an_csb_complete(e->arg[0])) {
		p->ended++;
		close_wait(p, wait);
	}
}

/* Return: the oldest unanswered request to an engine of the class, or NULL if there is none. */
static struct guclog_wait *oldest_wait(struct preemptions *p, u32 class)
{
	struct guclog_wait *found = NULL;
	unsigned int i;

	for (i = 0; class < AN_CLASSES && i < AN_INSTANCES; i++) {
		struct guclog_wait *wait = &p->wait[an_engine(class, i)];

		if (wait->open && (!found || wait->tick < found->tick))
			found = wait;
	}
	return found;
}

/*
 * Count a failure of rule R1 (a request to switch out ends in a preemption or a timeout): there are
 * unanswered requests, but none to an engine of a class in the newest SWITCH_OUT_TIMEOUT events. If
 * the log has no request at all to an engine of one of these classes, the request can be older than
 * the log. Then preemptions_reset() counts the failure if an engine with an unanswered request is
 * reset.
 */
static void count_unmatched(struct preemptions *p, struct rules *rules, const struct an_event *e)
{
	p->doubt = preemptions_newest(p, 0)->classes & ~p->asked;
	if (!p->doubt)
		rules_check(rules, RULE_R1, false, e->index);
}

/* End a pair of SWITCH_OUT_TIMEOUT events, because the next event is not its second one. */
static void end_pair(struct preemptions *p, struct rules *rules, const struct an_event *e)
{
	if (p->pair == PAIR_UNMATCHED)
		count_unmatched(p, rules, e);
	p->pair = PAIR_NONE;
	p->pair_follows = false;
}

/* Return: whether the engines of these classes are reset together. */
static bool share_domain(u32 class, u32 other)
{
	return (class == GUC_CLASS_RENDER || class == GUC_CLASS_COMPUTE) &&
	       (other == GUC_CLASS_RENDER || other == GUC_CLASS_COMPUTE);
}

/*
 * Return: whether a SWITCH_OUT_TIMEOUT is the second one of a pair: the GuC writes one for each
 * class of the engines that are reset together. Other classes have their own requests.
 */
static bool is_second(struct preemptions *p, const struct an_event *e)
{
	return p->pair != PAIR_NONE &&
	       (share_domain(p->pair_class, e->arg[0]) || !oldest_wait(p, e->arg[0]));
}

/*
 * Process a SWITCH_OUT_TIMEOUT. These events can come in pairs, and only one event of a pair (in
 * the studied logs the first) ends a request. If no request is unanswered, the timeout does not
 * fail rule R1 (a request ends in a preemption or a timeout), because the GuC may disable a context
 * without a SWITCH_OUT_REQUEST.
 */
static void time_out(struct preemptions *p, struct rules *rules, const struct an_event *e)
{
	bool second = is_second(p, e);
	struct preemption_timeout *t;
	struct guclog_wait *found;

	if (!second) {
		if (p->pair != PAIR_NONE)
			end_pair(p, rules, e);
		p->pair_class = e->arg[0];
		t = &p->timeout[p->nr_timeouts++ % PREEMPTION_TIMEOUTS];
		*t = (struct preemption_timeout){
			.open = true,
			.wait = NO_WAIT,
			.tick = e->tick,
			.index = e->index,
		};
	}
	t = preemptions_newest(p, 0);
	if (e->arg[0] < AN_CLASSES)
		t->classes |= 1u << e->arg[0];
	if (p->pair == PAIR_MATCHED) {
		p->pair = PAIR_NONE;
		p->pair_follows = true;
		return;
	}
	found = oldest_wait(p, e->arg[0]);
	if (found) {
		rules_check(rules, RULE_R1, true, e->index);
		t->wait_known = true;
		t->wait = *found;
		close_wait(p, found);
	} else if (second) {
		count_unmatched(p, rules, e);
	} else {
		p->older.open = false;
	}
	if (second)
		p->pair = PAIR_NONE;
	else
		p->pair = found || !p->nr_open || p->pair_follows ? PAIR_MATCHED : PAIR_UNMATCHED;
	p->pair_follows = second;
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
 * Store a SWITCH_OUT_WAIT in @p->older if it can be about a request that is not in the log: if no
 * request is open, or if an earlier SWITCH_OUT_WAIT is already stored there.
 */
static void note_older(struct preemptions *p, const struct an_event *e)
{
	if (p->nr_open && !p->older.open)
		return;
	if (!p->older.open) {
		p->older.first = e->index;
		p->older.since = e->tick;
	}
	p->older.open = true;
	p->older.last = e->index;
	p->older.tick = e->tick;
}

/*
 * Process a SWITCH_OUT_WAIT: the GuC still waits for the answer of an engine. The event does not
 * name the engine, so it is used only if exactly one request is open.
 */
static void switch_out_wait(struct preemptions *p, struct rules *rules, const struct an_event *e,
			    u32 hz)
{
	struct guclog_wait *wait;
	s64 since;
	bool usual;

	note_older(p, e);
	if (p->nr_open != 1)
		return;
	while (!p->wait[p->only % AN_ENGINES].open)
		p->only++;
	wait = &p->wait[p->only % AN_ENGINES];
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
 * Process a CTX_PLACED. If an engine gets another context after its preemption has timed out, and
 * the context that was to be preempted has left, the engine has switched it out in the end: close
 * the preemptions that timed out on the engine.
 */
static void note_answered(struct preemptions *p, const struct contexts *contexts,
			  const struct an_event *e)
{
	u32 engine = an_ctx_engine(e->arg[0]);

	if (engine != GUCLOG_NONE && !contexts_at(contexts, engine))
		drop_timeouts(p, engine);
}

/* Begin a part of the log after a gap: forget unanswered requests. */
static void begin_part(struct preemptions *p)
{
	memset(p->wait, 0, sizeof(p->wait));
	memset(p->timeout, 0, sizeof(p->timeout));
	p->older.open = false;
	p->asked = 0;
	p->nr_open = 0;
	p->last_disables = false;
	p->pair = PAIR_NONE;
	p->pair_follows = false;
	p->doubt = false;
	p->next_ready = 0;
}

/**
 * preemptions_event() - update the preemptions with the next event
 * @p: zeroed before the first event
 * @rules: counts of the rules, which are updated
 * @contexts: the contexts before this event
 * @e: the next event
 * @hz: ticks per second, 0 when not known
 */
void preemptions_event(struct preemptions *p, struct rules *rules,
		       const struct contexts *contexts, const struct an_event *e, u32 hz)
{
	if (e->gap)
		begin_part(p);
	if (e->id != GUC_EV_SWITCH_OUT_TIMEOUT)
		end_pair(p, rules, e);
	switch (e->id) {
	case GUC_EV_SWITCH_OUT_TIMEOUT:
		time_out(p, rules, e);
		break;
	case GUC_EV_SWITCH_OUT_REQUEST:
		ask(p, contexts, e);
		break;
	case GUC_EV_SWITCH_OUT_WAIT:
		switch_out_wait(p, rules, e, hz);
		break;
	case GUC_EV_CSB:
		csb(p, rules, e);
		break;
	case GUC_EV_CTX_READY:
		p->ready[p->next_ready % PREEMPTION_READY].guc_id = e->arg[1];
		p->ready[p->next_ready++ % PREEMPTION_READY].index = e->index;
		break;
	case GUC_EV_CTX_PLACED:
		note_answered(p, contexts, e);
		break;
	default:
		break;
	}
	p->last_disables = e->id == GUC_EV_SCHED_MODE_SET && !e->arg[1];
}

/**
 * preemptions_newest() - get a preemption that timed out
 * @p: the preemptions
 * @back: 0 for the newest one, 1 for the one before it, and so on
 *
 * Return: the preemption, or NULL if there is none or it is not stored.
 */
struct preemption_timeout *preemptions_newest(struct preemptions *p, u64 back)
{
	if (back >= p->nr_timeouts || back >= PREEMPTION_TIMEOUTS)
		return NULL;
	return &p->timeout[(p->nr_timeouts - 1 - back) % PREEMPTION_TIMEOUTS];
}

/**
 * preemptions_guess() - find the preemption that led to a reset while the engines of the reset are
 * not known yet
 * @p: the preemptions
 * @class: engine class of the reset, GUCLOG_NONE if it is not known yet
 * @since: tick; only preemptions that timed out later are searched
 *
 * Return: the oldest preemption of the class that timed out and that no reset has followed; if the
 * class is not known, the only one of any class; NULL if there is none.
 */
struct preemption_timeout *preemptions_guess(struct preemptions *p, u32 class, s64 since)
{
	struct preemption_timeout *t, *found = NULL;
	unsigned int nr = 0;
	u64 i;

	for (i = 0; (t = preemptions_newest(p, i)); i++) {
		if (!t->open || t->tick < since)
			continue;
		if (class < AN_CLASSES &&
		    !(t->wait_known ? an_engine_class(t->wait.engine) == class :
				      t->classes >> class & 1))
			continue;
		found = t;
		nr++;
	}
	return nr == 1 || class < AN_CLASSES ? found : NULL;
}

/*
 * Return: number of an engine of @class in @engines to which a request is open, GUCLOG_NONE if
 * none.
 */
static u32 open_wait(const struct preemptions *p, const struct engine_set *engines, u32 class)
{
	u32 i;

	for (i = 0; i < AN_ENGINES; i++)
		if (an_engine_class(i) == class && p->wait[i].open && engine_set_has(engines, i))
			return i;
	return GUCLOG_NONE;
}

/*
 * SWITCH_OUT_TIMEOUT has the class of the engine that did not answer, not its instance, so
 * time_out() can have chosen a request to another engine of this class. If that engine is not
 * reset, its request is still open, and the request to the reset engine has timed out: exchange the
 * two. @t: the preemption that timed out. @engine: number of the reset engine
 */
static void correct(struct preemptions *p, struct preemption_timeout *t, u32 engine)
{
	p->wait[t->wait.engine] = t->wait;
	t->wait = p->wait[engine];
	p->wait[engine].open = false;
	p->only = 0;
}

static bool has_class(const struct engine_set *engines, u32 classes)
{
	u32 i;

	for (i = 0; i < AN_CLASSES; i++)
		if (engines->instances[i] && classes >> i & 1)
			return true;
	return false;
}

/*
 * Return: the oldest preemption that was assumed to have timed out on another engine than those
 * that are reset, if the log has an open request to one of these of the same class, see correct().
 */
static struct preemption_timeout *corrected(struct preemptions *p,
					    const struct engine_set *engines, s64 since)
{
	struct preemption_timeout *t;
	u32 engine;
	u64 i;

	for (i = PREEMPTION_TIMEOUTS; i--;) {
		t = preemptions_newest(p, i);
		if (!t || !t->open || t->tick < since || !t->wait_known)
			continue;
		engine = open_wait(p, engines, an_engine_class(t->wait.engine));
		if (engine != GUCLOG_NONE) {
			correct(p, t, engine);
			return t;
		}
	}
	return NULL;
}

/*
 * Return: whether the log has the CTX_PLACED of a context that is on one of the engines. Then it
 * also has the request to this engine to switch out, if there was one.
 */
static bool was_placed(const struct contexts *contexts, const struct engine_set *engines)
{
	const struct guclog_context *ctx;
	u32 i;

	for (i = 0; i < AN_ENGINES; i++) {
		ctx = engine_set_has(engines, i) ? contexts_at(contexts, i) : NULL;
		if (ctx && ctx->on_known)
			return true;
	}
	return false;
}

/*
 * Return: the only preemption that was assumed to have timed out on another engine than those that
 * are reset, but of the same class, if the request to the reset engine can be older than the log,
 * else NULL. Then the request that was assumed to have timed out is still open.
 */
static struct preemption_timeout *without_request(struct preemptions *p,
						  const struct contexts *contexts,
						  const struct engine_set *engines, s64 since)
{
	struct preemption_timeout *t, *found = NULL;
	unsigned int nr = 0;
	u64 i;

	for (i = 0; (t = preemptions_newest(p, i)); i++) {
		if (!t->open || t->tick < since || !t->wait_known ||
		    !engines->instances[an_engine_class(t->wait.engine)])
			continue;
		found = t;
		nr++;
	}
	if (nr != 1 || was_placed(contexts, engines))
		return NULL;
	p->wait[found->wait.engine] = found->wait;
	p->nr_open++;
	p->only = 0;
	found->wait = NO_WAIT;
	found->wait_known = false;
	return found;
}

/**
 * preemptions_of() - find the preemption that led to a reset
 * @p: the preemptions
 * @contexts: the contexts in the events so far
 * @engines: all engines of the reset
 * @since: tick; only preemptions that timed out later are searched
 *
 * Return: the oldest preemption that timed out on one of the engines, if necessary after correcting
 * on which engine it timed out; else one whose request is not in the log and whose
 * SWITCH_OUT_TIMEOUT events name the class of one of the engines; NULL if there is none.
 */
struct preemption_timeout *preemptions_of(struct preemptions *p, const struct contexts *contexts,
					  const struct engine_set *engines, s64 since)
{
	struct preemption_timeout *t, *same = NULL, *without = NULL;
	u64 i;

	for (i = 0; (t = preemptions_newest(p, i)); i++) {
		if (!t->open || t->tick < since)
			continue;
		if (t->wait_known && engine_set_has(engines, t->wait.engine))
			same = t;
		else if (!t->wait_known && has_class(engines, t->classes))
			without = t;
	}
	return same ?: corrected(p, engines, since) ?: without ?:
	       without_request(p, contexts, engines, since);
}

/**
 * preemptions_removed() - note that a reset removed a context from an engine that the events of the
 * reset do not name
 * @p: the preemptions
 * @engine: number of the engine
 *
 * It is not certain which argument of these events is the instance of the engine.
 *
 * Return: the request to this engine to switch out, which is no longer open; NULL if none was.
 */
const struct guclog_wait *preemptions_removed(struct preemptions *p, u32 engine)
{
	struct guclog_wait *wait = &p->wait[engine];

	if (!wait->open)
		return NULL;
	close_wait(p, wait);
	return wait;
}

/**
 * preemptions_reset() - note that an engine was reset, so it no longer needs to answer a request
 * @p: the preemptions
 * @rules: counts of the rules, which are updated
 * @engine: number of the engine
 * @e: the event that shows the reset
 */
void preemptions_reset(struct preemptions *p, struct rules *rules, u32 engine,
		       const struct an_event *e)
{
	p->older.open = false;
	if (engine == GUCLOG_NONE || !p->wait[engine].open)
		return;
	if (p->doubt)
		rules_check(rules, RULE_R1, false, e->index);
	p->doubt = false;
	close_wait(p, &p->wait[engine]);
}
