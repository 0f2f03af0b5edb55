// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * A hwconfig table, in which the GuC describes the hardware, consists of records: a u32
 * key, a u32 length in dwords, and the value. The keys are defined in
 * intel_hwconfig_types.h of Mesa.
 */
#include "guc_hwconfig.h"

#include "abi/guc_asic_abi.h"
#include "guc_facts.h"

#define HWCONFIG_HEAD	8u	/* bytes of a record's key and length */

enum hwconfig_key {
	HWCONFIG_MEMORY_TYPE = 11,
	HWCONFIG_THREADS_PER_EU = 15,
	HWCONFIG_GEOMETRY_PIPES_PER_SLICE = 63,
	HWCONFIG_L3_BANK_KIB = 64,
	HWCONFIG_SLM_KIB_PER_DSS = 65,
	HWCONFIG_PIXELS_PER_SLICE = 66,
	HWCONFIG_SLM_KIB_PER_SUBSLICE = 73,
};

/**
 * guc_hwconfig_find() - find a value in a hwconfig table
 * @table: bytes of the table
 * @key: the key of the value
 * @value: set to the first dword of the first record with @key
 *
 * Context: any, does not sleep.
 * Return: 0, or -ENOENT if the table does not have the key or the record has no value,
 * or -ENODATA if the table ends within a record before the key was found.
 */
int guc_hwconfig_find(struct guc_view table, u32 key, u32 *value)
{
	u64 offset = 0;

	while (offset < table.len) {
		const u8 *head = guc_view_at(table, offset, HWCONFIG_HEAD);
		u64 bytes;

		if (!head)
			return -ENODATA;
		bytes = 4ull * guc_load_le32(head + 4);
		if (!guc_view_at(table, offset + HWCONFIG_HEAD, bytes))
			return -ENODATA;
		if (guc_load_le32(head) == key) {
			if (!bytes)
				return -ENOENT;
			*value = guc_load_le32(head + HWCONFIG_HEAD);
			return 0;
		}
		offset += HWCONFIG_HEAD + bytes;
	}
	return -ENOENT;
}

/*
 * Set a fact to the value of a key. If the fact already has a value, keep the larger of the two. If
 * the table does not have the key, do nothing.
 */
static void hwconfig_u32(struct guc_view table, u32 key, u64 *known,
			 enum guc_fact_id id, u32 *fact)
{
	u32 value;

	if (guc_hwconfig_find(table, key, &value))
		return;
	*fact = max(*fact, value);
	*known |= BIT_ULL(id);
}

static void hwconfig_memory(struct guc_facts *facts, struct guc_view table)
{
	static const u8 types[] = {
		GUC_ASIC_MEM_LPDDR4, GUC_ASIC_MEM_LPDDR5, GUC_ASIC_MEM_HBM2,
		GUC_ASIC_MEM_HBM2, GUC_ASIC_MEM_GDDR6, GUC_ASIC_MEM_HBM3,
	};
	u32 value;

	if (guc_hwconfig_find(table, HWCONFIG_MEMORY_TYPE, &value) ||
	    value >= ARRAY_SIZE(types))
		return;
	facts->memory_type = types[value];
	facts->known |= BIT_ULL(GUC_FACT_memory_type);
}

/**
 * guc_hwconfig_facts() - set facts (see guc_facts.h) from a hwconfig table
 * @facts: zeroed by the caller; memory_type, threads_per_eu,
 *	geometry_pipes_per_slice, l3_bank_kib, slm_kib and pixels_per_slice are set
 *	if the table has them
 * @table: bytes of the table
 *
 * If the table is damaged, the records before the damage are used.
 *
 * Context: any, does not sleep.
 */
void guc_hwconfig_facts(struct guc_facts *facts, struct guc_view table)
{
#define SET(key, fact) \
	hwconfig_u32(table, HWCONFIG_##key, &facts->known, GUC_FACT_##fact, \
		     &facts->fact)
	hwconfig_memory(facts, table);
	SET(THREADS_PER_EU, threads_per_eu);
	SET(GEOMETRY_PIPES_PER_SLICE, geometry_pipes_per_slice);
	SET(L3_BANK_KIB, l3_bank_kib);
	/*
	 * SLM_KIB_PER_SUBSLICE is the newer key. If a table has both keys, the
	 * larger value is correct; hwconfig_u32() keeps it.
	 */
	SET(SLM_KIB_PER_DSS, slm_kib);
	SET(SLM_KIB_PER_SUBSLICE, slm_kib);
	SET(PIXELS_PER_SLICE, pixels_per_slice);
#undef SET
}
