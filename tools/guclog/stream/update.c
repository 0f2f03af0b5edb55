// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * The state of a running GuC at one moment: engines, contexts, which context waits for which, and
 * stalls.
 */
#include "stream/live.h"

#include "guc_clock.h"
#include "guc_text.h"
#include "model/internal.h"
#include "model/known_names.h"

/**
 * struct update - the data of one call of live_update()
 * @l: the state of the GuC, which this call describes
 * @a: the analysis of the stream
 * @now: tick of the moment that is described
 * @blind: the age of a wait is counted from this tick at the earliest, because the GPU was
 *	suspended or not observed before it
 * @limit: ticks after which missing progress is a stall; 0: do not look for stalls
 * @of: the contexts of this call, indexed by their number in the analysis
 * @failed: an allocation has failed
 */
struct update {
	struct live *l;
	const struct guclog_analysis *a;
	s64 now;
	s64 blind;
	s64 limit;
	struct live_context **of;
	bool failed;
};

static s64 ns(const struct update *k, s64 ticks)
{
	return guc_ticks_to_ns(max_t(s64, ticks, 0), k->l->hz);
}

/*
 * Return: ticks from @tick, or from @k->blind if that is later, to @k->now.
 */
static s64 age(const struct update *k, s64 tick)
{
	return max_t(s64, k->now - max_t(s64, tick, k->blind), 0);
}

/* Return: the tick at a time of CLOCK_BOOTTIME. @has_anchor of @l must be set. */
static s64 tick_at(const struct live *l, s64 boottime_ns)
{
	return l->anchor_tick + guc_ns_to_ticks(boottime_ns - l->anchor_ns, l->hz);
}

static void *zero(struct update *k, size_t size)
{
	void *p = arena_zero(&k->l->described, size ? size : 1);

	k->failed |= !p;
	return p;
}

static struct live_context *describe_context(struct update *k, const struct guclog_context *ctx)
{
	struct live_context *c = zero(k, sizeof(*c));

	if (!c)
		return NULL;
	c->context = ctx;
	guclog_context_engine(ctx, c->engine, sizeof(c->engine));
	c->state = guclog_context_state_name(ctx->state);
	c->state_ns = ns(k, k->now - ctx->since);
	if (ctx->on_engine)
		c->on_ns = ns(k, k->now - ctx->on_since);
	c->busy_ns = ns(k, contexts_on_ticks(ctx, k->now));
	c->waits = ctx->state == GUCLOG_CONTEXT_READY;
	return c;
}

static void find_contexts(struct update *k)
{
	const struct live_context **list;
	unsigned int i, n = 0, nr = k->a->contexts.nr;

	list = zero(k, nr * sizeof(*list));
	k->of = zero(k, nr * sizeof(*k->of));
	for (i = 0; !k->failed && i < nr; i++) {
		if (k->a->contexts.ctx[i].state == GUCLOG_CONTEXT_DEREGISTERED)
			continue;
		k->of[i] = describe_context(k, &k->a->contexts.ctx[i]);
		list[n++] = k->of[i];
	}
	k->l->nr_contexts = k->failed ? 0 : n;
	k->l->context = list;
}

/* Return: the context on an engine, or NULL if there is none. */
static const struct guclog_context *on_engine(const struct update *k, u32 engine)
{
	const struct guclog_context *ctx = contexts_at(&k->a->contexts, engine);

	return ctx && ctx->on_engine ? ctx : NULL;
}

static void describe_engine(struct update *k, struct live_engine *e, u32 engine)
{
	const struct guclog_context *ctx = on_engine(k, engine);
	const struct live_busy *busy = &k->l->busy[engine];
	s64 now_on = 0;

	e->engine = engine;
	guclog_engine_name(engine, e->name, sizeof(e->name));
	if (ctx) {
		e->context = k->of[ctx - k->a->contexts.ctx];
		now_on = k->now - max_t(s64, ctx->on_since, busy->until);
	} else {
		s64 since = max_t(s64, busy->until, k->a->contexts.part_begin);

		e->idle_ns = ns(k, age(k, since));
	}
	e->busy_ns = ns(k, busy->ticks + max_t(s64, now_on, 0));
}

