// SPDX-License-Identifier: MIT OR GPL-2.0-only
#include "explain/analysis.h"
#include "explain/explanation.h"
#include "read/dump/ct.h"

#include "abi/guc_ct_abi.h"

/*
 * A reset that ended more than this time before the trigger belongs to an earlier hang. (The
 * trigger is the event in the driver that made the kernel module record the log.)
 */
#define EARLIER_MS		1000u
/*
 * A reset that ended more than this time before a devcoredump belongs to an earlier hang: the
 * driver makes its dump much sooner after a reset.
 */
#define OLD_MS			10000u
/*
 * If an engine reset ended more than this time before the trigger, the reset may belong to another
 * hang than the trigger.
 */
#define OTHER_MS		100u
/*
 * The GuC writes a SWITCH_OUT_WAIT again and again while it waits for an engine. If the log
 * continues for this time without one, the wait has ended.
 */
#define WAITS_MS		(4 * WAIT_PERIOD_MS)

/*
 * Return: the context of the queue that the dump is about, if the reset removed it, else NULL. A
 * context with the guc_id of the queue and with another image is an earlier context.
 */
static const struct guclog_victim *victim_of_dump(const struct guclog_reset *reset,
						  const struct analysis_dump *dump)
{
	unsigned int i;

	for (i = 0; i < min(reset->nr_victims, GUCLOG_MAX_VICTIMS); i++) {
		const struct guclog_victim *victim = &reset->victim[i];

		if (analysis_is_about(dump, victim->guc_id) &&
		    (!dump->lrca || !victim->lrca || victim->lrca == dump->lrca))
			return victim;
	}
	return NULL;
}

/*
 * Return: whether a reset ended more than EARLIER_MS before the trigger, and therefore belongs to
 * an earlier hang than the one for which the kernel module recorded the log; false if the tick of
 * the trigger is not known.
 */
static bool is_earlier(const struct guclog_analysis *a, const struct guclog_reset *reset)
{
	return a->log.has_trigger && a->log.hz &&
	       reset->end_tick < a->log.trigger - analysis_us(a, EARLIER_MS * 1000);
}

/*
 * Return: whether a reset is too old to be the reason for the devcoredump: older than the
 * registration of the context @guc_id that the dump is about, or older than OLD_MS.
 */
static bool is_old(const struct guclog_analysis *a, const struct guclog_reset *reset,
		   u32 guc_id)
{
	const struct guclog_context *ctx = contexts_find(&a->contexts, guc_id);
	s64 end = analysis_end_tick(a);

	if (ctx && ctx->born && ctx->first > reset->end_index)
		return true;
	return a->log.hz && a->log.has_now &&
	       end - reset->end_tick > analysis_us(a, OLD_MS * 1000);
}

/*
 * Return: whether the engine was reset because the context of the dump waited for the engine: this
 * context got the engine or, if no context got it, the GuC had requested the switch for it.
 */
static bool is_for(const struct guclog_reset *reset, const struct analysis_dump *dump)
{
	return analysis_is_about(dump, reset->placed) ||
	       (reset->placed == GUCLOG_NONE && reset->wait_known &&
		analysis_is_about(dump, reset->wait.waiter));
}

/*
 * Return: whether the dump is about what its context did after the reset, and not about the reset.
 * This is assumed if the context got the engine after the reset, and if then, before the log was
 * copied, more than one second passed, and more time than the context had waited for the engine.
 */
static bool has_run_since(const struct guclog_analysis *a, const struct guclog_reset *reset,
			  const struct analysis_dump *dump)
{
	s64 waited = reset->wait_known ? reset->begin_tick - reset->wait.tick : 0;

	return analysis_is_about(dump, reset->placed) && a->log.hz && a->log.has_now &&
	       analysis_end_tick(a) - reset->end_tick > max(waited, (s64)a->log.hz);
}

