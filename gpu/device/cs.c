// SPDX-License-Identifier: GPL-2.0
/*
 * cs.c -- runs a context: the commands in its ring and its batches.
 *
 * Commands run at once when the driver submits them.  A context that waits at a semaphore, or has
 * a batch that jumps back, is continued later from the same position.  A slice is the part of a
 * context's work that one call of cs_run() executes.
 */
#include "cs.h"

#define MAX_DWORDS	1100		/* longest command; MI_STORE_DATA_IMM may have 1025 */
#define MAX_COMMANDS	1000000		/* largest number of commands in a slice */
#define MAX_LOOPS	64		/* number of jumps back after which a slice ends */

/* Fields of RING_HEAD: the offset in the ring, and the lowest bit of the number of wraps. */
#define HEAD_OFFSET	0x1ffffcu
#define HEAD_WRAP	BIT(21)

/* Bits 31:22 of the headers of copy commands. */
#define BLOCK_COPY	0x141u		/* XY_BLOCK_COPY_BLT */
#define MEM_COPY	0x15au

/* Offsets of register values in the context image, in dwords from the end of its first page. */
#define LRC_CONTROL	0x03
#define LRC_HEAD	0x05
#define LRC_TAIL	0x07
#define LRC_START	0x09
#define LRC_CTL		0x0b
#define LRC_BATCH_UDW	0x0d
#define LRC_BATCH	0x0f
#define LRC_TIME	0x23
#define LRC_TIME_UDW	0x25
#define LRC_INDIRECT	0x27
#define LRC_ASID	0x2f
#define LRC_PDP0_UDW	0x31
#define LRC_PDP0	0x33
#define CONTROL_INDIRECT BIT(4)

/*
 * The context image can have further registers from LRC_MORE on. Of the images that xe prepares,
 * only those for render engines before 12.50 have them. From Xe2 on, add_regs() adds the list
 * more_regs to images for the render engine and the first compute engine.
 */
#define LRC_REGS	0xd0		/* end of all registers in the image */
#define LRC_MORE	0x61
#define LOAD_MORE	(0x11081001u | 2 * (ARRAY_SIZE(more_regs) - 1))
#define REG_IPEHR	0x68

static const u16 more_regs[] = {
	0x588, 0x588, 0x588, 0x588, 0x588, 0x588, 0x028, 0x09c, 0x0c0, 0x178, 0x17c, 0x358, 0x170,
	0x150, 0x154, 0x158, 0x41c, 0x600, 0x604, 0x608, 0x60c, 0x610, 0x614, 0x618, 0x61c, 0x620,
	0x624, 0x628, 0x62c, 0x630, 0x634, 0x638, 0x63c, 0x640, 0x644, 0x648, 0x64c, 0x650, 0x654,
	0x658, 0x65c, 0x660, 0x664, 0x668, 0x66c, 0x670, 0x674, 0x678, 0x67c, REG_IPEHR, 0x084,
	0x3b4, 0x3b8, 0x21c, 0x1fc,
};

/* Offsets in dwords of the values of LRC_HEAD to LRC_BATCH in the page of indirect ring state. */
#define IND_HEAD	0x03
#define IND_TAIL	0x05
#define IND_START	0x07
#define IND_CTL		0x0b
#define IND_BATCH_UDW	0x13
#define IND_BATCH	0x15

/**
 * struct ring - a context's ring
 * @head_at:  global address of RING_HEAD in the context image or its indirect ring state
 * @batch_at: global addresses of BB_ADDR and its upper half, in the same page
 * @base:     global address of the ring
 * @size:     size of the ring in bytes
 * @head:     offset of the next command; the bits from HEAD_WRAP upwards have the number of wraps
 * @tail:     offset of the end of the last command
 */
struct ring {
	u64 head_at, batch_at[2], base;
	u32 size, head, tail;
};

static u64 image(u32 lrca)
{
	return (u64)(lrca & 0xfffff000) + 4096;
}

static u32 lrc(struct gpu *gpu, u32 lrca, u32 dword)
{
	return ggtt_get(gpu, image(lrca) + 4 * dword);
}

/*
 * find_ring - find a context's ring; the ring's head is taken from @p if @p is live, else from the
 * context image
 */
