/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The meaning of the blocks of an LFD file: the only place that relates comments
 * to blocks of events.
 */
#ifndef _DESCRIBE_H_
#define _DESCRIBE_H_

#include "guc_lfd.h"
#include "guclog.h"

struct guc_text;

/**
 * struct comment_line - one line, without its newline
 * @text: all of it
 * @has_key: the line is key=value
 * @key: before the first =
 * @value: after it
 */
struct comment_line {
	struct guc_view text;
	bool has_key;
	struct guc_view key;
	struct guc_view value;
};

/**
 * struct describe - a walk over a file's blocks
 * @main: text of the main comment, empty when there is none
 * @main_applies: the main comment's length of the events is that of the blocks,
 *	so that it describes them
 * @before: text of the previous block when it was a comment, else empty
 * @found: length of the events of the log so far, with padding
 */
struct describe {
	struct guc_view main;
	bool main_applies;
	struct guc_view before;
	u64 found;
};

/**
 * struct describe_events - a LOG_EVENTS_BUFFER block
 * @part: what it holds, according to the comment before it
 * @version: version of its entries
 * @entries: its entries without the version and without padding
 * @entry_bytes: length of one entry, 0 when it is unknown for this version
 * @order: their order in words, empty when no comment has it
 * @gap: bytes of events that are missing right before them
 * @gap_ticks: length of the gap in ticks of the firmware's clock, 0 when unknown
 * @gap_estimate: estimate of the number of missing events, 0 when there is none
 * @after_load: the firmware was loaded again right before them
 */
struct describe_events {
	enum guclog_part part;
	u32 version;
	struct guc_view entries;
	u32 entry_bytes;
	struct guc_view order;
	u64 gap;
	u64 gap_ticks;
	u64 gap_estimate;
	bool after_load;
};

struct guc_view comment_text(struct guc_view data);
bool comment_next(struct guc_view *rest, struct comment_line *line);
bool comment_get(struct guc_view text, const char *key, struct guc_view *value);
u64 comment_to_number(struct guc_view value);
u64 comment_number(struct guc_view text, const char *key);
bool comment_is(struct guc_view value, const char *text);

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