/* Return: whether an engine is one of those of a reset, as far as the log shows it. */
static bool has_engine(const struct guclog_analysis *a, const struct guclog_reset *reset,
		       u32 engine)
{
	const struct reset_engines *engines = &a->resets.engines[reset - a->resets.reset];

	return engine_set_has(&engines->set, engine) ||
	       (!engines->all && engines->first == engine);
}

/* Return: whether the log ends within the reset of an engine that the dump's context is on. */
static bool will_remove(const struct guclog_analysis *a, const struct guclog_reset *reset,
			const struct analysis_dump *dump)
{
	const struct guclog_context *ctx;
	u32 i;

	if (reset->end_seen || reset->nr_victims || reset->broken)
		return false;
	for (i = 0; i < max(dump->width, 1u); i++) {
		ctx = contexts_find(&a->contexts, dump->guc_id + i);
		if (ctx && ctx->on_engine && has_engine(a, reset, ctx->engine))
			return true;
	}
	return false;
}

/*
 * Return: the reset that the devcoredump is about: the newest reset that removed the context of the
 * dump, or will remove it after the end of the log; or else the newest reset for which this context
 * had waited; NULL if there is none.
 */
static struct guclog_reset *choose_for(struct guclog_analysis *a, const struct analysis_dump *dump)
{
	struct guclog_reset *reset, *waited = NULL;
	u64 i;

	for (i = 0; (reset = resets_newest(&a->resets, i)); i++) {
		if (!analysis_is_reset(reset) || is_earlier(a, reset) ||
		    is_old(a, reset, dump->guc_id))
			continue;
		if (victim_of_dump(reset, dump) || will_remove(a, reset, dump))
			return reset;
		if (!waited && is_for(reset, dump) && !has_run_since(a, reset, dump))
			waited = reset;
	}
	return waited;
}

/* Return: the newest reset that removed the only context that the dump lists, else NULL. */
static struct guclog_reset *choose_listed(struct guclog_analysis *a,
					  const struct analysis_dump *dump)
{
	struct guclog_reset *reset;
	u64 i;

	for (i = 0; (reset = resets_newest(&a->resets, i)); i++)
		if (analysis_is_reset(reset) && !is_earlier(a, reset) &&
		    !is_old(a, reset, dump->listed) &&
		    resets_victim(reset, dump->listed))
			return reset;
	return NULL;
}

/**
 * verdict_removes_none() - find out whether a reset removed no context from an engine
 * @a: the analysis
 * @reset: the reset
 *
 * Return: whether the log has the whole reset, and would show each context that was removed, but
 * shows none.
 */
bool verdict_removes_none(const struct guclog_analysis *a, const struct guclog_reset *reset)
{
	const u64 needed = 1ull << GUC_EVX_CTX_NOT_READY | 1ull << GUC_EVX_CTX_OFF_ENGINE;

	return reset->begin_seen && reset->end_seen && !reset->broken && !reset->nr_victims &&
	       !(~a->result.words & needed);
}

/* Return: true if it is unknown whether the context is on an engine. */
static bool is_hidden(const struct guclog_context *ctx)
{
	return !ctx || (!ctx->on_engine && ctx->state == GUCLOG_CONTEXT_SEEN);
}

/*
 * Return: whether a reset, which removed no context as far as the log shows, may have removed the
 * context @guc_id of the queue that the dump is about: the context is on an engine that is reset,
 * or the log does not show where the context is, and an engine of its class is reset.
 */
static bool may_remove(const struct guclog_analysis *a, const struct guclog_reset *reset,
		       const struct analysis_dump *dump, u32 guc_id)
{
	const struct reset_engines *engines = &a->resets.engines[reset - a->resets.reset];
	const struct guclog_context *ctx = contexts_find(&a->contexts, guc_id);
	u32 class = dump->engine_class;

	if (is_hidden(ctx))
		return class >= AN_CLASSES || engines->set.instances[class] ||
		       (!engines->all && class == reset->engine_class);
	return ctx->on_engine && has_engine(a, reset, ctx->engine);
}

/*
 * Return: whether the dump can be about a reset, although the log does not show that the reset
 * removed a context.
 */
