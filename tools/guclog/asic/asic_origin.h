/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * ASIC info with the origin of its values.
 */
#ifndef _ASIC_ORIGIN_H_
#define _ASIC_ORIGIN_H_

#include "guc_facts.h"

#ifdef GUCLOG_JSON
void json_asic_explain(const struct guc_facts *facts);
#else
static inline void json_asic_explain(const struct guc_facts *facts)
{
}
#endif

#endif
