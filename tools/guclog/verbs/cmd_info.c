// SPDX-License-Identifier: GPL-2.0-only
#include "cmd.h"

#include "collect/show.h"
#include "collect/store.h"
#include "verbs/cli.h"
#include "output/schema.h"
#include "info_views.h"
#include "output/json_out.h"
#include "base/msg.h"
#include "base/out.h"
#include "verbs/kernel_text.h"
#include "output/report/summary.h"

static void print_row(void *to, const char *name, const char *text)
{
	out_printf("  %-10s %s\n", name, text);
}

static void show_known(const struct guclog_explanation *e)
{
	unsigned int i;

	for (i = 0; e && i < e->nr_known; i++) {
		out_printf("  %-10s %s: %s\n", "known", e->known[i]->id, e->known[i]->known);
		print_row(NULL, "", e->known[i]->link);
	}
}

/* Say whether the log is complete, or what is missing first. */
static void show_complete(const struct guclog_summary *sum)
{
	const size_t skip = strlen("loss=");
	const struct guclog_log *log = sum->log;
	struct guclog_fault fault;
	char *text, *clean;

	if (sum->complete)
		text = mem_copy("yes");
	else if (log->nr_losses)
		text = mem_printf("no: %.*s", (int)(strcspn(log->losses, "\n") - skip),
				  log->losses + skip);
	else if (!guclog_log_fault(log, 0, &fault))
		text = mem_printf("no: %s", fault.text);
	else
		text = mem_copy("no");
	clean = printable(text);
	print_row(NULL, "complete", clean);
	free(clean);
	free(text);
}

static void show(const struct guclog_summary *sum, const char *packing,
		 const struct guclog_explanation *e)
{
	const struct guclog_dump *dump = sum->log->dump;

	out_printf("%s: %s%s%s, %s\n", sum->log->name,
		   guclog_form_label(sum->log->form), packing ? " in " : "",
		   packing ? packing : "",
		   !sum->complete ? "incomplete or with faults" :
		   dump && dump->cut ? "cut off, its log is whole" : "whole");
	show_complete(sum);
	guclog_summary_rows(sum, print_row, NULL);
	show_known(e);
}

/*
 * What "guclog info" prints about an INPUT: a summary, a list of LFD blocks, or counts of events.
 */
enum info_view { SUMMARY, BLOCKS, COUNTS };

/**
 * struct info - options and state of "guclog info"
 * @logs: the input, with its logs
 * @view: enum info_view
 * @schema: names of events, for the counts
 * @sys: mount point of sysfs, NULL for /sys
 * @store: directory of stored incidents, NULL for the default
 * @json: print JSON instead of text
 * @shown: number of logs, and of devcoredumps without a log, that were printed so far
 */
struct info {
	struct cli_logs logs;
	int view;
	struct schema schema;
	const char *sys;
	const char *store;
	bool json;
	unsigned int shown;
};

/* Return: the first devcoredump without a log that has this name, or NULL if there is none. */
static const struct guclog_dump *find_bare(const struct guclog_file *file, const char *name)
{
	const struct guclog_dump *dump;
	unsigned int i;

	for (i = 0; (dump = file->dump[i]); i++)
		if (!dump->log && !strcmp(dump->name, name))
			return dump;
	return NULL;
}

/* Describe a devcoredump without a log, such as one of Linux 6.12, and how to get the log. */
static void show_bare(const struct guclog_file *file, const char *name)
{
	const struct guclog_dump *dump = find_bare(file, name);
	enum guclog_no_log why = dump ? guclog_dump_why_no_log(dump) : GUCLOG_NO_LOG_UNKNOWN;
	const char *version = dump && dump->nr_gts ?
		guclog_dump_text(&dump->gt[0].log.fields, DUMP_LOG_VERSION) : NULL;

	out_printf("%s: Xe devcoredump without a GuC log\n", name);
	if (version) {
		char *clean = printable(version);

		out_printf("  %-10s GuC %s\n", "firmware", clean);
		free(clean);
	}
	print_row(NULL, "next", "'guclog dump' shows what is in it");
	if (why == GUCLOG_NO_LOG_CUT) {
		print_row(NULL, "", "this part of the dump has no log: get the whole file");
		return;
	}
	if (why == GUCLOG_NO_LOG_DATA) {
		print_row(NULL, "", "its section GuC Log has no data: get the whole file");
		return;
	}
	print_row(NULL, "", why == GUCLOG_NO_LOG_KERNEL ?
		  "a dump of this kernel has no log: it is in debugfs, dri/*/gt*/uc/guc_log," :
		  "a dump of Linux before 6.13 has no log: it is in debugfs, dri/*/gt*/uc/guc_log,");
	print_row(NULL, "", "until the GuC is loaded again; the module xe_guclog adds it to later incidents");
	if (why == GUCLOG_NO_LOG_UNKNOWN)
		print_row(NULL, "", "if this is a part of a dump, get the whole file");
}

