/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Events counted.
 */
#ifndef _TALLY_H_
#define _TALLY_H_

#include "events/timeline.h"

#define TALLY_SLOTS	20
#define TALLY_SILENCES	3

/**
 * struct tally_id - events of one id
 * @id: the id
 * @count: how many
 */
struct tally_id {
	u32 id;
	u64 count;
};

/**
 * struct tally_silence - no events for a time
 * @ticks: how long
 * @before: index of the event that ended it
 */
struct tally_silence {
	u64 ticks;
	u64 before;
};

/**
 * struct tally - events counted, without those from before the load
 * @events: how many
 * @nr_ids: how many ids
 * @id: they, the most frequent first
 * @slot: events in each of as many equal parts of the time
 * @silence: the longest ones, the longest first, ticks 0 where there is none
 */
struct tally {
	u64 events;
	unsigned int nr_ids;
	struct tally_id *id;
	u64 slot[TALLY_SLOTS];
	struct tally_silence silence[TALLY_SILENCES];
};

void tally_make(struct tally *tally, struct timeline *t);
void tally_free(struct tally *tally);

#endif
