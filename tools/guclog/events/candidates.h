/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Ids that behave as those of the dictionary, in a log of another firmware.
 */
#ifndef _CANDIDATES_H_
#define _CANDIDATES_H_

#include "util/tally.h"

/* H2G_RECEIVED, the four events that follow a message, CSB. */
#define CANDIDATES_MAX	6

/**
 * struct candidate - an id that behaves as an id of the dictionary
 * @like: the id of the dictionary
 * @id: the id in this log
 * @hits: how often it was tested and behaved so
 * @checks: how often it was tested
 */
struct candidate {
	u32 like;
	u32 id;
	u64 hits;
	u64 checks;
};

unsigned int candidates_find(struct candidate list[CANDIDATES_MAX],
			     struct guclog_events *t, const struct tally *tally);

#endif
