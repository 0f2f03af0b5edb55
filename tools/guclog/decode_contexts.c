// SPDX-License-Identifier: GPL-2.0-only
#include "decode.h"

#include "output/context_cells.h"
#include "output/json_out.h"
#include "util/msg.h"
#include "util/status.h"

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

static int contexts_log(const struct analysed_log *log, bool json)
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
	} else if (json) {
		json_contexts_add(name, log->a);
	} else {
		show(log, name);
	}
	free(name);
	return ret;
}

/**
 * decode_contexts() - show the contexts of each log
 * @in: with the choice of the user; the caller closes it
 * @path: the input
 * @json: as JSON
 *
 * Context: process context; reads the input and prints.
 * Return: an enum cmd_status.
 */
int decode_contexts(struct analysed_input *in, const char *path, bool json)
{
	struct analysed_log log;
	unsigned int i = 0;
	int ret;

	if (analysed_open(in, path) || !log_file_logs(in->logs.file))
		return CMD_FAILED;
	while (analysed_next(in, &i, &log)) {
		ret = contexts_log(&log, json);
		in->logs.status = max(in->logs.status, ret);
		analysed_log_free(&log);
	}
	if (json)
		json_contexts_print();
	return in->logs.status;
}
