/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * ASIC info: the description of a GPU that tools for PAL and RDF traces expect. PAL is AMD's
 * Platform Abstraction Library, and RDF is the container format of its traces, see guc_rdf_abi.h.
 *
 * Source: PAL, src/gpuUtil/asicInfoTraceSource.h, TraceChunkAsicInfo.
 */
#ifndef _GUC_ASIC_ABI_H_
#define _GUC_ASIC_ABI_H_

#include "guc_abi.h"

/**
 * DOC: ASIC info
 *
 * ASIC info is one structure without magic, version or length. A reader must take
 * the version from the index of the RDF container. The layout is the one that
 * 64-bit compilers use for PAL's structure. All members are naturally aligned.
 * Every byte of padding is declared here, so that the layout is the same on 32-bit
 * hosts.
 *
 * ==========  ======================  =====================================
 * version     bytes                   difference
 * ==========  ======================  =====================================
 * 1           568                     accepted by most tools
 * 2           576                     begins with a PCI address
 * 3           608                     five more fields at the end
 * 1, packed   558                     no padding; no reader is known
 * ==========  ======================  =====================================
 *
 * Unknown values are 0. Floats are IEEE 754 single precision.
 */
#define GUC_ASIC_V1_SIZE		568u
#define GUC_ASIC_V2_SIZE		576u
#define GUC_ASIC_V3_SIZE		608u
#define GUC_ASIC_V1_PACKED_SIZE		558u

#define GUC_ASIC_MAX_SLICES		32u
#define GUC_ASIC_MAX_DSS_PER_SLICE	16u
#define GUC_ASIC_NAME_SIZE		256u

/* gpu_type */
#define GUC_ASIC_GPU_UNKNOWN		0u
#define GUC_ASIC_GPU_INTEGRATED		1u
#define GUC_ASIC_GPU_DISCRETE		2u
#define GUC_ASIC_GPU_VIRTUAL		3u

/* memory_chip_type */
#define GUC_ASIC_MEM_UNKNOWN		0u
#define GUC_ASIC_MEM_DDR		1u
#define GUC_ASIC_MEM_DDR2		2u
#define GUC_ASIC_MEM_DDR3		3u
#define GUC_ASIC_MEM_DDR4		4u
#define GUC_ASIC_MEM_DDR5		5u
#define GUC_ASIC_MEM_GDDR3		6u
#define GUC_ASIC_MEM_GDDR4		7u
#define GUC_ASIC_MEM_GDDR5		8u
#define GUC_ASIC_MEM_GDDR6		9u
#define GUC_ASIC_MEM_HBM		10u
#define GUC_ASIC_MEM_HBM2		11u
#define GUC_ASIC_MEM_HBM3		12u
#define GUC_ASIC_MEM_LPDDR4		13u
#define GUC_ASIC_MEM_LPDDR5		14u

/**
 * struct guc_asic_info_v1 - the content of an ASIC info chunk, version 1
 * @shader_core_clock_frequency: current shader clock, Hz; the maximum if the
 *	current one is unknown
 * @memory_clock_frequency: memory clock, Hz; equal to @max_memory_clock
 * @gpu_timestamp_frequency: frequency of the GPU timestamp, Hz
 * @max_shader_core_clock: maximum shader clock, Hz
 * @max_memory_clock: maximum memory clock, Hz; the data rate is
 *	@memory_ops_per_clock times this clock
 * @device_id: PCI device id
 * @device_revision_id: PCI revision
 * @vgprs_per_simd: number of GRF registers of an EU
 * @sgprs_per_simd: 0, because Intel GPUs have no scalar registers
 * @shader_engines: number of the last slice with a DSS, plus 1
 * @compute_unit_per_shader_engine: number of DSS in the slice with the most DSS
 * @simd_per_compute_unit: number of EUs in a DSS
 * @wavefronts_per_simd: number of hardware threads of an EU
 * @minimum_vgpr_alloc: smallest allocation of a thread, GRF registers
 * @vgpr_alloc_granularity: step by which an allocation grows, GRF registers
 * @minimum_sgpr_alloc: 0
 * @sgpr_alloc_granularity: 0
 * @hardware_contexts: number of render and compute engines
 * @gpu_type: GUC_ASIC_GPU_*
 * @gfx_ip_major: graphics IP version
 * @gfx_ip_minor: graphics IP release
 * @gfx_ip_stepping: revision field of the GMD ID; the PCI revision of a GPU
 *	without a GMD ID
 * @pad0: 0
 * @gpu_index: index of the GPU in the order of enumeration
 * @ce_ram_size: 0
 * @ce_ram_size_graphics: 0
 * @ce_ram_size_compute: 0
 * @max_number_of_dedicated_cus: 0
 * @pad1: 0
 * @vram_size: size of the VRAM in bytes, 0 for an integrated GPU
 * @vram_bus_width: width of the memory bus in bits
 * @l2_cache_size: size of the L3 cache in bytes; Xe2 calls this cache L2
 * @l1_cache_size: size of the L1 cache of a DSS in bytes
 * @lds_size: size of the shared local memory (SLM) of a DSS in bytes
 * @gpu_name: name of the GPU, padded with zeroes, always terminated
 * @alu_per_clock: float, number of FP32 lanes
 * @texture_per_clock: float, texels that are sampled per clock
 * @prims_per_clock: float, primitives per clock
 * @pixels_per_clock: float, pixels that are written per clock
 * @memory_ops_per_clock: memory transfers per clock
 * @memory_chip_type: GUC_ASIC_MEM_*
 * @lds_granularity: granularity of SLM allocations in bytes
 * @cu_mask: bit n of [slice][0] is set when DSS n of the slice is present;
 *	[slice][1] is 0
 * @pad2: 0
 */
