// SPDX-License-Identifier: MIT OR GPL-2.0-only
#include "internal.h"
#include "lfd/describe.h"

/**
 * struct guclog_lfd - a walk over the blocks of an LFD file
 * @reader: the position
 * @describe: what comments tell of the block before that
 * @last: this block
 */
struct guclog_lfd {
	struct guc_lfd_reader reader;
	struct describe describe;
	struct guc_lfd_block last;
};

static struct guc_view to_view(struct guclog_bytes b)
{
	return bytes(b.data, b.len);
}

static struct guclog_block to_public(const struct guc_lfd_block *block)
{
	return (struct guclog_block){
		.offset = block->offset,
		.type = block->type,
		.data = { block->data.data, block->data.len },
	};
}

static struct guc_lfd_block to_core(const struct guclog_block *block)
{
	return (struct guc_lfd_block){
		.offset = block->offset,
		.type = block->type,
		.data_count = (u32)(block->data.len / 4),
		.data = to_view(block->data),
	};
}

int guclog_lfd_open(struct guclog_lfd **lfd, const void *file, size_t len,
		    struct guclog_fault *fault)
{
	struct guc_lfd_reader reader;
	int err;

	guc_lfd_open(&reader, bytes(file, len));
	err = tell_fault(fault, &reader.fault);
	if (err)
		return err;
	*lfd = calloc(1, sizeof(**lfd));
	if (!*lfd)
		return -ENOMEM;
	(*lfd)->reader = reader;
	describe_init(&(*lfd)->describe, reader.file);
	return 0;
}

void guclog_lfd_free(struct guclog_lfd *lfd)
{
	free(lfd);
}

int guclog_lfd_next(struct guclog_lfd *lfd, struct guclog_block *block,
		    struct guclog_fault *fault)
{
	int ret;

	describe_pass(&lfd->describe, &lfd->last);
	ret = guc_lfd_next(&lfd->reader, &lfd->last);
	tell_fault(fault, &lfd->reader.fault);
	if (ret > 0)
		*block = to_public(&lfd->last);
	return ret;
}

int guclog_lfd_cut(const struct guclog_lfd *lfd, struct guclog_block *block)
{
	struct guc_lfd_block cut;

	if (!describe_cut(lfd->reader.file, &lfd->reader.fault, &cut))
		return 0;
	*block = to_public(&cut);
	return 1;
}

size_t guclog_lfd_words(const struct guclog_lfd *lfd,
			const struct guclog_block *block, char *buf, size_t size)
{
	struct guc_text text = guclog_text(buf, size);
	struct guc_lfd_block b = to_core(block);

	describe_block(&lfd->describe, &b, &text);
	return text.len;
}

int guclog_lfd_events(const struct guclog_lfd *lfd, const struct guclog_block *block,
		      struct guclog_block_events *events)
{
	struct guc_lfd_block b = to_core(block);
	struct describe_events found;

	if (block->type != GUCLOG_BLOCK_LOG_EVENTS_BUFFER)
		return -EINVAL;
	if (!describe_events(&lfd->describe, &b, &found))
		return -ENODATA;
	*events = (struct guclog_block_events){
		.part = found.part,
		.version = found.version,
		.entry_bytes = found.entry_bytes,
		.entries = to_bytes(found.entries),
		.order = to_bytes(found.order),
		.gap_bytes = found.gap,
		.gap_ticks = found.gap_ticks,
		.gap_estimate = found.gap_estimate,
	};
	return 0;
}

const char *guclog_block_os(const struct guclog_block *block,
			    struct guclog_bytes *release)
{
	struct guc_lfd_block b = to_core(block);

	if (block->type != GUCLOG_BLOCK_OS_ID || !b.data_count)
		return NULL;
	*release = to_bytes(describe_release(&b));
	return describe_os(describe_u32(&b));
}

const char *guclog_block_range(uint32_t type)
{
	return describe_range(type);
}

int guclog_comment_next(struct guclog_bytes *rest, struct guclog_comment_line *line)
{
	struct guc_view text = comment_text(to_view(*rest));
	struct comment_line found;

	if (!comment_next(&text, &found))
		return 0;
	*rest = to_bytes(text);
	*line = (struct guclog_comment_line){
		.text = to_bytes(found.text),
		.key = to_bytes(found.key),
		.value = to_bytes(found.value),
	};
	return 1;
}

int guclog_comment_get(struct guclog_bytes comment, const char *key,
		       struct guclog_bytes *value)
{
	struct guc_view found;

	if (!comment_get(comment_text(to_view(comment)), key, &found))
		return -ENOENT;
	*value = to_bytes(found);
	return 0;
}

int guclog_lfd_check(const void *file, size_t len, uint32_t *missing,
		     struct guclog_fault *fault)
{
	struct guc_lfd_summary sum;
	struct guc_fault found;

	guc_lfd_check(bytes(file, len), &sum, &found);
	if (missing)
		*missing = sum.missing;
	return tell_fault(fault, &found);
}

uint32_t guclog_lfd_version(const void *file, size_t len)
{
	struct guc_lfd_reader reader;

	return guc_lfd_open(&reader, bytes(file, len)) ? 0 : reader.version;
}

const char *guclog_block_name(uint32_t type)
{
	return guc_lfd_type_name(type);
}
