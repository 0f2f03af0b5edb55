// SPDX-License-Identifier: GPL-2.0
/*
 * ticks.c -- print the frequency of an emulated processor's time stamp counter in kHz.
 *
 * On an x86 host the time stamp counter that QEMU emulates is the host's counter; on other hosts
 * it counts nanoseconds. run.sh passes the frequency to the guest's kernel, because without ACPI
 * the kernel can measure the counter only with jiffies.
 */
#include <stdint.h>
#include <stdio.h>
#include <time.h>

#define NS_PER_MS	1000000
#define MEASURED_MS	100

static uint64_t now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC_RAW, &t);
	return (uint64_t)t.tv_sec * 1000 * NS_PER_MS + (uint64_t)t.tv_nsec;
}

static uint64_t ticks(void)
{
#ifdef __x86_64__
	return __builtin_ia32_rdtsc();
#else
	return now();
#endif
}

int main(void)
{
	uint64_t start = now(), first = ticks(), end, last;

	do {
		end = now();
		last = ticks();
	} while (end - start < MEASURED_MS * NS_PER_MS);
	printf("%llu\n", (unsigned long long)((last - first) * NS_PER_MS / (end - start)));
	return 0;
}