static bool may_concern(const struct guclog_analysis *a, const struct guclog_reset *reset,
			const struct analysis_dump *dump)
{
	u32 i;

	if (reset->wait_known && reset->wait.victim != GUCLOG_NONE)
		return analysis_is_about(dump, reset->wait.victim);
	if (verdict_removes_none(a, reset))
		return false;
	for (i = 0; i < max(dump->width, 1u); i++)
		if (may_remove(a, reset, dump, dump->guc_id + i))
			return true;
	return false;
}

/*
 * Return: the newest reset if the log does not show which contexts it removed, and the dump can be
 * about this reset; else NULL.
 */
static struct guclog_reset *choose_partial(struct guclog_analysis *a,
					   const struct analysis_dump *dump)
{
	struct guclog_reset *reset;
	u64 i;

	for (i = 0; (reset = resets_newest(&a->resets, i)); i++)
		if (analysis_is_reset(reset) && !reset->nr_victims && !reset->broken &&
		    !is_earlier(a, reset) && !is_old(a, reset, dump->guc_id) &&
		    may_concern(a, reset, dump))
			return reset;
	return NULL;
}

static struct guclog_reset *choose(struct guclog_analysis *a, const struct analysis_dump *dump)
{
	struct guclog_reset *reset;
	u64 i;

	if (dump->has_guc_id) {
		reset = choose_for(a, dump);
		/* The Reason of the dump and the list of queues may name different contexts. */
		if (!reset && dump->has_listed)
			reset = choose_listed(a, dump);
		return reset ?: choose_partial(a, dump);
	}
	for (i = 0; (reset = resets_newest(&a->resets, i)); i++)
		if (analysis_is_reset(reset) && !is_earlier(a, reset))
			return reset;
	return NULL;
}

/*
 * Return: the only context that the reset removed from the engine that did not answer; NULL if the
 * reset removed none or several from this engine. If there are several, it is not certain that the
 * engine ran the context that it was asked to switch out. @nr: set to the number of these contexts
 */
static const struct guclog_victim *victim_on(const struct guclog_reset *reset, unsigned int *nr)
{
	const struct guclog_victim *found = NULL;
	unsigned int i;

	*nr = 0;
	for (i = 0; reset->wait_known && i < min(reset->nr_victims, GUCLOG_MAX_VICTIMS); i++) {
		if (reset->victim[i].engine != reset->wait.engine)
			continue;
		found = &reset->victim[i];
		++*nr;
	}
	return *nr == 1 ? found : NULL;
}

/*
 * Choose the victim among the contexts that a reset removed: the context that the dump is about,
 * unless only others were on the engine that did not answer; else the context on this engine; else
 * the context that the engine was asked to switch out; else a context on an engine of the class in
 * ENGINE_RESET_BEGIN, which is a guess. If this class is unknown and only one context was removed,
 * choose this context.
 */
static const struct guclog_victim *find_victim(const struct guclog_reset *reset,
					       const struct analysis_dump *dump)
{
	unsigned int i, on_engine, nr = min(reset->nr_victims, GUCLOG_MAX_VICTIMS);
	const struct guclog_victim *on = victim_on(reset, &on_engine), *found;

	found = victim_of_dump(reset, dump);
	if (!found && dump->has_listed)
		found = resets_victim(reset, dump->listed);
	if (found && (!on_engine || found->engine == reset->wait.engine))
		return found;
	if (on_engine)
		return on;
	if (reset->wait_known && resets_victim(reset, reset->wait.victim))
		return resets_victim(reset, reset->wait.victim);
	for (i = 0; i < nr; i++)
		if (reset->victim[i].engine != GUCLOG_NONE &&
		    an_engine_class(reset->victim[i].engine) == reset->engine_class)
			return &reset->victim[i];
	return nr == 1 && reset->engine_class == GUCLOG_NONE ? &reset->victim[0] : NULL;
}

/*
 * For a reset without a known victim after a request to switch out: the engine that did not answer
 * is the engine of the victim. If the log ends before a context leaves this engine, the context on
 * it is assumed to be the victim.
 */
