// SPDX-License-Identifier: GPL-2.0-only
/*
 * Reads and writes ASIC info. If the first byte is even, the rest is a blob or an RDF file to read.
 * If it is odd, the rest are facts; from them, ASIC info is written in all forms except version 2,
 * and read back.
 */
#include "fuzz.h"

#include "guc_asic.h"

static const size_t form_size[] = {
	[GUC_ASIC_V1] = GUC_ASIC_V1_SIZE,
	[GUC_ASIC_V3] = GUC_ASIC_V3_SIZE,
	[GUC_ASIC_V1_PACKED] = GUC_ASIC_V1_PACKED_SIZE,
	[GUC_ASIC_RDF] = 664,
};

static void print_asic(struct guc_text *text, const void *arg)
{
	guc_asic_report(text, arg);
}

static int read_blob(struct guc_asic *asic, struct guc_view blob)
{
	struct guc_fault fault;
	int err;

	memset(asic, 0xa5, sizeof(*asic));
	memset(&fault, 0xa5, sizeof(fault));
	err = guc_asic_read(asic, blob, &fault);
	FUZZ_CHECK(err <= 0 && err == guc_fault_errno(&fault));
	if (err)
		fuzz_check_fault(&fault, blob.len);
	return err;
}

/* ASIC info that the core has read without a fault must have valid values. */
static void check_asic(const struct guc_asic *asic, struct guc_view blob)
{
	static const struct guc_asic_info_v3 zero;
	const struct guc_asic_info_v3 *info = &asic->info;
	size_t len;

	FUZZ_CHECK(asic->version >= 1 && asic->version <= 3);
	FUZZ_CHECK(memchr(info->gpu_name, 0, sizeof(info->gpu_name)));
	FUZZ_CHECK(!info->pad0 && !info->pad1 && !info->pad2 && !info->pad3);
	if (asic->version < 2)
		FUZZ_CHECK(!info->pci_id);
	if (asic->version < 3) {
		len = sizeof(*info) - offsetof(struct guc_asic_info_v3,
					       pixel_packer_mask);
		FUZZ_CHECK(!memcmp(info->pixel_packer_mask, &zero, len));
	}
	switch (asic->form) {
	case GUC_ASIC_V1:
	case GUC_ASIC_V1_PACKED:
		FUZZ_CHECK(asic->version == 1);
		FUZZ_CHECK(blob.len == form_size[asic->form]);
		break;
	case GUC_ASIC_V2:
		FUZZ_CHECK(asic->version == 2 && blob.len == GUC_ASIC_V2_SIZE);
		break;
	case GUC_ASIC_V3:
		FUZZ_CHECK(asic->version == 3 && blob.len == GUC_ASIC_V3_SIZE);
		break;
	case GUC_ASIC_RDF:
		/* Parts of an RDF file may overlap, so only its smallest length is known. */
		FUZZ_CHECK(blob.len >= GUC_ASIC_V1_SIZE);
		break;
	}
	free(fuzz_text(print_asic, asic, &len));
	FUZZ_CHECK(len > 0);
}

static void fuzz_read(struct guc_view in)
{
	u8 *p = fuzz_copy(in.data, in.len);
	struct guc_view blob = guc_view(p, in.len);
	struct guc_asic asic, less;

	if (!read_blob(&asic, blob))
		check_asic(&asic, blob);
	free(p);
	if (!in.len)
		return;
	/* Also read the input without its last byte. */
	p = fuzz_copy(in.data, in.len - 1);
	blob = guc_view(p, in.len - 1);
	if (!read_blob(&less, blob))
		check_asic(&less, blob);
	free(p);
}

/*
 * Compute the length of ASIC info, write it, and read it back. Writing it to a buffer that is one
 * byte too short must fail.
 */
static void check_form(enum guc_asic_form form, const struct guc_facts *facts,
		       const struct guc_asic_info_v3 *want)
{
	size_t len = form_size[form];
	struct guc_asic asic;
	u8 *p = fuzz_alloc(len);
	u8 *cut = fuzz_alloc(len - 1);

	FUZZ_CHECK(guc_asic_write(form, facts, NULL, 0) == (ssize_t)len);
	FUZZ_CHECK(guc_asic_write(form, facts, p, len) == (ssize_t)len);
	FUZZ_CHECK(guc_asic_write(form, facts, cut, len - 1) == -ENOSPC);
	FUZZ_CHECK(read_blob(&asic, guc_view(p, len)) == 0);
	FUZZ_CHECK(asic.form == form);
	check_asic(&asic, guc_view(p, len));
	if (asic.version == 3)
		FUZZ_CHECK(asic.info.pci_id == want->pci_id);
	/* Version 1 lacks the first field of version 3, and those from pixel_packer_mask on. */
	FUZZ_CHECK(!memcmp(&asic.info.shader_core_clock_frequency,
			   &want->shader_core_clock_frequency,
			   offsetof(struct guc_asic_info_v3, pixel_packer_mask) -
			   offsetof(struct guc_asic_info_v3,
				    shader_core_clock_frequency)));
	free(p);
	free(cut);
}

static void fuzz_write(struct guc_view in)
{
	struct guc_asic_info_v3 info;
	struct guc_facts facts = { 0 };

	fuzz_facts_from_text(&facts, in);
	memset(&info, 0xa5, sizeof(info));
	guc_asic_fill(&info, &facts);
	FUZZ_CHECK(le32_to_cpu(info.shader_engines) <= GUC_ASIC_MAX_SLICES);
	check_form(GUC_ASIC_V1, &facts, &info);
	check_form(GUC_ASIC_V3, &facts, &info);
	check_form(GUC_ASIC_V1_PACKED, &facts, &info);
	check_form(GUC_ASIC_RDF, &facts, &info);
	FUZZ_CHECK(guc_asic_write(GUC_ASIC_V2, &facts, NULL, 0) == -EINVAL);
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
	struct guc_view in = guc_view(data, size);

	if (fuzz_take(&in, 1) & 1)
		fuzz_write(in);
	else
		fuzz_read(in);
	return 0;
}
