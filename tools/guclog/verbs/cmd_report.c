// SPDX-License-Identifier: GPL-2.0-only
#include "cmd.h"

#include "collect/process.h"
#include "verbs/cli.h"
#include "verbs/log_messages.h"
#include "base/file.h"
#include "base/file_out.h"
#include "base/msg.h"
#include "base/options.h"
#include "output/redacted.h"
#include "output/report/reports.h"
#include "output/report/summary.h"
#include "timeline/items.h"

/**
 * struct report_file - a kernel log or the report of a trace
 * @name: name of the file if it must be freed, otherwise NULL
 * @data: bytes of the file
 * @redaction: the redacted bytes, NULL without --redact
 */
struct report_file {
	char *name;
	u8 *data;
	const struct guclog_redaction *redaction;
};

/**
 * struct report - options and state of "guclog report"
 * @in: the input, with its logs
 * @output: destination of the report
 * @no_suspend: --no-suspend
 * @trace_clock: --trace-clock, 0 if it is unknown
 * @text: --text
 * @redact: --redact
 * @redacted: the redacted input
 * @count: number of items that were removed from all files
 * @nr: number of kernel logs and traces
 * @file: the kernel logs and traces
 * @texts: the same kernel logs and traces, in the form that the library expects
 * @cut: a kernel log or a trace could not be read to its end
 * @alone: the input has no GuC log that can be shown, so it is read as a kernel log
 */
struct report {
	struct cli_logs in;
	struct output output;
	bool no_suspend;
	int trace_clock;
	bool text;
	bool redact;
	struct redacted_file redacted;
	struct guclog_redact_count count[GUCLOG_REDACT_KINDS];
	unsigned int nr;
	struct report_file *file;
	struct guclog_report_text *texts;
	bool cut;
	bool alone;
};

/* Read the input and redact it. */
static int redact_input(struct report *r, const char *path)
{
	struct log_source source;

	if (file_is_directory(path)) {
		msg_fail(path, "is a directory: --redact needs one of the dumps in it as INPUT");
		return -1;
	}
	if (redacted_open(&r->redacted, path, GUCLOG_REDACT_ANY))
		return -1;
	redact_add_counts(r->count, r->redacted.count);
	if (r->redacted.redaction)
		return redacted_check(&r->redacted, path) == CMD_FAILED ? -1 : 0;
	source = redacted_source(&r->redacted, path);
	r->in.file = cli_open_file(path, &source, 0);
	if (r->in.file->nr_logs)
		msg_fail(path, "cannot be redacted in this form; use 'guclog convert --redact' first");
	else
		log_say_absent(r->in.file, GUCLOG_WANT_LOG);
	return -1;
}

/* Return: the name of the input that the report shows, or NULL after printing an error. */
static const char *open_input(struct report *r, const char *path)
{
	/* The report shows this text, because the name of the file can contain a host name. */
	static const char name[] = "redacted log";

	text_file_again(path);
	if (r->redact && redact_input(r, path))
		return NULL;
	if (r->redact)
		r->in.source = redacted_source(&r->redacted, name);
	/* A kernel log without a GuC log is read later: see open_alone(). */
	r->in.is_text = true;
	r->alone = cli_open_with_analysis(&r->in, path);
	r->in.is_text = false;
	return r->redact ? name : path;
}

/*
 * Set the status of the input to CMD_FAULTS if a log that the report shows has faults, or if a
 * devcoredump was cut off.
 */
static void find_faults(struct cli_logs *in)
{
	const struct guclog_log *log;
	unsigned int i = 0;

	cli_say_cut(in);
	while ((log = cli_next(in, &i)))
		if (!guclog_log_complete(log))
			in->status = max(in->status, (int)CMD_FAULTS);
}

/* Return: whether bytes are a kernel log or the report of a trace. */
static bool is_text(const void *data, size_t len)
{
	struct guclog_timeline *t = guclog_timeline_new(0);
	int ret = t ? guclog_timeline_add_text(t, "", data, len) : -ENOMEM;

	guclog_timeline_free(t);
	if (ret == -ENOMEM)
		mem_none();
	return !ret;
}

static void add_text(struct report *r, const char *name, u8 *data, const void *bytes, size_t len,
		     const struct guclog_redaction *redaction)
{
	r->file = mem_grow(r->file, (r->nr + 1) * sizeof(*r->file));
	r->texts = mem_grow(r->texts, (r->nr + 1) * sizeof(*r->texts));
	r->file[r->nr] = (struct report_file){ NULL, data, redaction };
	r->texts[r->nr++] = (struct guclog_report_text){ name, bytes, len };
}

