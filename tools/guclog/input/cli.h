/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The input of a verb that handles logs: the logs that the user chose with --gt and --log,
 * each with its analysis.
 */
#ifndef _CLI_H_
#define _CLI_H_

#include "guclog.h"
#include "input/text_file.h"
#include "shared/number.h"
#include "util/log_file.h"

struct filter;

/**
 * struct log_choice - logs that the user asked for
 * @gt: only those of this GT
 * @log: only the one with this index in the input
 */
struct log_choice {
	struct number gt;
	struct number log;
};

/**
 * struct cli_logs - the logs of one input that a verb handles
 * @file: the input, NULL when it is closed
 * @choice: the logs that the user selected
 * @bare_too: an input that has only devcoredumps without a log is not an error
 * @dumps: keep the devcoredumps
 * @status: enum cmd_status so far
 */
struct cli_logs {
	struct guclog_file *file;
	struct log_choice choice;
	bool bare_too;
	bool dumps;
	int status;
};

/**
 * struct analysed_input - an input
 * @logs: its logs
 * @dump: the first devcoredump in it, NULL if there is none; a log has its own
 * @flags: for guclog_events_open()
 */
struct analysed_input {
	struct cli_logs logs;
	const struct guclog_dump *dump;
	unsigned int flags;
};

/**
 * struct analysed_log - one log
 * @log: the log
 * @t: its events, NULL if they cannot be separated
 * @a: the analysis, NULL without
 * @survey: its figures, NULL without
 */
struct analysed_log {
	const struct guclog_log *log;
	struct guclog_events *t;
	const struct guclog_analysis *a;
	const struct guclog_survey *survey;
};

const struct guclog_log *log_choice_one(const struct log_choice *choice,
					const struct guclog_file *file);

int cli_open(struct cli_logs *logs, const char *path);
const struct guclog_log *cli_next(struct cli_logs *logs, unsigned int *i);
void cli_close(struct cli_logs *logs);
char *cli_name(const struct guclog_log *log);
void cli_describe(const struct guclog_log *log, char *buf, size_t size);
bool cli_is_empty(const struct guclog_log *log);
int cli_tell_empty(const struct guclog_log *log);
struct guclog_events *cli_events(const struct guclog_log *log, unsigned int flags);
int cli_check_filter(const struct guclog_events *t, const struct guclog_log *log,
		     const struct filter *filter);

const struct guclog_explanation *analysed_explain(const struct analysed_log *log,
						  const struct guclog_dump *dump,
						  const struct kernel_logs *kernel,
						  const char *maps);
int analysed_open(struct analysed_input *in, const char *path);
bool analysed_next(struct analysed_input *in, unsigned int *i,
		   struct analysed_log *log);
void analysed_log_free(struct analysed_log *log);
void analysed_close(struct analysed_input *in);

#endif
