/* SPDX-License-Identifier: GPL-2.0 */
/* engine_state.h -- the registers that show the state of an engine. */
#ifndef GPU_ENGINE_STATE_H
#define GPU_ENGINE_STATE_H

#include "gpu.h"

void engine_state_reset(struct gpu *gpu);
void engine_state_show(struct guc *guc, const struct guc_engine *e);
void engine_state_report(struct guc *guc, const struct guc_engine *e, const char *why);

#endif
