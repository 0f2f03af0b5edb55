/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The internal structure of a log, which begins with the public struct guclog_log. */
#ifndef _GUCLOG_LOG_H_
#define _GUCLOG_LOG_H_

#include "read/log/logs.h"
#include "read/input_log.h"
#include "read/log/parsed_log.h"

/**
 * struct log - a log
 * @pub: the public part
 * @parsed: the events and the other contents of the log
 */
struct log {
	struct guclog_log pub;
	struct parsed_log parsed;
};

/* Return: the structure of which @log is the first member. */
static inline const struct log *log_of(const struct guclog_log *log)
{
	return (const struct log *)log;
}

void log_begin(struct log *log, const struct input_log *input, struct arena *arena);
void log_take_block(struct log *log, const struct guc_lfd_block *block, struct describe *walk);
void log_end_blocks(struct log *log, struct describe *walk);
void log_finish(struct log *log);
void log_open(struct log *log, const struct input_log *input, struct arena *arena);
void log_share_anchors(struct log *all, unsigned int nr);
u64 log_buffer_length(const struct guclog_log *log);

#endif
