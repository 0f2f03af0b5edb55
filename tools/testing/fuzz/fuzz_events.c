// SPDX-License-Identifier: GPL-2.0-only
/*
 * Analyses any events in any order, with any ring of H2G messages (from the driver to the GuC). The
 * verdict must be consistent, and must not report anything that is not in the events.
 *
 * Input: a byte of flags, a byte for the length of the ring in units of 16 words, the ring, then
 * events of 4 to 14 bytes; missing bytes of the last event are 0.
 */
#include "fuzz.h"

#include "explain/analysis.h"
#include "events/attribute.h"

#define KNOWN		1u
#define HAS_NOW		2u
#define END_MISSING	4u
#define NO_CLOCK	8u
#define FROM_LOAD	16u
#define NAMES_CONTEXT	32u

/*
 * What the events contain, counted without the analyser, to check its verdict. @victim: the guc_ids
 * of contexts that an event reports as not ready or off their engine. Only one of them can be the
 * context that was reset. @ready: the guc_ids of contexts that an event reports as ready. Only one
 * of them can be the context that waits.
 */
struct seen {
	u64 events;
	u64 resets;
	bool victim[CONTEXT_IDS];
	bool ready[CONTEXT_IDS];
};

/* Return: often a small number, sometimes any number. */
static u32 take_arg(struct guc_view *in, u32 how)
{
	switch (how & 3) {
	case 0:
		return fuzz_take(in, 1);
	case 1:
		return fuzz_take(in, 1) << 20 | fuzz_take(in, 1);
	case 2:
		return fuzz_take(in, 1) << 6 | fuzz_take(in, 1) << 29;
	default:
		return fuzz_take(in, 4);
	}
}

static void take_event(struct an_event *e, struct guc_view *in, s64 *tick)
{
	u32 id = fuzz_take(in, 1), how = fuzz_take(in, 1);

	*tick += how & 0x80 ? fuzz_take(in, 4) : how >> 4;
	e->id = id < GUC_EVX_COUNT ? guc_event_table[id].id : id << 4;
	e->tick = *tick;
	e->gap = how == 0xff;
	e->arg[0] = take_arg(in, how);
	e->arg[1] = take_arg(in, how >> 2);
}

static void note(struct seen *seen, const struct an_event *e)
{
	seen->events++;
	seen->resets += e->id == GUC_EV_ENGINE_RESET_BEGIN ||
			e->id == GUC_EV_ENGINE_RESET_END;
	if ((e->id == GUC_EV_CTX_NOT_READY || e->id == GUC_EV_CTX_OFF_ENGINE) &&
	    e->arg[1] < CONTEXT_IDS)
		seen->victim[e->arg[1]] = true;
	if (e->id == GUC_EV_CTX_READY && e->arg[1] < CONTEXT_IDS)
		seen->ready[e->arg[1]] = true;
}

static void check_rules(const struct guclog_analysis *a, u64 events)
{
	unsigned int i;

	for (i = 0; i < RULE_COUNT; i++) {
		const struct rule_count *count = &a->rules.count[i];

		FUZZ_CHECK(count->hits <= count->checks);
		if (count->hits != count->checks)
			FUZZ_CHECK(count->failed_at < events);
		FUZZ_CHECK(!!(a->result.failed & 1ull << i) ==
			   rules_failed(&a->rules, i));
	}
	FUZZ_CHECK(a->result.held <= a->result.tested);
	if (a->result.misfit)
		FUZZ_CHECK(!a->result.words && a->result.off == RULE_OFF_ALL);
}

static void check_verdict(const struct guclog_analysis *a, const struct seen *seen)
{
	const struct guclog_findings *v = &a->verdict;
	bool stuck = stuck_name(v->stuck);

	FUZZ_CHECK((v->hang == GUCLOG_YES) ==
		   (v->reset == GUCLOG_YES || stuck));
	if (v->hang == GUCLOG_NO)
		FUZZ_CHECK(v->reset == GUCLOG_NO && v->stuck == GUCLOG_STUCK_NOTHING);
	if (a->result.off & RULE_OFF_HANG || !seen->events)
		FUZZ_CHECK(v->reset == GUCLOG_UNKNOWN);
	if (v->reset == GUCLOG_YES)
		FUZZ_CHECK(v->chosen && !v->pending && !v->expired);
	else
		FUZZ_CHECK(stuck || v->victim.guc_id == GUCLOG_NONE);
	if (v->reset != GUCLOG_YES && !v->pending)
		FUZZ_CHECK(v->waiter == GUCLOG_NONE && !v->has_wait);
	if (v->pending || v->expired)
		FUZZ_CHECK(v->hang != GUCLOG_NO);
	if (v->reset == GUCLOG_YES && v->victim.guc_id < CONTEXT_IDS)
		FUZZ_CHECK(seen->victim[v->victim.guc_id] || v->inferred);
	if (v->waiter != GUCLOG_NONE)
		FUZZ_CHECK(seen->ready[v->waiter]);
	if (stuck)
		FUZZ_CHECK(!a->log.end_missing && a->log.hz &&
			   v->open.age > v->open.limit);
	if (v->faults_known)
		FUZZ_CHECK(v->faults < 4096 && !(a->result.off & RULE_OFF_FAULTS));
}

