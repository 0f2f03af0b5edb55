// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * This file finds the inputs from which the fields of ASIC info (the properties of a GPU in the
 * format of AMD's PAL) are computed. The table in guc_asic.h documents the computation.
 */
#include "guc_asic_source.h"

#include "guc_device.h"

/*
 * These macros make a source of an input. The source is a fact for F(), M() and U(), a column in
 * the table of devices for D(), and a column in the table of graphics IPs for G(). F(), M() and U()
 * differ in when the fact is used, see enum guc_asic_source_kind.
 */
#define FROM(what, type, member) \
	.kind = what, .name = #member, .offset = offsetof(struct type, member), \
	.size = sizeof(((struct type *)NULL)->member)
#define F(key)	{ FROM(GUC_ASIC_FACT, guc_facts, key), .fact = GUC_FACT_##key }
#define M(key)	{ FROM(GUC_ASIC_MORE_FACT, guc_facts, key), .fact = GUC_FACT_##key }
#define U(key)	{ FROM(GUC_ASIC_USED_FACT, guc_facts, key), .fact = GUC_FACT_##key }
#define D(column)	{ FROM(GUC_ASIC_DEVICE, guc_device, column) }
#define G(column)	{ FROM(GUC_ASIC_GRAPHICS, guc_graphics, column) }

const struct guc_asic_source
	guc_asic_sources[GUC_ASIC_INPUTS][GUC_ASIC_MAX_SOURCES] = {
	[GUC_ASIC_IN_ADDRESS] = { F(pci_address) },
	[GUC_ASIC_IN_ID] = { F(pci_id) },
	[GUC_ASIC_IN_REVISION] = { F(pci_revision) },
	[GUC_ASIC_IN_IP] = { F(graphics_ip), D(graphics_ip) },
	[GUC_ASIC_IN_STEP] = { F(graphics_step), F(pci_revision) },
	[GUC_ASIC_IN_TYPE] = { F(gpu_type), D(gpu_type) },
	[GUC_ASIC_IN_INDEX] = { F(gpu_index) },
	[GUC_ASIC_IN_CONTEXTS] = { F(hardware_contexts) },
	[GUC_ASIC_IN_NAME] = { D(name) },
	[GUC_ASIC_IN_PLATFORM] = { F(platform), D(platform) },
	[GUC_ASIC_IN_CLOCK] = { U(clock_current_mhz), F(clock_max_mhz) },
	[GUC_ASIC_IN_CLOCK_MAX] = { F(clock_max_mhz) },
	[GUC_ASIC_IN_REFERENCE] = { F(reference_clock_hz) },
	[GUC_ASIC_IN_EXTENT] = { F(dss_geometry_mask), M(dss_compute_mask), D(slices) },
	[GUC_ASIC_IN_DSS] = { F(dss_geometry_mask), M(dss_compute_mask), D(dss) },
	[GUC_ASIC_IN_DSS_OF_SLICE] = { U(dss_per_slice), D(dss_per_slice), G(dss_per_slice) },
	[GUC_ASIC_IN_DSS_MASK] = { F(dss_geometry_mask), M(dss_compute_mask) },
	[GUC_ASIC_IN_EUS] = { F(eu_per_dss_mask), G(eus_per_dss) },
	[GUC_ASIC_IN_LANES] = { F(eu_simd), G(eu_simd) },
	[GUC_ASIC_IN_THREADS] = { F(threads_per_eu), G(threads_per_eu) },
	[GUC_ASIC_IN_GRF] = { G(grf_per_eu) },
	[GUC_ASIC_IN_GRF_MIN] = { G(grf_min) },
	[GUC_ASIC_IN_GRF_STEP] = { G(grf_granularity) },
	[GUC_ASIC_IN_TEXELS] = { G(texels_per_dss) },
	[GUC_ASIC_IN_PIPES] = { F(geometry_pipes_per_slice) },
	[GUC_ASIC_IN_PIXELS] = { F(pixels_per_slice), D(pixels_per_slice) },
	[GUC_ASIC_IN_L1] = { D(l1_kib) },
	[GUC_ASIC_IN_L3] = { D(l3_kib) },
	[GUC_ASIC_IN_L3_BANKS] = { F(l3_bank_mask) },
	[GUC_ASIC_IN_L3_BANK] = { F(l3_bank_kib), G(l3_bank_kib) },
	[GUC_ASIC_IN_SLM] = { F(slm_kib), G(slm_kib) },
	[GUC_ASIC_IN_VRAM] = { F(vram_bytes) },
	[GUC_ASIC_IN_MEMORY] = { F(memory_type), D(memory_type) },
	[GUC_ASIC_IN_RATE] = { F(memory_mtps), D(memory_mtps) },
	[GUC_ASIC_IN_BUS] = { F(memory_bus_bits), D(memory_bus_bits) },
};

