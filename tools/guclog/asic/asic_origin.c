// SPDX-License-Identifier: GPL-2.0-only
/*
 * Prints the sources of a field of ASIC info. An input is a value from which fields are computed,
 * such as the number of EUs in a DSS. guc_asic_source.c has the facts and tables from which each
 * input is taken (its sources); the table below has the inputs of each field.
 */
#include "asic.h"
#include "guc_asic.h"
#include "guc_asic_source.h"
#include "guc_device.h"
#include "guc_text.h"

#define IN(name)	BIT_ULL(GUC_ASIC_IN_##name)

#define SLICES	(IN(EXTENT) | IN(DSS_OF_SLICE))

static const struct {
	const char *name;
	u64 inputs;
} field_inputs[] = {
	{ "pci_id", IN(ADDRESS) },
	{ "shader_core_clock_frequency", IN(CLOCK) },
	{ "max_shader_core_clock", IN(CLOCK_MAX) },
	{ "memory_clock_frequency", IN(RATE) | IN(MEMORY) },
	{ "max_memory_clock", IN(RATE) | IN(MEMORY) },
	{ "gpu_timestamp_frequency", IN(REFERENCE) },
	{ "device_id", IN(ID) },
	{ "device_revision_id", IN(REVISION) },
	{ "vgprs_per_simd", IN(GRF) },
	{ "shader_engines", SLICES },
	{ "compute_unit_per_shader_engine", IN(DSS) | IN(DSS_OF_SLICE) },
	{ "simd_per_compute_unit", IN(EUS) },
	{ "wavefronts_per_simd", IN(THREADS) },
	{ "minimum_vgpr_alloc", IN(GRF_MIN) },
	{ "vgpr_alloc_granularity", IN(GRF_STEP) },
	{ "hardware_contexts", IN(CONTEXTS) },
	{ "gpu_type", IN(TYPE) },
	{ "gfx_ip_major", IN(IP) },
	{ "gfx_ip_minor", IN(IP) },
	{ "gfx_ip_stepping", IN(STEP) },
	{ "gpu_index", IN(INDEX) },
	{ "vram_size", IN(VRAM) | IN(TYPE) },
	{ "vram_bus_width", IN(BUS) },
	{ "l2_cache_size", IN(L3) },
	{ "l1_cache_size", IN(L1) },
	{ "lds_size", IN(SLM) },
	{ "gpu_name", IN(NAME) },
	{ "alu_per_clock", IN(DSS) | IN(EUS) | IN(LANES) },
	{ "texture_per_clock", IN(DSS) | IN(TEXELS) },
	{ "prims_per_clock", SLICES | IN(PIPES) },
	{ "pixels_per_clock", SLICES | IN(PIXELS) },
	{ "memory_ops_per_clock", IN(MEMORY) },
	{ "memory_chip_type", IN(MEMORY) },
	{ "cu_mask", IN(DSS_MASK) | IN(DSS_OF_SLICE) },
};

/*
 * Return: the inputs from which the value of a field is computed; they depend on which facts are
 * known. @wanted: the inputs of the field in the table field_inputs
 */
static u64 choose(const struct guc_asic_known *k, u64 wanted)
{
	if (wanted == IN(NAME) && !k->dev->name)
		return IN(PLATFORM) | IN(IP);
	if (wanted == IN(STEP) && !k->has_step)
		return 0;
	if (wanted == IN(GRF) && k->grf_by_threads)
		return IN(THREADS);
	if (wanted == IN(L3) && k->has_l3_banks)
		return IN(L3_BANKS) | IN(L3_BANK);
	if (wanted == (IN(VRAM) | IN(TYPE)))
		return k->gpu_type == GUC_ASIC_GPU_INTEGRATED ? IN(TYPE) : IN(VRAM);
	if (k->has_dss_masks)
		return wanted;
	/*
	 * The masks of the enabled DSS are not known, so cu_mask, which consists only of these
	 * masks, is not known, either. The number of slices is then that of the whole die in the
	 * device table, so the number of DSS in a slice is not needed to compute it.
	 */
	if (wanted & IN(DSS_MASK))
		return IN(DSS_MASK);
	if (wanted & IN(EXTENT))
		return wanted & ~IN(DSS_OF_SLICE);
	return wanted;
}

static void print_source(struct guc_text *text, const struct guc_asic_source *s)
{
	const char *where = "fact ";

	if (s->kind == GUC_ASIC_DEVICE)
		where = "table device.";
	else if (s->kind == GUC_ASIC_GRAPHICS)
		where = "table graphics.";
	guc_text_add(text, "%s%s%s", text->len ? ", " : "", where, s->name);
}

static void print_input(struct guc_text *text, const struct guc_asic_known *k,
			enum guc_asic_input input)
{
	const struct guc_asic_source *s = guc_asic_sources[input];
	unsigned int i;
	bool found = false;

	for (i = 0; i < GUC_ASIC_MAX_SOURCES; i++) {
		if (!guc_asic_has(k, &s[i]) || (found && s[i].kind != GUC_ASIC_MORE_FACT))
			continue;
		print_source(text, &s[i]);
		found = true;
	}
	if (!found)
		guc_text_add(text, "%s%s not known", text->len ? ", " : "",
			     s[0].name);
}

/**
 * asic_origin() - print from which facts and tables a field's value is computed
 * @text: destination; nothing is added for a field that is always 0
 * @facts: facts of the device and its first GT
 * @field: name of the field
 */
void asic_origin(struct guc_text *text, const struct guc_facts *facts, const char *field)
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
	for (i = 0; i < GUC_ASIC_INPUTS; i++)
		if (wanted & BIT_ULL(i))
			print_input(text, &k, (enum guc_asic_input)i);
}
