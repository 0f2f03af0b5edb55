// SPDX-License-Identifier: GPL-2.0-only
/*
 * guc_asic.h documents how each field is computed; this file has the same as data. A
 * field has one or more inputs, and an input has one or more sources, of which the
 * first one with a value counts.
 */
#include "asic/asic_origin.h"

#include "guc_device.h"
#include "guc_text.h"

enum kind { END, FACT, MORE_FACT, USED_FACT, DEVICE, GRAPHICS };

/**
 * struct source - one possible origin of an input
 * @kind: a fact, a fact that is put together with the one before, a fact that
 *	counts only when it is not 0, or a column of the row of the PCI id or of
 *	the graphics IP
 * @name: of the fact or the column
 * @fact: the fact
 * @offset: of the value in its struct
 * @size: of the value
 */
struct source {
	enum kind kind;
	const char *name;
	enum guc_fact_id fact;
	size_t offset;
	size_t size;
};

#define FROM(what, type, member) \
	.kind = what, .name = #member, .offset = offsetof(struct type, member), \
	.size = sizeof(((struct type *)NULL)->member)
#define F(key)	{ FROM(FACT, guc_facts, key), .fact = GUC_FACT_##key }
#define M(key)	{ FROM(MORE_FACT, guc_facts, key), .fact = GUC_FACT_##key }
#define U(key)	{ FROM(USED_FACT, guc_facts, key), .fact = GUC_FACT_##key }
#define D(column)	{ FROM(DEVICE, guc_device, column) }
#define G(column)	{ FROM(GRAPHICS, guc_graphics, column) }

enum input {
	ADDRESS, ID, REVISION, IP, STEP, TYPE, INDEX, CONTEXTS, NAME, PLATFORM,
	CLOCK, CLOCK_MAX, REFERENCE, EXTENT, DSS, DSS_OF_SLICE, DSS_MASK, EUS,
	LANES, THREADS, GRF, GRF_MIN, GRF_STEP, TEXELS, PIPES, PIXELS, L1, L3, L3_BANKS,
	L3_BANK, SLM, VRAM, MEMORY, RATE, BUS, INPUTS
};

#define MAX_SOURCES	3

static const struct source inputs[INPUTS][MAX_SOURCES] = {
	[ADDRESS] = { F(pci_address) },
	[ID] = { F(pci_id) },
	[REVISION] = { F(pci_revision) },
	[IP] = { F(graphics_ip), D(graphics_ip) },
	[STEP] = { F(graphics_step), F(pci_revision) },
	[TYPE] = { F(gpu_type), D(gpu_type) },
	[INDEX] = { F(gpu_index) },
	[CONTEXTS] = { F(hardware_contexts) },
	[NAME] = { D(name) },
	[PLATFORM] = { F(platform), D(platform) },
	[CLOCK] = { U(clock_current_mhz), F(clock_max_mhz) },
	[CLOCK_MAX] = { F(clock_max_mhz) },
	[REFERENCE] = { F(reference_clock_hz) },
	[EXTENT] = { F(dss_geometry_mask), M(dss_compute_mask), D(slices) },
	[DSS] = { F(dss_geometry_mask), M(dss_compute_mask), D(dss) },
	[DSS_OF_SLICE] = { U(dss_per_slice), D(dss_per_slice),
			   G(dss_per_slice) },
	[DSS_MASK] = { F(dss_geometry_mask), M(dss_compute_mask) },
	[EUS] = { F(eu_per_dss_mask), G(eus_per_dss) },
	[LANES] = { F(eu_simd), G(eu_simd) },
	[THREADS] = { F(threads_per_eu), G(threads_per_eu) },
	[GRF] = { G(grf_per_eu) },
	[GRF_MIN] = { G(grf_min) },
	[GRF_STEP] = { G(grf_granularity) },
	[TEXELS] = { G(texels_per_dss) },
	[PIPES] = { F(geometry_pipes_per_slice) },
	[PIXELS] = { F(pixels_per_slice), D(pixels_per_slice) },
	[L1] = { D(l1_kib) },
	[L3] = { D(l3_kib) },
	[L3_BANKS] = { F(l3_bank_mask) },
	[L3_BANK] = { F(l3_bank_kib), G(l3_bank_kib) },
	[SLM] = { F(slm_kib), G(slm_kib) },
	[VRAM] = { F(vram_bytes) },
	[MEMORY] = { F(memory_type), D(memory_type) },
	[RATE] = { F(memory_mtps), D(memory_mtps) },
	[BUS] = { F(memory_bus_bits), D(memory_bus_bits) },
};

#define SLICES	(BIT_ULL(EXTENT) | BIT_ULL(DSS_OF_SLICE))

