/* SPDX-License-Identifier: GPL-2.0 */
/* gpu.h -- the device: what its parts share. */
#ifndef GPU_GPU_H
#define GPU_GPU_H

#include <pthread.h>

#include "gtt.h"
#include "guc.h"
#include "irq.h"
#include "mem.h"
#include "pci.h"
#include "profile.h"
#include "regs.h"
#include "report.h"
#include "types.h"

#define BAR0_SIZE	0x1000000u	/* registers, then the GSM */

/**
 * struct inject - what is to go wrong
 * @never_ready: the GuC takes its firmware and stays silent
 * @hang:        by engine class: how many batches are still to hang
 * @removed:     the device is gone: reads give ones, writes nothing
 */
struct inject {
	bool never_ready;
	u32 hang[ENGINE_CLASSES];
	bool removed;
};

/**
 * struct gpu - one emulated GPU
 * @lock:      held by whoever touches anything below: the protocol's thread,
 *             a control command or the log writer
 * @gsm:       the GGTT's entries, mapped by the client too
 * @gsm_fd:    memfd of BAR 0's size, so that offsets in it are the BAR's
 * @own_bars:  the client leaves the BARs to us, and knows 32-bit ones only
 * @null_page: what NULL page table entries lead to
 */
struct gpu {
	pthread_mutex_t lock;
	struct profile profile;
	struct report report;
	struct mem mem;
	struct pci pci;
	struct irq irq;
	struct regs regs;
	struct guc guc[2];
	struct inject inject;
	u8 *bar0;
	u64 *gsm;
	int gsm_fd;
	bool own_bars;
	u8 null_page[4096];
};

int gpu_init(struct gpu *gpu, const char *profile, const struct report *report);
void gpu_exit(struct gpu *gpu);
void gpu_reset(struct gpu *gpu);

/* gpu_bar2_size - VRAM's window; a BAR's size is a power of two */
static inline u64 gpu_bar2_size(const struct gpu *gpu)
{
	u64 size = MIB(16);

	while (size < gpu->profile.vram)
		size <<= 1;
	return size;
}

/* gpu_window_size - what of VRAM's window fits below 4 GiB */
static inline u64 gpu_window_size(const struct gpu *gpu)
{
	return min_u64(gpu_bar2_size(gpu), MIB(256));
}

#endif
