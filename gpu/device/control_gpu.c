// SPDX-License-Identifier: GPL-2.0
/*
 * control_gpu.c -- the control commands about the device, its GuCs and their contexts.
 *
 * Each do_...() carries out one control command; it returns false if the command is wrong or not
 * possible now.
 */
#include <stdio.h>
#include <string.h>

#include "control_order.h"
#include "device.h"
#include "dialect.h"
#include "engine.h"
#include "guc.h"
#include "guc_fault.h"
#include "guc_sched.h"

#define STEP_NS		5000000ull	/* largest advance of the manual clock per device_tick() */

static bool do_ready(struct gpu *gpu, struct order *o)
{
	static const char *const names[] = { "normal", "never" };
	int k = order_name(o, 1, names, ARRAY_SIZE(names));

	if (k < 0)
		return false;
	gpu->inject.never_ready = k == 1;
	return true;
}

/* context_at - get the guc_id in word @i, or -1 if no context with this guc_id is registered */
static s64 context_at(const struct guc *guc, const struct order *o, int i)
{
	u64 id;

	if (!guc || i >= o->words || !order_number_at(o, i, 0, GUC_CONTEXTS, &id) ||
	    !guc->context[id].registered)
		return -1;
	return (s64)id;
}

/*
 * do_hang - make the next batches of an engine class or of a context hang, or make the next draws,
 * walkers or copies hang
 */
static bool do_hang(struct gpu *gpu, struct order *o)
{
	static const char *const classes[] = {
		[CLASS_RENDER] = "rcs", [CLASS_VIDEO] = "vcs", [CLASS_ENHANCE] = "vecs",
		[CLASS_COPY] = "bcs", [CLASS_OTHER] = "gsccs", [CLASS_COMPUTE] = "ccs",
	};
	static const char *const works[] = {
		[WORK_DRAW] = "draw", [WORK_STALL] = "stall", [WORK_COPY] = "copy",
	};
	int k = order_name(o, 1, classes, ARRAY_SIZE(classes));
	int work = order_name(o, 1, works, ARRAY_SIZE(works));
	u64 n, id, spared;

	if (o->words < 2 || !order_number_at(o, 2, 1, 1u << 31, &n) ||
	    !order_number_at(o, 3, 0, 1u << 31, &spared))
		return false;
	if (k >= 0) {
		gpu->inject.hang[k] = (u32)n;
		return true;
	}
	if (work >= 0) {
		gpu->inject.work[work] = (u32)n;
		gpu->inject.spared[work] = (u32)spared;
		return true;
	}
	if (!order_number(o->word[1], &id) || id >= GUC_CONTEXTS)
		return false;
	gpu->inject.hang_id = (u32)id;
	gpu->inject.hang_ids = (u32)n;
	return true;
}

/* do_reset - let the GuC reset an engine, even an idle one */
static bool do_reset(struct gpu *gpu, struct order *o)
{
	struct guc *guc = order_guc(gpu, o, 2);
	struct guc_engine *e = guc && o->words > 1 ? engine_named(guc, o->word[1]) : NULL;

	if (!e || !guc->running)
		return false;
	dialect_at(guc, clock_ticks());
	engine_reset(guc, e, false);
	return true;
}

/* do_fail - let the GuC report that it could not reset an engine */
static bool do_fail(struct gpu *gpu, struct order *o)
{
	struct guc *guc = order_guc(gpu, o, 2);
	struct guc_engine *e = guc && o->words > 1 ? engine_named(guc, o->word[1]) : NULL;
	u32 data[3] = { 0 };

	if (!e || !guc->running)
		return false;
	data[0] = e->class;
	data[1] = e->instance;
	fault_notify(guc, 0x1009, data, 3);
	return true;
}

/* do_cat - let the GuC report a memory CAT error of the context with the guc_id in word 1 */
static bool do_cat(struct gpu *gpu, struct order *o)
{
	struct guc *guc = order_guc(gpu, o, 2);
	s64 id = context_at(guc, o, 1);

	if (id < 0)
		return false;
	dialect_at(guc, clock_ticks());
	fault_cat(guc, (u32)id);
	return true;
}

