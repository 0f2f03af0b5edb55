/* SPDX-License-Identifier: GPL-2.0 */
/* regs.h -- accesses of the driver to the registers of BAR 0. */
#ifndef GPU_REGS_H
#define GPU_REGS_H

#include "gpu.h"

u32 regs_read(struct gpu *gpu, u32 offset);
void regs_write(struct gpu *gpu, u32 offset, u32 v);

#endif
