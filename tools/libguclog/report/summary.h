/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The summary of a log, see guclog_log_summary() of guclog.h.
 */
#ifndef _GUCLOG_SUMMARY_H_
#define _GUCLOG_SUMMARY_H_

#include "guc_facts.h"
#include "guc_lic.h"
#include "guclog.h"

/**
 * struct summary_log - the data of a log from which a summary is made
 * @log: the log
 * @is_lfd: the log was read from an LFD file
 * @facts: facts of the device and the GT
 * @lic: values from the log init config (LIC), which the firmware wrote
 */
struct summary_log {
	const struct guclog_log *log;
	bool is_lfd;
	const struct guc_facts *facts;
	struct guc_lic lic;
};

void summary_log_init(struct summary_log *l, const struct guclog_log *log);

#endif
