/* SPDX-License-Identifier: GPL-2.0-only */
/* The function of asic_origin.c that asic.c calls to print the origin of a field of ASIC info. */
#ifndef _GUCLOG_ASIC_H_
#define _GUCLOG_ASIC_H_

struct guc_facts;
struct guc_text;

void asic_origin(struct guc_text *text, const struct guc_facts *facts, const char *field);

#endif
