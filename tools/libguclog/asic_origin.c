// SPDX-License-Identifier: GPL-2.0-only
/*
 * Prints the sources of a field: guc_asic_source.c has those of each input, the table
 * below the inputs of each field.
 */
#include "guc_asic.h"
#include "guc_asic_source.h"
#include "guc_device.h"
#include "guc_text.h"
#include "internal.h"

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

/* The inputs of some fields depend on the known facts. */
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
	/* The values of the die are used; the positions of its DSS are unknown. */
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

static void print_sources(struct guc_text *text, const struct guc_facts *facts, const char *field)
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

size_t guclog_asic_origin(const struct guclog_facts *facts, const char *field, char *buf,
			  size_t size)
{
	struct guc_text text = guclog_text(buf, size);

	print_sources(&text, const_core_facts(facts), field);
	return text.len;
}

static void report_value(struct guc_text *text, const struct guc_asic *asic,
			 const struct guc_asic_field *field, unsigned int i)
{
	guc_text_add(text, "%s", field->name);
	if (field->kind == GUC_ASIC_MASK)
		guc_text_add(text, "[%u]", i / 2);
	else if (field->kind != GUC_ASIC_TEXT && field->count > 1)
		guc_text_add(text, "[%u]", i);
	guc_text_add(text, "=");
	guc_asic_print(text, asic, field, i);
	if (field->unit)
		guc_text_add(text, " %s", field->unit);
}

static void each_value(const struct guc_asic *asic, const struct guclog_facts *facts,
		       const struct guc_asic_field *field, guclog_asic_value_fn value,
		       void *context)
{
	char line[256], from[256] = "";
	struct guc_text left = { .buf = line, .size = sizeof(line) };
	unsigned int i;

	if (!guclog_asic_origin(facts, field->name, from, sizeof(from)))
		return;
	/* Only the masks of the slices that are present. */
	for (i = 0; i < field->count; i++) {
		if (i && (field->kind == GUC_ASIC_TEXT ||
			  !guc_asic_number(asic, field, i)))
			continue;
		left.len = 0;
		report_value(&left, asic, field, i);
		value(context, line, from);
	}
}

void guclog_asic_explain(const struct guclog_facts *facts, guclog_asic_value_fn value,
			 void *context)
{
	struct guc_asic asic = { .form = GUC_ASIC_V3, .version = 3 };
	unsigned int i;

	guc_asic_fill(&asic.info, const_core_facts(facts));
	for (i = 0; i < GUC_ASIC_FIELDS; i++)
		each_value(&asic, facts, &guc_asic_fields[i], value, context);
}
