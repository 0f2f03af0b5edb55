/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Computes rates, such as events per second, from two samples of the counters of a stream.
 */
#ifndef _TOP_COUNTS_H_
#define _TOP_COUNTS_H_

#include "record/streams.h"

#define TOP_ENGINES	512u
#define TOP_CONTEXTS	65536u

/**
 * struct top_context - counters of a context
 * @busy_ns: time for which the context was on engines, in ns
 * @runs: number of times that the context began to run
 */
struct top_context {
	s64 busy_ns;
	u64 runs;
};

/**
 * struct top_numbers - a sample: the counters of a stream at one time
 * @ns: time of the sample on the clock of the stream, see @updated_ns of &struct stream_source
 * @taken_ns: time of the sample on this machine, CLOCK_MONOTONIC in ns
 * @events: number of events
 * @lost: number of lost events
 * @preempted: number of preemptions
 * @engine_ns: for each engine, the total time for which a context was on it, in ns
 * @context: counters of each context, indexed by guc_id
 */
struct top_numbers {
	s64 ns;
	s64 taken_ns;
	u64 events;
	u64 lost;
	u64 preempted;
	s64 engine_ns[TOP_ENGINES];
	struct top_context context[TOP_CONTEXTS];
};

/**
 * struct top_counts - the last two samples of the counters of a stream
 * @source: the stream from which the counters are computed
 * @then: counters of the sample before the last one
 * @now: counters of the last sample
 */
struct top_counts {
	const struct stream_source *source;
	struct top_numbers *then;
	struct top_numbers *now;
};

void top_counts_begin(struct top_counts *c, const struct stream_source *source);
void top_counts_take(struct top_counts *c);
s64 top_counts_ns(const struct top_counts *c);
double top_counts_rate(const struct top_counts *c, u64 now, u64 then);
double top_counts_percent(const struct top_counts *c, s64 now, s64 then);
void top_counts_free(struct top_counts *c);

#endif
