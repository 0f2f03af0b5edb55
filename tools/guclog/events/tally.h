/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Counts of the events of a log, by id and over time.
 */
#ifndef _TALLY_H_
#define _TALLY_H_

#include "base/base.h"
#include "read/log/events.h"

#define TALLY_SLOTS	20
#define TALLY_SILENCES	3

/**
 * struct tally_id - events of one id
 * @id: the event id
 * @count: number of events
 * @name: name of the id, NULL if it has none
 * @guess: the name is a guess
 */
struct tally_id {
	u32 id;
	u64 count;
	const char *name;
	bool guess;
};

/**
 * struct tally_silence - an interval without events
 * @ticks: duration in ticks
 * @before: index of the event that ended this interval
 */
struct tally_silence {
	u64 ticks;
	u64 before;
};

/**
 * struct tally - counts of events; those from before the last load of the firmware are not counted
 * @events: number of events
 * @nr_ids: number of ids
 * @id: the ids, the most frequent one first
 * @slot: number of events in each of TALLY_SLOTS equal parts of the time from the oldest to the
 *	newest event
 * @silence: the longest intervals without events, the longest one first; unused elements have 0
 *	ticks
 */
struct tally {
	u64 events;
	unsigned int nr_ids;
	struct tally_id *id;
	u64 slot[TALLY_SLOTS];
	struct tally_silence silence[TALLY_SILENCES];
};

void tally_make(struct tally *tally, struct guclog_events *t);
void tally_free(struct tally *tally);

#endif
