// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * ASIC info in words: one list of fields, for text and for whoever wants numbers.
 */
#include "guc_asic.h"
#include "guc_text.h"

#define ASIC_FIELD(ver, kind_, count_, name_, unit_) { \
	.name = #name_, \
	.unit = unit_, \
	.offset = offsetof(struct guc_asic_info_v3, name_), \
	.count = count_, \
	.kind = GUC_ASIC_##kind_, \
	.version = ver, \
}

const struct guc_asic_field guc_asic_fields[GUC_ASIC_FIELDS] = {
	ASIC_FIELD(2, BDF, 1, pci_id, NULL),
	ASIC_FIELD(1, U64, 1, shader_core_clock_frequency, "Hz"),
	ASIC_FIELD(1, U64, 1, memory_clock_frequency, "Hz"),
	ASIC_FIELD(1, U64, 1, gpu_timestamp_frequency, "Hz"),
	ASIC_FIELD(1, U64, 1, max_shader_core_clock, "Hz"),
	ASIC_FIELD(1, U64, 1, max_memory_clock, "Hz"),
	ASIC_FIELD(1, X32, 1, device_id, NULL),
	ASIC_FIELD(1, X32, 1, device_revision_id, NULL),
	ASIC_FIELD(1, U32, 1, vgprs_per_simd, "registers"),
	ASIC_FIELD(1, U32, 1, sgprs_per_simd, "registers"),
	ASIC_FIELD(1, U32, 1, shader_engines, "slices"),
	ASIC_FIELD(1, U32, 1, compute_unit_per_shader_engine, "DSS"),
	ASIC_FIELD(1, U32, 1, simd_per_compute_unit, "EUs"),
	ASIC_FIELD(1, U32, 1, wavefronts_per_simd, "threads"),
	ASIC_FIELD(1, U32, 1, minimum_vgpr_alloc, "registers"),
	ASIC_FIELD(1, U32, 1, vgpr_alloc_granularity, "registers"),
	ASIC_FIELD(1, U32, 1, minimum_sgpr_alloc, "registers"),
	ASIC_FIELD(1, U32, 1, sgpr_alloc_granularity, "registers"),
	ASIC_FIELD(1, U32, 1, hardware_contexts, "engines"),
	ASIC_FIELD(1, GPU, 1, gpu_type, NULL),
	ASIC_FIELD(1, U16, 1, gfx_ip_major, NULL),
	ASIC_FIELD(1, U16, 1, gfx_ip_minor, NULL),
	ASIC_FIELD(1, U16, 1, gfx_ip_stepping, NULL),
	ASIC_FIELD(1, U32, 1, gpu_index, NULL),
	ASIC_FIELD(1, U32, 1, ce_ram_size, "bytes"),
	ASIC_FIELD(1, U32, 1, ce_ram_size_graphics, "bytes"),
	ASIC_FIELD(1, U32, 1, ce_ram_size_compute, "bytes"),
	ASIC_FIELD(1, U32, 1, max_number_of_dedicated_cus, NULL),
	ASIC_FIELD(1, U64, 1, vram_size, "bytes"),
	ASIC_FIELD(1, U32, 1, vram_bus_width, "bits"),
	ASIC_FIELD(1, U32, 1, l2_cache_size, "bytes"),
	ASIC_FIELD(1, U32, 1, l1_cache_size, "bytes"),
	ASIC_FIELD(1, U32, 1, lds_size, "bytes"),
	ASIC_FIELD(1, TEXT, GUC_ASIC_NAME_SIZE, gpu_name, NULL),
	ASIC_FIELD(1, F32, 1, alu_per_clock, "lanes"),
	ASIC_FIELD(1, F32, 1, texture_per_clock, "texels"),
	ASIC_FIELD(1, F32, 1, prims_per_clock, "primitives"),
	ASIC_FIELD(1, F32, 1, pixels_per_clock, "pixels"),
	ASIC_FIELD(1, U32, 1, memory_ops_per_clock, "transfers"),
	ASIC_FIELD(1, MEM, 1, memory_chip_type, NULL),
	ASIC_FIELD(1, U32, 1, lds_granularity, "bytes"),
	ASIC_FIELD(1, MASK, 64, cu_mask, NULL),
	ASIC_FIELD(3, X32, 4, pixel_packer_mask, NULL),
	ASIC_FIELD(3, U32, 1, gl1_cache_size, "bytes"),
	ASIC_FIELD(3, U32, 1, inst_cache_size, "bytes"),
	ASIC_FIELD(3, U32, 1, scalar_cache_size, "bytes"),
	ASIC_FIELD(3, U32, 1, mall_cache_size, "bytes"),
};

