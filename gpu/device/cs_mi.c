// SPDX-License-Identifier: GPL-2.0
/* cs_mi.c -- memory interface (MI) commands, and post-sync writes of flushes and walkers. */
#include "cs.h"
#include "engine.h"
#include "reg_model.h"

#define TIMESTAMP	0x358		/* offset in an engine's registers */
#define CTX_TIMESTAMP	0x3a8
#define GPR		0x600		/* registers of 8 bytes each, up to GPR_END */
#define GPR_END		(GPR + 8 * CS_GPRS)
#define PREDICATE	0x400		/* SRC0, SRC1, DATA, RESULT, RESULT_1 */
#define PREDICATE_END	0x420
#define PREDICATE_RESULT_2 0x3bc

/* Indices in cs_position.predicates of the registers of predication. */
#define SRC0		0
#define SRC1		2
#define RESULT		6
#define RESULT_2	8

static const struct space *space(const struct cs_job *job, bool global)
{
	return global ? &gtt_global : &job->ppgtt;
}

/* hws - get the global address of the context's status page, the base of indexed writes */
static u64 hws(const struct cs_job *job)
{
	return job->lrca & 0xfffff000;
}

/* aux_inv - check whether a register is AUX_INV, which reads as 0 when the invalidation is done */
static bool aux_inv(u32 offset)
{
	return offset >= 0x4200 && offset < 0x4300;
}

/* gpr - find a general purpose or predication register of the context, NULL for other registers */
static u32 *gpr(const struct cs_job *job, u32 offset)
{
	u32 o = offset - engine_base(job->class, job->instance);
	struct cs_position *p = job->position;

	if (o >= PREDICATE && o < PREDICATE_END)
		return p->predicates + (o - PREDICATE) / 4;
	if (o == PREDICATE_RESULT_2)
		return p->predicates + RESULT_2;
	return o >= GPR && o < GPR_END ? p->gpr + (o - GPR) / 4 : NULL;
}

static u32 load(struct gpu *gpu, const struct cs_job *job, u32 offset, bool relative)
{
	u32 base = engine_base(job->class, job->instance);

	if (relative)
		offset = base + (offset & 0xfff);
	if (gpr(job, offset))
		return *gpr(job, offset);
	if (offset == base + CTX_TIMESTAMP)
		return job->time + (u32)(clock_ticks() - job->start);
	if (offset == base + TIMESTAMP)
		return (u32)clock_ticks();
	return reg_get(gpu, offset & (REGS_SIZE - 4));
}

static void store(struct gpu *gpu, const struct cs_job *job, u32 offset, bool relative, u32 v)
{
	if (relative)
		offset = engine_base(job->class, job->instance) + (offset & 0xfff);
	if (gpr(job, offset))
		*gpr(job, offset) = v;
	else
		reg_put(gpu, offset & (REGS_SIZE - 4), aux_inv(offset) ? 0 : v);
}

/**
 * cs_is_predicated() - check whether predication disables a 3D or compute command
 * @p:      the context's position and registers
 * @header: first dword of the command
 *
 * Return: true if the command is predicated and MI_PREDICATE_RESULT is 0.
 */
bool cs_is_predicated(const struct cs_position *p, u32 header)
{
	return header >> 29 == 3 && (header & BIT(8)) && !(p->predicates[RESULT] & 1);
}

/* is_noop - check whether MI_SET_PREDICATE makes commands do nothing */
static bool is_noop(const struct cs_position *p)
{
	switch (p->predicate) {
	case 1:
		return !(p->predicates[RESULT_2] & 1);
	case 2:
		return p->predicates[RESULT_2] & 1;
	case 3:
		return !(p->predicates[RESULT] & 1);
	case 4:
		return p->predicates[RESULT] & 1;
	}
	return p->predicate == 15;
}

/* predicate - execute MI_PREDICATE: compare, and combine with the preceding result */
static void predicate(struct cs_position *p, u32 d0)
{
	u32 *r = p->predicates, load = field(d0, 7, 6), v = 1;

	if (field(d0, 1, 0) == 2)	/* mode "sources are equal"; other modes give 1 */
		v = r[SRC0] == r[SRC1] && r[SRC0 + 1] == r[SRC1 + 1];
	if (load < 2)			/* keep the old result */
		return;
	v ^= load == 3;
	switch (field(d0, 4, 3)) {
	case 1:
		v &= r[RESULT];
		break;
	case 2:
		v |= r[RESULT];
		break;
	case 3:
		v ^= r[RESULT];
		break;
	}
	r[RESULT] = v & 1;
}

