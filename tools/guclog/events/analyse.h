/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Passes a log and its devcoredump, if there is one, to the analysis.
 */
#ifndef _ANALYSE_H_
#define _ANALYSE_H_

#include "guc_env.h"
#include "guclog.h"
#include "guclog_events.h"

struct guclog_walk *analyse(const struct guclog_timeline *t);
u64 analyse_words(const struct guclog_timeline *t);

#endif