/* Return: the redacted bytes of a text, or NULL after printing why it cannot be redacted. */
static const struct guclog_redaction *redact_text(struct report *r, const char *path,
						  const u8 *data, size_t len)
{
	const struct guclog_redaction *redaction;
	int error;

	redaction = guclog_redact(data, len, GUCLOG_REDACT_ANY, &error);
	if (error == -ENOMEM)
		mem_none();
	if (!redaction)
		msg_fail(path, "cannot be redacted: only the text of dmesg or of journalctl can");
	else
		redact_add_counts(r->count, redaction->count);
	return redaction;
}

/*
 * Add a file to the report if it is a kernel log or the report of a trace. With --redact its name
 * is left out, because it can contain the name of a machine. Return: 1 if the file was added, 0 if
 * it is neither a kernel log nor a trace, or -1 after printing an error.
 */
static int take_text(struct report *r, const char *path, u8 *data, size_t len)
{
	const struct guclog_redaction *redaction = NULL;

	if (!is_text(data, len))
		return 0;
	if (r->redact) {
		redaction = redact_text(r, path, data, len);
		if (!redaction)
			return -1;
	}
	if (redaction)
		add_text(r, "(name redacted)", data, redaction->data, redaction->len,
			 redaction);
	else
		add_text(r, file_title(path), data, data, len, NULL);
	return 1;
}

/*
 * Read a file and pass it to take_text(). Return: the same as take_text(), and 0 for a directory.
 */
static int open_text(struct report *r, const char *path)
{
	size_t len;
	int more, ret;
	u8 *data;

	if (file_is_directory(path))
		return 0;
	data = text_file_read(path, TEXT_FILE_MAX, &len, &more);
	if (!data)
		return -1;
	ret = take_text(r, path, data, len);
	if (ret > 0 && more) {
		r->cut = true;
		if (more > 0)
			msg_fail(path, "is too long: only its first %zu bytes are read", len);
	}
	if (ret <= 0)
		free(data);
	return ret;
}

/*
 * Add a file of the input directory, such as the directory of an incident, if the file is a kernel
 * log or the report of a trace.
 */
static void open_own(void *to, char *path)
{
	struct report *r = to;
	bool quiet = msg_quiet(true);
	int ret = open_text(r, path);

	msg_quiet(quiet);
	/*
	 * The report uses @path as the name of the text until the end of the program, so end()
	 * frees it.
	 */
	if (ret > 0)
		r->file[r->nr - 1].name = path;
	else
		free(path);
}

/*
 * If the redacted input is a kernel log (which can contain a devcoredump), add its lines to the
 * report. Return: 1 if they were added, else 0.
 */
static int take_redacted(struct report *r)
{
	const struct guclog_redaction *redaction = r->redacted.redaction;

	if (!redaction || !is_text(redaction->data, redaction->len))
		return 0;
	add_text(r, "redacted log", NULL, redaction->data, redaction->len, NULL);
	return 1;
}

static int open_texts(struct report *r, int nr, char **path)
{
	int i, ret = 0;

	if (nr == 1 && !r->in.file->nr_dumps)
		return 0;
	if (r->alone)
		ret = 0;
	else if (r->redact)
		ret = take_redacted(r);
	else if (file_is_directory(path[0]))
		file_each(path[0], open_own, r);
	else if (file_is_regular(path[0]) || !strcmp(path[0], "-"))
		ret = open_text(r, path[0]);
	for (i = 1; i < nr && ret >= 0; i++) {
		ret = open_text(r, path[i]);
		if (!ret) {
			msg_fail(path[i], "is neither a kernel log nor a trace; for a page of several logs give their directory");
			ret = -1;
		}
	}
	return min(ret, 0);
}

/*
 * If the input has neither a GuC log nor a devcoredump, add it to the report as a kernel log.
 * Return: 0, or -1 after printing an error.
 */
static int open_alone(struct report *r, const char *path)
{
	int ret = 0;

	if (!r->in.refused && !r->in.file->nr_logs && !r->in.file->nr_dumps)
		ret = r->redact ? take_redacted(r) : open_text(r, path);
	if (ret > 0) {
		r->in.status = CMD_FINE;
		return 0;
	}
	if (!ret)
		cli_say_absent(&r->in);
	return -1;
}

