/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Finds the defects of a file.
 */
#ifndef _GUCLOG_READ_CHECK_H_
#define _GUCLOG_READ_CHECK_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/types.h"
#include "read/forms.h"
#include "read/lfd/file.h"

struct guclog_log;

/* The kinds of defects that a check finds. */
enum guclog_defect_kind {
	GUCLOG_DEFECT_FAULT,		/* wrong bytes */
	GUCLOG_DEFECT_LOSS,		/* data was missing or damaged when the log was read */
	GUCLOG_DEFECT_LISTED,		/* a comment of the LFD file lists a fault or a loss */
	GUCLOG_DEFECT_MISSING,		/* a required block of the LFD file is missing */
	GUCLOG_DEFECT_DUMP		/* the devcoredump that contains the log was cut off */
};

/**
 * struct guclog_defect - a defect of a log or of a file
 * @kind: kind of the defect
 * @fault: for GUCLOG_DEFECT_FAULT: the fault, with its offset
 * @block: for a fault in an LFD file: the block that contains the fault or precedes it;
 *	@bytes.len of the block is 0 if there is none
 * @block_number: number of @block in the file, from 1
 * @in_block: the fault is in @block, not after it
 * @type: for GUCLOG_DEFECT_MISSING: type of the missing block
 * @text: the defect as a sentence
 * @where: for a fault in an LFD file: a sentence about @block, NULL if there is no such block
 */
struct guclog_defect {
	enum guclog_defect_kind kind;
	struct guclog_fault fault;
	struct guclog_block block;
	unsigned int block_number;
	bool in_block;
	uint32_t type;
	const char *text;
	const char *where;
};

/**
 * struct guclog_check_result - the result of a check
 * @form: form of the checked bytes; GUCLOG_FORM_UNKNOWN if this form cannot be checked
 * @bytes: number of checked bytes
 * @what: description of bytes without defects, such as "LFD 1.0, 8 blocks"; NULL if there are
 *	defects
 * @nr_faults: number of faults, including those that are not in @defect
 * @nr_defects: number of defects
 * @defect: the defects, in the order in which they were found
 */
struct guclog_check_result {
	enum guclog_form form;
	uint64_t bytes;
	const char *what;
	unsigned int nr_faults;
	unsigned int nr_defects;
	const struct guclog_defect *const *defect;
};

/**
 * guclog_check() - find the defects of a log, and where they are
 * @log: the log of a file, which must remain valid
 *
 * A log of GUCLOG_FORM_UNKNOWN is checked as ASIC info or as an RDF file if it is one of these.
 *
 * Return: the result, which the caller must free with guclog_check_free(), or NULL if there is no
 * memory.
 */
const struct guclog_check_result *guclog_check(const struct guclog_log *log);

/**
 * guclog_check_bytes() - find the defects of bytes in memory
 * @data: the bytes, which must remain valid
 * @len: bytes at @data
 * @form: form of the bytes; GUCLOG_FORM_UNKNOWN to detect the form
 *
 * Return: the result, which the caller must free with guclog_check_free(), or NULL if there is no
 * memory. Its form is GUCLOG_FORM_UNKNOWN if the bytes are not an image, an LFD file, ASIC info or
 * an RDF file.
 */
const struct guclog_check_result *guclog_check_bytes(const void *data, size_t len,
						     enum guclog_form form);

/**
 * guclog_check_free() - free the result of a check
 * @check: the result, may be NULL
 */
void guclog_check_free(const struct guclog_check_result *check);

#endif