struct guc_asic_info_v1 {
	__le64 shader_core_clock_frequency;
	__le64 memory_clock_frequency;
	__le64 gpu_timestamp_frequency;
	__le64 max_shader_core_clock;
	__le64 max_memory_clock;
	__le32 device_id;
	__le32 device_revision_id;
	__le32 vgprs_per_simd;
	__le32 sgprs_per_simd;
	__le32 shader_engines;
	__le32 compute_unit_per_shader_engine;
	__le32 simd_per_compute_unit;
	__le32 wavefronts_per_simd;
	__le32 minimum_vgpr_alloc;
	__le32 vgpr_alloc_granularity;
	__le32 minimum_sgpr_alloc;
	__le32 sgpr_alloc_granularity;
	__le32 hardware_contexts;
	__le32 gpu_type;
	__le16 gfx_ip_major;
	__le16 gfx_ip_minor;
	__le16 gfx_ip_stepping;
	__le16 pad0;
	__le32 gpu_index;
	__le32 ce_ram_size;
	__le32 ce_ram_size_graphics;
	__le32 ce_ram_size_compute;
	__le32 max_number_of_dedicated_cus;
	__le32 pad1;
	__le64 vram_size;
	__le32 vram_bus_width;
	__le32 l2_cache_size;
	__le32 l1_cache_size;
	__le32 lds_size;
	char gpu_name[256];
	__le32 alu_per_clock;
	__le32 texture_per_clock;
	__le32 prims_per_clock;
	__le32 pixels_per_clock;
	__le32 memory_ops_per_clock;
	__le32 memory_chip_type;
	__le32 lds_granularity;
	__le16 cu_mask[32][2];
	__le32 pad2;
};

GUC_ABI_SIZE(struct guc_asic_info_v1, 568);
GUC_ABI_OFFSET(struct guc_asic_info_v1, pad0, 102);
GUC_ABI_OFFSET(struct guc_asic_info_v1, vram_size, 128);
GUC_ABI_OFFSET(struct guc_asic_info_v1, gpu_name, 152);
GUC_ABI_OFFSET(struct guc_asic_info_v1, alu_per_clock, 408);
GUC_ABI_OFFSET(struct guc_asic_info_v1, cu_mask, 436);

