/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The input of a verb (a subcommand of guclog) that handles logs: the logs that the user chose with
 * --gt and --log, each with its analysis.
 */
#ifndef _CLI_H_
#define _CLI_H_

#include "base/types.h"
#include "events/findings.h"
#include "explain/explain.h"
#include "model/fact_set.h"
#include "read/dump/sections.h"
#include "read/log/events.h"
#include "read/log/logs.h"
#include "read/open.h"
#include "messages/text_file.h"
#include "base/number.h"

struct filter;
struct fixedbuf;

/**
 * struct log_choice - which logs of an input the user asked for
 * @gt: only the logs of this GT
 * @log: only the log with this index in the input
 */
struct log_choice {
	struct number gt;
	struct number log;
};

/**
 * struct cli_logs - the logs of one input that a verb handles
 * @file: the input, NULL when it is closed
 * @source: bytes that are read in place of the input, if its @name is not NULL
 * @choice: the logs that the user selected
 * @bare_too: accept an input that has only devcoredumps without a GuC log
 * @dumps: keep the devcoredumps, not only their logs
 * @is_text: the input is also read as a kernel log or a trace; no error is printed if it has no GuC
 *	log
 * @refused: the input needs more memory than is allowed, and was not read
 * @flags: flags for log_events_open(), which reads the logs that are analysed
 * @status: the worst enum cmd_status so far
 */
struct cli_logs {
	const struct guclog_file *file;
	struct log_source source;
	struct log_choice choice;
	bool bare_too;
	bool dumps;
	bool is_text;
	bool refused;
	unsigned int flags;
	int status;
};

/**
 * struct cli_log - one log of an input and its analysis
 * @log: the log
 * @t: reader of the events, NULL if the length of an event is unknown
 * @a: the analysis of the events, NULL if there is none
 * @survey: totals and statistics of the log, NULL if there are none
 */
struct cli_log {
	const struct guclog_log *log;
	struct guclog_events *t;
	const struct guclog_analysis *a;
	const struct guclog_survey *survey;
};

/* A function that handles one log, see cli_each_log(). */
typedef int (*cli_log_fn)(void *context, struct cli_log *log, unsigned int nr);

const char *cli_set_max_memory(const char *arg);
struct guclog_file *cli_open_file(const char *path, const struct log_source *source,
				  unsigned int flags);
void cli_close_file(const struct guclog_file *file);

const struct guclog_log *log_choice_one(const struct log_choice *choice,
					const struct guclog_file *file);

int cli_use_file(struct cli_logs *logs, const struct guclog_file *file);
int cli_open(struct cli_logs *logs, const char *path);
void cli_say_absent(const struct cli_logs *logs);
int cli_text_status(const struct cli_logs *logs);
const struct guclog_log *cli_next(struct cli_logs *logs, unsigned int *i);
void cli_say_cut(struct cli_logs *logs);
void cli_close(struct cli_logs *logs);
void cli_list_gt(struct fixedbuf *list, u32 gt);
char *cli_name(const struct guclog_log *log);
bool cli_is_empty(const struct guclog_log *log);
struct guclog_events *cli_events(const struct guclog_log *log, unsigned int flags);

const struct guclog_explanation *cli_log_explain(const struct cli_log *log,
						 const struct guclog_dump *dump,
						 const struct kernel_logs *kernel,
						 const char *maps);
int cli_open_with_analysis(struct cli_logs *in, const char *path);
bool cli_next_analysis(struct cli_logs *in, unsigned int *i, struct cli_log *log);
char *cli_log_name(const struct cli_log *log, int *status);
int cli_each_log(struct cli_logs *in, cli_log_fn handle, void *context);
int cli_each_log_in(const char *path, cli_log_fn handle, void *context);

/* The same as guclog_facts_has(), but without a call of the library. */
static inline bool facts_know(const struct guclog_facts *facts, enum guclog_fact fact)
{
	return facts->known >> fact & 1;
}

/* Return: the number of logs, 0 if there is no file. */
static inline unsigned int cli_nr_logs(const struct guclog_file *file)
{
	return file ? file->nr_logs : 0;
}

/* Return: the bytes of a log: its image or its LFD file, never NULL. */
static inline struct guclog_bytes log_bytes(const struct guclog_log *log)
{
	struct guclog_bytes bytes = log->image;

	return bytes.len ? bytes : (struct guclog_bytes){ "", 0 };
}

#endif
