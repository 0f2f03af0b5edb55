/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A fault describes a defect of an input: its section and offset, the wrong value and the
 * value that was expected. guc_fault_print() prints a fault as a sentence.
 */
#ifndef _GUC_FAULT_H_
#define _GUC_FAULT_H_

#include "guc_env.h"

struct guc_text;

/**
 * DOC: Errors of the core
 *
 * Functions of the core (the code that the kernel module and the command share) return
 * these errors:
 *
 * ===================  ==================================================
 * -ENODATA             truncated: the bytes end before the structure does
 * -EBADMSG             the bytes have no valid meaning, or contradict each other
 * -EPROTONOSUPPORT     an unknown major version
 * -ENOENT              does not exist
 * -ENOSPC              the caller's buffer is too small
 * -EINVAL              an invalid argument
 * ===================  ==================================================
 */

/* The structure that contains a fault. */
enum guc_section {
	GUC_SECTION_STATE_PAGE,
	GUC_SECTION_EVENT,
	GUC_SECTION_CRASH,
	GUC_SECTION_CAPTURE,
	GUC_SECTION_LIC,
	GUC_SECTION_LFD,
	GUC_SECTION_ASIC,
	GUC_SECTION_RDF,
	GUC_SECTION_CT,
};

/*
 * The kinds of faults. guc_fault.c has the text for each. The comments below say what the members
 * @found and @expected of struct guc_fault contain.
 */
enum guc_fault_code {
	GUC_FAULT_NONE,
	/* any structure */
	GUC_FAULT_TOO_SHORT,		/* found: bytes; expected: minimum */
	/* state page */
	GUC_FAULT_MARKER,		/* found: an unknown pair of markers */
	GUC_FAULT_TWICE,		/* found: markers of a second state of a region */
	GUC_FAULT_NO_STATE,		/* a region has no state */
	GUC_FAULT_NO_LIC,		/* there is no LIC */
	/* the whole log */
	GUC_FAULT_NOT_WRITTEN,		/* all bytes are 0 */
	/* the state of a region in the state page */
	GUC_FAULT_REGION_OUTSIDE,	/* found: offset; expected: maximum */
	GUC_FAULT_SIZE,			/* found: size; expected: maximum */
	GUC_FAULT_SIZE_ALIGN,		/* found: size; expected: required divisor */
	GUC_FAULT_CUT,			/* found: available bytes; expected: size */
	GUC_FAULT_READ_PTR,		/* found: pointer; expected: maximum */
	GUC_FAULT_READ_PTR_ALIGN,	/* found: pointer; expected: required divisor */
	GUC_FAULT_WRITE_PTR,		/* found: pointer; expected: maximum */
	GUC_FAULT_WRITE_PTR_ALIGN,	/* found: pointer; expected: required divisor */
	GUC_FAULT_WRAP_OFFSET,		/* found: offset; expected: maximum */
	GUC_FAULT_WRAP_OFFSET_ALIGN,	/* found: offset; expected: required divisor */
	GUC_FAULT_WRITE_PTR_WRAP,	/* found: write_ptr; expected: wrap_offset, its maximum */
	GUC_FAULT_AFTER_WRAP,		/* found: bytes; expected: 0 */
	/* LIC (log init config), a list of KLVs (key, length, value) */
	GUC_FAULT_LIC_VERSION,		/* found: version; expected: major version */
	GUC_FAULT_LIC_COUNT,		/* found: dwords; expected: maximum */
	GUC_FAULT_KLV_TRUNCATED,	/* found: dwords; expected: maximum */
	GUC_FAULT_KLV_LEN,		/* found: dwords; expected: 1 */
	GUC_FAULT_KLV_TWICE,		/* found: key */
	GUC_FAULT_KLV_MISSING,		/* found: key */
	/* LFD file, a log in blocks */
	GUC_FAULT_LFD_MAGIC,		/* found: magic; expected: right magic */
	GUC_FAULT_LFD_VERSION,		/* found: version; expected: major version */
	GUC_FAULT_BLOCK_MAGIC,		/* found: first dword of the block; expected: magic */
	GUC_FAULT_BLOCK_COUNT,		/* found: dwords; expected: maximum */
	GUC_FAULT_BLOCK_LEN,		/* found: dwords; expected: right number */
	GUC_FAULT_BLOCK_LEN_MIN,	/* found: dwords; expected: minimum */
	GUC_FAULT_BLOCK_TWICE,		/* found: type */
	GUC_FAULT_BLOCK_TYPE,		/* found: type, which is 0 or reserved */
	GUC_FAULT_OS_ID,		/* found: os_id; expected: maximum */
	GUC_FAULT_NOT_TEXT,		/* found: byte */
	/* ASIC info and RDF */
	GUC_FAULT_ASIC_SIZE,		/* found: bytes */
	GUC_FAULT_ASIC_NAME,		/* the name has no terminator */
	GUC_FAULT_ASIC_PADDING,		/* found: byte; expected: 0 */
	GUC_FAULT_ASIC_VERSION,		/* found: version of the chunk; expected: maximum */
	GUC_FAULT_ASIC_CHUNK_SIZE,	/* found: bytes; expected: right number */
	GUC_FAULT_RDF_MAGIC,		/* found: magic; expected: right magic */
	GUC_FAULT_RDF_VERSION,		/* found: version; expected: known version */
	GUC_FAULT_RDF_INDEX_SIZE,	/* found: bytes; expected: required divisor */
	GUC_FAULT_RDF_INDEX_OUTSIDE,	/* found: end of the index; expected: maximum */
	GUC_FAULT_RDF_CHUNK_OUTSIDE,	/* found: end of a chunk; expected: maximum */
	GUC_FAULT_RDF_COMPRESSION,	/* found: method; expected: 0, no compression */
	GUC_FAULT_RDF_NO_CHUNK,		/* there is no AsicInfo chunk */
	/* CT buffers */
	GUC_FAULT_CT_LAYOUT,		/* found: bytes of a snapshot */
	GUC_FAULT_CT_SIZE,		/* found: words of a ring; expected: maximum */
	GUC_FAULT_CT_HEAD,		/* found: head; expected: maximum */
	GUC_FAULT_CT_TAIL,		/* found: tail; expected: maximum */
	GUC_FAULT_CODES
};

/**
 * struct guc_fault - one fault
 * @code: kind of the fault
 * @section: structure that contains the fault
 * @offset: offset of the wrong value in bytes from the start of the input
 * @found: the wrong value
 * @expected: the bound or value with which @found was compared
 */
struct guc_fault {
	enum guc_fault_code code;
	enum guc_section section;
	u64 offset;
	u64 found;
	u64 expected;
};

/**
 * struct guc_faults - the list of faults that a parser finds
 * @fault: the first faults
 * @max: number of elements of @fault
 * @nr: number of all faults, which can be more than @max
 */
struct guc_faults {
	struct guc_fault *fault;
	unsigned int max;
	unsigned int *nr;
};

void guc_faults_add(const struct guc_faults *faults, struct guc_fault fault);
int guc_fault_errno(const struct guc_fault *fault);
void guc_fault_print(struct guc_text *text, const struct guc_fault *fault);
const char *guc_section_name(enum guc_section section);

#endif
