// SPDX-License-Identifier: GPL-2.0-only
#include "read/log/stream_times.h"

#include "abi/guc_log_abi.h"
#include "read/log/parsed_log.h"
#include "read/log/ticks.h"

#define ENTRY	sizeof(struct guc_log_event_v2)

static u32 stamp(const struct parsed_log_run *run, size_t at)
{
	return guc_load_le32(run->data.data + at);
}

static bool is_empty(const struct parsed_log_run *run)
{
	return run->data.len < ENTRY;
}

/* Return: ticks from the first to the last event of a run (events without a gap). */
static s64 length(const struct parsed_log_run *run)
{
	size_t at, end = run->data.len / ENTRY * ENTRY;
	s64 sum = 0;

	for (at = ENTRY; at < end; at += ENTRY)
		sum += ticks_step(stamp(run, at - ENTRY), stamp(run, at));
	return sum;
}

/* Return: ticks from the first event of a run to the first event of the next run. */
static s64 distance(const struct parsed_log_run *run, const struct parsed_log_run *next)
{
	size_t end = run->data.len / ENTRY * ENTRY;

	return length(run) + ticks_step(stamp(run, end - ENTRY), stamp(next, 0));
}

/*
 * Return: whether the time from the preceding run (events without a gap) to this run is unknown,
 * because events are missing between them or the firmware was loaded again.
 */
static bool is_cut(const struct parsed_log_run *run)
{
	return run->gap.bytes || run->gap.after_load;
}

static struct parsed_log_run *next_run(struct parsed_log *parsed, struct parsed_log_run *run)
{
	struct parsed_log_run *end = parsed->run + parsed->nr_runs;

	for (run++; run < end && is_empty(run); run++)
		;
	return run < end ? run : NULL;
}

/*
 * Mark the ticks of the runs (events without a gap) from @run to @last as uncertain. They were
 * computed from one clock anchor. The next anchor contradicts these ticks: between the two anchors,
 * the timestamps have wrapped while the GPU was idle, and it is unknown between which of the runs.
 */
static void mark_doubted(struct parsed_log_run *run, const struct parsed_log_run *last)
{
	for (; run <= last; run++) {
		run->uncertain = true;
		run->doubted = true;
	}
}

/*
 * Return: whether there is a clock anchor, but no load of the firmware, between the run @before and
 * the run @run (events without a gap); @before is NULL for the first run.
 */
static bool has_own_anchor(const struct parsed_log_run *run, const struct parsed_log_run *before)
{
	return !run->gap.after_load && run->anchors != (before ? before->anchors : 0);
}

/*
 * Return: number that must be added to the tick of anchor @a, so that it counts on the clock of the
 * stream's last anchor, as a[1].at does. The module writes the low 32 bits of the clock, which may
 * have wrapped between the two anchors. If the firmware was loaded between them, its clock may have
 * started again. The offset is computed from the host's times in the two anchors. If it is within
 * one second of a number of wraps (of 0 if the firmware was loaded), it is rounded to this number
 * of wraps.
 */
static s64 clock_offset(const struct parsed_log_anchor *a, bool is_loaded, u32 hz)
{
	s64 ns = (s64)(a[1].boottime_ns - a->boottime_ns);
	s64 offset = a[1].at - (s64)a->tick - guc_ns_to_ticks(ns, hz);
	s64 wraps = is_loaded ? 0 : (offset + BIT_ULL(31)) & ~(s64)U32_MAX;

	return llabs(offset - wraps) < (s64)hz ? wraps : offset;
}

/*
 * Compute the ticks of each run (events without a gap) from the clock anchor right before it, or
 * else from the preceding run. The ticks are certain only if no events were lost since the anchor.
 */
static void forwards(struct parsed_log *parsed, u32 hz)
{
	struct parsed_log_run *run, *last = NULL, *placed = NULL;
	const struct parsed_log_anchor *a;
	s64 tick;

	for (run = parsed->run; run && run < parsed->run + parsed->nr_runs;
	     last = run, run = next_run(parsed, run)) {
		if (is_empty(run))
			continue;
		tick = !last || is_empty(last) ? stamp(run, 0) :
		       last->tick + distance(last, run);
		run->tick = tick;
		run->doubted = false;
		run->uncertain = last ? last->uncertain || is_cut(run) : parsed->nr_anchors;
		if (!has_own_anchor(run, last))
			continue;
		a = &parsed->anchor[run->anchors - 1];
		run->tick = ticks_after_anchor(a->tick, a->age_ns, hz, stamp(run, 0)) + a->at -
			    (s64)a->tick;
		run->uncertain = false;
		if (placed && !is_cut(run) && !last->uncertain && run->tick != tick)
			mark_doubted(placed, last);
		placed = run;
	}
}

