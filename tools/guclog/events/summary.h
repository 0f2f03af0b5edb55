/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The summary of a log: what a reader wants to know first.
 */
#ifndef _SUMMARY_H_
#define _SUMMARY_H_

#include "util/log_view.h"
#include "guclog.h"
#include "shared/base.h"

#define SUMMARY_MAX_ADVICE	8

/**
 * struct summary - the summary of a log
 * @view: the log
 * @timed: the version of the entries is known and @t is valid
 * @t: the times of its events
 * @complete: nothing is missing and there are no faults
 * @total: length of the log buffer in bytes, 0 when unknown
 * @missing: bytes of the log buffer that the input should have and has not
 * @firmware: version of the firmware, empty when unknown
 * @wanted: version that the driver wants, empty when unknown
 * @outdated: @firmware is older than @wanted
 * @span_ns: from the oldest to the last event at hand, -1 when unknown; events
 *	that are missing between them make it unknown
 * @age_ns: of the newest event when the log was copied, -1 when unknown
 * @nr_advice: number of sentences
 * @advice: what to do next, in sentences
 */
struct summary {
	const struct log_view *view;
	bool timed;
	const struct guclog_events *t;
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

void summary_make(struct summary *sum, const struct log_view *view,
		  const struct guclog_events *t);

#endif
