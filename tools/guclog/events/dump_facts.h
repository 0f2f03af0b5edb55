/* SPDX-License-Identifier: GPL-2.0-only */
/* Collects facts that the analysis of a log needs from the other sections of the devcoredump. */
#ifndef _ANALYSIS_DUMP_FACTS_H_
#define _ANALYSIS_DUMP_FACTS_H_

#include "events/analysis.h"
#include "read/dump/dump.h"

/**
 * struct dump_facts - facts about one GT of a devcoredump
 * @gt: the sections of the GT, NULL if the dump does not have the GT
 * @facts: the facts from the dump that analysis_end() needs
 */
struct dump_facts {
	const struct guclog_dump_gt *gt;
	struct analysis_dump facts;
};

bool dump_queue_is_elsewhere(const struct guclog_dump *dump, const struct guclog_dump_gt *gt,
			     u32 guc_id);
bool reason_guc_id(const char *reason, u32 *guc_id);
u32 dump_queue_width(const struct guclog_dump_context *queue);
int dump_facts_read(struct dump_facts *f, const struct guclog_dump *dump,
		    const struct guc_facts *facts, struct arena *arena);

#endif
