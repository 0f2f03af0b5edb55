// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * Functions of guclog.h that read the blocks of an LFD file (log format descriptors), and the lines
 * of the comments in it. The file is in memory, or is a stream: an LFD file that arrives in pieces.
 */
#include "base/arena.h"
#include "model/internal.h"
#include "read/lfd/blocks.h"
#include "read/lfd/describe.h"

#include "abi/guc_comment_abi.h"
#include "abi/guc_lfd_abi.h"
#include "abi/guc_log_abi.h"

/*
 * Largest size of a block of a stream, bytes. Blocks are not longer than the event ring of the GuC,
 * so a longer block is an error.
 */
#define MAX_BLOCK	(64u << 20)

/**
 * struct guclog_blocks - a reader of the blocks of an LFD file
 * @reader: the position in the file; for a stream, the position in @buf
 * @describe: the comments that describe the current block; not for a stream
 * @last: the block that was read last
 * @is_stream: the bytes arrive in pieces
 * @begun: the header of the stream was read
 * @base: number of bytes of the stream before @buf
 * @arena: has the memory of @buf
 * @buf: bytes of the stream; the bytes before the position of @reader have been read
 * @len: number of bytes in @buf, including those that have been read
 * @room: bytes allocated at @buf
 */
struct guclog_blocks {
	struct guc_lfd_reader reader;
	struct describe describe;
	struct guc_lfd_block last;
	bool is_stream;
	bool begun;
	u64 base;
	struct arena arena;
	u8 *buf;
	size_t len;
	size_t room;
};

static struct guc_view to_view(struct guclog_bytes b)
{
	return bytes(b.data, b.len);
}

/**
 * block_publish() - convert a block to the public structure
 * @block: the block
 *
 * Return: the public structure.
 */
struct guclog_block block_publish(const struct guc_lfd_block *block)
{
	struct guclog_block to = {
		.offset = block->offset,
		.type = block->type,
		.value = describe_u32(block),
		.data = { block->data.data, block->data.len },
		.bytes = { block->data.data - sizeof(struct guc_lfd_block_header),
			   block->data.len + sizeof(struct guc_lfd_block_header) },
	};

	if (to.type == GUCLOG_BLOCK_LOG_EVENTS_BUFFER && to.value == GUC_LOG_EVENT_VERSION)
		to.nr_events = (to.data.len - 4) / sizeof(struct guc_log_event_v2);
	return to;
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

static struct guclog_blocks *no_memory(struct guclog_fault *fault)
{
	if (!fault)
		return NULL;
	*fault = (struct guclog_fault){ .error = -ENOMEM };
	snprintf(fault->text, sizeof(fault->text), "%s", guclog_strerror(-ENOMEM));
	return NULL;
}

struct guclog_blocks *guclog_blocks_open(const void *file, size_t len,
					 struct guclog_fault *fault)
{
	struct guc_lfd_reader reader;
	struct guclog_blocks *blocks;

	guc_lfd_open(&reader, bytes(file, len));
	if (fault_publish(fault, &reader.fault))
		return NULL;
	blocks = calloc(1, sizeof(*blocks));
	if (!blocks)
		return no_memory(fault);
	blocks->reader = reader;
	describe_init(&blocks->describe, reader.file);
	return blocks;
}

struct guclog_blocks *guclog_blocks_stream(void)
{
	struct guclog_blocks *blocks = calloc(1, sizeof(*blocks));

	if (!blocks)
		return NULL;
	arena_init(&blocks->arena, ARENA_NO_LIMIT);
	blocks->is_stream = true;
	return blocks;
}

int guclog_blocks_add(struct guclog_blocks *blocks, const void *data, size_t len)
{
	size_t done = (size_t)blocks->reader.pos, room = blocks->room;
	u8 *buf;

	blocks->base += done;
	blocks->len -= done;
	blocks->reader.pos = 0;
	if (blocks->len)
		memmove(blocks->buf, blocks->buf + done, blocks->len);
	while (room - blocks->len < len)
		room = room ? 2 * room : 65536;
	if (room != blocks->room) {
		buf = arena_grow(&blocks->arena, blocks->buf, room);
		if (!buf)
			return -ENOMEM;
		blocks->buf = buf;
		blocks->room = room;
	}
	if (len)
		memcpy(blocks->buf + blocks->len, data, len);
	blocks->len += len;
	blocks->reader.file = bytes(blocks->buf, blocks->len);
	return 0;
}

void guclog_blocks_close(struct guclog_blocks *blocks)
{
	if (!blocks)
		return;
	arena_free(&blocks->arena);
	free(blocks);
}

/*
 * Read the header of the file. Return: 1 on success, 0 if more bytes are needed, or the errno
 * of a fault of the header.
 */
static int next_header(struct guclog_blocks *blocks, struct guclog_block *block)
{
	struct guc_view file = blocks->reader.file;

	if (file.len < sizeof(struct guc_lfd_file_header))
		return 0;
	if (guc_lfd_open(&blocks->reader, file))
		return guc_fault_errno(&blocks->reader.fault);
	blocks->begun = true;
	*block = (struct guclog_block){
		.type = GUCLOG_BLOCK_HEADER,
		.bytes = { file.data, (size_t)blocks->reader.pos },
	};
	return 1;
}

/*
 * Return: whether the fault is only that the block is not complete yet, so more bytes of the
 * stream are needed.
 */
static bool is_incomplete(const struct guc_fault *fault)
{
	return fault->code == GUC_FAULT_TOO_SHORT ||
	       (fault->code == GUC_FAULT_BLOCK_COUNT && fault->found <= MAX_BLOCK / 4);
}

static int next_of_stream(struct guclog_blocks *blocks, struct guclog_block *block)
{
	struct guc_lfd_reader *reader = &blocks->reader;
	int ret;

	if (reader->fault.code)
		return guc_fault_errno(&reader->fault);
	if (!blocks->begun)
		return next_header(blocks, block);
	ret = guc_lfd_next(reader, &blocks->last);
	if (ret < 0 && is_incomplete(&reader->fault)) {
		reader->fault.code = GUC_FAULT_NONE;
		return 0;
	}
	if (ret < 0)
		reader->fault.offset += blocks->base;
	if (ret > 0) {
		*block = block_publish(&blocks->last);
		block->offset += blocks->base;
	}
	return ret;
}

int guclog_blocks_next(struct guclog_blocks *blocks, struct guclog_block *block,
		       struct guclog_fault *fault)
{
	int ret;

