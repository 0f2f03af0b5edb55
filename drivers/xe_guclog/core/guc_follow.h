/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Following an event ring while the firmware writes it: which bytes are new since
 * the last look, and how many events were overwritten before they were read.
 */
#ifndef _GUC_FOLLOW_H_
#define _GUC_FOLLOW_H_

#include "guc_log.h"

#define GUC_FOLLOW_ENTRY	20u	/* bytes of an entry of version 2 */
#define GUC_FOLLOW_WAIT_US	20u	/* longer than writing an entry takes */

/**
 * struct guc_follow - a position in an event ring
 * @size: length of the ring in bytes, 0 before guc_follow_start()
 * @pos: offset of the first byte that was not read yet
 * @wrapped: the ring had wrapped at the last look
 * @has_last: @last and @last_pos are valid
 * @last_pos: offset of the entry that was read last
 * @last: that entry; the ring has no generation count, so a change of these
 *	bytes is the only sign that the firmware went around the whole ring
 * @seq: number of the next entry. Entries are counted from guc_follow_start()
 *	on, those that were lost included
 * @lost: entries that were lost, at least
 * @restarts: how often the ring began anew
 */
struct guc_follow {
	u32 size;
	u32 pos;
	bool wrapped;
	bool has_last;
	u32 last_pos;
	u8 last[GUC_FOLLOW_ENTRY];
	u64 seq;
	u64 lost;
	u32 restarts;
};

/**
 * struct guc_follow_step - what one look found
 * @wrapped: the ring has wrapped
 * @restarted: the ring began anew, the firmware was loaded again. Entries that
 *	the former firmware wrote after the last look are lost; their number is
 *	not known
 * @lost: entries that were overwritten before @span, at least
 * @nr_spans: 0 to 2
 * @span: the new entries, oldest first; offsets count from the start of the
 *	ring, each length is a multiple of GUC_FOLLOW_ENTRY
 * @newest_pos: offset of the newest entry, when there is one
 * @write_ptr: of the state that the step was planned from
 * @wrap_offset: likewise
 */
struct guc_follow_step {
	bool wrapped;
	bool restarted;
	u32 lost;
	unsigned int nr_spans;
	struct guc_span span[2];
	u32 newest_pos;
	u32 write_ptr;
	u32 wrap_offset;
};

bool guc_follow_start(struct guc_follow *f, const struct guc_region *r,
		      struct guc_view ring);
bool guc_follow_overtaken(const struct guc_follow *f, struct guc_view last);
bool guc_follow_plan(const struct guc_follow *f, const struct guc_region *r,
		     struct guc_view last, struct guc_follow_step *step);
void guc_follow_settle(const struct guc_follow *f, const struct guc_region *r,
		       struct guc_follow_step *step);
void guc_follow_commit(struct guc_follow *f, const struct guc_follow_step *step,
		       struct guc_view newest);
u32 guc_follow_entries(const struct guc_follow_step *step);

#endif
