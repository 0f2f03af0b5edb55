/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Comparison of two ASIC infos (properties of a GPU in the form that trace tools expect).
 */
#ifndef _ASIC_COMPARE_H_
#define _ASIC_COMPARE_H_

#include "guclog.h"

bool asic_compare(const struct guclog_asic *a, const struct guclog_asic *b);
bool asic_field_differs(const struct guclog_asic *a, const struct guclog_asic *b, unsigned int i);

#ifdef GUCLOG_JSON
bool json_asic_compare(const struct guclog_asic *a, const struct guclog_asic *b);
#else
static inline bool json_asic_compare(const struct guclog_asic *a, const struct guclog_asic *b)
{
	return false;
}
#endif

#endif
