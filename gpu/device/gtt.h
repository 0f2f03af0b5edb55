/* SPDX-License-Identifier: GPL-2.0 */
/* gtt.h -- accesses through the global and the per-process page tables. */
#ifndef GPU_GTT_H
#define GPU_GTT_H

#include "gpu.h"

/**
 * struct space - an address space
 * @root: page table entry with the address of the topmost directory of a PPGTT
 * @global: the space is the GGTT, and @root is not used
 */
struct space {
	u64 root;
	bool global;
};

extern const struct space gtt_global;

bool gtt_read(struct gpu *gpu, const struct space *s, u64 va, void *buf, u64 len);
bool gtt_write(struct gpu *gpu, const struct space *s, u64 va, const void *buf, u64 len);
u32 ggtt_get(struct gpu *gpu, u64 va);
void ggtt_put(struct gpu *gpu, u64 va, u32 value);

#endif
