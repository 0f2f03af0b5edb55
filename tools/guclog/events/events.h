/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * The reader of a log's events, with their names, contexts and engines. It needs no verdict.
 */
#ifndef _EVENTS_EVENTS_H_
#define _EVENTS_EVENTS_H_

#include "base/types.h"
#include "read/log/events.h"
#include "read/log/logs.h"

struct guclog_events *events_open(const struct guclog_log *log, unsigned int flags,
				  struct guclog_analysis *analysis, struct guclog_error *error);

#endif
