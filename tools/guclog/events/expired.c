// SPDX-License-Identifier: MIT OR GPL-2.0-only
/* Finds the preemption that timed out and that no reset has followed. */
#include "events/analysis.h"

/**
 * analysis_is_about() - is a dump about a context?
 * @dump: facts from the devcoredump
 * @guc_id: guc_id of the context
 *
 * Return: whether @guc_id is one of the guc_ids of the queue that the dump is about.
 */
bool analysis_is_about(const struct analysis_dump *dump, u32 guc_id)
{
	return dump->has_guc_id && queue_has(dump->guc_id, dump->width, guc_id);
}

/**
 * analysis_is_reset() - is a reset a real engine reset?
 * @reset: the reset
 *
 * Return: whether it is real. A struct guclog_reset is also made for a RESET_DECIDED, but this
 * event alone does not prove that an engine was reset.
 */
bool analysis_is_reset(const struct guclog_reset *reset)
{
	return reset->begin_seen || reset->end_seen || reset->nr_victims;
}

/**
 * analysis_is_of_another() - does a request to switch out concern another context than the dump?
 * @wait: the request
 * @dump: facts from the devcoredump
 *
 * Return: whether the request certainly does not concern the context of the dump, neither as the
 * context on the engine nor as the context that waits.
 */
bool analysis_is_of_another(const struct guclog_wait *wait, const struct analysis_dump *dump)
{
	return dump->has_guc_id && wait->victim != GUCLOG_NONE &&
	       !analysis_is_about(dump, wait->victim) && !analysis_is_about(dump, wait->waiter);
}

/* Return: whether a reset of the log followed the preemption that timed out. */
static bool led_to_reset(struct guclog_analysis *a, const struct preemption_timeout *t)
{
	const struct guclog_reset *reset;
	u64 i;

	for (i = 0; (reset = resets_newest(&a->resets, i)); i++)
		if (analysis_is_reset(reset) && reset->timed_out &&
		    reset->timeout_index == t->index)
			return true;
	return false;
}

/**
 * analysis_find_expired() - find the preemption that timed out and that no reset has followed
 * @a: the analysis, after all events; its @expired is filled
 * @dump: facts from the devcoredump
 *
 * If there are several, the newest one is chosen that can concern the context of the dump.
 */
void analysis_find_expired(struct guclog_analysis *a, const struct analysis_dump *dump)
{
	const struct preemption_timeout *t, *found = NULL;
	bool another = true;
	u64 i;

	for (i = 0; (t = preemptions_newest(&a->resets.preemptions, i)) && another; i++) {
		if (!t->open || led_to_reset(a, t))
			continue;
		another = t->wait_known && analysis_is_of_another(&t->wait, dump);
		if (!found || !another)
			found = t;
	}
	if (!found)
		return;
	a->expired = (struct guclog_reset){
		.begin_index = found->index,
		.end_tick = found->tick,
		.timed_out = true,
		.wait_known = found->wait_known,
		.wait = found->wait,
		.timeout_tick = found->tick,
		.timeout_index = found->index,
		.placed = GUCLOG_NONE,
	};
}
