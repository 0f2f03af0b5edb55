/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The origin of the values of ASIC info: a fact of the device, the table of known
 * devices, or none.
 */
#ifndef _ASIC_ORIGIN_H_
#define _ASIC_ORIGIN_H_

#include "guc_asic.h"
#include "guc_facts.h"

struct guc_text;

void asic_origin(struct guc_text *text, const struct guc_facts *facts,
		 const char *field);

/**
 * typedef asic_origin_fn - takes a value
 * @to: see asic_origin_each()
 * @value: "field=value"
 * @from: its origin
 */
typedef void (*asic_origin_fn)(void *to, const char *value, const char *from);

void asic_origin_each(const struct guc_facts *facts, asic_origin_fn fn, void *to);
void asic_origin_report(struct guc_text *text, const struct guc_facts *facts);

#ifdef GUCLOG_JSON
void json_asic_explain(const struct guc_facts *facts);
#else
static inline void json_asic_explain(const struct guc_facts *facts)
{
}
#endif

#endif
