/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Removes data about users and their programs from inputs.
 */
#ifndef _GUCLOG_OUTPUT_REDACT_REDACTION_H_
#define _GUCLOG_OUTPUT_REDACT_REDACTION_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Redaction overwrites data that identifies a person, a program or a machine, and the memory
 * contents of programs. The log, the registers and the lengths of all lines and blocks are kept.
 */

/* The kinds of data that redaction removes. */
enum guclog_redact_kind {
	GUCLOG_REDACT_PROCESS,		/* name of a process */
	GUCLOG_REDACT_PID,		/* PID of a process */
	GUCLOG_REDACT_HOST,		/* name of a host */
	GUCLOG_REDACT_BOOT,		/* id of a boot */
	GUCLOG_REDACT_KERNEL,		/* the part of a kernel release after the version */
	GUCLOG_REDACT_ADDRESS,		/* address in graphics memory or in a GPU VM */
	GUCLOG_REDACT_MEMORY,		/* contents of a GPU VM */
	GUCLOG_REDACT_CONTEXT,		/* contents of a context image */
	GUCLOG_REDACT_RING,		/* contents of a CT ring or of a work queue */
	GUCLOG_REDACT_UNKNOWN,		/* text in an unknown format */
	GUCLOG_REDACT_FILE,		/* a whole file that the caller leaves out */
	GUCLOG_REDACT_KINDS		/* number of kinds */
};

/* The formats of the bytes that are redacted. */
enum guclog_redact_form {
	GUCLOG_REDACT_ANY,		/* detect the format */
	GUCLOG_REDACT_TEXT,		/* devcoredump, debugfs file or kernel log with a GuC log */
	GUCLOG_REDACT_LFD,		/* LFD file */
	GUCLOG_REDACT_KERNEL_LOG,	/* kernel log, as text */
	GUCLOG_REDACT_INFO,		/* the kernel module's "info" file */
	GUCLOG_REDACT_IMAGE		/* image of a log buffer */
};

/**
 * struct guclog_redact_count - amount of removed data of one kind
 * @places: number of places from which data was removed
 * @bytes: total number of removed bytes
 * @line: line number of the first place, 0 if the bytes are not a text
 */
struct guclog_redact_count {
	uint64_t places;
	uint64_t bytes;
	uint64_t line;
};

/**
 * struct guclog_redaction - redacted bytes
 * @form: format of the bytes, never GUCLOG_REDACT_ANY
 * @data: the redacted bytes
 * @len: bytes at @data
 * @nr_counts: number of elements of @count
 * @count: amounts of removed data, indexed by enum guclog_redact_kind
 */
struct guclog_redaction {
	enum guclog_redact_form form;
	const void *data;
	size_t len;
	unsigned int nr_counts;
	const struct guclog_redact_count *count;
};

/**
 * guclog_redact() - redact a file
 * @data: the file; not needed after the call
 * @len: bytes at @data
 * @form: format of the file, GUCLOG_REDACT_ANY to detect it
 * @error: set to 0 or a negative errno value; may be NULL
 *
 * With GUCLOG_REDACT_ANY, the file may be compressed, or be in a mail, a web page or base64. The
 * result is the redacted file without this packing. With another @form, @data must not be packed.
 *
 * In a text, only lines of known formats are kept. In these lines, only the words that the driver
 * writes are kept.
 *
 * Return: the redaction, which the caller must free with guclog_redaction_free(), or NULL on an
 * error, such as -EPROTONOSUPPORT for bytes in none of the formats.
 */
const struct guclog_redaction *guclog_redact(const void *data, size_t len,
					     enum guclog_redact_form form, int *error);

/**
 * guclog_redaction_free() - free a redaction
 * @redaction: from guclog_redact(), may be NULL
 */
void guclog_redaction_free(const struct guclog_redaction *redaction);

/**
 * guclog_redact_field() - redact a single value
 * @name: name of the value: "process", "pid", "boot_id", "kernel", "reason", or the key of a fact
 *	(see guclog_fact_key())
 * @value: the value; changed in place
 * @len: length of the value
 * @count: an element for each kind, to which the amount of removed data is added; may be NULL
 *
 * A value with an unknown name is overwritten completely.
 */
void guclog_redact_field(const char *name, char *value, size_t len,
			 struct guclog_redact_count *count);

/**
 * guclog_redact_kind_name() - get the name of a kind
 * @kind: the kind
 *
 * Return: a constant string such as "process name".
 */
const char *guclog_redact_kind_name(enum guclog_redact_kind kind);

/**
 * guclog_redact_count_text() - get a count as text
 * @count: the count
 * @kind: kind of the removed data
 * @buf: destination
 * @size: bytes at @buf
 *
 * Return: length of the text, such as "process name: 2 places, 14 bytes, first in line 5".
 */
size_t guclog_redact_count_text(const struct guclog_redact_count *count,
				enum guclog_redact_kind kind, char *buf, size_t size);

#endif
