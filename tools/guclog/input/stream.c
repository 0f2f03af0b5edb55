// SPDX-License-Identifier: GPL-2.0-only
#include "input/stream.h"

#include "abi/guc_comment_abi.h"
#include "abi/guc_lfd_abi.h"
#include "util/msg.h"
#include "util/text.h"

/* A longer head has blocks of another kind in it. */
#define HEAD_MAX	1048576

/**
 * stream_bytes_add() - keep further bytes
 * @to: the bytes, zeroed at first
 * @bytes: the further ones
 */
void stream_bytes_add(struct stream_bytes *to, struct guc_view bytes)
{
	if (!bytes.len)
		return;
	to->data = mem_grow(to->data, to->len + bytes.len);
	memcpy(to->data + to->len, bytes.data, bytes.len);
	to->len += bytes.len;
}

/**
 * stream_bytes_comment() - add a HOST_COMMENT
 * @to: the bytes
 * @lines: its text
 */
void stream_bytes_comment(struct stream_bytes *to, const char *lines)
{
	struct guc_lfd_block_header head;
	size_t len = strlen(lines);
	u32 dwords = (u32)((len + 3) / 4);

	head.header = cpu_to_le32(GUC_LFD_HOST_COMMENT << 16 | GUC_LFD_BLOCK_MAGIC);
	head.data_count = cpu_to_le32(dwords);
	stream_bytes_add(to, guc_view(&head, sizeof(head)));
	stream_bytes_add(to, guc_view(lines, len));
	stream_bytes_add(to, guc_view("\0\0\0", 4 * dwords - len));
}

/**
 * stream_head_take() - take a block if it stands before the events
 * @head: zeroed at first
 * @block: the block
 *
 * The head ends with the main comment, or else before the first events.
 *
 * Return: whether the block is a part of the head.
 */
bool stream_head_take(struct stream_head *head, const struct stream_block *block)
{
	bool comment = block->block.type == GUC_LFD_HOST_COMMENT && !block->is_header;
	struct guclog_bytes text = { NULL, 0 }, value;

	if (head->done)
		return false;
	if (comment)
		text = (struct guclog_bytes){ block->block.data.data, block->block.data.len };
	head->done = !block->is_header &&
		     (block->block.type == GUC_LFD_LOG_EVENTS_BUFFER ||
		      !guclog_comment_get(text, GUC_COMMENT_EVENTS, &value) ||
		      head->bytes.len + block->bytes.len > HEAD_MAX);
	if (head->done)
		return false;
	stream_bytes_add(&head->bytes, block->bytes);
	head->done = !guclog_comment_get(text, GUC_COMMENT_ORDER, &value);
	head->is_stream = !guclog_comment_get(text, GUC_COMMENT_STREAM, &value);
	return true;
}

/**
 * stream_room() - get memory for further bytes
 * @s: the stream, zeroed at first
 * @len: how many
 *
 * Return: where they go; stream_add() then adds them.
 */
void *stream_room(struct stream *s, size_t len)
{
	if (s->pos) {
		memmove(s->buf, s->buf + s->pos, s->len - s->pos);
		s->len -= s->pos;
		s->pos = 0;
	}
	if (s->room - s->len < len) {
		s->room = s->len + len;
		s->buf = mem_grow(s->buf, s->room);
	}
	return s->buf + s->len;
}

/**
 * stream_add() - bytes have been put where stream_room() said
 * @s: the stream
 * @len: how many; not more than was asked for
 */
void stream_add(struct stream *s, size_t len)
{
	s->len += len;
}

static int read_header(struct stream *s, struct guc_view rest, struct stream_block *block)
{
	struct guc_lfd_reader reader;

	if (rest.len < sizeof(struct guc_lfd_file_header))
		return 0;
	if (guc_lfd_open(&reader, rest)) {
		s->fault = reader.fault;
		return -1;
	}
	s->begun = true;
	s->pos += reader.pos;
	*block = (struct stream_block){
		.bytes = guc_view(rest.data, reader.pos),
		.is_header = true,
	};
	return 1;
}

/* Whether the rest of a block may still come. */
static bool is_incomplete(const struct guc_fault *fault)
{
	return fault->code == GUC_FAULT_TOO_SHORT ||
	       (fault->code == GUC_FAULT_BLOCK_COUNT &&
		fault->found <= STREAM_MAX_BLOCK / 4);
}

/**
 * stream_next() - the next block
 * @s: the stream
 * @block: filled; the file header comes first
 *
 * Return: 1 when there is one, 0 when more bytes are needed, -1 when the bytes are no LFD
 * file; @s->fault is then set.
 */
int stream_next(struct stream *s, struct stream_block *block)
{
	struct guc_view rest = guc_view(s->buf + s->pos, s->len - s->pos);
	struct guc_lfd_reader reader = { .file = rest };
	int ret;

	if (s->fault.code)
		return -1;
	if (!s->begun)
		return read_header(s, rest, block);
	ret = guc_lfd_next(&reader, &block->block);
	if (ret > 0) {
		block->bytes = guc_view(rest.data, reader.pos);
		block->is_header = false;
		s->pos += reader.pos;
		return 1;
	}
	if (!ret || is_incomplete(&reader.fault))
		return 0;
	s->fault = reader.fault;
	return -1;
}

/**
 * stream_is_whole() - does the stream end after a block?
 * @s: the stream, after stream_next() has returned 0
 *
 * Return: true when no part of a block is left.
 */
bool stream_is_whole(const struct stream *s)
{
	return s->begun && !s->fault.code && s->pos == s->len;
}

/**
 * stream_free() - free the bytes
 * @s: the stream
 */
void stream_free(struct stream *s)
{
	free(s->buf);
	*s = (struct stream){ .buf = NULL };
}