/*
 * Return: the status of an input without a log. It is CMD_FAULTS for the directory of a stored
 * incident, which may lack a log, for example because the incident was reduced to its summary; else
 * CMD_FAILED.
 */
static int no_log(struct info *info, bool incident)
{
	info->shown += incident;
	return incident ? CMD_FAULTS : CMD_FAILED;
}

/*
 * Find the published problems that a log resembles. Return: an explanation with them, or NULL if
 * the log has no events.
 */
static const struct guclog_explanation *find_known(const struct guclog_log *log,
						   const struct guclog_events *t)
{
	const struct guclog_explanation *e;

	if (!t || !t->entries)
		return NULL;
	e = guclog_explain_known(log, NULL);
	if (!e)
		mem_none();
	return e;
}

static void info_logs(struct info *info)
{
	const struct guclog_log *log;
	struct guclog_summary sum;
	const struct guclog_explanation *e;
	struct guclog_events *t;
	unsigned int i = 0;

	while ((log = cli_next(&info->logs, &i))) {
		t = cli_events(log, GUCLOG_EVENTS_PLAIN);
		guclog_log_summary(log, t, &sum);
		e = find_known(log, t);
		if (!sum.complete)
			info->logs.status = max(info->logs.status,
						(int)CMD_FAULTS);
		if (info->json) {
			json_info_add(&sum, log, e);
		} else {
			out_text(info->shown ? "\n" : "");
			show(&sum, info->logs.file->packing, e);
		}
		guclog_explanation_free(e);
		guclog_events_close(t);
		info->shown++;
	}
}

static void info_bare(struct info *info)
{
	const char *name;
	unsigned int i;

	for (i = 0; (name = info->logs.file->bare[i]); i++) {
		if (info->json) {
			json_info_add_bare(name);
		} else {
			out_text(info->shown ? "\n" : "");
			show_bare(info->logs.file, name);
		}
		info->shown++;
	}
	if (i)
		info->logs.status = max(info->logs.status, (int)CMD_FAULTS);
}

/* Describe an input that is a kernel log alone. Return: whether it is one. */
static bool info_kernel_log(struct info *info, const char *path)
{
	struct kernel_logs kernel = { .nr = 0 };
	bool is = kernel_text_open(&kernel, &info->logs, path);

	if (is && info->json)
		json_info_add_kernel_log(kernel.log[0]);
	else if (is)
		out_text(info->shown ? "\n" : "");
	if (is && !info->json)
		kernel_text_summary(kernel.log[0]);
	info->shown += is;
	kernel_logs_free(&kernel);
	return is;
}

/*
 * Open an input, or describe it if it is a kernel log alone. Return: 0, or -1 if there is no log to
 * describe any more; the status of the input is CMD_FAILED unless it is a kernel log.
 */
static int open_or_kernel_log(struct info *info, const char *path)
{
	info->logs.is_text = true;
	if (!cli_open(&info->logs, path)) {
		info->logs.is_text = false;
		return 0;
	}
	info->logs.is_text = false;
	if (info_kernel_log(info, path)) {
		info->logs.status = cli_text_status(&info->logs);
		return -1;
	}
	cli_say_absent(&info->logs);
	return -1;
}

