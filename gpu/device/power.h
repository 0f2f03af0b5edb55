/* SPDX-License-Identifier: GPL-2.0 */
/* power.h -- registers with the idle state and the frequency of the GTs. */
#ifndef GPU_POWER_H
#define GPU_POWER_H

#include "gpu.h"

void power_tick(struct gpu *gpu);
void power_read(struct gpu *gpu, u32 gt, u32 o, u32 *v);

#endif
