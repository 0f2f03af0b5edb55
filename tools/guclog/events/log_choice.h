/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Choice of one log among those of an input: --gt and --log.
 */
#ifndef _LOG_CHOICE_H_
#define _LOG_CHOICE_H_

#include "input/input_log.h"
#include "shared/number.h"

/**
 * struct log_choice - logs that the user asked for
 * @gt: only those of this GT
 * @log: only the one with this index in the input
 */
struct log_choice {
	struct number gt;
	struct number log;
};

int log_choice_check(const struct log_choice *choice, const struct input *in);
bool log_choice_wants(const struct log_choice *choice, const struct input *in,
		      unsigned int i);
const struct input_log *log_choice_one(const struct log_choice *choice,
				       const struct input *in);

#endif
