/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Types that all parts of libguclog and of the command use.
 */
#ifndef _GUCLOG_BASE_TYPES_H_
#define _GUCLOG_BASE_TYPES_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The release of the library that this header belongs to. */
#define GUCLOG_VERSION	"1.0.0"

/**
 * guclog_version() - get the release of the library
 *
 * Return: a constant string such as "1.0.0".
 */
const char *guclog_version(void);

/**
 * guclog_strerror() - get the text of an error
 * @error: a negative errno value that a function of the library has returned
 *
 * Return: a constant string.
 */
const char *guclog_strerror(int error);

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

/*
 * Value of a guc_id (the number of a context) or of an engine number that does not exist or is not
 * known.
 */
#define GUCLOG_NONE		UINT32_MAX
/* Value of the index of an event that does not exist. */
#define GUCLOG_NO_EVENT		UINT64_MAX
/* Value of a time that is not known. */
#define GUCLOG_NO_TIME		INT64_MIN

/* The answer to a yes-or-no question, which can be unknown. */
enum guclog_tri {
	GUCLOG_UNKNOWN,
	GUCLOG_NO,
	GUCLOG_YES
};

/**
 * typedef guclog_write_fn - receives a piece of the output
 * @context: the context argument of the function that writes the output
 * @data: the piece
 * @len: bytes at @data
 *
 * Return: 0 to continue; any other value ends the output.
 */
typedef int (*guclog_write_fn)(void *context, const void *data, size_t len);

#endif
