// SPDX-License-Identifier: GPL-2.0-only
/* Redaction of the blocks of an LFD file. */
#include "output/redact/redact.h"

#include "abi/guc_lfd_abi.h"
#include "read/lfd/file.h"

static char *text_of(struct guclog_bytes text)
{
	return (char *)(uintptr_t)text.data;
}

/* Return: number of bytes at the beginning of a block that are kept. */
static size_t known_len(const struct guclog_block *block)
{
	switch (block->type) {
	case GUC_LFD_FW_VERSION ... GUC_LFD_BUILD_PLATFORM_ID:
		return sizeof(u32);
	case GUC_LFD_LOG_EVENTS_BUFFER:
	case GUC_LFD_FW_CRASH_DUMP:
	case GUC_LFD_BINARY_SCHEMA_FORMAT:
	case GUC_LFD_TIMESTAMP_ANCHOR:
	case GUC_LFD_TIMESTAMP_ANCHOR_CONFIG:
		return block->data.len;
	default:
		return 0;
	}
}

static void take_block(struct guclog_redact_count *count, const struct guclog_block *block)
{
	size_t n = min(known_len(block), block->data.len);
	struct guclog_bytes release;

	if (block->type == GUCLOG_BLOCK_HOST_COMMENT) {
		redact_lines(count, block->data, false);
	} else if (guclog_block_os(block, &release)) {
		redact_release(count, text_of(release), release.len, 0);
	} else if (n < block->data.len) {
		memset(text_of(block->data) + n, 0, block->data.len - n);
		redact_note(count, GUCLOG_REDACT_UNKNOWN, block->data.len - n, 0);
	}
}

/**
 * redact_lfd() - redact an LFD file
 * @count: counts the redacted items
 * @data: the file; changed in place, with the same length and the same blocks
 * @len: length of the file
 *
 * An incomplete block at the end is redacted like a complete one. Everything after a block that
 * cannot be read is overwritten by zeroes.
 *
 * Return: 0, or -ENOMEM; the file is then not redacted.
 */
int redact_lfd(struct guclog_redact_count *count, u8 *data, size_t len)
{
	struct guclog_fault fault;
	struct guclog_blocks *lfd = guclog_blocks_open(data, len, &fault);
	struct guclog_block block;
	size_t end = 0;
	int ret = fault.error;

	if (ret == -ENOMEM)
		return ret;
	while (lfd && (ret = guclog_blocks_next(lfd, &block, NULL)) > 0) {
		take_block(count, &block);
		end = (size_t)((const u8 *)block.data.data - data) + block.data.len;
	}
	if (lfd && guclog_blocks_cut(lfd, &block)) {
		end = block.offset + sizeof(struct guc_lfd_block_header);
		block.data = (struct guclog_bytes){ data + end, len - end };
		take_block(count, &block);
		end = len;
	}
	guclog_blocks_close(lfd);
	if (!ret || end >= len)
		return 0;
	memset(data + end, 0, len - end);
	redact_note(count, GUCLOG_REDACT_UNKNOWN, len - end, 0);
	return 0;
}