static void check_lives(const struct guclog_analysis *a)
{
	u32 i;

	for (i = 0; i < a->contexts.nr; i++) {
		const struct guclog_context *life = &a->contexts.ctx[i];

		FUZZ_CHECK(life->guc_id < CONTEXT_IDS);
		FUZZ_CHECK(life->first <= life->last);
		FUZZ_CHECK(contexts_on_ticks(life, a->last_tick) >= 0);
		FUZZ_CHECK(guclog_context_state_name(life->state));
		if (life->on_engine)
			FUZZ_CHECK(life->engine < AN_ENGINES);
	}
}

/* Sets up the H2G ring with all its words, as in a devcoredump, and with any tail. */
static void set_ring(struct guc_ct_ring *ring, struct guc_view words, u8 tail)
{
	struct guc_fault fault;

	*ring = (struct guc_ct_ring){
		.id = GUC_CT_H2G,
		.present = true,
		.size = (u32)(words.len / 4),
		.known = (u32)(words.len / 4),
		.words = words,
	};
	if (!ring->size)
		return;
	ring->tail = tail % ring->size;
	ring->head = ring->tail;
	guc_ct_ring_check(ring, &fault);
}

static void attribute(struct guc_view in, u64 words)
{
	struct attribute *at = fuzz_alloc(sizeof(*at));
	struct an_event e = { 0 }, next = { 0 };
	struct attribute_to to;
	s64 tick = 0;

	attribute_init(at, words);
	take_event(&e, &in, &tick);
	while (in.len) {
		take_event(&next, &in, &tick);
		attribute_event(at, &e, &next, &to);
		FUZZ_CHECK(to.engine == GUCLOG_NONE || to.engine < AN_ENGINES);
		e = next;
	}
	free(at);
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
	struct guc_view in = guc_view(data, size);
	u32 flags = fuzz_take(&in, 1), units = fuzz_take(&in, 1);
	size_t len = min((size_t)(units & 63) * 64, in.len / 4 * 4);
	struct guc_view words = guc_view(fuzz_copy(in.data, len), len);
	struct seen *seen = calloc(1, sizeof(*seen));
	struct analysis_context context = { .guc_id = 1, .has_timeout = true,
					    .timeout_us = 640 };
	struct analysis_dump dump = { .nr_contexts = 1, .context = &context,
				      .has_guc_id = flags & NAMES_CONTEXT,
				      .guc_id = 1 };
	struct analysis_log log = { .hz = flags & NO_CLOCK ? 0 : 19200000,
				    .has_firmware = true,
				    .firmware = flags & KNOWN ? 0x462c01 : 0x460000,
				    .has_now = flags & HAS_NOW, .now = 1ll << 40,
				    .end_missing = flags & END_MISSING,
				    .from_load = flags & FROM_LOAD,
				    .has_messages = true };
	struct guc_ct_ring ring;
	struct guclog_analysis *a = analysis_new(&log);
	struct guc_view events;
	struct an_event e = { 0 };
	s64 tick = 0;

	FUZZ_CHECK(a && seen);
	in = guc_view(in.data + len, in.len - len);
	events = in;
	set_ring(&ring, words, (u8)units);
	dump.h2g = &ring;
	dump.g2h = &ring;
	while (in.len) {
		e.index = seen->events;
		take_event(&e, &in, &tick);
		analysis_event(a, &e);
		note(seen, &e);
	}
	FUZZ_CHECK(!analysis_end(a, &dump) && !verdict_make(a, &dump));
	check_rules(a, seen->events ? seen->events : 1);
	check_verdict(a, seen);
	check_lives(a);
	attribute(events, a->result.words);
	analysis_free(a);
	free(seen);
	free((void *)words.data);
	return 0;
}
