// SPDX-License-Identifier: GPL-2.0-only
/*
 * Runs guclog on folders with any files in them: a stored directory, a store of incidents, and a
 * sysfs, tracefs and debugfs that consist of plain files, for the collector, top and record.
 *
 * Input: a byte that selects the command line, then files. A file is a byte that selects its path
 * from paths[], 24 bits with its length, and its content. The content of a file whose name ends
 * with ".zst" is compressed here, unless RAW is set in the byte that selects the path.
 *
 * A dump can name the process of the fuzzer, see write_dump(). The collector then reads its files
 * in /proc.
 */
#include "fuzz.h"

#include <fcntl.h>
#include <ftw.h>
#include <getopt.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

#include "collect/child.h"
#include "fuzz_input.h"

#define GPU	"0000:03:00.0"
#define OLD	"2026-01-01T00:00:00.000Z-" GPU "-0"
#define NEW	"2026-01-02T00:00:00.000Z-" GPU "-0"
#define DEVCD	"sys/class/devcoredump/"
#define MODULE	"sys/kernel/debug/xe_guclog/" GPU "/"
#define TRACE	"sys/kernel/tracing/instances/xe_guclog"
#define RAW	BIT(7)
#define MAX_FILES	24

static const char * const runs[] = {
	"info dir", "info --json dir", "explain dir", "explain --json dir", "explain --why dir",
	"decode dir", "decode --contexts dir", "decode --timeline dir", "check -q dir",
	"convert -o out dir", "convert --redact -o out dir", "report -o out dir",
	"report --text dir", "triage dir", "triage --json dir", "triage --jsonl dir",
	"triage --csv dir",
	"contribute dir", "dump --all dir", "info --counts dir",
	"incidents --store store", "incidents --store store --json",
	"incidents --store store show " NEW, "incidents --store store --json show " NEW,
	"incidents --store store -o out export " NEW,
	"incidents --store store --redact -o out export " NEW,
	"incidents --store store delete " NEW,
	"info store/" NEW, "explain store/" NEW, "report -o out store/" NEW, "triage store",
	"decode --timeline store/" NEW,
	"collect --no-journal --sys sys --store store devcd1",
	"collect --no-journal --sys sys --store store --free --keep 1 --metrics metrics devcd1",
	"collect --no-journal --sys sys --store store devcd2",
	"collect --no-journal --sys sys --store store --gpu " GPU,
	"collect --no-journal --sys sys --store store --max-bytes 1M --metrics metrics --prepare",
	"collect --no-journal --sys sys --store store --watch 5 " MODULE "gt0/guc_log_stream",
	"top --once --sys sys --store store " MODULE "gt0/guc_log_stream",
	"top --once --json --idle --sys sys --store store " MODULE "gt0/guc_log_stream",
	"record --quiet -o out --stream " MODULE "gt0/guc_log_stream",
	"record --quiet -o out --file-bytes 4K --files 2 --stream " MODULE "gt0/guc_log_stream",
	"record --quiet -o out --max-bytes 8K --stream " MODULE "gt0/guc_log_stream",
	"record -o out --stream " MODULE "gt0/guc_log_stream",
	"collect --no-journal --sys sys --store store --max-bytes 1 devcd1",
	"collect --no-journal --sys sys --store store --keep 2 devcd1",
	"explain --json store/" NEW,
};

