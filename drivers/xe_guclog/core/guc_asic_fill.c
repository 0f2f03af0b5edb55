// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * This file computes the fields of ASIC info (the properties of a GPU in the format of AMD's PAL)
 * from facts (see guc_facts.h). The table in guc_asic.h has a rule for each field.
 */
#include "guc_asic.h"
#include "guc_asic_source.h"
#include "guc_device.h"
#include "guc_text.h"
#include "guc_topology.h"

static u32 asic_u32(u64 value)
{
	return (u32)min_t(u64, value, U32_MAX);
}

/**
 * guc_f32_bits() - convert an integer to an IEEE 754 single
 * @value: the integer
 *
 * The conversion uses only integers, because the kernel does not use floating point. The result
 * is exact up to 2^24; larger values are rounded towards 0.
 *
 * Context: any, does not sleep.
 * Return: the bits of the float.
 */
u32 guc_f32_bits(u32 value)
{
	u32 exponent, mantissa;

	if (!value)
		return 0;
	exponent = (u32)fls(value) - 1;
	mantissa = exponent > 23 ? value >> (exponent - 23) :
				   value << (23 - exponent);
	return (exponent + 127) << 23 | (mantissa & 0x7fffff);
}

static u32 asic_in(const struct guc_asic_known *k, enum guc_asic_input input)
{
	return asic_u32(guc_asic_value(k, input));
}

static __le32 asic_float(u64 value)
{
	return cpu_to_le32(guc_f32_bits(asic_u32(value)));
}

static void asic_fill_name(struct guc_asic_info_v3 *info,
			   const struct guc_asic_known *k)
{
	struct guc_text name = {
		.buf = info->gpu_name,
		.size = sizeof(info->gpu_name),
	};
	const char *platform = k->facts->platform;

	if (k->dev->name) {
		guc_text_add(&name, "%s", k->dev->name);
		return;
	}
	if (!*platform)
		platform = k->dev->platform;
	guc_text_add(&name, "Intel(R) Graphics");
	if (platform && k->ip)
		guc_text_add(&name, " (%s %u.%02u)", platform, k->ip / 100,
			     k->ip % 100);
	else if (platform)
		guc_text_add(&name, " (%s)", platform);
	else if (k->ip)
		guc_text_add(&name, " (%u.%02u)", k->ip / 100, k->ip % 100);
}

static void asic_fill_identity(struct guc_asic_info_v3 *info,
			       const struct guc_asic_known *k)
{
	const struct guc_facts *f = k->facts;
	u32 step = 0;

	if (k->has_step)
		step = asic_in(k, GUC_ASIC_IN_STEP);
	info->pci_id = cpu_to_le32((u32)f->pci_address.bus << 16 |
				   (u32)f->pci_address.dev << 8 |
				   f->pci_address.fn);
	info->device_id = cpu_to_le32(f->pci_id.device);
	info->device_revision_id = cpu_to_le32(f->pci_revision);
	info->gpu_type = cpu_to_le32(k->gpu_type);
	info->gfx_ip_major = cpu_to_le16((u16)(k->ip / 100));
	info->gfx_ip_minor = cpu_to_le16((u16)(k->ip % 100));
	info->gfx_ip_stepping = cpu_to_le16((u16)step);
	info->gpu_index = cpu_to_le32(f->gpu_index);
	info->hardware_contexts = cpu_to_le32(f->hardware_contexts);
}

static void asic_fill_clocks(struct guc_asic_info_v3 *info,
			     const struct guc_asic_known *k)
{
	/*
	 * The current clock is 0 while the GT is in RC6 (power saving). Readers
	 * of ASIC info do not expect 0, so the input GUC_ASIC_IN_CLOCK is then
	 * the maximum clock.
	 */
	u64 now = guc_asic_value(k, GUC_ASIC_IN_CLOCK);
	u64 max = guc_asic_value(k, GUC_ASIC_IN_CLOCK_MAX);

	info->shader_core_clock_frequency = cpu_to_le64(now * 1000000ull);
	info->max_shader_core_clock = cpu_to_le64(max * 1000000ull);
	info->gpu_timestamp_frequency =
		cpu_to_le64(guc_asic_value(k, GUC_ASIC_IN_REFERENCE));
}

