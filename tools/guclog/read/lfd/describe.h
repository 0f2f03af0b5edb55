/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Finds the meaning of the blocks of an LFD file, for example which comment describes a block of
 * events. An LFD file (log format descriptors) is a log as a sequence of blocks. A comment is a
 * block of type HOST_COMMENT; its text has lines of the form key=value.
 */
#ifndef _DESCRIBE_H_
#define _DESCRIBE_H_

#include "guc_lfd.h"
#include "read/lfd/file.h"

struct guc_text;

/**
 * struct comment_line - one line of a comment, without its newline
 * @text: the whole line
 * @has_key: the line has the form key=value
 * @key: the text before the first "="
 * @value: the text after the first "="
 */
struct comment_line {
	struct guc_view text;
	bool has_key;
	struct guc_view key;
	struct guc_view value;
};

/* The keys of comments about the events, the ring, clock anchors and triggers. */
enum comment_key {
	/*
	 * The order matters for take_numbers() of parsed_log.c: the values of the first four keys
	 * have 32 bits in struct guclog_layout, and the values of the next three keys 64 bits.
	 */
	COMMENT_SIZE, COMMENT_WRITE_PTR, COMMENT_WRAP_OFFSET, COMMENT_FULL_COUNT,
	COMMENT_MISSING, COMMENT_LATE, COMMENT_NOT_UNDERSTOOD,
	COMMENT_ORDER, COMMENT_EVENT, COMMENT_CRASH, COMMENT_FAULTS_NOT_LISTED, COMMENT_STREAM,
	COMMENT_EVENTS, COMMENT_EVENTS_BYTES, COMMENT_EVENTS_ORDER,
	COMMENT_GAP, COMMENT_GAP_TICKS, COMMENT_GAP_ESTIMATE,
	COMMENT_ANCHOR_TICK, COMMENT_ANCHOR_BOOTTIME, COMMENT_ANCHOR_REALTIME, COMMENT_ANCHOR_AGE,
	COMMENT_INCIDENT_BOOTTIME, COMMENT_INCIDENT_TRIGGER,
	COMMENT_KEYS
};

/**
 * struct comment - the parsed text of a HOST_COMMENT block
 * @text: text of the comment without padding, empty if there is no comment
 * @value: the first value of each key, by enum comment_key; its @data is NULL if there is none
 */
struct comment {
	struct guc_view text;
	struct guc_view value[COMMENT_KEYS];
};

/**
 * struct describe - a walk over the blocks of an LFD file
 * @main: the main comment, which is the first comment with the key "event_order"; empty if none
 * @main_applies: the main comment describes the events of this file, because the total length of
 *	the events that it states agrees with the blocks
 * @before: the preceding block if it was a comment, else empty
 * @found: length of the events of the log so far in bytes, with padding
 */
struct describe {
	struct comment main;
	bool main_applies;
	struct comment before;
	u64 found;
};

/**
 * struct describe_gap - the events that are missing right before other events
 * @bytes: length of the missing events in bytes, 0 if none is missing
 * @ticks: for a stream: length of the gap in ticks of the firmware's clock, 0 when unknown
 * @estimate: for a stream: estimate of the number of missing events, 0 when there is none
 * @after_load: the firmware was loaded again in the gap
 */
struct describe_gap {
	u64 bytes;
	u64 ticks;
	u64 estimate;
	bool after_load;
};

/**
 * struct describe_events - a LOG_EVENTS_BUFFER block
 * @part: kind of the block's events, according to the comment before the block
 * @version: version of the block's entries
 * @entries: entries of the block without the version and without padding
 * @entry_bytes: length of one entry in bytes, 0 when it is unknown for this version
 * @order: order of the entries as text, empty if no comment has it
 * @gap: the events that are missing right before the block
 */
struct describe_events {
	enum guclog_part part;
	u32 version;
	struct guc_view entries;
	u32 entry_bytes;
	struct guc_view order;
	struct describe_gap gap;
};

struct guc_view comment_text(struct guc_view data);
bool comment_next(struct guc_view *rest, struct comment_line *line);
bool comment_get(struct guc_view text, const char *key, struct guc_view *value);
u64 comment_to_number(struct guc_view value);
u64 comment_number(struct guc_view text, const char *key);
bool comment_is(struct guc_view value, const char *text);
void comment_read(struct comment *comment, struct guc_view data);

static inline bool comment_has(const struct comment *comment, enum comment_key key)
{
	return comment->value[key].data;
}

/* Return: the number after a key, or 0 if there is none. */
static inline u64 comment_value(const struct comment *comment, enum comment_key key)
{
	return comment_has(comment, key) ? comment_to_number(comment->value[key]) : 0;
}

void describe_init(struct describe *walk, struct guc_view file);
void describe_pass(struct describe *walk, const struct guc_lfd_block *block);
void describe_end(struct describe *walk);
void describe_drop_padding(const struct describe *walk, struct guc_view *entries);
bool describe_events(const struct describe *walk,
		     const struct guc_lfd_block *block,
		     struct describe_events *events);
void describe_block(const struct describe *walk, const struct guc_lfd_block *block,
		    struct guc_text *text);
const char *describe_range(u32 type);
const char *describe_os(u32 os_id);
struct guc_view describe_release(const struct guc_lfd_block *block);

static inline u32 describe_u32(const struct guc_lfd_block *block)
{
	return block->data_count ? guc_load_le32(block->data.data) : 0;
}

bool describe_cut(struct guc_view file, const struct guc_fault *fault,
		  struct guc_lfd_block *block);

#endif
