// SPDX-License-Identifier: MIT OR GPL-2.0-only
#include "guc_fault.h"
#include "guc_text.h"

/*
 * The errno of a fault (@err), and the parts of the sentence that describes the fault, such as
 * "length is 0x8, expected at least 0x1000". The sentence begins with @what; if @found is set, the
 * value that was found follows. If @phrase is not NULL, ", expected" and @phrase follow, and then,
 * if @expected is set, the value that was expected.
 */
struct fault_words {
	short err;
	bool found;
	bool expected;
	const char *what;
	const char *phrase;	/* NULL: no value was expected */
};

/* A row for each code of a fault. The columns are the members of struct fault_words, in order. */
static const struct fault_words words[GUC_FAULT_CODES] = {
	[GUC_FAULT_NONE] = { 0, 0, 0, "fine", NULL },
	[GUC_FAULT_TOO_SHORT] = { -ENODATA, 1, 1, "length is", "at least" },
	[GUC_FAULT_MARKER] = { -EBADMSG, 1, 0, "unknown marker", NULL },
	[GUC_FAULT_TWICE] = {
		-EBADMSG, 1, 0, "second state with marker", NULL },
	[GUC_FAULT_NO_STATE] = { -ENOENT, 0, 0, "no state", NULL },
	[GUC_FAULT_NO_LIC] = { -ENOENT, 0, 0, "no LIC", NULL },
	[GUC_FAULT_NOT_WRITTEN] = {
		-ENOENT, 0, 0, "all bytes are 0: the GuC has not written the log",
		NULL },
	[GUC_FAULT_REGION_OUTSIDE] = {
		-ENODATA, 1, 1, "region starts at", "at most" },
	[GUC_FAULT_SIZE] = { -ENODATA, 1, 1, "size is", "at most" },
	[GUC_FAULT_SIZE_ALIGN] = {
		-EBADMSG, 1, 1, "size is", "a multiple of" },
	[GUC_FAULT_CUT] = { -ENODATA, 1, 1, "available bytes are", "" },
	[GUC_FAULT_READ_PTR] = { -EBADMSG, 1, 1, "read_ptr is", "at most" },
	[GUC_FAULT_READ_PTR_ALIGN] = {
		-EBADMSG, 1, 1, "read_ptr is", "a multiple of" },
	[GUC_FAULT_WRITE_PTR] = { -EBADMSG, 1, 1, "write_ptr is", "at most" },
	[GUC_FAULT_WRITE_PTR_ALIGN] = {
		-EBADMSG, 1, 1, "write_ptr is", "a multiple of" },
	[GUC_FAULT_WRAP_OFFSET] = {
		-EBADMSG, 1, 1, "wrap_offset is", "at most" },
	[GUC_FAULT_WRAP_OFFSET_ALIGN] = {
		-EBADMSG, 1, 1, "wrap_offset is", "a multiple of" },
	[GUC_FAULT_WRITE_PTR_WRAP] = {
		-EBADMSG, 1, 1, "write_ptr is", "at most wrap_offset" },
	[GUC_FAULT_AFTER_WRAP] = {
		-EBADMSG, 1, 1, "bytes after wrap_offset are", "" },
	[GUC_FAULT_LIC_VERSION] = {
		-EPROTONOSUPPORT, 1, 1, "version is", "major" },
	[GUC_FAULT_LIC_COUNT] = { -ENODATA, 1, 1, "data_count is", "at most" },
	[GUC_FAULT_KLV_TRUNCATED] = {
		-ENODATA, 1, 1, "KLV length is", "at most" },
	[GUC_FAULT_KLV_LEN] = { -EBADMSG, 1, 1, "KLV length is", "" },
	[GUC_FAULT_KLV_TWICE] = {
		-EBADMSG, 1, 0, "second value for key", NULL },
	[GUC_FAULT_KLV_MISSING] = { -ENOENT, 1, 0, "no value for key", NULL },
	[GUC_FAULT_LFD_MAGIC] = { -EBADMSG, 1, 1, "magic is", "" },
	[GUC_FAULT_LFD_VERSION] = {
		-EPROTONOSUPPORT, 1, 1, "version is", "major" },
	[GUC_FAULT_BLOCK_MAGIC] = {
		-EBADMSG, 1, 1, "block header is", "magic" },
	[GUC_FAULT_BLOCK_COUNT] = {
		-ENODATA, 1, 1, "data_count is", "at most" },
	[GUC_FAULT_BLOCK_LEN] = { -EBADMSG, 1, 1, "data_count is", "" },
	[GUC_FAULT_BLOCK_LEN_MIN] = {
		-EBADMSG, 1, 1, "data_count is", "at least" },
	[GUC_FAULT_BLOCK_TWICE] = {
		-EBADMSG, 1, 0, "second block of type", NULL },
	[GUC_FAULT_BLOCK_TYPE] = {
		-EBADMSG, 1, 0, "block type is", "a known range" },
	[GUC_FAULT_OS_ID] = { -EBADMSG, 1, 1, "os_id is", "at most" },
	[GUC_FAULT_NOT_TEXT] = { -EBADMSG, 1, 0, "byte is", "printable ASCII" },
	[GUC_FAULT_ASIC_SIZE] = {
		-EBADMSG, 1, 0, "length is", "0x22e, 0x238, 0x240 or 0x260" },
	[GUC_FAULT_ASIC_NAME] = {
		-EBADMSG, 0, 0, "name has no terminator", NULL },
	[GUC_FAULT_ASIC_PADDING] = { -EBADMSG, 1, 1, "padding is", "" },
	[GUC_FAULT_ASIC_VERSION] = {
		-EPROTONOSUPPORT, 1, 1, "chunk version is", "at most" },
	[GUC_FAULT_ASIC_CHUNK_SIZE] = { -EBADMSG, 1, 1, "chunk size is", "" },
	[GUC_FAULT_RDF_MAGIC] = { -EBADMSG, 1, 1, "magic is", "" },
	[GUC_FAULT_RDF_VERSION] = { -EPROTONOSUPPORT, 1, 1, "version is", "" },
	[GUC_FAULT_RDF_INDEX_SIZE] = {
		-EBADMSG, 1, 1, "index size is", "a multiple of" },
	[GUC_FAULT_RDF_INDEX_OUTSIDE] = {
		-ENODATA, 1, 1, "index ends at", "at most" },
	[GUC_FAULT_RDF_CHUNK_OUTSIDE] = {
		-ENODATA, 1, 1, "chunk ends at", "at most" },
	[GUC_FAULT_RDF_COMPRESSION] = {
		-EBADMSG, 1, 1, "compression is", "" },
	[GUC_FAULT_RDF_NO_CHUNK] = { -ENOENT, 0, 0, "no AsicInfo chunk", NULL },
	[GUC_FAULT_CT_LAYOUT] = {
		-EBADMSG, 1, 0, "length is", "the length of a known layout" },
	[GUC_FAULT_CT_SIZE] = { -EBADMSG, 1, 1, "size in words is", "at most" },
	[GUC_FAULT_CT_HEAD] = { -EBADMSG, 1, 1, "head is", "at most" },
	[GUC_FAULT_CT_TAIL] = { -EBADMSG, 1, 1, "tail is", "at most" },
};

