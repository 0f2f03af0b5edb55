// SPDX-License-Identifier: MIT OR GPL-2.0-only
#include "events/analysis.h"

/* Count the events whose name is used for the log, and those whose name is a guess. */
static void count_names(struct guclog_survey *s, const struct guclog_analysis *a)
{
	unsigned int i;

	for (i = 0; i < GUC_EVX_COUNT; i++) {
		if (!(a->result.words & 1ull << i))
			continue;
		s->named += a->count[i];
		if (guc_event_is_guess(&guc_event_table[i]))
			s->guesses += a->count[i];
	}
}

/**
 * survey_make() - collect the statistics of a whole log
 * @a: the analysis; its survey is filled, except the results of the rules
 */
void survey_make(struct guclog_analysis *a)
{
	const struct faults *f = &a->sequence.faults;
	struct guclog_survey *s = &a->survey;
	unsigned int i;

	*s = (struct guclog_survey){
		.hz = a->log.hz,
		.has_firmware = a->log.has_firmware,
		.firmware = a->log.firmware,
		.before_load = a->log.before_load,
		.events = a->events,
		.known = a->known,
		.gaps = a->gaps,
		.end_missing = a->log.end_missing,
		.missing_bytes = a->log.missing_bytes,
		.apart = a->join.apart,
		.first_tick = a->first_tick,
		.last_tick = a->last_tick,
		.part_tick = a->contexts.part_begin,
		.silence = a->silence,
		.silence_before = a->silence_before,
		.silence_from = a->silence_from,
		.contexts = a->contexts.nr,
		.lost_contexts = a->contexts.lost,
		.resets = (unsigned int)min_t(u64, a->resets.nr, RESET_MAX),
		.granted = a->resets.preemptions.granted,
		.granted_ticks = a->resets.preemptions.granted_ticks,
		.faults_usable = !(a->result.off & RULE_OFF_FAULTS),
		.faults = f->requested,
		.fault_answers = f->answered,
		.fault_tick = f->last,
	};
	count_names(s, a);
	for (i = 0; a->learned && i < GUC_EVX_COUNT; i++)
		s->learned += a->result.words >> i & 1;
	if (a->learned) {
		s->basis_events = a->learned->firmware_rows;
		s->basis_logs = a->learned->firmware_logs;
		s->conflicts = a->learned->conflicts;
	}
}
