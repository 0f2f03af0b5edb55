// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * Decides what hangs. Each witness makes claims: the events of the log (verdict.c), the driver in
 * a devcoredump (driver.c) and in kernel logs (witness.c), and the triggers of a log that the
 * kernel module recorded (triggers.c). The claims about a queue make it a suspect. The suspect
 * whose claims weigh most is the verdict. Only rules[] and suspect_weight() decide what a claim
 * weighs.
 */
#include "explain/explanation.h"
#include "explain/analysis.h"
#include "explain/page_faults.h"
#include "model/known_names.h"

/* Largest weight of a suspect without queue and engine, or whose hang something else explains. */
#define MINOR	10u

/**
 * struct claim_rule - what a claim weighs
 * @what: the claim
 * @by: the witness
 * @hang: the claim alone shows that there was a hang
 * @weight: what it weighs; 0 if it only supports a suspect that other claims name
 * @record: what it weighs as the cause of a log that the kernel module recorded; 0: not a cause
 * @culprit: the evidence for this cause, enum guclog_culprit_basis
 */
struct claim_rule {
	enum guclog_claim_what what;
	enum guclog_claim_witness by;
	bool hang;
	unsigned int weight;
	unsigned int record;
	unsigned int culprit;
};

static const struct claim_rule rules[] = {
	/* The driver then resets the whole GT, and the jobs of all queues time out. */
	{ GUCLOG_CLAIM_RESET_FAILED, GUCLOG_BY_DUMP, true, 100, 0, 0 },
	{ GUCLOG_CLAIM_RESET_FAILED, GUCLOG_BY_EVENTS, false, 1, 0, 0 },
	/*
	 * The GuC reads no message about any queue. So a queue hangs only if the events show it,
	 * too: the driver and the events together weigh more.
	 */
	{ GUCLOG_CLAIM_UNREAD, GUCLOG_BY_DUMP, true, 40, 0, 0 },
	/* The driver names the queue, and the log has the events of all queues. */
	{ GUCLOG_CLAIM_ENGINE_RESET, GUCLOG_BY_DUMP, true, 30, 2, GUCLOG_CULPRIT_DUMP },
	{ GUCLOG_CLAIM_DISABLE_FAILED, GUCLOG_BY_DUMP, true, 30, 2, GUCLOG_CULPRIT_DUMP },
	{ GUCLOG_CLAIM_JOB_TIMEOUT, GUCLOG_BY_DUMP, true, 30, 2, GUCLOG_CULPRIT_DUMP },
	{ GUCLOG_CLAIM_QUEUE_REMOVED, GUCLOG_BY_DUMP, true, 30, 2, GUCLOG_CULPRIT_DUMP },
	{ GUCLOG_CLAIM_OTHER, GUCLOG_BY_DUMP, true, 30, 2, GUCLOG_CULPRIT_DUMP },
	{ GUCLOG_CLAIM_ENGINE_RESET, GUCLOG_BY_KERNEL_LOG, true, 30, 2, GUCLOG_CULPRIT_DUMP },
	{ GUCLOG_CLAIM_DISABLE_FAILED, GUCLOG_BY_KERNEL_LOG, true, 30, 0, 0 },
	{ GUCLOG_CLAIM_JOB_TIMEOUT, GUCLOG_BY_KERNEL_LOG, true, 30, 0, 0 },
	{ GUCLOG_CLAIM_OTHER, GUCLOG_BY_KERNEL_LOG, true, 30, 0, 0 },
	{ GUCLOG_CLAIM_ENGINE_RESET, GUCLOG_BY_EVENTS, true, 20, 3, GUCLOG_CULPRIT_RESET },
	{ GUCLOG_CLAIM_REQUEST, GUCLOG_BY_EVENTS, true, 20, 3, GUCLOG_CULPRIT_REQUEST },
	{ GUCLOG_CLAIM_UNREAD, GUCLOG_BY_EVENTS, true, 20, 0, 0 },
	/* Triggers show why the log was recorded. This is not always a hang. */
	{ GUCLOG_CLAIM_ENGINE_RESET, GUCLOG_BY_TRIGGER, false, 5, 5, GUCLOG_CULPRIT_FIRMWARE },
	{ GUCLOG_CLAIM_MEMORY_FAULT, GUCLOG_BY_TRIGGER, false, 5, 5, GUCLOG_CULPRIT_FIRMWARE },
	{ GUCLOG_CLAIM_RESET_FAILED, GUCLOG_BY_TRIGGER, false, 4, 4, GUCLOG_CULPRIT_ENGINE },
	{ GUCLOG_CLAIM_JOB_TIMEOUT, GUCLOG_BY_TRIGGER, false, 1, 1, GUCLOG_CULPRIT_TIMEOUT },
};

