// SPDX-License-Identifier: GPL-2.0-only
/*
 * Runs the whole command guclog. The input's first byte selects a verb with its options, and the
 * rest is the file that it reads. For verbs that read two files the rest has two bytes with the
 * length of the first file, then both files.
 */
#include "fuzz.h"

#include <sys/mman.h>
#include <unistd.h>

#include "fuzz_input.h"

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
	"check --json A",
	"layout --json A",
	"events --learn --json A B",
	"info --counts --json A",
	"events --json",
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

/* Print a command line to @line, with the files in place of the words "A", "B" and "OUT". */
static void fill_in(char *line, const char *run)
{
	while (*run) {
		size_t n = strcspn(run, " ");

		if (n == 1 && (*run == 'A' || *run == 'B'))
			line += sprintf(line, "/proc/self/fd/%d", *run == 'A' ? fd_a : fd_b);
		else if (n == 3 && !memcmp(run, "OUT", 3))
			line += sprintf(line, "/dev/null");
		else
			line += sprintf(line, "%.*s", (int)n, run);
		run += n;
		if (*run)
			*line++ = *run++;
	}
	*line = '\0';
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
	struct guc_view in = guc_view(data, size);
	const char *run = runs[fuzz_take(&in, 1) % ARRAY_SIZE(runs)];
	struct guc_view a = in, b = guc_view(NULL, 0);
	char line[256];

	if (strchr(run, 'B')) {
		size_t n = min_t(size_t, fuzz_take(&in, 2), in.len);

		a = guc_view_clip(in, 0, n);
		b = guc_view_clip(in, n, in.len - n);
	}
	fill(&fd_a, a);
	fill(&fd_b, b);
	fill_in(line, run);
	fuzz_command(line);
	return 0;
}