static void find_engines(struct update *k)
{
	const struct live_engine **list = zero(k, AN_ENGINES * sizeof(*list));
	unsigned int n = 0;
	u32 i;

	for (i = 0; !k->failed && i < AN_ENGINES; i++) {
		struct live_engine *e;

		if (!k->a->contexts.seen[i])
			continue;
		e = zero(k, sizeof(*e));
		if (e)
			describe_engine(k, e, i);
		list[n++] = e;
	}
	k->l->nr_engines = k->failed ? 0 : n;
	k->l->engine = list;
}

/*
 * Return: the unanswered request to switch out another context, made because the context @ctx waits
 * for an engine, or NULL if there is none.
 */
static const struct guclog_wait *wait_for(const struct update *k, const struct guclog_context *ctx)
{
	u32 i;

	for (i = 0; i < AN_ENGINES; i++) {
		const struct guclog_wait *wait = &k->a->resets.preemptions.wait[i];

		if (wait->open && wait->waiter == ctx->guc_id)
			return wait;
	}
	return NULL;
}

/**
 * struct class_state - the state of the engines of a class
 * @engines: number of engines that were seen
 * @busy: number of engines with a context
 * @idle_since: tick since which an engine has no context; valid if not all engines are busy
 * @held_since: tick since which all engines have their present contexts; valid if all engines are
 *	busy
 * @holder: the context that has been on an engine of the class for longest
 */
struct class_state {
	unsigned int engines;
	unsigned int busy;
	s64 idle_since;
	s64 held_since;
	const struct guclog_context *holder;
};

static struct class_state class_state(const struct update *k, u32 class)
{
	struct class_state s = { .idle_since = INT64_MAX, .held_since = INT64_MIN };
	u32 i;

	if (class >= AN_CLASSES)
		return s;
	for (i = class * AN_INSTANCES; i < (class + 1) * AN_INSTANCES; i++) {
		const struct guclog_context *ctx = on_engine(k, i);

		if (!k->a->contexts.seen[i])
			continue;
		s.engines++;
		if (!ctx) {
			s.idle_since = min_t(s64, s.idle_since, k->l->busy[i].until);
			continue;
		}
		s.busy++;
		s.held_since = max_t(s64, s.held_since, ctx->on_since);
		if (!s.holder || ctx->on_since < s.holder->on_since)
			s.holder = ctx;
	}
	return s;
}

/*
 * For each waiting context, find the context (its holder) that is on the engine for which it waits.
 */
static void find_holders(struct update *k)
{
	unsigned int i;

	for (i = 0; i < k->a->contexts.nr; i++) {
		const struct guclog_context *holder = NULL;
		const struct guclog_wait *wait;
		struct class_state class;

		if (!k->of[i] || !k->of[i]->waits)
			continue;
		wait = wait_for(k, k->of[i]->context);
		if (wait) {
			holder = contexts_find(&k->a->contexts, wait->victim);
		} else {
			class = class_state(k, k->of[i]->context->engine_class);
			if (class.engines && class.busy == class.engines)
				holder = class.holder;
		}
		if (holder)
			k->of[i]->holder = k->of[holder - k->a->contexts.ctx];
	}
}

static void add_stall(struct update *k, const struct live_stall *found, s64 ticks)
{
	const struct live_stall **list;
	struct live_stall *stall;
	unsigned int nr = k->l->nr_stalls;

	if (ticks < k->limit)
		return;
	stall = zero(k, sizeof(*stall));
	if (k->failed)
		return;
	list = arena_grow(&k->l->described, (void *)k->l->stall, (nr + 1) * sizeof(*list));
	k->failed = !list;
	if (!list)
		return;
	*stall = *found;
	stall->age_ns = ns(k, ticks);
	list[nr] = stall;
	k->l->stall = list;
	k->l->nr_stalls = nr + 1;
}