static const struct claim_rule *rule_of(const struct guclog_claim *claim)
{
	static const struct claim_rule none;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(rules); i++)
		if (rules[i].what == claim->what && rules[i].by == claim->witness)
			return &rules[i];
	return &none;
}

/* The witnesses that know of a hang independently of each other. */
enum source {
	SOURCE_DRIVER,
	SOURCE_EVENTS,
	SOURCE_TRIGGER,
	SOURCES
};

static enum source source_of(const struct guclog_claim *claim)
{
	return claim->witness == GUCLOG_BY_EVENTS ? SOURCE_EVENTS :
	       claim->witness == GUCLOG_BY_TRIGGER ? SOURCE_TRIGGER : SOURCE_DRIVER;
}

/**
 * claim_add() - make a claim
 * @x: the explanation
 * @claim: the claim; its process and its time must remain valid
 *
 * If the witness has made the same claim before, as several lines of a kernel log do, the first one
 * is kept.
 *
 * Context: allocates memory; a failure makes guclog_explain() return NULL.
 * Return: the stored claim, or NULL if there is no memory.
 */
const struct guclog_claim *claim_add(struct explanation *x, const struct guclog_claim *claim)
{
	struct guclog_claim **list, *copy;
	unsigned int i;

	for (i = 0; i < x->nr_claims; i++)
		if (x->claim[i]->what == claim->what && x->claim[i]->witness == claim->witness &&
		    x->claim[i]->guc_id == claim->guc_id)
			return x->claim[i];
	copy = arena_zero(&x->arena, sizeof(*copy));
	list = copy ? arena_room(&x->arena, x->claim, x->nr_claims, sizeof(*list)) : NULL;
	if (!list)
		return NULL;
	*copy = *claim;
	x->claim = list;
	list[x->nr_claims++] = copy;
	return copy;
}

/* Return: what the strongest claim of a witness about a suspect weighs; 0 without such a claim. */
static unsigned int weight_by(const struct guclog_suspect *s, enum source source)
{
	unsigned int i, most = 0;

	for (i = 0; i < s->nr_claims; i++)
		if (source_of(s->claim[i]) == source)
			most = max(most, rule_of(s->claim[i])->weight);
	return most;
}

static bool has_claim(const struct guclog_suspect *s, enum guclog_claim_what what,
		      enum guclog_claim_witness by)
{
	unsigned int i;

	for (i = 0; i < s->nr_claims; i++)
		if (s->claim[i]->what == what && s->claim[i]->witness == by)
			return true;
	return false;
}

/*
 * Return: what the claims about a suspect weigh. Independent witnesses add up. A claim that
 * something else is the cause outweighs them.
 */
static unsigned int suspect_weight(const struct guclog_suspect *s)
{
	unsigned int weight = 0, source;
	bool named = s->guc_id != GUCLOG_NONE || *s->engine ||
		     s->claim[0]->what == GUCLOG_CLAIM_UNREAD;

	for (source = 0; source < SOURCES; source++)
		weight += weight_by(s, source);
	if (!named || has_claim(s, GUCLOG_CLAIM_AFFECTED, GUCLOG_BY_EVENTS))
		return min(weight, MINOR);
	return weight;
}