/**
 * struct guc_asic_info_v3 - the content of an ASIC info chunk, version 3
 * @pci_id: bus << 16 | device << 8 | function
 * @pad0: 0
 * @shader_core_clock_frequency: current shader clock, Hz; the maximum if the
 *	current one is unknown
 * @memory_clock_frequency: memory clock, Hz; equal to @max_memory_clock
 * @gpu_timestamp_frequency: frequency of the GPU timestamp, Hz
 * @max_shader_core_clock: maximum shader clock, Hz
 * @max_memory_clock: maximum memory clock, Hz; the data rate is
 *	@memory_ops_per_clock times this clock
 * @device_id: PCI device id
 * @device_revision_id: PCI revision
 * @vgprs_per_simd: number of GRF registers of an EU
 * @sgprs_per_simd: 0, because Intel GPUs have no scalar registers
 * @shader_engines: number of the last slice with a DSS, plus 1
 * @compute_unit_per_shader_engine: number of DSS in the slice with the most DSS
 * @simd_per_compute_unit: number of EUs in a DSS
 * @wavefronts_per_simd: number of hardware threads of an EU
 * @minimum_vgpr_alloc: smallest allocation of a thread, GRF registers
 * @vgpr_alloc_granularity: step by which an allocation grows, GRF registers
 * @minimum_sgpr_alloc: 0
 * @sgpr_alloc_granularity: 0
 * @hardware_contexts: number of render and compute engines
 * @gpu_type: GUC_ASIC_GPU_*
 * @gfx_ip_major: graphics IP version
 * @gfx_ip_minor: graphics IP release
 * @gfx_ip_stepping: revision field of the GMD ID; the PCI revision of a GPU
 *	without a GMD ID
 * @pad1: 0
 * @gpu_index: index of the GPU in the order of enumeration
 * @ce_ram_size: 0
 * @ce_ram_size_graphics: 0
 * @ce_ram_size_compute: 0
 * @max_number_of_dedicated_cus: 0
 * @pad2: 0
 * @vram_size: size of the VRAM in bytes, 0 for an integrated GPU
 * @vram_bus_width: width of the memory bus in bits
 * @l2_cache_size: size of the L3 cache in bytes; Xe2 calls this cache L2
 * @l1_cache_size: size of the L1 cache of a DSS in bytes
 * @lds_size: size of the shared local memory (SLM) of a DSS in bytes
 * @gpu_name: name of the GPU, padded with zeroes, always terminated
 * @alu_per_clock: float, number of FP32 lanes
 * @texture_per_clock: float, texels that are sampled per clock
 * @prims_per_clock: float, primitives per clock
 * @pixels_per_clock: float, pixels that are written per clock
 * @memory_ops_per_clock: memory transfers per clock
 * @memory_chip_type: GUC_ASIC_MEM_*
 * @lds_granularity: granularity of SLM allocations in bytes
 * @cu_mask: bit n of [slice][0] is set when DSS n of the slice is present;
 *	[slice][1] is 0
 * @pixel_packer_mask: 0
 * @gl1_cache_size: 0
 * @inst_cache_size: 0
 * @scalar_cache_size: 0
 * @mall_cache_size: 0
 * @pad3: 0
 */
struct guc_asic_info_v3 {
	__le32 pci_id;
	__le32 pad0;
	__le64 shader_core_clock_frequency;
	__le64 memory_clock_frequency;
	__le64 gpu_timestamp_frequency;
	__le64 max_shader_core_clock;
	__le64 max_memory_clock;
	__le32 device_id;
	__le32 device_revision_id;
	__le32 vgprs_per_simd;
	__le32 sgprs_per_simd;
	__le32 shader_engines;
	__le32 compute_unit_per_shader_engine;
	__le32 simd_per_compute_unit;
	__le32 wavefronts_per_simd;
	__le32 minimum_vgpr_alloc;
	__le32 vgpr_alloc_granularity;
	__le32 minimum_sgpr_alloc;
	__le32 sgpr_alloc_granularity;
	__le32 hardware_contexts;
	__le32 gpu_type;
	__le16 gfx_ip_major;
	__le16 gfx_ip_minor;
	__le16 gfx_ip_stepping;
	__le16 pad1;
	__le32 gpu_index;
	__le32 ce_ram_size;
	__le32 ce_ram_size_graphics;
	__le32 ce_ram_size_compute;
	__le32 max_number_of_dedicated_cus;
	__le32 pad2;
	__le64 vram_size;
	__le32 vram_bus_width;
	__le32 l2_cache_size;
	__le32 l1_cache_size;
	__le32 lds_size;
	char gpu_name[256];
	__le32 alu_per_clock;
	__le32 texture_per_clock;
	__le32 prims_per_clock;
	__le32 pixels_per_clock;
	__le32 memory_ops_per_clock;
	__le32 memory_chip_type;
	__le32 lds_granularity;
	__le16 cu_mask[32][2];
	__le32 pixel_packer_mask[4];
	__le32 gl1_cache_size;
	__le32 inst_cache_size;
	__le32 scalar_cache_size;
	__le32 mall_cache_size;
	__le32 pad3;
};

GUC_ABI_SIZE(struct guc_asic_info_v3, 608);
GUC_ABI_OFFSET(struct guc_asic_info_v3, shader_core_clock_frequency, 8);
GUC_ABI_OFFSET(struct guc_asic_info_v3, vram_size, 136);
GUC_ABI_OFFSET(struct guc_asic_info_v3, gpu_name, 160);
GUC_ABI_OFFSET(struct guc_asic_info_v3, cu_mask, 444);
GUC_ABI_OFFSET(struct guc_asic_info_v3, pixel_packer_mask, 572);
GUC_ABI_OFFSET(struct guc_asic_info_v3, mall_cache_size, 600);

#endif