static void find_ring(struct gpu *gpu, u32 lrca, const struct cs_position *p, struct ring *r)
{
	bool indirect = gpu->profile.version >= 2000 &&
			(lrc(gpu, lrca, LRC_CONTROL) & CONTROL_INDIRECT) &&
			lrc(gpu, lrca, LRC_INDIRECT);
	u64 at = indirect ? lrc(gpu, lrca, LRC_INDIRECT) & 0xfffff000 : image(lrca);

	r->head_at = at + 4 * (indirect ? IND_HEAD : LRC_HEAD);
	r->batch_at[0] = at + 4 * (indirect ? IND_BATCH : LRC_BATCH);
	r->batch_at[1] = at + 4 * (indirect ? IND_BATCH_UDW : LRC_BATCH_UDW);
	r->head = p && p->live ? p->ring : ggtt_get(gpu, r->head_at) & ~3u;
	r->tail = ggtt_get(gpu, at + 4 * (indirect ? IND_TAIL : LRC_TAIL)) & 0x1ffff8;
	r->base = ggtt_get(gpu, at + 4 * (indirect ? IND_START : LRC_START));
	r->size = (ggtt_get(gpu, at + 4 * (indirect ? IND_CTL : LRC_CTL)) & 0x1ff000) + 4096;
}

static u32 offset(const struct ring *r)
{
	return r->head & HEAD_OFFSET;
}

/* head_after - get the ring's head advanced by @dwords, with the new number of wraps */
static u32 head_after(const struct ring *r, u32 dwords)
{
	u32 next = offset(r) + 4 * dwords, wraps = r->head & ~(HEAD_WRAP - 1);

	return next < r->size ? wraps | next : (wraps + HEAD_WRAP) | (next % r->size);
}

/**
 * cs_look() - get the values that the ring registers of an engine have at a position of a context
 * @gpu:  the device
 * @lrca: global address of the context's image
 * @p:    the context's position
 * @v:    result
 */
void cs_look(struct gpu *gpu, u32 lrca, const struct cs_position *p, struct cs_view *v)
{
	struct ring r;

	find_ring(gpu, lrca, p, &r);
	*v = (struct cs_view){
		.start = (u32)r.base, .size = r.size, .tail = r.tail,
		.head = p->depth ? p->head : r.head,
	};
}

/*
 * find_reg - find a register's value in the context image
 *
 * Returns the index of the value in dwords, or 0 if the image does not contain the register.
 */
static u32 find_reg(struct gpu *gpu, u32 lrca, u32 reg)
{
	u32 i = 0;

	while (i < LRC_REGS) {
		u32 header = lrc(gpu, lrca, i++), end = i + (header & 0xff) + 1;

		if (header >> 23 != 0x22)	/* MI_LOAD_REGISTER_IMM */
			continue;
		for (; i + 1 < end; i += 2)
			if ((lrc(gpu, lrca, i) & 0xfff) == reg)
				return i + 1;
	}
	return 0;
}

/* add_regs - write more_regs into an image that does not have these registers */
static void add_regs(struct gpu *gpu, u32 lrca)
{
	u32 base = lrc(gpu, lrca, LRC_CONTROL - 1) & ~0xfffu;
	u64 at = image(lrca) + 4 * LRC_MORE;

	/* Only for the render and the first compute engine it is known which registers to add. */
	if (gpu->profile.version < 2000 || (base != 0x2000 && base != 0x1a000) ||
	    lrc(gpu, lrca, LRC_MORE))
		return;
	ggtt_put(gpu, at, LOAD_MORE);
	for (u32 i = 0; i < ARRAY_SIZE(more_regs); i++) {
		ggtt_put(gpu, at + 4 + 8 * i, base | more_regs[i]);
		ggtt_put(gpu, at + 8 + 8 * i, 0);
	}
}

/**
 * cs_save() - save a context's position in its image when it leaves its engine
 * @gpu:  the device
 * @lrca: global address of the context's image
 * @p:    the context's position
 *
 * An engine reset does not call this function, so after a reset the image has an older position.
 */
void cs_save(struct gpu *gpu, u32 lrca, const struct cs_position *p)
{
	struct ring r;
	u32 ipehr;

	if (!p->live)
		return;
	find_ring(gpu, lrca, NULL, &r);
	ggtt_put(gpu, r.head_at, p->depth ? p->head : p->ring);
	/*
	 * Bit 0 of BB_ADDR means that the context is in a batch. In a second level batch, BB_ADDR
	 * is the address at which the first level continues.
	 */
	ggtt_put(gpu, r.batch_at[0], (u32)p->pc[0] | !!p->depth);
	ggtt_put(gpu, r.batch_at[1], (u32)(p->pc[0] >> 32));
	add_regs(gpu, lrca);
	ipehr = find_reg(gpu, lrca, REG_IPEHR);
	if (ipehr)
		ggtt_put(gpu, image(lrca) + 4 * ipehr, p->header);
}