/*
 * Return: whether a claim that names no queue is about a suspect without a queue: the GuC does not
 * read messages, or one witness says several things of one engine or of none.
 */
static bool is_about(const struct guclog_suspect *s, const struct guclog_claim *claim)
{
	const struct guclog_claim *first = s->claim[0];

	if (first->what == GUCLOG_CLAIM_UNREAD || claim->what == GUCLOG_CLAIM_UNREAD)
		return first->what == claim->what;
	return source_of(first) == source_of(claim) && !strcmp(first->engine, claim->engine);
}

/* Return: the suspect that a claim is about, or NULL if there is none yet. */
static struct guclog_suspect *find_suspect(struct explanation *x, const struct guclog_claim *claim)
{
	u32 guc_id = queue_of(x, claim->guc_id);
	unsigned int i;

	for (i = 0; i < x->shown.nr_suspects; i++) {
		struct guclog_suspect *s = x->suspect[i];

		if (s->guc_id == guc_id && (guc_id != GUCLOG_NONE || is_about(s, claim)))
			return s;
	}
	return NULL;
}

static struct guclog_suspect *new_suspect(struct explanation *x, const struct guclog_claim *claim)
{
	struct guclog_suspect **list, *s = arena_zero(&x->arena, sizeof(*s));

	list = s ? arena_room(&x->arena, x->suspect, x->shown.nr_suspects, sizeof(*list)) : NULL;
	if (!list)
		return NULL;
	s->guc_id = queue_of(x, claim->guc_id);
	x->suspect = list;
	x->shown.suspect = (const struct guclog_suspect *const *)list;
	list[x->shown.nr_suspects++] = s;
	return s;
}

/* Add a claim to a suspect, in the order of causes. */
static void add_to(struct explanation *x, struct guclog_suspect *s,
		   const struct guclog_claim *claim)
{
	const struct guclog_claim **list;
	unsigned int i;

	list = arena_room(&x->arena, (void *)s->claim, s->nr_claims, sizeof(*list));
	if (!list)
		return;
	for (i = s->nr_claims++; i && list[i - 1]->what > claim->what; i--)
		list[i] = list[i - 1];
	list[i] = claim;
	s->claim = list;
}

/*
 * Take engine, process and basis from the claims. Witnesses agree only about a queue: without one,
 * the basis is the strongest claim.
 */
static void describe(struct guclog_suspect *s)
{
	unsigned int by_driver = weight_by(s, SOURCE_DRIVER);
	unsigned int by_events = weight_by(s, SOURCE_EVENTS);
	const struct guclog_claim *engine = NULL;
	unsigned int i;

	for (i = 0; i < s->nr_claims; i++) {
		const struct guclog_claim *claim = s->claim[i];

		if (*claim->engine &&
		    (!engine || rule_of(claim)->weight > rule_of(engine)->weight))
			engine = claim;
		s->process = s->process ?: claim->process;
	}
	if (engine)
		memcpy(s->engine, engine->engine, sizeof(s->engine));
	s->weight = suspect_weight(s);
	if (by_driver && by_events && s->guc_id != GUCLOG_NONE)
		s->basis = GUCLOG_BASIS_BOTH;
	else if (by_driver || by_events)
		s->basis = by_driver > by_events ? GUCLOG_BASIS_DRIVER : GUCLOG_BASIS_LOG;
	else
		s->basis = GUCLOG_BASIS_RECORD;
}