static const void *asic_base(const struct guc_asic_known *k,
			     const struct guc_asic_source *s)
{
	if (s->kind == GUC_ASIC_DEVICE)
		return k->dev;
	if (s->kind == GUC_ASIC_GRAPHICS)
		return k->gfx;
	return k->facts;
}

/*
 * Return: the value of a number, or the number of bits that are set in a mask. For a string, the
 * result is 0 if the string is missing or empty, and nonzero otherwise.
 */
static u64 asic_source_value(const struct guc_asic_known *k,
			     const struct guc_asic_source *s)
{
	const u8 *from = (const u8 *)asic_base(k, s) + s->offset;
	struct guc_mask mask;
	u64 value;
	u32 dword;
	u16 word;

	switch (s->size) {
	case sizeof(word):
		memcpy(&word, from, sizeof(word));
		return word;
	case sizeof(dword):
		memcpy(&dword, from, sizeof(dword));
		return dword;
	case sizeof(value):
		memcpy(&value, from, sizeof(value));
		return value;
	case sizeof(mask):
		memcpy(&mask, from, sizeof(mask));
		return hweight64(mask.lo) + hweight64(mask.hi);
	default:
		return *from;
	}
}

/**
 * guc_asic_has() - test whether a source (a fact, or a column in the table of devices or
 * of graphics IPs) has a value that can be used
 * @k: from guc_asic_know()
 * @s: from guc_asic_sources
 *
 * Context: any, does not sleep.
 * Return: true if the source has such a value. For some kinds of sources, 0 does not count
 * as a value, see enum guc_asic_source_kind.
 */
bool guc_asic_has(const struct guc_asic_known *k,
		  const struct guc_asic_source *s)
{
	switch (s->kind) {
	case GUC_ASIC_FACT:
	case GUC_ASIC_MORE_FACT:
		return guc_facts_has(k->facts, s->fact);
	case GUC_ASIC_USED_FACT:
		return guc_facts_has(k->facts, s->fact) &&
		       asic_source_value(k, s);
	case GUC_ASIC_DEVICE:
	case GUC_ASIC_GRAPHICS:
		return asic_source_value(k, s);
	default:
		return false;
	}
}

/**
 * guc_asic_value() - get the value of an input, from which fields of ASIC info are
 * computed
 * @k: from guc_asic_know()
 * @input: the input; each of its sources is a number or a mask
 *
 * Context: any, does not sleep.
 * Return: the value of the first source that has one, in the source's unit, or 0 if no
 * source has a value. If the source is a mask, the value is the number of bits that are set.
 */
u64 guc_asic_value(const struct guc_asic_known *k, enum guc_asic_input input)
{
	unsigned int i;

	for (i = 0; i < GUC_ASIC_MAX_SOURCES; i++)
		if (guc_asic_has(k, &guc_asic_sources[input][i]))
			return asic_source_value(k, &guc_asic_sources[input][i]);
	return 0;
}

/**
 * guc_asic_know() - find the rows of a device in the tables, and compute the values that
 * several fields of ASIC info use
 * @k: filled with the rows and the values
 * @facts: facts of the device and its first GT, merged; must exist as long as @k is used
 *
 * Context: any, does not sleep.
 */
void guc_asic_know(struct guc_asic_known *k, const struct guc_facts *facts)
{
	static const struct guc_device no_device;
	static const struct guc_graphics no_graphics;

	*k = (struct guc_asic_known){ .facts = facts };
	if (guc_facts_has(facts, GUC_FACT_pci_id) &&
	    facts->pci_id.vendor == GUC_PCI_VENDOR_INTEL)
		k->dev = guc_device_find(facts->pci_id.device);
	if (!k->dev)
		k->dev = &no_device;
	k->gfx = &no_graphics;
	k->ip = (u32)guc_asic_value(k, GUC_ASIC_IN_IP);
	k->gfx = guc_graphics_find(k->ip);
	if (!k->gfx)
		k->gfx = &no_graphics;
	k->gpu_type = (u32)guc_asic_value(k, GUC_ASIC_IN_TYPE);
	k->l3_bank_kib = (u32)guc_asic_value(k, GUC_ASIC_IN_L3_BANK);
	k->has_step = guc_facts_has(facts, GUC_FACT_graphics_step) ||
		      (k->ip && k->ip < 1270);
	k->grf_by_threads = !k->gfx->grf_per_eu && k->ip >= 3500;
	k->has_dss_masks = guc_facts_has(facts, GUC_FACT_dss_geometry_mask) ||
			   guc_facts_has(facts, GUC_FACT_dss_compute_mask);
	k->has_l3_banks = k->l3_bank_kib &&
			  guc_facts_has(facts, GUC_FACT_l3_bank_mask);
}
