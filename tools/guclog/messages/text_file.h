/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Reads text files, and finds the kernel logs among the inputs of the command line.
 */
#ifndef _TEXT_FILE_H_
#define _TEXT_FILE_H_

#include "base/base.h"
#include "messages/lines.h"

/**
 * struct log_source - bytes that are read in place of an input, for example a redacted copy of it
 * @name: name of the input, NULL to read the input itself
 * @data: bytes that are read in place of the input
 * @len: number of bytes at @data
 */
struct log_source {
	const char *name;
	const void *data;
	size_t len;
};

#define TEXT_FILE_MAX	((size_t)1 << 30)
/*
 * To find out whether a file is a kernel log or a trace, only this number of bytes is read: such a
 * text has a line with a time there. A file is read to its end if it begins with "{", because it
 * may be a kernel log in JSON, or if it has a devcoredump, which a kernel log may follow.
 */
#define TEXT_FILE_PROBE	65536u

/**
 * struct kernel_logs - kernel logs of the command line
 * @nr: number of kernel logs
 * @log: the kernel logs
 * @trace: text of the first trace of the driver's trace events; NULL if there is none
 */
struct kernel_logs {
	unsigned int nr;
	const struct guclog_kernel_log **log;
	char *trace;
};

void text_file_again(const char *path);
u8 *text_file_read(const char *path, size_t max, size_t *len, int *more);
bool kernel_logs_add(struct kernel_logs *logs, char **path);
void kernel_logs_free(struct kernel_logs *logs);

#endif
