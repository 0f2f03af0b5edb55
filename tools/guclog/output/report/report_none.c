// SPDX-License-Identifier: GPL-2.0-only
/*
 * The functions for reports, if the library is built without json-c: they only fail.
 */
#include "guc_env.h"
#include "base/types.h"
#include "explain/explain.h"
#include "output/report/reports.h"
#include "read/log/logs.h"
#include "read/open.h"

int guclog_report(const struct guclog_file *file, const struct guclog_report_options *options,
		  guclog_write_fn write, void *context)
{
	return -EOPNOTSUPP;
}

int guclog_explanation_json(const struct guclog_explanation *explanation,
			    const struct guclog_log *log, const char *name,
			    guclog_write_fn write, void *context)
{
	return -EOPNOTSUPP;
}
