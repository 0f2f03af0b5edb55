// SPDX-License-Identifier: GPL-2.0-only
#include "cmd.h"

#include <fcntl.h>
#include <fts.h>
#include <json-c/json.h>
#include <search.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "verbs/cli.h"
#include "output/json_out.h"
#include "base/csv.h"
#include "base/printable.h"
#include "read/dump/dump_number.h"
#include "base/msg.h"
#include "base/options.h"
#include "verbs/kernel_text.h"

enum triage_format {
	TRIAGE_TABLE,
	TRIAGE_JSON,
	TRIAGE_JSONL,
	TRIAGE_CSV,
};

/**
 * struct triage_dump - one devcoredump and its hang
 * @path: path of the file with the dump
 * @signature: signature of the hang, a text that is equal for hangs of the same kind
 * @fault: the signature without the number of the engine, so that equal faults on several engines
 *	count as one
 * @engine: the engine of the context that hung, empty when it is not known
 * @process: name of the process whose context hung, empty when it is not known
 * @kernel: release of the kernel, empty when it is not known
 * @known: ids of the published problems that the dump resembles, separated by blanks
 * @wait_ns: how long the GuC waited for the engine, or GUCLOG_NO_TIME
 * @platform: the GPU's platform, empty when it is not known
 * @firmware: version of the GuC's firmware, empty when it is not known
 * @time: time of the newest event, or of the dump if it has no log; seconds since 1970, or -1
 * @group: number of dumps with the same fault, GPU and firmware
 */
struct triage_dump {
	char *path;
	char *signature;
	char *fault;
	char engine[16];
	char process[64];
	char kernel[72];
	char known[128];
	s64 wait_ns;
	char platform[32];
	char firmware[40];
	s64 time;
	unsigned int group;
};

/**
 * struct triage - options and state of "guclog triage"
 * @format: enum triage_format
 * @nr: number of dumps that were read
 * @dump: the dumps and their hangs
 * @skipped: number of files that have no GuC log and are not a devcoredump, or were not read
 * @refused: a file needs more memory than is allowed, and was not read
 * @seen: tree of the files that were found, see tsearch(3); each node is a struct file_id
 */
struct triage {
	int format;
	unsigned int nr;
	struct triage_dump *dump;
	u64 skipped;
	bool refused;
	void *seen;
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
		guclog_dump_text(&dump->gt[0].log.fields, "GuC version") : NULL;
	u64 value;

	if (dump_number(&dump->head, "PCI ID", &value) && value <= 0xffff &&
	    !guclog_device_find((uint16_t)value, &device))
		snprintf(d->platform, sizeof(d->platform), "%s", device.platform);
	if (dump_seconds(&dump->head, "Snapshot time", &value))
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
	d->fault = without_instance(e->signature, e->engine);
	snprintf(d->engine, sizeof(d->engine), "%s", e->engine);
	copy_text(d->process, sizeof(d->process), e->driver.process ?: "");
	d->wait_ns = e->wait_ns;
	d->known[0] = '\0';
	for (i = 0; i < e->nr_known && len < sizeof(d->known); i++)
		len += (size_t)snprintf(d->known + len, sizeof(d->known) - len, "%s%s",
					len ? " " : "", e->known[i]->id);
	dump = dump ?: log->log->dump;
	if (dump) {
		describe_dump(d, dump);
		kernel = guclog_dump_text(&dump->head, "kernel");
	}
	if (!kernel && log && guclog_facts_has(log->log->facts, GUCLOG_FACT_KERNEL))
		kernel = log->log->facts->kernel;
	copy_text(d->kernel, sizeof(d->kernel), kernel ?: "");
	guclog_explanation_free(e);
	if (!d->signature || !d->fault)
		mem_none();
}

static struct triage_dump *add(struct triage *t, const char *path)
{
	struct triage_dump *d;

