/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Reads the blocks of a stream that is recorded, and keeps its head and comments in memory as
 * bytes, because each file of the recording begins with them. read/log/growing_log.h reads the
 * events of a stream.
 */
#ifndef _STREAM_H_
#define _STREAM_H_

#include "base/types.h"
#include "read/lfd/file.h"
#include "base/base.h"

/* Bytes of a stream that are kept in memory. The owner must free @data. */
struct stream_bytes {
	u8 *data;
	size_t len;
};

/**
 * struct stream_head - the file header of a stream, and the blocks before the events
 * @bytes: the file header and the blocks
 * @done: all blocks of the head have arrived
 * @is_stream: according to its main comment, the HOST_COMMENT with the facts of the log, the file
 *	is a stream of the module
 */
struct stream_head {
	struct stream_bytes bytes;
	bool done;
	bool is_stream;
};

struct guclog_blocks *stream_new(void);
void stream_add(struct guclog_blocks *stream, const void *data, size_t len);
void stream_bytes_add(struct stream_bytes *to, struct guclog_bytes bytes);
void stream_bytes_comment(struct stream_bytes *to, const char *lines);
bool stream_head_take(struct stream_head *head, const struct guclog_block *block);

#endif
