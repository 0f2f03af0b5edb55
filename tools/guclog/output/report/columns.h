/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The events of one log as the page of a report reads them: columns of little-endian
 * numbers, one after the other, in base64.
 */
#ifndef _GUCLOG_REPORT_COLUMNS_H_
#define _GUCLOG_REPORT_COLUMNS_H_

#include "base/base.h"
#include "read/log/events.h"
#include "base/print.h"

/* The bits of the last column. */
#define COLUMN_GAP		1	/* events are missing before this event */
#define COLUMN_AMBIGUOUS	2	/* the time may be wrong by multiples of 2^32 ticks */

/* Largest number of events of a log on the page; the page has 28 bytes for each event. */
#define COLUMNS_MAX		1000000u

/**
 * struct columns - the events of one log
 * @first: number of the first of these events in the log
 * @nr: number of events
 * @time: time of each event, in seconds; never less than the time of the preceding event
 * @id: id of each event
 * @arg: arguments of each event
 * @flags: COLUMN_* bits of each event
 * @unsorted: number of events with an earlier time than the preceding event
 */
struct columns {
	u64 first;
	size_t nr;
	double *time;
	u32 *id;
	u32 *arg[2];
	u8 *flags;
	u64 unsorted;
};

struct arena;

int columns_make(struct columns *c, struct arena *arena, struct guclog_events *t);
void columns_write(const struct columns *c, struct print *to);

#endif
