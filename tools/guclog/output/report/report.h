/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The logs of a report, see guclog_report() of guclog.h.
 */
#ifndef _GUCLOG_REPORT_H_
#define _GUCLOG_REPORT_H_

#include "explain/explain.h"
#include "output/report/summary.h"
#include "read/log/events.h"
#include "read/log/logs.h"
#include "output/report/columns.h"

struct json_object;

/**
 * struct report_log - a log of the report
 * @log: the log
 * @events: reader of the log's events, NULL if the log has no events of a known version
 * @explanation: explanation of the log, NULL before it is made
 * @title: name of the log without the name of the input
 * @name: whole name of the log
 * @group: number of the log's group; the page shows the logs and tables of a group together
 * @columns: events of the log in the form in which the page reads them
 * @summary: summary of the log: GPU, firmware, times and advice
 */
struct report_log {
	const struct guclog_log *log;
	struct guclog_events *events;
	const struct guclog_explanation *explanation;
	const char *title;
	const char *name;
	int group;
	struct columns columns;
	struct guclog_summary summary;
};

#endif
