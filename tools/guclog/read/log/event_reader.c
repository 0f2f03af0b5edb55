// SPDX-License-Identifier: GPL-2.0-only
#include "read/log/event_reader.h"

#include "abi/guc_log_abi.h"
#include "guc_event.h"
#include "read/log/ticks.h"

#define ENTRY	sizeof(struct guc_log_event_v2)

/* The GuC's and the host's clock drift apart by less than 1/4096 of the time that has passed. */
#define DRIFT		4096u
/*
 * The firmware needs less than this time from reading its clock for an event to the change of
 * write_ptr. The module takes the time of its clock anchor from this change, so the clock at the
 * copy of the log can be later by this time than the anchor shows.
 */
#define WRITE_NS	100000000

/**
 * event_reader_rewind() - go back to the first event
 * @t: from event_reader_open()
 */
void event_reader_rewind(struct event_reader *t)
{
	t->part = 0;
	t->left = t->parsed->before_load;
	t->index = 0;
	t->tick = 0;
	t->ambiguous = true;
}

/**
 * event_reader_next() - get the next event
 * @t: from event_reader_open()
 * @e: set to the values of the event's log entry, its tick, and the gap before it. The name,
 *	context and engine of the event are not determined.
 *
 * Return: true if there was an event, or false at the end of the log.
 */
bool event_reader_next(struct event_reader *t, struct guclog_event *e)
{
	const struct parsed_log_run *begins = NULL;
	struct guc_log_event_v2 entry;

	while (t->left.len < ENTRY) {
		if (t->part == t->parsed->nr_runs)
			return false;
		/*
		 * Timestamps from before the firmware was loaded again are unrelated to later
		 * timestamps: index and tick begin at 0 again.
		 */
		if (!t->part) {
			t->index = 0;
			t->tick = 0;
		}
		begins = &t->parsed->run[t->part++];
		t->left = begins->data;
		t->ambiguous = t->part < t->certain_from || begins->uncertain;
	}
	memcpy(&entry, t->left.data, ENTRY);
	t->left = guc_view(t->left.data + ENTRY, t->left.len - ENTRY);
	*e = (struct guclog_event){
		.before_load = !t->part,
		.ambiguous = t->ambiguous,
		.index = t->index++,
		.stamp = le32_to_cpu(entry.timestamp),
		.dword1 = le32_to_cpu(entry.zero),
		.id = le32_to_cpu(entry.id),
		.arg = { le32_to_cpu(entry.arg[0]), le32_to_cpu(entry.arg[1]) },
		.guc_id = GUCLOG_NONE,
		.engine = GUCLOG_NONE,
	};
	if (begins) {
		e->after_load = begins->gap.after_load;
		e->gap_bytes = begins->gap.bytes;
		e->gap_ticks = begins->gap.ticks;
		e->gap_estimate = begins->gap.estimate;
	}
	/*
	 * If a new run (events without a gap between them) begins, and the log is a stream,
	 * stream_times_set() has already found the tick of the run's first event.
	 */
	if (begins && t->parsed->layout.stream)
		t->tick = begins->tick;
	else if (!e->index)
		t->tick = e->stamp;
	else
		t->tick += ticks_step(t->last, e->stamp);
	t->last = e->stamp;
	e->tick = t->tick + (t->part ? t->shift : 0);
	return true;
}

static bool has_span(const struct guc_facts *f, enum guc_fact_id id, u64 ns)
{
	return guc_facts_has(f, id) && ns >> TICKS_AGE_BITS == 0;
}

/*
 * Set @now of @t to the tick at which the log was copied. The copy can be later than the clock
 * anchor (a reading of the GuC's and the host's clock at the same time). The tick is uncertain
 * because the anchor is uncertain and can be late (WRITE_NS), and because the clocks drift apart
 * until the copy is made.
 * Return: the latest tick that an event can have.
 */
static u64 find_now(struct event_reader *t)
{
	const struct guc_facts *f = &t->parsed->facts;
	u64 age, slack = 0;

	t->pub.now = f->anchor_guc_tick;
	if (!has_span(f, GUC_FACT_anchor_age_ns, f->anchor_age_ns))
		return t->pub.now;
	age = (u64)guc_ns_to_ticks((s64)f->anchor_age_ns, t->pub.hz);
	if (has_span(f, GUC_FACT_anchor_uncertainty_ns, f->anchor_uncertainty_ns))
		slack = (u64)guc_ns_to_ticks((s64)f->anchor_uncertainty_ns, t->pub.hz);
	t->pub.now += age;
	return t->pub.now + slack + age / DRIFT + (u64)guc_ns_to_ticks(WRITE_NS, t->pub.hz);
}

/*
 * Return: whether an event is a step of an engine reset, or a request that can lead to a reset. A
 * log without such events cannot show a reset.
 */
static bool is_reset(u32 id)
{
	switch (id) {
	case GUC_EV_SWITCH_OUT_REQUEST:
	case GUC_EV_SWITCH_OUT_TIMEOUT:
	case GUC_EV_RESET_DECIDED:
	case GUC_EV_ENGINE_RESET_BEGIN:
	case GUC_EV_RESET_ENGINE:
	case GUC_EV_RESET_WAIT:
	case GUC_EV_RESET_ENGINE_DONE:
	case GUC_EV_ENGINE_RESET_END:
	case GUC_EV_CLASS_RESUMED:
		return true;
	}
	return false;
}

