// SPDX-License-Identifier: GPL-2.0-only
#include "cmd.h"

#include "events/context_cells.h"
#include "output/json_out.h"
#include "util/msg.h"

/**
 * struct contexts - one run
 * @in: the input
 * @json: as JSON
 */
struct contexts {
	struct analysed_input in;
	bool json;
};

static void show_context(const struct analysed_log *log, const struct guclog_context *context)
{
	struct context_cells c;

	context_cells(&c, log, context);
	printf("%6s  %-8s %-8s %8s %8s  %s%-*s %-11s %-14s %s\n", c.cell[0], c.cell[1],
	       c.cell[2], c.cell[3], c.cell[4], context->on_least ? "" : " ",
	       context->on_least ? 12 : 11, c.cell[5], c.cell[6], c.cell[7], c.cell[8]);
}

static void show(const struct analysed_log *log, const char *name)
{
	const struct guclog_context *context;
	unsigned int i;

	printf("# %s: %u contexts\n", name, log->survey->contexts);
	if (log->survey->lost_contexts)
		printf("# %llu more are not shown\n", (u64)log->survey->lost_contexts);
	printf("%6s  %-8s %-8s %8s %8s  %-12s %-11s %-14s %s\n", context_heads[0],
	       context_heads[1], context_heads[2], context_heads[3], context_heads[4], " on engine",
	       context_heads[6], context_heads[7], context_heads[8]);
	for (i = 0; (context = guclog_analysis_context(log->a, i)); i++)
		show_context(log, context);
}

static int contexts_log(struct contexts *x, const struct analysed_log *log)
{
	int ret = CMD_FINE;
	char *name;

	if (cli_is_empty(&log->view))
		return cli_tell_empty(&log->view);
	name = cli_name(&log->view);
	if (!log->a) {
		msg_fail(name, "no events of a known version");
		ret = CMD_FAULTS;
	} else if (!guclog_analysis_has_contexts(log->a)) {
		msg_fail(name, "the dictionary does not fit this log ('guclog events --check'): contexts cannot be distinguished");
		ret = CMD_FAULTS;
	} else if (x->json) {
		json_contexts_add(name, log->a);
	} else {
		show(log, name);
	}
	free(name);
	return ret;
}

static int run(void *into, int nr, char **path)
{
	struct contexts *x = into;
	struct analysed_log log;
	unsigned int i = 0;
	int ret;

	if (analysed_open(&x->in, path[0]) || !log_file_logs(x->in.logs.file))
		return CMD_FAILED;
	while (analysed_next(&x->in, &i, &log)) {
		ret = contexts_log(x, &log);
		x->in.logs.status = max(x->in.logs.status, ret);
		analysed_log_free(&log);
	}
	if (x->json)
		json_contexts_print();
	return x->in.logs.status;
}

static void end(void *into)
{
	struct contexts *x = into;

	analysed_close(&x->in);
}

static const struct option_desc options[] = {
	OPT_GT(struct contexts, in.logs.choice.gt, "only the log of this GT"),
	OPT_LOG(struct contexts, in.logs.choice.log),
	OPT_JSON(struct contexts, json),
	OPT_END
};

/* guclog contexts */
const struct cmd cmd_contexts = {
	.summary = "show what each context did",
	.usage = {
		.verb = "contexts",
		.synopsis = "[OPTION...] INPUT",
		.about =
"Show the contexts of a GuC log, one line each: how often it got work and ran,\n"
"how long it was on engines, its longest wait for one, and its last state.\n",
		.options = options,
		.notes = USAGE_INPUT
"A guc_id that was registered again has a line for each registration. '>': at\n"
"least so long, because the context was on its engine before the log begins.\n",
		.operands = "one INPUT is needed",
		.min_operands = 1,
		.max_operands = 1,
	},
	.size = sizeof(struct contexts),
	.run = run,
	.end = end,
};
