/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * An input whose logs are analysed: the logs, and the other sections of a
 * devcoredump.
 */
#ifndef _ANALYSED_H_
#define _ANALYSED_H_

#include "input/cli.h"
#include "guclog.h"

struct guclog_dump_gt;

/**
 * struct analysed_input - an input
 * @logs: its logs
 * @dump: the first devcoredump in it, NULL if there is none; a log has its own
 * @handle: the same
 * @raw: do not analyse
 */
struct analysed_input {
	struct cli_logs logs;
	const struct guclog_dump *dump;
	const struct guclog_dump *handle;
	bool raw;
};

/**
 * struct analysed_log - one log
 * @view: the log
 * @t: its events, NULL if they cannot be separated
 * @a: the analysis, NULL without
 * @found: what it has found, NULL without
 * @survey: its figures, NULL without
 */
struct analysed_log {
	struct log_view view;
	struct guclog_events *t;
	const struct guclog_analysis *a;
	const struct guclog_findings *found;
	const struct guclog_survey *survey;
};

const struct guclog_explanation *analysed_explain(const struct analysed_log *log,
						  const struct guclog_dump *dump);
int analysed_open(struct analysed_input *in, const char *path);
bool analysed_next(struct analysed_input *in, unsigned int *i,
		   struct analysed_log *log);
const struct guclog_dump_gt *analysed_gt(const struct analysed_log *log);
void analysed_log_free(struct analysed_log *log);
void analysed_close(struct analysed_input *in);

#endif