/*
 * Read all events once, to count them and the ticks between them. If there is a clock anchor, set
 * @shift so that the newest event gets the latest possible tick: a tick before the copy of the log,
 * with the event's timestamp as its low 32 bits. A stream needs no @shift.
 */
static void measure(struct event_reader *t)
{
	u64 latest = t->pub.anchored ? find_now(t) : 0;
	s64 oldest = 0;
	struct guclog_event e;

	event_reader_rewind(t);
	while (event_reader_next(t, &e)) {
		t->resets |= is_reset(e.id);
		if (e.before_load)
			t->pub.before_load++;
		else if (!t->pub.entries++)
			oldest = e.tick;
	}
	if (t->pub.anchored && t->pub.entries && !t->parsed->layout.stream)
		t->shift = (s64)(latest - (u32)((u32)latest - t->last)) -
			   t->tick;
	t->pub.newest = t->tick + t->shift;
	t->pub.oldest = oldest + t->shift;
	if (t->pub.newest > t->pub.oldest)
		t->pub.wraps = (u64)((t->tick >> 32) - (oldest >> 32));
	event_reader_rewind(t);
}

/*
 * Return: whether the log has a clock anchor (values of the GuC's and the host's clock at the same
 * time) that is plausible.
 */
static bool is_anchored(const struct event_reader *t, const struct guc_facts *f)
{
	return t->pub.hz && guc_facts_has(f, GUC_FACT_anchor_guc_tick) &&
	       guc_facts_has(f, GUC_FACT_anchor_boottime_ns) &&
	       f->anchor_guc_tick >> 62 == 0 &&
	       f->anchor_boottime_ns >> 62 == 0;
}

/**
 * event_reader_open() - begin to read a log's events
 * @t: the reader, which is initialised; it is at the first event and need not be freed
 * @parsed: the log
 *
 * Return: true, or false if the version of the entries, and therefore their length, is unknown.
 */
bool event_reader_open(struct event_reader *t, const struct parsed_log *parsed)
{
	const struct guc_facts *f = &parsed->facts;

	memset(t, 0, sizeof(*t));
	t->parsed = parsed;
	if (parsed->layout.version != GUC_LOG_EVENT_VERSION)
		return false;
	t->pub.hz = parsed_log_clock_hz(parsed);
	t->pub.anchored = is_anchored(t, f);
	t->pub.has_realtime = t->pub.anchored && f->anchor_realtime_ns >> 62 == 0 &&
			  guc_facts_has(f, GUC_FACT_anchor_realtime_ns);
	t->pub.rest = parsed->rest;
	t->pub.inner_gap = parsed->last_gap > 1;
	/*
	 * Ticks are counted back from the newest event, whose tick follows from the clock anchor.
	 * This is not possible across a gap, because its length is unknown.
	 */
	if (parsed->layout.stream)
		t->certain_from = 0;
	else if (parsed->layout.missing_bytes || parsed->layout.unordered)
		t->certain_from = parsed->nr_runs + 1;
	else
		t->certain_from = parsed->last_gap;
	measure(t);
	return true;
}

/*
 * Return: the last clock anchor of a stream before a tick, or the first anchor if all are later. A
 * near anchor is used because the GuC's and the host's clock drift apart.
 */
static const struct parsed_log_anchor *find_anchor(const struct parsed_log *parsed, s64 tick)
{
	unsigned int low = 0, high = parsed->nr_anchors, middle;

	while (high - low > 1) {
		middle = low + (high - low) / 2;
		if (parsed->anchor[middle].at <= tick)
			low = middle;
		else
			high = middle;
	}
	return &parsed->anchor[low];
}

/*
 * Return: the clock anchor (values of all clocks at the same time) with which a tick is converted
 * to the host's clocks.
 */
static struct parsed_log_anchor anchor_for(const struct event_reader *t, s64 tick)
{
	const struct guc_facts *f = &t->parsed->facts;

	if (t->parsed->layout.stream)
		return *find_anchor(t->parsed, tick);
	return (struct parsed_log_anchor){
		.boottime_ns = f->anchor_boottime_ns,
		.realtime_ns = f->anchor_realtime_ns,
		.at = (s64)f->anchor_guc_tick,
	};
}

/**
 * event_reader_boottime_ns() - get a time on the host's boottime clock
 * @t: from event_reader_open(); the log must have a clock anchor for that clock
 * @tick: tick of an event
 *
 * Return: the time in ns.
 */
int64_t event_reader_boottime_ns(const struct event_reader *t, int64_t tick)
{
	struct parsed_log_anchor a = anchor_for(t, tick);

	return (s64)a.boottime_ns + guc_ticks_to_ns(tick - a.at, t->pub.hz);
}

/**
 * event_reader_realtime_ns() - get a time on the host's wall clock
 * @t: from event_reader_open(); the log must have a clock anchor for that clock
 * @tick: tick of an event
 *
 * Return: the time in ns since 1970 UTC.
 */
int64_t event_reader_realtime_ns(const struct event_reader *t, int64_t tick)
{
	struct parsed_log_anchor a = anchor_for(t, tick);

	return (s64)a.realtime_ns + guc_ticks_to_ns(tick - a.at, t->pub.hz);
}
