// SPDX-License-Identifier: GPL-2.0-only
#include "events/analyse.h"

#include "abi/guc_lic_abi.h"
#include "util/msg.h"
#include "util/status.h"

/**
 * analyse_log_facts() - get the known properties of a log, without its events
 * @log: filled
 * @t: the log
 */
void analyse_log_facts(struct analysis_log *log, const struct timeline *t)
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

static void no_memory(void)
{
	msg_fail(NULL, "out of memory");
	exit(CMD_FAILED);
}

/**
 * analyse_event() - convert an event for the analysis
 * @to: filled
 * @e: the event
 * @first: it is the first one
 *
 * Return: false for an event from before the firmware was loaded again, which is not
 * analysed.
 */
bool analyse_event(struct an_event *to, const struct event *e, bool first)
{
	*to = (struct an_event){
		.index = e->index,
		.tick = e->tick,
		.id = e->id,
		.arg = { e->arg[0], e->arg[1] },
		.gap = first || e->gap,
	};
	return !e->before_load;
}

/**
 * analyse_begin() - begin an analysis without events
 * @t: the log
 *
 * Return: the analysis. The program ends if there is no memory, as everywhere in guclog.
 */
struct analysis *analyse_begin(const struct timeline *t)
{
	struct analysis_log log;
	struct analysis *a;

	analyse_log_facts(&log, t);
	a = analysis_new(&log);
	if (!a)
		no_memory();
	return a;
}

/**
 * analyse() - analyse a log
 * @t: the log, at its oldest event before and after
 * @dump: the other sections of its devcoredump, NULL if there is none
 *
 * Return: to be freed with analysis_free().
 */
struct analysis *analyse(struct timeline *t, const struct analysis_dump *dump)
{
	struct analysis *a = analyse_begin(t);
	struct an_event event;
	struct event e;

	timeline_rewind(t);
	while (timeline_next(t, &e))
		if (analyse_event(&event, &e, !a->events))
			analysis_event(a, &event);
	timeline_rewind(t);
	if (analysis_end(a, dump))
		no_memory();
	return a;
}

/**
 * analyse_words() - get the names that may be used for a log
 * @t: the log, at its oldest event before and after
 * @dump: the other sections of its devcoredump, NULL if there is none
 *
 * Return: bit n: guc_event_table[n].
 */
u64 analyse_words(struct timeline *t, const struct analysis_dump *dump)
{
	struct analysis *a = analyse(t, dump);
	u64 words = a->result.words;

	analysis_free(a);
	return words;
}
