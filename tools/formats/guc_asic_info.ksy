# SPDX-License-Identifier: MIT OR GPL-2.0-only
meta:
  id: guc_asic_info
  title: ASIC info of a GPU
  license: MIT
  endian: le
doc: |
  Properties of a GPU, as tools that read PAL and RDF traces expect them. The structure
  has no magic and no version field; its length determines the version: 568 bytes are version 1,
  576 version 2, 608 version 3. 558 bytes are version 1 without padding.
doc-ref: PAL, src/gpuUtil/asicInfoTraceSource.h, TraceChunkAsicInfo
seq:
  - id: pci_id
    type: u4
    if: version >= 2
  - id: pad0
    type: u4
    if: version >= 2
  - id: shader_core_clock_frequency
    type: u8
  - id: memory_clock_frequency
    type: u8
  - id: gpu_timestamp_frequency
    type: u8
  - id: max_shader_core_clock
    type: u8
  - id: max_memory_clock
    type: u8
  - id: device_id
    type: u4
  - id: device_revision_id
    type: u4
  - id: vgprs_per_simd
    type: u4
  - id: sgprs_per_simd
    type: u4
  - id: shader_engines
    type: u4
  - id: compute_unit_per_shader_engine
    type: u4
  - id: simd_per_compute_unit
    type: u4
  - id: wavefronts_per_simd
    type: u4
  - id: minimum_vgpr_alloc
    type: u4
  - id: vgpr_alloc_granularity
    type: u4
  - id: minimum_sgpr_alloc
    type: u4
  - id: sgpr_alloc_granularity
    type: u4
  - id: hardware_contexts
    type: u4
  - id: gpu_type
    type: u4
  - id: gfx_ip_major
    type: u2
  - id: gfx_ip_minor
    type: u2
  - id: gfx_ip_stepping
    type: u2
  - id: pad1
    type: u2
    if: not packed
  - id: gpu_index
    type: u4
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
  - id: vram_bus_width
    type: u4
  - id: l2_cache_size
    type: u4
  - id: l1_cache_size
    type: u4
  - id: lds_size
    type: u4
  - id: gpu_name
    type: strz
    encoding: UTF-8
    size: 256
  - id: alu_per_clock
    type: f4
  - id: texture_per_clock
    type: f4
  - id: prims_per_clock
    type: f4
  - id: pixels_per_clock
    type: f4
  - id: memory_ops_per_clock
    type: u4
  - id: memory_chip_type
    type: u4
  - id: lds_granularity
    type: u4
  - id: cu_mask
    type: slice
    repeat: expr
    repeat-expr: 32
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
        doc: bit n is DSS n of the slice
      - id: second_array
        type: u2
