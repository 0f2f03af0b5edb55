/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Several inputs (files and directories of the command line) for one timeline: their events and
 * lines, sorted by time.
 */
#ifndef _INPUTS_H_
#define _INPUTS_H_

#include "verbs/cli.h"
#include "timeline/items.h"

/**
 * struct input_file - a file whose path, or whose directory, is on the command line
 * @path: path of the file
 * @own: the same pointer as @path if the path must be freed; NULL for a file that the command line
 *	names
 * @logs: GuC logs of the file
 * @first_log: index in @log of &struct inputs of the first log of this file
 * @nr_logs: number of logs of the file in the timeline
 * @has_text: the file is a kernel log or the report of a trace
 * @cut: the file is damaged, or its last lines are missing
 */
struct input_file {
	const char *path;
	char *own;
	struct cli_logs logs;
	unsigned int first_log;
	unsigned int nr_logs;
	bool has_text;
	bool cut;
};

/**
 * struct inputs - all inputs of a timeline
 * @choice: which logs of the inputs are used
 * @timeline: the events and lines of the inputs, NULL before inputs_begin()
 * @nr: number of files
 * @file: the files, including those in directories
 * @nr_logs: number of logs
 * @log: the logs, in the order in which they were added to the timeline
 */
struct inputs {
	struct log_choice choice;
	struct guclog_timeline *timeline;
	unsigned int nr;
	struct input_file *file;
	unsigned int nr_logs;
	struct cli_log *log;
};

void inputs_begin(struct inputs *in, bool no_suspend, bool trace_boot);
int inputs_open(struct inputs *in, char **path, int nr);
void inputs_sort(struct inputs *in);
int inputs_status(const struct inputs *in);
void inputs_close(struct inputs *in);

#endif
