/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Ticks of the GuC's clock, computed from the timestamps of events, which have only the low 32
 * bits.
 */
#ifndef _GUCLOG_TICKS_H_
#define _GUCLOG_TICKS_H_

#include "guc_clock.h"

/*
 * A step back by at most this many ticks means that two entries were stored in the opposite order.
 * A longer step back is a wrap of the 32 bits: an idle GPU may write no event for minutes.
 */
#define TICKS_MAX_STEP_BACK	32768u

/*
 * An event that is stored after an anchor (a reading of the clocks) can be older than the
 * anchor by at most this many ticks: 7 s of the fastest clock.
 */
#define TICKS_ANCHOR_SLACK	268435456

/*
 * Bits of a valid age of an anchor in ns: an age of 2^55 ns or more, which is more than a year,
 * is invalid.
 */
#define TICKS_AGE_BITS		55

/* Return: ticks from one timestamp to the next one; negative for a short step back. */
static inline s64 ticks_step(u32 from, u32 to)
{
	u32 forward = to - from;

	return forward > U32_MAX - TICKS_MAX_STEP_BACK ? (s64)forward - U32_MAX - 1 : forward;
}

/*
 * Return: the tick of the first event after an anchor. @tick: tick of the anchor. @age_ns: age of
 * the anchor when it was written. @stamp: timestamp of the event
 */
static inline s64 ticks_after_anchor(u64 tick, u64 age_ns, u32 hz, u32 stamp)
{
	s64 from = (s64)tick - TICKS_ANCHOR_SLACK;

	if (age_ns >> TICKS_AGE_BITS == 0)
		from += guc_ns_to_ticks((s64)age_ns, hz);
	return from + (u32)(stamp - (u32)from);
}

#endif
