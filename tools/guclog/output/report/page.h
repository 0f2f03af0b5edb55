/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Writes a report as a page (one HTML file that loads no other files), or as text.
 */
#ifndef _GUCLOG_REPORT_PAGE_H_
#define _GUCLOG_REPORT_PAGE_H_

#include "output/report/report.h"

void page_write(struct print *p, struct json_object *data, const struct report_log *log,
		unsigned int nr_logs);
void page_text(struct print *p, struct json_object *data);

#endif
