/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the blocks of an LFD file mean.
 */
#ifndef _DESCRIBE_H_
#define _DESCRIBE_H_

#include "guc_lfd.h"

struct guc_text;

/**
 * struct describe - a walk over a file's blocks
 * @main: text of the comment that tells of the first events, empty when none
 *	does
 * @main_used: a block of events has been matched with it
 * @before: text of the block just passed when it was a comment, else empty
 */
struct describe {
	struct guc_view main;
	bool main_used;
	struct guc_view before;
};

/**
 * struct describe_events - a LOG_EVENTS_BUFFER block
 * @version: of its entries
 * @bytes: of entries
 * @entry_bytes: length of one, 0 when it is not known for this version
 * @order: as the comment that belongs to it says, empty when none does
 * @before_load: that comment says that the events are from before the firmware
 *	was loaded again
 */
struct describe_events {
	u32 version;
	u64 bytes;
	u32 entry_bytes;
	struct guc_view order;
	bool before_load;
};

void describe_init(struct describe *walk, struct guc_view file);
void describe_pass(struct describe *walk, const struct guc_lfd_block *block);
bool describe_events(struct describe *walk, const struct guc_lfd_block *block,
		     struct describe_events *events);
void describe_block(struct describe *walk, const struct guc_lfd_block *block,
		    struct guc_text *text);
const char *describe_range(u32 type);
const char *describe_os(u32 os_id);
struct guc_view describe_release(const struct guc_lfd_block *block);

/* GMD ID: which IP, by architecture, release and revision. */
#define GMD_ID_ARCH	0xffc00000u
#define GMD_ID_RELEASE	0x003fc000u
#define GMD_ID_REVISION	0x0000003fu

static inline u32 describe_u32(const struct guc_lfd_block *block)
{
	return block->data_count ? guc_load_le32(block->data.data) : 0;
}

bool describe_cut(struct guc_view file, const struct guc_fault *fault,
		  struct guc_lfd_block *block);

#endif