/* compare - apply the operator in bits 14:12 of a semaphore wait or a conditional end */
static bool compare(u32 d0, u32 have, u32 want)
{
	switch (field(d0, 14, 12)) {
	case 0:
		return have > want;
	case 1:
		return have >= want;
	case 2:
		return have < want;
	case 3:
		return have <= want;
	case 4:
		return have == want;
	}
	return have != want;
}

static enum cs_result wait(struct gpu *gpu, struct cs_job *job, const u32 *d)
{
	u32 have = 0;

	if (d[0] & BIT(16))		/* wait for a register */
		have = load(gpu, job, d[2] & 0x7ffffc, false);
	else if (!gtt_read(gpu, space(job, d[0] & BIT(22)), cs_address(d + 2), &have, 4))
		return CS_HANGS;
	if (compare(d[0], have, d[1]))
		return CS_GOES_ON;
	job->arbitrated = true;
	return CS_WAITS;
}

/* conditional_end - end the batch unless the comparison is true */
static enum cs_result conditional_end(struct gpu *gpu, const struct cs_job *job, const u32 *d)
{
	u32 have;

	if (!gtt_read(gpu, space(job, d[0] & BIT(22)), cs_address(d + 2) & ~3ull, &have, 4))
		return CS_HANGS;
	return compare(d[0], have, d[1]) ? CS_GOES_ON : CS_ENDS;
}

/* operate - get the result of an atomic operation of @size bytes on the old value @v */
static u64 operate(u32 op, u32 size, u64 v, u64 a, u64 b)
{
	s64 sv = size == 4 ? (s32)v : (s64)v, sa = size == 4 ? (s32)a : (s64)a;

	switch (op) {
	case 0x1:
		return v & a;
	case 0x2:
		return v | a;
	case 0x3:
		return v ^ a;
	case 0x4:
		return a;
	case 0x5:
		return v + 1;
	case 0x6:
		return v - 1;
	case 0x7:
		return v + a;
	case 0x8:
		return v - a;
	case 0x9:
		return a - v;
	case 0xa:
		return sv > sa ? v : a;
	case 0xb:
		return sv < sa ? v : a;
	case 0xc:
		return max_u64(v, a);
	case 0xd:
		return min_u64(v, a);
	case 0xe:
		return v == a ? b : v;
	}
	return v;
}

/*
 * atomic_is_known - check whether an MI_ATOMIC is modelled: operands in registers are not, so only
 * increment and decrement, which have no operands, can be without inline operands
 */
static bool atomic_is_known(u32 d0, u32 len)
{
	u32 op = field(d0, 15, 8) & ~0x20u;	/* without the bit for 8 bytes */

	if (d0 & BIT(18))
		return len >= 11 && op >= 0x1 && op <= 0xe;
	return op == 0x5 || op == 0x6;
}

static bool atomic(struct gpu *gpu, const struct cs_job *job, const u32 *d)
{
	u32 op = field(d[0], 15, 8), size = op & 0x20 ? 8 : 4;
	u64 v = 0, a = 0, b = 0;

	if (d[0] & BIT(18)) {
		/* The dwords of the two operands alternate. */
		a = size == 8 ? d[3] | (u64)d[5] << 32 : d[3];
		b = size == 8 ? d[4] | (u64)d[6] << 32 : d[4];
	}
	if (!gtt_read(gpu, space(job, d[0] & BIT(22)), cs_address(d + 1), &v, size))
		return false;
	v = operate(op & 0x1f, size, v, a, b);
	return gtt_write(gpu, space(job, d[0] & BIT(22)), cs_address(d + 1), &v, size);
}

/*
 * post_sync - do a post-sync write; @operation is 1 for an immediate value, 2 for a count of pixels
 * (always 0 here), 3 for a timestamp
 */
static void post_sync(struct gpu *gpu, const struct space *s, u32 operation, u64 at,
		      const u32 *data)
{
	u64 v = operation == 3 ? clock_ticks() : 0;

	if (operation == 1)
		gtt_write(gpu, s, at, data, 8);
	else if (operation)
		gtt_write(gpu, s, at, &v, 8);
}

static void flush_dw(struct gpu *gpu, const struct cs_job *job, const u32 *d, u32 len)
{
	bool index = d[0] & BIT(21), global = d[1] & BIT(2) || index;
	u64 at = (cs_address(d + 1) & ~7ull) + (index ? hws(job) : 0);
	u32 operation = field(d[0], 15, 14);

	/* The immediate value has one or two dwords. */
	if (operation == 1 && len > 3)
		gtt_write(gpu, space(job, global), at, d + 3, 4 * (len - 3));
	else if (operation == 3)
		post_sync(gpu, space(job, global), operation, at, NULL);
}