/*
 * Return: the last run (events without a gap) before @run that has events, or NULL if there is
 * none.
 */
static struct parsed_log_run *run_before(struct parsed_log *parsed, struct parsed_log_run *run)
{
	while (run > parsed->run)
		if (!is_empty(--run))
			return run;
	return NULL;
}

/*
 * Go backwards over the runs (events without a gap). If the ticks of a run are uncertain, compute
 * them from the next run, if its ticks are certain and no events were lost between the two runs.
 * The ticks of a run with @doubted stay uncertain.
 */
static void backwards(struct parsed_log *parsed)
{
	struct parsed_log_run *run = parsed->run + parsed->nr_runs, *before;

	for (run = run_before(parsed, run); run; run = before) {
		before = run_before(parsed, run);
		if (!before || run->uncertain || is_cut(run) || !before->uncertain ||
		    before->doubted)
			continue;
		before->tick = run->tick - distance(before, run);
		before->uncertain = false;
	}
}

/*
 * Return: whether the clock anchors are plausible: in each of them, the GuC's clock has run for
 * less than 2^32 s (136 years).
 */
static bool is_plausible(const struct parsed_log *parsed, u32 hz)
{
	unsigned int i;

	for (i = 0; i < parsed->nr_anchors; i++)
		if (parsed->anchor[i].tick / hz >> 32)
			return false;
	return true;
}

/* Set @at of each clock anchor: its tick on the clock of the last anchor. */
static void set_clocks(struct parsed_log *parsed, u32 hz)
{
	const struct parsed_log_run *run = parsed->run + parsed->nr_runs;
	struct parsed_log_anchor *a;
	unsigned int i;
	bool is_loaded;

	for (i = parsed->nr_anchors; i--;) {
		/*
		 * Go back over the runs (events without a gap) after anchor i and before the next
		 * anchor.
		 */
		for (is_loaded = false; run > parsed->run && run[-1].anchors > i; run--)
			is_loaded |= run[-1].gap.after_load;
		a = &parsed->anchor[i];
		a->at = (s64)a->tick;
		if (i + 1 < parsed->nr_anchors)
			a->at += clock_offset(a, is_loaded, hz);
	}
}

/* Return: whether all clock anchors have a plausible time of the host's wall clock. */
static bool have_realtime(const struct parsed_log *parsed)
{
	unsigned int i;

	for (i = 0; i < parsed->nr_anchors; i++)
		if (!parsed->anchor[i].realtime_ns || parsed->anchor[i].realtime_ns >> 62)
			return false;
	return true;
}

/*
 * Set the clock anchor in the facts of the log to the last anchor of the stream. For a stream,
 * event_reader.c does not use these facts, but the last anchor before an event.
 */
static void use_last_anchor(struct parsed_log *parsed)
{
	const struct parsed_log_anchor *last = &parsed->anchor[parsed->nr_anchors - 1];

	parsed->facts.anchor_guc_tick = last->tick;
	parsed->facts.anchor_boottime_ns = last->boottime_ns;
	parsed->facts.known |= BIT_ULL(GUC_FACT_anchor_guc_tick) |
			     BIT_ULL(GUC_FACT_anchor_boottime_ns);
	guc_facts_clear(&parsed->facts, GUC_FACT_anchor_realtime_ns);
	if (!have_realtime(parsed))
		return;
	parsed->facts.anchor_realtime_ns = last->realtime_ns;
	parsed->facts.known |= BIT_ULL(GUC_FACT_anchor_realtime_ns);
}

/**
 * stream_times_set() - find the ticks of the runs (events without a gap) of a stream
 * @parsed: the log, with its runs and anchors
 *
 * If there is no clock anchor, the first tick is the timestamp of the first event. If the anchors
 * are not plausible, or if the version of the entries or the frequency of the clock is unknown, no
 * anchor is used, and the log is treated like a log that is not a stream.
 */
void stream_times_set(struct parsed_log *parsed)
{
	u32 hz = parsed_log_clock_hz(parsed);

	if (parsed->layout.version != GUC_LOG_EVENT_VERSION || !hz || !is_plausible(parsed, hz)) {
		guc_facts_clear(&parsed->facts, GUC_FACT_anchor_guc_tick);
		parsed->layout.stream = false;
		return;
	}
	set_clocks(parsed, hz);
	forwards(parsed, hz);
	backwards(parsed);
	if (parsed->nr_anchors)
		use_last_anchor(parsed);
	else
		guc_facts_clear(&parsed->facts, GUC_FACT_anchor_guc_tick);
}