/**
 * guc_gpu_type_name() - a gpu_type in words
 * @type: GUC_ASIC_GPU_*
 *
 * Context: any, does not sleep.
 * Return: a constant string, NULL when @type is not known.
 */
const char *guc_gpu_type_name(u32 type)
{
	static const char * const names[] = {
		[GUC_ASIC_GPU_UNKNOWN] = "unknown",
		[GUC_ASIC_GPU_INTEGRATED] = "integrated",
		[GUC_ASIC_GPU_DISCRETE] = "discrete",
		[GUC_ASIC_GPU_VIRTUAL] = "virtual",
	};

	return type < ARRAY_SIZE(names) ? names[type] : NULL;
}

/**
 * guc_memory_type_name() - a memory_chip_type in words
 * @type: GUC_ASIC_MEM_*
 *
 * Context: any, does not sleep.
 * Return: a constant string, NULL when @type is not known.
 */
const char *guc_memory_type_name(u32 type)
{
	static const char * const names[] = {
		[GUC_ASIC_MEM_UNKNOWN] = "unknown",
		[GUC_ASIC_MEM_DDR] = "ddr",
		[GUC_ASIC_MEM_DDR2] = "ddr2",
		[GUC_ASIC_MEM_DDR3] = "ddr3",
		[GUC_ASIC_MEM_DDR4] = "ddr4",
		[GUC_ASIC_MEM_DDR5] = "ddr5",
		[GUC_ASIC_MEM_GDDR3] = "gddr3",
		[GUC_ASIC_MEM_GDDR4] = "gddr4",
		[GUC_ASIC_MEM_GDDR5] = "gddr5",
		[GUC_ASIC_MEM_GDDR6] = "gddr6",
		[GUC_ASIC_MEM_HBM] = "hbm",
		[GUC_ASIC_MEM_HBM2] = "hbm2",
		[GUC_ASIC_MEM_HBM3] = "hbm3",
		[GUC_ASIC_MEM_LPDDR4] = "lpddr4",
		[GUC_ASIC_MEM_LPDDR5] = "lpddr5",
	};

	return type < ARRAY_SIZE(names) ? names[type] : NULL;
}

/**
 * guc_asic_number() - an integer out of the ASIC info
 * @asic: the ASIC info
 * @field: one of guc_asic_fields, not GUC_ASIC_TEXT
 * @i: index, less than the field's count
 *
 * Context: any, does not sleep.
 * Return: the value, of GUC_ASIC_F32 the bits; 0 when the version of @asic does
 * not have the field.
 */
u64 guc_asic_number(const struct guc_asic *asic,
		    const struct guc_asic_field *field, unsigned int i)
{
	const u8 *at = (const u8 *)&asic->info + field->offset;
	__le16 half;
	__le64 whole;
	__le32 word;

	switch (field->kind) {
	case GUC_ASIC_TEXT:
		return 0;
	case GUC_ASIC_U16:
	case GUC_ASIC_MASK:
		memcpy(&half, at + i * sizeof(half), sizeof(half));
		return le16_to_cpu(half);
	case GUC_ASIC_U64:
		memcpy(&whole, at + i * sizeof(whole), sizeof(whole));
		return le64_to_cpu(whole);
	default:
		memcpy(&word, at + i * sizeof(word), sizeof(word));
		return le32_to_cpu(word);
	}
}

/* From a stranger's file: what does not print, and the backslash, is \xNN. */
static void asic_print_string(struct guc_text *text, const char *s, size_t size)
{
	size_t len = strnlen(s, size);
	size_t i;

	for (i = 0; i < len; i++) {
		if (s[i] >= 0x20 && s[i] < 0x7f && s[i] != '\\')
			guc_text_add(text, "%c", s[i]);
		else
			guc_text_add(text, "\\x%02x", (u8)s[i]);
	}
}

/* @mantissa / 2^@shift, @shift 1..40: as many decimals as it takes. */
static void asic_print_fraction(struct guc_text *text, u64 mantissa,
				unsigned int shift)
{
	u64 below = BIT_ULL(shift) - 1;

	guc_text_add(text, "%llu.", mantissa >> shift);
	for (mantissa &= below; mantissa; mantissa &= below) {
		mantissa *= 10;
		guc_text_add(text, "%c", '0' + (char)(mantissa >> shift));
	}
}

