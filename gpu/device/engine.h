/* SPDX-License-Identifier: GPL-2.0 */
/* engine.h -- the engines of a GT that its fuses do not disable. */
#ifndef GPU_ENGINE_H
#define GPU_ENGINE_H

#include "gpu.h"

void engine_find(struct guc *guc);
const struct guc_engine *engine_for(const struct guc *guc, u32 class, u32 mask);
u32 engine_base(enum engine_class class, u32 instance);
enum engine_class engine_hw_class(enum guc_class class);
struct guc_engine *engine_named(struct guc *guc, const char *name);
void engine_name(const struct guc_engine *e, char name[16]);

#endif