static int info_input(struct info *info, const char *path)
{
	bool incident = show_incident(path, info->json);

	info->logs.bare_too = true;
	info->logs.dumps = true;
	if (incident ? cli_open(&info->logs, path) : open_or_kernel_log(info, path)) {
		if (info->logs.status != CMD_FAILED)
			return info->logs.status;
		return no_log(info, incident);
	}
	cli_say_cut(&info->logs);
	info_logs(info);
	info_bare(info);
	return info->logs.status;
}

static int summaries(struct info *info, int nr, char **path)
{
	int ret = CMD_FINE, one;

	for (; nr; nr--, path++) {
		one = info_input(info, *path);
		ret = max(ret, one);
		cli_close(&info->logs);
	}
	if (info->json && (info->shown || ret != CMD_FAILED))
		json_info_print();
	return ret;
}

static int counts(struct info *info, int nr, char **path)
{
	int ret = CMD_FINE, one;
	bool any = false;

	for (; nr; nr--, path++) {
		one = info_counts(&info->logs, *path, &info->schema, info->json);
		any |= one != CMD_FAILED;
		ret = max(ret, one);
		cli_close(&info->logs);
	}
	if (info->json && any)
		json_counts_print();
	return ret;
}

/* Return: the error in the options as text, or NULL if there is none. */
static const char *wrong_options(const struct info *info, int nr)
{
	if (!nr && (info->view != SUMMARY || info->logs.choice.gt.given ||
		    info->logs.choice.log.given))
		return "--blocks, --counts, --gt and --log need an INPUT";
	if (nr && (info->sys || info->store))
		return "--sys and --store cannot be used with an INPUT";
	if (info->schema.nr && info->view != COUNTS)
		return "--schema needs --counts";
	if (info->view == BLOCKS && nr > 1)
		return "--blocks needs one INPUT";
	return NULL;
}

static int run(void *into, int nr, char **path)
{
	struct info *info = into;
	const char *wrong = wrong_options(info, nr);

	if (wrong)
		return options_fail("info", "%s", wrong);
	if (!nr)
		return info_machine(info->sys, info->store, info->json);
	if (info->view == BLOCKS)
		return info_blocks(&info->logs.choice, path[0], info->json);
	return info->view == COUNTS ? counts(info, nr, path) : summaries(info, nr, path);
}

static void end(void *into)
{
	struct info *info = into;

	cli_close(&info->logs);
	schema_free(&info->schema);
}

static const struct option_desc options[] = {
	OPT_SELECT(struct info, view, "blocks", BLOCKS,
		   "the blocks of an LFD file; of a log in another form, those\n"
		   "of the LFD file that 'guclog convert' makes of it"),
	OPT_SELECT(struct info, view, "counts", COUNTS,
		   "the number of events by id and over time, their rate and the\n"
		   "longest intervals without an event"),
	OPT_CALL(struct info, schema, "schema", "FILE", schema_option,
		 "names of ids for --counts; guclog(1) describes the format"),
	OPT_GT(struct info, logs.choice.gt, "only the log of this GT"),
	OPT_LOG(struct info, logs.choice.log),
	OPT_TEXT(struct info, sys, "sys", "DIR",
		 "without INPUT: mount point of sysfs (default: /sys)"),
	OPT_TEXT(struct info, store, "store", "DIR",
		 "without INPUT: directory of stored incidents\n"
		 "(default: " STORE_DEFAULT ")"),
	OPT_JSON(struct info, json),
	OPT_END
};

/* guclog info */
const struct cmd cmd_info = {
	.summary = "describe a log on one screen; without INPUT, list the logs of this machine",
	.usage = {
		.verb = "info",
		.synopsis = "[OPTION...] [INPUT...]",
		.about =
"Describe a GuC log on one screen: whether it is complete, GPU, firmware, level,\n"
"ring, newest event, crash dump, and what to do next. Without INPUT, list the logs\n"
"of this machine: devcoredumps, debugfs files of the drivers and of the module,\n"
"stored incidents.\n",
		.options = options,
		.notes = USAGE_INPUT
"The exit status is 1 if the log is not complete or has faults, if its dump was cut\n"
"off, or if there is no log on this machine.\n",
		.operands = "",
		.max_operands = OPERANDS_ANY,
	},
	CMD_INTO(struct info),
	.run = run,
	.end = end,
};
