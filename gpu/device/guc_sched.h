/* SPDX-License-Identifier: GPL-2.0 */
/* guc_sched.h -- the scheduler, which decides which context runs on which engine. */
#ifndef GPU_GUC_SCHED_H
#define GPU_GUC_SCHED_H

#include "gpu.h"

/* guc_sched.c */
void sched_reset(struct guc *guc);
struct guc_engine *sched_engine(struct guc *guc, u32 guc_id);
void sched_disabled(struct guc *guc, u32 guc_id);
void sched_more(struct guc *guc, u32 guc_id);
void sched_release(struct guc *guc, struct guc_engine *e);
void sched_charge(struct guc *guc, struct guc_context *c);
void sched_settle(struct guc *guc);
void sched_tick(struct guc *guc);

/* guc_ready.c */
void sched_ready(struct guc *guc, u32 guc_id);
void sched_enqueue(struct guc *guc, u32 guc_id);
void sched_dispatch(struct guc *guc, u32 guc_id, u32 after);
void sched_place(struct guc *guc, struct guc_engine *e);
bool sched_take_off(struct guc *guc, u32 guc_id);
void sched_forget(struct guc *guc, u32 guc_id);

/* guc_reset.c */
void engine_reset(struct guc *guc, struct guc_engine *e, bool timeout);

#endif
