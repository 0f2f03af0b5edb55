/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Choice of one log among those of an input: --gt and --log.
 */
#ifndef _LOG_CHOICE_H_
#define _LOG_CHOICE_H_

#include "shared/number.h"

struct guclog_file;
struct guclog_log;

/**
 * struct log_choice - logs that the user asked for
 * @gt: only those of this GT
 * @log: only the one with this index in the input
 */
struct log_choice {
	struct number gt;
	struct number log;
};

int log_choice_check(const struct log_choice *choice, const struct guclog_file *file);
bool log_choice_wants(const struct log_choice *choice, const struct guclog_file *file,
		      unsigned int i);
const struct guclog_log *log_choice_one(const struct log_choice *choice,
					const struct guclog_file *file);

#endif