static const struct {
	const char *name;
	u64 inputs;
} field_inputs[] = {
	{ "pci_id", BIT_ULL(ADDRESS) },
	{ "shader_core_clock_frequency", BIT_ULL(CLOCK) },
	{ "max_shader_core_clock", BIT_ULL(CLOCK_MAX) },
	{ "memory_clock_frequency", BIT_ULL(RATE) | BIT_ULL(MEMORY) },
	{ "max_memory_clock", BIT_ULL(RATE) | BIT_ULL(MEMORY) },
	{ "gpu_timestamp_frequency", BIT_ULL(REFERENCE) },
	{ "device_id", BIT_ULL(ID) },
	{ "device_revision_id", BIT_ULL(REVISION) },
	{ "vgprs_per_simd", BIT_ULL(GRF) },
	{ "shader_engines", SLICES },
	{ "compute_unit_per_shader_engine", BIT_ULL(DSS) | BIT_ULL(DSS_OF_SLICE) },
	{ "simd_per_compute_unit", BIT_ULL(EUS) },
	{ "wavefronts_per_simd", BIT_ULL(THREADS) },
	{ "minimum_vgpr_alloc", BIT_ULL(GRF_MIN) },
	{ "vgpr_alloc_granularity", BIT_ULL(GRF_STEP) },
	{ "hardware_contexts", BIT_ULL(CONTEXTS) },
	{ "gpu_type", BIT_ULL(TYPE) },
	{ "gfx_ip_major", BIT_ULL(IP) },
	{ "gfx_ip_minor", BIT_ULL(IP) },
	{ "gfx_ip_stepping", BIT_ULL(STEP) },
	{ "gpu_index", BIT_ULL(INDEX) },
	{ "vram_size", BIT_ULL(VRAM) | BIT_ULL(TYPE) },
	{ "vram_bus_width", BIT_ULL(BUS) },
	{ "l2_cache_size", BIT_ULL(L3) },
	{ "l1_cache_size", BIT_ULL(L1) },
	{ "lds_size", BIT_ULL(SLM) },
	{ "gpu_name", BIT_ULL(NAME) },
	{ "alu_per_clock", BIT_ULL(DSS) | BIT_ULL(EUS) | BIT_ULL(LANES) },
	{ "texture_per_clock", BIT_ULL(DSS) | BIT_ULL(TEXELS) },
	{ "prims_per_clock", SLICES | BIT_ULL(PIPES) },
	{ "pixels_per_clock", SLICES | BIT_ULL(PIXELS) },
	{ "memory_ops_per_clock", BIT_ULL(MEMORY) },
	{ "memory_chip_type", BIT_ULL(MEMORY) },
	{ "cu_mask", BIT_ULL(DSS_MASK) | BIT_ULL(DSS_OF_SLICE) },
};

static bool is_zero(const void *base, const struct source *s)
{
	const u8 *p = (const u8 *)base + s->offset;
	size_t i;

	for (i = 0; i < s->size; i++)
		if (p[i])
			return false;
	return true;
}

static bool has(const struct guc_asic_known *k, const struct source *s)
{
	switch (s->kind) {
	case FACT:
	case MORE_FACT:
		return guc_facts_has(k->facts, s->fact);
	case USED_FACT:
		return guc_facts_has(k->facts, s->fact) &&
		       !is_zero(k->facts, s);
	case DEVICE:
		return !is_zero(k->dev, s);
	case GRAPHICS:
		return !is_zero(k->gfx, s);
	default:
		return false;
	}
}

/* The inputs of some fields depend on the known facts. */
static u64 choose(const struct guc_asic_known *k, u64 wanted)
{
	if (wanted == BIT_ULL(NAME) && !k->dev->name)
		return BIT_ULL(PLATFORM) | BIT_ULL(IP);
	if (wanted == BIT_ULL(STEP) && (!k->ip || k->ip >= 1270) &&
	    !guc_facts_has(k->facts, GUC_FACT_graphics_step))
		return 0;
	if (wanted == BIT_ULL(GRF) && !k->gfx->grf_per_eu && k->ip >= 3500)
		return BIT_ULL(THREADS);
	if (wanted == BIT_ULL(L3) && k->has_l3_banks)
		return BIT_ULL(L3_BANKS) | BIT_ULL(L3_BANK);
	if (wanted == (BIT_ULL(VRAM) | BIT_ULL(TYPE)))
		return BIT_ULL(k->gpu_type == GUC_ASIC_GPU_INTEGRATED ?
			       TYPE : VRAM);
	if (k->has_dss_masks)
		return wanted;
	/* The values of the die are used; the positions of its DSS are unknown. */
	if (wanted & BIT_ULL(DSS_MASK))
		return BIT_ULL(DSS_MASK);
	if (wanted & BIT_ULL(EXTENT))
		return wanted & ~BIT_ULL(DSS_OF_SLICE);
	return wanted;
}

static void print_source(struct guc_text *text, const struct source *s)
{
	const char *where = "fact ";

	if (s->kind == DEVICE)
		where = "table device.";
	else if (s->kind == GRAPHICS)
		where = "table graphics.";
	guc_text_add(text, "%s%s%s", text->len ? ", " : "", where, s->name);
}

static void print_input(struct guc_text *text, const struct guc_asic_known *k,
			enum input input)
{
	const struct source *s = inputs[input];
	unsigned int i;
	bool found = false;

	for (i = 0; i < MAX_SOURCES; i++) {
		if (!has(k, &s[i]) || (found && s[i].kind != MORE_FACT))
			continue;
		print_source(text, &s[i]);
		found = true;
	}
	if (!found)
		guc_text_add(text, "%s%s not known", text->len ? ", " : "",
			     s[0].name);
}

/**
 * asic_origin() - the origin of a field's value
 * @text: destination, empty at first; it stays empty for a field that is always 0
 * @facts: as for guc_asic_fill()
 * @field: the field's name
 *
 * Context: any.
 */
void asic_origin(struct guc_text *text, const struct guc_facts *facts,
		 const char *field)
{
	struct guc_asic_known k;
	unsigned int i;
	u64 wanted = 0;

	guc_asic_know(&k, facts);
	if (!strcmp(field, "lds_granularity"))
		guc_text_add(text, "constant");
	for (i = 0; i < ARRAY_SIZE(field_inputs); i++) {
		if (strcmp(field, field_inputs[i].name))
			continue;
		wanted = choose(&k, field_inputs[i].inputs);
		if (!wanted)
			guc_text_add(text, "not known");
	}
	for (i = 0; i < INPUTS; i++)
		if (wanted & BIT_ULL(i))
			print_input(text, &k, (enum input)i);
}