/* Exact without a float: decimal, or mantissa and exponent when that is long. */
static void asic_print_f32(struct guc_text *text, u32 bits)
{
	u32 exponent = (bits >> 23) & 0xff;
	u64 mantissa = bits & 0x7fffff;
	int shift = (exponent ? (int)exponent : 1) - 150;

	guc_text_add(text, "%s", bits >> 31 ? "-" : "");
	if (exponent == 0xff) {
		guc_text_add(text, "%s", mantissa ? "nan" : "inf");
		return;
	}
	if (exponent)
		mantissa |= 0x800000;
	for (; mantissa && !(mantissa & 1); shift++)
		mantissa >>= 1;
	if (!mantissa)
		guc_text_add(text, "0");
	else if (shift >= 0 && shift <= 40)
		guc_text_add(text, "%llu", mantissa << shift);
	else if (shift < 0 && shift >= -40)
		asic_print_fraction(text, mantissa, -shift);
	else
		guc_text_add(text, "%llu*2^%d", mantissa, shift);
}

static void asic_print_name(struct guc_text *text, const char *name, u64 value)
{
	if (name)
		guc_text_add(text, "%s", name);
	else
		guc_text_add(text, "%llu", value);
}

/**
 * guc_asic_print() - a field's value as text, without its name and unit
 * @text: where to
 * @asic: the ASIC info
 * @field: one of guc_asic_fields
 * @i: index, less than the field's count; 0 for GUC_ASIC_TEXT
 *
 * Names and floats are printed exactly, whatever a file has in them; an unknown
 * type is printed as a number.
 *
 * Context: any, does not sleep.
 */
void guc_asic_print(struct guc_text *text, const struct guc_asic *asic,
		    const struct guc_asic_field *field, unsigned int i)
{
	u64 n = guc_asic_number(asic, field, i);

	switch (field->kind) {
	case GUC_ASIC_X32:
		guc_text_add(text, "0x%llx", n);
		break;
	case GUC_ASIC_BDF:
		guc_text_add(text, "%02llx:%02llx.%llx", n >> 16,
			     (n >> 8) & 0xff, n & 0xff);
		break;
	case GUC_ASIC_F32:
		asic_print_f32(text, n);
		break;
	case GUC_ASIC_GPU:
		asic_print_name(text, guc_gpu_type_name(n), n);
		break;
	case GUC_ASIC_MEM:
		asic_print_name(text, guc_memory_type_name(n), n);
		break;
	case GUC_ASIC_TEXT:
		asic_print_string(text, (const char *)&asic->info + field->offset,
				  field->count);
		break;
	case GUC_ASIC_MASK:
		guc_text_add(text, "0x%04llx", n);
		break;
	default:
		guc_text_add(text, "%llu", n);
		break;
	}
}

/* One line per slice up to the last that has a bit, second half only if any. */
static void asic_report_masks(struct guc_text *text, const struct guc_asic *asic,
			      const struct guc_asic_field *field)
{
	unsigned int i, end = 0;

	for (i = 0; i < field->count; i++)
		if (guc_asic_number(asic, field, i))
			end = i + 1;
	for (i = 0; i < end; i += 2) {
		guc_text_add(text, "%s[%u]=", field->name, i / 2);
		guc_asic_print(text, asic, field, i);
		if (guc_asic_number(asic, field, i + 1)) {
			guc_text_add(text, " ");
			guc_asic_print(text, asic, field, i + 1);
		}
		guc_text_add(text, "\n");
	}
}

static void asic_report_field(struct guc_text *text, const struct guc_asic *asic,
			      const struct guc_asic_field *field)
{
	unsigned int count = field->kind == GUC_ASIC_TEXT ? 1 : field->count;
	unsigned int i;

	for (i = 0; i < count; i++) {
		guc_text_add(text, "%s", field->name);
		if (count > 1)
			guc_text_add(text, "[%u]", i);
		guc_text_add(text, "=");
		guc_asic_print(text, asic, field, i);
		if (field->unit)
			guc_text_add(text, " %s", field->unit);
		guc_text_add(text, "\n");
	}
}

/**
 * guc_asic_report() - ASIC info in words
 * @text: where to
 * @asic: the ASIC info
 *
 * One line per field that its version has, ``name=value unit``, in the order of
 * the structure; of cu_mask one line per slice.
 *
 * Context: any, does not sleep.
 */
void guc_asic_report(struct guc_text *text, const struct guc_asic *asic)
{
	const struct guc_asic_field *field;

	for (field = guc_asic_fields;
	     field < guc_asic_fields + GUC_ASIC_FIELDS; field++) {
		if (field->version > asic->version)
			continue;
		if (field->kind == GUC_ASIC_MASK)
			asic_report_masks(text, asic, field);
		else
			asic_report_field(text, asic, field);
	}
}
