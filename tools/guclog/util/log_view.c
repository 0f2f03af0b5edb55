// SPDX-License-Identifier: GPL-2.0-only
#include "util/log_view.h"

#include "util/log_file.h"

/**
 * log_view_make() - get what the verbs need of a log
 * @view: filled; valid as long as the log
 * @log: the log
 */
void log_view_make(struct log_view *view, const struct guclog_log *log)
{
	*view = (struct log_view){
		.handle = log,
		.is_lfd = log->is_lfd,
		.anchor_of = log->anchor_of,
	};
	view->facts = *log->facts;
	if (view->is_lfd)
		guclog_log_fault(log, 0, &view->broken);
	guclog_log_layout(log, &view->layout);
}
