/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * The parsed LIC (log init config).
 */
#ifndef _GUC_LIC_H_
#define _GUC_LIC_H_

#include "guc_fault.h"
#include "guc_view.h"

/* Keys 1..GUC_LIC_KEYS are known. */
#define GUC_LIC_KEYS	5

/**
 * struct guc_lic - log init config
 * @present: there is a LIC with a known major version
 * @missing: the walk over the state page ended without a LIC
 * @offset: of the header in the image in bytes, or of the end of the walk
 * @version: major << 16 | minor
 * @unknown_keys: KLVs that were skipped by their length
 * @known: bit n is set when key n has a value
 * @value: by key; 0 where there is none
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
