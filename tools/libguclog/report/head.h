/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The beginning of a report after its first sentence: the machine, and the missing parts.
 */
#ifndef _GUCLOG_REPORT_HEAD_H_
#define _GUCLOG_REPORT_HEAD_H_

#include "guclog_dump.h"
#include "report/report.h"

int head_add(struct json_object *data, const struct report_log *log,
	     const struct guclog_dump *dump, const struct guclog_explanation *e);

#endif
