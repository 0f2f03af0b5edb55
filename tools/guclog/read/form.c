// SPDX-License-Identifier: GPL-2.0-only
#include "read/form.h"

#include "abi/guc_asic_abi.h"
#include "abi/guc_lfd_abi.h"
#include "abi/guc_lic_abi.h"
#include "abi/guc_log_abi.h"
#include "abi/guc_rdf_abi.h"

/*
 * Return: whether the input begins with a magic number. An input that ends within the magic number
 * also matches, so the reader of that form reports that the input is too short.
 */
static bool starts_with(struct guc_view input, const void *magic, size_t len)
{
	return input.len && !memcmp(input.data, magic, min(input.len, len));
}

static bool is_lfd(struct guc_view input)
{
	__le64 magic = cpu_to_le64(GUC_LFD_MAGIC);

	return starts_with(input, &magic, sizeof(magic));
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

/*
 * Return: whether the first page of the input has at least one known buffer state (the header of a
 * region of the log), or the log init config (LIC).
 */
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
 * @input: the beginning of the content
 *
 * Context: any, does not sleep.
 * Return: the same as guclog_form_detect().
 */
enum guclog_form form_detect(struct guc_view input)
{
	if (is_lfd(input))
		return GUCLOG_FORM_LFD;
	if (is_rdf(input))
		return GUCLOG_FORM_RDF;
	if (is_image(input))
		return GUCLOG_FORM_IMAGE;
	if (is_asic(input))
		return GUCLOG_FORM_ASIC;
	return GUCLOG_FORM_UNKNOWN;
}

enum guclog_form guclog_form_detect(const void *data, size_t len)
{
	return form_detect(guc_view(len ? data : "", len));
}

/* Names of a form. */
static const struct form_text {
	const char *phrase;	/* with its article, for a sentence */
	const char *label;	/* for a heading or JSON */
} texts[] = {
	[GUCLOG_FORM_UNKNOWN] = { "data of an unknown form", "image" },
	[GUCLOG_FORM_IMAGE] = { "a GuC log image", "image" },
	[GUCLOG_FORM_LFD] = { "an LFD file", "LFD file" },
	[GUCLOG_FORM_ASIC] = { "ASIC info", "ASIC info" },
	[GUCLOG_FORM_RDF] = { "an RDF file", "RDF file" },
	[GUCLOG_FORM_DEVCOREDUMP] = { "an Xe devcoredump", "Xe devcoredump" },
	[GUCLOG_FORM_DEBUGFS] = { "a debugfs guc_log", "debugfs guc_log" },
	[GUCLOG_FORM_DEBUGFS_OLD] = { "a debugfs guc_log of 6.12", "debugfs guc_log of 6.12" },
	[GUCLOG_FORM_DMESG_CAPTURE] = { "a kernel log capture", "kernel log capture" },
	[GUCLOG_FORM_HEXDUMP] = { "an i915 guc_log_dump", "i915 guc_log_dump" },
	[GUCLOG_FORM_RELAY] = { "an i915 guc_log_relay", "i915 guc_log_relay" },
	[GUCLOG_FORM_ERROR_STATE] = { "an i915 error state", "i915 error state" },
	[GUCLOG_FORM_DIRECTORY] = { "a directory", "directory" },
};

static const struct form_text *text_of(enum guclog_form form)
{
	return &texts[(unsigned int)form < ARRAY_SIZE(texts) ? form : GUCLOG_FORM_UNKNOWN];
}

const char *guclog_form_phrase(enum guclog_form form)
{
	return text_of(form)->phrase;
}

const char *guclog_form_label(enum guclog_form form)
{
	return text_of(form)->label;
}

/**
 * form_foreign() - detect a file of another kind by its magic
 * @input: the beginning of the file
 *
 * Context: any, does not sleep.
 * Return: name of the kind with an article, a constant string, or NULL if the kind is not known.
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
		{ "\x17\x08\x44tracing", 10, "a file of trace-cmd: use 'trace-cmd report'" },
		{ "PERFILE2", 8, "a file of perf: use 'perf script'" },
		{ "\x9f\xeb", 2, "BTF type information" },
		{ "-----BEGIN PGP MESSAGE", 22, "an encrypted message" },
	};
	unsigned int i;

	if (!input.len)
		return "an empty file";
	if (is_rdf(input))
		return texts[GUCLOG_FORM_RDF].phrase;
	for (i = 0; i < ARRAY_SIZE(known); i++)
		if (input.len >= known[i].len &&
		    !memcmp(input.data, known[i].magic, known[i].len))
			return known[i].name;
	return NULL;
}

/**
 * form_sniff() - describe an input that is not a GuC log
 * @input: the beginning of the input
 *
 * Context: any, does not sleep.
 * Return: a constant string with an article.
 */
const char *form_sniff(struct guc_view input)
{
	return form_foreign(input) ?: "binary data of an unknown form";
}

/**
 * archive_is() - find out whether libarchive must read an input
 * @first: the beginning of the input
 * @len: number of bytes at @first
 *
 * Context: any, does not sleep.
 * Return: true for tar, zip, bzip2, compress, lz4 and lzip.
 */
bool archive_is(const u8 *first, size_t len)
{
	static const struct {
		const char *magic;
		size_t len;
		size_t at;
	} known[] = {
		{ "PK\3\4", 4, 0 },
		{ "ustar", 5, 257 },
		{ "BZh", 3, 0 },
		{ "\x1f\x9d", 2, 0 },
		{ "\x04\x22\x4d\x18", 4, 0 },
		{ "LZIP", 4, 0 },
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(known); i++)
		if (len >= known[i].at + known[i].len &&
		    !memcmp(first + known[i].at, known[i].magic, known[i].len))
			return true;
	return false;
}
