/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The stall watch, for "guclog collect --watch": it reports work on a GPU that makes no progress (a
 * stall), so that an incident can be stored.
 */
#ifndef _WATCH_H_
#define _WATCH_H_

#include "record/streams.h"

/**
 * typedef watch_fn - function that is called for a stall which must be reported
 * @context: @context of &struct watch
 * @source: stream of the GT on which the work stalls
 * @stall: the stall: which work makes no progress, and since when
 * @now_ns: time at which the stall was found, CLOCK_BOOTTIME in ns of the machine that has written
 *	the stream
 */
typedef void (*watch_fn)(void *context, const struct stream_source *source,
			 const struct live_stall *stall, s64 now_ns);

struct watch_seen;

/**
 * struct watch - the stall watch
 * @streams: the streams, from streams_open()
 * @stall_ns: work that makes no progress for this time, in ns, is a stall
 * @pause_ns: after the report of a stall, no other stall of the same GPU is reported for this time
 * @found: called for each stall that is reported
 * @context: first argument of @found
 * @nr: number of stalls in @seen
 * @seen: the stalls that have not ended, or were reported less than @pause_ns ago
 * @reports: number of stalls that were reported
 * @unreported: number of stalls that were not reported because of @pause_ns
 */
struct watch {
	struct streams *streams;
	s64 stall_ns;
	s64 pause_ns;
	watch_fn found;
	void *context;
	unsigned int nr;
	struct watch_seen *seen;
	u64 reports;
	u64 unreported;
};

int watch_run(struct watch *watch);
void watch_free(struct watch *watch);

#endif