/* Report a stall if a context has work and does not get an engine. */
static void check_waiter(struct update *k, const struct live_context *c)
{
	const struct guclog_context *ctx = c->context;
	const struct guclog_wait *wait = wait_for(k, ctx);
	struct live_stall stall = { .guc_id = ctx->guc_id, .holder = GUCLOG_NONE };
	struct class_state class = class_state(k, ctx->engine_class);
	s64 waited = age(k, ctx->since);

	snprintf(stall.engine, sizeof(stall.engine), "%s", c->engine);
	if (wait && wait->victim != GUCLOG_NONE) {
		stall.kind = LIVE_STALL_HELD;
		stall.holder = wait->victim;
		guclog_engine_name(wait->engine, stall.engine, sizeof(stall.engine));
		add_stall(k, &stall, min_t(s64, waited, age(k, wait->tick)));
	} else if (class.holder && class.busy == class.engines) {
		stall.kind = LIVE_STALL_HELD;
		stall.holder = class.holder->guc_id;
		guclog_context_engine(class.holder, stall.engine, sizeof(stall.engine));
		add_stall(k, &stall, min_t(s64, waited, age(k, class.held_since)));
	} else {
		stall.kind = LIVE_STALL_UNSCHEDULED;
		add_stall(k, &stall, class.engines ?
			  min_t(s64, waited, age(k, class.idle_since)) : waited);
	}
}

static void check_request(struct update *k, const struct guclog_pending *request,
			  enum guclog_stuck what, const struct guclog_context *ctx, u32 engine)
{
	struct live_stall stall = {
		.kind = LIVE_STALL_REQUEST,
		.request = what,
		.guc_id = ctx ? ctx->guc_id : GUCLOG_NONE,
		.holder = GUCLOG_NONE,
	};

	if (!request->open)
		return;
	if (engine != GUCLOG_NONE)
		guclog_engine_name(engine, stall.engine, sizeof(stall.engine));
	else if (ctx)
		guclog_context_engine(ctx, stall.engine, sizeof(stall.engine));
	add_stall(k, &stall, age(k, request->tick));
}

static void check_requests(struct update *k)
{
	unsigned int off = k->a->result.off, i;

	for (i = 0; i < k->a->contexts.nr; i++) {
		const struct guclog_context *ctx = &k->a->contexts.ctx[i];

		if (!k->of[i])
			continue;
		if (!(off & RULE_OFF_DISABLE))
			check_request(k, &ctx->mode, ctx->mode.value ? GUCLOG_STUCK_SUBMIT :
				      GUCLOG_STUCK_DISABLE, ctx, GUCLOG_NONE);
		if (!(off & RULE_OFF_DEREGISTER))
			check_request(k, &ctx->end, GUCLOG_STUCK_DEREGISTER, ctx, GUCLOG_NONE);
	}
	for (i = 0; i < AN_ENGINES && !(off & RULE_OFF_SUBMIT); i++)
		check_request(k, &k->a->contexts.engine[i].submit, GUCLOG_STUCK_SUBMIT,
			      on_engine(k, i), i);
}

/* Report a stall if the GuC has not written an event since the driver submitted a job. */
static void check_silence(struct update *k, const struct live_when *when)
{
	struct live_stall stall = {
		.kind = LIVE_STALL_SILENT, .guc_id = GUCLOG_NONE, .holder = GUCLOG_NONE,
	};
	s64 submitted;

	if (when->submitted_ns == GUCLOG_NO_TIME || !k->l->has_anchor)
		return;
	submitted = tick_at(k->l, when->submitted_ns);
	/* The time of the submission and the time of an event may differ by up to 0.1 s. */
	if (k->l->events && submitted < k->l->tick + (s64)k->l->hz / 10)
		return;
	add_stall(k, &stall, age(k, submitted));
}

static int by_age(const void *a, const void *b)
{
	const struct live_stall *x = *(const struct live_stall * const *)a;
	const struct live_stall *y = *(const struct live_stall * const *)b;

	return x->age_ns > y->age_ns ? -1 : x->age_ns < y->age_ns;
}

static void find_stalls(struct update *k, const struct live_when *when)
{
	unsigned int i;

	if (!k->limit || k->failed)
		return;
	if (k->l->known && !k->a->gap) {
		for (i = 0; i < k->a->contexts.nr; i++)
			if (k->of[i] && k->of[i]->waits)
				check_waiter(k, k->of[i]);
		check_requests(k);
	}
	check_silence(k, when);
	if (k->l->nr_stalls)
		qsort((void *)k->l->stall, k->l->nr_stalls,
		      sizeof(*k->l->stall), by_age);
}

