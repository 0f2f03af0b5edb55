// SPDX-License-Identifier: GPL-2.0
/*
 * stalls.c -- count how often a processor of the guest did not run for some time.
 *
 *	stalls LIMIT-MS
 *
 * A thread of the highest priority on each processor sleeps for 10 ms at a time. If it is late,
 * the host did not run the processor, or the kernel kept interrupts disabled. When SIGTERM
 * arrives, "stalls=N longest=MS" is printed: how often a thread was later than LIMIT-MS, and the
 * longest delay.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#define STEP_NS		10000000
#define SECOND_NS	1000000000ll

static long long limit_ns, longest_ns;
static unsigned int stalls;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static long long now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * SECOND_NS + now.tv_nsec;
}

static void count(long long late_ns)
{
	pthread_mutex_lock(&lock);
	stalls += late_ns > limit_ns;
	if (late_ns > longest_ns)
		longest_ns = late_ns;
	pthread_mutex_unlock(&lock);
}

static void *watch(void *processor)
{
	const struct sched_param highest = { .sched_priority = 99 };
	const struct timespec step = { .tv_nsec = STEP_NS };
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET((uintptr_t)processor, &set);
	if (sched_setaffinity(0, sizeof(set), &set) ||
	    sched_setscheduler(0, SCHED_FIFO, &highest)) {
		perror("stalls");
		exit(1);
	}
	for (;;) {
		long long before = now_ns();

		nanosleep(&step, NULL);
		count(now_ns() - before - STEP_NS);
	}
}

int main(int argc, char **argv)
{
	long processors = sysconf(_SC_NPROCESSORS_ONLN);
	pthread_t thread;
	sigset_t term;
	int got;

	limit_ns = argc == 2 ? atoll(argv[1]) * 1000000 : 0;
	if (limit_ns <= 0) {
		fprintf(stderr, "usage: stalls LIMIT-MS\n");
		return 2;
	}
	sigemptyset(&term);
	sigaddset(&term, SIGTERM);
	sigprocmask(SIG_BLOCK, &term, NULL);
	for (long n = 0; n < processors; n++)
		if (pthread_create(&thread, NULL, watch, (void *)(uintptr_t)n))
			return 1;
	sigwait(&term, &got);
	pthread_mutex_lock(&lock);
	printf("stalls=%u longest=%.1f\n", stalls, longest_ns / 1e6);
	return 0;
}