static void load_registers(struct gpu *gpu, const struct cs_job *job, const u32 *d, u32 len)
{
	for (u32 i = 1; i + 1 < len; i += 2)
		store(gpu, job, d[i] & 0x7ffffc, d[0] & BIT(19), d[i + 1]);
}

static bool copy_dword(struct gpu *gpu, const struct cs_job *job, const u32 *d)
{
	u32 v;

	return gtt_read(gpu, space(job, d[0] & BIT(22)), cs_address(d + 3), &v, 4) &&
	       gtt_write(gpu, space(job, d[0] & BIT(21)), cs_address(d + 1), &v, 4);
}

static enum cs_result data_command(struct gpu *gpu, struct cs_job *job, const u32 *d, u32 len,
				   u32 op)
{
	bool relative = d[0] & BIT(19), fine = true;
	u32 v;

	switch (op) {
	case 0x1a:
		fine = cs_math(job->position, d, len);
		break;
	case 0x20:			/* STORE_DATA_IMM */
		fine = gtt_write(gpu, space(job, d[0] & BIT(22)), cs_address(d + 1), d + 3,
				 4 * (len - 3));
		break;
	case 0x21:			/* STORE_DATA_INDEX, into the status page */
		fine = gtt_write(gpu, &gtt_global, hws(job) + (d[1] & 0xffc), d + 2, 4 * (len - 2));
		break;
	case 0x22:			/* LOAD_REGISTER_IMM */
		load_registers(gpu, job, d, len);
		break;
	case 0x24:			/* STORE_REGISTER_MEM */
		v = load(gpu, job, d[1] & 0x7ffffc, relative);
		fine = gtt_write(gpu, space(job, d[0] & BIT(22)), cs_address(d + 2), &v, 4);
		break;
	case 0x29:			/* LOAD_REGISTER_MEM */
		fine = gtt_read(gpu, space(job, d[0] & BIT(22)), cs_address(d + 2), &v, 4);
		if (fine)
			store(gpu, job, d[1] & 0x7ffffc, relative, v);
		break;
	case 0x2a:			/* LOAD_REGISTER_REG */
		v = load(gpu, job, d[1] & 0x7ffffc, d[0] & BIT(18));
		store(gpu, job, d[2] & 0x7ffffc, relative, v);
		break;
	case 0x2e:			/* COPY_MEM_MEM */
		fine = copy_dword(gpu, job, d);
		break;
	case 0x2f:
		fine = atomic(gpu, job, d);
		break;
	}
	return fine ? CS_GOES_ON : CS_HANGS;
}

/* Smallest length in dwords of each memory interface command; 0: not known. */
static const u8 shortest[64] = {
	[0x00] = 1,			/* NOOP */
	[0x01] = 1,			/* SET_PREDICATE */
	[0x02] = 1,			/* USER_INTERRUPT */
	[0x05] = 1,			/* ARB_CHECK */
	[0x08] = 1,			/* ARB_ON_OFF */
	[0x09] = 1,			/* MEM_FENCE: no effect, all accesses are in order */
	[0x0a] = 1,			/* BATCH_BUFFER_END */
	[0x0c] = 1,			/* PREDICATE */
	[0x0d] = 1,			/* TOPOLOGY_FILTER */
	[0x0e] = 1,			/* SET_APPID */
	[0x1a] = 2,			/* MATH */
	[0x1c] = 4,			/* SEMAPHORE_WAIT */
	[0x1d] = 2,			/* FORCE_WAKEUP */
	[0x20] = 4, [0x21] = 3, [0x22] = 3, [0x24] = 4,
	[0x26] = 3, [0x29] = 4, [0x2a] = 3, [0x2e] = 5,
	[0x2f] = 3,			/* ATOMIC */
	[0x31] = 3,			/* BATCH_BUFFER_START */
	[0x36] = 4,			/* COND_BATCH_BUFFER_END */
};

