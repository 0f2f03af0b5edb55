// SPDX-License-Identifier: GPL-2.0-only
#include "cmd.h"

#include <getopt.h>

#include "guc_lfd.h"
#include "guc_text.h"
#include "input/form.h"
#include "input/input.h"
#include "lfd/comment.h"
#include "lfd/describe.h"
#include "output/json_out.h"
#include "output/lfd_make.h"
#include "util/file.h"
#include "util/msg.h"

#include "abi/guc_lfd_abi.h"

static const char usage[] =
"Usage: guclog list [OPTION...] INPUT\n"
"Show the blocks of an LFD file, with their fields in words; of a log in another\n"
"form those of the file that 'guclog convert' makes of it.\n"
"\n"
"  --gt N      the log of this GT, where the input has several\n"
"  --log N     the Nth log of the input, from 0, where it has several\n"
"  --json      the same as JSON; guclog(1) has the names\n"
"  -h, --help  this text\n"
"\n"
"INPUT '-' is standard input. What comes before a fault is shown; the fault is\n"
"told on standard error, and the exit status is 1.\n";

/* Columns that are as wide as the file's length makes them. */
struct columns {
	int offset;
	int bytes;
};

static struct columns columns_for(const struct file *file)
{
	return (struct columns){
		.offset = max(snprintf(NULL, 0, "0x%zx", file->len), 6),
		.bytes = max(snprintf(NULL, 0, "%zu", file->len), 5),
	};
}

static void print_head(const struct file *file, const struct columns *col,
		       const struct guc_lfd_summary *sum)
{
	char buf[32];
	struct guc_text size = { .buf = buf, .size = sizeof(buf) };

	msg_size(&size, file->len);
	printf("%s: LFD %u.%u, %u blocks, %s\n", file->name,
	       (u32)FIELD_GET(GUC_LFD_VERSION_MAJOR_MASK, sum->version),
	       (u32)FIELD_GET(GUC_LFD_VERSION_MINOR_MASK, sum->version),
	       sum->blocks, buf);
	printf("%-*s  %-30s  %*s  %s\n", col->offset, "offset", "type",
	       col->bytes, "bytes", "meaning");
}

static void print_comment(const struct guc_lfd_block *block)
{
	struct guc_view rest = comment_text(block->data);
	struct comment_line line;
	char *clean;

	while (comment_next(&rest, &line)) {
		clean = comment_clean(line.text);
		printf("    %s\n", clean);
		free(clean);
	}
}

static void print_block(struct describe *walk, const struct columns *col,
			const struct guc_lfd_block *block, const char *more)
{
	struct guc_text meaning = { .buf = NULL };
	struct describe again = *walk;
	const char *name = guc_lfd_type_name(block->type);

	describe_block(&again, block, &meaning);
	mem_text(&meaning);
	describe_block(walk, block, &meaning);
	printf("0x%-*llx  0x%04x %-23s  %*zu%s%s%s\n", col->offset - 2,
	       block->offset, block->type, *name ? name : "-", col->bytes,
	       block->data.len, meaning.len || *more ? "  " : "", meaning.buf,
	       more);
	free(meaning.buf);
	if (block->type == GUC_LFD_HOST_COMMENT)
		print_comment(block);
}

static void print_blocks(const struct file *file,
			 const struct guc_lfd_summary *sum)
{
	struct columns col = columns_for(file);
	struct guc_lfd_reader reader;
	struct guc_lfd_block block;
	struct describe walk;

	if (guc_lfd_open(&reader, file_view(file)))
		return;
	print_head(file, &col, sum);
	describe_init(&walk, file_view(file));
	while (guc_lfd_next(&reader, &block) > 0) {
		print_block(&walk, &col, &block, "");
		describe_pass(&walk, &block);
	}
	if (describe_cut(file_view(file), &reader.fault, &block))
		print_block(&walk, &col, &block, ", then the file ends");
}

