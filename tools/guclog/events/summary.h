/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A log in short: what somebody wants to know who has just been handed it.
 */
#ifndef _SUMMARY_H_
#define _SUMMARY_H_

#include "events/logview.h"
#include "events/timeline.h"

#define SUMMARY_MAX_ADVICE	8

/**
 * struct summary - a log in short
 * @view: the log
 * @timed: @t is there: the version of the entries is known
 * @t: its events in time
 * @complete: nothing is missing and there are no faults
 * @total: length of the log buffer in bytes, 0 when unknown
 * @missing: bytes of the log buffer that the input should have and has not
 * @firmware: version of the firmware, empty when not known
 * @wanted: version that the driver wants, empty when not known
 * @outdated: @firmware is older than @wanted
 * @span_ns: from the oldest to the last event at hand, -1 when unknown; events
 *	that are missing between them make it unknown
 * @age_ns: of the newest event when the log was copied, -1 when unknown
 * @nr_advice: what to do next
 * @advice: sentences
 */
struct summary {
	const struct logview *view;
	bool timed;
	struct timeline t;
	bool complete;
	u64 total;
	u64 missing;
	char firmware[40];
	char wanted[40];
	bool outdated;
	s64 span_ns;
	s64 age_ns;
	unsigned int nr_advice;
	const char *advice[SUMMARY_MAX_ADVICE];
};

void summary_make(struct summary *sum, const struct logview *view);

#endif
