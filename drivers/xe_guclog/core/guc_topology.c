// SPDX-License-Identifier: MIT OR GPL-2.0-only
#include "guc_topology.h"

#define TOPOLOGY_MAX_DSS	128	/* number of bits of a struct guc_mask */

static bool topology_has(const struct guc_mask *mask, unsigned int bit)
{
	return (bit < 64 ? mask->lo >> bit : mask->hi >> (bit - 64)) & 1;
}

/**
 * guc_topology_count() - count the slices and DSS of a mask
 * @t: filled with the counts
 * @mask: bit n is DSS n % @dss_per_slice of slice n / @dss_per_slice
 * @dss_per_slice: number of bits of each slice in @mask, not 0. With more than 16 bits for a
 *	slice, or with more than 32 slices, some DSS do not fit into @t->row, but all counts
 *	are correct
 *
 * Context: any, does not sleep.
 */
void guc_topology_count(struct guc_topology *t, const struct guc_mask *mask,
			u32 dss_per_slice)
{
	u32 in_slice = 0;
	u32 bit;

	*t = (struct guc_topology){};
	for (bit = 0; bit < TOPOLOGY_MAX_DSS; bit++) {
		u32 slice = bit / dss_per_slice;
		u32 dss = bit % dss_per_slice;

		if (!dss)
			in_slice = 0;
		if (!topology_has(mask, bit))
			continue;
		t->dss++;
		t->slices += !in_slice++;
		t->extent = slice + 1;
		t->fullest = max(t->fullest, in_slice);
		if (slice < GUC_ASIC_MAX_SLICES &&
		    dss < GUC_ASIC_MAX_DSS_PER_SLICE)
			t->row[slice] |= (u16)(1u << dss);
	}
}
