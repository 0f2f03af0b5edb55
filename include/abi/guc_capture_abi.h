/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * The state capture region of the log, as guc_capture_abi.h of Linux 7.3 defines it. Before the
 * GuC resets an engine, it writes the engine's registers into this region. The region is a
 * sequence of groups; a group is a header and captures, a capture is a header and registers.
 */
#ifndef _ABI_GUC_CAPTURE_ABI_H_
#define _ABI_GUC_CAPTURE_ABI_H_

#include "guc_abi.h"

/**
 * struct guc_capture_group_header - the header at the start of a group
 * @owner: field GUC_CAPTURE_VFID: 0 for the PF (physical function), else the number of a VF
 *	(virtual function)
 * @info: GUC_CAPTURE_GROUP_NR: number of captures in the group; GUC_CAPTURE_GROUP_TYPE: whether the
 *	GuC could capture all registers
 */
struct guc_capture_group_header {
	__le32 owner;
	__le32 info;
};

#define GUC_CAPTURE_VFID		0x000000ffu
#define GUC_CAPTURE_GROUP_NR		0x000000ffu
#define GUC_CAPTURE_GROUP_TYPE		0x0000ff00u
#define GUC_CAPTURE_GROUP_FULL		0u
#define GUC_CAPTURE_GROUP_PARTIAL	1u

/**
 * struct guc_capture_header - the header at the start of a capture
 * @owner: field GUC_CAPTURE_VFID, as in the header of the group
 * @info: GUC_CAPTURE_TYPE: whether the registers are global, or belong to an engine class or to an
 *	engine; GUC_CAPTURE_CLASS: the engine class; GUC_CAPTURE_INSTANCE: number of the engine in
 *	the class
 * @lrca: for a capture of an engine instance, the address of the context that
 *	the engine executed, else ~0
 * @guc_id: for a capture of an engine instance, the guc_id (number) of that
 *	context, else ~0
 * @nr_regs: field GUC_CAPTURE_NR_REGS: number of registers that follow
 */
struct guc_capture_header {
	__le32 owner;
	__le32 info;
	__le32 lrca;
	__le32 guc_id;
	__le32 nr_regs;
};

#define GUC_CAPTURE_TYPE		0x0000000fu
#define GUC_CAPTURE_TYPE_GLOBAL		0u
#define GUC_CAPTURE_TYPE_CLASS		1u
#define GUC_CAPTURE_TYPE_INSTANCE	2u
#define GUC_CAPTURE_TYPES		3u
#define GUC_CAPTURE_CLASS		0x000000f0u
#define GUC_CAPTURE_INSTANCE		0x00000f00u
#define GUC_CAPTURE_NR_REGS		0x000003ffu

/**
 * struct guc_capture_mmio - a register of a capture
 * @offset: offset of the register from the start of the GT's registers, bytes; in a capture
 *	of an engine instance, from the base of the engine's registers
 * @value: value of the register
 * @flags: GUC_CAPTURE_REG_*
 * @mask: 0
 */
struct guc_capture_mmio {
	__le32 offset;
	__le32 value;
	__le32 flags;
	__le32 mask;
};

#define GUC_CAPTURE_REG_STEERED		0x00000002u
#define GUC_CAPTURE_REG_GROUP		0x0001f000u
#define GUC_CAPTURE_REG_INSTANCE	0x00f00000u

GUC_ABI_SIZE(struct guc_capture_group_header, 8);
GUC_ABI_SIZE(struct guc_capture_header, 20);
GUC_ABI_SIZE(struct guc_capture_mmio, 16);

#endif
