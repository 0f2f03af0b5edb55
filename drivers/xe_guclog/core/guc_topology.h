/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * This code counts the enabled slices and DSS (dual subslices) in a mask. The mask has one bit for
 * each DSS.
 */
#ifndef _GUC_TOPOLOGY_H_
#define _GUC_TOPOLOGY_H_

#include "guc_facts.h"
#include "abi/guc_asic_abi.h"

/**
 * struct guc_topology - which slices and DSS are enabled
 * @extent: index of the last slice with a DSS, plus 1
 * @slices: number of slices with a DSS
 * @fullest: number of DSS in the slice with the most DSS
 * @dss: number of all DSS
 * @row: one mask for each slice: bit n is set if DSS n of the slice is enabled. The other members
 *	also count slices and DSS that do not fit into this array.
 */
struct guc_topology {
	u32 extent;
	u32 slices;
	u32 fullest;
	u32 dss;
	u16 row[GUC_ASIC_MAX_SLICES];
};

void guc_topology_count(struct guc_topology *t, const struct guc_mask *mask,
			u32 dss_per_slice);

#endif
