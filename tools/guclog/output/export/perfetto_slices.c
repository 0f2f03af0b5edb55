// SPDX-License-Identifier: GPL-2.0-only
#include "output/export/perfetto_slices.h"

#include "base/arena.h"
#include "guc_event.h"
#include "base/types.h"
#include "events/findings.h"
#include "model/known_names.h"
#include "read/log/events.h"

/*
 * Numbers that distinguish the tracks of a log from each other and from the log's own track.
 */
#define UUID_STEP	0x9e3779b97f4a7c15ull
#define OF_ENGINES	0x100u
#define OF_CONTEXTS	0x10000u
#define OF_RESETS	2u
#define MAX_ENGINES	512u
#define MAX_CONTEXTS	65536u

/**
 * struct slices - the tracks of one log
 * @track: the log's own track
 * @t: the log
 * @a: the analysis of the log
 * @survey: statistics of the log
 * @zero: tick that has the time 0 if the log has no clock anchor
 * @engine: indexed by number of an engine: the track of the engine was described in the trace
 * @context: indexed by guc_id: the track of the context was described in the trace
 */
struct slices {
	const struct perfetto_track *track;
	const struct guclog_events *t;
	const struct guclog_analysis *a;
	const struct guclog_survey *survey;
	s64 zero;
	bool engine[MAX_ENGINES];
	bool context[MAX_CONTEXTS];
};

static u64 uuid_of(const struct slices *s, u32 number)
{
	return s->track->uuid + UUID_STEP * number;
}

/*
 * Convert a tick to a time on the trace's clock. Return: true, or false if that time is not known.
 */
static bool to_ns(const struct slices *s, s64 tick, s64 *ns)
{
	if (s->t->anchored)
		*ns = guclog_events_boottime_ns(s->t, tick);
	else
		*ns = guclog_analysis_ns(s->a, tick - s->zero);
	/* The times of ticks before the last gap are unknown. */
	if (!s->t->anchored && tick < s->survey->part_tick)
		return false;
	return *ns >= 0;
}

static void put(const struct slices *s, u64 uuid, s64 from, s64 to,
		const char *name)
{
	s64 begin, end;

	if (to < from || !to_ns(s, from, &begin) || !to_ns(s, to, &end))
		return;
	perfetto_track_slice(s->track, uuid, (u64)begin, (u64)end, name);
}

static u64 engine_track(struct slices *s, u32 engine)
{
	u64 uuid = uuid_of(s, OF_ENGINES + engine);
	char name[32];

	if (!s->engine[engine]) {
		guclog_engine_name(engine, name, sizeof(name));
		perfetto_track_describe(s->track, uuid, s->track->uuid, name);
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
		perfetto_track_describe(s->track, uuid, s->track->uuid, name);
	}
	s->context[guc_id] = true;
	return uuid;
}

static void slice(void *context, const struct guclog_context *ctx, bool engine,
		  int64_t from, int64_t to)
{
	struct slices *s = context;
	char name[64], where[32];

	if (engine) {
		snprintf(name, sizeof(name), "guc_id %u", ctx->guc_id);
		put(s, engine_track(s, ctx->engine), from, to, name);
		return;
	}
	if (ctx->state == GUCLOG_CONTEXT_SEEN || ctx->state == GUCLOG_CONTEXT_DEREGISTERED)
		return;
	snprintf(name, sizeof(name), "%s", guclog_context_state_name(ctx->state));
	if (ctx->on_engine) {
		guclog_engine_name(ctx->engine, where, sizeof(where));
		snprintf(name, sizeof(name), "%s (%s)",
			 guclog_context_state_name(ctx->state), where);
	}
	put(s, context_track(s, ctx->guc_id), from, to, name);
}

static void put_reset(struct slices *s, const struct guclog_reset *reset)
{
	u64 uuid = uuid_of(s, OF_RESETS);
	char name[96];

	if (reset->wait_known) {
		snprintf(name, sizeof(name), "GuC waits: the context does not leave its engine");
		if (reset->wait.waiter != GUCLOG_NONE)
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
	const struct guclog_reset *reset;
	unsigned int i;

	if (guclog_analysis_findings(s->a)->reset != GUCLOG_YES)
		return;
	perfetto_track_describe(s->track, uuid_of(s, OF_RESETS), s->track->uuid, "hangs");
	for (i = 0; (reset = guclog_analysis_reset(s->a, i)); i++)
		put_reset(s, reset);
}

/**
 * perfetto_slices() - add tracks with the periods (slices) of contexts on engines, of the states of
 * contexts, and of engine resets
 * @track: the log's own track
 * @t: the log, with an analysis
 * @zero: tick that has the time 0 if the log has no clock anchor
 *
 * Nothing is added if the event names of the dictionary cannot be used for the log, or if the
 * frequency of the GuC's clock is unknown.
 *
 * Return: 0 or -ENOMEM.
 */
int perfetto_slices(const struct perfetto_track *track, const struct guclog_events *t, s64 zero)
{
	const u64 needed = 1ull << GUC_EVX_CTX_READY | 1ull << GUC_EVX_CTX_PLACED |
			   1ull << GUC_EVX_CTX_OFF_ENGINE |
			   1ull << GUC_EVX_CTX_NOT_READY;
	const struct guclog_survey *survey = guclog_analysis_survey(t->analysis);
	struct slices *s;
	int ret;

	if (~survey->words & needed || !t->hz)
		return 0;
	s = arena_zero(track->packets->arena, sizeof(*s));
	if (!s)
		return -ENOMEM;
	s->track = track;
	s->t = t;
	s->a = t->analysis;
	s->zero = zero;
	s->survey = survey;
	ret = guclog_events_slices(t, slice, s);
	if (!ret)
		put_resets(s);
	arena_drop(track->packets->arena, s);
	return ret;
}
