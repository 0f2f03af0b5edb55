/* SPDX-License-Identifier: GPL-2.0 */
/* guc_fault.h -- page faults, errors and other events that the GuC reports to the driver. */
#ifndef GPU_GUC_FAULT_H
#define GPU_GUC_FAULT_H

#include "gpu.h"

void fault_notify(struct guc *guc, u32 action, const u32 *data, u32 datas);
void fault_cat(struct guc *guc, u32 guc_id);
void fault_uncorrectable(struct guc *guc, u32 guc_id);
void fault_access(struct guc *guc, u32 guc_id, const struct guc_engine *e,
		  const struct bad_access *access);
void fault_pages(struct guc *guc, u32 engine, u32 count);
void fault_answered(struct guc *guc, const u32 *answer);
void fault_drain(struct guc *guc);
void fault_storm(struct guc *guc, u32 action, u32 per_ms, u32 count);
void fault_tick(struct guc *guc);

#endif
