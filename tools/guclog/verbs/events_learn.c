// SPDX-License-Identifier: GPL-2.0-only
#include "cmd.h"

#include "events_learn.h"
#include "verbs/cli.h"
#include "output/json_out.h"
#include "base/msg.h"
#include "base/out.h"
#include "events/learn/learned.h"
#include "model/dictionary.h"

/*
 * Print the bit fields of the arguments of an event, such as "arg0 23:20=class 31:24=instance arg1
 * 15:0=guc_id".
 */
static void show_fields(const struct guclog_learned_row *row)
{
	unsigned int i, arg, nr;

	for (arg = 0; arg < 2; arg++) {
		for (i = 0, nr = 0; i < row->nr_fields; i++) {
			const struct guclog_row_field *f = &row->field[i];

			if (!f->bits || f->arg != arg)
				continue;
			if (!nr++)
				out_printf(" arg%u", arg);
			out_printf(" %u:%u=%s%s", f->low + f->bits - 1, f->low, f->name,
				   f->guess ? "?" : "");
		}
	}
	out_printf("\n");
}

static void show_named(const struct guclog_learned_row *row)
{
	char held[32];

	snprintf(held, sizeof(held), "%u/%u", row->hits, row->checks);
	out_printf("0x%04x %8llu  %-20s %-8s %7.1f %11s %-4s", row->id, (u64)row->count, row->name,
		   row->grade, row->score, row->checks ? held : "untested", row->evidence);
	show_fields(row);
}

/* Print what is known about an event id that got no name, and the best candidate for a name. */
static void show_unnamed(const struct guclog_learned_row *row)
{
	out_printf("0x%04x %8llu  arg0 %s, arg1 %s", row->id, (u64)row->count, row->look[0],
		   row->look[1]);
	if (row->before != GUCLOG_NONE)
		out_printf("; after 0x%04x", row->before);
	if (row->after != GUCLOG_NONE)
		out_printf(", before 0x%04x", row->after);
	if (row->name)
		out_printf("; %s? (%s, %.1f bits)", row->name, row->grade, row->score);
	out_printf("\n");
}

static void show_refutations(const struct guclog_learned *learned)
{
	unsigned int i;

	out_printf("What would refute these names:\n");
	for (i = 0; i < learned->nr_rows; i++)
		if (learned->row[i]->used && learned->row[i]->refutation)
			out_printf("  0x%04x  %s\n", learned->row[i]->id,
				   learned->row[i]->refutation);
}

static void show(const struct guclog_learned *learned)
{
	unsigned int i, unnamed = 0;

	if (!learned->anchored) {
		out_printf("Nothing can be learned: no event id has arguments that match the actions of the driver's messages.\n");
	} else {
		out_printf("Learned from %u log%s; %u messages of the H2G ring were found in the log.\n",
			   learned->logs, learned->logs == 1 ? "" : "s", learned->aligned);
		out_printf("Ids of the dictionary (GuC 70.44.1): %u as there, %u moved.\n\n",
			   learned->base_held, learned->base_moved);
		out_printf("%-6s %8s  %-20s %-8s %7s %11s      fields\n", "id", "events", "name",
			   "grade", "bits", "held");
	}
	for (i = 0; i < learned->nr_rows; i++) {
		if (learned->row[i]->used)
			show_named(learned->row[i]);
		else
			unnamed++;
	}
	if (learned->anchored)
		show_refutations(learned);
	if (unnamed)
		out_printf("Ids without a name:\n");
	for (i = 0; i < learned->nr_rows; i++)
		if (!learned->row[i]->used)
			show_unnamed(learned->row[i]);
}

/*
 * Learn names of event ids from the logs of an input. @learned: the names; the first log creates
 * them, and each further log adds to them. Return: an enum cmd_status.
 */
static int learn_input(const char *path, struct guclog_learned **learned)
{
	struct cli_logs logs = { .dumps = true };
	struct guclog_error error = { .code = 0 };
	const struct guclog_log *log;
	unsigned int i = 0;
	int ret, err;

	if (cli_open(&logs, path)) {
		ret = logs.status;
		cli_close(&logs);
		return ret;
	}
	ret = logs.status;
	while ((log = cli_next(&logs, &i))) {
		err = 0;
		if (*learned)
			err = guclog_learned_add(*learned, log, &error);
		else
			*learned = guclog_learn(log, &error);
		if (!*learned || err) {
			msg_fail(NULL, "%s", error.text);
			ret = max_t(int, ret, CMD_FAULTS);
		}
	}
	cli_close(&logs);
	return ret;
}

/**
 * events_learn() - learn the names of event ids from logs, and print them
 * @nr: number of inputs
 * @path: the inputs, all with logs of the same firmware version
 * @json: print JSON instead of text
 *
 * Return: an enum cmd_status; CMD_FAULTS if nothing was learned or an input has faults, CMD_FAILED
 * if an input cannot be read.
 */
int events_learn(int nr, char **path, bool json)
{
	struct guclog_learned *learned = NULL;
	int i, ret = CMD_FINE;

	for (i = 0; i < nr; i++) {
		int one = learn_input(path[i], &learned);

		ret = max(ret, one);
	}
	if (!learned)
		return max(ret, (int)CMD_FAULTS);
	if (json)
		json_learned(learned);
	else
		show(learned);
	if (!learned->anchored)
		ret = max(ret, (int)CMD_FAULTS);
	guclog_learned_free(learned);
	return ret;
}
