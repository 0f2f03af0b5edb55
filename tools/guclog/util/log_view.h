/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * One log as the verbs see it, whether it came as an image or as
 * an LFD file.
 */
#ifndef _LOG_VIEW_H_
#define _LOG_VIEW_H_

#include "guclog.h"

/**
 * struct log_view - a log
 * @handle: the log
 * @is_lfd: it came as an LFD file
 * @facts: of device and GT; of an LFD file those in its comments
 * @anchor_of: name of the log whose anchor is used, NULL when it is the log's own
 * @broken: what ended the reading of an LFD file, error 0 when nothing did
 * @layout: what the log has of the ring
 */
struct log_view {
	const struct guclog_log *handle;
	bool is_lfd;
	struct guclog_facts facts;
	const char *anchor_of;
	struct guclog_fault broken;
	struct guclog_layout layout;
};

void log_view_make(struct log_view *view, const struct guclog_log *log);

#endif
