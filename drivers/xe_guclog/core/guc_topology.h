/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Slices and their DSS, from a mask of DSS.
 */
#ifndef _GUC_TOPOLOGY_H_
#define _GUC_TOPOLOGY_H_

#include "guc_facts.h"
#include "abi/guc_asic_abi.h"

/**
 * struct guc_topology - which slices and DSS are enabled
 * @extent: last slice with a DSS + 1
 * @slices: slices with a DSS
 * @fullest: DSS of the fullest slice
 * @dss: all DSS
 * @row: by slice, bit n is its DSS n; a slice or DSS that does not fit is
 *	missing here, but is counted above
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