	if (!(t->nr & (t->nr - 1)))
		t->dump = mem_grow(t->dump, (t->nr ? 2 * t->nr : 1) * sizeof(*t->dump));
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
static bool read_kernel_log(struct triage *t, const struct cli_logs *in, const char *path)
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
static void read_dump(struct triage *t, const char *path)
{
	struct cli_logs in = { .file = NULL };
	struct triage_dump *d = NULL;
	const struct guclog_dump *of = NULL;
	struct cli_log log;
	unsigned int i = 0;
	bool done = false;

	msg_quiet(true);
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
	msg_quiet(false);
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
static bool is_new(struct triage *t, const struct stat *st)
{
	struct file_id *id = mem_zero(sizeof(*id)), **found;

	*id = (struct file_id){ st->st_dev, st->st_ino };
	found = tsearch(id, &t->seen, by_id);
	if (!found)
		mem_none();
	if (*found == id)
		return true;
	free(id);
	return false;
}

static int read_tree(struct triage *t, char *path)
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
		} else if (is_input(e) && is_new(t, e->fts_statp)) {
			read_dump(t, e->fts_accpath);
		}
	}
	fts_close(fts);
	return ret;
}

static int read_path(struct triage *t, char *path)
{
	if (strcmp(path, "-"))
		return read_tree(t, path);
	read_dump(t, path);
	return CMD_FINE;
}

/* Compare two dumps, to sort them by the size of their group (largest first), group and time. */
static int by_group(const void *a, const void *b)
{
	const struct triage_dump *x = a, *y = b;
	int diff = (x->group < y->group) - (x->group > y->group) ?:
		   strcmp(x->fault, y->fault) ?:
		   strcmp(x->platform, y->platform) ?:
		   strcmp(x->firmware, y->firmware);

	if (diff)
		return diff;
	if (x->time != y->time)
		return x->time < y->time ? -1 : 1;
	return strcmp(x->path, y->path);
}

/*
 * Return: number of successive dumps from index @from on with the same fault, GPU and firmware.
 * They are one group.
 */
static unsigned int group_len(const struct triage *t, unsigned int from)
{
	const struct triage_dump *d = &t->dump[from];
	unsigned int n = 1;

	while (from + n < t->nr && !strcmp(d[n].fault, d->fault) &&
	       !strcmp(d[n].platform, d->platform) &&
	       !strcmp(d[n].firmware, d->firmware))
		n++;
	return n;
}

static void sort(struct triage *t)
{
	unsigned int i, k, n;

	if (!t->nr)
		return;
	qsort(t->dump, t->nr, sizeof(*t->dump), by_group);
	for (i = 0; i < t->nr; i += n) {
		n = group_len(t, i);
		for (k = i; k < i + n; k++)
			t->dump[k].group = n;
	}
	qsort(t->dump, t->nr, sizeof(*t->dump), by_group);
}

static const char *date(s64 time, char buf[32])
{
	time_t second = (time_t)time;
	struct tm tm;

	if (time < 0 || !gmtime_r(&second, &tm))
		return "unknown";
	strftime(buf, 32, "%Y-%m-%dT%H:%M:%SZ", &tm);
	return buf;
}

static const char *known(const char *text)
{
	return *text ? text : "unknown";
}

static void put_time(struct json_object *o, const char *key, s64 time)
{
	char buf[32];

	json_put(o, key, time < 0 ? NULL : json_object_new_string(date(time, buf)));
}

static void put_text(struct json_object *o, const char *key, const char *text)
{
	json_put(o, key, *text ? json_object_new_string(text) : NULL);
}

static struct json_object *dump_object(const struct triage_dump *d)
{
	struct json_object *o = json_object_new_object();

	put_text(o, "file", d->path);
	put_text(o, "signature", d->signature);
	put_text(o, "fault", d->fault);
	put_text(o, "engine", d->engine);
	put_text(o, "process", d->process);
	json_put(o, "wait_ms", d->wait_ns == GUCLOG_NO_TIME ? NULL :
		 json_object_new_int64(d->wait_ns / 1000000));
	put_text(o, "platform", d->platform);
	put_text(o, "kernel", d->kernel);
	put_text(o, "firmware", d->firmware);
	put_text(o, "known", d->known);
	put_time(o, "time", d->time);
	return o;
}

/*
 * Return: whether the text at @offset of the structure d[i] is not empty and differs from the texts
 * at @offset of all structures before it.
 */
