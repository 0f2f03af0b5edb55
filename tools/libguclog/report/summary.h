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
 * struct summary_log - what a summary needs of a log
 * @log: the log
 * @is_lfd: it came as an LFD file
 * @broken: it is an LFD file that cannot be read to its end
 * @facts: facts of the device and the GT
 * @lic: values that the firmware gave
 */
struct summary_log {
	const struct guclog_log *log;
	bool is_lfd;
	bool broken;
	const struct guc_facts *facts;
	struct guc_lic lic;
};

void summary_log_init(struct summary_log *l, const struct guclog_log *log);

#endif
