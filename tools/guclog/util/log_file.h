/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Files with GuC logs, and what guclog.h gives of them in the types of the core.
 */
#ifndef _LOG_FILE_H_
#define _LOG_FILE_H_

#include "guc_facts.h"
#include "guc_log.h"
#include "guclog.h"
#include "guclog_dump.h"

struct guclog_file *log_file_open(const char *path, bool dumps);
void log_file_tell(const struct guclog_file *file, enum guclog_want want);
void log_tell_losses(const struct guclog_log *log, size_t skip);
void log_parse(const struct guclog_log *log, struct guc_log *parsed);

/* The facts in the type of the core, which has the same members. */
static inline const struct guc_facts *log_facts(const struct guclog_facts *facts)
{
	return (const struct guc_facts *)facts;
}

/* The number of logs; 0 also if there is no file. */
static inline unsigned int log_file_logs(const struct guclog_file *file)
{
	return file ? guclog_file_logs(file) : 0;
}

/* The image, or the LFD file; never NULL. */
static inline struct guc_view log_bytes(const struct guclog_log *log)
{
	struct guclog_bytes bytes = guclog_log_image(log);

	return guc_view(bytes.len ? bytes.data : "", bytes.len);
}

#endif
