// SPDX-License-Identifier: GPL-2.0-only
#include "events/analyse.h"

#include "util/msg.h"

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
		mem_none();
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
	struct analysis *a = analyse_log(t, dump);

	if (!a)
		mem_none();
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
