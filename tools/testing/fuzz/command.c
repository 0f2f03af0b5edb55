// SPDX-License-Identifier: GPL-2.0-only
/* Runs a command line of guclog in the process of the fuzzer, with its output to /dev/null. */
#include "fuzz.h"

#include <getopt.h>

#include "fuzz_input.h"

#define MAX_ARGS	16
#define NULL_FILE	"/dev/null"

static int run_quietly(int argc, char **argv)
{
	static FILE *nowhere;
	FILE *out = stdout, *err = stderr;
	int ret;

	if (!nowhere)
		nowhere = fopen(NULL_FILE, "w");
	FUZZ_CHECK(nowhere);
	optind = 0;
	stdout = nowhere;
	stderr = nowhere;
	ret = guclog_main(argc, argv);
	stdout = out;
	stderr = err;
	return ret;
}

void fuzz_command(const char *line)
{
	char *argv[MAX_ARGS + 1], *copy[MAX_ARGS + 1];
	int argc = 0, i, ret;

	argv[argc++] = strdup("guclog");
	while (*line) {
		size_t n = strcspn(line, " ");

		FUZZ_CHECK(argc < MAX_ARGS);
		argv[argc++] = strndup(line, n);
		line += n + (line[n] == ' ');
	}
	argv[argc] = NULL;
	memcpy(copy, argv, sizeof(copy));	/* getopt changes the order */
	ret = run_quietly(argc, argv);
	FUZZ_CHECK(ret >= 0 && ret <= 2);
	for (i = 0; i < argc; i++)
		free(copy[i]);
}