static void infer_victim(struct guclog_analysis *a, const struct guclog_reset *reset)
{
	struct guclog_findings *v = &a->verdict;
	const struct guclog_context *ctx;

	if (reset->engine_class != GUCLOG_NONE &&
	    reset->engine_class != an_engine_class(reset->wait.engine))
		return;
	v->victim.engine = reset->wait.engine;
	if (reset->nr_victims || reset->end_seen)
		return;
	ctx = contexts_find(&a->contexts, reset->wait.victim);
	if (!ctx || !ctx->on_engine || ctx->engine != reset->wait.engine)
		return;
	v->inferred = true;
	v->victim = (struct guclog_victim) {
		.guc_id = ctx->guc_id,
		.lrca = ctx->lrca,
		.engine = ctx->engine,
		.tick = reset->begin_tick,
		.index = ctx->last,
		.on_known = ctx->on_known,
		.on_since = ctx->on_since,
		.on_index = ctx->on_index,
		.left = ctx->left,
		.whole_runs = ctx->whole_runs,
		.longest_run = ctx->longest_run,
		.preempted = ctx->preempted,
	};
}

static void set_wait(struct guclog_findings *v, const struct guclog_reset *reset)
{
	v->waiter = reset->wait.waiter;
	if (reset->placed != GUCLOG_NONE && !reset->wait.disabled)
		v->waiter = reset->placed;
	v->has_wait = true;
	v->wait_ticks = reset->timeout_tick - reset->wait.tick;
}

/*
 * Set the preemption timeout that limited the wait for the engine. It is not set if the wait was
 * not as long as the timeout, because then the wait ended for another reason or another timeout
 * applied.
 */
static void set_limit(struct guclog_findings *v, const struct guclog_reset *reset)
{
	if (!reset->limit_fits && !reset->wait.disabled && reset->wait_known)
		return;
	v->limit_us = reset->limit_us;
	v->limit_from_ct = reset->limit_from_ct;
}

static void set_reset(struct guclog_analysis *a, struct guclog_reset *reset,
		      const struct analysis_dump *dump)
{
	const struct guclog_victim *victim = find_victim(reset, dump);
	struct guclog_findings *v = &a->verdict;

	v->chosen = reset;
	if (!victim && reset->wait_known && !reset->contradicts)
		infer_victim(a, reset);
	if (victim && !reset->contradicts) {
		resets_set_after(&a->resets, reset, victim);
		v->victim = *victim;
		v->other_victims = reset->nr_victims - 1;
		v->reason_differs = dump->has_listed && victim->guc_id == dump->listed;
		v->reason_waits = dump->has_guc_id && !analysis_is_about(dump, victim->guc_id) &&
				  !v->reason_differs;
	}
	if (reset->wait_known)
		set_wait(v, reset);
	set_limit(v, reset);
}

/*
 * Set the findings for a preemption that timed out and that no reset has followed. If the log ends
 * right after the timeout, it is unknown whether the engine was reset after the end of the log.
 */
static void set_expired(struct guclog_analysis *a, const struct analysis_dump *dump)
{
	const struct guclog_reset *expired = &a->expired;
	struct guclog_findings *v = &a->verdict;

	/* A reset begins microseconds after the timeout. */
	if (a->last_tick - expired->timeout_tick <= analysis_us(a, LATE_MS * 1000))
		v->reset = GUCLOG_UNKNOWN;
	v->expired = true;
	v->pending = expired->wait_known ? &expired->wait : NULL;
	if (v->pending && analysis_is_of_another(v->pending, dump)) {
		v->wait_ticks = expired->timeout_tick - expired->wait.tick;
		return;
	}
	set_limit(v, expired);
	if (v->pending)
		set_wait(v, expired);
}

/*
 * Find the oldest request to switch out that has no answer when the log ends, or a preemption that
 * has timed out. Switching out normally takes microseconds, so a request counts only if it is late
 * (see LATE_MS).
 */
