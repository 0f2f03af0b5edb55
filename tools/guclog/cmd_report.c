// SPDX-License-Identifier: GPL-2.0-only
#include "cmd.h"

#include <json-c/json.h>
#include <unistd.h>

#include "input/analysed.h"
#include "input/inputs.h"
#include "events/summary.h"
#include "guclog_dump.h"
#include "util/redacted.h"
#include "report/data.h"
#include "report/page.h"
#include "util/file.h"
#include "util/file_out.h"
#include "util/msg.h"
#include "util/options.h"

/* A page with more logs would be too large for a browser. */
#define MAX_LOGS	64

/**
 * struct page_log - a log that the page shows
 * @dump: its devcoredump, NULL without
 * @group: number of its group, see group_of()
 */
struct page_log {
	const struct guclog_dump *dump;
	int group;
};

/**
 * struct report - one run
 * @file: the input
 * @output: destination of the page
 * @in: the input, which is its first one, and further files
 * @no_suspend: --no-suspend
 * @trace_clock: --trace-clock, 0 if it is unknown
 * @redact: --redact
 * @redacted: the input without what was taken out
 * @nr: number of logs that the page shows
 * @columns: their events
 * @page: one for each of them
 */
struct report {
	struct guclog_file *file;
	struct output output;
	struct inputs in;
	bool no_suspend;
	int trace_clock;
	bool redact;
	struct redacted_file redacted;
	unsigned int nr;
	struct columns *columns;
	struct page_log *page;
};

/* The name of a log without that of the input: "GT 0", "dump.txt: GT 0" of a directory. */
static const char *title_of(const struct report *r, const char *name)
{
	const char *input = guclog_file_name(r->file);
	size_t len = input ? strlen(input) : 0;

	if (!len || strncmp(name, input, len))
		return name;
	name += len;
	name += strspn(name, ":/ ");
	return *name ? name : "log";
}

/*
 * What the page shows together: a devcoredump and its logs, or a log without one.
 * Return: its number.
 */
static int group_of(const struct report *r, const struct guclog_dump *dump)
{
	unsigned int i, nr = guclog_file_dumps(r->file);

	for (i = 0; i < nr; i++)
		if (guclog_file_dump(r->file, i) == dump)
			return (int)i;
	return (int)(nr + r->nr);
}

static void add_log(struct report *r, struct json_object *data,
		    const struct analysed_log *log)
{
	const struct guclog_dump *dump = guclog_log_dump(log->view.handle);
	struct columns *c;
	struct summary sum;
	char *name;

	summary_make(&sum, &log->view, log->t);
	r->columns = mem_grow(r->columns, (r->nr + 1) * sizeof(*r->columns));
	r->page = mem_grow(r->page, (r->nr + 1) * sizeof(*r->page));
	r->page[r->nr] = (struct page_log){ dump, group_of(r, dump) };
	data_set_group(data, r->page[r->nr].group);
	c = &r->columns[r->nr++];
	columns_make(c, log->t);
	name = cli_name(&log->view);
	data_add_log(data, log, title_of(r, name), &sum, c->nr, c->unsorted);
	data_add_explanation(data, name, log, NULL);
	free(name);
}

static int save(struct report *r, struct json_object *data)
{
	struct file_out out;
	FILE *f;
	int ret;

	if (file_out_open(&out, &r->output, false))
		return -1;
	f = fdopen(dup(out.fd), "w");
	ret = f ? page_write(f, data, r->columns, r->nr) : -1;
	if (f && fclose(f))
		ret = -1;
	if (!ret)
		return file_out_close(&out);
	msg_fail(out.name, "%s", strerror(errno));
	file_out_drop(&out);
	return -1;
}

/* Only a redacted page can be made of these: nothing else is known of an image. */
static int redact_input(struct report *r, const char *path)
{
	if (file_is_directory(path)) {
		msg_fail(path, "is a directory: with --redact give one of its dumps");
		return -1;
	}
	if (redacted_open(&r->redacted, path, GUCLOG_REDACT_ANY))
		return -1;
	if (r->redacted.redaction ||
	    guclog_form_detect(r->redacted.data, r->redacted.len) == GUCLOG_FORM_IMAGE)
		return 0;
	msg_fail(path, "cannot be redacted as it is; use 'guclog convert --redact' first");
	return -1;
}

/* Return: the name that the page shows, NULL after printing an error. */
static const char *open_input(struct report *r, const char *path)
{
	/* The name of a file can be that of a machine. */
	static const char name[] = "redacted log";

	inputs_begin(&r->in, r->no_suspend, r->trace_clock == 1);
	if (r->redact && redact_input(r, path))
		return NULL;
	if (inputs_open_whole(&r->in, r->redact ? r->redacted.path : path))
		return NULL;
	r->file = r->in.file->logs.logs.file;
	if (r->redact)
		redact_rename(r->file, name);
	return r->redact ? name : path;
}

/* A table of what was taken out, and the same on stderr. */
static void add_redacted(struct report *r, struct json_object *data, const char *path)
{
	static const char * const head[] = { "what was taken out", NULL };
	const struct guclog_redact_count *count = r->redacted.count;
	struct json_object *rows = data_add_table(data, "Redacted", head);
	unsigned int i;
	char text[128];

	for (i = 0; i < GUCLOG_REDACT_KINDS; i++) {
		if (!count[i].places)
			continue;
		guclog_redact_count_text(&count[i], i, text, sizeof(text));
		data_add_cell(data_add_row(rows), text);
	}
	redact_print(count, path);
}

