/* SPDX-License-Identifier: GPL-2.0 */
/* bar.h -- accesses to the device's regions. */
#ifndef GPU_BAR_H
#define GPU_BAR_H

#include "gpu.h"

/* VFIO's numbers of the device's regions. */
#define BAR_REGISTERS	0u
#define BAR_VRAM	2u
#define REGION_CONFIG	7u

bool bar_read(struct gpu *gpu, u32 region, u64 offset, u8 *buf, u32 len);
bool bar_write(struct gpu *gpu, u32 region, u64 offset, const u8 *buf, u32 len);

#endif
