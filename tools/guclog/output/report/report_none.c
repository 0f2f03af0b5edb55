// SPDX-License-Identifier: GPL-2.0-only
/*
 * The function for reports, if the library is built without json-c: it only fails.
 */
#include "guc_env.h"
#include "base/types.h"
#include "output/report/reports.h"
#include "read/open.h"

int guclog_report(const struct guclog_file *file, const struct guclog_report_options *options,
		  guclog_write_fn write, void *context)
{
	return -EOPNOTSUPP;
}
