/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Conversion of ticks of the GuC's clock to nanoseconds.
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

#endif
