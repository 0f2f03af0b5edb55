/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * The state capture region of a log: the registers of the engines that the GuC
 * captured, and the context that each engine ran.
 */
#ifndef _GUC_CAPTURE_H_
#define _GUC_CAPTURE_H_

#include "guc_log.h"
#include "abi/guc_capture_abi.h"

/**
 * struct guc_capture_region - the region of one log
 * @bytes: the part of the region that is available
 * @size: bytes of the whole region, a multiple of 4
 * @write: offset at which the GuC writes next, bytes from the region's start
 * @unread: bytes before @write that the driver has not read
 */
struct guc_capture_region {
	struct guc_view bytes;
	u32 size;
	u32 write;
	u32 unread;
};

/**
 * struct guc_capture_walk - a position in the region
 * @done: bytes that were examined, counted from the write pointer
 * @skipped: those of the examined bytes that are not 0 and belong to no group
 */
struct guc_capture_walk {
	u32 done;
	u32 skipped;
};

/**
 * struct guc_capture_group - a group of captures that the GuC made at the same
 * time
 * @offset: bytes from the region's start
 * @len: bytes; a group can continue at the region's start
 * @stale: it lies after the write pointer and was written before the pointer
 *	wrapped
 * @unread: the driver has not read it
 * @partial: the GuC could not capture everything
 * @vf: 0 the PF, else the number of a VF
 * @nr_captures: captures in it, at least 1
 */
struct guc_capture_group {
	u32 offset;
	u32 len;
	bool stale;
	bool unread;
	bool partial;
	u8 vf;
	unsigned int nr_captures;
};

/**
 * struct guc_capture - a capture: registers of one kind
 * @offset: bytes from the region's start
 * @index: of its group
 * @type: GUC_CAPTURE_TYPE_GLOBAL, _CLASS or _INSTANCE, or an unknown type
 * @vf: 0 the PF, else the number of a VF
 * @engine_class: of an instance, in the GuC's numbering (guc_abi_engine()); of a
 *	class the same, but 0 for both render and compute; else 15
 * @instance: of an instance; else 15
 * @lrca: address of the context that the engine ran, ~0 when there is none
 * @guc_id: number of that context, ~0 when there is none
 * @nr_regs: registers
 */
struct guc_capture {
	u32 offset;
	unsigned int index;
	u8 type;
	u8 vf;
	u8 engine_class;
	u8 instance;
	u32 lrca;
	u32 guc_id;
	unsigned int nr_regs;
};

/* The part of a value that a register holds. */
enum guc_capture_part {
	GUC_CAPTURE_WHOLE,	/* all 32 bits */
	GUC_CAPTURE_LOW,	/* bits 31:0 of 64 */
	GUC_CAPTURE_HIGH,	/* bits 63:32 of 64 */
};

/**
 * struct guc_capture_reg - a register of a capture
 * @offset: offset in the GT's registers; for an engine instance, from the
 *	engine's base
 * @value: its content
 * @steered: the register has several instances, see @group and @instance
 * @group: group of a steered one (a slice)
 * @instance: in that group
 * @name: as xe prints it, NULL when xe's lists do not have it
 * @part: the part of the value with that name
 */
struct guc_capture_reg {
	u32 offset;
	u32 value;
	bool steered;
	u8 group;
	u8 instance;
	const char *name;
	enum guc_capture_part part;
};

int guc_capture_open(struct guc_capture_region *region,
		     const struct guc_log *log, struct guc_view image);
bool guc_capture_next_group(const struct guc_capture_region *region,
			    struct guc_capture_walk *walk,
			    struct guc_capture_group *group);
bool guc_capture_first(const struct guc_capture_region *region,
		       const struct guc_capture_group *group,
		       struct guc_capture *capture);
bool guc_capture_next(const struct guc_capture_region *region,
		      const struct guc_capture_group *group,
		      struct guc_capture *capture);
bool guc_capture_reg(const struct guc_capture_region *region,
		     const struct guc_capture *capture, unsigned int index,
		     struct guc_capture_reg *reg);
void guc_capture_name_reg(struct guc_capture_reg *reg, unsigned int type);
const char *guc_capture_type_name(unsigned int type);

#endif
