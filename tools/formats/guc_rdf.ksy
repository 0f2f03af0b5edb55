# SPDX-License-Identifier: MIT OR GPL-2.0-only
# RDF is the file format of AMD's trace tools. ASIC info has properties of a GPU, which these tools
# expect in a trace.
meta:
  id: guc_rdf
  title: RDF file with ASIC info
  file-extension: rdf
  license: MIT
  endian: le
  imports:
    - guc_asic_info
doc: |
  An RDF file has a header, chunks, and an index with an entry of 64 bytes for each chunk. All
  offsets are from the beginning of the file. Only the chunk "AsicInfo" is parsed.
doc-ref: libamdrdf, docs/specification.md
seq:
  - id: magic
    type: str
    size: 8
    encoding: ASCII
    valid:
      any-of: ['"AMD_RDF "', '"RTA_DATA"']
  - id: version
    type: u4
    valid: 3
  - id: reserved
    type: u4
  - id: index_offset
    type: u8
  - id: index_size
    type: u8
    doc: Length of the index in bytes
instances:
  chunks:
    pos: index_offset
    size: index_size
    type: index
types:
  index:
    seq:
      - id: entries
        type: entry
        repeat: eos
  entry:
    seq:
      - id: id
        type: strz
        size: 16
        encoding: ASCII
      - id: compression
        type: u1
        enum: compression
      - id: reserved
        size: 3
      - id: version
        type: u4
        doc: Version of the chunk's content
      - id: header_offset
        type: u8
      - id: header_size
        type: u8
      - id: data_offset
        type: u8
      - id: data_size
        type: u8
        doc: Length of the data in the file, in bytes
      - id: uncompressed_size
        type: u8
        doc: Length of the data after decompression, in bytes; 0 if they are not compressed
    instances:
      asic_info:
        io: _root._io
        pos: data_offset
        size: data_size
        type: guc_asic_info
        if: id == "AsicInfo" and compression == compression::none
enums:
  compression:
    0: none
    1: zstd