/* do_uncorrectable - let the GuC report an uncorrectable error of the context in word 1 */
static bool do_uncorrectable(struct gpu *gpu, struct order *o)
{
	struct guc *guc = order_guc(gpu, o, 2);
	s64 id = context_at(guc, o, 1);

	if (id >= 0)
		fault_uncorrectable(guc, (u32)id);
	return id >= 0;
}

/*
 * do_fault - let a memory access cause a page fault: an access of the running context in word 1, or
 * of the next draws, walkers or copies
 */
static bool do_fault(struct gpu *gpu, struct order *o)
{
	static const char *const works[] = { [WORK_DRAW] = "draw", [WORK_COPY] = "copy" };
	static const char *const accesses[] = {
		[ACCESS_READ] = "read", [ACCESS_WRITE] = "write", [ACCESS_ATOMIC] = "atomic",
		[ACCESS_TRTT] = "trtt",
	};
	int work = o->words > 1 && !strcmp(o->word[1], works[WORK_COPY]) ? WORK_COPY : WORK_DRAW;
	int access = o->words > 3 ? order_name(o, 3, accesses, ARRAY_SIZE(accesses)) : ACCESS_READ;
	struct guc *guc = order_guc(gpu, o, 5);
	struct bad_access bad;
	struct guc_engine *e;
	u64 va, asid;
	s64 id;

	if (o->words < 3 || access < 0 || !guc || !order_number_at(o, 2, 0, 1ull << 48, &va) ||
	    !order_number_at(o, 4, ASID_OF_CONTEXT, ASID_OF_CONTEXT + 1, &asid))
		return false;
	bad = (struct bad_access){
		.va = va, .access = (enum access)access, .asid = (u32)asid, .count = 1,
	};
	if (!strcmp(o->word[1], works[work])) {
		gpu->inject.access[work] = bad;
		return true;
	}
	id = context_at(guc, o, 1);
	e = id >= 0 ? sched_engine(guc, (u32)id) : NULL;
	if (!e)
		return false;
	dialect_at(guc, clock_ticks());
	fault_access(guc, (u32)id, e, &bad);
	return true;
}

/* do_g2h - send a G2H event of any kind */
static bool do_g2h(struct gpu *gpu, struct order *o)
{
	struct guc *guc = order_guc(gpu, o, 1);
	u32 data[4] = { 0 };
	u64 action, v;
	int n;

	if (!guc || o->words < 3 || !order_number_at(o, 2, 0, 1u << 16, &action))
		return false;
	for (n = 0; n + 3 < o->words && n < 4; n++) {
		if (!order_number_at(o, n + 3, 0, 1ull << 32, &v))
			return false;
		data[n] = (u32)v;
	}
	fault_notify(guc, (u32)action, data, (u32)n);
	return true;
}

/* do_ignore - set how many requests of a kind the GuC does not carry out */
static bool do_ignore(struct gpu *gpu, struct order *o)
{
	static const char *const names[] = {
		[IGNORE_DISABLE] = "disable", [IGNORE_DEREGISTER] = "deregister",
		[IGNORE_SUBMIT] = "submit", [IGNORE_SCHEDULE] = "schedule",
	};
	int k = order_name(o, 1, names, ARRAY_SIZE(names));
	struct guc *guc = order_guc(gpu, o, 4);
	u64 n, id;

	if (k < 0 || !guc || !order_number_at(o, 2, 1, 1u << 31, &n) ||
	    !order_number_at(o, 3, GUC_CONTEXTS, GUC_CONTEXTS + 1, &id))
		return false;
	guc->ignored[k] = (u32)n;
	guc->ignored_id = id < GUC_CONTEXTS ? (s32)id : -1;
	return true;
}

/* do_stall - make the GuC stop reading its H2G messages, or resume reading them */
static bool do_stall(struct gpu *gpu, struct order *o)
{
	struct guc *guc = order_guc(gpu, o, 2);
	int on = order_switch(o, 1);

	if (!guc || on < 0)
		return false;
	guc->stalled = on;
	guc_notify(guc);
	return true;
}

/* do_faults - raise page faults that the driver cannot resolve */
static bool do_faults(struct gpu *gpu, struct order *o)
{
	struct guc *guc = order_guc(gpu, o, 3);
	struct guc_engine *e = guc && o->words > 1 ? engine_named(guc, o->word[1]) : NULL;
	u64 n;

	/* The emulated GPUs before Xe2 do not support page faults. */
	if (!e || o->words < 3 || !order_number_at(o, 2, 0, 1u << 20, &n) ||
	    gpu->profile.version < 2000)
		return false;
	dialect_at(guc, clock_ticks());
	fault_pages(guc, (u32)(e - guc->engine), (u32)n);
	return true;
}

