/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Passes a log and its devcoredump, if there is one, to the analysis.
 */
#ifndef _ANALYSE_H_
#define _ANALYSE_H_

#include "log/analyse_log.h"

struct analysis_dump;

struct analysis *analyse_begin(const struct timeline *t);
struct analysis *analyse(struct timeline *t, const struct analysis_dump *dump);
u64 analyse_words(struct timeline *t, const struct analysis_dump *dump);

#endif
