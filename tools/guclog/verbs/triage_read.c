// SPDX-License-Identifier: GPL-2.0-only
/*
 * Finds the files for "guclog triage", and explains the dumps in them. Several threads read the
 * files, because each file is independent of the others.
 */
#include "verbs/triage.h"

#include <fcntl.h>
#include <fts.h>
#include <malloc.h>
#include <pthread.h>
#include <sched.h>
#include <search.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cmd.h"
#include "verbs/cli.h"
#include "base/msg.h"
#include "base/out.h"
#include "base/status.h"
#include "model/known_names.h"
#include "output/report/summary.h"
#include "read/dump/dump_number.h"
#include "verbs/kernel_text.h"

/* Largest number of threads. Each of them can need the memory of one input. */
#define MAX_THREADS	8u

/**
 * struct file_dumps - the dumps of one file
 * @nr: number of dumps
 * @dump: the dumps and their hangs
 * @skipped: the file has no GuC log and is not a devcoredump, or was not read
 * @refused: the file needs more memory than is allowed, and was not read
 */
struct file_dumps {
	unsigned int nr;
	struct triage_dump *dump;
	bool skipped;
	bool refused;
};

/**
 * struct files - the files to read
 * @nr: number of files
 * @path: their paths
 * @seen: tree of the files that were found, see tsearch(3); each node is a struct file_id
 * @lock: protects the members below
 * @next: number of the next file to read
 * @t: gets the dumps
 */
struct files {
	size_t nr;
	char **path;
	void *seen;
	pthread_mutex_t lock;
	size_t next;
	struct triage *t;
};

/**
 * struct file_id - what identifies a file, whatever its name
 * @dev: device with the file system
 * @ino: number of the inode
 */
struct file_id {
	dev_t dev;
	ino_t ino;
};

/* Return: a list of @nr elements of @size bytes, moved if it had no room for one more. */
static void *grown(void *list, size_t nr, size_t size)
{
	return nr & (nr - 1) ? list : mem_grow(list, (nr ? 2 * nr : 1) * size);
}

/*
 * Remove the number of the engine from a signature, so "reset on bcs3: ..." becomes
 * "reset on bcs: ...". Return: the new text, which the caller must free.
 */
static char *without_instance(const char *signature, const char *engine)
{
	size_t class = strcspn(engine, "0123456789");
	const char *at = *engine ? strstr(signature, engine) : NULL;

	if (!at)
		return mem_copy(signature);
	return mem_printf("%.*s%s", (int)(at + class - signature), signature,
			  at + strlen(engine));
}

/* Copy a text of a dump without its control characters. */
static void copy_text(char *to, size_t size, const char *text)
{
	char *clean = printable(text);

	snprintf(to, size, "%s", clean);
	free(clean);
}

/* Fill in the values that a devcoredump has outside of its log, in case the log lacks them. */
static void describe_dump(struct triage_dump *d, const struct guclog_dump *dump)
{
	struct guclog_device device;
	const char *version = dump->nr_gts ?
		guclog_dump_text(&dump->gt[0].log.fields, DUMP_LOG_VERSION) : NULL;
	u64 value;

	if (dump_number(&dump->head, DUMP_HEAD_PCI_ID, &value) && value <= 0xffff &&
	    !guclog_device_find((uint16_t)value, &device))
		snprintf(d->platform, sizeof(d->platform), "%s", device.platform);
	if (dump_seconds(&dump->head, DUMP_HEAD_SNAPSHOT_TIME, &value))
		d->time = (s64)(value / NS_PER_SEC);
	copy_text(d->firmware, sizeof(d->firmware), version ?: "");
	d->firmware[strcspn(d->firmware, " ")] = '\0';	/* "70.44.1 (wanted 70.49.4)" */
}

/* Fill in the properties of a hang from the explanation of a log, or of a dump without a log. */
static void explain(struct triage_dump *d, const struct cli_log *log,
		    const struct guclog_dump *dump)
{
	const struct guclog_explanation *e = cli_log_explain(log, dump, NULL, NULL);
	const char *kernel = NULL;
	size_t len = 0;
	unsigned int i;

	free(d->signature);
	free(d->fault);
	d->signature = mem_copy(e->signature);
	d->fault = without_instance(e->signature, e->first->engine);
	snprintf(d->engine, sizeof(d->engine), "%s", e->first->engine);
	copy_text(d->process, sizeof(d->process), e->driver.process ?: "");
	d->wait_ns = e->wait_ns;
	d->known[0] = '\0';
	for (i = 0; i < e->nr_known && len < sizeof(d->known); i++)
		len += (size_t)snprintf(d->known + len, sizeof(d->known) - len, "%s%s",
					len ? " " : "", e->known[i]->id);
	dump = dump ?: log->log->dump;
	if (dump) {
		describe_dump(d, dump);
		kernel = guclog_dump_text(&dump->head, DUMP_HEAD_KERNEL);
	}
	if (!kernel && log && guclog_facts_has(log->log->facts, GUCLOG_FACT_KERNEL))
		kernel = log->log->facts->kernel;
	copy_text(d->kernel, sizeof(d->kernel), kernel ?: "");
	guclog_explanation_free(e);
}

