/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * RDF files, a container format for named chunks of data, in which AMD's PAL writes traces.
 * These functions find a chunk in a file, and make a file with one chunk.
 */
#ifndef _GUC_RDF_H_
#define _GUC_RDF_H_

#include "guc_fault.h"
#include "guc_view.h"
#include "abi/guc_rdf_abi.h"

/**
 * struct guc_rdf_chunk - a chunk that was found
 * @entry: offset of the chunk's index entry in the file, bytes
 * @offset: offset of the data in the file, bytes
 * @version: version of the format of the data
 * @data: the data, which is not compressed
 */
struct guc_rdf_chunk {
	u64 entry;
	u64 offset;
	u32 version;
	struct guc_view data;
};

/* A file with one chunk consists of the header, the data and the index. */
#define GUC_RDF_DATA_OFFSET	sizeof(struct guc_rdf_header)
#define GUC_RDF_FILE_SIZE(data_size) \
	(GUC_RDF_DATA_OFFSET + (data_size) + sizeof(struct guc_rdf_index_entry))

bool guc_rdf_has_magic(struct guc_view file);
int guc_rdf_find(struct guc_rdf_chunk *chunk, struct guc_view file,
		 const char *id, struct guc_fault *fault);
void guc_rdf_wrap(u8 *file, const char *id, u32 version, size_t data_size);

#endif
