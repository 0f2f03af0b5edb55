/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Conversion of ticks of the GuC's clock to nanoseconds and back.
 */
#ifndef _GUC_CLOCK_H_
#define _GUC_CLOCK_H_

#include "guc_env.h"

#define GUC_NS_PER_SEC	1000000000

/**
 * guc_ticks_to_ns() - convert a duration to ns
 * @ticks: the duration in ticks, may be negative
 * @hz: ticks per second, not 0
 *
 * Whole seconds and the rest are converted separately, to prevent an overflow.
 *
 * Context: any, does not sleep.
 * Return: the duration, rounded towards 0.
 */
static inline s64 guc_ticks_to_ns(s64 ticks, u32 hz)
{
	s64 seconds, rest;

	seconds = div64_s64(ticks, hz);
	rest = ticks - seconds * hz;
	return seconds * GUC_NS_PER_SEC + div64_s64(rest * GUC_NS_PER_SEC, hz);
}

/**
 * guc_ns_to_ticks() - convert a duration to ticks
 * @ns: the duration in ns, may be negative
 * @hz: ticks per second
 *
 * Context: any, does not sleep.
 * Return: the duration, rounded towards 0; its low 64 bits when it does not fit.
 */
static inline s64 guc_ns_to_ticks(s64 ns, u32 hz)
{
	s64 seconds, rest;

	seconds = div64_s64(ns, GUC_NS_PER_SEC);
	rest = ns - seconds * GUC_NS_PER_SEC;
	return (s64)((u64)seconds * hz +
		     (u64)div64_s64(rest * hz, GUC_NS_PER_SEC));
}

#endif
