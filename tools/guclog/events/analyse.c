// SPDX-License-Identifier: GPL-2.0-only
#include "events/analyse.h"

#include "util/msg.h"

/**
 * analyse() - analyse a log
 * @t: its events
 *
 * Return: to be freed with guclog_walk_free(). The program ends if there is no memory, as
 * everywhere in guclog.
 */
struct guclog_walk *analyse(const struct guclog_timeline *t)
{
	struct guclog_walk *walk;

	if (guclog_walk_from(&walk, t->log, t))
		mem_none();
	return walk;
}

/**
 * analyse_words() - get the names that may be used for a log
 * @t: its events
 *
 * Return: bit n: guc_event_table[n].
 */
u64 analyse_words(const struct guclog_timeline *t)
{
	struct guclog_walk *walk = analyse(t);
	u64 words = guclog_analysis_survey(guclog_walk_analysis(walk))->words;

	guclog_walk_free(walk);
	return words;
}
