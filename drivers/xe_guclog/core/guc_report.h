/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Text reports about a log and its device, which the kernel module and the command guclog
 * print in the same way.
 */
#ifndef _GUC_REPORT_H_
#define _GUC_REPORT_H_

#include "guc_env.h"

struct guc_facts;
struct guc_lfd_source;
struct guc_log;
struct guc_span;
struct guc_text;

void guc_report_events(struct guc_text *text, const struct guc_log *log);
void guc_report_amount(struct guc_text *text, const char *key, u64 bytes,
		       u32 version);
void guc_report_part(struct guc_text *text, const struct guc_log *log,
		     const char *key, const struct guc_span *span);
void guc_report_faults(struct guc_text *text, const struct guc_log *log);
void guc_report_state(struct guc_text *text, const struct guc_lfd_source *src);
void guc_report_info(struct guc_text *text, const struct guc_facts *device,
		     const struct guc_facts *gt, unsigned int nr_gts);

#endif
