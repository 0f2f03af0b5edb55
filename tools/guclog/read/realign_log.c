// SPDX-License-Identifier: GPL-2.0-only
#include "read/realign.h"

#include "read/input_log.h"

/**
 * input_log_cut() - drop the end of an image, because the offset of these data in the log is not
 * known
 * @log: the log
 * @len: number of bytes that are kept, at most the length of the image
 */
void input_log_cut(struct input_log *log, size_t len)
{
	if (len == log->len)
		return;
	input_log_loss(log, "%zu bytes after byte 0x%zx are dropped: their offset is unknown",
		       log->len - len, len);
	log->len = len;
}

/*
 * Insert a hole (bytes that read as 0 and are reported as unknown) for the gap, so that the data
 * after the gap are at their correct offset. Parts of incomplete events in the gap are dropped.
 * @total: length of the complete log in bytes
 */
static void fill(struct input_log *log, u64 total, const struct realign_gap *gap)
{
	size_t shift = (size_t)(total - log->len);
	size_t from = (size_t)gap->from, to = (size_t)gap->to;
	size_t drop = to - shift - from;

	memmove(log->image + from, log->image + from + drop,
		log->len - from - drop);
	log->len -= drop;
	input_log_insert_hole(log, from, to - from);
	input_log_loss(log, "bytes 0x%zx to 0x%zx are unknown and set to 0: %llu event%s",
		       from, to, gap->entries, gap->entries == 1 ? "" : "s");
}

/**
 * input_log_realign() - move the data of a log that is too short to their offsets
 * @log: the log
 * @r: the properties of the data
 */
void input_log_realign(struct input_log *log, const struct realign *r)
{
	struct realign_gap gap;

	realign_find(r, &gap);
	if (gap.to < r->total)
		fill(log, r->total, &gap);
	else
		input_log_cut(log, (size_t)gap.from);
}
