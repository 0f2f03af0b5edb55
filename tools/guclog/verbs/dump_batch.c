// SPDX-License-Identifier: GPL-2.0-only
#include "dump_batch.h"

#include "explain/explain.h"
#include "model/printed.h"
#include "model/records.h"
#include "read/dump/sections.h"
#include "read/open.h"
#include "output/json_out.h"
#include "base/msg.h"
#include "base/status.h"
#include "base/out.h"

/*
 * Return: the reason why the commands of the batch, or the command at which the engine stood,
 * cannot be shown.
 */
static const char *why_not(const struct guclog_explanation *e)
{
	if (e->idle_engine)
		return "the engine had no context when its registers were read";
	if (!e->state)
		return "the devcoredump has no registers that are known to belong to the queue it is about";
	if (!e->batch)
		return "no register shows that the engine executed a batch";
	switch (e->batch->state) {
	case GUCLOG_BATCH_NOT_DUMPED:
		return "the devcoredump does not contain the memory at the batch's address";
	case GUCLOG_BATCH_UNKNOWN:
		return "an earlier command is unknown, and so is its length";
	case GUCLOG_BATCH_NO_START:
		return "the devcoredump does not have the address of the job's batch (section Job)";
	case GUCLOG_BATCH_TOO_LONG:
		return "only the first million commands are searched";
	default:
		return "no command at or just before the engine's address is the one in IPEHR; the batch may have changed since";
	}
}

static void show_command(const struct guclog_batch *b, const struct guclog_command *c)
{
	out_printf("%s 0x%012llx  %*s%s%s%s (%u dword%s)\n", c == b->stop ? ">" : " ",
		   (u64)c->address, 2 * (int)(c->level - 1), "", c->name, *c->text ? ": " : "",
		   c->text, c->dwords, c->dwords == 1 ? "" : "s");
}

static void show(const char *name, const struct guclog_explanation *e)
{
	const struct guclog_batch *b = e->batch;
	unsigned int i;

	if (!b || !b->nr_commands) {
		out_printf("%s: no batch: %s\n", name, why_not(e));
		return;
	}
	out_printf("%s: batch at 0x%llx%s", name, (u64)b->start, b->start_assumed ? " (assumed)" : "");
	if (b->stop)
		out_printf(", executed by %s; %s 0x%llx, IPEHR 0x%08x%s\n", e->state->engine,
			   e->state->saved ? "BB_ADDR" : printed_text(DUMP_REGISTER_ACTHD),
			   (u64)b->acthd, b->ipehr,
			   e->state->saved ? " in the image of the context" : "");
	else
		out_printf("; the place in the batch is not known: %s\n", why_not(e));
	for (i = 0; i < b->nr_commands; i++)
		show_command(b, b->command[i]);
	if (b->stop)
		out_text("# >: the engine stood at or just after this command, an estimate\n");
	if (b->work)
		out_printf("# last command before it that starts work: %s at 0x%llx\n", b->work->name,
			   (u64)b->work->address);
}

/**
 * dump_batches() - print the commands of the batch in each devcoredump
 * @file: the input, with its devcoredumps
 * @all: print all commands, else only those around the command that the engine executed
 * @json: print JSON instead of text
 *
 * Return: an enum cmd_status value.
 */
int dump_batches(const struct guclog_file *file, bool all, bool json)
{
	const struct guclog_explain_options options = { .whole_batch = all };
	const struct guclog_dump *dump;
	int status = CMD_FINE;
	unsigned int i;

	for (i = 0; (dump = file->dump[i]); i++) {
		const struct guclog_explanation *e = guclog_explain(NULL, dump, &options, NULL);

		if (!e)
			mem_none();
		if (json)
			json_batch_add(dump->name, e);
		else
			show(dump->name, e);
		if (!e->batch || !e->batch->stop)
			status = CMD_FAULTS;
		guclog_explanation_free(e);
	}
	if (json)
		json_batch_print();
	return status;
}
