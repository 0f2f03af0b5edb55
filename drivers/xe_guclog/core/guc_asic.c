// SPDX-License-Identifier: MIT OR GPL-2.0-only
#include "guc_asic.h"
#include "guc_rdf.h"

/*
 * The structure ASIC info (see guc_asic.h) has several forms. Version 3 has all fields. This
 * table divides version 3 into five pieces. A piece ends at padding, or before
 * pixel_packer_mask, the first field that only version 3 has. Every other form consists of some
 * of these pieces at other offsets; there may be padding between them.
 */
#define ASIC_START(field)	offsetof(struct guc_asic_info_v3, field)

static const struct asic_piece {
	u16 start;
	u16 end;
} asic_pieces[] = {
	{ ASIC_START(pci_id), ASIC_START(pad0) },
	{ ASIC_START(shader_core_clock_frequency), ASIC_START(pad1) },
	{ ASIC_START(gpu_index), ASIC_START(pad2) },
	{ ASIC_START(vram_size), ASIC_START(pixel_packer_mask) },
	{ ASIC_START(pixel_packer_mask), ASIC_START(pad3) },
};

#define ASIC_ABSENT	0xffff
#define ASIC_V1(field)	offsetof(struct guc_asic_info_v1, field)

/* The length of each form of ASIC info in bytes, and the offset of each piece in it. */
static const struct asic_form {
	u16 size;
	u16 version;
	u16 at[ARRAY_SIZE(asic_pieces)];
} asic_forms[] = {
	[GUC_ASIC_V1] = {
		GUC_ASIC_V1_SIZE, 1, {
			ASIC_ABSENT, ASIC_V1(shader_core_clock_frequency),
			ASIC_V1(gpu_index), ASIC_V1(vram_size), ASIC_ABSENT,
		},
	},
	[GUC_ASIC_V2] = {
		GUC_ASIC_V2_SIZE, 2, {
			ASIC_START(pci_id),
			ASIC_START(shader_core_clock_frequency),
			ASIC_START(gpu_index), ASIC_START(vram_size),
			ASIC_ABSENT,
		},
	},
	[GUC_ASIC_V3] = {
		GUC_ASIC_V3_SIZE, 3, {
			ASIC_START(pci_id),
			ASIC_START(shader_core_clock_frequency),
			ASIC_START(gpu_index), ASIC_START(vram_size),
			ASIC_START(pixel_packer_mask),
		},
	},
	[GUC_ASIC_V1_PACKED] = {
		GUC_ASIC_V1_PACKED_SIZE, 1, { ASIC_ABSENT, 0, 102, 122, ASIC_ABSENT },
	},
};

/**
 * guc_asic_size() - get the length of a form of ASIC info
 * @form: the form; GUC_ASIC_RDF is not allowed
 *
 * Context: any, does not sleep.
 * Return: the length in bytes.
 */
size_t guc_asic_size(enum guc_asic_form form)
{
	return asic_forms[form].size;
}

/**
 * guc_asic_version() - get the version of ASIC info to which a form belongs
 * @form: the form; GUC_ASIC_RDF is not allowed
 *
 * Context: any, does not sleep.
 * Return: 1, 2 or 3.
 */
u32 guc_asic_version(enum guc_asic_form form)
{
	return asic_forms[form].version;
}

/**
 * guc_asic_cut() - convert ASIC info of version 3 to another form
 * @form: the form of the result; GUC_ASIC_RDF is not allowed
 * @info: ASIC info of version 3
 * @to: output buffer of guc_asic_size(@form) bytes, need not be aligned; padding in the
 *	result is set to 0
 *
 * Context: any, does not sleep.
 */
void guc_asic_cut(enum guc_asic_form form, const struct guc_asic_info_v3 *info,
		  u8 *to)
{
	const struct asic_form *f = &asic_forms[form];
	unsigned int i;

	memset(to, 0, f->size);
	for (i = 0; i < ARRAY_SIZE(asic_pieces); i++) {
		const struct asic_piece *p = &asic_pieces[i];

		if (f->at[i] != ASIC_ABSENT)
			memcpy(to + f->at[i], (const u8 *)info + p->start,
			       p->end - p->start);
	}
}

