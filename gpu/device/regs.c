// SPDX-License-Identifier: GPL-2.0
/* regs.c -- the driver's reads and writes of registers, with their side effects. */
#include "guc.h"
#include "power.h"
#include "reg_model.h"
#include "regs.h"

#define TIMESTAMP_LO	0xc3e8		/* the GuC's timestamp, 19.2 MHz */
#define TIMESTAMP_HI	0xc3ec

#define GDRST		0x941c
#define GDRST_FULL	BIT(0)
#define GDRST_GUC	BIT(3)
#define DMA_CTRL	0xc314
#define START_DMA	BIT(0)
#define UOS_MOVE	BIT(4)
#define HUC_UKERNEL	BIT(9)
#define HUC_STATUS	0xc1dc
#define HUC_SUCCESSFUL	BIT(0)
#define GU_CNTL		0x101010
#define DRIVER_FLR	BIT(31)
#define GU_DEBUG	0x101018
#define DRIVER_FLR_DONE	BIT(31)
#define PCODE_MAILBOX	0x138124
#define PCODE_DATA0	0x138128
#define PCODE_DATA1	0x13812c
#define PCODE_DGFX_INIT	0x7e

/* gt_of - get the GT to which a register belongs, and store the offset in the GT in *o */
static u32 gt_of(const struct gpu *gpu, u32 offset, u32 *o)
{
	u32 gt = gpu->profile.media_gt && offset >= MEDIA_BASE && offset < MEDIA_END;

	*o = gt ? offset - MEDIA_BASE : offset;
	return gt;
}

/* acknowledge - apply the mask of a forcewake request, and grant it at once */
static void acknowledge(struct gpu *gpu, u32 gt, u32 ack, u32 v)
{
	u32 *r = &gpu->regs.value[(gt * MEDIA_BASE + ack) / 4];
	u32 mask = v >> 16;

	*r = (*r & ~mask) | (v & mask);
}

static bool forcewake(struct gpu *gpu, u32 gt, u32 o, u32 v)
{
	u32 ack;

	switch (o) {
	case 0xa188:			/* GT; acknowledged in 0x130044 (old GPUs) and 0xdfc */
		acknowledge(gpu, gt, 0xdfc, v);
		ack = 0x130044;
		gt = 0;
		break;
	case 0xa278:			/* render */
		ack = 0xd84;
		break;
	case 0xa618:			/* GSC */
		ack = 0xdf8;
		break;
	case 0xa540 ... 0xa55c:		/* video */
		ack = o - 0xa540 + 0xd50;
		break;
	case 0xa560 ... 0xa56c:		/* video enhancement */
		ack = o - 0xa560 + 0xd70;
		break;
	default:
		return false;
	}
	acknowledge(gpu, gt, ack, v);
	return true;
}

static void reset_domain(struct gpu *gpu, u32 gt, u32 v)
{
	if (v & (GDRST_FULL | GDRST_GUC))
		guc_reset(&gpu->guc[gt]);
	gpu->regs.value[(gt * MEDIA_BASE + GDRST) / 4] = 0;
}

/* dma - handle a write of DMA_CTRL, a masked register: upload firmware, clear the start bit */
static void dma(struct gpu *gpu, u32 gt, u32 v)
{
	u32 set = v >> 16 & v;

	gpu->regs.value[(gt * MEDIA_BASE + DMA_CTRL) / 4] = 0;
	if (!(set & START_DMA))
		return;
	if (set & UOS_MOVE)
		guc_boot(&gpu->guc[gt]);
	else if (set & HUC_UKERNEL)
		gpu->regs.value[(gt * MEDIA_BASE + HUC_STATUS) / 4] = HUC_SUCCESSFUL;
}

/* gt_write - write a GT's register that has side effects; returns false for other registers */
static bool gt_write(struct gpu *gpu, u32 gt, u32 o, u32 v)
{
	u32 *r = &gpu->regs.value[(gt * MEDIA_BASE + o) / 4];

	if (forcewake(gpu, gt, o, v)) {
		*r = v;
		return true;
	}
	switch (o) {
	case GDRST:
		reset_domain(gpu, gt, v);
		return true;
	case DMA_CTRL:
		dma(gpu, gt, v);
		return true;
	case 0xc050:			/* GUC_WOPCM_SIZE: set the lock bit */
	case 0xc340:			/* DMA_GUC_WOPCM_OFFSET: set the valid bit */
		*r = v | BIT(0);
		return true;
	case 0xcee8:			/* GUC_TLB_INV_CR: the invalidation is done */
		*r = v & ~BIT(0);
		return true;
	case 0xcf7c:			/* PVC_GUC_TLB_INV_DESC0: the invalidation is done */
		*r = 0;
		return true;
	case 0xcf80:
		*r = v & ~BIT(6);
		return true;
	case 0xfd0:			/* steering semaphore: free again */
		*r = 1;
		return true;
	}
	return false;
}

/* irq_write - write a register of the interrupt tree; returns false for other registers */
static bool irq_write(struct gpu *gpu, u32 o, u32 v)
{
	u32 master = gpu->profile.version < 1210 ? 0x190010 : 0x190008;

	switch (o) {
	case 0x190008:
	case 0x190010:
		if (o == master)
			irq_master(&gpu->irq, v & BIT(31));
		return true;
	case 0x190018:
	case 0x19001c:
		irq_clear(&gpu->irq, (o - 0x190018) / 4, v);
		return true;
	case 0x190060:
	case 0x190064:
		gpu->irq.identity[(o - 0x190060) / 4] = 0;
		return true;
	case 0x190070:
	case 0x190074:
		irq_select(&gpu->irq, (o - 0x190070) / 4, v);
		return true;
	}
	return false;
}

