/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Opens an input: a file, a directory, memory or a descriptor.
 */
#ifndef _GUCLOG_READ_OPEN_H_
#define _GUCLOG_READ_OPEN_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "read/forms.h"

struct guclog_dump;
struct guclog_error;
struct guclog_log;

/**
 * struct open_options - how an input is opened
 * @name: for logs_open_memory(): name of the input in messages; NULL for a default name
 * @max_memory: maximum memory for the file in bytes, 0 for 2 GiB. The content of a compressed
 *	input can be thousands of times larger than the input.
 * @flags: 0, or a bitwise OR of these flags:
 *	GUCLOG_OPEN_LOGS: keep only the logs of devcoredumps, not their other sections. This needs
 *	less memory.
 *	GUCLOG_OPEN_CHECK: keep the list of the blocks of an LFD file, so that guclog_check() does
 *	not have to find them again.
 *	GUCLOG_OPEN_ANY: return a &struct guclog_file for every input, unless there is not enough
 *	memory. If the input could not be read, the member complete of &struct guclog_file is
 *	false. If the input has no log, guclog_file_reason() returns the reason. The member
 *	message of &struct guclog_file contains neither this reason nor the losses and faults of the
 *	logs.
 *	Data of an unknown form become a log of GUCLOG_FORM_UNKNOWN. With this flag, logs_open()
 *	reads standard input if its path is "-".
 */
struct open_options {
	const char *name;
	uint64_t max_memory;
	unsigned int flags;
};

/* Flags of struct open_options. */
#define GUCLOG_OPEN_ANY		1u
#define GUCLOG_OPEN_LOGS	2u
#define GUCLOG_OPEN_CHECK	4u

/**
 * struct guclog_file - an input
 * @name: path of the input, or the name in the options; printable
 * @packing: compression of the input, a constant string such as "gzip"; NULL when not compressed
 * @form: form of the input; GUCLOG_FORM_UNKNOWN also for an archive, an email or a file without a
 *	log
 * @complete: the input was read to its end
 * @nr_logs: number of logs; 0 for a devcoredump without a log, such as those of Linux 6.12
 * @log: the logs, followed by NULL
 * @nr_dumps: number of devcoredumps
 * @dump: the devcoredumps, followed by NULL
 * @nr_bare: number of devcoredumps without a log
 * @bare: names of the devcoredumps without a log, followed by NULL
 * @nr_messages: number of messages
 * @message: texts about missing or damaged parts of the input and about skipped files: at most
 *	64 texts in UTF-8 without control characters, followed by NULL
 *
 * The library allocates this structure. Later releases add members at its end.
 */
struct guclog_file {
	const char *name;
	const char *packing;
	enum guclog_form form;
	bool complete;
	unsigned int nr_logs;
	const struct guclog_log *const *log;
	unsigned int nr_dumps;
	const struct guclog_dump *const *dump;
	unsigned int nr_bare;
	const char *const *bare;
	unsigned int nr_messages;
	const char *const *message;
};

/**
 * logs_open() - read the logs in a file or a directory
 * @path: a file or a directory
 * @options: NULL for the defaults
 * @error: filled with the error, or with code 0 on success; may be NULL
 *
 * Reads every form that the command guclog reads: Xe devcoredumps, debugfs files of xe and i915,
 * captures in the kernel log, raw images and LFD files. The input may be compressed, in an archive,
 * in a directory, or pasted from an email or a web page. If the input is damaged, all parts that
 * can be read are returned. @message of &struct guclog_file and @losses of each &struct guclog_log
 * list the missing parts.
 *
 * Return: the file, which the caller must free with logs_close(), or NULL on an error, such as
 * -ENOMSG for an input with neither a log nor a devcoredump. With the flag GUCLOG_OPEN_ANY, the
 * function returns a file for such an input, too.
 */
struct guclog_file *logs_open(const char *path,
			      const struct open_options *options,
			      struct guclog_error *error);

/**
 * logs_open_memory() - read the logs of an input in memory
 * @data: the bytes of the input, such as a text that was pasted
 * @len: bytes at @data
 * @options: NULL for the defaults
 * @error: filled with the error, or with code 0 on success; may be NULL
 *
 * @data is not needed after the call.
 *
 * Return: the same as logs_open().
 */
struct guclog_file *logs_open_memory(const void *data, size_t len,
				     const struct open_options *options,
				     struct guclog_error *error);

/**
 * logs_close() - free a file with its logs and devcoredumps
 * @file: the file, may be NULL
 */
void logs_close(struct guclog_file *file);

/**
 * guclog_file_form() - get the form of a file
 * @file: the file
 *
 * Return: a constant string such as "Xe devcoredump", "LFD file" or "directory"; for an archive or
 * an email, the form of its first log; or "data of an unknown form" if the file has neither a log
 * of a known form nor a devcoredump, which is only possible with the flag GUCLOG_OPEN_ANY.
 */
const char *guclog_file_form(const struct guclog_file *file);

/* The missing content for which guclog_file_reason() returns the reason. */
enum guclog_want {
	GUCLOG_WANT_LOG,
	GUCLOG_WANT_DUMP
};

/**
 * guclog_file_reason() - get the reason why a file has no log or no devcoredump
 * @file: the file
 * @want: the missing content: a log or a devcoredump
 * @i: number of the sentence, from 0. There can be several sentences: for a directory, one about
 *	the directory and one about each of at most 8 files in it; if logs are missing in
 *	devcoredumps, one about each devcoredump
 * @buf: destination
 * @size: bytes at @buf
 *
 * Return: length of the sentence in @buf, or -ENOENT after the last sentence.
 */
long guclog_file_reason(const struct guclog_file *file, enum guclog_want want,
			unsigned int i, char *buf, size_t size);

#endif