	if (blocks->is_stream) {
		ret = next_of_stream(blocks, block);
	} else {
		describe_pass(&blocks->describe, &blocks->last);
		ret = guc_lfd_next(&blocks->reader, &blocks->last);
		if (ret > 0)
			*block = block_publish(&blocks->last);
	}
	fault_publish(fault, &blocks->reader.fault);
	return ret;
}

bool guclog_blocks_whole(const struct guclog_blocks *blocks)
{
	return blocks->begun && !blocks->reader.fault.code && blocks->reader.pos == blocks->len;
}

int guclog_blocks_cut(const struct guclog_blocks *blocks, struct guclog_block *block)
{
	struct guc_lfd_block cut;

	if (!describe_cut(blocks->reader.file, &blocks->reader.fault, &cut))
		return 0;
	*block = block_publish(&cut);
	return 1;
}

size_t guclog_block_text(const struct guclog_blocks *blocks,
			 const struct guclog_block *block, char *buf, size_t size)
{
	struct guc_text text = guclog_text(buf, size);
	struct guc_lfd_block b = to_core(block);

	describe_block(&blocks->describe, &b, &text);
	return text.len;
}

int guclog_blocks_events(const struct guclog_blocks *blocks, const struct guclog_block *block,
			 struct guclog_block_events *events)
{
	struct guc_lfd_block b = to_core(block);
	struct describe_events found;

	if (block->type != GUCLOG_BLOCK_LOG_EVENTS_BUFFER)
		return -EINVAL;
	if (!describe_events(&blocks->describe, &b, &found))
		return -ENODATA;
	*events = (struct guclog_block_events){
		.part = found.part,
		.version = found.version,
		.entry_bytes = found.entry_bytes,
		.entries = to_bytes(found.entries),
		.order = to_bytes(found.order),
		.gap_bytes = found.gap.bytes,
		.gap_ticks = found.gap.ticks,
		.gap_estimate = found.gap.estimate,
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

uint32_t guclog_blocks_version(const struct guclog_blocks *blocks)
{
	return blocks->reader.version;
}

void guclog_comment_read(struct guclog_bytes text, struct guclog_comment *comment)
{
	struct guc_view from = comment_text(to_view(text)), value;

	*comment = (struct guclog_comment){
		.of_events = comment_get(from, GUC_COMMENT_EVENTS, &value),
		.lost_events = comment_number(from, GUC_COMMENT_EVENTS_GAP GUC_COMMENT_IN_ENTRIES),
		.lost_estimate = comment_number(from, GUC_COMMENT_EVENTS_GAP_ESTIMATE),
		.gap_ticks = comment_number(from, GUC_COMMENT_EVENTS_GAP_TICKS),
		.anchor_age_ns = comment_number(from, "anchor_age_ns"),
	};
	comment->after_load = comment->of_events &&
			      comment_is(value, GUC_COMMENT_EVENTS_AFTER_LOAD);
	comment->is_main = comment_get(from, GUC_COMMENT_ORDER, &value);
	comment->is_stream = comment_get(from, GUC_COMMENT_STREAM, &value);
	comment->is_anchor = comment_get(from, "anchor_guc_tick", &value);
}

size_t guclog_comment_block(const char *lines, void *buf, size_t size)
{
	struct guc_lfd_block_header head;
	size_t len = strlen(lines);
	u32 dwords = (u32)((len + 3) / 4);
	size_t bytes = sizeof(head) + 4 * (size_t)dwords;

	if (!buf || bytes > size)
		return bytes;
	head.header = cpu_to_le32(GUC_LFD_HOST_COMMENT << 16 | GUC_LFD_BLOCK_MAGIC);
	head.data_count = cpu_to_le32(dwords);
	memset(buf, 0, bytes);
	memcpy(buf, &head, sizeof(head));
	memcpy((u8 *)buf + sizeof(head), lines, len);
	return bytes;
}

const char *guclog_block_name(uint32_t type)
{
	return guc_lfd_type_name(type);
}
