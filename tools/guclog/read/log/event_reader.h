/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Reads the events of a log one by one, with their times. The timestamp of an event has the low 32
 * bits of the GuC's clock; the reader counts the wraps of the timestamps. The clock anchor (values
 * of the GuC's and the host's clocks at the same time) is used to convert times of the GuC's clock
 * to the host's clocks.
 */
#ifndef _EVENT_READER_H_
#define _EVENT_READER_H_

#include "read/log/events.h"
#include "read/log/parsed_log.h"

/**
 * struct event_reader - a position in the events of a log
 * @pub: the public part; event_reader_open() does not set @pub.log and @pub.analysis
 * @parsed: the log
 * @part: number of the run (events without a gap) that has the latest event, counted from 1; 0
 *	for events from before the firmware was loaded again
 * @left: the bytes after the latest event in the run number @part
 * @index: number of the next event
 * @last: timestamp of the latest event, 32 bits
 * @tick: tick of the latest event, without @shift
 * @shift: value that is added to ticks so that they match the clock anchor
 * @certain_from: number of the first run whose ticks are certain, counted from 1; 0 for a stream,
 *	in which each run has its own @uncertain
 * @ambiguous: ticks of the current run are uncertain
 * @resets: the log has an event of a preemption or of an engine reset
 */
struct event_reader {
	struct guclog_events pub;
	const struct parsed_log *parsed;
	unsigned int part;
	struct guc_view left;
	u64 index;
	u32 last;
	s64 tick;
	s64 shift;
	unsigned int certain_from;
	bool ambiguous;
	bool resets;
};

bool event_reader_open(struct event_reader *t, const struct parsed_log *parsed);
bool event_reader_next(struct event_reader *t, struct guclog_event *event);
void event_reader_rewind(struct event_reader *t);
int64_t event_reader_boottime_ns(const struct event_reader *t, int64_t tick);
int64_t event_reader_realtime_ns(const struct event_reader *t, int64_t tick);

#endif
