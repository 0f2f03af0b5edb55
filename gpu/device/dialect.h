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

enum dialect {
#define EVENT(name, id, ...) EV_##name = id,
#include "events.def"
#undef EVENT
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
