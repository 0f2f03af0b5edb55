/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The times of a log's events. An entry has the low 32 bits of the GuC's clock; the
 * walk counts how often they wrapped, and the anchor relates them to the host's
 * clocks.
 */
#ifndef _TIMELINE_H_
#define _TIMELINE_H_

#include "log/logview.h"

/**
 * struct event - one event
 * @index: from 0, the oldest one first; those from before the load have their
 *	own numbers
 * @before_load: from before the firmware was loaded again
 * @gap: bytes that are missing right before it
 * @behind_load: of a stream: the firmware was loaded again right before it
 * @tick: GuC ticks since a time that is the same for all events of the log
 * @ambiguous: @tick is uncertain by whole wraps: there is a gap between the event
 *	and the anchor, or the event is from before the load
 * @stamp: the entry's own 32 bits
 * @zero: its second dword
 * @id: its id
 * @arg: its arguments
 */
struct event {
	u64 index;
	bool before_load;
	u64 gap;
	bool behind_load;
	s64 tick;
	bool ambiguous;
	u32 stamp;
	u32 zero;
	u32 id;
	u32 arg[2];
};

/**
 * struct timeline - a walk over a log's events
 * @view: the log
 * @hz: ticks per second, 0 when unknown
 * @anchored: ticks can be turned into the host's boottime
 * @has_realtime: ticks can be turned into wall-clock time
 * @entries: number of events, without those from before the load
 * @before_load: number of events from before the load
 * @rest: bytes behind the last whole entry of each run, together
 * @wraps: how often the 32 bits wrapped from the oldest to the newest event
 * @newest: tick of the newest event
 * @oldest: tick of the oldest event
 * @now: anchored: tick when the log was copied
 */
struct timeline {
	const struct logview *view;
	u32 hz;
	bool anchored;
	bool has_realtime;
	u64 entries;
	u64 before_load;
	u64 rest;
	u64 wraps;
	s64 newest;
	s64 oldest;
	u64 now;
	/* private: the position of the walk */
	unsigned int part;
	size_t pos;
	u64 index;
	bool first;
	u32 last;
	s64 tick;
	s64 shift;
	unsigned int certain_from;
};

bool timeline_open(struct timeline *t, const struct logview *view);
bool timeline_next(struct timeline *t, struct event *event);
void timeline_rewind(struct timeline *t);
bool timeline_has_inner_gap(const struct timeline *t);
s64 timeline_boottime_ns(const struct timeline *t, s64 tick);
s64 timeline_realtime_ns(const struct timeline *t, s64 tick);

#endif
