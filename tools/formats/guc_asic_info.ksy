# SPDX-License-Identifier: MIT OR GPL-2.0-only
# PAL is AMD's Platform Abstraction Library, and RDF the file format of its traces. Parts of an
# Intel GPU: a slice has DSS (dual subslices), a DSS has EUs (execution units), and an EU has GRF
# registers (general register file). The GMD ID is a register with the version of the graphics IP.
meta:
  id: guc_asic_info
  title: ASIC info of a GPU
  license: MIT
  endian: le
doc: |
  Properties of a GPU, as tools that read PAL and RDF traces expect them. The structure
  has no magic and no version field; its length determines the version: 568 bytes are version 1,
  576 version 2, 608 version 3. 558 bytes are version 1 without padding. Unknown values are 0.
  Fields without a description here are 0.
doc-ref: PAL, src/gpuUtil/asicInfoTraceSource.h, TraceChunkAsicInfo
seq:
  - id: pci_id
    type: u4
    if: version >= 2
    doc: PCI address, bus << 16 | device << 8 | function
  - id: pad0
    type: u4
    if: version >= 2
  - id: shader_core_clock_frequency
    type: u8
    doc: Current shader clock, Hz
  - id: memory_clock_frequency
    type: u8
    doc: Current memory clock, Hz
  - id: gpu_timestamp_frequency
    type: u8
    doc: Frequency of the GPU timestamp, Hz
  - id: max_shader_core_clock
    type: u8
    doc: Maximum shader clock, Hz
  - id: max_memory_clock
    type: u8
    doc: Maximum memory clock, Hz; the data rate is memory_ops_per_clock times this clock
  - id: device_id
    type: u4
    doc: PCI device id
  - id: device_revision_id
    type: u4
    doc: PCI revision
  - id: vgprs_per_simd
    type: u4
    doc: Number of GRF registers of an EU
  - id: sgprs_per_simd
    type: u4
    doc: 0, because Intel GPUs have no scalar registers
  - id: shader_engines
    type: u4
    doc: Number of the last slice that has a DSS, plus 1
  - id: compute_unit_per_shader_engine
    type: u4
    doc: Number of DSS in the slice with the most DSS
  - id: simd_per_compute_unit
    type: u4
    doc: Number of EUs in a DSS
  - id: wavefronts_per_simd
    type: u4
    doc: Number of hardware threads of an EU
  - id: minimum_vgpr_alloc
    type: u4
    doc: Smallest allocation of a thread, in GRF registers
  - id: vgpr_alloc_granularity
    type: u4
    doc: Step by which an allocation grows, in GRF registers
  - id: minimum_sgpr_alloc
    type: u4
  - id: sgpr_alloc_granularity
    type: u4
  - id: hardware_contexts
    type: u4
    doc: Number of render and compute engines
  - id: gpu_type
    type: u4
    doc: 0 unknown, 1 integrated, 2 discrete, 3 virtual
  - id: gfx_ip_major
    type: u2
    doc: Graphics IP version
  - id: gfx_ip_minor
    type: u2
    doc: Graphics IP release
  - id: gfx_ip_stepping
    type: u2
    doc: Revision field of the GMD ID; the PCI revision of a GPU without a GMD ID
  - id: pad1
    type: u2
    if: not packed
  - id: gpu_index
    type: u4
    doc: Index of the GPU in the order of enumeration
  - id: ce_ram_size
    type: u4
  - id: ce_ram_size_graphics
    type: u4
  - id: ce_ram_size_compute
    type: u4
  - id: max_number_of_dedicated_cus
    type: u4
  - id: pad2
    type: u4
    if: not packed
  - id: vram_size
    type: u8
    doc: Size of the VRAM in bytes, 0 for an integrated GPU
  - id: vram_bus_width
    type: u4
    doc: Width of the memory bus in bits
  - id: l2_cache_size
    type: u4
    doc: Size of the L3 cache in bytes; Xe2 calls this cache L2
  - id: l1_cache_size
    type: u4
    doc: Size of the L1 cache of a DSS in bytes
  - id: lds_size
    type: u4
    doc: Size of the shared local memory (SLM) of a DSS in bytes
  - id: gpu_name
    type: strz
    encoding: UTF-8
    size: 256
    doc: Name of the GPU, padded with zeroes
  - id: alu_per_clock
    type: f4
    doc: Number of FP32 lanes
  - id: texture_per_clock
    type: f4
    doc: Texels that are sampled per clock
  - id: prims_per_clock
    type: f4
    doc: Primitives per clock
  - id: pixels_per_clock
    type: f4
    doc: Pixels that are written per clock
  - id: memory_ops_per_clock
    type: u4
    doc: Memory transfers per clock
  - id: memory_chip_type
    type: u4
    doc: |
      0 unknown, 1 to 5 DDR to DDR5, 6 to 9 GDDR3 to GDDR6, 10 to 12 HBM to HBM3,
      13 LPDDR4, 14 LPDDR5
  - id: lds_granularity
    type: u4
    doc: Granularity of SLM allocations in bytes
  - id: cu_mask
    type: slice
    repeat: expr
    repeat-expr: 32
    doc: The DSS that are present in each slice
  - id: pixel_packer_mask
    type: u4
    repeat: expr
    repeat-expr: 4
    if: version >= 3
  - id: gl1_cache_size
    type: u4
    if: version >= 3
  - id: inst_cache_size
    type: u4
    if: version >= 3
  - id: scalar_cache_size
    type: u4
    if: version >= 3
  - id: mall_cache_size
    type: u4
    if: version >= 3
  - id: pad3
    type: u4
    if: not packed
instances:
  packed:
    value: _io.size == 558
  version:
    value: '_io.size == 608 ? 3 : _io.size == 576 ? 2 : 1'
types:
  slice:
    seq:
      - id: dss
        type: u2
        doc: Bit n is set if DSS n of the slice is present
      - id: second_array
        type: u2
        doc: 0; the format has room for a second shader array in each slice
