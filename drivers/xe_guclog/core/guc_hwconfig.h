/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * These functions read hwconfig, the table in which the GuC describes the
 * hardware.
 */
#ifndef _GUC_HWCONFIG_H_
#define _GUC_HWCONFIG_H_

#include "guc_view.h"

struct guc_facts;

int guc_hwconfig_find(struct guc_view table, u32 key, u32 *value);
void guc_hwconfig_facts(struct guc_facts *facts, struct guc_view table);

#endif
