// SPDX-License-Identifier: GPL-2.0-only
#include "events/export_slices.h"

#include "events/analyse.h"
#include "util/msg.h"

/*
 * Numbers that make the tracks of a log different from each other and from the log's own
 * track.
 */
#define UUID_STEP	0x9e3779b97f4a7c15ull
#define OF_ENGINES	0x100u
#define OF_CONTEXTS	0x10000u
#define OF_RESETS	2u

/**
 * struct slices - the tracks of one log
 * @track: the log's own
 * @t: the log
 * @a: its analysis, finished
 * @now: the analysis of the second walk over the events
 * @zero: tick that is 0 without an anchor
 * @engine: tracks that have a name, by an_engine()
 * @context: tracks that have a name, by guc_id
 */
struct slices {
	const struct export_track *track;
	const struct timeline *t;
	const struct analysis *a;
	struct analysis *now;
	s64 zero;
	bool engine[AN_ENGINES];
	bool context[LIFE_IDS];
};

static u64 uuid_of(const struct slices *s, u32 number)
{
	return s->track->uuid + UUID_STEP * number;
}

/* Return: whether the tick has a time on the trace's clock. */
static bool to_ns(const struct slices *s, s64 tick, s64 *ns)
{
	if (s->t->anchored)
		*ns = timeline_boottime_ns(s->t, tick);
	else
		*ns = analysis_ns(s->a, tick - s->zero);
	/* The time is unknown because of a gap. */
	if (!s->t->anchored && tick < s->a->lives.part_begin)
		return false;
	return *ns >= 0;
}

static void put(const struct slices *s, u64 uuid, s64 from, s64 to,
		const char *name)
{
	s64 begin, end;

	if (to < from || !to_ns(s, from, &begin) || !to_ns(s, to, &end))
		return;
	export_track_slice(s->track, uuid, (u64)begin, (u64)end, name);
}

static u64 engine_track(struct slices *s, u32 engine)
{
	u64 uuid = uuid_of(s, OF_ENGINES + engine);
	char name[32];

	if (!s->engine[engine]) {
		guc_engine_name(name, sizeof(name), an_engine_class(engine),
				an_engine_instance(engine));
		export_track_describe(s->track, uuid, s->track->uuid, name);
	}
	s->engine[engine] = true;
	return uuid;
}

static u64 context_track(struct slices *s, u32 guc_id)
{
	u64 uuid = uuid_of(s, OF_CONTEXTS + guc_id);
	char name[32];

	if (!s->context[guc_id]) {
		snprintf(name, sizeof(name), "guc_id %u", guc_id);
		export_track_describe(s->track, uuid, s->track->uuid, name);
	}
	s->context[guc_id] = true;
	return uuid;
}

static void slice(void *context, const struct life *life, bool engine, s64 from,
		  s64 to)
{
	struct slices *s = context;
	char name[64], where[32];

	if (engine) {
		snprintf(name, sizeof(name), "guc_id %u", life->guc_id);
		put(s, engine_track(s, life->engine), from, to, name);
		return;
	}
	if (life->state == LIFE_SEEN || life->state == LIFE_DEREGISTERED)
		return;
	snprintf(name, sizeof(name), "%s", life_state_name(life->state));
	if (life->on_engine) {
		guc_engine_name(where, sizeof(where),
				an_engine_class(life->engine),
				an_engine_instance(life->engine));
		snprintf(name, sizeof(name), "%s (%s)",
			 life_state_name(life->state), where);
	}
	put(s, context_track(s, life->guc_id), from, to, name);
}

/* End the states that continue at the end of the log. */
static void put_last(struct slices *s)
{
	const struct lives *lives = &s->now->lives;
	u32 i;

	for (i = 0; i < lives->nr; i++) {
		const struct life *life = &lives->life[i];

		slice(s, life, false, life->since, s->a->last_tick);
		if (life->on_engine)
			slice(s, life, true, life->on_since, s->a->last_tick);
	}
}

static void put_reset(struct slices *s, const struct reset *reset)
{
	u64 uuid = uuid_of(s, OF_RESETS);
	char name[96];

	if (reset->wait_known) {
		snprintf(name, sizeof(name), "GuC waits: the context does not leave its engine");
		if (reset->wait.waiter != AN_NONE)
			snprintf(name, sizeof(name),
				 "guc_id %u waits: the engine does not switch out",
				 reset->wait.waiter);
		put(s, uuid, reset->wait.tick, reset->timeout_tick, name);
	}
	snprintf(name, sizeof(name), "ENGINE RESET");
	if (reset->nr_victims)
		snprintf(name, sizeof(name), "ENGINE RESET of guc_id %u",
			 reset->victim[0].guc_id);
	put(s, uuid, reset->begin_tick, reset->end_tick, name);
}

static void put_resets(struct slices *s)
{
	const struct resets *resets = &s->a->resets;
	u64 i;

	if (s->a->verdict.reset != ANALYSIS_YES)
		return;
	export_track_describe(s->track, uuid_of(s, OF_RESETS), s->track->uuid,
			      "hangs");
	for (i = min_t(u64, resets->nr, RESET_MAX); i; i--)
		put_reset(s, &resets->reset[(resets->nr - i) % RESET_MAX]);
}

/**
 * export_slices() - add the tracks of engines and contexts
 * @track: the log's own track
 * @t: the log; goes over all its events
 * @a: its analysis
 * @zero: tick that is 0 without an anchor
 *
 * Nothing is added if the dictionary does not fit the log.
 */
void export_slices(const struct export_track *track, struct timeline *t,
		   const struct analysis *a, s64 zero)
{
	const u64 needed = 1ull << GUC_EVX_CTX_READY | 1ull << GUC_EVX_CTX_PLACED |
			   1ull << GUC_EVX_CTX_OFF_ENGINE |
			   1ull << GUC_EVX_CTX_NOT_READY;
	struct an_event event;
	struct slices *s;
	struct event e;

	if (~a->result.words & needed || !t->hz)
		return;
	s = mem_zero(sizeof(*s));
	s->track = track;
	s->t = t;
	s->a = a;
	s->zero = zero;
	s->now = analyse_begin(t);
	s->now->lives.slice = slice;
	s->now->lives.slice_context = s;
	timeline_rewind(t);
	while (timeline_next(t, &e))
		if (analyse_event(&event, &e, !s->now->events))
			analysis_event(s->now, &event);
	put_last(s);
	put_resets(s);
	timeline_rewind(t);
	analysis_free(s->now);
	free(s);
}
