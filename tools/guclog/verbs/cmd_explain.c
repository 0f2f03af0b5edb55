// SPDX-License-Identifier: GPL-2.0-only
#include "cmd.h"

#include "collect/process.h"
#include "output/eventout.h"
#include "base/print.h"
#include "output/schema.h"
#include "verbs/cli.h"
#include "verbs/log_messages.h"
#include "explain/explain.h"
#include "read/dump/sections.h"
#include "read/log/events.h"
#include "read/log/logs.h"
#include "read/open.h"
#include "verbs/trace_text.h"
#include "output/json_out.h"
#include "base/msg.h"
#include "base/out.h"

/**
 * struct explain - options and state of "guclog explain"
 * @in: the input, with its logs
 * @kernel: the kernel logs among the inputs
 * @why: print the events that prove a sentence
 * @json: print JSON instead of text
 */
struct explain {
	struct cli_logs in;
	struct kernel_logs kernel;
	bool why;
	bool json;
};

/*
 * Print the events that prove a sentence of the explanation. The log is read again for each
 * sentence.
 */
static void show_events(const struct cli_log *log,
			const struct guclog_sentence *sentence)
{
	struct schema schema = { .words = log->survey->words };
	struct guclog_events *t = log->t;
	struct print *p = mem_grow(NULL, sizeof(*p));
	struct eventout out = { .p = p, .t = t, .schema = &schema };
	struct guclog_event e;
	unsigned int i;

	print_init(p, out_print, NULL);
	out.time = eventout_time(t, EVENTOUT_DEFAULT);
	guclog_events_rewind(t);
	while (guclog_events_next(t, &e)) {
		for (i = 0; i < sentence->nr_events && sentence->event[i] != e.index; i++)
			;
		if (i == sentence->nr_events || e.before_load)
			continue;
		print_str(p, "    ");
		e.gap_bytes = 0;
		eventout_text(&out, &e);
	}
	print_flush(p);
	free(p);
}

static void show(const struct explain *x, const struct cli_log *log,
		 const struct guclog_explanation *e)
{
	unsigned int i;

	for (i = 0; i < e->nr_sentences; i++) {
		out_printf("%s\n", e->sentence[i]->text);
		if (x->why && e->sentence[i]->nr_events && log && log->a)
			show_events(log, e->sentence[i]);
	}
}

/* Return: CMD_FAULTS if missing or damaged parts could change the explanation, else CMD_FINE. */
static int log_status(const struct cli_log *log)
{
	const struct guclog_layout *layout = log->log->layout;

	if (cli_is_empty(log->log))
		return log_empty_status(log->log);
	return !log->a || layout->faults || layout->missing_bytes || layout->gap_bytes ?
	       CMD_FAULTS : CMD_FINE;
}

/*
 * Print the title of an explanation: the name of the input and, if several devcoredumps have this
 * name, the number and the first line of the devcoredump.
 */
static void show_title(const struct guclog_file *file, const char *name,
		       const struct guclog_dump *dump)
{
	unsigned int i, nr = 0, number = 0;

	for (i = 0; dump && i < file->nr_dumps; i++) {
		if (strcmp(file->dump[i]->name, dump->name))
			continue;
		nr++;
		if (file->dump[i] == dump)
			number = nr;
	}
	out_printf("%s", name);
	if (nr > 1)
		out_printf(", dump %u (line %llu)", number, (u64)dump->line);
	out_text("\n");
}

static int explain_one(struct explain *x, const struct cli_log *log,
		       const char *path, const struct guclog_dump *dump, bool several)
{
	char *name = log ? cli_name(log->log) : mem_copy(dump && dump->name ? dump->name : path);
	int ret = log ? log_status(log) : CMD_FINE;
	const struct guclog_explanation *e;
	char *maps;

	/* cli_next() has printed the fault of an LFD file. */
	if (log && !log->log->is_lfd)
		log_say_faults(log->log);
	dump = dump ?: log ? log->log->dump : NULL;
	maps = process_maps(path, dump);
	e = cli_log_explain(log, dump, &x->kernel, maps);
	free(maps);
	if (x->json) {
		json_explain_add(name, log ? log->log : NULL, e);
	} else {
		if (several)
			show_title(x->in.file, name, dump);
		show(x, log, e);
	}
	guclog_explanation_free(e);
	free(name);
	return ret;
}

/* Return: the number of devcoredumps of the input that have no log. */
static unsigned int count_bare(const struct guclog_file *file)
{
	unsigned int i, bare = 0;

	for (i = 0; i < file->nr_dumps; i++)
		bare += !file->dump[i]->log;
	return bare;
}

