/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * The parsed LIC (log init config): values such as the version of the firmware and the
 * frequency of its clock, which the firmware writes to the state page of the log.
 */
#ifndef _GUC_LIC_H_
#define _GUC_LIC_H_

#include "guc_fault.h"
#include "guc_view.h"

/* The known keys are 1 to GUC_LIC_KEYS. */
#define GUC_LIC_KEYS	5

/**
 * struct guc_lic - the parsed log init config
 * @present: there is a LIC with a known major version
 * @missing: the state page has no LIC
 * @offset: offset of the LIC's header in the image, bytes; if @missing is set, the offset
 *	at which the search for the LIC ended
 * @version: version of the LIC's format, major << 16 | minor
 * @unknown_keys: number of KLVs (key, length, value) with unknown keys, which were skipped
 * @known: bit n is set if key n has a value
 * @value: value of each key, indexed by key; 0 for keys without a value
 */
struct guc_lic {
	bool present;
	bool missing;
	u32 offset;
	u32 version;
	u32 unknown_keys;
	u32 known;
	u32 value[GUC_LIC_KEYS + 1];
};

void guc_lic_parse(struct guc_lic *lic, struct guc_view page, u32 offset,
		   const struct guc_faults *faults);
const char *guc_lic_key_name(u32 key);

static inline bool guc_lic_has(const struct guc_lic *lic, u32 key)
{
	return key <= GUC_LIC_KEYS && (lic->known & BIT(key));
}

#endif