static u32 asic_dss_per_slice(const struct guc_asic_known *k)
{
	u32 dss = asic_in(k, GUC_ASIC_IN_DSS_OF_SLICE);

	return dss ? dss : 4;
}

/*
 * Fill @t for a GPU of which it is unknown which DSS (dual subslices) are enabled. Use the number
 * of slices and DSS of the whole die, and leave t->row, the masks of the enabled DSS, at 0.
 */
static void asic_die(struct guc_topology *t, const struct guc_asic_known *k)
{
	*t = (struct guc_topology){
		.extent = asic_in(k, GUC_ASIC_IN_EXTENT),
		.slices = asic_in(k, GUC_ASIC_IN_EXTENT),
		.dss = asic_in(k, GUC_ASIC_IN_DSS),
	};
	if (t->slices)
		t->fullest = min(t->dss, asic_dss_per_slice(k));
}

static void asic_find_topology(struct guc_topology *t,
			       const struct guc_asic_known *k)
{
	const struct guc_facts *f = k->facts;
	struct guc_mask mask = {
		.lo = f->dss_geometry_mask.lo | f->dss_compute_mask.lo,
		.hi = f->dss_geometry_mask.hi | f->dss_compute_mask.hi,
	};

	if (k->has_dss_masks)
		guc_topology_count(t, &mask, asic_dss_per_slice(k));
	else
		asic_die(t, k);
}

static void asic_fill_slices(struct guc_asic_info_v3 *info,
			     const struct guc_asic_known *k,
			     const struct guc_topology *t)
{
	u32 pipes = asic_in(k, GUC_ASIC_IN_PIPES);
	u32 pixels = asic_in(k, GUC_ASIC_IN_PIXELS);
	unsigned int i;

	for (i = 0; i < GUC_ASIC_MAX_SLICES; i++)
		info->cu_mask[i][0] = cpu_to_le16(t->row[i]);
	info->shader_engines = cpu_to_le32(min(t->extent, GUC_ASIC_MAX_SLICES));
	info->compute_unit_per_shader_engine = cpu_to_le32(t->fullest);
	info->prims_per_clock = asic_float((u64)t->slices * pipes);
	info->pixels_per_clock = asic_float((u64)t->slices * pixels);
}

static void asic_fill_units(struct guc_asic_info_v3 *info,
			    const struct guc_asic_known *k,
			    const struct guc_topology *t)
{
	u32 threads = asic_in(k, GUC_ASIC_IN_THREADS);
	u32 lanes = asic_in(k, GUC_ASIC_IN_LANES);
	u32 eus = asic_in(k, GUC_ASIC_IN_EUS);
	u64 grf = guc_asic_value(k, GUC_ASIC_IN_GRF);

	/*
	 * The size of Xe3p's register file is not published. Use the
	 * smallest possible size: 128 registers for each thread.
	 */
	if (k->grf_by_threads)
		grf = 128ull * threads;
	info->vgprs_per_simd = cpu_to_le32(asic_u32(grf));
	info->minimum_vgpr_alloc = cpu_to_le32(asic_in(k, GUC_ASIC_IN_GRF_MIN));
	info->vgpr_alloc_granularity =
		cpu_to_le32(asic_in(k, GUC_ASIC_IN_GRF_STEP));
	info->simd_per_compute_unit = cpu_to_le32(eus);
	info->wavefronts_per_simd = cpu_to_le32(threads);
	info->alu_per_clock = asic_float((u64)t->dss * eus * lanes);
	info->texture_per_clock =
		asic_float(t->dss * guc_asic_value(k, GUC_ASIC_IN_TEXELS));
}