static int list_file(const struct file *file, bool json)
{
	enum form form = form_detect(file_view(file));
	struct guc_lfd_summary sum;
	struct guc_fault fault;

	if (form != FORM_LFD && form != FORM_UNKNOWN) {
		msg_fail(file->name, "is %s, not an LFD file", form_name(form));
		return CMD_FAILED;
	}
	guc_lfd_check(file_view(file), &sum, &fault);
	if (json)
		json_list(file, &sum, &fault);
	else
		print_blocks(file, &sum);
	if (fault.code == GUC_FAULT_NONE)
		return CMD_FINE;
	fflush(stdout);
	msg_fault(stderr, "guclog: ", file->name, &fault);
	return CMD_FAULTS;
}

/**
 * struct list - one run
 * @gt: --gt as it was typed, or NULL
 * @log: --log as it was typed, or NULL
 * @json: as JSON
 * @in: the input
 */
struct list {
	const char *gt;
	const char *log;
	bool json;
	struct input in;
};

static bool is_wanted(const struct list *l, unsigned int i)
{
	const struct guc_facts *facts = &l->in.log[i].facts;
	char buf[16];

	snprintf(buf, sizeof(buf), "%u", i);
	if (l->log && strcmp(buf, l->log))
		return false;
	snprintf(buf, sizeof(buf), "%u", facts->gt);
	return !l->gt || (guc_facts_has(facts, GUC_FACT_gt) &&
			  !strcmp(buf, l->gt));
}

/* Return: the log that was asked for, NULL after saying why there is none. */
static const struct input_log *choose(const struct list *l)
{
	const struct input_log *one = NULL;
	unsigned int i, nr = 0;

	for (i = 0; i < l->in.nr_logs; i++) {
		if (!is_wanted(l, i))
			continue;
		one = &l->in.log[i];
		nr++;
	}
	if (nr == 1)
		return one;
	if (nr)
		msg_fail(l->in.name,
			 "%u logs in it: name one with --gt or --log", nr);
	else
		msg_fail(l->in.name, l->in.nr_logs ? "no such log in it" :
			 "no GuC log in it");
	return NULL;
}

static int list_log(const struct input_log *log, bool json)
{
	struct file file = { .name = log->name };
	int ret;

	if (log->form == FORM_LFD || log->form == FORM_UNKNOWN) {
		file.data = log->image;
		file.len = log->len;
		return list_file(&file, json);
	}
	file.data = lfd_fill(log, &log->facts, log->notes, &file.len);
	ret = list_file(&file, json);
	free(file.data);
	return log->losses ? max_t(int, ret, CMD_FAULTS) : ret;
}

static int list(struct list *l, const char *path)
{
	int damaged = input_open(&l->in, path), ret = CMD_FAILED;
	const struct input_log *log;

	log = damaged && !l->in.nr_logs ? NULL : choose(l);
	if (log)
		ret = list_log(log, l->json);
	if (log && damaged)
		ret = max_t(int, ret, CMD_FAULTS);
	input_free(&l->in);
	return ret;
}

/**
 * cmd_list() - guclog list
 * @argc: number of arguments
 * @argv: arguments
 *
 * Return: an enum cmd_status.
 */
int cmd_list(int argc, char **argv)
{
	static const struct option options[] = {
		{ "gt", required_argument, NULL, 'g' },
		{ "log", required_argument, NULL, 'l' },
		{ "json", no_argument, NULL, 'j' },
		{ "help", no_argument, NULL, 'h' },
		{ NULL, 0, NULL, 0 }
	};
	struct list l = { .json = false };
	int opt;

	while ((opt = getopt_long(argc, argv, "h", options, NULL)) != -1) {
		switch (opt) {
		case 'g':
			l.gt = optarg;
			break;
		case 'l':
			l.log = optarg;
			break;
		case 'j':
			l.json = true;
			break;
		case 'h':
			fputs(usage, stdout);
			return CMD_FINE;
		default:
			return cmd_bad_usage("list");
		}
	}
	if (optind + 1 != argc) {
		msg_fail(NULL, "one INPUT is needed");
		return cmd_bad_usage("list");
	}
	if (l.json && json_missing())
		return CMD_FAILED;
	return list(&l, argv[optind]);
}
