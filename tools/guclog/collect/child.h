/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Runs programs and functions in child processes, with a time limit. "guclog collect" (the
 * collector) also runs "guclog explain" and "guclog info" in this way, because a damaged dump must
 * not make the collector crash or hang.
 */
#ifndef _CHILD_H_
#define _CHILD_H_

#include "base/base.h"

/**
 * struct child_output - the output of a program
 * @text: standard output of the program with a zero byte after it; the caller must free it
 * @len: number of bytes at @text, without the zero byte
 */
struct child_output {
	char *text;
	size_t len;
};

/* Time limit of a program that reads a log, in seconds. */
#define CHILD_S	60
/* Value of --max-memory for a guclog that reads a dump of an incident. */
#define CHILD_MEMORY	"1G"

/* A function for child_call(), which prints to @to. */
typedef void (*child_fn)(void *context, FILE *to);

int child_run(const char * const argv[], const char *input, unsigned int seconds,
	      struct child_output *out);
int child_call(child_fn fn, void *context, unsigned int seconds, struct child_output *out);
int child_explain(const char *path, const char *name, bool json, unsigned int seconds,
		  struct child_output *out);

#endif