/* do_storm - send G2H events of one kind for some time, at a given rate */
static bool do_storm(struct gpu *gpu, struct order *o)
{
	struct guc *guc = order_guc(gpu, o, 4);
	u64 action, per_ms, ms;

	if (!guc || o->words < 4 || !order_number_at(o, 1, 0, 1u << 16, &action) ||
	    !order_number_at(o, 2, 0, 1000, &per_ms) || !order_number_at(o, 3, 0, 100000, &ms))
		return false;
	fault_storm(guc, (u32)action, (u32)per_ms, (u32)(per_ms * ms));
	return true;
}

/*
 * do_contexts - print guc_id, engine and state of the registered contexts, in the order of the
 * guc_id, until the answer is full
 */
static bool do_contexts(struct gpu *gpu, struct order *o)
{
	static const char *const states[] = {
		[CONTEXT_IDLE] = "idle", [CONTEXT_READY] = "ready", [CONTEXT_RUNNING] = "running",
	};
	struct guc *guc = order_guc(gpu, o, 1);
	size_t n = 2;

	if (!guc)
		return false;
	snprintf(o->out, o->size, "ok");
	for (u32 id = 0; id < GUC_CONTEXTS && n + 40 < o->size; id++) {
		const struct guc_context *c = &guc->context[id];
		const struct guc_engine *e = sched_engine(guc, id);
		char name[16] = "-";

		if (!e)
			e = engine_for(guc, c->class, c->mask);
		if (e)
			engine_name(e, name);
		if (c->registered)
			n += (size_t)snprintf(o->out + n, o->size - n, " %u:%s:%s%s", id, name,
					      states[c->state], c->hung ? ":hung" : "");
	}
	snprintf(o->out + n, o->size - n, "\n");
	return true;
}

static bool do_remove(struct gpu *gpu, struct order *o)
{
	(void)o;
	guc_reset(&gpu->guc[0]);
	guc_reset(&gpu->guc[1]);
	irq_reset(&gpu->irq);
	gpu->inject.removed = true;
	return true;
}

/* do_blocked - print the guc_id and the engine of the last batch that did not end at once */
static bool do_blocked(struct gpu *gpu, struct order *o)
{
	bool last = o->words > 1 && !strcmp(o->word[1], "last");
	const struct guc *guc = order_guc(gpu, o, last ? 2 : 1);
	char name[16];

	if (!guc || guc->blocked < 0 || (guc->blocked_left && !last))
		return guc;
	engine_name(&guc->engine[guc->blocked_on], name);
	snprintf(o->out, o->size, "ok %d %s\n", guc->blocked, name);
	return true;
}

/* do_forget - forget the context that do_blocked() prints */
static bool do_forget(struct gpu *gpu, struct order *o)
{
	struct guc *guc = order_guc(gpu, o, 1);

	if (guc)
		guc->blocked = -1;
	return guc;
}

/* do_return - make the device answer again, after a bus reset */
static bool do_return(struct gpu *gpu, struct order *o)
{
	(void)o;
	gpu->inject.removed = false;
	device_reset(gpu);
	return true;
}

static bool do_state(struct gpu *gpu, struct order *o)
{
	const struct guc *guc = order_guc(gpu, o, 1);

	if (!guc)
		return false;
	snprintf(o->out, o->size,
		 "ok base=%#llx size=%u,%u,%u write=%u wraps=%lu written=%llu seed=%llu running=%d ignored=%u boots=%lu storm=%u held-up=%llu\n",
		 (unsigned long long)guc->log.base, guc->log.size[0], guc->log.size[1],
		 guc->log.size[2], guc->log.write, guc->log.wraps,
		 (unsigned long long)guc->log.written, (unsigned long long)guc->log.seed,
		 guc->running, guc->ignored[IGNORE_DISABLE], guc->boots, guc->storm.left,
		 (unsigned long long)guc->log.held_up);
	return true;
}

