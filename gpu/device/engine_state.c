// SPDX-License-Identifier: GPL-2.0
/*
 * engine_state.c -- the registers that show an engine's position: ACTHD, IPEHR, RING_HEAD and so
 * on.
 *
 * While the engine executes the ring, ACTHD is RING_HEAD with the ring's wraps, and bit 0 of
 * RING_BBADDR is clear. While it executes a batch, RING_HEAD is after the command that started the
 * batch, ACTHD is the address of the current command, and RING_BBADDR is the same address with
 * bit 0 set; in a second level batch, RING_BBADDR is the address at which the first level
 * continues. IPEHR is the header of the newest command. The registers of an idle engine keep the
 * addresses and the id of its last context, but RING_CTL, ACTHD and CURRENT_LRCA are 0.
 */
#include "cs.h"
#include "engine.h"
#include "engine_state.h"
#include "reg_model.h"

#define RING_TAIL	0x30
#define RING_HEAD	0x34
#define RING_START	0x38
#define RING_CTL	0x3c
#define ACTHD_UDW	0x5c
#define DMA_FADD_UDW	0x60
#define IPEHR		0x68
#define INSTDONE	0x6c
#define ACTHD		0x74
#define DMA_FADD	0x78
#define MI_MODE		0x9c
#define EMR		0xb4
#define BBADDR		0x140
#define BBADDR_UDW	0x168
#define STATUS		0x234
#define CURRENT_LRCA	0x240
#define STATUS_HI	0x238
#define SQ_CONTENTS	0x510
#define SQ_CONTENTS_HI	0x514

#define CTL_VALID	BIT(0)
#define CTL_WAITS	BIT(10)		/* the engine waits for a semaphore */
#define MODE_FLUSH	BIT(12)		/* set on each engine that was used */
#define MODE_IDLE	BIT(9)
#define STATUS_ACTIVE	0x4000209cu
#define STATUS_IDLE	0x00018001u
#define DESC_BITS	0x119u		/* valid, privileged, 64 bit addresses */
#define PREFETCH	1024		/* bytes from the current command to prefetched commands */
#define ALL_DONE	0xfffffffeu	/* all units are idle; bit 0 is not the bit of a unit */

/* Registers that each DSS (dual subslice) has. */
#define SC_INSTDONE	0x7100		/* the first of three registers */
#define SAMPLER_INSTDONE 0xe160
#define GEOM_SVGUNIT	0x666c

/**
 * engine_state_reset() - set the registers of all engines to their values before the first use
 * @gpu: the device
 */
void engine_state_reset(struct gpu *gpu)
{
	static const u32 done[] = {
		SC_INSTDONE, SC_INSTDONE + 4, SC_INSTDONE + 8, SAMPLER_INSTDONE,
	};

	for (u32 i = 0; i < ARRAY_SIZE(done); i++)
		reg_put(gpu, done[i], 0xffffffff);
	reg_put(gpu, GEOM_SVGUNIT, 0xffdfffff);
	for (u32 gt = 0; gt < 2; gt++)
		for (u32 i = 0; i < gpu->guc[gt].engines; i++) {
			const struct guc_engine *e = &gpu->guc[gt].engine[i];
			u32 base = engine_base(engine_hw_class(e->class), e->instance);

			reg_put(gpu, base + INSTDONE, ALL_DONE);
			reg_put(gpu, base + EMR, 0xffffffff);
			reg_put(gpu, base + MI_MODE, MODE_IDLE);
			reg_put(gpu, base + STATUS, STATUS_IDLE);
		}
}

/* busy_units - get the bits of RING_INSTDONE for the units that a command keeps busy */
static u32 busy_units(enum guc_class class, u32 header)
{
	switch (class) {
	case GUC_RENDER:
		/*
		 * The command streamer (bit 21) is always busy. A primitive also keeps vertex
		 * fetch, clipper and setup busy; other work keeps VFE busy.
		 */
		if (header >> 16 == 0x7b00)
			return BIT(21) | BIT(1) | BIT(8) | BIT(9);
		return cs_starts_work(header) ? BIT(21) | BIT(16) : BIT(21);
	case GUC_COMPUTE:
		return cs_starts_work(header) ? BIT(21) | BIT(16) : BIT(21);
	case GUC_COPY:
		return cs_starts_work(header) ? BIT(3) | BIT(1) : BIT(3);
	default:
		return BIT(1);
	}
}

static void put64(struct gpu *gpu, u32 low, u32 high, u64 v)
{
	reg_put(gpu, low, (u32)v);
	reg_put(gpu, high, (u32)(v >> 32));
}

