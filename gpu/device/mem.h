/* SPDX-License-Identifier: GPL-2.0 */
/* mem.h -- memory that the GPU can access: the guest's, and VRAM. */
#ifndef GPU_MEM_H
#define GPU_MEM_H

#include "types.h"

#define MEM_REGIONS	256

/**
 * struct mem - memory that the GPU can access
 * @region:     guest memory that the client (QEMU) shares by file descriptor; @ptr is NULL for a
 *              region without a descriptor (a BAR of another device)
 * @count:      number of elements of @region that are or were in use
 * @vram:       memory that the BAR of VRAM maps
 * @vram_size:  size of VRAM in bytes, 0 on an integrated GPU
 * @vram_fd:    memfd of @vram, which the client maps
 */
struct mem {
	struct {
		u64 start, size;
		u8 *ptr;
		bool writable;
	} region[MEM_REGIONS];
	u32 count;
	u8 *vram;
	u64 vram_size;
	int vram_fd;
};

int mem_init(struct mem *m, u64 vram_size, u64 bar_size);
void mem_exit(struct mem *m);
int mem_map(struct mem *m, u64 start, u64 size, int fd, u64 offset, bool writable);
int mem_unmap(struct mem *m, u64 start, u64 size);
void mem_unmap_all(struct mem *m);
u8 *mem_ptr(const struct mem *m, u64 address, u64 len, bool local, bool write);
u8 *mem_shared(u64 size, int *fd);

#endif
