/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Functions that read the values of facts (see guc_facts.h) from text, in the same way in
 * the kernel and in userspace. The kernel's functions, such as kstrtoull() and sscanf(), need a
 * terminator or accept what is not valid here: signs, spaces, and numbers that are too large.
 */
#ifndef _GUC_SCAN_H_
#define _GUC_SCAN_H_

#include "guc_facts.h"

/**
 * struct guc_scan - a position in a text
 * @pos: the next character
 * @end: the end of the text
 *
 * Each of the functions below reads a value. If the text is valid, the function moves @pos
 * past the value and returns true. Otherwise the function returns false, and @pos is
 * undefined.
 */
struct guc_scan {
	const char *pos;
	const char *end;
};

bool guc_scan_number(struct guc_scan *s, u64 max, u64 *value);
bool guc_scan_release(struct guc_scan *s, struct guc_release *rel);
bool guc_scan_bdf(struct guc_scan *s, struct guc_bdf *bdf);
bool guc_scan_pci_id(struct guc_scan *s, struct guc_pci_id *id);
bool guc_scan_ip(struct guc_scan *s, u32 *ip);
bool guc_scan_mask(struct guc_scan *s, struct guc_mask *mask);
bool guc_scan_string(struct guc_scan *s, char *to, size_t size);

#endif
