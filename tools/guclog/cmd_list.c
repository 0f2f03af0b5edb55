// SPDX-License-Identifier: GPL-2.0-only
#include "cmd.h"

#include <getopt.h>

#include "comment.h"
#include "describe.h"
#include "file.h"
#include "form.h"
#include "guc_lfd.h"
#include "guc_text.h"
#include "json_out.h"
#include "msg.h"

#include "abi/guc_lfd_abi.h"

static const char usage[] =
"Usage: guclog list [OPTION...] FILE\n"
"Show the blocks of an LFD file, with their fields in words.\n"
"\n"
"  --json      the same as JSON; guclog(1) has the names\n"
"  -h, --help  this text\n"
"\n"
"FILE '-' is standard input. What comes before a fault is shown; the fault is\n"
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
			const struct guc_lfd_block *block)
{
	struct guc_text meaning = { .buf = NULL };
	struct describe again = *walk;
	const char *name = guc_lfd_type_name(block->type);

	describe_block(&again, block, &meaning);
	mem_text(&meaning);
	describe_block(walk, block, &meaning);
	printf("0x%-*llx  0x%04x %-23s  %*zu%s%s\n", col->offset - 2,
	       block->offset, block->type, *name ? name : "-", col->bytes,
	       block->data.len, meaning.len ? "  " : "", meaning.buf);
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
		print_block(&walk, &col, &block);
		describe_pass(&walk, &block);
	}
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

static int list(const char *path, bool json)
{
	struct file file;
	int ret = CMD_FAILED;

	if (!file_read(&file, path))
		ret = list_file(&file, json);
	file_free(&file);
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
		{ "json", no_argument, NULL, 'j' },
		{ "help", no_argument, NULL, 'h' },
		{ NULL, 0, NULL, 0 }
	};
	bool json = false;
	int opt;

	while ((opt = getopt_long(argc, argv, "h", options, NULL)) != -1) {
		switch (opt) {
		case 'j':
			json = true;
			break;
		case 'h':
			fputs(usage, stdout);
			return CMD_FINE;
		default:
			return cmd_bad_usage("list");
		}
	}
	if (optind + 1 != argc) {
		msg_fail(NULL, "one FILE is needed");
		return cmd_bad_usage("list");
	}
	if (json && json_missing())
		return CMD_FAILED;
	return list(argv[optind], json);
}