static void find_pending(struct guclog_analysis *a, const struct analysis_dump *dump)
{
	const struct guclog_wait *wait;
	struct guclog_findings *v = &a->verdict;
	u32 i;

	if (a->expired.timed_out && !is_earlier(a, &a->expired)) {
		set_expired(a, dump);
		return;
	}
	for (i = 0; i < AN_ENGINES; i++) {
		wait = &a->resets.preemptions.wait[i];
		if (wait->open && (!v->pending || wait->tick < v->pending->tick))
			v->pending = wait;
	}
	if (v->pending && analysis_end_tick(a) - v->pending->tick <=
	    max(analysis_us(a, LATE_MS * 1000),
		LATE_TIMES * a->resets.preemptions.granted_ticks))
		v->pending = NULL;
	if (v->pending && !analysis_is_of_another(v->pending, dump))
		v->waiter = v->pending->waiter;
}

static bool is_answer(u16 action)
{
	return action == GUC_ACTION_SCHED_CONTEXT_MODE_DONE ||
	       action == GUC_ACTION_DEREGISTER_CONTEXT_DONE;
}

/*
 * Find the newest report about a context: a message with @action in @list. If a
 * context with this guc_id was deregistered after the report, and there are later
 * answers about the guc_id, the report is about an earlier context. Return: whether the ring
 * has the report. @later: set to the number of answers about the context that are
 * newer than the report (answers to requests to enable, disable or deregister it)
 */
static bool find_report(const struct ct_messages *list, u32 guc_id, u16 action, u64 *later)
{
	bool found = false;
	u32 i, about;

	*later = 0;
	for (i = list->nr; i-- && !found;) {
		const struct guc_ct_msg *msg = &list->msg[i];

		if (!guc_ct_msg_has_action(msg) || !guc_ct_msg_data(list->ring, msg, 0, &about) ||
		    about != guc_id)
			continue;
		if (*later && msg->action == GUC_ACTION_DEREGISTER_CONTEXT_DONE)
			break;
		*later += is_answer(msg->action);
		found = msg->action == action;
	}
	return found;
}

/*
 * An old report may be about an earlier context with the same guc_id. The GuC can reset a context
 * only after it has acknowledged that the context is enabled. So a report about the present context
 * is newer than the first answer about this context. If the log has the registration of the
 * context, it also has all answers about the context. Then the number of answers that are newer
 * than the report (@later, see find_report()) must be less than the number of answers in the log.
 * Return: whether the report is about the present context; unknown if the log lacks newer answers.
 */
static enum guclog_tri is_current(const struct guclog_analysis *a, u32 guc_id, u64 later)
{
	const u64 needed = 1ull << GUC_EVX_CTX_REGISTERED | 1ull << GUC_EVX_SCHED_MODE_DONE |
			   1ull << GUC_EVX_CTX_DEREGISTERED;
	const struct guclog_context *ctx = contexts_find(&a->contexts, guc_id);

	if (~a->result.words & needed || !ctx || !ctx->born || later < ctx->answers)
		return GUCLOG_YES;
	return a->log.end_missing || a->join.apart || a->join.newer ? GUCLOG_UNKNOWN :
								    GUCLOG_NO;
}

/**
 * verdict_reported() - find out whether the GuC has sent a report about a queue to the driver
 * @a: the analysis of the log, NULL if there is none
 * @list: the messages of the G2H ring
 * @guc_id: first guc_id of the queue
 * @width: number of guc_ids of the queue
 * @action: action of the message that is the report, such as that about the reset of a context
 *
 * Return: whether there is a report that is about the present queue and not about an earlier one
 * with the same guc_id; unknown if the log does not show which one it is about.
 */
enum guclog_tri verdict_reported(const struct guclog_analysis *a, const struct ct_messages *list,
				 u32 guc_id, u32 width, u16 action)
{
	enum guclog_tri is = GUCLOG_NO;
	u32 end = guc_id + width;
	u64 later;

	for (; guc_id != end && is == GUCLOG_NO; guc_id++)
		if (find_report(list, guc_id, action, &later))
			is = a ? is_current(a, guc_id, later) : GUCLOG_YES;
	return is;
}

