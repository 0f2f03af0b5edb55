/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * The blocks of an LFD file, and the lines of its comments.
 */
#ifndef _GUCLOG_READ_LFD_FILE_H_
#define _GUCLOG_READ_LFD_FILE_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/types.h"

struct guclog_blocks;
struct guclog_facts;
struct guclog_log;

/**
 * guclog_log_lfd() - write a log as an LFD file
 * @log: the log
 * @facts: facts of the device and the GT, NULL if there are none
 * @notes: further lines for the main comment of the file (a HOST_COMMENT block), each key=value
 *	in printable ASCII and ended by a newline; NULL for none
 * @buf: destination, NULL to get only the length
 * @size: bytes at @buf
 * @len: set to the length of the file
 *
 * The file is byte for byte the same as the kernel module's guc_log_lfd for the same log, facts and
 * notes.
 *
 * Return: 0; -EINVAL if the notes are malformed or if the input was an LFD file; -ENOMEM; or
 * -ENOSPC if @size is too small, and @buf is then unchanged.
 */
int guclog_log_lfd(const struct guclog_log *log, const struct guclog_facts *facts,
		   const char *notes, void *buf, size_t size, size_t *len);

enum guclog_block_type {
	GUCLOG_BLOCK_FW_VERSION = 0x0001,
	GUCLOG_BLOCK_GUC_DEVICE_ID = 0x0002,
	GUCLOG_BLOCK_TSC_FREQUENCY = 0x0003,
	GUCLOG_BLOCK_GMD_ID = 0x0004,
	GUCLOG_BLOCK_BUILD_PLATFORM_ID = 0x0005,
	GUCLOG_BLOCK_LOG_EVENTS_BUFFER = 0x2000,
	GUCLOG_BLOCK_FW_CRASH_DUMP = 0x2001,
	GUCLOG_BLOCK_OS_ID = 0x4000,
	GUCLOG_BLOCK_BINARY_SCHEMA_FORMAT = 0x6000,
	GUCLOG_BLOCK_HOST_COMMENT = 0x6001,
	GUCLOG_BLOCK_TIMESTAMP_ANCHOR = 0x6002,
	GUCLOG_BLOCK_TIMESTAMP_ANCHOR_CONFIG = 0x6003,
	GUCLOG_BLOCK_HEADER = 0x10000		/* the file header; only from a stream */
};

/**
 * struct guclog_block - one block of an LFD file
 * @offset: offset of the block's header in the file or in the stream, bytes
 * @type: GUCLOG_BLOCK_*, or another number
 * @value: first dword of @data, 0 if there is none
 * @nr_events: number of events of version 2 in a LOG_EVENTS_BUFFER, else 0
 * @data: data of the block
 * @bytes: the whole block: its header and its data
 */
struct guclog_block {
	uint64_t offset;
	uint32_t type;
	uint32_t value;
	uint64_t nr_events;
	struct guclog_bytes data;
	struct guclog_bytes bytes;
};

/**
 * guclog_blocks_open() - begin to read the blocks of an LFD file in memory
 * @file: the whole file, which must remain valid
 * @len: bytes at @file
 * @fault: filled with the reason why @file is not an LFD file, or with the error -ENOMEM; its
 *	@error is 0 on success; may be NULL
 *
 * Return: the reader, which the caller must free with guclog_blocks_close(), or NULL on an error.
 */
struct guclog_blocks *guclog_blocks_open(const void *file, size_t len,
					 struct guclog_fault *fault);

/**
 * guclog_blocks_stream() - begin to read the blocks of an LFD file that arrives in pieces
 *
 * Return: the reader, or NULL if there is not enough memory.
 */
struct guclog_blocks *guclog_blocks_stream(void);

/**
 * guclog_blocks_add() - give a reader the next bytes of a stream
 * @blocks: from guclog_blocks_stream(); blocks from earlier calls are no longer valid
 * @data: the bytes, which are copied
 * @len: bytes at @data
 *
 * Return: 0 or -ENOMEM.
 */
int guclog_blocks_add(struct guclog_blocks *blocks, const void *data, size_t len);

/**
 * guclog_blocks_close() - end the reading of blocks
 * @blocks: the reader, may be NULL
 */
void guclog_blocks_close(struct guclog_blocks *blocks);

/**
 * guclog_blocks_next() - get the next block
 * @blocks: from guclog_blocks_open() or guclog_blocks_stream()
 * @block: filled with the block; the first block of a stream is GUCLOG_BLOCK_HEADER
 * @fault: filled with the fault of the file; its @error is 0 if there is none; may be NULL
 *
 * Return: 1 if @block was filled; 0 at the end of the file, or when a stream needs more bytes; or
 * the @error of the fault, which all later calls return too.
 */
int guclog_blocks_next(struct guclog_blocks *blocks, struct guclog_block *block,
		       struct guclog_fault *fault);

/**
 * guclog_blocks_whole() - check whether a stream ends with a whole block
 * @blocks: from guclog_blocks_stream(), after guclog_blocks_next() has returned 0
 *
 * Return: true, or false if the last block is incomplete or there is no block.
 */
bool guclog_blocks_whole(const struct guclog_blocks *blocks);

/**
 * guclog_blocks_cut() - get the incomplete block at the end of a truncated file
 * @blocks: from guclog_blocks_open(), after guclog_blocks_next() has returned an error
 * @block: filled with the part of the block that is in the file, in whole dwords
 *
 * Return: 1 if @block was filled, 0 when the file does not end within the data of a block.
 */
int guclog_blocks_cut(const struct guclog_blocks *blocks, struct guclog_block *block);