/**
 * cs_charge() - add to the run time in a context's image
 * @gpu:   the device
 * @lrca:  global address of the context's image
 * @ticks: time to add, in ticks of the device's clock
 */
void cs_charge(struct gpu *gpu, u32 lrca, u64 ticks)
{
	u64 at = image(lrca), time = ggtt_get(gpu, at + 4 * LRC_TIME);

	/* Before Xe2 the counter has 32 bits, and LRC_TIME_UDW has another meaning. */
	if (gpu->profile.version >= 2000)
		time |= (u64)ggtt_get(gpu, at + 4 * LRC_TIME_UDW) << 32;
	time += ticks;
	ggtt_put(gpu, at + 4 * LRC_TIME, (u32)time);
	if (gpu->profile.version >= 2000)
		ggtt_put(gpu, at + 4 * LRC_TIME_UDW, (u32)(time >> 32));
}

/**
 * cs_asid() - get the number of a context's VM
 * @gpu:  the device, locked
 * @lrca: global address of the context's image
 *
 * Return: the ASID.
 */
u32 cs_asid(struct gpu *gpu, u32 lrca)
{
	return lrc(gpu, lrca, LRC_ASID) & 0xfffff;
}

/* command_len - get a command's length in dwords from its first dword */
static u32 command_len(u32 h)
{
	u32 op = field(h, 28, 23);

	switch (h >> 29) {
	case 0:
		if (op < 0x10)
			return 1;
		if (op == 0x20)
			return (h & 0x3ff) + 2;
		return op == 0x26 ? (h & 0x3f) + 2 : (h & 0xff) + 2;
	case 3:
		return field(h, 28, 27) == 1 ? 1 : (h & 0xff) + 2;
	}
	return (h & 0xff) + 2;
}

/* fetch - read a command of a batch; returns its length in dwords, 0 if unmapped or too long */
static u32 fetch(struct gpu *gpu, const struct space *s, u64 pc, u32 *d)
{
	u32 len;

	if (!gtt_read(gpu, s, pc, d, 4))
		return 0;
	len = command_len(d[0]);
	if (len > MAX_DWORDS || !gtt_read(gpu, s, pc + 4, d + 1, 4ull * (len - 1)))
		return 0;
	return len;
}

/*
 * fetch_ring - read the next command of a ring; returns its length in dwords, 0 if the ring ends
 * within the command or the command is too long
 */
static u32 fetch_ring(struct gpu *gpu, const struct ring *r, u32 *d)
{
	u32 len, there = (r->tail + r->size - offset(r)) % r->size / 4;

	d[0] = ggtt_get(gpu, r->base + offset(r));
	len = command_len(d[0]);
	if (len > MAX_DWORDS || len > there)
		return 0;
	for (u32 i = 1; i < len; i++)
		d[i] = ggtt_get(gpu, r->base + (offset(r) + 4 * i) % r->size);
	return len;
}

/*
 * ordered_to_hang - check whether the control command "hang" makes this batch hang; if so, reduce
 * the number of further batches that will hang
 */
static bool ordered_to_hang(struct gpu *gpu, const struct cs_job *job)
{
	struct inject *i = &gpu->inject;
	u32 *left = i->hang_ids && i->hang_id == job->guc_id ? &i->hang_ids :
							       &i->hang[job->class];

	if (!*left)
		return false;
	--*left;
	return true;
}

/**
 * cs_starts_work() - check whether a command starts work of units other than the command streamer
 * @header: first dword of the command
 *
 * Return: true for a primitive, a walker, and a copy or fill of the blitter.
 */
bool cs_starts_work(u32 header)
{
	switch (header >> 16) {
	case 0x7105:			/* GPGPU_WALKER */
	case 0x7b00:			/* 3DPRIMITIVE */
	case 0x7b01:			/* 3DMESH */
	case 0x7b02:
	case 0x7c00:			/* EXECUTE_INDIRECT */
	case 0x7c01:
		return true;
	}
	return header >> 29 == 2 || header >> 18 == COMPUTE_WALKER;
}

