// SPDX-License-Identifier: GPL-2.0-only
#include "form.h"

#include "abi/guc_asic_abi.h"
#include "abi/guc_lfd_abi.h"
#include "abi/guc_lic_abi.h"
#include "abi/guc_log_abi.h"
#include "abi/guc_rdf_abi.h"

/* Also when the input ends within the magic: it is said to be too short. */
static bool starts_with(struct guc_view input, const void *magic, size_t len)
{
	return input.len && !memcmp(input.data, magic, min(input.len, len));
}

static bool is_lfd(struct guc_view input)
{
	u8 magic[8];

	guc_store_le32((u32)GUC_LFD_MAGIC, magic);
	guc_store_le32((u32)(GUC_LFD_MAGIC >> 32), magic + 4);
	return starts_with(input, magic, sizeof(magic));
}

static bool is_rdf(struct guc_view input)
{
	return starts_with(input, GUC_RDF_MAGIC, 8) ||
	       starts_with(input, "RTA_DATA", 8);
}

static bool is_state(const u8 *p)
{
	u32 one = guc_load_le32(p);
	u32 two = guc_load_le32(p + 4);

	switch (one) {
	case GUC_LIC_MAGIC:
		return true;
	case GUC_LOG_MARKER_1_LOG:
		return two == GUC_LOG_MARKER_2_EVENT ||
		       two == GUC_LOG_MARKER_2_CRASH;
	case GUC_LOG_MARKER_1_CAPTURE:
		return two == GUC_LOG_MARKER_2_CAPTURE;
	default:
		return false;
	}
}

/* One state that is known, or the LIC, makes it an image. */
static bool is_image(struct guc_view input)
{
	struct guc_view page = guc_view_clip(input, 0, GUC_LOG_STATE_PAGE_SIZE);
	const u8 *p;
	u32 off;

	for (off = 0; (p = guc_view_at(page, off, 8));
	     off += sizeof(struct guc_log_buffer_state))
		if (is_state(p))
			return true;
	return false;
}

static bool is_asic(struct guc_view input)
{
	return input.len == GUC_ASIC_V1_SIZE || input.len == GUC_ASIC_V2_SIZE ||
	       input.len == GUC_ASIC_V3_SIZE ||
	       input.len == GUC_ASIC_V1_PACKED_SIZE;
}

/**
 * form_detect() - what is this?
 * @input: all of it
 *
 * Return: the form; ASIC info has no magic and is known by its length alone.
 */
enum form form_detect(struct guc_view input)
{
	if (is_lfd(input))
		return FORM_LFD;
	if (is_rdf(input))
		return FORM_RDF;
	if (is_image(input))
		return FORM_IMAGE;
	if (is_asic(input))
		return FORM_ASIC;
	return FORM_UNKNOWN;
}

/**
 * form_name() - a form in words, with its article
 * @form: the form
 *
 * Return: a constant string.
 */
const char *form_name(enum form form)
{
	static const char * const names[FORM_COUNT] = {
		[FORM_UNKNOWN] = "something unknown",
		[FORM_IMAGE] = "a GuC log image",
		[FORM_LFD] = "an LFD file",
		[FORM_ASIC] = "ASIC info",
		[FORM_RDF] = "an RDF file",
	};

	return names[form];
}

/**
 * form_by_option() - the form that --as names
 * @option: its argument
 *
 * Return: the form, FORM_UNKNOWN when it names none.
 */
enum form form_by_option(const char *option)
{
	static const char * const options[FORM_COUNT] = {
		[FORM_UNKNOWN] = "",
		[FORM_IMAGE] = "image",
		[FORM_LFD] = "lfd",
		[FORM_ASIC] = "asic",
		[FORM_RDF] = "rdf",
	};
	int i;

	for (i = FORM_IMAGE; i < FORM_COUNT; i++)
		if (!strcmp(option, options[i]))
			return i;
	return FORM_UNKNOWN;
}
