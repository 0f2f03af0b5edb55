/* SPDX-License-Identifier: GPL-2.0 */
/* gtt.h -- graphics addresses: the global table and the per-process ones. */
#ifndef GPU_GTT_H
#define GPU_GTT_H

#include "gpu.h"

/**
 * struct space - an address space
 * @root: the topmost page directory's entry
 * @global: it is the GGTT, and @root is not used
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
