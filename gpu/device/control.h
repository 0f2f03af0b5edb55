/* SPDX-License-Identifier: GPL-2.0 */
/* control.h -- control commands to the device; each is one line of words. */
#ifndef GPU_CONTROL_H
#define GPU_CONTROL_H

#include "gpu.h"

#define CONTROL_REPLY	512

void control_images(const char *dir);
void control_line(struct gpu *gpu, const char *line, char *out, size_t size);

#endif
