// SPDX-License-Identifier: GPL-2.0-only
#include "explain/log_events.h"

#include "abi/guc_lic_abi.h"
#include "explain/dump_facts.h"
#include "guc_clock.h"
#include "internal.h"
#include "log/log.h"
#include "learn/firmware.h"
#include "learn/log.h"

/* The tick of the trigger for which the module recorded the log. */
static void find_trigger(struct analysis_log *log, const struct event_reader *t)
{
	const struct guclog_incident *incident = &t->view->incident;
	s64 ns;

	if (!incident->boottime_ns || !t->pub.anchored || !t->pub.hz)
		return;
	ns = (s64)incident->boottime_ns - event_reader_boottime_ns(t, t->pub.newest);
	log->has_trigger = true;
	log->trigger = t->pub.newest + guc_ns_to_ticks(ns, t->pub.hz);
}

/*
 * Find whether the log begins with the load of the firmware and where it ends, for the
 * verdict.
 */
static void read_ends(struct analysis_log *log, const struct event_reader *t)
{
	const struct logview *view = t->view;

	log->from_load = !strcmp(view->order, guc_order_name(GUC_ORDER_LINEAR)) &&
			  view->nr_runs && !view->run[0].gap;
	log->end_missing = view->layout.missing_bytes || view->layout.unordered || t->pub.rest;
	log->missing_bytes = view->layout.missing_bytes;
	log->has_now = t->pub.anchored && !view->anchor_of;
	log->now = (s64)t->pub.now;
	find_trigger(log, t);
}

/* Take the known properties that do not need the events. */
static void read_facts(struct analysis_log *log, const struct event_reader *t)
{
	const struct logview *view = t->view;

	log->hz = t->pub.hz;
	if (!log->names_only)
		read_ends(log, t);
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
void analyse_events(struct guclog_analysis *a, struct event_reader *t)
{
	struct guclog_event e;

	event_reader_rewind(t);
	while (event_reader_next(t, &e)) {
		struct an_event event = {
			.index = e.index,
			.tick = e.tick,
			.id = e.id,
			.arg = { e.arg[0], e.arg[1] },
			.gap = !a->events || e.gap_bytes,
		};

		if (!e.before_load)
			analysis_event(a, &event);
	}
	event_reader_rewind(t);
}

/*
 * The dictionary is used for the firmware that it was made from, even if the rules fail:
 * such a log is damaged. The log of another firmware has to show what its events mean.
 */
static struct learned *learn_names(const struct guclog_analysis *a, struct event_reader *t,
				   const struct guclog_dump_gt *gt)
{
	const struct guc_facts *f = &t->view->facts;
	u32 device = guc_facts_has(f, GUC_FACT_pci_id) ? f->pci_id.device : 0;
	struct learned *learned;
	bool has_basis;

	if (a->log.has_firmware && guc_event_known_firmware(a->log.firmware))
		return NULL;
	has_basis = a->log.has_firmware && firmware_has_rows(a->log.firmware, device);
	if (!has_basis && !learn_log_possible(t))
		return NULL;
	learned = learn_log(t, gt);
	if (learned && has_basis && firmware_use(learned, a->log.firmware, device)) {
		learned_free(learned);
		return NULL;
	}
	if (!learned || learned->words)
		return learned;
	learned_free(learned);
	return NULL;
}

static int analyse(struct guclog_analysis *a, struct event_reader *t,
		   const struct guclog_dump *dump)
{
	const struct guc_facts *f = &t->view->facts;
	struct dump_facts facts = { .gt = NULL };

	if (dump && dump_facts_read(&facts, dump, guc_facts_has(f, GUC_FACT_gt), f->gt, &a->arena))
		return -ENOMEM;
	a->log.has_messages = facts.facts.h2g;
	a->learned = learn_names(a, t, facts.gt);
	analyse_events(a, t);
	a->t = *t;
	return analysis_end(a, &facts.facts);
}

/**
 * analyse_log() - analyse a log
 * @t: its events, at the oldest one before and after
 * @dump: the devcoredump that it is part of, NULL if there is none
 * @names_only: see &struct analysis_log
 *
 * Context: allocates memory.
 * Return: for analysis_free(), or NULL if there is no memory.
 */
struct guclog_analysis *analyse_log(struct event_reader *t, const struct guclog_dump *dump,
				    bool names_only)
{
	struct guclog_analysis *a;
	struct analysis_log log = { .names_only = names_only };

	read_facts(&log, t);
	a = analysis_new(&log);
	if (!a || !analyse(a, t, dump))
		return a;
	analysis_free(a);
	return NULL;
}

/**
 * analysis_of_log() - analyse a log
 * @log: the log, which must remain valid
 * @error: the reason if it cannot be analysed: -EPROTONOSUPPORT when the version of the
 *	entries is not known, -ENOENT without events, or -ENOMEM
 *
 * Context: allocates memory.
 * Return: the analysis, for analysis_free(); NULL on an error.
 */
struct guclog_analysis *analysis_of_log(const struct guclog_log *log, struct guclog_error *error)
{
	struct guclog_analysis *a = NULL;
	struct event_reader t;
	int err = -ENOENT;

	if (event_reader_open(&t, &log_of(log)->view)) {
		a = analyse_log(&t, log->dump, false);
		err = a ? 0 : -ENOMEM;
	} else if (log_of(log)->view.nr_runs || log_of(log)->view.before_load.len) {
		err = -EPROTONOSUPPORT;
	}
	error_set(error, err, NULL, err ? guclog_strerror(err) : "");
	return a;
}

const struct guclog_survey *guclog_analysis_survey(const struct guclog_analysis *a)
{
	return &a->survey;
}
