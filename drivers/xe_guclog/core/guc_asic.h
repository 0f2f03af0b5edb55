/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * ASIC info: a structure with the properties of a GPU. Tools that read RDF traces (the traces of
 * AMD's PAL) expect this structure. The writer makes it from facts (see guc_facts.h), and the
 * reader reads it from untrusted files.
 */
#ifndef _GUC_ASIC_H_
#define _GUC_ASIC_H_

#include "guc_fault.h"
#include "guc_view.h"
#include "abi/guc_asic_abi.h"

struct guc_facts;
struct guc_text;

/**
 * DOC: ASIC info from facts
 *
 * The facts are the merged facts of the device and of its first GT, which has the
 * reference clock. Topology and caches are those of tile 0. Therefore a device with
 * several tiles is described by its first tile and the VRAM of all tiles.
 *
 * An unknown fact is replaced by the value in the row of the PCI id in
 * data/xe_devices.csv (vendor 8086 only). If this value is unknown too, the value in the row
 * of the graphics IP (or of the next older IP) in data/xe_graphics.csv is used, or else 0.
 * A fact that is known to be 0 stays 0, except clock_current_mhz, dss_per_slice and
 * l3_bank_kib. The graphics IP is the fact graphics_ip, or, if this fact is unknown, the
 * value in the row of the PCI id.
 *
 * In the second column of the table below, ``device.x`` is a column of data/xe_devices.csv,
 * ``graphics.x`` is a column of data/xe_graphics.csv, and a name without a dot is a fact or
 * another field of ASIC info.
 *
 * ==============================  ==========================================
 * field                           value (``a, else b``: b if a is unknown)
 * ==============================  ==========================================
 * pci_id                          pci_address without the domain
 * shader_core_clock_frequency     clock_current_mhz, or clock_max_mhz if the current
 *                                 clock is 0 or unknown, in Hz
 * max_shader_core_clock           clock_max_mhz in Hz
 * memory_clock_frequency          (memory_mtps, else device.memory_mtps) * 10^6 /
 *                                 memory_ops_per_clock; 0 if the divisor is 0
 * max_memory_clock                as memory_clock_frequency
 * gpu_timestamp_frequency         reference_clock_hz
 * device_id                       device part of pci_id
 * device_revision_id              pci_revision
 * vgprs_per_simd                  graphics.grf_per_eu; if this is 0 and the IP
 *                                 is 35.00 or newer, 128 * wavefronts_per_simd
 * shader_engines                  index of the last slice with a DSS, plus 1; at
 *                                 most 32
 * compute_unit_per_shader_engine  DSS of the slice with the most DSS
 * simd_per_compute_unit           number of bits of eu_per_dss_mask, else
 *                                 graphics.eus_per_dss
 * wavefronts_per_simd             threads_per_eu, else graphics.threads_per_eu
 * minimum_vgpr_alloc              graphics.grf_min
 * vgpr_alloc_granularity          graphics.grf_granularity
 * hardware_contexts               hardware_contexts
 * gpu_type                        gpu_type, else device.gpu_type
 * gfx_ip_major, gfx_ip_minor      graphics_ip / 100, % 100
 * gfx_ip_stepping                 graphics_step, else pci_revision if the IP is
 *                                 known and older than 12.70
 * gpu_index                       gpu_index
 * vram_size                       vram_bytes; 0 when gpu_type is integrated
 * vram_bus_width                  memory_bus_bits, else device.memory_bus_bits
 * l2_cache_size                   number of bits of l3_bank_mask * (l3_bank_kib,
 *                                 else graphics.l3_bank_kib) KiB; if the mask is
 *                                 unknown or a bank has 0 KiB,
 *                                 device.l3_kib KiB
 * l1_cache_size                   device.l1_kib KiB
 * lds_size                        slm_kib, else graphics.slm_kib, KiB
 * gpu_name                        device.name, else "Intel(R) Graphics (PLATFORM
 *                                 IP)", such as "(DG2 12.55)". PLATFORM is
 *                                 platform, else device.platform; PLATFORM or IP
 *                                 is left out if it is unknown
 * alu_per_clock                   all DSS * simd_per_compute_unit * (eu_simd,
 *                                 else graphics.eu_simd)
 * texture_per_clock               all DSS * graphics.texels_per_dss
 * prims_per_clock                 slices with a DSS * geometry_pipes_per_slice
 * pixels_per_clock                slices with a DSS * (pixels_per_slice, else
 *                                 device.pixels_per_slice)
 * memory_ops_per_clock            2 for ddr2 ddr3 ddr4 hbm hbm2 hbm3 lpddr4, 4 for
 *                                 gddr5 ddr5, 8 for lpddr5, 16 for gddr6, else 0
 * memory_chip_type                memory_type, else device.memory_type
 * lds_granularity                 1024
 * cu_mask                         [slice][0]: bit n is DSS n of the slice
 * all others                      0
 * ==============================  ==========================================
 *
 * The DSS (dual subslices) are the union of dss_geometry_mask and dss_compute_mask. Bit n is DSS
 * n % dss_per_slice of slice n / dss_per_slice. dss_per_slice is the first of the
 * fact, device.dss_per_slice, graphics.dss_per_slice and 4 that is known and not 0.
 * DSS that do not fit into cu_mask (in a 33rd slice, or a 17th DSS of a slice) are
 * missing there, but are counted in all other fields except shader_engines.
 *
 * If neither mask is known, the values of the whole die are used: device.slices
 * slices, device.dss DSS, and min(dss_per_slice, device.dss) DSS in one slice (0 if
 * device.slices is 0). cu_mask is 0, because the enabled DSS are unknown.
 *
 * Integers that do not fit, such as sizes beyond 4 GiB, become the largest value
 * that fits; gfx_ip_major, gfx_ip_minor and gfx_ip_stepping keep only their low 16
 * bits. guc_f32_bits() makes the floating-point fields.
 */

/* The forms of ASIC info. */
enum guc_asic_form {
	GUC_ASIC_V1,		/* 568 bytes */
	GUC_ASIC_V2,		/* 576 bytes; can be read but not written */
	GUC_ASIC_V3,		/* 608 bytes */
	GUC_ASIC_V1_PACKED,	/* 558 bytes */
	GUC_ASIC_RDF,		/* version 1 in an RDF file, 664 bytes */
};

/**
 * struct guc_asic - ASIC info that was read
 * @form: the form of the input
 * @version: version of the ASIC info: 1, 2 or 3; 0 if nothing was read
 * @info: the fields in the layout of version 3, little-endian; fields that an older version
 *	does not have are 0
 */
struct guc_asic {
	enum guc_asic_form form;
	u32 version;
	struct guc_asic_info_v3 info;
};

void guc_asic_fill(struct guc_asic_info_v3 *info, const struct guc_facts *facts);
ssize_t guc_asic_write(enum guc_asic_form form, const struct guc_facts *facts,
		       void *buf, size_t size);
int guc_asic_read(struct guc_asic *asic, struct guc_view blob,
		  struct guc_fault *fault);
u32 guc_f32_bits(u32 value);

/* The type of a field of ASIC info. */
enum guc_asic_kind {
	GUC_ASIC_U16,
	GUC_ASIC_U32,
	GUC_ASIC_U64,
	GUC_ASIC_X32,	/* u32 that is printed in hexadecimal */
	GUC_ASIC_BDF,	/* u32, bus << 16 | device << 8 | function */
	GUC_ASIC_F32,	/* u32, IEEE 754 single precision */
	GUC_ASIC_GPU,	/* u32, GUC_ASIC_GPU_* */
	GUC_ASIC_MEM,	/* u32, GUC_ASIC_MEM_* */
	GUC_ASIC_TEXT,	/* a string, padded with zeroes */
	GUC_ASIC_MASK,	/* u16, half of the mask of a slice in cu_mask */
};

/**
 * struct guc_asic_field - one field of struct guc_asic_info_v3
 * @name: name of the member
 * @unit: unit of the value, NULL when it has none
 * @offset: offset in the struct, bytes
 * @count: number of elements of an array, or of bytes of a string; 1 for other fields
 * @kind: enum guc_asic_kind
 * @version: the first version of ASIC info that has the field
 */
struct guc_asic_field {
	const char *name;
	const char *unit;
	u16 offset;
	u16 count;
	u8 kind;
	u8 version;
};

/* The fields of ASIC info in the order of the structure, without the padding. */
#define GUC_ASIC_FIELDS	47
extern const struct guc_asic_field guc_asic_fields[GUC_ASIC_FIELDS];

u64 guc_asic_number(const struct guc_asic *asic,
		    const struct guc_asic_field *field, unsigned int i);
void guc_asic_print(struct guc_text *text, const struct guc_asic *asic,
		    const struct guc_asic_field *field, unsigned int i);
void guc_asic_report(struct guc_text *text, const struct guc_asic *asic);
const char *guc_gpu_type_name(u32 type);
const char *guc_memory_type_name(u32 type);

/* The functions below are used only by the writer and the reader of ASIC info. */
size_t guc_asic_size(enum guc_asic_form form);
u32 guc_asic_version(enum guc_asic_form form);
void guc_asic_cut(enum guc_asic_form form, const struct guc_asic_info_v3 *info,
		  u8 *to);
size_t guc_asic_offset(enum guc_asic_form form, size_t offset);
size_t guc_asic_join(enum guc_asic_form form, const u8 *from,
		     struct guc_asic_info_v3 *info);

#endif
