// SPDX-License-Identifier: GPL-2.0
/*
 * power.c -- registers with the idle state and the frequency of the GTs.
 *
 * A GT is in C6 while its engines are idle and the driver does not hold the forcewake domain GT.
 * In C6 its domains have no power and its frequency is 0.  Outside C6 it runs at the highest
 * frequency that SLPC allows if an engine is busy, and at the lowest frequency if all are idle.
 */
#include "gtt.h"
#include "power.h"
#include "reg_model.h"

#define MIRROR_TARGET	0xc60		/* bits 8:0: frequency, 12:9: C state */
#define REQUEST		0xa008		/* bits 31:23: requested frequency */
#define POWERGATES	0xa2a0		/* domains that have power */
#define DOMAINS_AWAKE	0x1fu		/* render, media slices 0 to 3 */
#define FORCEWAKE_ACK	0xdfc
#define CORE_STATUS	0x138060	/* bits 2:0: C state, before Meteor Lake */
#define MEDIA_RESIDENCY	0x138048
#define RESIDENCY	0x138108	/* in units of 1.28 us */
#define PERF_STATUS	0x1381b4	/* bits 19:11: frequency, before Meteor Lake */

#define STATE_C0	0u
#define STATE_C6	3u
#define SLPC_FREQ	132		/* allowed frequencies: bits 7:0: highest, 15:8: lowest */
#define UNIT_NS		1280

static bool busy(const struct guc *guc)
{
	for (u32 i = 0; i < guc->engines; i++)
		if (guc->engine[i].running >= 0)
			return true;
	return false;
}

static u32 state(const struct gpu *gpu, u32 gt)
{
	bool awake = gpu->regs.value[(gt * MEDIA_BASE + FORCEWAKE_ACK) / 4];

	return awake || busy(&gpu->guc[gt]) ? STATE_C0 : STATE_C6;
}

/* frequency - get the frequency outside C6, in units of 50/3 MHz; 0 before SLPC runs */
static u32 frequency(struct gpu *gpu, u32 gt)
{
	const struct guc *guc = &gpu->guc[gt];
	u32 allowed = guc->slpc ? ggtt_get(gpu, guc->slpc + SLPC_FREQ) : 0;

	return busy(guc) ? field(allowed, 7, 0) : field(allowed, 15, 8);
}

/* actual - get the frequency at which the GT runs now, in units of 50/3 MHz; 0 in C6 */
static u32 actual(struct gpu *gpu, u32 gt)
{
	return state(gpu, gt) == STATE_C6 ? 0 : frequency(gpu, gt);
}

/**
 * power_tick() - add the time since the last call to the idle times of GTs that are in C6
 * @gpu: the device, locked
 *
 * Must be called several times per second.
 */
void power_tick(struct gpu *gpu)
{
	u64 now = clock_ns();

	for (u32 gt = 0; gt < 2; gt++)
		if (gpu->power.since && state(gpu, gt) == STATE_C6)
			gpu->power.idle_ns[gt] += now - gpu->power.since;
	gpu->power.since = now;
}

/**
 * power_read() - read a register about power
 * @gpu: the device, locked
 * @gt:  the GT
 * @o:   offset in the GT
 * @v:   result: the value; unchanged if the register is not about power
 */
void power_read(struct gpu *gpu, u32 gt, u32 o, u32 *v)
{
	switch (o) {
	case MIRROR_TARGET:
		*v = actual(gpu, gt) | state(gpu, gt) << 9;
		break;
	case REQUEST:
		if (gpu->guc[gt].slpc)
			*v = frequency(gpu, gt) << 23;
		break;
	case POWERGATES:
		*v = state(gpu, gt) == STATE_C6 ? 0 : DOMAINS_AWAKE;
		break;
	case CORE_STATUS:
		*v = state(gpu, gt);
		break;
	case RESIDENCY:
		*v = (u32)(gpu->power.idle_ns[0] / UNIT_NS);
		break;
	case MEDIA_RESIDENCY:
		*v = (u32)(gpu->power.idle_ns[1] / UNIT_NS);
		break;
	case PERF_STATUS:
		*v = actual(gpu, gt) << 11;
		break;
	}
}
