// SPDX-License-Identifier: GPL-2.0-only
#include "events/analyse.h"

#include "log/walk.h"
#include "util/msg.h"

/**
 * analyse() - analyse a log
 * @t: the log
 * @dump: the devcoredump that it is part of, NULL if there is none
 *
 * Return: to be freed with guclog_walk_free(). The program ends if there is no memory, as
 * everywhere in guclog.
 */
struct guclog_walk *analyse(const struct timeline *t, const struct guclog_tree *dump)
{
	struct guclog_walk *walk = walk_of(t, dump);

	if (!walk)
		mem_none();
	return walk;
}

/**
 * analyse_words() - get the names that may be used for a log without a devcoredump
 * @t: the log
 *
 * Return: bit n: guc_event_table[n].
 */
u64 analyse_words(const struct timeline *t)
{
	struct guclog_walk *walk = analyse(t, NULL);
	u64 words = guclog_analysis_survey(guclog_walk_analysis(walk))->words;

	guclog_walk_free(walk);
	return words;
}
