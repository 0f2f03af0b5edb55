/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * An input whose logs are analysed: the logs, and the other sections of a
 * devcoredump.
 */
#ifndef _ANALYSED_H_
#define _ANALYSED_H_

#include "analysis/dump_facts.h"
#include "events/analyse.h"
#include "events/cli.h"

/**
 * struct analysed_input - an input
 * @logs: its logs
 * @dump: the first devcoredump in it, NULL if there is none; a log has its own
 * @raw: do not analyse
 */
struct analysed_input {
	struct cli_logs logs;
	const struct dump *dump;
	bool raw;
};

/**
 * struct analysed_log - one log
 * @view: the log
 * @t: its events
 * @facts: facts of its GT from the devcoredump
 * @a: its analysis, NULL if its events cannot be separated or there are none
 */
struct analysed_log {
	struct logview view;
	struct timeline t;
	struct dump_facts facts;
	struct analysis *a;
};

int analysed_open(struct analysed_input *in, const char *path);
bool analysed_next(struct analysed_input *in, unsigned int *i,
		   struct analysed_log *log);
void analysed_log_free(struct analysed_log *log);
void analysed_close(struct analysed_input *in);

#endif
