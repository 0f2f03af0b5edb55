/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Passes a log and the sections of its devcoredump to the learner (learn.h), which finds out what
 * the event ids of an unknown firmware mean.
 */
#ifndef _LEARN_LOG_H_
#define _LEARN_LOG_H_

#include "events/learn/learn.h"
#include "read/log/event_reader.h"

struct guclog_dump_gt;

bool learn_log_possible(struct event_reader *t);
struct learned *learn_log(struct event_reader *t, const struct guclog_dump_gt *gt);

#endif
