// SPDX-License-Identifier: GPL-2.0
/* device.c -- creates, resets and frees a device. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "device.h"
#include "engine_state.h"
#include "guc.h"
#include "guc_fault.h"
#include "guc_sched.h"
#include "log.h"
#include "pci.h"
#include "power.h"
#include "reg_model.h"

/**
 * device_init() - create a device in its power-on state
 * @gpu:     result; its former content is ignored
 * @profile: path of the profile, see profile.h
 * @report:  verbosity and strictness
 *
 * Return: 0; -ENOENT or -EINVAL if the profile is missing or invalid; -ENOMEM.
 */
int device_init(struct gpu *gpu, const char *profile, const struct report *report)
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
	dialect_map_init(&gpu->dialect);
	device_reset(gpu);
	return 0;
}

/**
 * device_reset() - do a bus reset, in which VRAM and the global page table keep their content
 * @gpu: the device, locked by the caller
 */
void device_reset(struct gpu *gpu)
{
	reg_reset(gpu);
	pci_reset(gpu);
	irq_reset(&gpu->irq);
	guc_reset(&gpu->guc[0]);
	guc_reset(&gpu->guc[1]);
	engine_state_reset(gpu);
}

/**
 * device_tick() - write the log events that are due, continue the running contexts, and send the
 *                 next page faults and the next events of the control command "storm"; also
 *                 update the idle times of the GTs
 * @gpu: the device, locked by the caller
 * @ns:  time since the last call, in nanoseconds
 */
void device_tick(struct gpu *gpu, u64 ns)
{
	power_tick(gpu);
	for (int i = 0; i < 2 && !gpu->inject.removed; i++) {
		if (gpu->guc[i].log.rate)
			log_pace(&gpu->guc[i], ns);
		sched_tick(&gpu->guc[i]);
		fault_tick(&gpu->guc[i]);
	}
}

/**
 * device_exit() - free everything
 * @gpu: the device, no longer in use
 */
void device_exit(struct gpu *gpu)
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
