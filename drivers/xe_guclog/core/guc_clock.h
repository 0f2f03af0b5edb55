/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * These functions convert ticks of the GuC's clock to nanoseconds and back.
 */
#ifndef _GUC_CLOCK_H_
#define _GUC_CLOCK_H_

#include "guc_env.h"

#define GUC_NS_PER_SEC	1000000000

/**
 * guc_ticks_to_ns() - convert a duration from ticks of the GuC's clock to ns
 * @ticks: the duration in ticks, may be negative
 * @hz: ticks per second, not 0
 *
 * Whole seconds and the remainder are converted separately, to prevent an
 * overflow.
 *
 * Context: any, does not sleep.
 * Return: the duration in ns, rounded towards 0.
 */
static inline s64 guc_ticks_to_ns(s64 ticks, u32 hz)
{
	s64 seconds, rest;

	seconds = div64_s64(ticks, hz);
	rest = ticks - seconds * hz;
	return seconds * GUC_NS_PER_SEC + div64_s64(rest * GUC_NS_PER_SEC, hz);
}

/**
 * guc_ns_to_ticks() - convert a duration from ns to ticks of the GuC's clock
 * @ns: the duration in ns, may be negative
 * @hz: ticks per second
 *
 * Context: any, does not sleep.
 * Return: the duration in ticks, rounded towards 0. If it does not fit into 64 bits, its
 * low 64 bits are returned.
 */
static inline s64 guc_ns_to_ticks(s64 ns, u32 hz)
{
	s64 seconds, rest;

	seconds = div64_s64(ns, GUC_NS_PER_SEC);
	rest = ns - seconds * GUC_NS_PER_SEC;
	return (s64)((u64)seconds * hz +
		     (u64)div64_s64(rest * hz, GUC_NS_PER_SEC));
}

/**
 * guc_tick_to_boot_ns() - convert the timestamp of an event to the host's clock
 * @tick: timestamp of the event, the low 32 bits of the GuC's clock
 * @anchor_tick: the low 32 bits of the GuC's clock at the clock anchor (a moment whose time
 *	is known on both clocks)
 * @anchor_ns: time of the clock anchor on the host's clock (CLOCK_BOOTTIME), in ns
 * @now_ns: time on the host's clock when the event was read, in ns
 * @hz: ticks per second of the GuC's clock, not 0
 *
 * The 32-bit timestamp wraps every two to four minutes, so several times are possible.
 * The latest one that is not after @now_ns is returned.
 *
 * Context: any, does not sleep.
 * Return: the time of the event on the host's clock in ns, or 0 if it would be before the
 * start of this clock.
 */
static inline u64 guc_tick_to_boot_ns(u32 tick, u32 anchor_tick, u64 anchor_ns,
				      u64 now_ns, u32 hz)
{
	s64 period = guc_ticks_to_ns(BIT_ULL(32), hz);
	s64 ns = (s64)anchor_ns + guc_ticks_to_ns(tick - anchor_tick, hz);
	/* Allow 10 ms more, because the anchor is not exact, and the clocks' rates differ. */
	s64 latest = (s64)now_ns + GUC_NS_PER_SEC / 100;

	if (ns > latest)
		ns -= (div64_s64(ns - latest - 1, period) + 1) * period;
	else
		ns += div64_s64(latest - ns, period) * period;
	return ns > 0 ? ns : 0;
}

#endif
