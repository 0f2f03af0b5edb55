// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * The registers that xe asks the GuC to capture. The lists are those of xe_guc_capture.c in
 * Linux 7.3, with the offsets from regs/xe_engine_regs.h and regs/xe_gt_regs.h. A register
 * that was renamed after Linux 6.12 has its name of 7.3.
 */
#include "guc_capture.h"

struct reg_name {
	u32 offset;
	const char *name;
	u8 part;
};

static const struct reg_name global_regs[] = {
	{ 0xa188, "FORCEWAKE_GT", GUC_CAPTURE_WHOLE },
};

/*
 * The registers that the engines of a class share. Some of them are steered (have several
 * instances); this list need not say which, because a captured register has a flag for it.
 */
static const struct reg_name class_regs[] = {
	{ 0x14800, "RCU_MODE", GUC_CAPTURE_WHOLE },
	{ 0x7100, "SC_INSTDONE", GUC_CAPTURE_WHOLE },
	{ 0x7104, "SC_INSTDONE_EXTRA", GUC_CAPTURE_WHOLE },
	{ 0x7108, "SC_INSTDONE_EXTRA2", GUC_CAPTURE_WHOLE },
	{ 0xe160, "SAMPLER_INSTDONE", GUC_CAPTURE_WHOLE },
	{ 0xe164, "ROW_INSTDONE", GUC_CAPTURE_WHOLE },
	{ 0x666c, "INSTDONE_GEOM_SVGUNIT", GUC_CAPTURE_WHOLE },
	{ 0x1cc000, "SFC_DONE[0]", GUC_CAPTURE_WHOLE },
	{ 0x1cd000, "SFC_DONE[1]", GUC_CAPTURE_WHOLE },
	{ 0x1ce000, "SFC_DONE[2]", GUC_CAPTURE_WHOLE },
	{ 0x1cf000, "SFC_DONE[3]", GUC_CAPTURE_WHOLE },
};

/* The registers of one engine. The offsets count from the base of the engine's registers. */
static const struct reg_name instance_regs[] = {
	{ 0x98, "HWSTAM", GUC_CAPTURE_WHOLE },
	{ 0x80, "RING_HWS_PGA", GUC_CAPTURE_WHOLE },
	{ 0x34, "RING_HEAD", GUC_CAPTURE_WHOLE },
	{ 0x30, "RING_TAIL", GUC_CAPTURE_WHOLE },
	{ 0x3c, "RING_CTL", GUC_CAPTURE_WHOLE },
	{ 0x9c, "RING_MI_MODE", GUC_CAPTURE_WHOLE },
	{ 0x29c, "GFX_MODE", GUC_CAPTURE_WHOLE },
	{ 0xb8, "RING_ESR", GUC_CAPTURE_WHOLE },
	{ 0xb4, "RING_EMR", GUC_CAPTURE_WHOLE },
	{ 0xb0, "RING_EIR", GUC_CAPTURE_WHOLE },
	{ 0xa8, "RING_IMR", GUC_CAPTURE_WHOLE },
	{ 0x68, "IPEHR", GUC_CAPTURE_WHOLE },
	{ 0x6c, "RING_INSTDONE", GUC_CAPTURE_WHOLE },
	{ 0x108, "INDIRECT_RING_STATE", GUC_CAPTURE_WHOLE },
	{ 0x240, "CURRENT_LRCA", GUC_CAPTURE_WHOLE },
	{ 0x2b0, "CSMQDEBUG", GUC_CAPTURE_WHOLE },
	{ 0x74, "ACTHD", GUC_CAPTURE_LOW },
	{ 0x5c, "ACTHD", GUC_CAPTURE_HIGH },
	{ 0x140, "RING_BBADDR", GUC_CAPTURE_LOW },
	{ 0x168, "RING_BBADDR", GUC_CAPTURE_HIGH },
	{ 0x38, "RING_START", GUC_CAPTURE_LOW },
	{ 0x48, "RING_START", GUC_CAPTURE_HIGH },
	{ 0x78, "RING_DMA_FADD", GUC_CAPTURE_LOW },
	{ 0x60, "RING_DMA_FADD", GUC_CAPTURE_HIGH },
	{ 0x234, "RING_EXECLIST_STATUS", GUC_CAPTURE_LOW },
	{ 0x238, "RING_EXECLIST_STATUS", GUC_CAPTURE_HIGH },
	{ 0x510, "RING_EXECLIST_SQ_CONTENTS", GUC_CAPTURE_LOW },
	{ 0x514, "RING_EXECLIST_SQ_CONTENTS", GUC_CAPTURE_HIGH },
};

static const struct {
	const char *name;
	const struct reg_name *regs;
	unsigned int nr;
} lists[GUC_CAPTURE_TYPES] = {
	{ "global", global_regs, ARRAY_SIZE(global_regs) },
	{ "class", class_regs, ARRAY_SIZE(class_regs) },
	{ "instance", instance_regs, ARRAY_SIZE(instance_regs) },
};

/**
 * guc_capture_type_name() - get the name of a capture type
 * @type: GUC_CAPTURE_TYPE_*
 *
 * Context: any, does not sleep.
 * Return: "global", "class" or "instance", or NULL for another type.
 */
const char *guc_capture_type_name(unsigned int type)
{
	return type < GUC_CAPTURE_TYPES ? lists[type].name : NULL;
}

/**
 * guc_capture_name_reg() - find the name of a register
 * @reg: the register; its members name and part are set according to its member offset
 * @type: type of the capture that contains the register, GUC_CAPTURE_TYPE_*
 *
 * Context: any, does not sleep.
 */
void guc_capture_name_reg(struct guc_capture_reg *reg, unsigned int type)
{
	unsigned int i;

	reg->name = NULL;
	reg->part = GUC_CAPTURE_WHOLE;
	if (type >= GUC_CAPTURE_TYPES)
		return;
	for (i = 0; i < lists[type].nr; i++) {
		if (lists[type].regs[i].offset != reg->offset)
			continue;
		reg->name = lists[type].regs[i].name;
		reg->part = lists[type].regs[i].part;
		return;
	}
}
