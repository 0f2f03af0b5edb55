/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * RDF: the container format for named chunks of data that AMD's GPU trace tools use.
 *
 * Source: libamdrdf, docs/specification.md.
 */
#ifndef _GUC_RDF_ABI_H_
#define _GUC_RDF_ABI_H_

#include "guc_abi.h"

/**
 * DOC: RDF container
 *
 * An RDF file has a header, the headers and data of its chunks, and an index, by convention at
 * the end::
 *
 *  +0             "AMD_RDF ", version 3, index offset and size   (32 bytes)
 *  +32            chunk data
 *  +index_offset  one entry per chunk                            (64 bytes each)
 *
 * Nothing is aligned and there is no checksum. This project writes files with
 * exactly one chunk, ``AsicInfo``, uncompressed and without a chunk header.
 */
#define GUC_RDF_MAGIC			"AMD_RDF "
#define GUC_RDF_MAGIC_OLD		"RTA_DATA"	/* older magic; accepted, never written */
#define GUC_RDF_VERSION			3u
#define GUC_RDF_CHUNK_ASIC_INFO		"AsicInfo"
#define GUC_RDF_COMPRESSION_NONE	0u
#define GUC_RDF_COMPRESSION_ZSTD	1u

/**
 * struct guc_rdf_header - the header at the start of an RDF file
 * @magic: GUC_RDF_MAGIC, without a terminator
 * @version: GUC_RDF_VERSION
 * @reserved: 0
 * @index_offset: offset of the first index entry from the start of the file
 * @index_size: size of the index in bytes, a multiple of the size of an entry
 */
struct guc_rdf_header {
	char magic[8];
	__le32 version;
	__le32 reserved;
	__le64 index_offset;
	__le64 index_size;
};

GUC_ABI_SIZE(struct guc_rdf_header, 32);
GUC_ABI_OFFSET(struct guc_rdf_header, index_size, 24);

/**
 * struct guc_rdf_index_entry - an entry of the index; describes one chunk
 * @id: the chunk's name, padded with zeroes; a name of 16 characters has no
 *	terminator
 * @compression: GUC_RDF_COMPRESSION_*
 * @reserved: 0
 * @version: version of the chunk's content
 * @header_offset: offset of the chunk's header from the start of the file
 * @header_size: size of the chunk's header in bytes
 * @data_offset: offset of the chunk's data from the start of the file
 * @data_size: bytes of the data in the file
 * @uncompressed_size: bytes of the data after decompression; 0 when the data is
 *	not compressed
 */
struct guc_rdf_index_entry {
	char id[16];
	__u8 compression;
	__u8 reserved[3];
	__le32 version;
	__le64 header_offset;
	__le64 header_size;
	__le64 data_offset;
	__le64 data_size;
	__le64 uncompressed_size;
};

GUC_ABI_SIZE(struct guc_rdf_index_entry, 64);
GUC_ABI_OFFSET(struct guc_rdf_index_entry, uncompressed_size, 56);

#endif
