/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Types that all parts of libguclog and of the command use.
 */
#ifndef _GUCLOG_BASE_TYPES_H_
#define _GUCLOG_BASE_TYPES_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "guclog.h"

/**
 * struct guclog_error - the reason why an input could not be opened
 * @code: a negative errno value; 0 when the input was opened
 * @text: a sentence that names the input; empty when the input was opened
 */
struct guclog_error {
	int code;
	char text[508];
};

/**
 * struct guclog_fault - a value in an input that breaks the input's format
 * @error: a negative errno value; 0 when there is no fault
 * @offset: offset of the wrong value from the start of the input, bytes
 * @found: the wrong value
 * @expected: the value that the format requires, or the bound that @found exceeds; 0 if the fault
 *	is not about such a number
 * @text: the fault as a sentence
 */
struct guclog_fault {
	int error;
	uint64_t offset;
	uint64_t found;
	uint64_t expected;
	char text[160];
};

/**
 * struct guclog_bytes - bytes in memory
 * @data: first byte, NULL when @len is 0
 * @len: number of bytes
 */
struct guclog_bytes {
	const void *data;
	size_t len;
};

/* The answer to a yes-or-no question, which can be unknown. */
enum guclog_tri {
	GUCLOG_UNKNOWN,
	GUCLOG_NO,
	GUCLOG_YES
};

#endif
