/* SPDX-License-Identifier: GPL-2.0 */
/* device.h -- creates, resets and frees a device, and continues its work at each tick. */
#ifndef GPU_DEVICE_H
#define GPU_DEVICE_H

#include "gpu.h"

int device_init(struct gpu *gpu, const char *profile, const struct report *report);
void device_reset(struct gpu *gpu);
void device_tick(struct gpu *gpu, u64 ns);
void device_exit(struct gpu *gpu);

#endif
