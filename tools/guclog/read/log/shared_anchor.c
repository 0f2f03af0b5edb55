// SPDX-License-Identifier: GPL-2.0-only
#include "read/log/event_reader.h"
#include "guc_facts.h"
#include "read/log/log.h"

static bool agrees(const struct guc_facts *a, const struct guc_facts *b,
		   enum guc_fact_id id, bool same)
{
	return !guc_facts_has(a, id) || !guc_facts_has(b, id) || same;
}

/*
 * Return: whether two logs are from the same GuC: both have the number of the GT, it is the same,
 * and no other fact shows that they are from different devices.
 */
static bool same_guc(const struct guc_facts *a, const struct guc_facts *b)
{
	return guc_facts_has(a, GUC_FACT_gt) && guc_facts_has(b, GUC_FACT_gt) &&
	       a->gt == b->gt &&
	       agrees(a, b, GUC_FACT_pci_id,
		      !memcmp(&a->pci_id, &b->pci_id, sizeof(a->pci_id))) &&
	       agrees(a, b, GUC_FACT_pci_address,
		      !memcmp(&a->pci_address, &b->pci_address,
			      sizeof(a->pci_address)));
}

static bool same_event(const struct guclog_event *a, const struct guclog_event *b)
{
	return a->stamp == b->stamp && a->dword1 == b->dword1 && a->id == b->id &&
	       a->arg[0] == b->arg[0] && a->arg[1] == b->arg[1];
}

/*
 * Find the newest event whose tick is certain. The tick is uncertain for events from before the
 * firmware was loaded again, and for events before a gap. Return: true, or false if there is no
 * such event.
 */
static bool newest(struct event_reader *t, struct guclog_event *newest)
{
	bool any = false;
	struct guclog_event e;

	event_reader_rewind(t);
	while (event_reader_next(t, &e)) {
		if (e.before_load || e.ambiguous)
			continue;
		*newest = e;
		any = true;
	}
	return any;
}

static bool find(struct event_reader *t, const struct guclog_event *wanted, s64 *tick)
{
	struct guclog_event e;

	event_reader_rewind(t);
	while (event_reader_next(t, &e)) {
		if (e.before_load || e.ambiguous || !same_event(&e, wanted))
			continue;
		*tick = e.tick;
		return true;
	}
	return false;
}

/*
 * Compute the difference between the ticks of the logs @of and @t from an event that both logs
 * have: the newest event of the log that was copied first. @ticks: set to the tick of this event in
 * @of minus its tick in @t. Return: true, or false if there is no such event.
 */
static bool ahead(struct event_reader *t, struct event_reader *of, s64 *ticks)
{
	struct guclog_event e;
	s64 tick;

	if (newest(of, &e) && find(t, &e, &tick)) {
		*ticks = e.tick - tick;
		return true;
	}
	if (newest(t, &e) && find(of, &e, &tick)) {
		*ticks = tick - e.tick;
		return true;
	}
	return false;
}

/*
 * Give @log the clock anchor (values of the GuC's and the host's clock at the same time) of @from.
 * The anchor is converted to the time of the newest event of @log, which has the tick @tick on the
 * clock of @from, because it is not known when @log was copied.
 */
static void take_anchor(struct log *log, const struct event_reader *from, s64 tick)
{
	const struct guc_facts *f = &from->parsed->facts;
	s64 boot = event_reader_boottime_ns(from, tick);
	struct guc_facts *to = &log->parsed.facts;

	if (tick < 0 || boot < 0)
		return;
	guc_facts_clear(to, GUC_FACT_anchor_age_ns);
	guc_facts_clear(to, GUC_FACT_anchor);
	to->anchor_guc_tick = (u64)tick;
	to->anchor_boottime_ns = (u64)boot;
	to->known |= BIT_ULL(GUC_FACT_anchor_guc_tick) |
		     BIT_ULL(GUC_FACT_anchor_boottime_ns);
	if (from->pub.has_realtime) {
		to->anchor_realtime_ns =
			(u64)event_reader_realtime_ns(from, tick);
		to->known |= BIT_ULL(GUC_FACT_anchor_realtime_ns);
	}
	if (guc_facts_has(f, GUC_FACT_anchor_uncertainty_ns)) {
		to->anchor_uncertainty_ns = f->anchor_uncertainty_ns;
		to->known |= BIT_ULL(GUC_FACT_anchor_uncertainty_ns);
	}
	log->parsed.anchor_of = from->parsed->input;
	log->pub.anchor_of = from->parsed->input->name;
}

static void borrow(struct log *log, struct event_reader *t, const struct parsed_log *other)
{
	struct event_reader of;
	s64 ticks;

	if (!other->broken.code && event_reader_open(&of, other) && of.pub.anchored &&
	    of.pub.hz == t->pub.hz && !other->layout.missing_bytes && ahead(t, &of, &ticks))
		take_anchor(log, &of, t->pub.newest + ticks);
}

static bool has_own_anchor(const struct parsed_log *parsed)
{
	return !parsed->anchor_of && guc_facts_has(&parsed->facts, GUC_FACT_anchor_guc_tick);
}

/*
 * Return: whether a log has no clock anchor, but can use the anchor of another log; if so, @t is
 * set to a reader of the events of the log. A stream cannot: its ticks are computed from its own
 * anchors.
 */
static bool needs_anchor(const struct parsed_log *parsed, struct event_reader *t)
{
	return !parsed->layout.stream && !parsed->layout.unordered &&
	       !parsed->layout.missing_bytes &&
	       event_reader_open(t, parsed) && !t->pub.anchored && t->pub.entries && t->pub.hz;
}

/**
 * log_share_anchors() - let logs without a clock anchor use the anchor of another copy of the same
 * log
 * @all: the logs of an input; logs without an anchor may get the anchor of another log
 * @nr: number of logs
 *
 * Two copies must have an event in common. Otherwise the firmware may have been loaded between the
 * copies, so their clocks are unrelated.
 */
void log_share_anchors(struct log *all, unsigned int nr)
{
	struct log *log, *of, *end = all + nr;
	struct event_reader t;
	bool any = false;

	for (of = all; of < end; of++)
		any |= has_own_anchor(&of->parsed);
	for (log = all; any && log < end; log++) {
		if (!needs_anchor(&log->parsed, &t))
			continue;
		for (of = all; of < end && !log->parsed.anchor_of; of++)
			if (of != log && has_own_anchor(&of->parsed) &&
			    same_guc(&log->parsed.facts, &of->parsed.facts))
				borrow(log, &t, &of->parsed);
	}
}