static struct triage_dump *add(struct file_dumps *t, const char *path)
{
	struct triage_dump *d;

	t->dump = grown(t->dump, t->nr, sizeof(*t->dump));
	d = &t->dump[t->nr++];
	*d = (struct triage_dump){
		.path = printable(path), .time = -1, .wait_ns = GUCLOG_NO_TIME,
	};
	return d;
}

static void describe(struct triage_dump *d, const struct cli_log *log)
{
	struct guclog_summary sum;

	guclog_log_summary(log->log, log->t, &sum);
	if (guclog_facts_has(log->log->facts, GUCLOG_FACT_PLATFORM))
		guclog_facts_get(log->log->facts, guclog_fact_key(GUCLOG_FACT_PLATFORM),
				 d->platform, sizeof(d->platform));
	snprintf(d->firmware, sizeof(d->firmware), "%s", sum.firmware);
	if (sum.span_ns >= 0 && sum.events->has_realtime)
		d->time = guclog_events_realtime_ns(sum.events, sum.events->newest) / NS_PER_SEC;
}

/*
 * Explain the gravest incident of a file that is a kernel log alone. Return: false if it is none,
 * or has no incident.
 */
static bool read_kernel_log(struct file_dumps *t, const struct cli_logs *in, const char *path)
{
	struct kernel_logs kernel = { .nr = 0 };
	const struct guclog_explanation *e;
	struct triage_dump *d;
	bool is;

	is = kernel_text_open(&kernel, in, path) && kernel.log[0]->nr_incidents;
	if (is) {
		d = add(t, path);
		e = cli_log_explain(NULL, NULL, &kernel, NULL);
		d->signature = mem_copy(e->signature);
		d->fault = mem_copy(e->signature);
		snprintf(d->engine, sizeof(d->engine), "%s", e->driver.engine_class ?: "");
		copy_text(d->process, sizeof(d->process), e->driver.process ?: "");
		copy_text(d->kernel, sizeof(d->kernel), kernel.log[0]->kernel ?: "");
		guclog_explanation_free(e);
	}
	kernel_logs_free(&kernel);
	return is;
}

/*
 * Explain each devcoredump of a file. If a devcoredump has several logs, the first log with a hang
 * is explained, or the first log if none has a hang. Without a log, the devcoredump is explained.
 * The logs of a file without devcoredumps are treated like the logs of one devcoredump.
 */
static void read_file(struct file_dumps *t, const char *path)
{
	struct cli_logs in = { .file = NULL };
	struct triage_dump *d = NULL;
	const struct guclog_dump *of = NULL;
	struct cli_log log;
	unsigned int i = 0;
	bool done = false;

	if (cli_open_with_analysis(&in, path)) {
		t->skipped += !read_kernel_log(t, &in, path);
		t->refused |= in.refused;
		goto out;
	}
	while (cli_next_analysis(&in, &i, &log)) {
		bool hang = log.a && guclog_analysis_findings(log.a)->hang == GUCLOG_YES;

		/*
		 * If this log is from another devcoredump than the log before, add a new element to
		 * @t->dump.
		 */
		if (d && log.log->dump != of) {
			d = NULL;
			done = false;
		}
		of = log.log->dump;
		if (!done && (!d || hang)) {
			d = d ?: add(t, path);
			explain(d, &log, NULL);
			describe(d, &log);
		}
		guclog_events_close(log.t);
		done |= hang;
	}
	for (i = 0; i < in.file->nr_dumps; i++)
		if (!in.file->dump[i]->log)
			explain(add(t, path), NULL, in.file->dump[i]);
out:
	cli_close(&in);
}

/*
 * Return: whether to read the file that fts has found. In a directory, only regular files are read,
 * but no links, because a link may be a second name of a file.
 */
static bool is_input(const FTSENT *e)
{
	return e->fts_info == FTS_F ||
	       (e->fts_info == FTS_DEFAULT && e->fts_level == FTS_ROOTLEVEL);
}

static int by_id(const void *a, const void *b)
{
	const struct file_id *x = a, *y = b;

	return (x->dev > y->dev) - (x->dev < y->dev) ?: (x->ino > y->ino) - (x->ino < y->ino);
}

/* Return: whether a file was found for the first time; several PATHs can contain the same file. */
static bool is_new(struct files *files, const struct stat *st)
{
	struct file_id *id = mem_zero(sizeof(*id)), **found;

	*id = (struct file_id){ st->st_dev, st->st_ino };
	found = tsearch(id, &files->seen, by_id);
	if (!found)
		mem_none();
	if (*found == id)
		return true;
	free(id);
	return false;
}