/* waits_for_work - check whether a command waits for the work that earlier commands started */
static bool waits_for_work(const u32 *d)
{
	switch (d[0] >> 16) {
	case 0x6101:			/* STATE_BASE_ADDRESS */
	case 0x6105:			/* STATE_COMPUTE_MODE */
	case 0x6904:			/* PIPELINE_SELECT */
		return true;
	case 0x7a00:			/* PIPE_CONTROL with CS stall or post-sync write */
		return d[1] & BIT(20) || field(d[1], 15, 14);
	}
	/* MI_FLUSH_DW; RESOURCE_BARRIER of Xe2 */
	return d[0] >> 23 == 0x26 || d[0] >> 24 == 0xac;
}

/*
 * is_program_copy - check whether a copy command comes from a user program
 *
 * xe's own copies use XY_FAST_COPY_BLT, or MEM_COPY on the last copy engine.
 */
static bool is_program_copy(const struct cs_job *job, u32 header)
{
	return header >> 22 == BLOCK_COPY || (header >> 22 == MEM_COPY && !job->instance);
}

/*
 * work_hangs - check whether the command streamer stops at a command, because the control command
 * "hang draw", "hang stall" or "hang copy" made work hang
 *
 * With WORK_STALL the streamer does not stop at the command that starts the work. That command is
 * not executed either, so its post-sync write does not happen.
 */
static bool work_hangs(struct gpu *gpu, struct cs_job *job, const u32 *d, u64 pc)
{
	u32 *left = gpu->inject.work, kind = left[WORK_DRAW] ? WORK_DRAW : WORK_STALL;
	struct cs_position *p = job->position;

	if (p->work_header)
		return waits_for_work(d);
	if (!cs_starts_work(d[0]) || cs_is_predicated(p, d[0]))
		return false;
	if (d[0] >> 29 == 2) {
		if (!is_program_copy(job, d[0]))
			return false;
		kind = WORK_COPY;
	}
	if (p->bad != pc) {
		if (!left[kind])
			return false;
		if (gpu->inject.spared[kind]) {
			gpu->inject.spared[kind]--;
			return false;
		}
		left[kind]--;
		p->bad = pc;
		p->stalls = kind == WORK_STALL;
	}
	p->work = pc;
	p->work_header = d[0];
	return !p->stalls;
}

/*
 * access_faults - check whether the control command "fault" makes an access of a command fault; if
 * so, store the access in the job
 */
static bool access_faults(struct gpu *gpu, struct cs_job *job, u32 header)
{
	enum work_hang kind = header >> 29 == 2 ? WORK_COPY : WORK_DRAW;
	struct bad_access *access = &gpu->inject.access[kind];

	if (!access->count || !cs_starts_work(header) ||
	    cs_is_predicated(job->position, header) ||
	    (kind == WORK_COPY && !is_program_copy(job, header)))
		return false;
	access->count--;
	job->fault = *access;
	job->fault.count = 1;
	return true;
}

static const struct space *space_at(const struct cs_job *job, u32 depth)
{
	return job->position->global & BIT(depth) ? &gtt_global : &job->ppgtt;
}

static void go_to(struct cs_position *p, u32 depth, u64 pc, const struct space *s)
{
	p->pc[depth] = pc;
	p->global &= (u8)~BIT(depth);
	if (s->global)
		p->global |= (u8)BIT(depth);
}

/* ring_command - execute the next command of the ring */
static enum cs_result ring_command(struct gpu *gpu, struct cs_job *job, struct ring *r)
{
	struct cs_position *p = job->position;
	const struct space *batch = &gtt_global;
	u32 d[MAX_DWORDS], len;
	enum cs_result result;
	u64 jump = 0;

	len = fetch_ring(gpu, r, d);
	if (!len) {
		report_fault(&gpu->report, FAULT_COMMAND, "the ring ends within command %#x", d[0]);
		return CS_HANGS;
	}
	p->header = d[0];
	if (p->work_header && waits_for_work(d))
		return CS_HANGS;
	result = cs_command(gpu, job, d, len, &jump, &batch);
	if (result != CS_GOES_ON && result != CS_ENDS)
		return result;
	p->head = head_after(r, len);
	if (!jump) {
		r->head = p->head;
		return CS_GOES_ON;
	}
	/* The ring's head stays at the command that starts a batch until the batch has ended. */
	p->depth = 1;
	go_to(p, 0, jump, batch);
	if (!ordered_to_hang(gpu, job))
		return CS_GOES_ON;
	gtt_read(gpu, batch, jump, &p->header, 4);
	return CS_HANGS;
}

