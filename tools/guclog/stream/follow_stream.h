/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Following a stream of the module, or a recorded stream to whose file more is written. The newest
 * events (the window) are kept in memory. Each time that new events are printed, the whole window
 * is read as an LFD file, because the names and contexts of new events are derived from the events
 * before them.
 */
#ifndef _FOLLOW_STREAM_H_
#define _FOLLOW_STREAM_H_

#include "stream/follow.h"
#include "stream/stream.h"

/**
 * struct follow_block - a block of events in the window (the newest events, which are kept)
 * @bytes: length of the block, including the comments before it
 * @events: number of events in the block
 */
struct follow_block {
	size_t bytes;
	u64 events;
};

/**
 * struct follow_stream - a stream that is followed
 * @path: path of the stream
 * @fd: open for reading
 * @grows: @path is a regular file with a length, and more bytes may be written to its end
 * @ended: the stream has ended
 * @show_ms: earliest time at which new events are printed next, CLOCK_MONOTONIC in ms
 * @broken: the stream has bytes that are not valid in an LFD file; false again after a message has
 *	reported that
 * @in: reader of the blocks
 * @fault: the fault in these bytes, if @broken is set
 * @head: the file header and the blocks before the events
 * @anchor: a comment with a clock anchor: the time of the first event of the window on the clocks
 *	of the GuC and of the host
 * @window: the blocks that are kept, after @head and @anchor
 * @pending: number of bytes at the end of @window that are comments about the next block of events
 * @first: index in @block of the first block that is kept; 0 except while blocks are dropped
 * @nr: number of elements of @block
 * @block: the blocks of events in the window
 * @events: number of events in the window
 * @fresh: number of events in the window that were not printed yet
 * @log: which events of the window are new, for follow_is_new()
 */
struct follow_stream {
	const char *path;
	int fd;
	bool grows;
	bool ended;
	s64 show_ms;
	bool broken;
	struct guclog_blocks *in;
	struct guclog_fault fault;
	struct stream_head head;
	struct stream_bytes anchor;
	struct stream_bytes window;
	size_t pending;
	unsigned int first;
	unsigned int nr;
	struct follow_block *block;
	u64 events;
	u64 fresh;
	struct follow_log log;
};

int follow_stream_start(struct follow_stream *f, const char *path);
bool follow_stream_wait(struct follow_stream *f);
int follow_stream_file(const struct follow_stream *f);
const struct follow_log *follow_stream_read(struct follow_stream *f);
void follow_stream_trim(struct follow_stream *f, struct guclog_events *t);
void follow_stream_stop(struct follow_stream *f);

#endif
