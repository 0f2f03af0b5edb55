// SPDX-License-Identifier: GPL-2.0-only
#include "top/counts.h"

#include "base/clock.h"
#include "base/msg.h"

/**
 * top_counts_begin() - begin to compute the rates of a stream
 * @c: the rates, which are initialised
 * @source: the stream. The interval of the first rates begins at its first event; for a stream of
 *	this machine, it begins when the stream was opened, if that was earlier.
 */
void top_counts_begin(struct top_counts *c, const struct stream_source *source)
{
	*c = (struct top_counts){
		.source = source,
		.then = mem_zero(sizeof(*c->then)),
		.now = mem_zero(sizeof(*c->now)),
	};
	c->now->ns = source->opened_ns;
}

/**
 * top_counts_take() - take a sample of the counters of a stream
 * @c: from top_counts_begin(); the caller must have called streams_update() for the stream
 */
void top_counts_take(struct top_counts *c)
{
	const struct live *live = c->source->live;
	struct top_numbers *now = c->then;
	unsigned int i;

	c->then = c->now;
	c->now = now;
	memset(now, 0, sizeof(*now));
	if (live->oldest_ns != GUCLOG_NO_TIME &&
	    (c->then->ns == GUCLOG_NO_TIME ||
	     (!c->then->events && live->oldest_ns < c->then->ns)))
		c->then->ns = live->oldest_ns;
	now->ns = c->source->updated_ns;
	now->taken_ns = clock_ns(CLOCK_MONOTONIC);
	now->events = live->events;
	now->lost = live->lost;
	now->preempted = live->preempted;
	for (i = 0; i < live->nr_engines; i++)
		now->engine_ns[live->engine[i]->engine % TOP_ENGINES] = live->engine[i]->busy_ns;
	for (i = 0; i < live->nr_contexts; i++) {
		const struct guclog_context *context = live->context[i]->context;

		now->context[context->guc_id % TOP_CONTEXTS] = (struct top_context){
			live->context[i]->busy_ns, context->runs
		};
	}
}

/**
 * top_counts_ns() - get the time between the last two samples
 * @c: from top_counts_begin()
 *
 * For a pipe, the result is at least the time between the samples on the clock of this machine,
 * because the present time of a pipe goes back if events arrive late.
 *
 * Return: the time in ns, at least 1.
 */
s64 top_counts_ns(const struct top_counts *c)
{
	s64 ns = max_t(s64, c->now->ns - c->then->ns, 1);

	if (c->source->kind != STREAM_PIPE)
		return ns;
	return max_t(s64, ns, c->now->taken_ns - c->then->taken_ns);
}

/**
 * top_counts_rate() - get the rate of a counter between the last two samples
 * @c: from top_counts_begin()
 * @now: a counter at the last sample
 * @then: the same counter at the sample before
 *
 * Return: the increase per second, or 0 if the counter was reset.
 */
double top_counts_rate(const struct top_counts *c, u64 now, u64 then)
{
	return now < then ? 0 : (double)(now - then) * 1e9 / (double)top_counts_ns(c);
}

/**
 * top_counts_percent() - get a time as a percentage of the interval between the last two samples
 * @c: from top_counts_begin()
 * @now: a time in ns at the last sample
 * @then: the same time at the sample before
 *
 * Return: the percentage, from 0 to 100.
 */
double top_counts_percent(const struct top_counts *c, s64 now, s64 then)
{
	double part = now < then ? 0 : (double)(now - then) * 100 / (double)top_counts_ns(c);

	return part > 100 ? 100 : part;
}

/**
 * top_counts_free() - free the counters
 * @c: from top_counts_begin()
 */
void top_counts_free(struct top_counts *c)
{
	free(c->then);
	free(c->now);
}
