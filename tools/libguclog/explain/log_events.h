/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Converts a log and its events for the analysis.
 */
#ifndef _ANALYSE_LOG_H_
#define _ANALYSE_LOG_H_

#include "explain/analysis.h"
#include "guclog_dump.h"
#include "log/event_reader.h"

void analyse_events(struct guclog_analysis *a, struct event_reader *t);
struct guclog_analysis *analyse_log(struct event_reader *t, const struct guclog_dump *dump,
				    bool names_only);
struct guclog_analysis *analysis_of_log(const struct guclog_log *log, struct guclog_error *error);

#endif
