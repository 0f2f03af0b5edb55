/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Finds the context and the engine to which an event belongs, even if the event does not
 * name them.
 */
#ifndef _ANALYSIS_ATTRIBUTE_H_
#define _ANALYSIS_ATTRIBUTE_H_

#include "events/event.h"

/**
 * struct attribute - the contexts on engines, and other facts from the preceding events
 * @words: bit mask of the event names that may be used, bit n: guc_event_table[n]
 * @on: indexed by an_engine(): guc_id of the context on the engine, or GUCLOG_NONE
 * @policy: guc_id of the context that the last CTX_PRIORITY names, GUCLOG_NONE if there is none;
 *	the QUEUE_FOR_CTX and CTX_POLICY events after it are about the same context
 * @asked: engine that last received a request to switch out, GUCLOG_NONE if there is none
 */
struct attribute {
	u64 words;
	u32 on[AN_ENGINES];
	u32 policy;
	u32 asked;
};

/**
 * struct attribute_to - the context and the engine of an event
 * @guc_id: the context, GUCLOG_NONE if the event has no context or if it is unknown
 * @engine: an_engine(), GUCLOG_NONE if the event has no engine or if it is unknown
 */
struct attribute_to {
	u32 guc_id;
	u32 engine;
};

void attribute_init(struct attribute *at, u64 words);
void attribute_event(struct attribute *at, const struct an_event *e,
		     const struct an_event *next, struct attribute_to *to);

#endif
