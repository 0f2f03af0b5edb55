// SPDX-License-Identifier: MIT OR GPL-2.0-only
#include "guc_asic.h"
#include "guc_rdf.h"

static int asic_fault(struct guc_fault *fault, enum guc_fault_code code,
		      u64 offset, u64 found, u64 expected)
{
	*fault = (struct guc_fault){
		.code = code,
		.section = GUC_SECTION_ASIC,
		.offset = offset,
		.found = found,
		.expected = expected,
	};
	return guc_fault_errno(fault);
}

/*
 * Read ASIC info of one form. @blob has the exact length of the form and lies at
 * offset @start of the input. Copy the fields before the padding and the name are
 * checked, so that the caller can print the fields even if this check finds a fault.
 */
static int asic_read_form(struct guc_asic *asic, enum guc_asic_form form,
			  struct guc_view blob, u64 start,
			  struct guc_fault *fault)
{
	size_t pad = guc_asic_join(form, blob.data, &asic->info);
	size_t name = offsetof(struct guc_asic_info_v3, gpu_name);

	asic->form = form;
	asic->version = guc_asic_version(form);
	if (pad < blob.len)
		return asic_fault(fault, GUC_FAULT_ASIC_PADDING, start + pad,
				  blob.data[pad], 0);
	if (!memchr(asic->info.gpu_name, 0, sizeof(asic->info.gpu_name)))
		return asic_fault(fault, GUC_FAULT_ASIC_NAME,
				  start + guc_asic_offset(form, name), 0, 0);
	return 0;
}

static int asic_read_plain(struct guc_asic *asic, struct guc_view blob,
			   struct guc_fault *fault)
{
	static const enum guc_asic_form forms[] = {
		GUC_ASIC_V1, GUC_ASIC_V2, GUC_ASIC_V3, GUC_ASIC_V1_PACKED,
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(forms); i++)
		if (blob.len == guc_asic_size(forms[i]))
			return asic_read_form(asic, forms[i], blob, 0, fault);
	return asic_fault(fault, GUC_FAULT_ASIC_SIZE, 0, blob.len, 0);
}

static int asic_read_rdf(struct guc_asic *asic, struct guc_view file,
			 struct guc_fault *fault)
{
	static const enum guc_asic_form forms[] = {
		GUC_ASIC_V1, GUC_ASIC_V2, GUC_ASIC_V3,
	};
	struct guc_rdf_chunk chunk;
	size_t size;
	int err;

	err = guc_rdf_find(&chunk, file, GUC_RDF_CHUNK_ASIC_INFO, fault);
	if (err)
		return err;
	if (!chunk.version || chunk.version > ARRAY_SIZE(forms))
		return asic_fault(fault, GUC_FAULT_ASIC_VERSION, chunk.entry +
				  offsetof(struct guc_rdf_index_entry, version),
				  chunk.version, ARRAY_SIZE(forms));
	size = guc_asic_size(forms[chunk.version - 1]);
	if (chunk.data.len != size)
		return asic_fault(fault, GUC_FAULT_ASIC_CHUNK_SIZE, chunk.entry +
				  offsetof(struct guc_rdf_index_entry, data_size),
				  chunk.data.len, size);
	err = asic_read_form(asic, forms[chunk.version - 1], chunk.data,
			     chunk.offset, fault);
	asic->form = GUC_ASIC_RDF;
	return err;
}

/**
 * guc_asic_read() - read ASIC info of any form
 * @asic: the result. After a fault in the padding or the name it contains the fields,
 *	so that the caller can print them; after other faults it is zeroed.
 * @blob: an RDF file (recognized by its magic), or only the structure (its form is
 *	recognized by its length)
 * @fault: set to the first fault; its code is GUC_FAULT_NONE if there is none, and its
 *	offset counts from the start of @blob
 *
 * Only the format is checked: see the faults of RDF and ASIC info in guc_fault.h.
 * The values of the fields are not checked.
 *
 * Context: any, does not sleep.
 * Return: 0, or the negative errno of the fault.
 */
int guc_asic_read(struct guc_asic *asic, struct guc_view blob,
		  struct guc_fault *fault)
{
	memset(asic, 0, sizeof(*asic));
	memset(fault, 0, sizeof(*fault));
	if (guc_rdf_has_magic(blob))
		return asic_read_rdf(asic, blob, fault);
	return asic_read_plain(asic, blob, fault);
}