/*
 * Called if the log has no reset of the context that the dump is about. Return: 1 if the GuC has,
 * or may have, reported such a reset to the driver, so its events were overwritten or are missing;
 * 0 if not; -ENOMEM if there is no memory.
 */
static int is_reported(struct guclog_analysis *a, const struct analysis_dump *dump)
{
	struct ct_messages list;
	enum guclog_tri is;

	if (!dump->has_guc_id || !dump->g2h)
		return 0;
	if (ct_messages_read(&list, &a->arena, dump->g2h))
		return -ENOMEM;
	is = verdict_reported(a, &list, dump->guc_id, max(dump->width, 1u),
			      GUC_ACTION_CONTEXT_RESET_NOTIFICATION);
	arena_drop(&a->arena, list.msg);
	return is != GUCLOG_NO;
}

/* Find the reset that the verdict describes. Return: 0 or -ENOMEM. */
static int find_reset(struct guclog_analysis *a, const struct analysis_dump *dump)
{
	struct guclog_findings *v = &a->verdict;
	struct guclog_reset *reset;
	int reported = 0;
	u64 i;

	for (i = 0; (reset = resets_newest(&a->resets, i)); i++) {
		v->nr_resets += analysis_is_reset(reset);
		if (reset->nr_victims)
			resets_set_after(&a->resets, reset, &reset->victim[0]);
	}
	if (a->resets.nr > RESET_MAX)
		v->nr_resets += a->resets.nr - RESET_MAX;
	if (!a->events || a->result.off & RULE_OFF_HANG)
		return 0;
	reset = choose(a, dump);
	if (reset)
		set_reset(a, reset, dump);
	v->not_this = dump->has_guc_id ? v->nr_resets - !!reset : 0;
	v->reset = reset ? GUCLOG_YES : GUCLOG_NO;
	if (!reset)
		find_pending(a, dump);
	if (!reset && !v->pending && !v->expired)
		reported = is_reported(a, dump);
	if (reported > 0)
		v->reported = true;
	if (!reset && (v->reported || a->log.end_missing))
		v->reset = GUCLOG_UNKNOWN;
	return min(reported, 0);
}

static void find_faults(struct guclog_analysis *a)
{
	struct guclog_findings *v = &a->verdict;

	if (!a->events || a->log.end_missing || a->result.off & RULE_OFF_FAULTS)
		return;
	v->faults_known = faults_open(&a->sequence.faults, &v->faults);
	if (v->faults_known || !a->log.from_load || a->gaps)
		return;
	/*
	 * If the log begins with the load of the firmware and has no event about page faults, there
	 * was no page fault.
	 */
	v->faults_known = !a->count[GUC_EVX_PF_REQUESTS] &&
			  !a->count[GUC_EVX_PF_RESPONSES] && a->result.known;
}

/**
 * verdict_waits() - find out whether the GuC may wait for an engine when the log ends
 * @a: the analysis, after all events
 *
 * Only waits whose request is not in the log are considered.
 *
 * Return: whether the GuC has waited for an engine, and the log does not show that the wait ended.
 */
bool verdict_waits(const struct guclog_analysis *a)
{
	return a->resets.preemptions.older.open && a->result.words >> GUC_EVX_SWITCH_OUT_WAIT & 1 &&
	       (!a->log.hz ||
		a->last_tick - a->resets.preemptions.older.tick <= analysis_us(a, WAITS_MS * 1000));
}

/* Return: whether the log has a crash dump of the firmware. */
static bool has_crash_dump(const struct guclog_analysis *a)
{
	return a->t.parsed && a->t.parsed->layout.crash == GUCLOG_CRASH_PRESENT;
}