/* context_id - get the hardware's number of a context */
static u32 context_id(const struct gpu *gpu, s32 guc_id)
{
	return gpu->profile.version >= 1250 ? (u32)guc_id << 7 : ((u32)guc_id & 0x7ff) << 5;
}

static void show_position(struct gpu *gpu, u32 base, const struct guc_context *c,
			  const struct cs_view *v)
{
	const struct cs_position *p = &c->position;
	u64 at = p->depth ? p->pc[p->depth - 1] : v->head;
	u64 fetch = p->depth ? (at + PREFETCH) & ~63ull : v->start + (v->head & ~63u);

	put64(gpu, base + ACTHD, base + ACTHD_UDW, at);
	put64(gpu, base + DMA_FADD, base + DMA_FADD_UDW, fetch);
	/* While the engine executes the ring, RING_BBADDR keeps the address of the last batch. */
	put64(gpu, base + BBADDR, base + BBADDR_UDW, p->depth ? p->pc[0] | 1 : p->pc[0]);
	reg_put(gpu, base + RING_HEAD, v->head);
	reg_put(gpu, base + RING_TAIL, v->tail);
	reg_put(gpu, base + RING_START, v->start);
	reg_put(gpu, base + RING_CTL, (v->size - 4096) | CTL_VALID | (c->waits ? CTL_WAITS : 0));
	reg_put(gpu, base + IPEHR, p->header);
}

static void show_idle(struct gpu *gpu, u32 base)
{
	reg_put(gpu, base + RING_CTL, 0);
	put64(gpu, base + ACTHD, base + ACTHD_UDW, 0);
	reg_put(gpu, base + BBADDR, reg_get(gpu, base + BBADDR) & ~1u);
	reg_put(gpu, base + CURRENT_LRCA, 0);
	reg_put(gpu, base + INSTDONE, ALL_DONE);
	reg_put(gpu, base + MI_MODE, MODE_FLUSH | MODE_IDLE);
	reg_put(gpu, base + STATUS, STATUS_IDLE);
}

/**
 * engine_state_show() - update an engine's registers for the context that it runs, or for an idle
 *                       engine
 * @guc: the GuC
 * @e:   the engine
 */
void engine_state_show(struct guc *guc, const struct guc_engine *e)
{
	u32 base = engine_base(engine_hw_class(e->class), e->instance);
	struct gpu *gpu = guc->gpu;
	const struct guc_context *c;
	struct cs_view v;

	if (e->running < 0) {
		show_idle(gpu, base);
		return;
	}
	c = &guc->context[e->running];
	cs_look(gpu, c->lrca, &c->position, &v);
	show_position(gpu, base, c, &v);
	/*
	 * If work hangs, its units are busy, and the streamer may already have read later commands
	 * than the one that started the work.
	 */
	reg_put(gpu, base + INSTDONE,
		ALL_DONE & ~busy_units(e->class, c->position.work_header ?: c->position.header));
	reg_put(gpu, base + MI_MODE, c->waits ? MODE_FLUSH | MODE_IDLE : MODE_FLUSH);
	reg_put(gpu, base + STATUS, STATUS_ACTIVE);
	reg_put(gpu, base + STATUS_HI, context_id(gpu, e->running));
	reg_put(gpu, base + CURRENT_LRCA, (c->lrca & 0xfffff000) | BIT(0));
	reg_put(gpu, base + SQ_CONTENTS, (c->lrca & 0xfffff000) | DESC_BITS);
	reg_put(gpu, base + SQ_CONTENTS_HI, context_id(gpu, e->running));
}

/**
 * engine_state_report() - print the message "stands" (PROTOCOL.rst, "Messages"), which has the
 *                         position at which the context on an engine has stopped
 * @guc: the GuC
 * @e:   the engine, with a context on it
 * @why: "hangs", "waits", "loops" or "reset"
 */
void engine_state_report(struct guc *guc, const struct guc_engine *e, const char *why)
{
	const struct guc_context *c = &guc->context[e->running];
	const struct cs_position *p = &c->position;
	const struct report *r = &guc->gpu->report;
	unsigned long long at;
	struct cs_view v;
	char name[16];

	cs_look(guc->gpu, c->lrca, p, &v);
	engine_name(e, name);
	at = p->depth ? p->pc[p->depth - 1] : v.start + (v.head & 0x1ffffc);
	report_note(r, 0, "stands: %s gt=%u guc_id=%d engine=%s in=%s %s%#llx %s%#010x%s", why,
		    guc->id, e->running, name, p->depth ? "batch" : "ring", "address=", at,
		    "header=", p->header, p->depth > 1 ? " level=2" : "");
	if (p->work_header)
		report_note(r, 0, "stands: work guc_id=%d address=%#llx header=%#010x", e->running,
			    (unsigned long long)p->work, p->work_header);
}
