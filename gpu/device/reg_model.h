/* SPDX-License-Identifier: GPL-2.0 */
/* reg_model.h -- the registers that the model has, and their values. */
#ifndef GPU_REG_MODEL_H
#define GPU_REG_MODEL_H

#include "gpu.h"

#define MEDIA_BASE	0x380000u	/* start of the media GT's registers */
#define MEDIA_END	0x3c0000u

#define GUC_STATUS		0xc000
#define GUC_STATUS_IN_RESET	BIT(0)
#define SOFT_SCRATCH		0xc180
#define DMA_ADDR_0		0xc300

/**
 * struct reg_range - a range of registers that the model has
 * @first: offset of the first register in the GT
 * @last:  offset of the last register
 * @kind:  REG_RAM: a write changes the value; REG_RO: writes are ignored
 * @gts:   bit 0: registers of the primary GT or of the device; bit 1: registers of the media GT
 * @what:  name; "@" before an engine's name: registers of an engine
 */
struct reg_range {
	u32 first, last;
	enum { REG_RAM = 1, REG_RO } kind;
	u32 gts;
	const char *what;
};

const struct reg_range *reg_find(const struct gpu *gpu, u32 offset);
void reg_reset(struct gpu *gpu);
u32 reg_get(struct gpu *gpu, u32 offset);
void reg_put(struct gpu *gpu, u32 offset, u32 v);

#endif
