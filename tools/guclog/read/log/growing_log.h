/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A log that grows: an LFD file that arrives in pieces, such as a stream of the module. Each byte
 * is parsed once. The log is a struct guclog_log like that of a whole file, and can be read after
 * each piece. The blocks of the oldest events can be dropped, so that the memory stays small.
 */
#ifndef _GROWING_LOG_H_
#define _GROWING_LOG_H_

#include "base/arena.h"
#include "read/lfd/file.h"
#include "read/log/events.h"
#include "read/log/log.h"
#include "read/open.h"

/*
 * Largest total size in bytes of the blocks before the events. A stream with more than that is
 * damaged.
 */
#define STREAM_HEAD_MAX	1048576

/**
 * struct growing_block - a block that is kept
 * @data: the block, with its header; memory of the arena
 * @events: number of events in a block of events of the log
 * @runs: number of runs (events without a gap) up to and with this block
 * @anchors: number of clock anchors up to and with this block
 * @is_kept: the log needs the block, even if its events are dropped
 */
struct growing_block {
	u8 *data;
	u64 events;
	unsigned int runs;
	unsigned int anchors;
	bool is_kept;
};

/**
 * struct growing_log - a log that grows
 * @log: the log; growing_log_update() makes it valid
 * @file: an input that has only the log
 * @list: the list of logs of @file
 * @is_stream: according to its main comment, the HOST_COMMENT with the facts of the log, the file
 *	is a stream of the module
 * @begun: all blocks before the events have arrived
 * @fault: the fault because of which no more blocks can be read; its @error is 0 if there is none
 * @total: number of events that have arrived
 * @events: number of events that are kept: the newest ones
 * @input: what is known about the input
 * @arena: has the memory
 * @in: reader of the blocks
 * @walk: the comments that describe the next block
 * @head_len: bytes of the blocks before the events
 * @head_anchors: number of clock anchors in the blocks before the events
 * @own_anchor: the clock anchor after these was made by growing_log_trim()
 * @in_stream: a comment says that the log is a stream
 * @nr_blocks: number of blocks in @block
 * @block: the blocks that are kept after the blocks before the events
 */
struct growing_log {
	struct log log;
	struct guclog_file file;
	const struct guclog_log *list[2];
	bool is_stream;
	bool begun;
	struct guclog_fault fault;
	u64 total;
	u64 events;
	struct input_log input;
	struct arena arena;
	struct guclog_blocks *in;
	struct describe walk;
	size_t head_len;
	unsigned int head_anchors;
	bool own_anchor;
	bool in_stream;
	unsigned int nr_blocks;
	struct growing_block *block;
};

struct growing_log *growing_log_new(const char *name);
int growing_log_add(struct growing_log *g, const void *data, size_t len);
const struct guclog_file *growing_log_update(struct growing_log *g);
u64 growing_log_trim(struct growing_log *g, struct guclog_events *t, u64 fresh);
void growing_log_free(struct growing_log *g);

#endif
