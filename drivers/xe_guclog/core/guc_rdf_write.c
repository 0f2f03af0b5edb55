// SPDX-License-Identifier: MIT OR GPL-2.0-only
#include "guc_rdf.h"

/**
 * guc_rdf_wrap() - make an RDF file with one chunk
 * @file: buffer of GUC_RDF_FILE_SIZE(@data_size) bytes. The caller has written the data at
 *	offset GUC_RDF_DATA_OFFSET; this function writes the header before the data, and
 *	the index after it
 * @id: name of the chunk, at most 16 characters
 * @version: version of the content
 * @data_size: length of the data, bytes
 *
 * Context: any, does not sleep.
 */
void guc_rdf_wrap(u8 *file, const char *id, u32 version, size_t data_size)
{
	struct guc_rdf_header hdr = {
		.version = cpu_to_le32(GUC_RDF_VERSION),
		.index_offset = cpu_to_le64(GUC_RDF_DATA_OFFSET + data_size),
		.index_size = cpu_to_le64(sizeof(struct guc_rdf_index_entry)),
	};
	struct guc_rdf_index_entry entry = {
		.compression = GUC_RDF_COMPRESSION_NONE,
		.version = cpu_to_le32(version),
		.header_offset = cpu_to_le64(GUC_RDF_DATA_OFFSET),
		.data_offset = cpu_to_le64(GUC_RDF_DATA_OFFSET),
		.data_size = cpu_to_le64(data_size),
	};

	memcpy(hdr.magic, GUC_RDF_MAGIC, sizeof(hdr.magic));
	memcpy(entry.id, id, min_t(size_t, strlen(id), sizeof(entry.id)));
	memcpy(file, &hdr, sizeof(hdr));
	memcpy(file + GUC_RDF_DATA_OFFSET + data_size, &entry, sizeof(entry));
}