static bool device_write(struct gpu *gpu, u32 o, u32 v)
{
	u32 *r = &gpu->regs.value[o / 4];

	if (irq_write(gpu, o, v))
		return true;
	switch (o) {
	case PCODE_MAILBOX:
		gpu->regs.value[PCODE_DATA0 / 4] = (v & 0xff) == PCODE_DGFX_INIT;
		gpu->regs.value[PCODE_DATA1 / 4] = 0;
		*r = 0;			/* not busy, no error */
		return true;
	case GU_CNTL:
		*r = v & ~DRIVER_FLR;
		if (v & DRIVER_FLR)
			gpu->regs.value[GU_DEBUG / 4] |= DRIVER_FLR_DONE;
		return true;
	case GU_DEBUG:
		*r &= ~(v & DRIVER_FLR_DONE);
		return true;
	case 0x444e8:			/* IIRs of units that raise no interrupts */
	case 0x444f8:
		*r = 0;
		return true;
	case 0x190240:
	case 0x190310:			/* first dword of an MMIO message */
		*r = v;
		guc_mmio_write(&gpu->guc[o == 0x190310], v);
		return true;
	case 0x1901f0:
		guc_notify(&gpu->guc[0]);
		return true;
	case 0x190304:
		guc_notify(&gpu->guc[1]);
		return true;
	}
	return false;
}

/* masked - get a register's value after a write of @v, whose upper half selects the changed bits */
static u32 masked(u32 old, u32 v)
{
	return (old & ~(v >> 16)) | (v & (v >> 16));
}

/* is_masked - check whether the upper half of a written value selects the bits that change */
static bool is_masked(const struct reg_range *range, u32 o)
{
	u32 low = (o - range->first) & 0xfff;

	return o == 0x14800 || (range->what[0] == '@' && (low == 0x9c || low == 0x29c));
}

/**
 * regs_write() - write a register for the driver
 * @gpu:    the device, locked
 * @offset: offset in BAR 0, a multiple of 4 below REGS_SIZE
 * @v:      value
 */
void regs_write(struct gpu *gpu, u32 offset, u32 v)
{
	const struct reg_range *range = reg_find(gpu, offset);
	u32 o, gt = gt_of(gpu, offset, &o);

	gpu->regs.writes++;
	report_note(&gpu->report, 4, "W %06x %08x", offset, v);
	if (!range) {
		report_fault(&gpu->report, FAULT_REGISTER, "write of %#x to %#x", v, offset);
		return;
	}
	if (range->kind == REG_RO)
		return;
	if (gt_write(gpu, gt, o, v) || (!gt && device_write(gpu, o, v)))
		return;
	if (is_masked(range, o))
		v = masked(gpu->regs.value[offset / 4], v);
	gpu->regs.value[offset / 4] = v;
}

/* irq_read - store the value of a register of the interrupt tree in *v; ignore other registers */
static void irq_read(const struct gpu *gpu, u32 o, u32 *v)
{
	const struct irq *irq = &gpu->irq;
	bool old = gpu->profile.version < 1210;

	switch (o) {
	case 0x190008:			/* a bit for each tile; the model has one tile */
		*v = irq->master ? BIT(31) : 0;
		if (irq->pending[0] | irq->pending[1])
			*v |= BIT(0);
		break;
	case 0x190010:
		*v = old && irq->master ? BIT(31) : 0;
		if (irq->pending[0])
			*v |= BIT(0);
		if (irq->pending[1])
			*v |= BIT(1);
		break;
	case 0x190018:
	case 0x19001c:
		*v = irq->pending[(o - 0x190018) / 4];
		break;
	case 0x190060:
	case 0x190064:
		*v = irq->identity[(o - 0x190060) / 4];
		break;
	}
}

/*
 * engine_time - read RING_TIMESTAMP (or its upper half) or RING_CTX_TIMESTAMP of an engine: store
 * the time in *v, and return true; return false for other registers
 */
static bool engine_time(const struct gpu *gpu, u32 offset, u32 *v)
{
	const struct reg_range *range = reg_find(gpu, offset);
	u32 o, low;

	gt_of(gpu, offset, &o);
	low = (o - (range ? range->first : 0)) & 0xfff;
	if (!range || range->what[0] != '@' || (low != 0x358 && low != 0x35c && low != 0x3a8))
		return false;
	*v = (u32)(low == 0x35c ? clock_ticks() >> 32 : clock_ticks());
	return true;
}

/**
 * regs_read() - read a register for the driver
 * @gpu:    the device, locked
 * @offset: offset in BAR 0, a multiple of 4 below REGS_SIZE
 *
 * Return: the register's value, or 0 if the model does not have the register, which is a fault.
 */
u32 regs_read(struct gpu *gpu, u32 offset)
{
	u32 o, gt, v = gpu->regs.value[offset / 4];

	gpu->regs.reads++;
	if (!reg_find(gpu, offset)) {
		report_fault(&gpu->report, FAULT_REGISTER, "read of %#x", offset);
		return 0;
	}
	gt = gt_of(gpu, offset, &o);
	if (!gt)
		irq_read(gpu, o, &v);
	if (o == TIMESTAMP_LO)
		v = (u32)dialect_map_ticks(&gpu->dialect, clock_ticks());
	else if (o == TIMESTAMP_HI)
		v = (u32)(dialect_map_ticks(&gpu->dialect, clock_ticks()) >> 32);
	else if (!engine_time(gpu, offset, &v))
		power_read(gpu, gt, o, &v);
	report_note(&gpu->report, 4, "R %06x %08x", offset, v);
	return v;
}
