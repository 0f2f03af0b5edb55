/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Values out of text, alike on every host.
 */
#ifndef _GUC_SCAN_H_
#define _GUC_SCAN_H_

#include "guc_facts.h"

/**
 * struct guc_scan - what is left of a text
 * @pos: the next character
 * @end: behind the last one
 *
 * Each of the functions below takes what it reads off the text and returns true,
 * or returns false, and then the text is of no use any more. All may be called
 * in any context and do not sleep.
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
