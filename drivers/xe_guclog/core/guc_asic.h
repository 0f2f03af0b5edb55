/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * ASIC info: written from facts, read from untrusted files.
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
 * The facts are those of the device and of its first GT (for the reference
 * clock), merged. Topology and caches are those of tile 0; a device with more
 * tiles is described by its first tile and the VRAM of all tiles.
 *
 * A fact that is not known is taken from the row of the PCI id in
 * data/xe_devices.csv (vendor 8086 only), else from the row of the graphics IP in
 * data/xe_graphics.csv (the last one that is not newer), else it is 0. A fact that
 * is known to be 0 stays 0, with three exceptions: clock_current_mhz,
 * dss_per_slice and l3_bank_kib. graphics_ip itself is the fact, else the id's. Columns below are
 * written ``device.x`` and ``graphics.x``.
 *
 * ==============================  ==========================================
 * field                           value
 * ==============================  ==========================================
 * pci_id                          pci_address without the domain
 * shader_core_clock_frequency     clock_current_mhz, when 0 clock_max_mhz, in
 *                                 Hz
 * max_shader_core_clock           clock_max_mhz in Hz
 * memory_clock_frequency          memory_mtps (else device.memory_mtps) * 10^6 /
 *                                 memory_ops_per_clock, 0 when that is 0
 * max_memory_clock                the same
 * gpu_timestamp_frequency         reference_clock_hz
 * device_id, device_revision_id   of pci_id; pci_revision
 * vgprs_per_simd                  graphics.grf_per_eu; when that is 0 and the IP
 *                                 is 35.00 or newer, 128 * wavefronts_per_simd
 * shader_engines                  last slice with a DSS + 1, at most 32
 * compute_unit_per_shader_engine  DSS of the fullest slice
 * simd_per_compute_unit           bits of eu_per_dss_mask, else
 *                                 graphics.eus_per_dss
 * wavefronts_per_simd             threads_per_eu, else graphics.threads_per_eu
 * minimum_vgpr_alloc              graphics.grf_min
 * vgpr_alloc_granularity          graphics.grf_granularity
 * hardware_contexts               hardware_contexts
 * gpu_type                        gpu_type, else device.gpu_type
 * gfx_ip_major, gfx_ip_minor      graphics_ip / 100, % 100
 * gfx_ip_stepping                 graphics_step; when not known and the IP is
 *                                 known and older than 12.70, pci_revision
 * gpu_index                       gpu_index
 * vram_size                       vram_bytes; 0 when gpu_type is integrated
 * vram_bus_width                  memory_bus_bits, else device.memory_bus_bits
 * l2_cache_size                   bits of l3_bank_mask * (l3_bank_kib, else
 *                                 graphics.l3_bank_kib) KiB; when the mask is
 *                                 not known or a bank has 0 KiB,
 *                                 device.l3_kib KiB
 * l1_cache_size                   device.l1_kib KiB
 * lds_size                        slm_kib, else graphics.slm_kib, KiB
 * gpu_name                        device.name; when there is none "Intel(R)
 *                                 Graphics (PLATFORM IP)", e.g. "(DG2 12.55)",
 *                                 with platform else device.platform; of the
 *                                 parentheses only what is known
 * alu_per_clock                   all DSS * simd_per_compute_unit * (eu_simd,
 *                                 else graphics.eu_simd)
 * texture_per_clock               all DSS * graphics.texels_per_dss
 * prims_per_clock                 slices with a DSS * geometry_pipes_per_slice
 * pixels_per_clock                slices with a DSS * (pixels_per_slice, else
 *                                 device.pixels_per_slice)
 * memory_ops_per_clock            by type: 2 ddr2 ddr3 ddr4 hbm hbm2 hbm3 lpddr4,
 *                                 4 gddr5 ddr5, 8 lpddr5, 16 gddr6, else 0
 * memory_chip_type                memory_type, else device.memory_type
 * lds_granularity                 1024
 * cu_mask                         [slice][0]: the slice's DSS, bit 0 first
 * all others                      0
 * ==============================  ==========================================
 *
 * DSS are the union of both masks. Bit n is DSS n % dss_per_slice of slice
 * n / dss_per_slice, where dss_per_slice is the fact when it is not 0, else
 * device.dss_per_slice when not 0, else graphics.dss_per_slice when not 0, else
 * 4. What does not fit into cu_mask (a 33rd slice, a 17th DSS of a slice) is left
 * out of it but counted everywhere else, except that shader_engines stays at 32.
 *
 * When neither mask is known the values of the die are used: device.slices slices,
 * device.dss DSS, min(dss_per_slice, device.dss) of them in the fullest slice (0
 * when device.slices is 0), and cu_mask stays 0: it is unknown which ones.
 *
 * Integers that do not fit (sizes beyond 4 GiB, say) are given as the largest that
 * does. IP and stepping keep their low 16 bits. Floats: see guc_f32_bits().
 */