/* The order of these paths is also known to seeds_folder.py. */
static const char * const paths[] = {
	"dir/info", "dir/info.txt", "dir/gt0/guc_log_lfd", "dir/gt0/guc_log_raw",
	"dir/gt1/guc_log_lfd",
	"dir/guc_log", "dir/dump.txt", "dir/dmesg.txt", "dir/metadata.json", "dir/other.txt",
	"store/counters.json", "store/" OLD "/metadata.json", "store/" NEW "/metadata.json",
	"store/" NEW "/devcoredump.txt.zst", "store/" NEW "/guc_log.gt0.lfd.zst",
	"store/" NEW "/guc_log.gt0.newest.lfd.zst", "store/" NEW "/info.txt",
	"store/" NEW "/asic_info.rdf", "store/" NEW "/summary.txt", "store/" NEW "/summary.json",
	"store/" NEW "/journal.txt.zst", "store/" NEW "/process.0.txt.zst",
	"store/" NEW "/process.0.maps.zst",
	"store/" NEW "/trace.txt.zst", "store/" NEW "/state.json", "store/" NEW "/notes.txt",
	DEVCD "devcd1/data", DEVCD "devcd2/data", MODULE "info", MODULE "asic_info",
	MODULE "gt0/guc_log_lfd", MODULE "gt0/guc_log_stream", TRACE "/trace",
	TRACE "_queues/trace", "sys/kernel/debug/dri/0/name",
	"sys/kernel/debug/dri/0/gt0/uc/guc_log", "sys/kernel/debug/dri/0/gt0/uc/guc_info",
};

/*
 * The collector runs guclog, and reads the files of a process, in child processes. Here all of it
 * runs in the process of the fuzzer, which would otherwise not see it, and the other programs that
 * the collector calls have no output.
 */
int child_run(const char * const argv[], const char *input, unsigned int seconds,
	      struct child_output *out)
{
	FILE *real = stdout;
	char *copy[8] = { (char *)"guclog" };
	int ret, i;

	(void)input;
	(void)seconds;
	*out = (struct child_output){ .text = NULL };
	stdout = open_memstream(&out->text, &out->len);
	FUZZ_CHECK(stdout);
	for (i = 1; argv[i]; i++)
		copy[i] = (char *)argv[i];
	optind = 0;
	ret = strcmp(argv[0], "/proc/self/exe") ? -1 : guclog_main(i, copy);
	fclose(stdout);
	stdout = real;
	return ret;
}

int child_call(child_fn fn, void *context, unsigned int seconds, struct child_output *out)
{
	FILE *to;

	(void)seconds;
	*out = (struct child_output){ .text = NULL };
	to = open_memstream(&out->text, &out->len);
	FUZZ_CHECK(to);
	fn(context, to);
	fclose(to);
	return 0;
}

int child_explain(const char *path, const char *name, bool json, unsigned int seconds,
		  struct child_output *out)
{
	const char * const argv[] = {
		"/proc/self/exe", "explain", path, json ? "--json" : NULL, NULL
	};

	(void)name;
	return child_run(argv, NULL, seconds, out);
}

static int drop(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
	(void)st;
	(void)type;
	return ftw->level ? remove(path) : 0;
}

/* Enter an empty folder, in memory if the machine has a file system for that. */
static void enter_folder(void)
{
	static char made[32];

	if (!*made) {
		snprintf(made, sizeof(made), "%s/fuzz-XXXXXX",
			 access("/dev/shm", W_OK) ? "/tmp" : "/dev/shm");
		FUZZ_CHECK(mkdtemp(made));
	}
	FUZZ_CHECK(!nftw(made, drop, 16, FTW_DEPTH | FTW_PHYS));
	FUZZ_CHECK(!chdir(made));
}

static void leave_folder(void)
{
	char *dir = getcwd(NULL, 0);

	if (dir && strstr(dir, "/fuzz-")) {
		nftw(dir, drop, 16, FTW_DEPTH | FTW_PHYS);
		rmdir(dir);
	}
	free(dir);
}

static void make_folders(const char *path)
{
	char part[256];
	const char *end;

	for (end = path; (end = strchr(end, '/')); end++) {
		snprintf(part, sizeof(part), "%.*s", (int)(end - path), path);
		FUZZ_CHECK(!mkdir(part, 0700) || errno == EEXIST);
	}
}

static void link_to(const char *path, const char *target)
{
	make_folders(path);
	FUZZ_CHECK(!symlink(target, path) || errno == EEXIST);
}

