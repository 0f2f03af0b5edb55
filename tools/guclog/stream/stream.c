// SPDX-License-Identifier: GPL-2.0-only
#include "stream/stream.h"

#include "base/msg.h"
#include "read/log/growing_log.h"

/**
 * stream_new() - begin to read a stream of the module (an LFD file that never ends)
 *
 * Return: a reader of the stream, which the caller must close with guclog_blocks_close(). The
 * program ends if there is no memory.
 */
struct guclog_blocks *stream_new(void)
{
	struct guclog_blocks *stream = guclog_blocks_stream();

	if (!stream)
		mem_none();
	return stream;
}

/**
 * stream_add() - add bytes that have arrived from a stream
 * @stream: from stream_new()
 * @data: the bytes that have arrived
 * @len: number of bytes
 *
 * The program ends if there is no memory.
 */
void stream_add(struct guclog_blocks *stream, const void *data, size_t len)
{
	if (guclog_blocks_add(stream, data, len))
		mem_none();
}

/**
 * stream_bytes_add() - append bytes of a stream to bytes that are kept in memory
 * @to: the bytes that are kept; zeroed before the first call
 * @bytes: the bytes that are appended; they are copied
 */
void stream_bytes_add(struct stream_bytes *to, struct guclog_bytes bytes)
{
	if (!bytes.len)
		return;
	to->data = mem_grow(to->data, to->len + bytes.len);
	memcpy(to->data + to->len, bytes.data, bytes.len);
	to->len += bytes.len;
}

/**
 * stream_bytes_comment() - append a block HOST_COMMENT to bytes that are kept in memory
 * @to: the bytes that are kept
 * @lines: text of the comment
 */
void stream_bytes_comment(struct stream_bytes *to, const char *lines)
{
	size_t len = guclog_comment_block(lines, NULL, 0);

	to->data = mem_grow(to->data, to->len + len);
	guclog_comment_block(lines, to->data + to->len, len);
	to->len += len;
}

/**
 * stream_head_take() - store a block of a stream if it is before the events
 * @head: zeroed before the first block
 * @block: the next block of the stream
 *
 * The head of a stream consists of the blocks up to the main comment (the HOST_COMMENT block with
 * the facts about the log). If there is no main comment, it ends before the first events.
 *
 * Return: whether the block is a part of the head.
 */
bool stream_head_take(struct stream_head *head, const struct guclog_block *block)
{
	struct guclog_comment comment = { .is_main = false };

	if (head->done)
		return false;
	if (block->type == GUCLOG_BLOCK_HOST_COMMENT)
		guclog_comment_read(block->data, &comment);
	head->done = block->type != GUCLOG_BLOCK_HEADER &&
		     (block->type == GUCLOG_BLOCK_LOG_EVENTS_BUFFER || comment.of_events ||
		      head->bytes.len + block->bytes.len > STREAM_HEAD_MAX);
	if (head->done)
		return false;
	stream_bytes_add(&head->bytes, block->bytes);
	head->done = comment.is_main;
	head->is_stream = comment.is_stream;
	return true;
}