static u64 preemptions(const struct guclog_analysis *a)
{
	u64 sum = a->contexts.gone_preempted;
	unsigned int i;

	for (i = 0; i < a->contexts.nr; i++)
		sum += a->contexts.ctx[i].preempted;
	return sum;
}

/**
 * live_update() - update the state
 * @l: the state; its members are filled, and the objects that they point to are valid until the
 *	next call of this function
 * @when: the present time, and the age from which on work without progress is a stall
 *
 * Return: 0 or -ENOMEM.
 */
int live_update(struct live *l, const struct live_when *when)
{
	struct update k = { .l = l, .a = l->a, .now = l->tick, .blind = INT64_MIN };

	arena_free(&l->described);
	arena_init(&l->described, ARENA_NO_LIMIT);
	l->nr_engines = 0;
	l->nr_contexts = 0;
	l->nr_stalls = 0;
	l->stall = NULL;
	if (!l->a)
		return 0;
	if (when->now_ns != GUCLOG_NO_TIME && l->has_anchor)
		k.now = max_t(s64, tick_at(l, when->now_ns), l->tick);
	if (when->blind_until_ns != GUCLOG_NO_TIME && l->has_anchor)
		k.blind = tick_at(l, when->blind_until_ns);
	k.limit = guc_ns_to_ticks(when->stall_ns, l->hz);
	rules_result(&l->a->result, &l->a->rules, l->a->log.known, NULL);
	l->known = guclog_analysis_has_contexts(l->a);
	l->preempted = preemptions(l->a);
	find_contexts(&k);
	find_engines(&k);
	if (!k.failed)
		find_holders(&k);
	find_stalls(&k, when);
	return k.failed ? -ENOMEM : 0;
}

/**
 * live_stall_name() - get the name of a kind of stall
 * @kind: the kind
 *
 * Return: a constant string such as "held".
 */
const char *live_stall_name(enum live_stall_kind kind)
{
	static const char * const names[LIVE_STALLS] = {
		[LIVE_STALL_HELD] = "held",
		[LIVE_STALL_UNSCHEDULED] = "not scheduled",
		[LIVE_STALL_REQUEST] = "no answer",
		[LIVE_STALL_SILENT] = "silent",
	};

	return (unsigned int)kind < LIVE_STALLS ? names[kind] : names[0];
}

/**
 * live_stall_text() - describe a stall in a sentence
 * @stall: the stall
 * @buf: destination
 * @size: bytes at @buf
 *
 * Return: length of the sentence.
 */
size_t live_stall_text(const struct live_stall *stall, char *buf, size_t size)
{
	struct guc_text text = guclog_text(buf, size);
	const char *engine = *stall->engine ? stall->engine : "an engine";
	long long ms = stall->age_ns / 1000000;
	char time[32];

	snprintf(time, sizeof(time), "%lld.%03lld s", ms / 1000, ms % 1000);
	switch (stall->kind) {
	case LIVE_STALL_HELD:
		guc_text_add(&text, "guc_id %u has waited for %s for %s", stall->guc_id, engine,
			     time);
		guc_text_add(&text, "; guc_id %u still occupies it", stall->holder);
		break;
	case LIVE_STALL_UNSCHEDULED:
		guc_text_add(&text, "guc_id %u has had work for %s for %s", stall->guc_id, engine,
			     time);
		guc_text_add(&text, " and does not get it, though no context is on it");
		break;
	case LIVE_STALL_REQUEST:
		guc_text_add(&text, "a request (%s)", stuck_name(stall->request));
		if (stall->guc_id != GUCLOG_NONE)
			guc_text_add(&text, " of guc_id %u", stall->guc_id);
		if (*stall->engine)
			guc_text_add(&text, " on %s", stall->engine);
		guc_text_add(&text, " has had no answer for %s", time);
		break;
	default:
		guc_text_add(&text, "the driver submitted a job %s ago", time);
		guc_text_add(&text, ", and the GuC has written no event since");
	}
	return text.len;
}