/* A further file adds lines; its GuC logs are not shown. */
static int refuse_log(const struct inputs *all, const char *path)
{
	unsigned int i;

	for (i = 0; i < all->nr; i++) {
		const struct input_file *f = &all->file[i];

		if (f->has_text || !log_file_logs(f->logs.logs.file) ||
		    strcmp(f->path, path))
			continue;
		msg_fail(path, "is neither a kernel log nor a trace; for a page of several logs give their directory");
		return -1;
	}
	return 0;
}

/* Kernel logs and traces, and the messages of a devcoredump. */
static int add_others(struct report *r, struct json_object *data, int nr, char **path)
{
	if (nr == 1 && !guclog_file_dumps(r->file))
		return 0;
	inputs_open_texts(&r->in, r->in.file->path);
	if (inputs_open(&r->in, path + 1, nr - 1))
		return -1;
	while (--nr)
		if (refuse_log(&r->in, path[nr]))
			return -1;
	inputs_sort(&r->in);
	data_add_messages(data, r->in.timeline);
	data_add_lines(data, r->in.timeline);
	return 0;
}

/* A devcoredump: its sections, and its verdict if no log has told it. */
static void add_dump(struct report *r, struct json_object *data, const struct guclog_dump *handle,
		     const char *name)
{
	const struct guclog_dump *dump = handle;
	unsigned int i;

	data_set_group(data, group_of(r, dump));
	for (i = 0; i < r->nr && r->page[i].dump != dump; i++)
		;
	if (i == r->nr)
		data_add_explanation(data, name, NULL, handle);
	/* An incident has one dump, and logs of the same hang beside it. */
	if (guclog_file_dumps(r->file) == 1)
		data_set_group(data, DATA_ALL);
	data_add_dump(data, dump);
}

/* The logs of a devcoredump have the same GPU. */
static void add_facts(struct report *r, struct json_object *data)
{
	unsigned int i;

	for (i = 0; i < r->nr; i++) {
		const struct page_log *log = &r->page[i];

		if (i && log->dump && log->dump == log[-1].dump)
			continue;
		data_set_group(data, log->group);
		data_add_facts(data, &r->in.log[i].view.facts);
	}
}

static int make(struct report *r, struct json_object *data, const char *name, int nr,
		char **path)
{
	unsigned int i, nr_dumps = guclog_file_dumps(r->file);

	if (guclog_file_logs(r->file) > MAX_LOGS) {
		msg_fail(guclog_file_name(r->file), "has %u logs, and a page has at most %u; 'guclog triage' sorts them",
			 guclog_file_logs(r->file), MAX_LOGS);
		return -1;
	}
	inputs_analyse(&r->in);
	for (i = 0; i < r->in.nr_logs; i++)
		add_log(r, data, &r->in.log[i]);
	data_set_group(data, DATA_ALL);
	if (add_others(r, data, nr, path))
		return -1;
	for (i = 0; i < nr_dumps; i++) {
		const struct guclog_dump *dump = guclog_file_dump(r->file, i);

		add_dump(r, data, dump, nr_dumps > 1 ? dump->name : name);
	}
	if (!r->nr && !nr_dumps)
		data_add_explanation(data, name, NULL, NULL);
	add_facts(r, data);
	data_set_group(data, DATA_ALL);
	if (r->redact)
		add_redacted(r, data, path[0]);
	return 0;
}

static int run(void *into, int nr, char **path)
{
	struct report *r = into;
	struct json_object *data;
	const char *name;
	int ret;

	if (nr > 1 && r->redact)
		return options_fail("report", "further FILEs cannot be combined with --redact");
	name = open_input(r, path[0]);
	if (!name)
		return CMD_FAILED;
	data = data_new(name);
	ret = make(r, data, name, nr, path) || save(r, data) ? CMD_FAILED :
	      inputs_status(&r->in);
	json_object_put(data);
	return ret;
}

static void end(void *into)
{
	struct report *r = into;

	while (r->nr)
		columns_free(&r->columns[--r->nr]);
	free(r->columns);
	free(r->page);
	inputs_close(&r->in);
	if (r->redact)
		redacted_close(&r->redacted);
}

static const char * const clocks[] = { "unknown", "boot", NULL };

static const struct option_desc options[] = {
	OPT_GT(struct report, in.choice.gt, "only the log of this GT"),
	OPT_FLAG(struct report, no_suspend, "no-suspend",
		 "the machine was not suspended since it booted: seconds of\n"
		 "the kernel log are seconds since boot"),
	OPT_CHOICE(struct report, trace_clock, "trace-clock", "CLOCK", 0, clocks,
		   "clock of the trace, as for 'guclog decode'"),
	OPT_FLAG(struct report, redact, "redact",
		 "take out what identifies a program or a machine, and what\n"
		 "programs had in memory; the page lists what was taken out"),
	OPT_OUTPUT(struct report, output),
	OPT_END
};

/* guclog report */
const struct cmd cmd_report = {
	.summary = "write a log as a page for a browser",
	.usage = {
		.verb = "report",
		.synopsis = "[OPTION...] INPUT [FILE...]",
		.about =
"Write one HTML page with the verdict, the events over time, the contexts, the\n"
"messages between driver and firmware, and what is wrong with the log. The page\n"
"needs no network and no other file. FILEs are kernel logs and reports of\n"
"trace-cmd; the page shows their lines, as 'guclog decode' does. Of several dumps\n"
"it shows the one that the reader chooses.\n",
		.options = options,
		.notes = USAGE_INPUT,
		.operands = "one INPUT is needed",
		.min_operands = 1,
		.max_operands = OPERANDS_ANY,
	},
	.size = sizeof(struct report),
	.run = run,
	.end = end,
};
