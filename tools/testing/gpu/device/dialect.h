/* SPDX-License-Identifier: GPL-2.0 */
/*
 * dialect.h -- log events in the form of real firmware.
 *
 * The ids, arguments and delays are from three published logs of firmware 70.44.1
 * (Battlemage).  Apart from seeded events (event.h) and foreign events (dialect_map.h), the device
 * writes only events that these logs contain.  dialect_map.h can give them other ids and arguments.
 */
#ifndef GPU_DIALECT_H
#define GPU_DIALECT_H

#include "gpu.h"

/* Event ids. */
enum dialect {
	EV_QUEUE_FOR_CTX	= 0x0356,
	EV_ELSQ_SUBMIT		= 0x0365,
	EV_CTX_RESUMED		= 0x036f,
	EV_SWITCH_OUT_REQUEST	= 0x03a8,
	EV_SWITCH_OUT_WAIT	= 0x03ae,
	EV_ENGINE_RESET_BEGIN	= 0x03b3,
	EV_RESET_1		= 0x03b8,
	EV_SWITCH_OUT_TIMEOUT	= 0x03b9,
	EV_RESET_ENGINE		= 0x03be,
	EV_RESET_ENGINE_DONE	= 0x03bf,
	EV_CLASS_RESUMED	= 0x03c2,
	EV_RESET_WAIT		= 0x03c5,
	EV_ENGINE_RESET_END	= 0x03ca,
	EV_PF_REQUESTS		= 0x043e,
	EV_PF_RESPONSES		= 0x0442,
	EV_PF_FLUSH_ENGINE	= 0x044a,
	EV_PF_FLUSH_CONTEXT	= 0x0454,
	EV_QUEUE_POSITION	= 0x0455,
	EV_CSB			= 0x0476,
	EV_RING_AT_SWITCH	= 0x0479,
	EV_H2G_RECEIVED		= 0x048e,
	EV_FAULT_REFUSED_1	= 0x0523,
	EV_FAULT_REFUSED_3	= 0x0527,
	EV_FAULT_REFUSED_2	= 0x0528,
	EV_CAT_ERROR		= 0x0535,
	EV_CTX_NOT_READY	= 0x8101,
	EV_CTX_RUNNING		= 0x8102,
	EV_CTX_READY		= 0x8103,
	EV_CTX_PLACED		= 0x8104,
	EV_CTX_SUBMIT		= 0x8105,
	EV_CTX_OFF_ENGINE	= 0x8107,
	EV_SCHED_MODE_SET	= 0x84bf,
	EV_SCHED_MODE_DONE	= 0x84c2,
	EV_CTX_POLICY		= 0x8505,
	EV_CTX_PRIORITY		= 0x8507,
	EV_CTX_REGISTERED	= 0x850a,
	EV_CTX_DEREGISTER	= 0x850c,
	EV_CTX_DEREGISTERED	= 0x850e,
};

/* Value of an argument that the event does not have. */
#define EV_PAD		0xdeadbeeeu

/* Context status bits of EV_CSB. */
#define CSB_IDLE_ACTIVE	0x00000001u
#define CSB_COMPLETE	0x00000018u	/* active to idle, complete */
#define CSB_LITE	0x00008002u	/* the engine took more work of the same context */
#define CSB_PREEMPTED	0x00000002u
/* Preempted at a semaphore. Real firmware also sets bit 29, which has no known name. */
#define CSB_PREEMPTED_WAIT 0x00000882u

/*
 * If the driver disables a context, its last EV_CTX_NOT_READY before EV_SCHED_MODE_DONE has this
 * value instead of the engine's instance.
 */
#define DISABLED	9u

void dialect_at(struct guc *guc, u64 ticks);
void dialect_event(struct guc *guc, u32 after, enum dialect id, u32 arg0, u32 arg1);
void dialect_context(struct guc *guc, u32 after, enum dialect id, u32 guc_id, u32 top);
void dialect_submit(struct guc *guc, u32 after, const struct guc_engine *e, u32 guc_id);
void dialect_csb(struct guc *guc, u32 after, const struct guc_engine *e, u32 status);
void dialect_policies(struct guc *guc, u32 guc_id);
void dialect_deregister(struct guc *guc, u32 guc_id);
void dialect_positions(struct guc *guc);

#endif