static const char * const sections[] = {
	[GUC_SECTION_STATE_PAGE] = "state page",
	[GUC_SECTION_EVENT] = "event data",
	[GUC_SECTION_CRASH] = "crash dump",
	[GUC_SECTION_CAPTURE] = "state capture",
	[GUC_SECTION_LIC] = "LIC",
	[GUC_SECTION_LFD] = "LFD",
	[GUC_SECTION_ASIC] = "ASIC info",
	[GUC_SECTION_RDF] = "RDF",
	[GUC_SECTION_CT] = "CT buffers",
};

/**
 * guc_faults_add() - record a fault
 * @faults: the list; it counts all faults, and stores as many as it has room for
 * @fault: the fault (a defect of an input)
 *
 * Context: any, does not sleep.
 */
void guc_faults_add(const struct guc_faults *faults, struct guc_fault fault)
{
	if (*faults->nr < faults->max)
		faults->fault[*faults->nr] = fault;
	(*faults->nr)++;
}

/**
 * guc_fault_errno() - get the error code of a fault
 * @fault: the fault (a defect of an input)
 *
 * Context: any, does not sleep.
 * Return: one of the negative errnos that guc_fault.h lists, or 0 for GUC_FAULT_NONE.
 */
int guc_fault_errno(const struct guc_fault *fault)
{
	return words[fault->code].err;
}

/**
 * guc_section_name() - get the name of a section (a structure that can contain a fault)
 * @section: which section
 *
 * Context: any, does not sleep.
 * Return: a constant string.
 */
const char *guc_section_name(enum guc_section section)
{
	return sections[section];
}

/**
 * guc_fault_print() - print a fault as one sentence, without a newline
 * @text: the text to append to
 * @fault: the fault (a defect of an input)
 *
 * The sentence contains the section, the offset, the found value and the expected value.
 * Numbers are hexadecimal.
 *
 * Context: any, does not sleep.
 */
void guc_fault_print(struct guc_text *text, const struct guc_fault *fault)
{
	const struct fault_words *w = &words[fault->code];

	guc_text_add(text, "%s at 0x%llx: %s", sections[fault->section],
		     fault->offset, w->what);
	if (w->found)
		guc_text_add(text, " 0x%llx", fault->found);
	if (!w->phrase)
		return;
	guc_text_add(text, ", expected%s%s", *w->phrase ? " " : "", w->phrase);
	if (w->expected)
		guc_text_add(text, " 0x%llx", fault->expected);
}
