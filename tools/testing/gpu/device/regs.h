/* SPDX-License-Identifier: GPL-2.0 */
/* regs.h -- the registers of BAR 0. */
#ifndef GPU_REGS_H
#define GPU_REGS_H

#include "types.h"

struct gpu;

#define REGS_SIZE	0x400000u
#define MEDIA_BASE	0x380000u	/* the media GT's copy starts here */
#define MEDIA_END	0x3c0000u

#define GUC_STATUS		0xc000
#define GUC_STATUS_IN_RESET	BIT(0)
#define SOFT_SCRATCH		0xc180
#define DMA_ADDR_0		0xc300

/**
 * struct regs - register values
 * @value:  by offset / 4
 * @reads:  accesses so far
 * @writes: accesses so far
 */
struct regs {
	u32 value[REGS_SIZE / 4];
	unsigned long reads, writes;
};

/**
 * struct reg_range - registers that the model has
 * @first: offset in the GT
 * @last:  the last one's
 * @kind:  REG_RAM keeps what is written, REG_RO does not
 * @gts:   bit 0: the primary GT's, or the device's; bit 1: the media GT's
 * @what:  for messages
 */
struct reg_range {
	u32 first, last;
	enum { REG_RAM = 1, REG_RO } kind;
	u32 gts;
	const char *what;
};

const struct reg_range *reg_find(const struct gpu *gpu, u32 offset);
void regs_reset(struct gpu *gpu);
u32 regs_read(struct gpu *gpu, u32 offset);
void regs_write(struct gpu *gpu, u32 offset, u32 v);

#endif
