/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Passes a log and its devcoredump, if there is one, to the analysis.
 */
#ifndef _ANALYSE_H_
#define _ANALYSE_H_

#include "guc_env.h"
#include "guclog_analysis.h"

struct guclog_tree;
struct timeline;

struct guclog_walk *analyse(const struct timeline *t, const struct guclog_tree *dump);
u64 analyse_words(const struct timeline *t);

#endif
