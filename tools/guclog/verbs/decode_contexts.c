// SPDX-License-Identifier: GPL-2.0-only
#include "decode.h"

#include "cmd.h"
#include "output/json_out.h"
#include "base/msg.h"
#include "base/status.h"
#include "base/out.h"

static void show_context(const struct cli_log *log, const struct guclog_context *context)
{
	char c[GUCLOG_CONTEXT_COLUMNS][160];
	unsigned int i;

	for (i = 0; i < GUCLOG_CONTEXT_COLUMNS; i++)
		guclog_context_cell(log->a, context, i, c[i], sizeof(c[i]));
	out_printf("%6s  %-8s %-8s %8s %8s  %s%-*s %-11s %-14s %s\n", c[0], c[1], c[2], c[3], c[4],
		   context->on_least ? "" : " ", context->on_least ? 12 : 11, c[5], c[6], c[7],
		   c[8]);
}

static void show(const struct cli_log *log, const char *name)
{
	const struct guclog_context *context;
	unsigned int i;

	out_printf("# %s: %u context%s\n", name, log->survey->contexts,
		   log->survey->contexts == 1 ? "" : "s");
	if (log->survey->lost_contexts)
		out_printf("# %llu more are not shown\n", (u64)log->survey->lost_contexts);
	out_printf("%6s  %-8s %-8s %8s %8s  %-12s %-11s %-14s %s\n", guclog_context_column(0),
		   guclog_context_column(1), guclog_context_column(2), guclog_context_column(3),
		   guclog_context_column(4), " on engine", guclog_context_column(6),
		   guclog_context_column(7), guclog_context_column(8));
	for (i = 0; (context = guclog_analysis_context(log->a, i)); i++)
		show_context(log, context);
}

static int contexts_log(void *json, struct cli_log *log, unsigned int nr)
{
	char *name;
	int ret;

	name = cli_log_name(log, &ret);
	if (!name)
		return ret;
	if (!guclog_analysis_has_contexts(log->a)) {
		msg_fail(name, "the dictionary does not fit this log ('guclog events --check'): contexts cannot be distinguished");
		ret = CMD_FAULTS;
	} else if (*(bool *)json) {
		json_contexts_add(name, log->a);
	} else {
		show(log, name);
	}
	free(name);
	return ret;
}

/**
 * decode_contexts() - print the contexts in each log of an input
 * @in: the options --gt and --log are set in it. This function opens the input in it; the caller
 *	must close it with cli_close().
 * @path: path of the input
 * @json: print JSON instead of text
 *
 * Context: process context; reads the input and prints.
 * Return: an enum cmd_status.
 */
int decode_contexts(struct cli_logs *in, const char *path, bool json)
{
	if (cli_open_with_analysis(in, path) || !cli_nr_logs(in->file))
		return CMD_FAILED;
	cli_each_log(in, contexts_log, &json);
	if (json)
		json_contexts_print();
	return in->status;
}

/**
 * struct contexts - options and state of the document "contexts"
 * @in: the input
 * @json: make JSON instead of text
 */
struct contexts {
	struct cli_logs in;
	bool json;
};

static int run(void *into, int nr, char **path)
{
	struct contexts *c = into;

	return decode_contexts(&c->in, path[0], c->json);
}

static void end(void *into)
{
	struct contexts *c = into;

	cli_close(&c->in);
}

static const struct option_desc options[] = {
	OPT_GT(struct contexts, in.choice.gt, "only the log of this GT"),
	OPT_LOG(struct contexts, in.choice.log),
	OPT_JSON(struct contexts, json),
	OPT_END
};

/* The document of "guclog decode --contexts". */
const struct cmd cmd_contexts = {
	.usage = { .verb = "contexts", .options = options, .min_operands = 1, .max_operands = 1 },
	CMD_INTO(struct contexts),
	.run = run,
	.end = end,
};
