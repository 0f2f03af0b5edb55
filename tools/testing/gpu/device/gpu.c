// SPDX-License-Identifier: GPL-2.0
/* gpu.c -- put the device together. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "gpu.h"

/**
 * gpu_init() - a device that has just been powered on
 * @gpu:     result, whatever it held
 * @profile: path of the file that says which GPU it is
 * @report:  verbosity and strictness
 *
 * Return: 0, -ENOENT or -EINVAL for the profile, -ENOMEM.
 */
int gpu_init(struct gpu *gpu, const char *profile, const struct report *report)
{
	int err;

	memset(gpu, 0, sizeof(*gpu));
	gpu->report = *report;
	gpu->gsm_fd = -1;
	gpu->mem.vram_fd = -1;
	pthread_mutex_init(&gpu->lock, NULL);
	err = profile_load(&gpu->profile, profile);
	if (err)
		return err;
	gpu->bar0 = mem_shared(BAR0_SIZE, &gpu->gsm_fd);
	if (!gpu->bar0)
		return -ENOMEM;
	gpu->gsm = (u64 *)(gpu->bar0 + GSM_OFFSET);
	err = mem_init(&gpu->mem, gpu->profile.vram, gpu_bar2_size(gpu));
	if (err)
		return err;
	gpu->guc[0].gpu = gpu;
	gpu->guc[1].gpu = gpu;
	gpu->guc[1].id = 1;
	irq_init(&gpu->irq);
	gpu_reset(gpu);
	return 0;
}

/**
 * gpu_reset() - what a bus reset does; VRAM and page tables stay
 * @gpu: the device, locked by the caller
 */
void gpu_reset(struct gpu *gpu)
{
	regs_reset(gpu);
	pci_reset(gpu);
	irq_reset(&gpu->irq);
	guc_reset(&gpu->guc[0]);
	guc_reset(&gpu->guc[1]);
}

/**
 * gpu_exit() - let go of everything
 * @gpu: the device; nobody uses it any more
 */
void gpu_exit(struct gpu *gpu)
{
	irq_exit(&gpu->irq);
	mem_exit(&gpu->mem);
	if (gpu->bar0)
		munmap(gpu->bar0, BAR0_SIZE);
	if (gpu->mem.vram)
		munmap(gpu->mem.vram, gpu_bar2_size(gpu));
	if (gpu->gsm_fd >= 0)
		close(gpu->gsm_fd);
	pthread_mutex_destroy(&gpu->lock);
}
