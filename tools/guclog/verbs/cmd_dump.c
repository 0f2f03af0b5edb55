// SPDX-License-Identifier: GPL-2.0-only
#include "cmd.h"

#include <time.h>

#include "dump_batch.h"
#include "dump_messages.h"
#include "output/dump_text.h"
#include "output/json_out.h"
#include "verbs/cli.h"
#include "verbs/log_messages.h"
#include "base/msg.h"
#include "base/out.h"
#include "read/dump/dump_number.h"
#include "model/known_names.h"

/**
 * struct dump_run - options and state of "guclog dump"
 * @all: print every field and register, or with @batch every command, not only the important ones
 * @messages: print only the messages between the driver and the GuC
 * @batch: print only the commands of the batch
 * @which: which messages are printed, and whether all output is JSON
 * @file: the devcoredumps and the logs in them
 */
struct dump_run {
	bool all;
	bool messages;
	bool batch;
	struct dump_messages which;
	struct guclog_file *file;
};

static void show_head(const struct guclog_dump *dump)
{
	const char *reason = guclog_dump_text(&dump->head, DUMP_HEAD_REASON);
	const char *module = guclog_dump_text(&dump->head, DUMP_HEAD_MODULE);
	u64 ns;

	if (reason)
		dump_text_row("reason", reason);
	else
		dump_text_note("reason", guclog_dump_why_no_log(dump) == GUCLOG_NO_LOG_KERNEL ?
			       "unknown (Linux before 6.13 does not print it)" : "unknown");
	dump_text_row("kernel", guclog_dump_text(&dump->head, DUMP_HEAD_KERNEL));
	if (module && strcmp(module, "xe"))
		dump_text_row("module", module);
	if (dump_seconds(&dump->head, DUMP_HEAD_SNAPSHOT_TIME, &ns)) {
		time_t second = (time_t)(ns / 1000000000);
		char date[64] = "";
		struct tm tm;

		if (gmtime_r(&second, &tm))
			strftime(date, sizeof(date), "%Y-%m-%d %H:%M:%S UTC", &tm);
		dump_text_note("taken", "%s", date);
	}
	if (dump_seconds(&dump->head, DUMP_HEAD_UPTIME, &ns))
		dump_text_note("uptime", "%llu.%09llu s after boot", ns / 1000000000,
			       ns % 1000000000);
	if (dump->process && dump->has_pid)
		dump_text_note("process", "%s, pid %u", dump->process, dump->pid);
	else
		dump_text_row("process", dump->process);
}

static void show_device(const struct guclog_dump *dump)
{
	struct guclog_device device = { .name = NULL };
	u64 id, revision;
	unsigned int i;

	if (dump_number(&dump->head, DUMP_HEAD_PCI_ID, &id)) {
		if (id <= 0xffff)
			guclog_device_find((uint16_t)id, &device);
		if (!dump_number(&dump->head, DUMP_HEAD_PCI_REVISION, &revision))
			revision = 0;
		dump_text_note("GPU", "PCI 8086:%04llx revision 0x%02llx%s%s", id,
			       revision, device.name ? ", " : "", device.name ?: "");
	}
	for (i = 0; i < dump->nr_gt_infos; i++) {
		const struct guclog_dump_gt_info *info = &dump->gt_info[i];
		const char *type = guclog_dump_text(&info->fields, DUMP_GT_LIST_TYPE);
		const char *ip = guclog_dump_text(&info->fields, DUMP_GT_LIST_IP);
		const char *tile = guclog_dump_text(&info->fields, DUMP_GT_LIST_TILE);
		const char *clock = guclog_dump_text(&info->fields, DUMP_GT_LIST_CLOCK);

		dump_text_note(i ? "" : "GTs", "GT %u: %s, tile %s, IP %s, clock %s Hz",
			       info->id, type ? type : "?", tile ? tile : "?",
			       ip ? ip : "?", clock ? clock : "?");
	}
}

