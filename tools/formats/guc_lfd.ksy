# SPDX-License-Identifier: MIT OR GPL-2.0-only
# LFD is short for log format descriptors: blocks of type, length and data.
meta:
  id: guc_lfd
  title: GuC log file (LFD)
  file-extension: lfd
  license: MIT
  endian: le
doc: |
  An LFD file has a header, and blocks up to the end of the file. The data of a block are padded
  with zeroes to whole dwords (4 bytes). A reader skips a block of an unknown type by its length.
doc-ref: Linux, drivers/gpu/drm/xe/abi/guc_lfd_abi.h
seq:
  - id: magic
    contents: [0x46, 0x53, 0x4c, 0x47, 0xaa, 0xaa, 0x86, 0x80]
  - id: version_minor
    type: u2
  - id: version_major
    type: u2
    valid: 1
  - id: blocks
    type: block
    repeat: eos
types:
  block:
    seq:
      - id: magic
        contents: [0x86, 0x80]
      - id: type
        type: u2
        enum: block_type
      - id: data_count
        type: u4
        doc: Length of the data in dwords
      - id: data
        size: 4 * data_count
        type:
          switch-on: type
          cases:
            block_type::fw_version: fw_version
            block_type::guc_device_id: value
            block_type::tsc_frequency: value
            block_type::gmd_id: value
            block_type::build_platform_id: value
            block_type::log_events_buffer: events
            block_type::os_id: os_id
            block_type::host_comment: comment
  value:
    seq:
      - id: value
        type: u4
  fw_version:
    seq:
      - id: patch
        type: u1
      - id: minor
        type: u1
      - id: major
        type: u1
      - id: branch
        type: u1
  events:
    seq:
      - id: version
        type: u4
      - id: entries
        type: event_v2
        repeat: expr
        repeat-expr: (_io.size - 4) / 20
        if: version == 2
      - id: rest
        size-eos: true
  event_v2:
    seq:
      - id: timestamp
        type: u4
        doc: Low 32 bits of the GuC's clock, in ticks of the reference clock
      - id: zero
        type: u4
      - id: id
        type: u4
      - id: args
        type: u4
        repeat: expr
        repeat-expr: 2
  os_id:
    seq:
      - id: os_id
        type: u4
        enum: os
      - id: release
        type: strz
        encoding: ASCII
        eos-error: false
  comment:
    seq:
      - id: text
        type: strz
        encoding: ASCII
        eos-error: false
enums:
  block_type:
    0x0001: fw_version
    0x0002: guc_device_id
    0x0003: tsc_frequency
    0x0004: gmd_id
    0x0005: build_platform_id
    0x2000: log_events_buffer
    0x2001: fw_crash_dump
    0x4000: os_id
    0x6000: binary_schema_format
    0x6001: host_comment
    0x6002: timestamp_anchor
    0x6003: timestamp_anchor_config
  os:
    1: windows
    2: linux
    3: vmware
    4: other
