// SPDX-License-Identifier: GPL-2.0-only
#include "input/form.h"

#include "abi/guc_asic_abi.h"
#include "abi/guc_lfd_abi.h"
#include "abi/guc_lic_abi.h"
#include "abi/guc_log_abi.h"
#include "abi/guc_rdf_abi.h"

/* A truncated magic matches too: the error is then "too short". */
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

/* An image contains at least one known buffer state, or the LIC. */
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
 * form_detect() - detect a binary form by its content
 * @input: the whole input, or at least its first 4096 bytes
 *
 * Return: FORM_LFD, FORM_RDF, FORM_IMAGE, FORM_ASIC or FORM_UNKNOWN. ASIC info
 * has no magic: it is recognized by its length alone.
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

/* Texts of one form. */
static const struct form_text {
	const char *name;	/* with its article, for a sentence */
	const char *label;	/* for a heading or JSON */
	const char *option;	/* argument of --as, NULL if it cannot be given */
} texts[FORM_COUNT] = {
	[FORM_UNKNOWN] = { "data of an unknown form", "image", NULL },
	[FORM_IMAGE] = { "a GuC log image", "image", "image" },
	[FORM_LFD] = { "an LFD file", "LFD file", "lfd" },
	[FORM_ASIC] = { "ASIC info", "ASIC info", "asic" },
	[FORM_RDF] = { "an RDF file", "RDF file", "rdf" },
	[FORM_DEVCOREDUMP] = { "an Xe devcoredump", "Xe devcoredump", NULL },
	[FORM_DEBUGFS] = { "a debugfs guc_log", "debugfs guc_log", NULL },
	[FORM_DEBUGFS_OLD] = { "a debugfs guc_log of 6.12",
			       "debugfs guc_log of 6.12", NULL },
	[FORM_DMESG_CAPTURE] = { "a kernel log capture", "kernel log capture",
				 NULL },
	[FORM_HEXDUMP] = { "an i915 guc_log_dump", "i915 guc_log_dump", NULL },
	[FORM_RELAY] = { "an i915 guc_log_relay", "i915 guc_log_relay", NULL },
	[FORM_ERROR_STATE] = { "an i915 error state", "i915 error state", NULL },
	[FORM_DIRECTORY] = { "a directory", "directory", NULL },
};

/**
 * form_name() - name of a form with its article, for a sentence
 * @form: the form
 *
 * Return: a constant string.
 */
const char *form_name(enum form form)
{
	return texts[form].name;
}

/**
 * form_label() - name of a form without an article
 * @form: the form
 *
 * Return: a constant string. The JSON output contains it: it does not change.
 */
const char *form_label(enum form form)
{
	return texts[form].label;
}

/**
 * form_by_option() - form that an argument of --as selects
 * @option: the argument
 *
 * Return: the form, FORM_UNKNOWN if the argument is not valid.
 */
enum form form_by_option(const char *option)
{
	int i;

	for (i = 0; i < FORM_COUNT; i++)
		if (texts[i].option && !strcmp(option, texts[i].option))
			return i;
	return FORM_UNKNOWN;
}

/**
 * form_is_i915() - is this a form that only i915 writes?
 * @form: the form
 *
 * Context: any, does not sleep.
 * Return: whether it is.
 */
bool form_is_i915(enum form form)
{
	return form == FORM_HEXDUMP || form == FORM_RELAY ||
	       form == FORM_ERROR_STATE;
}

/**
 * form_foreign() - detect a file of another kind by its magic
 * @input: its beginning
 *
 * Context: any, does not sleep.
 * Return: a constant string with an article, NULL if it is none that is known.
 */
const char *form_foreign(struct guc_view input)
{
	static const struct {
		const char *magic;
		size_t len;
		const char *name;
	} known[] = {
		{ "PK\3\4", 4, "a zip archive" },
		{ "PK\5\6", 4, "an empty zip archive" },
		{ "7z\xbc\xaf\x27\x1c", 6, "a 7-Zip archive" },
		{ "Rar!\x1a\7", 6, "a RAR archive" },
		{ "BZh", 3, "a bzip2 file" },
		{ "\177ELF", 4, "an ELF file" },
		{ "\x89PNG", 4, "a PNG image" },
		{ "\xff\xd8\xff", 3, "a JPEG image" },
		{ "GIF8", 4, "a GIF image" },
		{ "%PDF", 4, "a PDF document" },
		{ "SQLite format 3", 15, "an SQLite database" },
		{ "LPKSHHRH", 8, "a systemd journal: use 'journalctl -k'" },
		{ "\x9f\xeb", 2, "BTF type information" },
		{ "-----BEGIN PGP MESSAGE", 22, "an encrypted message" },
	};
	unsigned int i;

	if (!input.len)
		return "an empty file";
	if (is_rdf(input))
		return texts[FORM_RDF].name;
	for (i = 0; i < ARRAY_SIZE(known); i++)
		if (input.len >= known[i].len &&
		    !memcmp(input.data, known[i].magic, known[i].len))
			return known[i].name;
	return NULL;
}

/**
 * form_sniff() - name something that is not a GuC log
 * @input: its beginning
 *
 * Context: any, does not sleep.
 * Return: a constant string with an article.
 */
const char *form_sniff(struct guc_view input)
{
	return form_foreign(input) ?: "binary data of an unknown form";
}
