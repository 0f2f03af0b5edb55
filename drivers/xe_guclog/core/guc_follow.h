/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * This code follows an event ring while the firmware writes to it. It finds the events that are
 * new since the last poll, and counts the events that were overwritten before they were read.
 */
#ifndef _GUC_FOLLOW_H_
#define _GUC_FOLLOW_H_

#include "guc_log.h"

#define GUC_FOLLOW_ENTRY	20u	/* bytes of an entry of version 2 */
#define GUC_FOLLOW_WAIT_US	20u	/* longer than the firmware needs to write an entry */

/**
 * struct guc_follow - a position in an event ring
 * @size: length of the ring in bytes; 0 before guc_follow_start()
 * @pos: offset of the first byte that has not been read yet
 * @wrapped: at the last poll, the ring had wrapped since the firmware was loaded
 * @has_last: @last and @last_pos are valid
 * @last_pos: offset of the entry that was read last
 * @last: the bytes of the entry that was read last. The ring has no generation count, so only a
 *	change of these bytes in the ring shows that the firmware has written the whole ring
 *	since the last poll.
 * @seq: number of the next entry. The count starts with guc_follow_start(), and includes
 *	lost entries.
 */
struct guc_follow {
	u32 size;
	u32 pos;
	bool wrapped;
	bool has_last;
	u32 last_pos;
	u8 last[GUC_FOLLOW_ENTRY];
	u64 seq;
};

/**
 * struct guc_follow_step - the result of one poll
 * @wrapped: the ring has wrapped
 * @restarted: the firmware was loaded again, which empties the ring. It is unknown how
 *	many entries were written after the last poll and before the load; they
 *	are lost.
 * @lost: minimum number of entries that were overwritten before they were read; they
 *	precede the entries in @span
 * @nr_spans: number of spans, 0 to 2
 * @span: the new entries, oldest first; offsets count from the start of the
 *	ring, each length is a multiple of GUC_FOLLOW_ENTRY
 * @newest_pos: offset of the newest entry in @span, if there is an entry
 * @left: number of new entries after those in @span, which the next poll reads
 * @end: offset of the byte after the last entry in @span
 * @overtaken: the firmware overwrote the whole ring during the copy
 * @write_ptr: write pointer in the state that was passed to guc_follow_plan()
 * @wrap_offset: wrap offset in the same state
 */
struct guc_follow_step {
	bool wrapped;
	bool restarted;
	u32 lost;
	unsigned int nr_spans;
	struct guc_span span[2];
	u32 newest_pos;
	u32 left;
	u32 end;
	bool overtaken;
	u32 write_ptr;
	u32 wrap_offset;
};

/**
 * struct guc_follow_pace - the rate at which the firmware writes entries
 * @entries: number of entries that were written during @ticks. In both numbers, recent polls
 *	have more weight.
 * @ticks: ticks of the firmware's clock
 */
struct guc_follow_pace {
	u64 entries;
	u64 ticks;
};

/**
 * struct guc_follow_gap - a gap: events were lost between two events that were read
 * @ticks: time between the events before and after the gap, in ticks of the firmware's clock;
 *	0 if it is unknown
 * @entries: estimated number of lost entries, computed from the rate before the gap; 0 if it
 *	is unknown
 */
struct guc_follow_gap {
	u64 ticks;
	u64 entries;
};

void guc_follow_pace(struct guc_follow_pace *pace, u32 from, u32 to, u32 entries);
void guc_follow_estimate(struct guc_follow_gap *gap, const struct guc_follow_pace *pace,
			 u32 from, u32 to, u64 about, u64 least);
bool guc_follow_can(const struct guc_region *r);
bool guc_follow_start(struct guc_follow *f, const struct guc_region *r,
		      struct guc_view newest);
bool guc_follow_overtaken(const struct guc_follow *f, struct guc_view last);
bool guc_follow_plan(const struct guc_follow *f, const struct guc_region *r,
		     struct guc_view last, struct guc_follow_step *step);
bool guc_follow_limit(struct guc_follow_step *step, u32 bytes);
void guc_follow_settle(const struct guc_follow *f, const struct guc_region *r,
		       struct guc_follow_step *step);
void guc_follow_commit(struct guc_follow *f, const struct guc_follow_step *step,
		       struct guc_view newest);
u32 guc_follow_entries(const struct guc_follow_step *step);

#endif
