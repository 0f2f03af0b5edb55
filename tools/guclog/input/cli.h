/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Common code of the verbs that handle events.
 */
#ifndef _CLI_H_
#define _CLI_H_

#include "input/log_choice.h"
#include "util/log_view.h"
#include "util/log_file.h"

struct filter;
struct textbuf;
struct guclog_events;

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

int cli_open(struct cli_logs *logs, const char *path);
bool cli_next(struct cli_logs *logs, unsigned int *i, struct log_view *view);
void cli_close(struct cli_logs *logs);
char *cli_name(const struct log_view *view);
void cli_describe(const struct log_view *view, struct textbuf *text);
bool cli_is_empty(const struct log_view *view);
int cli_tell_empty(const struct log_view *view);
struct guclog_events *cli_events(const struct log_view *view, unsigned int flags);
int cli_check_filter(const struct guclog_events *t, const struct log_view *view,
		     const struct filter *filter);

#endif
