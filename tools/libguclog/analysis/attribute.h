/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * To which context and engine an event belongs, also where it does not name them.
 */
#ifndef _ANALYSIS_ATTRIBUTE_H_
#define _ANALYSIS_ATTRIBUTE_H_

#include "event.h"

/**
 * struct attribute - what is known from the events before
 * @words: names that may be used, bit n: guc_event_table[n]
 * @on: by an_engine(), guc_id of the context on it, AN_NONE
 * @policy: context of the policy block at hand, AN_NONE
 * @asked: engine that was asked to switch out last, AN_NONE
 */
struct attribute {
	u64 words;
	u32 on[AN_ENGINES];
	u32 policy;
	u32 asked;
};

/**
 * struct attribute_to - to whom an event belongs
 * @guc_id: context, AN_NONE when it is of none or that is not known
 * @engine: an_engine(), likewise
 */
struct attribute_to {
	u32 guc_id;
	u32 engine;
};

void attribute_init(struct attribute *at, u64 words);
void attribute_event(struct attribute *at, const struct an_event *e,
		     const struct an_event *next, struct attribute_to *to);

#endif
