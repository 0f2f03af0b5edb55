// SPDX-License-Identifier: GPL-2.0-only
#include "info_views.h"

#include "base/types.h"
#include "read/check.h"
#include "read/forms.h"
#include "read/lfd/file.h"
#include "read/log/logs.h"
#include "read/open.h"
#include "verbs/cli.h"
#include "verbs/log_messages.h"
#include "read/lfd/blocks.h"
#include "output/json_out.h"
#include "base/file.h"
#include "base/msg.h"
#include "base/status.h"
#include "base/clean.h"
#include "base/fixedbuf.h"
#include "base/out.h"

/* Widths of two columns in characters, which depend on the length of the file. */
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

static void print_head(const struct file *file, const struct columns *col)
{
	struct guclog_blocks *lfd = blocks_open(file->data, file->len);
	struct guclog_block block;
	unsigned int blocks = 0;
	u32 version;
	char size[32];

	while (lfd && guclog_blocks_next(lfd, &block, NULL) > 0)
		blocks++;
	version = lfd ? guclog_blocks_version(lfd) : 0;
	guclog_blocks_close(lfd);
	number_size(size, sizeof(size), file->len);
	out_printf("%s: LFD %u.%u, %u blocks, %s\n", file->name, version >> 16,
		   version & 0xffff, blocks, size);
	out_printf("%-*s  %-30s  %*s  %s\n", col->offset, "offset", "type",
		   col->bytes, "bytes", "meaning");
}

static void print_comment(struct guclog_bytes rest)
{
	struct guclog_comment_line line;
	char *clean;

	while (guclog_comment_next(&rest, &line)) {
		clean = text_clean(line.text);
		out_printf("    %s\n", clean);
		free(clean);
	}
}

static void print_block(const struct guclog_blocks *lfd, const struct columns *col,
			const struct guclog_block *block, const char *more)
{
	size_t len = guclog_block_text(lfd, block, NULL, 0);
	const char *name = guclog_block_name(block->type);
	char *meaning = mem_zero(len + 1);

	guclog_block_text(lfd, block, meaning, len + 1);
	out_printf("0x%-*llx  0x%04x %-23s  %*zu%s%s%s\n", col->offset - 2,
		   (u64)block->offset, block->type, *name ? name : "-", col->bytes,
		   block->data.len, len || *more ? "  " : "", meaning, more);
	free(meaning);
	if (block->type == GUCLOG_BLOCK_HOST_COMMENT)
		print_comment(block->data);
}

static void print_blocks(const struct file *file)
{
	struct columns col = columns_for(file);
	struct guclog_blocks *lfd = blocks_open(file->data, file->len);
	struct guclog_block block;

	if (!lfd)
		return;
	print_head(file, &col);
	while (guclog_blocks_next(lfd, &block, NULL) > 0)
		print_block(lfd, &col, &block, "");
	if (guclog_blocks_cut(lfd, &block))
		print_block(lfd, &col, &block, ", then the file ends");
	guclog_blocks_close(lfd);
}

static int list_file(const struct file *file, bool json)
{
	enum guclog_form form = guclog_form_detect(file->data, file->len);
	const struct guclog_check_result *check;
	const struct guclog_defect *fault = NULL;
	unsigned int i;

	if (form != GUCLOG_FORM_LFD) {
		msg_fail(file->name, "is %s, not an LFD file", guclog_form_phrase(form));
		return CMD_FAILED;
	}
	check = guclog_check_bytes(file->data, file->len, form);
	if (!check)
		mem_none();
	for (i = 0; i < check->nr_defects && !fault; i++)
		if (check->defect[i]->kind == GUCLOG_DEFECT_FAULT)
			fault = check->defect[i];
	if (json)
		json_blocks(file, fault ? &fault->fault : NULL);
	else
		print_blocks(file);
	if (fault)
		msg_fail(file->name, "%s", fault->text);
	guclog_check_free(check);
	return fault ? CMD_FAULTS : CMD_FINE;
}

static int list_log(const struct guclog_log *log, bool json)
{
	enum guclog_form kind = log->form;
	struct file file = { .name = (char *)log->name };
	struct guclog_bytes bytes = log_bytes(log);
	int ret;

	if (kind == GUCLOG_FORM_LFD || kind == GUCLOG_FORM_UNKNOWN) {
		/* The cast is safe: the functions only read the data. */
		file.data = (u8 *)bytes.data;
		file.len = bytes.len;
		return list_file(&file, json);
	}
	bytes = log_make_lfd(log, log->own_facts, log->losses);
	file.data = (u8 *)bytes.data;
	file.len = bytes.len;
	ret = list_file(&file, json);
	free(file.data);
	return log->nr_losses ? max_t(int, ret, CMD_FAULTS) : ret;
}

static bool is_nothing(const struct guclog_log *log)
{
	struct guclog_bytes bytes = log_bytes(log);

	return log->form == GUCLOG_FORM_UNKNOWN &&
	       guclog_form_detect(bytes.data, bytes.len) == GUCLOG_FORM_UNKNOWN;
}

static int list_input(const struct log_choice *choice, struct guclog_file *file, bool json)
{
	const struct guclog_log *log = NULL;
	int ret;

	if (file->complete || file->nr_logs)
		log = log_choice_one(choice, file);
	if (!log)
		return CMD_FAILED;
	if (is_nothing(log)) {
		log_say_absent(file, GUCLOG_WANT_LOG);
		return CMD_FAILED;
	}
	ret = list_log(log, json);
	return file->complete ? ret : max_t(int, ret, CMD_FAULTS);
}

/**
 * info_blocks() - print the blocks of an LFD file or, for a log in another form, of the LFD file
 * that "guclog convert" would make
 * @choice: which log of the input
 * @path: path of the input
 * @json: print JSON instead of text
 *
 * Context: process context; reads the input and prints.
 * Return: an enum cmd_status.
 */
int info_blocks(const struct log_choice *choice, const char *path, bool json)
{
	struct guclog_file *file = cli_open_file(path, NULL, GUCLOG_OPEN_LOGS);
	int ret = list_input(choice, file, json);

	cli_close_file(file);
	return ret;
}
