// SPDX-License-Identifier: GPL-2.0
/*
 * reg_model.c -- the registers of the model, and their values after a reset.
 *
 * An access to a register outside the ranges in reg_ranges.h is a fault.  The names are from xe.
 */
#include <string.h>

#include "reg_model.h"

#define PRIMARY	BIT(0)
#define MEDIA	BIT(1)
#define BOTH	(PRIMARY | MEDIA)

static const struct reg_range ranges[] = {
#include "reg_ranges.h"
};

/**
 * reg_find() - find the range of a register
 * @gpu:    the device
 * @offset: offset in BAR 0
 *
 * Return: the range, or NULL if the model has no such register.
 */
const struct reg_range *reg_find(const struct gpu *gpu, u32 offset)
{
	bool media = gpu->profile.media_gt && offset >= MEDIA_BASE && offset < MEDIA_END;
	u32 o = media ? offset - MEDIA_BASE : offset, gt = media ? MEDIA : PRIMARY;
	u32 low = 0, high = ARRAY_SIZE(ranges);

	if (offset & 3)
		return NULL;
	while (low < high) {
		u32 middle = (low + high) / 2;

		if (o > ranges[middle].last)
			low = middle + 1;
		else
			high = middle;
	}
	if (low == ARRAY_SIZE(ranges) || o < ranges[low].first || !(ranges[low].gts & gt))
		return NULL;
	return &ranges[low];
}

static void set(struct gpu *gpu, u32 offset, u32 v)
{
	gpu->regs.value[offset / 4] = v;
}

static void set64(struct gpu *gpu, u32 offset, u64 v)
{
	set(gpu, offset, (u32)v);
	set(gpu, offset + 4, (u32)(v >> 32));
}

static void reset_clocks(struct gpu *gpu)
{
	const struct profile *p = &gpu->profile;

	set(gpu, 0x145998, p->rpn_mhz / 50 << 16 | p->rpe_mhz / 50 << 8 | p->rp0_mhz / 50);
	set(gpu, 0x145ef0, p->rpe_mhz / 50 << 8);
	for (u32 media = 0; media <= 0x20; media += 0x20) {
		set(gpu, 0x138000 + media, freq_units(p->rpn_mhz) << 16 | freq_units(p->rp0_mhz));
		set(gpu, 0x13800c + media, freq_units(p->rpe_mhz));
	}
}

/* l3_nodes - count the L3 nodes that are not fused off, on Xe2 and later */
static u32 l3_nodes(const struct gpu *gpu)
{
	return (u32)__builtin_popcount(gpu->regs.value[0x9118 / 4] >> 16);
}

/* reset_memory - set the registers about stolen memory, the GGTT and the layout of VRAM */
static void reset_memory(struct gpu *gpu)
{
	const struct profile *p = &gpu->profile;
	u64 gsm = p->vram - MIB(16);
	u64 ccs = gsm - p->vram / (p->version < 2000 ? 256 : 512);
	u32 nodes = p->version < 2000 ? 1 : l3_nodes(gpu);

	/* GGC: the size of the GGTT as in GMCH_CTRL, and 4 MiB of stolen memory, all for WOPCM. */
	set(gpu, 0x108040, 0xf0c0);
	set64(gpu, 0x1082c0, 2 << 7);	/* STOLEN_RESERVED: 4 MiB */
	set(gpu, 0x101010, BIT(7));	/* GU_CNTL: LMEM_INIT */
	if (!p->vram || !nodes)
		return;
	/*
	 * From Xe2 on, 0x8800 contains ccs / nodes. So that this division has no remainder, reduce
	 * ccs to a multiple of nodes * 128 KiB; gsm keeps its distance from ccs.
	 */
	gsm -= ccs % (nodes * KIB(128));
	ccs -= ccs % (nodes * KIB(128));
	set(gpu, 0x4900, (u32)(p->vram >> 30) << 8 | 1);
	set(gpu, 0x1083a0, (u32)(p->vram >> 30) << 8 | 1);
	set64(gpu, 0x108100, gsm);
	set64(gpu, 0x1080c0, p->vram - MIB(8));
	set(gpu, 0x4910, (u32)(ccs >> 16) << 8 | 1);
	set64(gpu, 0x8800, ccs / nodes | 1);
}

static void reset_gt(struct gpu *gpu, u32 gt)
{
	u32 base = gt * MEDIA_BASE;

	set(gpu, base + 0xd00, 2 << 3 | 2 << 1);	/* 38.4 MHz crystal, halved */
	set(gpu, base + 0xd8c, gpu->profile.gmdid[gt]);
	set(gpu, base + 0xfd0, 1);			/* steering semaphore: free */
	set(gpu, base + 0x9120, BIT(2));		/* FUSE2: production hardware */
}

/**
 * reg_reset() - set power-on values
 * @gpu: the device
 */
void reg_reset(struct gpu *gpu)
{
	const struct profile *p = &gpu->profile;

	memset(gpu->regs.value, 0, sizeof(gpu->regs.value));
	reset_gt(gpu, 0);
	if (p->media_gt)
		reset_gt(gpu, 1);
	reset_clocks(gpu);
	for (u32 i = 0; i < ARRAY_SIZE(ranges); i++)
		if (ranges[i].what[0] == '@')
			set(gpu, ranges[i].first + 0x54, 0x40);	/* RING_PWRCTX_MAXCNT */
	for (u32 i = 0; i < p->fuse_count; i++)
		set(gpu, p->fuses[i].gt * MEDIA_BASE + p->fuses[i].offset, p->fuses[i].value);
	reset_memory(gpu);
}

/**
 * reg_get() - read a register without side effects
 * @gpu:    the device
 * @offset: offset in BAR 0, a multiple of 4 below REGS_SIZE
 *
 * Return: the register's value, or 0 if the model does not have the register, which is a fault.
 */
u32 reg_get(struct gpu *gpu, u32 offset)
{
	if (reg_find(gpu, offset))
		return gpu->regs.value[offset / 4];
	report_fault(&gpu->report, FAULT_REGISTER, "read of %#x", offset);
	return 0;
}

/**
 * reg_put() - set a writable register without side effects
 * @gpu:    the device
 * @offset: offset in BAR 0, a multiple of 4 below REGS_SIZE; a register that the model does not
 *          have is a fault
 * @v:      value
 */
void reg_put(struct gpu *gpu, u32 offset, u32 v)
{
	const struct reg_range *range = reg_find(gpu, offset);

	if (!range)
		report_fault(&gpu->report, FAULT_REGISTER, "write of %#x to %#x", v, offset);
	else if (range->kind == REG_RAM)
		gpu->regs.value[offset / 4] = v;
}
