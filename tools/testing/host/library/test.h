/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Functions of the test programs: ok() checks a condition, and prints the message if it does not
 * hold. result() is the exit status: 1 if a condition did not hold or if none was checked.
 */
#ifndef _TEST_H_
#define _TEST_H_

#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>

struct bytes {
	void *data;
	size_t len;
};

static int passed, failed;

#ifndef __printf
#define __printf(f, a)	__attribute__((format(printf, f, a)))
#endif

__printf(2, 3)
static inline void ok(bool good, const char *fmt, ...)
{
	va_list args;

	if (good) {
		passed++;
		return;
	}
	failed++;
	va_start(args, fmt);
	printf("FAIL ");
	vprintf(fmt, args);
	printf("\n");
	va_end(args);
}

static inline int result(void)
{
	return failed || !passed;
}

#endif
