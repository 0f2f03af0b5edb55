/* SPDX-License-Identifier: GPL-2.0 */
/* guc_capture.h -- the registers that the GuC saves before it resets an engine. */
#ifndef GPU_GUC_CAPTURE_H
#define GPU_GUC_CAPTURE_H

#include "gpu.h"

void capture_engine(struct guc *guc, const struct guc_engine *e);

#endif