/* The forms of ASIC info. */
enum guc_asic_form {
	GUC_ASIC_V1,		/* 568 bytes */
	GUC_ASIC_V2,		/* 576 bytes, read only */
	GUC_ASIC_V3,		/* 608 bytes */
	GUC_ASIC_V1_PACKED,	/* 558 bytes */
	GUC_ASIC_RDF,		/* version 1 in an RDF file, 664 bytes */
};

/**
 * struct guc_asic - what was read
 * @form: the form of the input
 * @version: 1, 2 or 3; 0 when nothing was read
 * @info: the fields as version 3, little-endian; fields that an older version
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

/* The type of a field. */
enum guc_asic_kind {
	GUC_ASIC_U16,
	GUC_ASIC_U32,
	GUC_ASIC_U64,
	GUC_ASIC_X32,	/* a number that is printed in hexadecimal */
	GUC_ASIC_BDF,	/* u32, bus << 16 | device << 8 | function */
	GUC_ASIC_F32,	/* u32, IEEE 754 single precision */
	GUC_ASIC_GPU,	/* u32, GUC_ASIC_GPU_* */
	GUC_ASIC_MEM,	/* u32, GUC_ASIC_MEM_* */
	GUC_ASIC_TEXT,	/* all bytes of a string, zero-padded */
	GUC_ASIC_MASK,	/* u16 */
};

/**
 * struct guc_asic_field - one field of struct guc_asic_info_v3
 * @name: as in the struct
 * @unit: unit of the value, NULL when it has none
 * @offset: bytes, in the struct
 * @count: 1; for an array the number of elements, for a string the number of
 *	bytes
 * @kind: enum guc_asic_kind
 * @version: the first one that has the field
 */
struct guc_asic_field {
	const char *name;
	const char *unit;
	u16 offset;
	u16 count;
	u8 kind;
	u8 version;
};

/* All fields in order, without the padding. */
#define GUC_ASIC_FIELDS	47
extern const struct guc_asic_field guc_asic_fields[GUC_ASIC_FIELDS];

u64 guc_asic_number(const struct guc_asic *asic,
		    const struct guc_asic_field *field, unsigned int i);
void guc_asic_print(struct guc_text *text, const struct guc_asic *asic,
		    const struct guc_asic_field *field, unsigned int i);
void guc_asic_report(struct guc_text *text, const struct guc_asic *asic);
const char *guc_gpu_type_name(u32 type);
const char *guc_memory_type_name(u32 type);

/* These functions are used only by the writer and the reader of ASIC info. */
size_t guc_asic_size(enum guc_asic_form form);
u32 guc_asic_version(enum guc_asic_form form);
void guc_asic_cut(enum guc_asic_form form, const struct guc_asic_info_v3 *info,
		  u8 *to);
size_t guc_asic_offset(enum guc_asic_form form, size_t offset);
size_t guc_asic_join(enum guc_asic_form form, const u8 *from,
		     struct guc_asic_info_v3 *info);

#endif