static void write_file(const char *path, const void *data, size_t len)
{
	int fd;

	make_folders(path);
	fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
	FUZZ_CHECK(fd >= 0 && write(fd, data, len) == (ssize_t)len && !close(fd));
}

static void pack_file(const char *path, const void *data, size_t len)
{
	size_t room = ZSTD_compressBound(len), size;
	void *packed = fuzz_alloc(room);

	size = ZSTD_compress(packed, room, data, len, 1);
	FUZZ_CHECK(!ZSTD_isError(size));
	write_file(path, packed, size);
	free(packed);
}

/* Make a GPU that xe drives, and links from its devcoredumps to it. */
static void make_sysfs(void)
{
	static const char * const files[] = {
		"tracing_on", "buffer_size_kb", "trace_clock", "trace", "options/record-tgid",
		"events/enable", "set_event",
	};
	char path[128];
	unsigned int i;

	make_folders("sys/devices/pci/" GPU "/x");
	make_folders("sys/drivers/xe/x");
	make_folders("sys/devices/xe_guclog-" GPU "-gt0-first/x");
	link_to("sys/devices/pci/" GPU "/driver", "../../../drivers/xe");
	link_to("sys/bus/pci/devices/" GPU, "../../../devices/pci/" GPU);
	link_to("sys/bus/pci/drivers/xe/" GPU, "../../../../devices/pci/" GPU);
	link_to(DEVCD "devcd1/failing_device", "../../../devices/pci/" GPU);
	link_to(DEVCD "devcd2/failing_device", "../../../devices/xe_guclog-" GPU "-gt0-first");
	link_to("sys/devices/pci/" GPU "/devcoredump", "../../../class/devcoredump/devcd1");
	link_to("sys/devices/xe_guclog-" GPU "-gt0-first/devcoredump",
		"../../class/devcoredump/devcd2");
	for (i = 0; i < ARRAY_SIZE(files); i++) {
		snprintf(path, sizeof(path), TRACE "/%s", files[i]);
		write_file(path, "1\n", 2);
	}
}

/* Write a dump of which this process is the cause, if the dump has the line "Process: SELF". */
static void write_dump(const char *path, const void *data, size_t len)
{
	static const char line[] = "\nProcess: SELF\n";
	const char *at = len ? memmem(data, len, line, sizeof(line) - 1) : NULL;
	char comm[16] = "";
	size_t before;
	FILE *file;

	if (!at) {
		write_file(path, data, len);
		return;
	}
	make_folders(path);
	prctl(PR_GET_NAME, comm);
	file = fopen(path, "w");
	FUZZ_CHECK(file);
	before = at - (const char *)data;
	fwrite(data, 1, before, file);
	fprintf(file, "\nProcess: %s [%d]\n", comm, getpid());
	fwrite(at + sizeof(line) - 1, 1, len - before - sizeof(line) + 1, file);
	FUZZ_CHECK(!fclose(file));
}

static void make_files(struct guc_view in)
{
	unsigned int i;

	for (i = 0; i < MAX_FILES && in.len; i++) {
		u32 what = fuzz_take(&in, 1);
		size_t len = min_t(size_t, fuzz_take(&in, 3), in.len);
		const char *path = paths[(what & ~RAW) % ARRAY_SIZE(paths)];
		size_t end = strlen(path);

		if (end > 4 && !strcmp(path + end - 4, ".zst") && !(what & RAW))
			pack_file(path, in.data, len);
		else if (!strcmp(path, DEVCD "devcd1/data"))
			write_dump(path, in.data, len);
		else
			write_file(path, in.data, len);
		in = guc_view_clip(in, len, in.len - len);
	}
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
	static bool begun;
	struct guc_view in = guc_view(data, size);
	const char *run = runs[fuzz_take(&in, 1) % ARRAY_SIZE(runs)];

	if (!begun)
		atexit(leave_folder);
	begun = true;
	enter_folder();
	make_folders("dir/x");
	make_sysfs();
	make_files(in);
	fuzz_command(run);
	return 0;
}
