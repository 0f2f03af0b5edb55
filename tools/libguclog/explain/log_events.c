// SPDX-License-Identifier: GPL-2.0-only
#include "explain/log_events.h"

#include "abi/guc_lic_abi.h"
#include "guc_clock.h"

/* The tick of the trigger for which the module recorded the log. */
static void find_trigger(struct analysis_log *log, const struct guclog_timeline *t)
{
	const struct guclog_incident *incident = &t->view->incident;
	s64 ns;

	if (!incident->boottime_ns || !t->anchored || !t->hz)
		return;
	ns = (s64)incident->boottime_ns - guclog_timeline_boottime_ns(t, t->newest);
	log->has_trigger = true;
	log->trigger = t->newest + guc_ns_to_ticks(ns, t->hz);
}

/* What is known without the events. */
static void read_facts(struct analysis_log *log, const struct guclog_timeline *t)
{
	const struct logview *view = t->view;
	bool linear = !strcmp(view->order, guc_order_name(GUC_ORDER_LINEAR));

	*log = (struct analysis_log){
		.hz = t->hz,
		.from_load = linear && view->nr_runs && !view->run[0].gap,
		.end_missing = view->missing || view->unordered || t->rest,
		.has_now = t->anchored && !view->anchor_of,
		.now = (s64)t->now,
	};
	find_trigger(log, t);
	if (guc_lic_has(&view->lic, GUC_LIC_KEY_FW_VERSION)) {
		log->has_firmware = true;
		log->firmware = view->lic.value[GUC_LIC_KEY_FW_VERSION];
	} else if (guc_facts_has(&view->facts, GUC_FACT_guc_version)) {
		const struct guc_release *version = &view->facts.guc_version;

		log->has_firmware = true;
		log->firmware = version->major << 16 | version->minor << 8 |
				version->patch;
	}
}

/**
 * analyse_events() - analyse the events of a log
 * @a: from analysis_new(), without events
 * @t: the events, at the oldest one before and after
 *
 * Events from before the firmware was loaded again are not analysed.
 */
void analyse_events(struct guclog_analysis *a, struct guclog_timeline *t)
{
	struct guclog_entry e;

	guclog_timeline_rewind(t);
	while (guclog_timeline_next(t, &e)) {
		struct an_event event = {
			.index = e.index,
			.tick = e.tick,
			.id = e.id,
			.arg = { e.arg[0], e.arg[1] },
			.gap = !a->events || e.gap,
		};

		if (!e.before_load)
			analysis_event(a, &event);
	}
	guclog_timeline_rewind(t);
}

/**
 * analyse_log() - analyse a log
 * @t: its events, at the oldest one before and after
 * @dump: the other sections of its devcoredump, NULL if there is none
 *
 * Return: for analysis_free(), or NULL if there is no memory.
 */
struct guclog_analysis *analyse_log(struct guclog_timeline *t, const struct analysis_dump *dump)
{
	struct analysis_log log;
	struct guclog_analysis *a;

	read_facts(&log, t);
	a = analysis_new(&log);
	if (!a)
		return NULL;
	analyse_events(a, t);
	if (!analysis_end(a, dump))
		return a;
	analysis_free(a);
	return NULL;
}