static bool is_first(const struct triage_dump *d, unsigned int i, size_t offset)
{
	const char *text = (const char *)&d[i] + offset;
	unsigned int k;

	for (k = 0; k < i; k++)
		if (!strcmp((const char *)&d[k] + offset, text))
			return false;
	return *text;
}

/*
 * Add a list of the different texts of a group of @n dumps. The text of each dump is at @offset of
 * its struct triage_dump.
 */
static void put_list(struct json_object *o, const char *key, const struct triage_dump *d,
		     unsigned int n, size_t offset)
{
	struct json_object *list = json_object_new_array();
	unsigned int i;

	for (i = 0; i < n; i++)
		if (is_first(d, i, offset))
			json_object_array_add(list, json_object_new_string((const char *)&d[i] +
									   offset));
	json_put(o, key, list);
}

/*
 * Find the first dump in a group of @n dumps that resembles published problems. Return: the ids of
 * these problems, or "" if there is no such dump.
 */
static const char *first_known(const struct triage_dump *d, unsigned int n)
{
	unsigned int i;

	for (i = 0; i + 1 < n && !*d[i].known; i++)
		;
	return d[i].known;
}

static struct json_object *group_object(const struct triage_dump *d, unsigned int n)
{
	struct json_object *o = json_object_new_object();

	put_text(o, "fault", d->fault);
	put_list(o, "engines", d, n, offsetof(struct triage_dump, engine));
	put_list(o, "processes", d, n, offsetof(struct triage_dump, process));
	put_list(o, "kernels", d, n, offsetof(struct triage_dump, kernel));
	put_text(o, "platform", d->platform);
	put_text(o, "firmware", d->firmware);
	put_text(o, "known", first_known(d, n));
	json_put_u64(o, "count", n);
	put_time(o, "first", d[0].time);
	put_time(o, "last", d[n - 1].time);
	put_text(o, "representative", d[0].path);
	return o;
}

static void show_json(const struct triage *t)
{
	struct json_object *o = json_object_new_object();
	struct json_object *groups = json_object_new_array();
	unsigned int i, n;

	for (i = 0; i < t->nr; i += n) {
		n = group_len(t, i);
		json_object_array_add(groups, group_object(&t->dump[i], n));
	}
	json_put(o, "groups", groups);
	json_put_u64(o, "dumps", t->nr);
	json_put_u64(o, "skipped", t->skipped);
	json_print(o);
}

static void show_jsonl(const struct triage *t)
{
	struct json_object *o;
	unsigned int i;

	for (i = 0; i < t->nr; i++) {
		o = dump_object(&t->dump[i]);
		puts(json_object_to_json_string_ext(o, JSON_C_TO_STRING_PLAIN |
							JSON_C_TO_STRING_NOSLASHESCAPE));
		json_object_put(o);
	}
}

/*
 * Print a field of CSV, and the character @end after it. An unknown value (@text is empty) is
 * printed without quotes, because programs that read CSV treat such a field as null.
 */
static void put_csv(const char *text, char end)
{
	if (*text)
		putchar('"');
	if (csv_is_formula(text))
		putchar('\'');
	for (; *text; text++) {
		if (*text == '"')
			putchar('"');
		putchar(*text);
		if (!text[1])
			putchar('"');
	}
	putchar(end);
}

static void show_csv(const struct triage *t)
{
	unsigned int i;
	char buf[32];

	puts("file,signature,fault,engine,process,wait_ms,platform,kernel,firmware,known,time");
	for (i = 0; i < t->nr; i++) {
		const struct triage_dump *d = &t->dump[i];

		put_csv(d->path, ',');
		put_csv(d->signature, ',');
		put_csv(d->fault, ',');
		put_csv(d->engine, ',');
		put_csv(d->process, ',');
		if (d->wait_ns != GUCLOG_NO_TIME)
			printf("%lld", (long long)d->wait_ns / 1000000);
		putchar(',');
		put_csv(d->platform, ',');
		put_csv(d->kernel, ',');
		put_csv(d->firmware, ',');
		put_csv(d->known, ',');
		put_csv(d->time < 0 ? "" : date(d->time, buf), '\n');
	}
}