static void show(const struct dump_run *d, const struct guclog_dump *dump)
{
	const char *packing = d->file->packing;
	unsigned int i;

	out_printf("%s: Xe devcoredump%s%s, %llu lines%s%s\n", dump->name,
		   packing ? " in " : "", packing ? packing : "",
		   (u64)dump->lines, dump->captured ? ", out of a kernel log" : "",
		   dump->cut ? ", cut off" : "");
	show_head(dump);
	show_device(dump);
	for (i = 0; i < dump->nr_gts; i++)
		dump_text_gt(dump, i, d->file, d->all);
	dump_text_vm(&dump->vm, d->all);
	for (i = 0; i < dump->nr_problems && i < GUCLOG_MAX_PROBLEMS; i++)
		dump_text_note(i ? "" : "problems", "line %llu: %s",
			       (u64)dump->problem[i].line, dump->problem[i].text);
	if (dump->nr_problems > GUCLOG_MAX_PROBLEMS)
		dump_text_note("", "and %u more", dump->nr_problems - GUCLOG_MAX_PROBLEMS);
	dump_text_unknown(dump);
	dump_text_next(dump, d->file);
}

static int show_all(const struct dump_run *d)
{
	int status = CMD_FINE;
	unsigned int i;

	for (i = 0; i < d->file->nr_dumps; i++) {
		const struct guclog_dump *dump = d->file->dump[i];

		if (dump->nr_problems || dump->cut)
			status = CMD_FAULTS;
		if (d->which.json)
			continue;
		out_text(i ? "\n" : "");
		show(d, dump);
	}
	if (d->which.json)
		json_dumps(d->file);
	return status;
}

static const char * const rings[] = { "h2g", "g2h", "both", NULL };

static int run(void *into, int nr, char **path)
{
	struct dump_run *d = into;
	int status = CMD_FINE;

	if (!d->messages && (d->which.ring || d->which.last.given || d->which.gt.given))
		return options_fail("dump", "--ring, --last and --gt need --messages");
	if (d->messages && d->all)
		return options_fail("dump", "--all and --messages cannot be used together");
	if (d->batch && d->messages)
		return options_fail("dump", "--batch and --messages cannot be used together");
	d->file = cli_open_file(path[0], NULL, 0);
	if (!d->file->complete)
		status = CMD_FAULTS;
	if (!d->file->nr_dumps && !status)
		log_say_absent(d->file, GUCLOG_WANT_DUMP);
	if (!d->file->nr_dumps)
		return CMD_FAILED;
	d->which.file = d->file;
	if (d->which.ring && !strcmp(rings[d->which.ring - 1], "both"))
		d->which.ring = 0;
	if (d->batch)
		return max(status, dump_batches(d->file, d->all, d->which.json));
	return max(status, d->messages ? dump_messages(&d->which) : show_all(d));
}

static void end(void *into)
{
	struct dump_run *d = into;

	cli_close_file(d->file);
}

static const struct option_desc options[] = {
	OPT_FLAG(struct dump_run, all, "all", "every field and every register;\n"
		 "with --batch every command of the batch"),
	OPT_FLAG(struct dump_run, messages, "messages",
		 "the messages between driver and GuC instead, oldest first"),
	OPT_FLAG(struct dump_run, batch, "batch",
		 "the commands of the batch around the place where the engine stood"),
	OPT_CHOICE(struct dump_run, which.ring, "ring", "RING", 1, rings,
		   "only the messages in h2g (driver to GuC), g2h (GuC to driver)\n"
		   "or both, the default"),
	OPT_NUMBER(struct dump_run, which.last, "last", "N", U32_MAX,
		   "only the N newest messages of each ring"),
	OPT_GT(struct dump_run, which.gt, "only the messages of this GT"),
	OPT_JSON(struct dump_run, which.json),
	OPT_END
};

/* guclog dump */
const struct cmd cmd_dump = {
	.summary = "show the contents of a devcoredump",
	.usage = {
		.verb = "dump",
		.synopsis = "[OPTION...] FILE",
		.about =
"Show what is in an Xe devcoredump, section by section: why and when it was taken,\n"
"GPU, GuC log, messages between driver and GuC, exec queues, engines, the GuC's\n"
"state captures, memory of the VM; what is missing, and what to look at next.\n",
		.options = options,
		.notes = "FILE is an Xe devcoredump in any form, an archive or a directory that\n"
"contains Xe devcoredumps, or '-' for standard input.\n"
"The exit status is 1 if a dump was cut off, or if a part is damaged or unknown.\n",
		.operands = "one FILE is needed",
		.min_operands = 1,
		.max_operands = 1,
	},
	CMD_INTO(struct dump_run),
	.run = run,
	.end = end,
};