/* Make the suspects of the claims, and sort them by their weights. */
static void find_suspects(struct explanation *x)
{
	struct guclog_suspect *s;
	unsigned int i, k;

	for (i = 0; i < x->nr_claims; i++) {
		if (!rule_of(x->claim[i])->weight)
			continue;
		s = find_suspect(x, x->claim[i]) ?: new_suspect(x, x->claim[i]);
		if (s)
			add_to(x, s, x->claim[i]);
	}
	for (i = 0; i < x->nr_claims; i++) {
		s = rule_of(x->claim[i])->weight || x->claim[i]->guc_id == GUCLOG_NONE ? NULL :
		    find_suspect(x, x->claim[i]);
		if (s)
			add_to(x, s, x->claim[i]);
	}
	for (i = 0; i < x->shown.nr_suspects; i++) {
		s = x->suspect[i];
		describe(s);
		for (k = i; k && x->suspect[k - 1]->weight < s->weight; k--)
			x->suspect[k] = x->suspect[k - 1];
		x->suspect[k] = s;
	}
	if (i)
		x->shown.first = x->suspect[0];
}

/* Find the queue that caused the problem for which the kernel module recorded the log. */
static void find_culprit(struct explanation *x)
{
	struct guclog_culprit *c = &x->shown.culprit;
	unsigned int i, most = 0;

	c->guc_id = GUCLOG_NONE;
	for (i = 0; i < x->nr_claims; i++) {
		const struct guclog_claim *claim = x->claim[i];
		const struct claim_rule *rule = rule_of(claim);

		if (!claim->of_record || claim->guc_id == GUCLOG_NONE || rule->record <= most)
			continue;
		most = rule->record;
		c->basis = rule->culprit;
		c->guc_id = claim->guc_id;
		memcpy(c->engine, claim->engine, sizeof(c->engine));
	}
}

/*
 * Return: whether the driver and the log name the same context and the same engine; unknown if one
 * of them names no context, or if the reset explains the difference (@reason_waits).
 */
static enum guclog_tri agree(const struct explanation *x)
{
	const struct guclog_driver *d = &x->shown.driver;
	const struct guclog_findings *v = x->found;
	char engine[sizeof(d->engine)] = "";

	if (!v || d->guc_id == GUCLOG_NONE || v->victim.guc_id == GUCLOG_NONE || v->reason_waits ||
	    x->shown.failed_reset)
		return GUCLOG_UNKNOWN;
	if (!is_of_queue(x, v->victim.guc_id))
		return GUCLOG_NO;
	if (v->victim.engine != GUCLOG_NONE)
		guclog_engine_name(v->victim.engine, engine, sizeof(engine));
	if (x->width == 1 && *d->engine && *engine && strcmp(d->engine, engine))
		return GUCLOG_NO;
	return GUCLOG_YES;
}

/* Return: whether an engine was reset. */
static enum guclog_tri was_reset(const struct explanation *x)
{
	const struct guclog_driver *d = &x->shown.driver;
	enum guclog_tri reset = x->found ? x->found->reset : GUCLOG_UNKNOWN;

	if (d->reset == GUCLOG_YES && d->hang == GUCLOG_YES)
		return GUCLOG_YES;
	/* The messages in the devcoredump do not show whether the GuC reported a reset. */
	if (reset == GUCLOG_NO && d->reset == GUCLOG_UNKNOWN && d->guc_id != GUCLOG_NONE &&
	    x->gt && x->gt->ct.parsed)
		return GUCLOG_UNKNOWN;
	return reset;
}

/* Return: the kind of request that is stuck, or NULL. */
static const char *what_is_stuck(const struct explanation *x)
{
	const char *stuck = x->found ? stuck_name(x->found->stuck) : NULL;

	if (has_claim(x->shown.first, GUCLOG_CLAIM_UNREAD, GUCLOG_BY_DUMP))
		stuck = stuck_name(GUCLOG_STUCK_H2G);
	/* The GuC stops reading when the ring of its own messages is full. */
	if (x->shown.driver.not_reading && stuck == stuck_name(GUCLOG_STUCK_H2G))
		stuck = "g2h";
	return stuck;
}