/* Print a line with the different texts at @offset of the struct triage_dump of each dump. */
static void show_list(const char *name, const struct triage_dump *d, unsigned int n,
		      size_t offset)
{
	unsigned int i, nr = 0;

	for (i = 0; i < n; i++)
		if (is_first(d, i, offset))
			printf("%s%s", nr++ ? ", " : name, (const char *)&d[i] + offset);
	if (nr)
		putchar('\n');
}

/* Print the shortest and the longest time that the GuC waited for the engine. */
static void show_waits(const struct triage_dump *d, unsigned int n)
{
	s64 least = INT64_MAX, most = -1;
	unsigned int i;

	for (i = 0; i < n; i++) {
		if (d[i].wait_ns == GUCLOG_NO_TIME)
			continue;
		least = min_t(s64, least, d[i].wait_ns / 1000000);
		most = max_t(s64, most, d[i].wait_ns / 1000000);
	}
	if (most >= 0)
		printf("        waited   %lld to %lld ms\n", (long long)least, (long long)most);
}

static void show_group(const struct triage_dump *d, unsigned int n)
{
	char a[32], b[32];

	printf("%6u  %s\n", n, d->fault);
	printf("        %s, GuC %s, first %s, last %s\n", known(d->platform),
	       known(d->firmware), date(d[0].time, a), date(d[n - 1].time, b));
	show_list("        engines  ", d, n, offsetof(struct triage_dump, engine));
	show_list("        programs ", d, n, offsetof(struct triage_dump, process));
	show_waits(d, n);
	show_list("        kernels  ", d, n, offsetof(struct triage_dump, kernel));
	show_list("        known    ", d, n, offsetof(struct triage_dump, known));
	printf("        %s\n", d->path);
}

static void show_table(const struct triage *t)
{
	unsigned int i, n;

	for (i = 0; i < t->nr; i += n) {
		n = group_len(t, i);
		show_group(&t->dump[i], n);
	}
	printf("%u dump%s; %llu other file%s skipped\n", t->nr, t->nr == 1 ? "" : "s",
	       t->skipped, t->skipped == 1 ? " was" : "s were");
}

static int run(void *into, int nr, char **path)
{
	struct triage *t = into;
	int ret = CMD_FINE;

	for (; nr; nr--, path++)
		ret |= read_path(t, *path);
	sort(t);
	switch (t->format) {
	case TRIAGE_JSON:
		show_json(t);
		break;
	case TRIAGE_JSONL:
		show_jsonl(t);
		break;
	case TRIAGE_CSV:
		show_csv(t);
		break;
	default:
		show_table(t);
	}
	return t->refused ? CMD_FAILED : ret;
}

static void end(void *into)
{
	struct triage *t = into;

	while (t->nr--) {
		free(t->dump[t->nr].path);
		free(t->dump[t->nr].signature);
		free(t->dump[t->nr].fault);
	}
	free(t->dump);
	tdestroy(t->seen, free);
}

static const struct option_desc options[] = {
	OPT_SELECT(struct triage, format, "json", TRIAGE_JSON,
		   "print one JSON object, with an array of the faults"),
	OPT_SELECT(struct triage, format, "jsonl", TRIAGE_JSONL,
		   "print a line of JSON for each dump"),
	OPT_SELECT(struct triage, format, "csv", TRIAGE_CSV,
		   "print a line of CSV for each dump"),
	OPT_END
};

/* guclog triage */
const struct cmd cmd_triage = {
	.summary = "sort many dumps by what happened in them",
	.usage = {
		.verb = "triage",
		.synopsis = "[OPTION...] PATH...",
		.about =
"Explain many dumps and count those with the same fault (verdict, class of the engine,\n"
"the Reason of the dump without its numbers), GPU and firmware.\n",
		.options = options,
		.notes =
"PATH is a file in any form, or a directory, which is searched recursively; links in\n"
"it are not followed. A file that several PATHs contain counts once.\n"
"Files that are neither a GuC log nor a devcoredump are only counted.\n",
		.operands = "at least one PATH is needed",
		.min_operands = 1,
		.max_operands = OPERANDS_ANY,
	},
	CMD_INTO(struct triage),
	.run = run,
	.end = end,
};