/**
 * verdict_make() - make the verdict
 * @a: the analysis, after all events and rules; its verdict is filled
 * @dump: facts from the devcoredump
 *
 * The verdict omits values that depend on a failed rule.
 *
 * Context: may allocate memory.
 * Return: 0 or -ENOMEM.
 */
int verdict_make(struct guclog_analysis *a, const struct analysis_dump *dump)
{
	struct guclog_findings *v = &a->verdict;
	int err;

	*v = (struct guclog_findings){
		.victim = { .guc_id = GUCLOG_NONE, .engine = GUCLOG_NONE },
		.waiter = GUCLOG_NONE,
		.reason_guc_id = dump->has_guc_id ? dump->guc_id : GUCLOG_NONE,
		.newer_messages = a->join.joined ? a->join.newer : 0,
		.unread_messages = a->join.unread,
	};
	err = find_reset(a, dump);
	verdict_find_stuck(a, dump);
	if (v->reset != GUCLOG_YES && stuck_name(v->stuck)) {
		v->victim.guc_id = v->open.guc_id;
		v->victim.engine = v->open.engine;
	}
	find_faults(a);
	if (v->reset == GUCLOG_YES || stuck_name(v->stuck))
		v->hang = GUCLOG_YES;
	else if (v->reset == GUCLOG_NO && v->stuck == GUCLOG_STUCK_NOTHING && !v->pending &&
		 !v->expired && !has_crash_dump(a) && !verdict_waits(a) &&
		 !contexts_open_error(&a->contexts))
		v->hang = GUCLOG_NO;
	return err;
}

/*
 * Return: whether the engine reset in the log caused the trigger, or false if the time of one of
 * them is not known.
 */
static bool is_of_trigger(const struct guclog_analysis *a)
{
	const struct guclog_reset *reset = a->verdict.chosen;

	return reset && a->log.has_trigger && a->log.hz &&
	       reset->end_tick >= a->log.trigger - analysis_us(a, OTHER_MS * 1000);
}

/*
 * Claim that the hang of the queue of the devcoredump is a result: the queue waited for another
 * queue, a reset removed another queue that the dump lists, or the GuC no longer reads messages
 * about any queue.
 */
static void claim_affected(struct explanation *x)
{
	const struct guclog_findings *v = x->found;
	bool other = v->reason_waits || v->reason_differs;

	if (!other && v->stuck != GUCLOG_STUCK_H2G)
		return;
	claim_add(x, &(struct guclog_claim){
		.what = GUCLOG_CLAIM_AFFECTED,
		.witness = GUCLOG_BY_EVENTS,
		.guc_id = v->reason_guc_id,
		.event = v->reason_waits && v->chosen ? v->chosen->wait.waiter_index :
			 GUCLOG_NO_EVENT,
		.cause = other ? GUCLOG_CAUSE_QUEUE : GUCLOG_CAUSE_UNREAD,
	});
}

/**
 * events_claim() - claim what the events of the log show
 * @x: the explanation, with the findings of the log
 *
 * Context: allocates memory; a failure makes guclog_explain() return NULL.
 */
void events_claim(struct explanation *x)
{
	const struct guclog_incident *i = x->log ? x->log->incident : NULL;
	const struct guclog_findings *v = x->found;
	bool reset = v->reset == GUCLOG_YES;
	struct guclog_claim claim = {
		.what = reset ? GUCLOG_CLAIM_ENGINE_RESET : v->stuck == GUCLOG_STUCK_H2G ?
			GUCLOG_CLAIM_UNREAD : GUCLOG_CLAIM_REQUEST,
		.witness = GUCLOG_BY_EVENTS,
		.guc_id = v->victim.guc_id,
		.event = reset ? v->chosen->begin_index : v->open.index,
		.of_record = i && i->boottime_ns && !i->restarted &&
			     (!reset || is_of_trigger(x->a)),
	};

	if (v->hang == GUCLOG_YES) {
		if (v->victim.engine != GUCLOG_NONE)
			guclog_engine_name(v->victim.engine, claim.engine, sizeof(claim.engine));
		claim_add(x, &claim);
	}
	claim_affected(x);
}