/* do_delay - set the duration of each read of VRAM that reaches the device as a message */
static bool do_delay(struct gpu *gpu, struct order *o)
{
	u64 us;

	if (!gpu->vram.trapped || o->words < 2 || !order_number_at(o, 1, 0, 10001, &us))
		return false;
	gpu->vram.delay_us = (u32)us;
	return true;
}

/* do_vram - print how many reads (by size) and writes of VRAM reached the device as messages */
static bool do_vram(struct gpu *gpu, struct order *o)
{
	const unsigned long *r = gpu->vram.reads;

	snprintf(o->out, o->size,
		 "ok read1=%lu read2=%lu read4=%lu read8=%lu more=%lu writes=%lu\n",
		 r[0], r[1], r[2], r[3], r[4], gpu->vram.writes);
	return true;
}

static bool do_stats(struct gpu *gpu, struct order *o)
{
	const struct report *r = &gpu->report;
	int n;

	n = snprintf(o->out, o->size, "ok reads=%lu writes=%lu h2g=%lu,%lu g2h=%lu,%lu msi=%lu",
		     gpu->regs.reads, gpu->regs.writes, gpu->guc[0].received,
		     gpu->guc[1].received, gpu->guc[0].sent, gpu->guc[1].sent, gpu->irq.sent);
	for (int i = 0; i < FAULT_KINDS; i++)
		n += snprintf(o->out + n, o->size - (size_t)n, " %s=%lu",
			      report_kind((enum fault_kind)i), r->count[i]);
	snprintf(o->out + n, o->size - (size_t)n, "\n");
	return true;
}

/* do_advance - advance the manual clock, and call device_tick() at least every STEP_NS */
static bool do_advance(struct gpu *gpu, struct order *o)
{
	u64 us;

	if (o->words < 2 || !order_number_at(o, 1, 0, 1000000001, &us) || !clock_is_manual())
		return false;
	for (u64 ns = us * 1000, step; ns; ns -= step) {
		step = min_u64(ns, STEP_NS);
		clock_advance(step);
		device_tick(gpu, step);
	}
	return true;
}

/* do_note - write a message with the given word, which a test can search in the messages */
static bool do_note(struct gpu *gpu, struct order *o)
{
	if (o->words != 2)
		return false;
	report_note(&gpu->report, 0, "note: %s", o->word[1]);
	return true;
}

static bool do_version(struct gpu *gpu, struct order *o)
{
	snprintf(o->out, o->size, "ok %s %s\n", GPU_VERSION, gpu->profile.name);
	return true;
}

const struct order_row gpu_orders[] = {
	{ "ready", "ready normal|never", do_ready },
	{ "hang", "hang rcs|bcs|vcs|vecs|ccs|gsccs|draw|stall|copy|GUC-ID [N [SPARED]]", do_hang },
	{ "reset", "reset ENGINE [GT]", do_reset },
	{ "fail", "fail ENGINE [GT]", do_fail },
	{ "cat", "cat GUC-ID [GT]", do_cat },
	{ "fault", "fault draw|copy|GUC-ID ADDRESS [read|write|atomic|trtt [ASID [GT]]]",
	  do_fault },
	{ "uncorrectable", "uncorrectable GUC-ID [GT]", do_uncorrectable },
	{ "g2h", "g2h GT ACTION [DWORD...]", do_g2h },
	{ "ignore", "ignore disable|deregister|submit|schedule [N [GUC-ID [GT]]]", do_ignore },
	{ "stall", "stall on|off [GT]", do_stall },
	{ "faults", "faults ENGINE N [GT]", do_faults },
	{ "storm", "storm ACTION PER-MS MS [GT]", do_storm },
	{ "contexts", "contexts [GT]", do_contexts },
	{ "blocked", "blocked [last] [GT]", do_blocked },
	{ "forget", "forget [GT]", do_forget },
	{ "remove", "remove", do_remove },
	{ "return", "return", do_return },
	{ "delay", "delay MICROSECONDS (of a device with --trap-vram)", do_delay },
	{ "vram", "vram", do_vram },
	{ "state", "state [GT]", do_state },
	{ "stats", "stats", do_stats },
	{ "advance", "advance MICROSECONDS (of a device with --manual-clock)", do_advance },
	{ "note", "note WORD", do_note },
	{ "version", "version", do_version },
};

const u32 gpu_order_count = ARRAY_SIZE(gpu_orders);
