/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Comparison of two ASIC infos.
 */
#ifndef _ASIC_COMPARE_H_
#define _ASIC_COMPARE_H_

#include "guc_asic.h"

bool asic_compare(const struct guc_asic *a, const struct guc_asic *b);

#ifdef GUCLOG_JSON
bool json_asic_compare(const struct guc_asic *a, const struct guc_asic *b);
#else
static inline bool json_asic_compare(const struct guc_asic *a,
				     const struct guc_asic *b)
{
	return false;
}
#endif

/* The value of a field that both versions have. */
static inline bool asic_is_common(const struct guc_asic *a,
				  const struct guc_asic *b,
				  const struct guc_asic_field *field)
{
	return field->version <= min(a->version, b->version);
}

bool asic_field_is_same(const struct guc_asic *a, const struct guc_asic *b,
			const struct guc_asic_field *field);

#endif
