// SPDX-License-Identifier: GPL-2.0
/* report.c -- messages, faults and the device's clock. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "report.h"

/* Number of faults of each kind that are printed; further faults are only counted. */
#define FAULTS_PRINTED	20

#define MANUAL_START_NS	100000000000ull

static const char *const kinds[FAULT_KINDS] = {
	[FAULT_REGISTER] = "register",
	[FAULT_ACTION]	 = "action",
	[FAULT_CHANNEL]	 = "channel",
	[FAULT_GTT]	 = "gtt",
	[FAULT_COMMAND]	 = "command",
	[FAULT_PROTOCOL] = "protocol",
};

/* Time of the manual clock in nanoseconds; 0: the host's clock is used. */
static u64 manual_ns;

/**
 * clock_set_manual() - use the manual clock, which only clock_advance() advances
 *
 * Must be called before threads are created.
 */
void clock_set_manual(void)
{
	manual_ns = MANUAL_START_NS;
}

/**
 * clock_is_manual() - check whether the manual clock is used
 *
 * Return: true if clock_set_manual() was called.
 */
bool clock_is_manual(void)
{
	return manual_ns;
}

/**
 * clock_advance() - advance the manual clock
 * @ns: time to add in nanoseconds
 *
 * Context: the caller holds the device's lock.
 */
void clock_advance(u64 ns)
{
	manual_ns += ns;
}

/**
 * clock_ns() - get the time of CLOCK_MONOTONIC or of the manual clock
 *
 * Return: the time in nanoseconds.
 */
u64 clock_ns(void)
{
	struct timespec t;

	if (manual_ns)
		return manual_ns;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (u64)t.tv_sec * 1000000000ull + (u64)t.tv_nsec;
}

/**
 * clock_ticks() - read the GPU's timestamp counter
 *
 * Return: clock_ns() in ticks of 19.2 MHz.
 */
u64 clock_ticks(void)
{
	u64 ns = clock_ns();

	/* 19.2 ticks per microsecond, calculated in two parts to avoid an overflow. */
	return ns / 1000000 * 19200 + ns % 1000000 * 192 / 10000;
}

static void print_line(const char *what, const char *format, va_list args)
{
	u64 us = clock_ns() / 1000;
	char line[512];

	vsnprintf(line, sizeof(line), format, args);
	fprintf(stderr, "[%llu.%06llu] %s%s\n", (unsigned long long)(us / 1000000),
		(unsigned long long)(us % 1000000), what, line);
}

/**
 * report_init() - initialize a report: strict, with verbosity 0, and no faults so far
 * @r: the report
 */
void report_init(struct report *r)
{
	memset(r, 0, sizeof(*r));
	r->strict = true;
}

/**
 * report_note() - print a message if the verbosity is high enough
 * @r:      the report
 * @level:  least verbosity at which the message is printed
 * @format: format of printf()
 */
void report_note(const struct report *r, int level, const char *format, ...)
{
	va_list args;

	if (level > r->verbose)
		return;
	va_start(args, format);
	print_line("", format, args);
	va_end(args);
}

/**
 * report_fault() - count and print an action that neither a GPU nor its driver may perform
 * @r:      the report
 * @kind:   kind of the fault; only the first FAULTS_PRINTED of a kind are printed
 * @format: format of printf()
 */
void report_fault(struct report *r, enum fault_kind kind, const char *format, ...)
{
	char what[32];
	va_list args;

	if (r->count[kind]++ >= FAULTS_PRINTED)
		return;
	snprintf(what, sizeof(what), "%s %s: ", r->strict ? "fault:" : "lenient:", kinds[kind]);
	va_start(args, format);
	print_line(what, format, args);
	va_end(args);
}

/**
 * report_total() - get the number of faults of all kinds
 * @r: the report
 *
 * Return: number of faults.
 */
unsigned long report_total(const struct report *r)
{
	unsigned long total = 0;

	for (int i = 0; i < FAULT_KINDS; i++)
		total += r->count[i];
	return total;
}

/**
 * report_kind() - get the name of a kind of fault
 * @kind: the kind
 *
 * Return: one word.
 */
const char *report_kind(enum fault_kind kind)
{
	return kinds[kind];
}
