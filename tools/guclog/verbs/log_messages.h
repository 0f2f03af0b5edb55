/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Messages on stderr about missing or damaged parts of an input and its logs.
 */
#ifndef _LOG_MESSAGES_H_
#define _LOG_MESSAGES_H_

#include "read/log/logs.h"
#include "read/open.h"

void log_say_absent(const struct guclog_file *file, enum guclog_want want);
int log_say_losses(const struct guclog_log *log);
int log_say_faults(const struct guclog_log *log);
int log_empty_status(const struct guclog_log *log);
int log_say_empty(const struct guclog_log *log);

#endif
