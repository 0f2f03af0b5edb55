// SPDX-License-Identifier: GPL-2.0
/* guc_slpc.c -- power conservation (SLPC): a buffer with state and frequency limits. */
#include "gtt.h"
#include "guc.h"

#define SLPC_STATE	4		/* offset of the global state in the buffer */
#define STATE_RUNNING	3
#define SLPC_STATUS	128		/* offset of the task state */
#define SLPC_FREQ	132		/* offset of 4 bytes: unslice max, min, slice max, min */
#define STATUS_ACTIVE	(BIT(0) | BIT(11) | BIT(15))

#define EVENT_RESET		0
#define EVENT_QUERY		5
#define EVENT_SET		6
#define EVENT_UNSET		7

#define PARAM_MIN_FREQ		6
#define PARAM_MAX_FREQ		7

static void running(struct guc *guc)
{
	const struct profile *p = &guc->gpu->profile;

	ggtt_put(guc->gpu, guc->slpc + SLPC_FREQ,
		 freq_units(p->rp0_mhz) | freq_units(p->rpn_mhz) << 8 |
		 freq_units(p->rp0_mhz) << 16 | freq_units(p->rpn_mhz) << 24);
	ggtt_put(guc->gpu, guc->slpc + SLPC_STATUS, STATUS_ACTIVE);
	ggtt_put(guc->gpu, guc->slpc + SLPC_STATE, STATE_RUNNING);
}

static void set(struct guc *guc, u32 param, u32 v)
{
	u32 freq = ggtt_get(guc->gpu, guc->slpc + SLPC_FREQ);

	if (param == PARAM_MIN_FREQ)
		freq = (freq & ~0xff00u) | (freq_units(v) & 0xff) << 8;
	else if (param == PARAM_MAX_FREQ)
		freq = (freq & ~0xffu) | (freq_units(v) & 0xff);
	ggtt_put(guc->gpu, guc->slpc + SLPC_FREQ, freq);
}

/**
 * slpc_request() - handle an SLPC request of the driver
 * @guc: the GuC
 * @msg: HXG message
 * @len: number of dwords
 *
 * Return: true, or false for an unknown event, an event before the reset of SLPC, a query with a
 * buffer that differs from that of the reset, or a message that is too short to set a parameter.
 */
bool slpc_request(struct guc *guc, const u32 *msg, u32 len)
{
	switch (field(msg[1], 15, 8)) {
	case EVENT_RESET:
		guc->slpc = msg[2];
		running(guc);
		return true;
	case EVENT_QUERY:
		return guc->slpc == msg[2];
	case EVENT_SET:
		if (!guc->slpc || len < 4)
			return false;
		set(guc, msg[2], msg[3]);
		return true;
	case EVENT_UNSET:
		return guc->slpc;
	}
	report_fault(&guc->gpu->report, FAULT_ACTION, "GuC %u: unknown SLPC event %#x", guc->id,
		     msg[1]);
	return false;
}
