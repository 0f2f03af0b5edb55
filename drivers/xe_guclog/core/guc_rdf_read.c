// SPDX-License-Identifier: MIT OR GPL-2.0-only
#include "guc_rdf.h"

#define RDF_ENTRY	sizeof(struct guc_rdf_index_entry)
#define RDF_ENTRY_AT(entry, member) \
	((entry) + offsetof(struct guc_rdf_index_entry, member))

static int rdf_fault(struct guc_fault *fault, enum guc_fault_code code,
		     u64 offset, u64 found, u64 expected)
{
	*fault = (struct guc_fault){
		.code = code,
		.section = GUC_SECTION_RDF,
		.offset = offset,
		.found = found,
		.expected = expected,
	};
	return guc_fault_errno(fault);
}

/**
 * guc_rdf_has_magic() - check whether a file begins with the magic of RDF files
 * @file: the file, of any length
 *
 * Context: any, does not sleep.
 * Return: true for the current and the old magic.
 */
bool guc_rdf_has_magic(struct guc_view file)
{
	const char *magic = guc_view_at(file, 0, 8);

	return magic && (!memcmp(magic, GUC_RDF_MAGIC, 8) ||
			 !memcmp(magic, GUC_RDF_MAGIC_OLD, 8));
}

static u64 rdf_magic(const char *magic)
{
	__le64 number;

	memcpy(&number, magic, sizeof(number));
	return le64_to_cpu(number);
}

/* Return: the end of a range of the file, or U64_MAX if the end does not fit into 64 bits. */
static u64 rdf_end(u64 offset, u64 size)
{
	return size > ~0ull - offset ? ~0ull : offset + size;
}

static int rdf_check_magic(struct guc_view file, struct guc_fault *fault)
{
	if (file.len < sizeof(struct guc_rdf_header))
		return rdf_fault(fault, GUC_FAULT_TOO_SHORT, 0, file.len,
				 sizeof(struct guc_rdf_header));
	if (!guc_rdf_has_magic(file))
		return rdf_fault(fault, GUC_FAULT_RDF_MAGIC, 0,
				 rdf_magic((const char *)file.data),
				 rdf_magic(GUC_RDF_MAGIC));
	return 0;
}

/* Check the header of an RDF file, also that the whole index lies in the file. */
static int rdf_check_header(struct guc_view file,
			    const struct guc_rdf_header *hdr,
			    struct guc_fault *fault)
{
	u32 version = le32_to_cpu(hdr->version);
	u64 index = le64_to_cpu(hdr->index_offset);
	u64 size = le64_to_cpu(hdr->index_size);

	if (version != GUC_RDF_VERSION)
		return rdf_fault(fault, GUC_FAULT_RDF_VERSION,
				 offsetof(struct guc_rdf_header, version),
				 version, GUC_RDF_VERSION);
	if (!IS_ALIGNED(size, RDF_ENTRY))
		return rdf_fault(fault, GUC_FAULT_RDF_INDEX_SIZE,
				 offsetof(struct guc_rdf_header, index_size),
				 size, RDF_ENTRY);
	if (!guc_view_at(file, index, size))
		return rdf_fault(fault, GUC_FAULT_RDF_INDEX_OUTSIDE,
				 offsetof(struct guc_rdf_header, index_offset),
				 rdf_end(index, size), file.len);
	return 0;
}

/*
 * Check that a range lies in the file or is empty. @at is the offset in the file of the field that
 * gives the range.
 */
static int rdf_check_range(struct guc_view file, u64 offset, u64 size, u64 at,
			   struct guc_fault *fault)
{
	if (!size || guc_view_at(file, offset, size))
		return 0;
	return rdf_fault(fault, GUC_FAULT_RDF_CHUNK_OUTSIDE, at,
			 rdf_end(offset, size), file.len);
}

static int rdf_check_entry(struct guc_view file, u64 at,
			   const struct guc_rdf_index_entry *entry,
			   struct guc_fault *fault)
{
	int err;

