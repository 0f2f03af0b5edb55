/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Functions for userspace benchmarks: take() returns memory whose pages are already mapped,
 * now_ns() reads a clock, and median() computes the median of measurements.
 */
#ifndef BENCH_H
#define BENCH_H

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "guc_env.h"

static inline void *take(size_t len)
{
	void *p = malloc(len);

	if (!p) {
		perror("bench");
		exit(2);
	}
	/*
	 * Write each page. All pages that were never written are mapped to the same zero page, so
	 * reading them would be unrealistically fast.
	 */
	memset(p, 0x5a, len);
	return p;
}

static inline u64 now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (u64)t.tv_sec * 1000000000 + (u64)t.tv_nsec;
}

static inline int by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static inline double median(double *values, unsigned int nr)
{
	qsort(values, nr, sizeof(*values), by_value);
	return values[nr / 2];
}

#endif
