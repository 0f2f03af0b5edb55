/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Functions that read the clocks of the system.
 */
#ifndef _CLOCK_H_
#define _CLOCK_H_

#include <time.h>

#include "base/base.h"

/* Return: the time of a clock in ns. */
static inline s64 clock_ns(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return (s64)t.tv_sec * 1000000000 + t.tv_nsec;
}

/* Return: CLOCK_MONOTONIC in ms, to measure durations. */
static inline s64 clock_ms(void)
{
	return clock_ns(CLOCK_MONOTONIC) / 1000000;
}

#endif
