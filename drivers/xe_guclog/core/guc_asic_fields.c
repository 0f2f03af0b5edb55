// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * The list of the fields of ASIC info (the properties of a GPU, see guc_asic.h), for reports and
 * for access by index.
 */
#include "guc_asic.h"

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
 * guc_gpu_type_name() - get the name of a GPU type
 * @type: value of the field gpu_type, GUC_ASIC_GPU_*
 *
 * Context: any, does not sleep.
 * Return: a constant string, or NULL if @type is not known.
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
 * guc_memory_type_name() - get the name of a memory type
 * @type: value of the field memory_chip_type, GUC_ASIC_MEM_*
 *
 * Context: any, does not sleep.
 * Return: a constant string, or NULL if @type is not known.
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
 * guc_asic_number() - read a field of the ASIC info as an integer
 * @asic: the ASIC info
 * @field: one of guc_asic_fields[]
 * @i: index of the element, less than @field->count; 0 if the field is not an array
 *
 * Context: any, does not sleep.
 * Return: the value of the element; for a field of kind GUC_ASIC_F32, the bits of the float.
 * 0 for a string, and if the version of @asic does not have the field.
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
