// SPDX-License-Identifier: GPL-2.0-only
/*
 * Runs the whole command guclog. The input's first byte selects a verb with its options, and the
 * rest is the file that it reads. For verbs that read two files the rest has two bytes with the
 * length of the first file, then both files.
 */
#include "fuzz.h"

#include <getopt.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fuzz_input.h"

#define MAX_ARGS	12
#define NULL_FILE	"/dev/null"

/* The command lines. "A" and "B" stand for the input files, "OUT" for the output file. */
static const char * const runs[] = {
	"convert -o OUT A",
	"info A",
	"decode A",
	"check A",
	"convert --to state -o OUT A",
	"convert --to info -o OUT A",
	"convert --to raw --log 0 -o OUT A",
	"convert --note a=b --gt 0 -o OUT A",
	"convert --facts B -o OUT A",
	"convert --facts B --gt 1 --to info -o OUT A",
	"check --as image A",
	"check --as lfd A",
	"check --as asic A",
	"check --as rdf A",
	"check -q A B",
	"info --blocks A",
	"info --blocks --json A",
	"info --json A",
	"decode --json A",
	"decode --context 22 A",
	"decode --engine ccs0 --last 9 A",
	"explain --why A",
	"explain --json A",
	"decode --contexts A",
	"decode --contexts --json A",
	"events --check A",
	"events --check --json A",
	"decode --time tick --last 3 A",
	"decode --time wall --since 1 --until 2026-01-01 A",
	"decode --time ago --since -5 --id 0x1,0x455 A",
	"decode --schema B A",
	"decode --json --schema B A",
	"info --counts A",
	"info --counts --json --schema B A",
	"convert --to crash -o OUT A",
	"convert --to events -o OUT A",
	"convert --to before-load -o OUT A",
	"convert --to page -o OUT A",
	"convert --to capture -o OUT A",
	"convert --to schema -o OUT A",
	"convert --to version A",
	"decode --to csv A",
	"decode --to jsonl --schema B A",
	"decode --to perfetto -o OUT A",
	"decode --to perfetto -o OUT --schema B --last 5 A",
	"asic A",
	"asic --json A",
	"asic --facts A",
	"asic --facts A --to v1 -o OUT",
	"asic --facts A --to v3 -o OUT",
	"asic --facts A --gt 1 --to rdf -o OUT",
	"asic --rdf A -o OUT",
	"layout A",
	"dump A",
	"dump --all A",
	"dump --json A",
	"dump --messages A",
	"dump --messages --json --last 9 A",
	"layout --json --base B A",
	"convert --redact -o OUT A",
	"convert --redact --to lfd -o OUT A",
	"decode A B",
	"decode --json A B",
	"decode --to csv --h2g A B",
	"decode --to jsonl --since -1 --last 9 A B",
	"decode --to perfetto -o OUT A B",
	"report --redact -o OUT A",
	"report -o OUT A B",
	"explain A",
	"explain A B",
	"report --text A",
	"dump --batch A",
	"dump --batch --all --json A",
	"triage A",
	"triage --json A B",
	"triage --jsonl A",
	"triage --csv A",
	"contribute A",
	"events --learn A",
	"events --learn --json A",
	"decode --timeline A",
	"decode --timeline --json A B",
};

static int fd_a = -1, fd_b = -1;

static void fill(int *fd, struct guc_view v)
{
	if (*fd < 0)
		*fd = memfd_create("fuzz", MFD_CLOEXEC);
	FUZZ_CHECK(*fd >= 0);
	FUZZ_CHECK(!ftruncate(*fd, 0));
	FUZZ_CHECK(pwrite(*fd, v.data, v.len, 0) == (ssize_t)v.len);
}

static char *word(const char *start, size_t len)
{
	char buf[32];

	if (len == 1 && (*start == 'A' || *start == 'B'))
		snprintf(buf, sizeof(buf), "/proc/self/fd/%d",
			 *start == 'A' ? fd_a : fd_b);
	else if (len == 3 && !memcmp(start, "OUT", 3))
		snprintf(buf, sizeof(buf), "%s", NULL_FILE);
	else
		snprintf(buf, sizeof(buf), "%.*s", (int)len, start);
	return strdup(buf);
}

static int split(const char *run, char **argv)
{
	int argc = 0;

	argv[argc++] = strdup("guclog");
	while (*run) {
		size_t n = strcspn(run, " ");

		FUZZ_CHECK(argc < MAX_ARGS);
		argv[argc++] = word(run, n);
		run += n + (run[n] == ' ');
	}
	argv[argc] = NULL;
	return argc;
}

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

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
	struct guc_view in = guc_view(data, size);
	const char *run = runs[fuzz_take(&in, 1) % ARRAY_SIZE(runs)];
	struct guc_view a = in, b = guc_view(NULL, 0);
	char *argv[MAX_ARGS + 1], *copy[MAX_ARGS + 1];
	int argc, i, ret;

	if (strchr(run, 'B')) {
		size_t n = min_t(size_t, fuzz_take(&in, 2), in.len);

		a = guc_view_clip(in, 0, n);
		b = guc_view_clip(in, n, in.len - n);
	}
	fill(&fd_a, a);
	fill(&fd_b, b);
	argc = split(run, argv);
	memcpy(copy, argv, sizeof(copy));	/* getopt changes the order */
	ret = run_quietly(argc, argv);
	FUZZ_CHECK(ret >= 0 && ret <= 2);
	for (i = 0; i < argc; i++)
		free(copy[i]);
	return 0;
}