/**
 * guclog_blocks_version() - get the version of an LFD file
 * @blocks: from guclog_blocks_open() or guclog_blocks_stream()
 *
 * Return: the major version in bits 31:16, the minor version in bits 15:0.
 */
uint32_t guclog_blocks_version(const struct guclog_blocks *blocks);

/**
 * guclog_block_text() - describe the content of a block in one line
 * @blocks: from guclog_blocks_open()
 * @block: the latest block that guclog_blocks_next() or guclog_blocks_cut() filled
 * @buf: destination
 * @size: bytes at @buf
 *
 * Return: length of the text; 0 for a HOST_COMMENT block. guclog_comment_next() returns the lines
 * of such a block.
 */
size_t guclog_block_text(const struct guclog_blocks *blocks,
			 const struct guclog_block *block, char *buf, size_t size);

/* The content of a block of events. */
enum guclog_part {
	GUCLOG_PART_LOG,		/* events of the log */
	GUCLOG_PART_BEFORE_LOAD,	/* events from before the firmware was loaded again */
	GUCLOG_PART_AFTER_WRAP		/* bytes after wrap_offset, which are not part of the log */
};

/**
 * struct guclog_block_events - the content of a block of events
 * @part: kind of content, an enum guclog_part
 * @version: version of the entries
 * @entry_bytes: length of one entry in bytes, 0 when the version is not known
 * @entries: the entries, without padding
 * @order: order of the entries as text, empty when no comment contains it
 * @gap_bytes: length in bytes of the events that are missing right before this block
 * @gap_ticks: as in struct guclog_event
 * @gap_estimate: as in struct guclog_event
 */
struct guclog_block_events {
	int part;
	uint32_t version;
	uint32_t entry_bytes;
	struct guclog_bytes entries;
	struct guclog_bytes order;
	uint64_t gap_bytes;
	uint64_t gap_ticks;
	uint64_t gap_estimate;
};

/**
 * guclog_blocks_events() - get the content of a block of events
 * @blocks: from guclog_blocks_open()
 * @block: as for guclog_block_text()
 * @events: filled with the events and their properties, most of which are from the comments of the
 *	file
 *
 * Return: 0, -EINVAL for a block of another type, -ENODATA when the block is too short.
 */
int guclog_blocks_events(const struct guclog_blocks *blocks, const struct guclog_block *block,
			 struct guclog_block_events *events);

/**
 * guclog_block_os() - get the operating system in an OS_ID block
 * @block: the block
 * @release: set to the release of the operating system, without padding
 *
 * Return: name of the operating system, a constant string; NULL for a block of another type or
 * without data.
 */
const char *guclog_block_os(const struct guclog_block *block,
			    struct guclog_bytes *release);

/**
 * guclog_block_range() - get the origin of blocks of a type, and whether they are required
 * @type: the type
 *
 * Return: a constant string such as "required, from the firmware".
 */
const char *guclog_block_range(uint32_t type);

/**
 * struct guclog_comment_line - one line of a comment
 * @text: the whole line, without its newline
 * @key: the text before the first "="; empty when the line does not have the form key=value
 * @value: the text after the first "="
 */
struct guclog_comment_line {
	struct guclog_bytes text;
	struct guclog_bytes key;
	struct guclog_bytes value;
};

/**
 * guclog_comment_next() - get the next line of a comment
 * @rest: the data of a HOST_COMMENT block, or a text; changed to the part after the line
 * @line: filled with the line
 *
 * The padding of the block is not part of a line.
 *
 * Return: 1 if @line was filled, 0 at the end.
 */
int guclog_comment_next(struct guclog_bytes *rest, struct guclog_comment_line *line);

/**
 * guclog_comment_get() - get the first value of a key
 * @comment: as for guclog_comment_next()
 * @key: the key
 * @value: set to the value
 *
 * Return: 0, or -ENOENT if the comment does not have the key.
 */
int guclog_comment_get(struct guclog_bytes comment, const char *key,
		       struct guclog_bytes *value);

/**
 * struct guclog_comment - information in a comment about the blocks after it
 * @of_events: the comment belongs to the block of events right after it
 * @is_main: the comment is the main comment of the file, which describes the whole log; in a stream
 *	it precedes the events
 * @is_stream: the file is a stream of the kernel module
 * @is_anchor: the comment has a clock anchor
 * @after_load: the firmware was loaded again right before the events
 * @lost_events: minimum number of events that are missing right before the events
 * @lost_estimate: estimated number of these missing events, 0 if there is no estimate
 * @gap_ticks: time between the events before and after the gap, in ticks of the GuC's clock;
 *	0 if unknown
 * @anchor_age_ns: time from the clock anchor to the writing of the comment, ns
 */
struct guclog_comment {
	bool of_events;
	bool is_main;
	bool is_stream;
	bool is_anchor;
	bool after_load;
	uint64_t lost_events;
	uint64_t lost_estimate;
	uint64_t gap_ticks;
	uint64_t anchor_age_ns;
};

/**
 * guclog_comment_read() - get the information in a comment about the blocks after it
 * @text: the data of a HOST_COMMENT block
 * @comment: filled with the information
 */
void guclog_comment_read(struct guclog_bytes text, struct guclog_comment *comment);

/**
 * guclog_comment_block() - make a HOST_COMMENT block
 * @lines: text of the block; each line ends with a newline
 * @buf: destination, NULL to get only the length
 * @size: bytes at @buf
 *
 * Return: length of the block in bytes; if it is more than @size, @buf is unchanged.
 */
size_t guclog_comment_block(const char *lines, void *buf, size_t size);

/**
 * guclog_block_name() - get the name of a block type
 * @type: the type
 *
 * Return: a constant string, empty when the type is not known.
 */
const char *guclog_block_name(uint32_t type);

#endif