	err = rdf_check_range(file, le64_to_cpu(entry->header_offset),
			      le64_to_cpu(entry->header_size),
			      RDF_ENTRY_AT(at, header_offset), fault);
	if (err)
		return err;
	return rdf_check_range(file, le64_to_cpu(entry->data_offset),
			       le64_to_cpu(entry->data_size),
			       RDF_ENTRY_AT(at, data_offset), fault);
}

static bool rdf_has_id(const struct guc_rdf_index_entry *entry, const char *id)
{
	char padded[sizeof(entry->id)] = {};

	memcpy(padded, id, min_t(size_t, strlen(id), sizeof(padded)));
	return !memcmp(entry->id, padded, sizeof(padded));
}

static int rdf_take(struct guc_rdf_chunk *chunk, struct guc_view file, u64 at,
		    const struct guc_rdf_index_entry *entry,
		    struct guc_fault *fault)
{
	if (entry->compression != GUC_RDF_COMPRESSION_NONE)
		return rdf_fault(fault, GUC_FAULT_RDF_COMPRESSION,
				 RDF_ENTRY_AT(at, compression),
				 entry->compression, GUC_RDF_COMPRESSION_NONE);
	chunk->entry = at;
	chunk->offset = le64_to_cpu(entry->data_offset);
	chunk->version = le32_to_cpu(entry->version);
	chunk->data = guc_view_clip(file, chunk->offset,
				    le64_to_cpu(entry->data_size));
	return 0;
}

/*
 * Check all entries of the index, and find the first one with the name @id. The index
 * [start, start + size) lies in the file.
 */
static int rdf_walk(struct guc_rdf_chunk *chunk, struct guc_view file,
		    u64 start, u64 size, const char *id,
		    struct guc_fault *fault)
{
	struct guc_rdf_index_entry entry;
	u64 at;
	int err;

	for (at = start; at < start + size; at += RDF_ENTRY) {
		memcpy(&entry, file.data + at, sizeof(entry));
		err = rdf_check_entry(file, at, &entry, fault);
		if (!err && !chunk->entry && rdf_has_id(&entry, id))
			err = rdf_take(chunk, file, at, &entry, fault);
		if (err)
			return err;
	}
	if (!chunk->entry)
		return rdf_fault(fault, GUC_FAULT_RDF_NO_CHUNK, start, 0, 0);
	return 0;
}

/**
 * guc_rdf_find() - find a chunk of an RDF file by its name
 * @chunk: the result, zeroed on error
 * @file: an RDF file
 * @id: the name, at most 16 characters; if several chunks have this name, the first
 *	of them in the index is used
 * @fault: set to the first fault; its code is GUC_FAULT_NONE if there is none
 *
 * The function checks the header and the index, and checks that every chunk lies within the
 * file. Therefore a truncated file has a fault even if the chunk @id is complete. The chunk @id
 * must be uncompressed; other chunks may be compressed. Reserved fields are not checked.
 *
 * Context: any, does not sleep. Takes time in proportion to the length of @file.
 * Return: 0, or the negative errno of the fault.
 */
int guc_rdf_find(struct guc_rdf_chunk *chunk, struct guc_view file,
		 const char *id, struct guc_fault *fault)
{
	struct guc_rdf_header hdr;
	int err;

	*chunk = (struct guc_rdf_chunk){};
	*fault = (struct guc_fault){};
	err = rdf_check_magic(file, fault);
	if (err)
		return err;
	memcpy(&hdr, file.data, sizeof(hdr));
	err = rdf_check_header(file, &hdr, fault);
	if (err)
		return err;
	err = rdf_walk(chunk, file, le64_to_cpu(hdr.index_offset),
		       le64_to_cpu(hdr.index_size), id, fault);
	if (err)
		*chunk = (struct guc_rdf_chunk){};
	return err;
}
