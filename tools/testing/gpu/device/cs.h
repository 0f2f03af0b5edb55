/* SPDX-License-Identifier: GPL-2.0 */
/* cs.h -- the command streamer: what a context's ring makes an engine do. */
#ifndef GPU_CS_H
#define GPU_CS_H

#include "gpu.h"
#include "gtt.h"

enum cs_result {
	CS_GOES_ON,
	CS_ENDS,		/* of the batch, or of all there is */
	CS_HANGS,
};

/**
 * struct cs_job - one run of a context on an engine
 * @lrca:       the context's image
 * @class:      engine class
 * @instance:   engine
 * @ppgtt:      the context's address space
 * @time:       its run time before this run, in ticks
 * @start:      when the run began
 * @interrupts: user interrupts that the commands asked for
 */
struct cs_job {
	u32 lrca;
	enum engine_class class;
	u32 instance;
	struct space ppgtt;
	u32 time;
	u64 start;
	u32 interrupts;
};

enum cs_result cs_run(struct gpu *gpu, struct cs_job *job);
void cs_charge(struct gpu *gpu, u32 lrca, u64 ticks);

/* cs_mi.c, cs_blit.c */
enum cs_result cs_command(struct gpu *gpu, struct cs_job *job, const u32 *d, u32 len,
			  u64 *jump, const struct space **batch);
bool blit(struct gpu *gpu, const struct space *s, const u32 *d, u32 len);

#endif
