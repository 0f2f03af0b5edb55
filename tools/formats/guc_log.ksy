# SPDX-License-Identifier: MIT OR GPL-2.0-only
meta:
  id: guc_log
  title: GuC log image
  license: MIT
  endian: le
doc: |
  The log buffer as the firmware writes it into memory: a state page of 4096 bytes, then the
  regions in the order of their states. The member "size" of a state is the length of its
  region in bytes, also if the state has unknown markers. The two markers of a state
  determine which region it describes. The list of states ends before the LIC (log init
  config), before a first marker of 0, or at the end of the page.
doc-ref: Linux, drivers/gpu/drm/xe/abi/guc_log_abi.h and guc_lic_abi.h
seq:
  - id: states
    type: state(_index)
    repeat: until
    repeat-until: not _.is_state
instances:
  nr_states:
    value: states.size - 1
  lic:
    pos: 36 * nr_states
    type: lic(36 * nr_states)
    if: states.last.marker_1 == 0x8086900d and 36 * nr_states + 12 <= 4096
types:
  state:
    params:
      - id: index
        type: u4
    seq:
      - id: marker_1
        type: u4
      - id: marker_2
        type: u4
        if: is_state
      - id: body
        type: state_body
        if: is_state
    instances:
      is_state:
        value: marker_1 != 0 and marker_1 != 0x8086900d and 36 * (index + 1) <= 4096
        doc: False for the entry that ends the list of states
      is_known:
        value: >-
          is_state and ((marker_1 == 0xcabba9e6 and (marker_2 == 0xdeadfeed or
          marker_2 == 0x8086dead)) or
          (marker_1 == 0xcabba9f7 and marker_2 == 0xbeeffeed))
  state_body:
    seq:
      - id: read_ptr
        type: u4
        doc: Byte offset in the region up to which a consumer has read; xe does not change it
      - id: write_ptr
        type: u4
        doc: Byte offset in the region at which the firmware writes next
      - id: size
        type: u4
        doc: Length of the region in bytes
      - id: sampled_write_ptr
        type: u4
        doc: Value of write_ptr at the last flush request
      - id: wrap_offset
        type: u4
        doc: |
          Byte offset in the region at which the last whole entry before the latest wrap ended;
          0 or size before the first wrap.
      - id: flags
        type: u4
        doc: |
          Bit 0 is set if the firmware asks the host to read the region; bits 1 to 4 are the number
          of times that the region was full, modulo 16.
      - id: version
        type: u4
        doc: Format version of the entries; only 2 is known
  lic:
    params:
      - id: offset
        type: u4
    seq:
      - id: magic
        contents: [0x0d, 0x90, 0x86, 0x80]
      - id: version_minor
        type: u2
      - id: version_major
        type: u2
      - id: data_count
        type: u4
        doc: Number of dwords (4 bytes) that follow
      - id: klvs
        size: '4 * (data_count < room ? data_count : room)'
        type: klvs
        if: version_major == 1
    instances:
      room:
        value: (4096 - offset - 12) / 4
        doc: Number of dwords up to the end of the page; a larger data_count is a fault
  klvs:
    seq:
      - id: klv
        type: klv
        repeat: eos
  klv:
    seq:
      - id: len
        type: u2
        doc: Length of the value in dwords
      - id: key
        type: u2
        enum: key
      - id: value
        type: u4
        repeat: expr
        repeat-expr: nr_values
    instances:
      nr_values:
        value: 'len < (_io.size - _io.pos) / 4 ? len : (_io.size - _io.pos) / 4'
        doc: |
          Number of values of this KLV in dwords, less than len if the list ends earlier.
          It is evaluated before the values are read.
enums:
  key:
    1: fw_version
    2: guc_device_id
    3: tsc_frequency_khz
    4: gmd_id
    5: build_platform_id