/* batch_command - execute the next command of the innermost batch; *loops counts jumps back */
static enum cs_result batch_command(struct gpu *gpu, struct cs_job *job, struct ring *r,
				    u32 *loops)
{
	struct cs_position *p = job->position;
	u32 d[MAX_DWORDS], len, at = p->depth - 1u;
	const struct space *s = space_at(job, at), *next = s;
	u64 pc = p->pc[at], jump = 0;
	enum cs_result result;

	len = fetch(gpu, s, pc, d);
	if (!len)
		return CS_HANGS;
	p->header = d[0];
	if (work_hangs(gpu, job, d, pc) || access_faults(gpu, job, d[0]))
		return CS_HANGS;
	result = CS_GOES_ON;
	if (!p->work_header || p->work != pc)
		result = cs_command(gpu, job, d, len, &jump, &next);
	if (result == CS_ENDS) {
		if (!--p->depth)
			r->head = p->head;
		return CS_GOES_ON;
	}
	if (result != CS_GOES_ON)
		return result;
	p->pc[at] = pc + 4ull * len;
	if (!jump)
		return CS_GOES_ON;
	if (!s->global)			/* a batch in the PPGTT cannot start a batch in the GGTT */
		next = s;
	if (!(d[0] & BIT(22))) {	/* the new batch replaces this one, without a return */
		go_to(p, at, jump, next);
		return jump <= pc && ++*loops == MAX_LOOPS ? CS_LOOPS : CS_GOES_ON;
	}
	if (p->depth == CS_DEPTH)
		return CS_HANGS;
	go_to(p, p->depth++, jump, next);
	return CS_GOES_ON;
}

static enum cs_result run_slice(struct gpu *gpu, struct cs_job *job, struct ring *r)
{
	u32 commands = MAX_COMMANDS, loops = 0;
	enum cs_result result = CS_GOES_ON;

	while (result == CS_GOES_ON && commands--) {
		if (job->position->depth)
			result = batch_command(gpu, job, r, &loops);
		else if (offset(r) != r->tail)
			result = ring_command(gpu, job, r);
		else
			result = CS_ENDS;
	}
	return result == CS_GOES_ON ? CS_LOOPS : result;
}

/**
 * cs_has_work() - check whether a context's ring has commands
 * @gpu:  the device, locked
 * @lrca: global address of the context's image
 *
 * Return: true if the ring is valid and not empty.
 */
bool cs_has_work(struct gpu *gpu, u32 lrca)
{
	struct ring r;

	find_ring(gpu, lrca, NULL, &r);
	return offset(&r) != r.tail && r.tail < r.size;
}

/**
 * cs_run() - run a context for a slice
 * @gpu: the device, locked
 * @job: context and engine; its fields that are results are set
 *
 * A slice ends when the ring is empty, at a semaphore with a false condition, after MAX_LOOPS
 * jumps back or MAX_COMMANDS commands, and at a command that hangs. Unless a command hangs, another
 * call of cs_run() can continue the context.
 *
 * Return: CS_ENDS, CS_WAITS, CS_LOOPS or CS_HANGS.
 */
enum cs_result cs_run(struct gpu *gpu, struct cs_job *job)
{
	enum cs_result result = CS_ENDS;
	struct ring r;

	find_ring(gpu, job->lrca, job->position, &r);
	job->ppgtt.root = (u64)lrc(gpu, job->lrca, LRC_PDP0_UDW) << 32 |
			  lrc(gpu, job->lrca, LRC_PDP0);
	job->time = lrc(gpu, job->lrca, LRC_TIME);
	job->start = clock_ticks();
	if (r.tail < r.size)
		result = run_slice(gpu, job, &r);
	job->head = offset(&r);
	job->tail = r.tail;
	job->position->ring = r.head;
	job->position->live = true;
	if (result == CS_ENDS) {
		cs_save(gpu, job->lrca, job->position);
		job->position->live = false;
	}
	cs_charge(gpu, job->lrca, clock_ticks() - job->start);
	report_note(&gpu->report, 2, "engine %u.%u: head %#x tail %#x, result %d", job->class,
		    job->instance, r.head, r.tail, result);
	if (job->interrupts)
		irq_engine(&gpu->irq, job->class, job->instance);
	return result;
}
