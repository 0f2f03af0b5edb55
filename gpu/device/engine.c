// SPDX-License-Identifier: GPL-2.0
/* engine.c -- finds the engines of a GT; their names and register addresses. */
#include <stdio.h>
#include <string.h>

#include "engine.h"
#include "reg_model.h"

#define FUSE_VIDEO	0x9140		/* bits 7:0: video, 19:16: video enhancement engines */
#define FUSE_COMPUTE	0x9114		/* bits 19:16: compute engines, from Xe2 on */
#define FUSE_GEOMETRY_DSS 0x913c
#define FUSE_COMPUTE_DSS 0x9144

static const char *const names[GUC_CLASSES] = {
	[GUC_RENDER] = "rcs", [GUC_VIDEO] = "vcs", [GUC_ENHANCE] = "vecs",
	[GUC_COPY] = "bcs", [GUC_COMPUTE] = "ccs", [GUC_GSC] = "gsccs",
};

/* add - add the engines of a class that have a set bit in @mask */
static void add(struct guc *guc, enum guc_class class, u32 mask)
{
	for (u32 i = 0, logical = 0; mask >> i && guc->engines < GUC_ENGINES; i++) {
		if (!(mask & BIT(i)))
			continue;
		guc->engine[guc->engines++] = (struct guc_engine){
			.class = class, .instance = i, .logical = logical++,
			.running = -1, .waiter = -1,
		};
	}
}

/*
 * compute_engines - get a bit mask of the compute engines of a GPU
 *
 * Before Xe2 no fuse register has this mask.  DG2 has a compute engine for each quarter of its 32
 * DSS (dual subslices) that is not completely fused off, Meteor Lake has one compute engine, older
 * GPUs have none.
 */
static u32 compute_engines(const struct gpu *gpu)
{
	const u32 *value = gpu->regs.value;
	u32 dss = value[FUSE_GEOMETRY_DSS / 4] | value[FUSE_COMPUTE_DSS / 4], mask = 0;

	if (gpu->profile.version >= 2000)
		return field(value[FUSE_COMPUTE / 4], 19, 16);
	if (gpu->profile.version != 1255)
		return gpu->profile.version > 1255;
	for (u32 i = 0; i < 4; i++)
		if (dss >> 8 * i & 0xff)
			mask |= BIT(i);
	return mask;
}

/**
 * engine_find() - create the list of a GT's engines; all engines are idle
 * @guc: the GT's GuC
 */
void engine_find(struct guc *guc)
{
	struct gpu *gpu = guc->gpu;
	const struct profile *p = &gpu->profile;
	u32 base = guc->id * MEDIA_BASE, video = gpu->regs.value[(base + FUSE_VIDEO) / 4];

	guc->engines = 0;
	/* Before 12.50, a set bit of FUSE_VIDEO means that the engine is disabled. */
	if (p->version < 1250)
		video = ~video;
	if (!guc->id) {
		add(guc, GUC_RENDER, 1);
		add(guc, GUC_COPY, p->version >= 2000 ? 0x101 : 1);
		add(guc, GUC_COMPUTE, compute_engines(gpu));
	}
	if (guc->id == p->media_gt) {
		add(guc, GUC_VIDEO, field(video, 7, 0));
		add(guc, GUC_ENHANCE, field(video, 19, 16));
	}
	if (guc->id)
		add(guc, GUC_GSC, 1);
}

/**
 * engine_for() - find an engine on which a context may run
 * @guc:   the GT's GuC
 * @class: enum guc_class of the context
 * @mask:  bit mask of the logical engines on which the context may run
 *
 * Return: the first such engine, or NULL if the GT has none.
 */
const struct guc_engine *engine_for(const struct guc *guc, u32 class, u32 mask)
{
	for (u32 i = 0; i < guc->engines; i++)
		if (guc->engine[i].class == class && (mask & BIT(guc->engine[i].logical)))
			return &guc->engine[i];
	return NULL;
}

/**
 * engine_hw_class() - get the hardware's number of an engine class
 * @class: the GuC's number
 *
 * Return: the number in interrupts and registers.
 */
enum engine_class engine_hw_class(enum guc_class class)
{
	static const enum engine_class classes[GUC_CLASSES] = {
		[GUC_RENDER] = CLASS_RENDER, [GUC_VIDEO] = CLASS_VIDEO,
		[GUC_ENHANCE] = CLASS_ENHANCE, [GUC_COPY] = CLASS_COPY,
		[GUC_COMPUTE] = CLASS_COMPUTE, [GUC_GSC] = CLASS_OTHER,
	};

	return classes[class];
}

/**
 * engine_base() - get the offset of an engine's registers
 * @class:    the hardware's class
 * @instance: number in the class
 *
 * Return: offset in BAR 0, also for engines of a media GT.
 */
u32 engine_base(enum engine_class class, u32 instance)
{
	static const u32 video[] = { 0x1c0000, 0x1c4000, 0x1d0000, 0x1d4000,
				     0x1e0000, 0x1e4000, 0x1f0000, 0x1f4000 };
	static const u32 enhance[] = { 0x1c8000, 0x1d8000, 0x1e8000, 0x1f8000 };
	static const u32 compute[] = { 0x1a000, 0x1c000, 0x1e000, 0x26000 };

	switch (class) {
	case CLASS_RENDER:
		return 0x2000;
	case CLASS_COPY:
		return instance ? 0x3de000 + 0x2000 * instance : 0x22000;
	case CLASS_VIDEO:
		return video[instance % ARRAY_SIZE(video)];
	case CLASS_ENHANCE:
		return enhance[instance % ARRAY_SIZE(enhance)];
	case CLASS_COMPUTE:
		return compute[instance % ARRAY_SIZE(compute)];
	default:
		return 0x11a000;	/* GSC */
	}
}

/**
 * engine_name() - get xe's name of an engine
 * @e:    the engine
 * @name: result, such as "ccs0"
 */
void engine_name(const struct guc_engine *e, char name[16])
{
	snprintf(name, 16, "%s%u", names[e->class], e->instance);
}

/**
 * engine_named() - find an engine by its name
 * @guc:  the GT's GuC
 * @name: class and physical instance, such as "ccs0", or only a class for its first engine
 *
 * Return: the engine, or NULL if the GT has no engine of that name.
 */
struct guc_engine *engine_named(struct guc *guc, const char *name)
{
	char have[16];

	for (u32 i = 0; i < guc->engines; i++) {
		engine_name(&guc->engine[i], have);
		if (!strcmp(have, name) || !strcmp(names[guc->engine[i].class], name))
			return &guc->engine[i];
	}
	return NULL;
}