static void add_file(struct files *files, const char *path)
{
	files->path = grown(files->path, files->nr, sizeof(*files->path));
	files->path[files->nr++] = mem_copy(path);
}

/* Find the files of a directory, or the file with this path. Return: enum cmd_status. */
static int find_files(struct files *files, char *path)
{
	char * const paths[] = { path, NULL };
	FTS *fts = fts_open(paths, FTS_PHYSICAL | FTS_COMFOLLOW | FTS_NOCHDIR, NULL);
	int ret = CMD_FINE, error;
	FTSENT *e;

	if (!fts) {
		msg_fail(path, "%s", strerror(errno));
		return CMD_FAILED;
	}
	while ((e = fts_read(fts))) {
		error = 0;
		if (is_input(e))
			error = access(e->fts_accpath, R_OK) ? errno : 0;
		else if (e->fts_info == FTS_ERR || e->fts_info == FTS_DNR || e->fts_info == FTS_NS)
			error = e->fts_errno;
		else if (e->fts_info == FTS_SLNONE)
			error = ENOENT;
		if (error) {
			msg_fail(e->fts_path, "%s", strerror(error));
			ret = CMD_FAILED;
		} else if (is_input(e) && is_new(files, e->fts_statp)) {
			add_file(files, e->fts_accpath);
		}
	}
	fts_close(fts);
	return ret;
}

/* Add the dumps of a file to those of the other files. */
static void take(struct triage *t, const struct file_dumps *from)
{
	unsigned int i;

	t->skipped += from->skipped;
	t->refused |= from->refused;
	for (i = 0; i < from->nr; i++) {
		t->dump = grown(t->dump, t->nr, sizeof(*t->dump));
		t->dump[t->nr++] = from->dump[i];
	}
	free(from->dump);
}

/* A thread: read files until there are none left. @arg: the files */
static void *read_files(void *arg)
{
	struct files *files = arg;
	bool quiet = msg_quiet(true);

	pthread_mutex_lock(&files->lock);
	while (files->next < files->nr) {
		struct file_dumps one = { .nr = 0 };
		const char *path = files->path[files->next++];

		pthread_mutex_unlock(&files->lock);
		read_file(&one, path);
		pthread_mutex_lock(&files->lock);
		take(files->t, &one);
	}
	pthread_mutex_unlock(&files->lock);
	msg_quiet(quiet);
	return NULL;
}

/* Return: how many threads are to read the files. */
static unsigned int nr_threads(const struct files *files)
{
	cpu_set_t set;
	unsigned int nr = 1;

	if (!out_now()->library && !sched_getaffinity(0, sizeof(set), &set))
		nr = (unsigned int)CPU_COUNT(&set);
	return (unsigned int)min_t(size_t, files->nr, min(nr, MAX_THREADS));
}

/*
 * By default, malloc() gives memory back to the kernel whenever a dump is closed, and the kernel
 * zeroes it again for the next dump. This takes longer than all else. So keep it, within limits.
 */
static void keep_memory(void)
{
#ifdef M_TRIM_THRESHOLD
	mallopt(M_TRIM_THRESHOLD, 64 << 20);
	mallopt(M_TOP_PAD, 1 << 20);
	mallopt(M_MMAP_THRESHOLD, 4 << 20);
#endif
}

static void read_all(struct files *files)
{
	pthread_t thread[MAX_THREADS];
	unsigned int nr = nr_threads(files), i;

	if (!out_now()->library)
		keep_memory();
	pthread_mutex_init(&files->lock, NULL);
	/* This thread reads files, too, also if no other can be made. */
	for (i = 1; i < nr; i++)
		if (pthread_create(&thread[i], NULL, read_files, files))
			break;
	nr = i;
	read_files(files);
	for (i = 1; i < nr; i++)
		pthread_join(thread[i], NULL);
	pthread_mutex_destroy(&files->lock);
}

/**
 * triage_read() - read files and explain their dumps
 * @t: gets the dumps, in no particular order
 * @nr: number of paths
 * @path: files in any form, directories, which are searched recursively, or "-" for standard input
 *
 * Prints on stderr which files cannot be read. The program ends if there is no memory.
 *
 * Context: process context; starts threads, which have ended when it returns.
 * Return: enum cmd_status.
 */
int triage_read(struct triage *t, int nr, char **path)
{
	struct files files = { .t = t };
	int ret = CMD_FINE;

	for (; nr; nr--, path++) {
		if (strcmp(*path, "-"))
			ret |= find_files(&files, *path);
		else
			add_file(&files, *path);
	}
	read_all(&files);
	while (files.nr)
		free(files.path[--files.nr]);
	free(files.path);
	tdestroy(files.seen, free);
	return ret;
}