static u32 asic_kib(u64 kib)
{
	return asic_u32(kib * 1024);
}

static void asic_fill_caches(struct guc_asic_info_v3 *info,
			     const struct guc_asic_known *k)
{
	u64 l3 = guc_asic_value(k, GUC_ASIC_IN_L3);

	if (k->has_l3_banks)
		l3 = guc_asic_value(k, GUC_ASIC_IN_L3_BANKS) * k->l3_bank_kib;
	info->l2_cache_size = cpu_to_le32(asic_kib(l3));
	info->l1_cache_size = cpu_to_le32(asic_kib(guc_asic_value(k, GUC_ASIC_IN_L1)));
	info->lds_size = cpu_to_le32(asic_kib(guc_asic_value(k, GUC_ASIC_IN_SLM)));
	info->lds_granularity = cpu_to_le32(1024);
}

/*
 * Return: log2 of the number of transfers per clock of a memory type, or 0 if this number is
 * unknown. The numbers are those of AMD's Platform Abstraction Library (PAL).
 */
static u32 asic_memory_shift(u32 type)
{
	switch (type) {
	case GUC_ASIC_MEM_DDR2:
	case GUC_ASIC_MEM_DDR3:
	case GUC_ASIC_MEM_DDR4:
	case GUC_ASIC_MEM_HBM:
	case GUC_ASIC_MEM_HBM2:
	case GUC_ASIC_MEM_HBM3:
	case GUC_ASIC_MEM_LPDDR4:
		return 1;
	case GUC_ASIC_MEM_DDR5:
	case GUC_ASIC_MEM_GDDR5:
		return 2;
	case GUC_ASIC_MEM_LPDDR5:
		return 3;
	case GUC_ASIC_MEM_GDDR6:
		return 4;
	}
	return 0;
}

static void asic_fill_memory(struct guc_asic_info_v3 *info,
			     const struct guc_asic_known *k)
{
	u32 type = asic_in(k, GUC_ASIC_IN_MEMORY);
	u32 mtps = asic_in(k, GUC_ASIC_IN_RATE);
	u32 shift = asic_memory_shift(type);
	bool integrated = k->gpu_type == GUC_ASIC_GPU_INTEGRATED;

	info->memory_chip_type = cpu_to_le32(type);
	info->vram_bus_width = cpu_to_le32(asic_in(k, GUC_ASIC_IN_BUS));
	info->vram_size = cpu_to_le64(integrated ? 0 :
				      guc_asic_value(k, GUC_ASIC_IN_VRAM));
	if (!shift)
		return;
	/*
	 * Readers of ASIC info multiply the memory clock by the transfers per
	 * clock to get the data rate, so divide the data rate by them here.
	 */
	info->memory_ops_per_clock = cpu_to_le32(1u << shift);
	info->max_memory_clock = cpu_to_le64(mtps * 1000000ull >> shift);
	info->memory_clock_frequency = info->max_memory_clock;
}

/**
 * guc_asic_fill() - fill all fields of the ASIC info
 * @info: the result; unknown fields and all padding are 0
 * @facts: facts (see guc_facts.h) of the device and its first GT, merged
 *
 * Context: any, does not sleep.
 */
void guc_asic_fill(struct guc_asic_info_v3 *info, const struct guc_facts *facts)
{
	struct guc_topology t;
	struct guc_asic_known k;

	memset(info, 0, sizeof(*info));
	guc_asic_know(&k, facts);
	asic_find_topology(&t, &k);
	asic_fill_name(info, &k);
	asic_fill_identity(info, &k);
	asic_fill_clocks(info, &k);
	asic_fill_slices(info, &k, &t);
	asic_fill_units(info, &k, &t);
	asic_fill_caches(info, &k);
	asic_fill_memory(info, &k);
}