/*
 * Take from the log who waited for the engine, and how long, unless the verdict names a queue for
 * which, according to the log, nobody waited.
 */
static void find_wait(struct explanation *x)
{
	const struct guclog_suspect *s = x->shown.first;
	const struct guclog_findings *v = x->found;
	struct guclog_explanation *to = &x->shown;
	const struct guclog_wait *wait = !v ? NULL : v->chosen ? &v->chosen->wait : v->pending;

	to->waiter = GUCLOG_NONE;
	to->wait_ns = GUCLOG_NO_TIME;
	to->limit_ns = GUCLOG_NO_TIME;
	if (!v || (s->guc_id != GUCLOG_NONE && s->basis == GUCLOG_BASIS_DRIVER &&
		   !(wait && queue_of(x, wait->victim) == s->guc_id)))
		return;
	to->waiter = v->waiter;
	/* A context that the driver disabled kept nobody waiting. */
	if (v->has_wait && x->survey->hz && !(v->chosen && v->chosen->wait.disabled))
		to->wait_ns = guclog_analysis_ns(x->a, v->wait_ticks);
	if (v->limit_us)
		to->limit_ns = (s64)v->limit_us * 1000;
}

/* Add the memory fault with which the hang of the first suspect began: the rest is its result. */
static void add_cause(struct explanation *x)
{
	const struct guclog_memory_fault *m;
	struct guclog_suspect *s;
	unsigned int i;

	memory_fault_make(x);
	m = x->shown.memory_fault;
	if (!m)
		return;
	s = x->suspect[0];
	for (i = 0; i < x->nr_claims; i++)
		if (find_suspect(x, x->claim[i]) == s &&
		    x->claim[i]->what != GUCLOG_CLAIM_MEMORY_FAULT &&
		    x->claim[i]->what != GUCLOG_CLAIM_ON_ENGINE)
			x->claim[i]->cause = GUCLOG_CAUSE_MEMORY_FAULT;
	if (s->claim[0]->what != GUCLOG_CLAIM_MEMORY_FAULT) {
		u64 event = m->cat_index != GUCLOG_NO_EVENT ? m->cat_index : m->refused_index;

		const struct guclog_claim *fault = claim_add(x, &(struct guclog_claim){
			.what = GUCLOG_CLAIM_MEMORY_FAULT,
			.witness = event == GUCLOG_NO_EVENT ? GUCLOG_BY_DUMP : GUCLOG_BY_EVENTS,
			.guc_id = s->guc_id,
			.event = event,
		});

		if (fault)
			add_to(x, s, fault);
	}
}

/**
 * arbiter_decide() - decide what hangs
 * @x: the explanation with the claims of all witnesses; its verdict is filled
 *
 * Without a claim that shows a hang there is no suspect.
 *
 * Context: allocates memory; a failure makes guclog_explain() return NULL.
 */
void arbiter_decide(struct explanation *x)
{
	const struct guclog_findings *v = x->found;
	struct guclog_explanation *to = &x->shown;
	unsigned int i;

	to->hang = v ? v->hang : GUCLOG_UNKNOWN;
	to->basis = to->hang == GUCLOG_NO ? GUCLOG_BASIS_LOG : GUCLOG_BASIS_NONE;
	for (i = 0; i < x->nr_claims; i++)
		if (rule_of(x->claim[i])->hang)
			to->hang = GUCLOG_YES;
	if (to->hang == GUCLOG_YES) {
		find_suspects(x);
		to->basis = to->first->basis;
	}
	to->failed_reset = has_claim(to->first, GUCLOG_CLAIM_RESET_FAILED, GUCLOG_BY_DUMP);
	to->agree = agree(x);
	to->reset = was_reset(x);
	to->stuck = what_is_stuck(x);
	find_wait(x);
	if (v && v->faults_known)
		to->unanswered_faults = v->faults;
	find_culprit(x);
	if (to->nr_suspects)
		add_cause(x);
}
