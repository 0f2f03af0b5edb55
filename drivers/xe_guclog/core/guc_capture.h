/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * This code reads the state capture region of a log. Before the GuC resets an engine, it
 * saves registers of the engine in this region, and the guc_id and the address of the
 * context that ran on the engine.
 */
#ifndef _GUC_CAPTURE_H_
#define _GUC_CAPTURE_H_

#include "guc_log.h"
#include "abi/guc_capture_abi.h"

/**
 * struct guc_capture_region - the state capture region of a log
 * @bytes: the bytes of the region that are available, from the region's start on
 * @size: length of the whole region in bytes, a multiple of 4
 * @write: offset in the region at which the GuC writes next, bytes
 * @unread: number of bytes before @write that the driver has not read
 */
struct guc_capture_region {
	struct guc_view bytes;
	u32 size;
	u32 write;
	u32 unread;
};

/**
 * struct guc_capture_walk - a position in the state capture region
 * @done: number of bytes that were examined, starting at the write pointer
 * @skipped: total length, in bytes, of the examined dwords that are not 0 and do not belong to a
 *	group
 */
struct guc_capture_walk {
	u32 done;
	u32 skipped;
};

/**
 * struct guc_capture_group - a group of captures that the GuC made at the same
 * time
 * @offset: offset of the group in the region, bytes
 * @len: length of the group, bytes; a group can continue at the region's start
 * @stale: the driver has read the group, and the group lies after the write pointer, so it
 *	was written before the write pointer wrapped
 * @unread: the driver has not read the group
 * @partial: the GuC could not capture all registers
 * @nr_captures: number of captures in the group, at least 1
 */
struct guc_capture_group {
	u32 offset;
	u32 len;
	bool stale;
	bool unread;
	bool partial;
	unsigned int nr_captures;
};

/**
 * struct guc_capture - registers of one type that were captured together
 * @offset: offset of the capture in the region, bytes
 * @index: number of the capture in its group, from 0
 * @type: GUC_CAPTURE_TYPE_GLOBAL, _CLASS or _INSTANCE, or an unknown type
 * @engine_class: if @type is _INSTANCE: the GuC's number of the engine's class, see
 *	guc_abi_engine(); if @type is _CLASS: the same number, but 0 for both render and compute;
 *	for other types: 15
 * @instance: if @type is _INSTANCE: the number of the engine in its class; for other types: 15
 * @lrca: address of the image of the context that ran on the engine, ~0 if there is none
 * @guc_id: guc_id of this context, ~0 if there is none
 * @nr_regs: number of registers
 */
struct guc_capture {
	u32 offset;
	unsigned int index;
	u8 type;
	u8 engine_class;
	u8 instance;
	u32 lrca;
	u32 guc_id;
	unsigned int nr_regs;
};

/* The part of a value that a 32-bit register contains. */
enum guc_capture_part {
	GUC_CAPTURE_WHOLE,	/* all 32 bits */
	GUC_CAPTURE_LOW,	/* bits 31:0 of 64 */
	GUC_CAPTURE_HIGH,	/* bits 63:32 of 64 */
};

/**
 * struct guc_capture_reg - a register of a capture
 * @offset: offset of the register from the start of the GT's registers, bytes; in a capture of
 *	type GUC_CAPTURE_TYPE_INSTANCE, offset from the base of the engine's registers
 * @value: content of the register
 * @steered: the register has several instances; @group and @instance select one of them
 * @group: for a steered register: its group (a slice)
 * @instance: for a steered register: its instance in the group
 * @name: xe's name of the register, or NULL if the register is not in xe's lists
 * @part: the bits of the value @name that the register contains
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
