/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Ticks of the GuC's clock, computed from the timestamps of events, which have only the low 32
 * bits.
 */
#ifndef _GUCLOG_TICKS_H_
#define _GUCLOG_TICKS_H_

#include "guc_clock.h"

/*
 * If the timestamp of an event is less than that of the event before it by at most this number of
 * ticks, the two events were stored in the opposite order. If the difference is larger, the 32 bits
 * of the timestamp have wrapped. The limit is small because an idle GPU may write no event for
 * minutes: the time between two events can be nearly a whole wrap, and then the second timestamp is
 * only a little less than the first one.
 */
#define TICKS_MAX_STEP_BACK	32768u

/*
 * An event that follows a clock anchor (a reading of the GuC's and the host's clocks) in a stream
 * can have happened before the anchor was written, by at most this number of ticks: 7 s of a clock
 * of 38.4 MHz.
 */
#define TICKS_ANCHOR_SLACK	268435456

/*
 * Number of bits of a valid age of a clock anchor in ns: an age of 2^55 ns or more, which is more
 * than a year, is invalid.
 */
#define TICKS_AGE_BITS		55

/*
 * Return: ticks from one timestamp to the next; negative if @to is at most TICKS_MAX_STEP_BACK
 * less.
 */
static inline s64 ticks_step(u32 from, u32 to)
{
	u32 forward = to - from;

	return forward > U32_MAX - TICKS_MAX_STEP_BACK ? (s64)forward - U32_MAX - 1 : forward;
}

/*
 * Return: the tick of the first event after a clock anchor. @tick: tick of the anchor. @age_ns: age
 * of the anchor in ns when it was written. @hz: ticks per second. @stamp: timestamp of the event
 */
static inline s64 ticks_after_anchor(u64 tick, u64 age_ns, u32 hz, u32 stamp)
{
	s64 from = (s64)tick - TICKS_ANCHOR_SLACK;

	if (age_ns >> TICKS_AGE_BITS == 0)
		from += guc_ns_to_ticks((s64)age_ns, hz);
	return from + (u32)(stamp - (u32)from);
}

#endif