/* Explain the devcoredumps of the input that have no log. */
static void explain_bare(struct explain *x, const char *path, bool several)
{
	const struct guclog_file *file = x->in.file;
	unsigned int i;

	for (i = 0; i < file->nr_dumps; i++)
		if (!file->dump[i]->log)
			explain_one(x, NULL, path, file->dump[i], several);
	x->in.status = max_t(int, x->in.status, CMD_FAULTS);
}

static int explain_input(struct explain *x, const char *path, bool several)
{
	const struct log_choice *choice = &x->in.choice;
	struct cli_log log;
	unsigned int i = 0, bare;
	bool any = false;
	int ret;

	if (cli_open_with_analysis(&x->in, path))
		return CMD_FAILED;
	cli_say_cut(&x->in);
	bare = count_bare(x->in.file);
	several |= cli_nr_logs(x->in.file) + bare > 1;
	while (cli_next_analysis(&x->in, &i, &log)) {
		any = true;
		ret = explain_one(x, &log, path, NULL, several);
		x->in.status = max(x->in.status, ret);
		guclog_events_close(log.t);
	}
	if (bare && !(any && (choice->gt.given || choice->log.given)))
		explain_bare(x, path, several);
	else if (!any)
		explain_one(x, NULL, path, x->in.file->dump[0], several);
	return x->in.status;
}

/*
 * Explain the GuC logs and devcoredumps that a kernel log contains. @any: set to true if it
 * contains one. Return: an enum cmd_status; if the kernel log contains no log or devcoredump, this
 * is CMD_FINE, or CMD_FAULTS if it contains a part of one.
 */
static int explain_kernel_log(struct explain *x, const char *path, bool *any)
{
	int ret;

	x->in.is_text = true;
	ret = explain_input(x, path, true);
	x->in.is_text = false;
	if (ret == CMD_FAILED)
		return cli_text_status(&x->in);
	*any = true;
	return ret;
}

static int run(void *into, int nr, char **path)
{
	bool *is_kernel_log = mem_zero((size_t)nr);
	struct explain *x = into;
	int ret = CMD_FINE, one, i;
	unsigned int nr_others = 0;
	bool any = false;

	for (i = 0; i < nr; i++) {
		is_kernel_log[i] = kernel_logs_add(&x->kernel, &path[i]) ||
				   trace_text_add(&x->kernel, path[i]);
		nr_others += !is_kernel_log[i];
	}
	/* A trace only adds to the explanation of something else. */
	for (i = 0; i < nr && !x->kernel.nr && nr_others < (unsigned int)nr; i++) {
		nr_others += is_kernel_log[i];
		is_kernel_log[i] = false;
	}
	for (i = 0; i < nr; i++) {
		if (is_kernel_log[i]) {
			one = explain_kernel_log(x, path[i], &any);
		} else {
			one = explain_input(x, path[i], nr_others > 1);
			any |= one != CMD_FAILED;
		}
		ret = max(ret, one);
		cli_close(&x->in);
	}
	if (!any && !nr_others) {
		explain_one(x, NULL, path[0], NULL, false);
		any = true;
	}
	free(is_kernel_log);
	if (x->json && any)
		json_explain_print();
	return ret;
}

static void end(void *into)
{
	struct explain *x = into;

	cli_close(&x->in);
	kernel_logs_free(&x->kernel);
}

static const struct option_desc options[] = {
	OPT_FLAG(struct explain, why, "why",
		 "print the events that prove each sentence"),
	OPT_GT(struct explain, in.choice.gt, "only the log of this GT"),
	OPT_LOG(struct explain, in.choice.log),
	OPT_JSON(struct explain, json),
	OPT_END
};

/* guclog explain */
const struct cmd cmd_explain = {
	.summary = "explain what happened: which context hung, why, for how long",
	.usage = {
		.verb = "explain",
		.synopsis = "[OPTION...] INPUT...",
		.about =
"Say what a log and, in a devcoredump, the other sections show: engine resets,\n"
"the context that was reset and the one that waited, what is stuck, page faults.\n"
"A kernel log (dmesg, journalctl -k) among the inputs is used too: its lines are\n"
"joined to a dump only if their time and queue prove that they belong to it.\n"
"A trace of xe's trace events shows whether the address of a page fault was bound.\n",
		.options = options,
		.notes = USAGE_INPUT
"Conclusions that depend on a rule of the dictionary which does not hold on the log\n"
"('guclog events --check') are not drawn.\n"
"The exit status is 1 if a part of the log is missing or damaged, or if the dump was\n"
"cut off.\n",
		.operands = "an INPUT is needed; 'guclog info' lists the logs of this machine",
		.min_operands = 1,
		.max_operands = OPERANDS_ANY,
	},
	CMD_INTO(struct explain),
	.run = run,
	.end = end,
};
