/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Files with GuC logs, and what guclog.h gives of them in the types of the core.
 */
#ifndef _LOG_FILE_H_
#define _LOG_FILE_H_

#include "guclog.h"
#include "guclog_dump.h"
#include "shared/base.h"

struct textbuf;

struct guclog_file *log_file_open(const char *path, unsigned int flags);
void log_file_tell(const struct guclog_file *file, enum guclog_want want);
void log_tell_losses(const struct guclog_log *log, size_t skip);
bool log_tell_broken(const struct guclog_log *log);
void log_tell_faults(const struct guclog_log *log);
struct guclog_bytes log_make_lfd(const struct guclog_log *log, const struct guclog_facts *facts,
				 const char *notes);
void log_add_fact(struct textbuf *to, const struct guclog_facts *facts, enum guclog_fact fact);

/* The number of logs; 0 also if there is no file. */
static inline unsigned int log_file_logs(const struct guclog_file *file)
{
	return file ? file->nr_logs : 0;
}

/* The image, or the LFD file; never NULL. */
static inline struct guclog_bytes log_bytes(const struct guclog_log *log)
{
	struct guclog_bytes bytes = log->image;

	return bytes.len ? bytes : (struct guclog_bytes){ "", 0 };
}

#endif