/**
 * guc_asic_join() - convert another form of ASIC info to version 3
 * @form: the form of the input; GUC_ASIC_RDF is not allowed
 * @from: ASIC info in this form, guc_asic_size(@form) bytes, need not be aligned
 * @info: the result; fields that @form does not have are 0
 *
 * Context: any, does not sleep.
 * Return: offset in @from of the first byte of padding that is not 0, or
 * guc_asic_size(@form) if all padding is 0.
 */
size_t guc_asic_join(enum guc_asic_form form, const u8 *from,
		     struct guc_asic_info_v3 *info)
{
	const struct asic_form *f = &asic_forms[form];
	const u8 *bad = NULL;
	size_t end = 0;
	unsigned int i;

	memset(info, 0, sizeof(*info));
	for (i = 0; i < ARRAY_SIZE(asic_pieces); i++) {
		const struct asic_piece *p = &asic_pieces[i];

		if (f->at[i] == ASIC_ABSENT)
			continue;
		if (!bad)
			bad = memchr_inv(from + end, 0, f->at[i] - end);
		memcpy((u8 *)info + p->start, from + f->at[i],
		       p->end - p->start);
		end = f->at[i] + p->end - p->start;
	}
	if (!bad)
		bad = memchr_inv(from + end, 0, f->size - end);
	return bad ? bad - from : f->size;
}

/**
 * guc_asic_offset() - get the offset of a field in another form of ASIC info
 * @form: the other form; GUC_ASIC_RDF is not allowed
 * @offset: offset of the field in struct guc_asic_info_v3
 *
 * Context: any, does not sleep.
 * Return: offset of the field in @form in bytes, or guc_asic_size(@form) if @form does not
 * have the field.
 */
size_t guc_asic_offset(enum guc_asic_form form, size_t offset)
{
	const struct asic_form *f = &asic_forms[form];
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(asic_pieces); i++) {
		const struct asic_piece *p = &asic_pieces[i];

		if (f->at[i] != ASIC_ABSENT && offset >= p->start &&
		    offset < p->end)
			return f->at[i] + offset - p->start;
	}
	return f->size;
}

/**
 * guc_asic_write() - make ASIC info from facts
 * @form: the form; GUC_ASIC_V2 cannot be written
 * @facts: facts (see guc_facts.h) of the device and its first GT, merged
 * @buf: output buffer, need not be aligned; NULL to compute the length only
 * @size: length of @buf in bytes
 *
 * Context: any, does not sleep.
 * Return: the length of the ASIC info in bytes, or -EINVAL if @form cannot be written, or
 * -ENOSPC if @buf is too small. After an error @buf is unchanged.
 */
ssize_t guc_asic_write(enum guc_asic_form form, const struct guc_facts *facts,
		       void *buf, size_t size)
{
	enum guc_asic_form plain = form == GUC_ASIC_RDF ? GUC_ASIC_V1 : form;
	struct guc_asic_info_v3 info;
	size_t len;
	u8 *to = buf;

	if (plain >= ARRAY_SIZE(asic_forms) || plain == GUC_ASIC_V2)
		return -EINVAL;
	len = guc_asic_size(plain);
	if (form == GUC_ASIC_RDF)
		len = GUC_RDF_FILE_SIZE(len);
	if (!buf)
		return len;
	if (size < len)
		return -ENOSPC;
	guc_asic_fill(&info, facts);
	if (form == GUC_ASIC_RDF) {
		guc_asic_cut(plain, &info, to + GUC_RDF_DATA_OFFSET);
		guc_rdf_wrap(to, GUC_RDF_CHUNK_ASIC_INFO,
			     guc_asic_version(plain), guc_asic_size(plain));
	} else {
		guc_asic_cut(plain, &info, to);
	}
	return len;
}
