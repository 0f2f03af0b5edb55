/* SPDX-License-Identifier: GPL-2.0-only */
/* asic_origin() prints from which facts and tables a field of ASIC info is computed. */
#ifndef _GUCLOG_ASIC_H_
#define _GUCLOG_ASIC_H_

struct guc_facts;
struct guc_text;

void asic_origin(struct guc_text *text, const struct guc_facts *facts, const char *field);

#endif
