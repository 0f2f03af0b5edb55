/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Messages on stderr about missing or damaged parts of an input and its logs.
 */
#ifndef _LOG_MESSAGES_H_
#define _LOG_MESSAGES_H_

#include "guclog.h"

void log_say_absent(const struct guclog_file *file, enum guclog_want want);
void log_say_losses(const struct guclog_log *log, size_t skip);
void log_say_broken(const struct guclog_log *log);
void log_say_faults(const struct guclog_log *log);
int log_say_empty(const struct guclog_log *log);

/* Return: whether the log is in an LFD file that cannot be read to its end. */
static inline bool log_is_broken(const struct guclog_log *log)
{
	return log->is_lfd && log->nr_faults;
}

#endif
