/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Output that is common to the checks of all forms: lines of text, or JSON.
 */
#ifndef _CHECK_PRINT_H_
#define _CHECK_PRINT_H_

#include "guclog.h"
#include "util/file.h"

struct guc_fault;

/**
 * struct check_out - how the results of checks are printed
 * @quiet: print nothing about files without faults
 * @json: collect them for json_check_print()
 * @faults: faults of the current file, with json
 */
struct check_out {
	bool quiet;
	bool json;
	unsigned int faults;
};

void check_begin(struct check_out *out, const struct file *file, enum guclog_form form);
int check_end(struct check_out *out, int status);
const char *check_status_name(int status);
void check_fault(struct check_out *out, const struct file *file,
		 const struct guc_fault *fault);
void check_more_faults(struct check_out *out, const struct file *file,
		       unsigned int more);
__printf(4, 5) void check_line(struct check_out *out, const struct file *file,
			       const char *key, const char *fmt, ...);
__printf(3, 4) void check_fine(struct check_out *out, const struct file *file,
			       const char *fmt, ...);
void check_failed(struct check_out *out, const struct file *file, const char *why);

#endif
