/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * An LFD file that arrives in pieces: each block is there as soon as all of its bytes
 * are.
 */
#ifndef _STREAM_H_
#define _STREAM_H_

#include "guc_lfd.h"

/* A longer block ends the reading: a stream has blocks of at most one ring. */
#define STREAM_MAX_BLOCK	(64u << 20)

/**
 * struct stream - bytes of a file that are not yet read as blocks
 * @buf: the bytes
 * @len: how many
 * @room: bytes allocated
 * @pos: of the next block in @buf
 * @begun: the file header was read
 * @fault: what ended the reading, code GUC_FAULT_NONE when nothing did
 */
struct stream {
	u8 *buf;
	size_t len;
	size_t room;
	size_t pos;
	bool begun;
	struct guc_fault fault;
};

/**
 * struct stream_block - a block, or the file header
 * @bytes: all of its bytes, also the header of the block; valid until bytes are added
 * @is_header: it is the file header; @block is empty
 * @block: the block
 */
struct stream_block {
	struct guc_view bytes;
	bool is_header;
	struct guc_lfd_block block;
};

/* Bytes that are kept; to be freed. */
struct stream_bytes {
	u8 *data;
	size_t len;
};

/**
 * struct stream_head - the blocks that stand before the events, and the file header
 * @bytes: these
 * @done: all of them are there
 * @is_stream: the main comment says that the file is a stream of the module
 */
struct stream_head {
	struct stream_bytes bytes;
	bool done;
	bool is_stream;
};

void stream_bytes_add(struct stream_bytes *to, struct guc_view bytes);
void stream_bytes_comment(struct stream_bytes *to, const char *lines);
bool stream_head_take(struct stream_head *head, const struct stream_block *block);

void *stream_room(struct stream *s, size_t len);
void stream_add(struct stream *s, size_t len);
int stream_next(struct stream *s, struct stream_block *block);
bool stream_is_whole(const struct stream *s);
void stream_free(struct stream *s);

#endif
