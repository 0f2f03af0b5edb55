/* SPDX-License-Identifier: GPL-2.0 */
/* cs.h -- the command streamer: executes the commands in a context's ring. */
#ifndef GPU_CS_H
#define GPU_CS_H

#include "gpu.h"
#include "gtt.h"

#define COMPUTE_WALKER	(0x7208u >> 2)	/* bits 31:18 of its header */

enum cs_result {
	CS_GOES_ON,		/* the next command can be executed */
	CS_ENDS,		/* the batch ends, or the ring is empty */
	CS_WAITS,		/* the context waits on a semaphore */
	CS_LOOPS,		/* the batch jumps back repeatedly, or has very many commands */
	CS_HANGS,		/* the context has stopped at a command and does not continue */
};

/**
 * struct cs_job - a slice: what one call of cs_run() executes of a context on an engine
 * @lrca:       global address of the context's image
 * @guc_id:     the context's guc_id
 * @class:      the hardware's number of the engine class
 * @instance:   physical number of the engine in its class
 * @position:   the context's position; updated
 * @head:       result: offset of the ring's head
 * @tail:       result: offset of the ring's tail
 * @arbitrated: result: the context passed a command at which it can be preempted
 * @ppgtt:      the context's address space
 * @time:       the context's run time before this slice, in ticks of the device's clock
 * @start:      start of the slice, in ticks of the device's clock
 * @interrupts: number of MI_USER_INTERRUPT commands in the slice
 * @fault:      result: the access at which the context stopped; its count is 0 if there is none
 */
struct cs_job {
	u32 lrca, guc_id;
	enum engine_class class;
	u32 instance;
	struct cs_position *position;
	u32 head, tail;
	bool arbitrated;
	struct space ppgtt;
	u32 time;
	u64 start;
	u32 interrupts;
	struct bad_access fault;
};

/**
 * struct cs_view - values of a context's ring for the registers of an engine
 * @start: global address of the ring
 * @size:  size of the ring in bytes
 * @head:  offset of the next command, with the number of wraps in bits 31:21
 * @tail:  offset of the end of the last command
 */
struct cs_view {
	u32 start, size, head, tail;
};

/* cs_address - get the 48-bit address in two dwords of a command */
static inline u64 cs_address(const u32 *d)
{
	return d[0] | (u64)(d[1] & 0xffff) << 32;
}

bool cs_has_work(struct gpu *gpu, u32 lrca);
enum cs_result cs_run(struct gpu *gpu, struct cs_job *job);
void cs_charge(struct gpu *gpu, u32 lrca, u64 ticks);
void cs_save(struct gpu *gpu, u32 lrca, const struct cs_position *p);
void cs_look(struct gpu *gpu, u32 lrca, const struct cs_position *p, struct cs_view *v);
bool cs_starts_work(u32 header);
u32 cs_asid(struct gpu *gpu, u32 lrca);

/* cs_mi.c, cs_math.c, cs_blit.c */
enum cs_result cs_command(struct gpu *gpu, struct cs_job *job, const u32 *d, u32 len,
			  u64 *jump, const struct space **batch);
bool cs_is_predicated(const struct cs_position *p, u32 header);
bool cs_math(struct cs_position *p, const u32 *d, u32 len);
bool blit(struct gpu *gpu, const struct space *s, const u32 *d, u32 len);

#endif
