/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The part of a report that follows its first sentence: the description of the machine, and what is
 * missing from the log or the devcoredump.
 */
#ifndef _GUCLOG_REPORT_HEAD_H_
#define _GUCLOG_REPORT_HEAD_H_

#include "explain/explain.h"
#include "read/dump/sections.h"
#include "output/report/report.h"

int head_add(struct json_object *data, const struct report_log *log,
	     const struct guclog_dump *dump, const struct guclog_explanation *e);

#endif
