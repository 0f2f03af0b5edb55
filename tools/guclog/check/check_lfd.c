// SPDX-License-Identifier: GPL-2.0-only
#include "check/check_lfd.h"

#include "guc_lfd.h"
#include "util/msg.h"
#include "util/status.h"
#include "util/text.h"

#include "abi/guc_comment_abi.h"
#include "abi/guc_lfd_abi.h"

/**
 * struct tally - the walk over a file's blocks
 * @nr: number of blocks
 * @last: the last one
 * @told: number of faults and losses that comments list
 */
struct tally {
	unsigned int nr;
	struct guc_lfd_block last;
	unsigned int told;
};

static bool is_trouble(struct guclog_bytes key)
{
	return text_is(key, GUC_COMMENT_FAULT) ||
	       text_is(key, GUC_COMMENT_FAULTS_NOT_LISTED) ||
	       text_is(key, GUC_COMMENT_LOSS);
}

/* Print the faults and losses of the log that its comments list. */
static void repeat_told(struct check_out *out, const struct file *file,
			const struct guc_lfd_block *block, struct tally *tally)
{
	struct guclog_bytes rest = (struct guclog_bytes){ block->data.data, block->data.len };
	struct guclog_comment_line line;
	char *sentence;

	while (guclog_comment_next(&rest, &line)) {
		if (!is_trouble(line.key))
			continue;
		sentence = text_clean(line.text);
		check_line(out, file, "told", "told in HOST_COMMENT at 0x%llx: %s",
			   block->offset, sentence);
		free(sentence);
		tally->told++;
	}
}

/* Walk up to the block that has the fault, over all when there is none. */
static void walk(struct check_out *out, const struct file *file,
		 const struct guc_fault *fault, struct tally *tally)
{
	struct guc_lfd_reader reader;
	struct guc_lfd_block block;
	int ret;

	if (guc_lfd_open(&reader, file_view(file)))
		return;
	while ((ret = guc_lfd_next(&reader, &block)) > 0) {
		tally->last = block;
		tally->nr++;
		if (fault->code != GUC_FAULT_NONE && reader.pos > fault->offset)
			return;
		if (block.type == GUC_LFD_HOST_COMMENT)
			repeat_told(out, file, &block, tally);
	}
	/* The header of the block is valid, but its data are longer than the file. */
	if (ret < 0 && reader.fault.code == GUC_FAULT_BLOCK_COUNT) {
		tally->last = block;
		tally->nr++;
	}
}

static void tell_missing(struct check_out *out, const struct file *file,
			 u32 missing)
{
	u32 type;

	for (type = GUC_LFD_FW_VERSION; type <= GUC_LFD_BUILD_PLATFORM_ID;
	     type++)
		if (missing & BIT(type))
			check_line(out, file, "missing_blocks",
				   "required block 0x%04x %s is missing", type,
				   guc_lfd_type_name(type));
	if (missing & BIT(0))
		check_line(out, file, "missing_blocks",
			   "required block 0x%04x %s is missing", GUC_LFD_OS_ID,
			   guc_lfd_type_name(GUC_LFD_OS_ID));
}

static void tell_fault(struct check_out *out, const struct file *file,
		       const struct guc_fault *fault, const struct tally *tally)
{
	const struct guc_lfd_block *last = &tally->last;
	const char *name;

	check_fault(out, file, fault);
	if (!tally->nr)
		return;
	name = guc_lfd_type_name(last->type);
	check_line(out, file, NULL, "this is %s block %u, 0x%04x %s at 0x%llx",
		   fault->offset < last->offset +
		   sizeof(struct guc_lfd_block_header) + last->data.len ?
		   "in" : "after", tally->nr, last->type,
		   *name ? name : "(unknown)", last->offset);
}

/**
 * check_lfd() - check an LFD file
 * @out: how to print
 * @file: the file
 *
 * Context: prints to standard output.
 * Return: an enum cmd_status.
 */
int check_lfd(struct check_out *out, const struct file *file)
{
	struct guc_lfd_summary sum;
	struct tally tally = { .nr = 0 };
	struct guc_fault fault;

	guc_lfd_check(file_view(file), &sum, &fault);
	walk(out, file, &fault, &tally);
	if (fault.code != GUC_FAULT_NONE) {
		tell_fault(out, file, &fault, &tally);
		return CMD_FAULTS;
	}
	tell_missing(out, file, sum.missing);
	if (sum.missing || tally.told)
		return CMD_FAULTS;
	check_fine(out, file, "LFD %u.%u, %u blocks",
		   (u32)FIELD_GET(GUC_LFD_VERSION_MAJOR_MASK, sum.version),
		   (u32)FIELD_GET(GUC_LFD_VERSION_MINOR_MASK, sum.version),
		   sum.blocks);
	return CMD_FINE;
}