static int write_to(void *context, const void *data, size_t len)
{
	return file_out_write(context, data, len);
}

static int save(struct report *r, const char *title, const char *maps)
{
	const struct guclog_report_options options = {
		.title = title,
		.has_gt = r->in.choice.gt.given,
		.gt = (u32)r->in.choice.gt.value,
		.flags = r->text ? GUCLOG_REPORT_TEXT : 0,
		.timeline_flags = (r->no_suspend ? GUCLOG_TIMELINE_NO_SUSPEND : 0) |
				  (r->trace_clock == 1 ? GUCLOG_TIMELINE_TRACE_BOOT : 0),
		.nr_texts = r->nr,
		.text = r->texts,
		.redacted = r->redact ? r->count : NULL,
		.maps = maps,
	};
	struct file_out out;
	int error;

	if (file_out_open(&out, &r->output, false))
		return -1;
	error = guclog_report(r->in.file, &options, write_to, &out);
	if (error == -ENOMEM)
		mem_none();
	if (!error)
		return file_out_close(&out);
	if (error == -ENOMSG)
		msg_fail(NULL, "a kernel log cannot be read any more after its redaction");
	file_out_drop(&out);
	return -1;
}

static int run(void *into, int nr, char **path)
{
	struct report *r = into;
	unsigned int nr_logs;
	const char *title;
	char *maps = NULL;
	int error, i;

	for (i = 0; i < nr; i++)
		if (file_out_is_input(&r->output, path[i]))
			return CMD_FAILED;
	title = open_input(r, path[0]);
	if (!title)
		return CMD_FAILED;
	if (r->alone && open_alone(r, path[0]))
		return CMD_FAILED;
	nr_logs = cli_nr_logs(r->in.file);
	if (nr_logs > GUCLOG_REPORT_MAX_LOGS) {
		msg_fail(r->in.file->name,
			 "has %u logs, and a page has at most %u; 'guclog triage' sorts them",
			 nr_logs, GUCLOG_REPORT_MAX_LOGS);
		return CMD_FAILED;
	}
	if (open_texts(r, nr, path))
		return CMD_FAILED;
	if (!r->redact)
		maps = process_maps(path[0], r->in.file->dump[0]);
	error = save(r, title, maps);
	free(maps);
	if (error)
		return CMD_FAILED;
	if (r->redact)
		redact_print(r->count, path[0]);
	find_faults(&r->in);
	return r->cut ? max_t(int, r->in.status, CMD_FAULTS) : r->in.status;
}

static void end(void *into)
{
	struct report *r = into;

	while (r->nr--) {
		guclog_redaction_free(r->file[r->nr].redaction);
		free(r->file[r->nr].name);
		free(r->file[r->nr].data);
	}
	free(r->file);
	free(r->texts);
	cli_close(&r->in);
	if (r->redact)
		redacted_close(&r->redacted);
}

static const char * const clocks[] = { "unknown", "boot", NULL };

static const struct option_desc options[] = {
	OPT_GT(struct report, in.choice.gt, "only the log of this GT"),
	OPT_FLAG(struct report, text, "text",
		 "text for an issue form that takes no files, not a page"),
	OPT_FLAG(struct report, no_suspend, "no-suspend",
		 "the machine was not suspended since it booted: seconds of\n"
		 "the kernel log are seconds since boot"),
	OPT_CHOICE(struct report, trace_clock, "trace-clock", "CLOCK", 0, clocks,
		   "clock of the trace, as for 'guclog decode'"),
	OPT_FLAG(struct report, redact, "redact",
		 "remove what identifies a program or a machine, and what\n"
		 "programs had in memory; the report lists what was removed"),
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
"Write one HTML page that begins with a summary of what happened, then has the\n"
"verdict, the events over time, the contexts, the messages between driver and\n"
"firmware, and what is wrong with the log. The page needs no network and no other\n"
"file. FILEs are kernel logs and reports of trace-cmd; the page shows their lines, as\n"
"'guclog decode' does, and its verdict uses kernel logs, as 'guclog explain' does. Of\n"
"several dumps it shows the one that the reader chooses.\n",
		.options = options,
		.notes = USAGE_INPUT
"The exit status is 1 if a log is not complete or has faults, or if the dump was cut\n"
"off.\n",
		.operands = "one INPUT is needed",
		.min_operands = 1,
		.max_operands = OPERANDS_ANY,
	},
	CMD_INTO(struct report),
	.run = run,
	.end = end,
};