static enum cs_result mi(struct gpu *gpu, struct cs_job *job, const u32 *d, u32 len, u64 *jump,
			 const struct space **batch)
{
	u32 op = field(d[0], 28, 23);

	if (!shortest[op] || len < shortest[op] || (op == 0x2f && !atomic_is_known(d[0], len))) {
		report_fault(&gpu->report, FAULT_COMMAND, "unknown MI command %#x of %u dwords",
			     d[0], len);
		return CS_HANGS;
	}
	/* Predication does not disable MI_SET_PREDICATE and MI_BATCH_BUFFER_END. */
	if (is_noop(job->position) && op != 0x01 && op != 0x0a)
		return CS_GOES_ON;
	switch (op) {
	case 0x01:
		job->position->predicate = field(d[0], 3, 0);
		return CS_GOES_ON;
	case 0x0c:
		predicate(job->position, d[0]);
		return CS_GOES_ON;
	case 0x02:
		job->interrupts++;
		return CS_GOES_ON;
	case 0x05:
		job->arbitrated = true;
		return CS_GOES_ON;
	case 0x0a:
		return CS_ENDS;
	case 0x1c:
		return wait(gpu, job, d);
	case 0x26:
		flush_dw(gpu, job, d, len);
		return CS_GOES_ON;
	case 0x31:
		if ((d[0] & BIT(15)) && !(job->position->predicates[RESULT] & 1))
			return CS_GOES_ON;
		*batch = space(job, !(d[0] & BIT(8)));
		*jump = cs_address(d + 1) & ~3ull;
		return CS_GOES_ON;
	case 0x36:
		return conditional_end(gpu, job, d);
	}
	return data_command(gpu, job, d, len, op);
}

/* pipe_control - execute PIPE_CONTROL; only its post-sync write is modelled */
static void pipe_control(struct gpu *gpu, const struct cs_job *job, const u32 *d, u32 len)
{
	bool index = d[1] & BIT(21), global = d[1] & BIT(24) || index;
	u64 at;

	if (len < 6 || d[1] & BIT(23))
		return;
	at = (cs_address(d + 2) & ~3ull) + (index ? hws(job) : 0);
	post_sync(gpu, space(job, global), field(d[1], 15, 14), at, d + 4);
}

/*
 * walker - execute a walker, whose body begins at dword @i; only its post-sync write is
 * modelled. A timestamp write has four timestamps: begin and end, each on the context's clock and
 * on the global clock.
 */
static void walker(struct gpu *gpu, const struct cs_job *job, const u32 *d, u32 len, u32 i)
{
	bool wide = gpu->profile.version >= 2000;
	u32 operation;
	u64 now = clock_ticks(), stamps[4] = { now, now, now, now };
	u32 narrow[4] = { (u32)now, (u32)now, (u32)now, (u32)now };

	i += wide ? 26 : 25;
	operation = len > i + 4 ? field(d[i], 1, 0) : 0;
	if (operation == 3)
		gtt_write(gpu, &job->ppgtt, cs_address(d + i + 1) & ~7ull,
			  wide ? (void *)stamps : (void *)narrow,
			  wide ? sizeof(stamps) : sizeof(narrow));
	else
		post_sync(gpu, &job->ppgtt, operation, cs_address(d + i + 1) & ~7ull, d + i + 3);
}

/**
 * cs_command() - execute one command
 * @gpu:   the device
 * @job:   the context
 * @d:     dwords of the command
 * @len:   number of dwords
 * @jump:  result: address of the batch, if the command starts a batch
 * @batch: result: address space of that batch
 *
 * Return: CS_GOES_ON; CS_ENDS at the end of a batch; CS_WAITS at a semaphore with a false
 * condition; CS_HANGS for an unknown command or an address that is not mapped.
 */
enum cs_result cs_command(struct gpu *gpu, struct cs_job *job, const u32 *d, u32 len,
			  u64 *jump, const struct space **batch)
{
	report_note(&gpu->report, 3, "  %08x, %u dwords", d[0], len);
	switch (d[0] >> 29) {
	case 0:
		return mi(gpu, job, d, len, jump, batch);
	case 2:
		if (is_noop(job->position))
			return CS_GOES_ON;
		return blit(gpu, &job->ppgtt, d, len) ? CS_GOES_ON : CS_HANGS;
	case 3:
		/* 3D, compute and media commands that are not handled below have no effect. */
		if (is_noop(job->position) || cs_is_predicated(job->position, d[0]))
			return CS_GOES_ON;
		if ((d[0] & 0xffff0000) == 0x7a000000)
			pipe_control(gpu, job, d, len);
		else if (d[0] >> 18 == COMPUTE_WALKER)
			walker(gpu, job, d, len, 1);
		else if (d[0] >> 16 == 0x7c01)	/* EXECUTE_INDIRECT_DISPATCH */
			walker(gpu, job, d, len, 6);
		return CS_GOES_ON;
	case 5:
		/* RESOURCE_BARRIER of Xe2 has no effect, because work ends at once. */
		if (d[0] >> 24 == 0xac)
			return CS_GOES_ON;
	}
	report_fault(&gpu->report, FAULT_COMMAND, "unknown command %#x", d[0]);
	return CS_HANGS;
}
