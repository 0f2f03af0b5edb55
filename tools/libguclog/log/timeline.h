/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The times of a log's events. An entry has the low 32 bits of the GuC's clock; the
 * walk counts how often they wrapped, and the anchor relates them to the host's
 * clocks.
 */
#ifndef _TIMELINE_H_
#define _TIMELINE_H_

#include "guclog_events.h"
#include "log/logview.h"

bool timeline_open(struct guclog_timeline *t, const struct logview *view);

#endif
