// SPDX-License-Identifier: GPL-2.0
/*
 * guc_capture.c -- saves the registers of an engine before the engine is reset (state capture).
 *
 * The driver's ADS (additional data structures) has three lists of the registers to save: those of
 * the GT, of the engine class and of the engine.  The GuC writes one capture for each list into the
 * third region of the log, and notifies the driver, which advances the region's read pointer.  In
 * Linux 6.12 the lists are empty.
 */
#include "engine.h"
#include "engine_state.h"
#include "gtt.h"
#include "guc_capture.h"
#include "log.h"
#include "reg_model.h"

#define PARAM_ADS	5		/* init parameter: page number of the ADS in bits 31:1 */

/* Offsets in the ADS of the pointers to the lists of the physical function. */
#define ADS_INSTANCE	0x109c
#define ADS_CLASS	0x111c
#define ADS_GLOBAL	0x119c

#define LIST_MAX	512		/* largest number of registers in a list */
#define TYPE_GLOBAL	0u
#define TYPE_CLASS	1u
#define TYPE_INSTANCE	2u
#define TYPES		3u
#define GROUP_DWORDS	2
#define HEADER_DWORDS	5
#define REG_DWORDS	4
#define NO_CONTEXT	0xffffffffu

/**
 * struct list - a list of registers in the ADS
 * @at:    global address of the first entry; an entry has REG_DWORDS dwords
 * @count: number of registers
 */
struct list {
	u64 at;
	u32 count;
};

/* capture_class - get the number of an engine class in the ADS; compute has the number of render */
static u32 capture_class(enum guc_class class)
{
	switch (class) {
	case GUC_COMPUTE:
		return 0;
	case GUC_GSC:
		return 4;
	default:
		return (u32)class;
	}
}

static struct list find_list(struct guc *guc, u32 pointer)
{
	struct list l = { 0 };
	u32 at = ggtt_get(guc->gpu, pointer);

	if (!at)
		return l;
	l.at = at + 4ull;
	l.count = (u32)min_u64(ggtt_get(guc->gpu, at) & 0xffff, LIST_MAX);
	return l;
}

/**
 * struct out - the capture region, which is a ring
 * @guc:  the GuC
 * @at:   global address of the region
 * @size: size of the region in bytes
 * @next: offset of the next dword
 */
struct out {
	struct guc *guc;
	u64 at;
	u32 size, next;
};

static void put(struct out *o, u32 v)
{
	ggtt_put(o->guc->gpu, o->at + o->next, v);
	o->next = (o->next + 4) % o->size;
}

static void put_list(struct out *o, const struct guc_engine *e, u32 type, const struct list *l)
{
	u32 base = engine_base(engine_hw_class(e->class), e->instance);
	bool mine = type == TYPE_INSTANCE, named = mine && e->running >= 0;
	u32 class = type == TYPE_GLOBAL ? 0 : (u32)e->class;
	struct gpu *gpu = o->guc->gpu;

	put(o, 0);
	put(o, type | class << 4 | (mine ? e->instance << 8 : 0));
	put(o, named ? o->guc->context[e->running].lrca & 0xfffff000 : NO_CONTEXT);
	put(o, named ? (u32)e->running : NO_CONTEXT);
	put(o, l->count);
	for (u32 i = 0; i < l->count; i++) {
		u32 offset = ggtt_get(gpu, l->at + 16 * i), reg = offset + (mine ? base : 0);

		put(o, offset);
		put(o, reg < REGS_SIZE ? reg_get(gpu, reg & ~3u) : 0);
		put(o, ggtt_get(gpu, l->at + 16 * i + 8));
		put(o, ggtt_get(gpu, l->at + 16 * i + 12));
	}
}

/**
 * capture_engine() - save an engine's registers in the capture region
 * @guc: the GuC
 * @e:   the engine
 *
 * Nothing is saved if the list of the engine's registers is missing or empty, or if the region has
 * no room.
 */
void capture_engine(struct guc *guc, const struct guc_engine *e)
{
	u64 ads = (u64)(guc->params[PARAM_ADS] >> 1) << 12;
	u32 class = 4 * capture_class(e->class), dwords = GROUP_DWORDS, read;
	struct list lists[TYPES];
	struct out o = { .guc = guc };

	if (!ads || !guc->log.base)
		return;
	lists[TYPE_GLOBAL] = find_list(guc, (u32)ads + ADS_GLOBAL);
	lists[TYPE_CLASS] = find_list(guc, (u32)ads + ADS_CLASS + class);
	lists[TYPE_INSTANCE] = find_list(guc, (u32)ads + ADS_INSTANCE + class);
	for (u32 i = 0; i < TYPES; i++)
		dwords += HEADER_DWORDS + REG_DWORDS * lists[i].count;
	if (!lists[TYPE_INSTANCE].count)
		return;
	engine_state_show(guc, e);
	log_capture_region(guc, &o.at, &o.size, &o.next, &read);
	/* A dword always stays free, so that a full ring differs from an empty one. */
	if (4 * dwords >= (read + o.size - o.next - 1) % o.size)
		return;
	put(&o, 0);
	put(&o, TYPES);
	for (u32 i = 0; i < TYPES; i++)
		put_list(&o, e, i, &lists[i]);
	log_capture_written(guc, o.next);
}
