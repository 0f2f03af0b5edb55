/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Redacts input files before they are parsed, for the option --redact of several verbs.
 */
#ifndef _REDACTED_H_
#define _REDACTED_H_

#include "base/base.h"
#include "output/redact/redaction.h"
#include "messages/text_file.h"
#include "output/json_out.h"

/**
 * struct redacted_file - a file and the result of its redaction
 * @redaction: the redacted bytes of the file; NULL if the file cannot be redacted as a whole, such
 *	as an archive or an image of a log buffer
 * @data: the bytes of the file, unpacked but not redacted
 * @len: number of bytes at @data
 * @count: number of redacted items, by enum guclog_redact_kind
 */
struct redacted_file {
	const struct guclog_redaction *redaction;
	u8 *data;
	size_t len;
	struct guclog_redact_count count[GUCLOG_REDACT_KINDS];
};

int redacted_open(struct redacted_file *f, const char *path, enum guclog_redact_form form);
int redacted_check(const struct redacted_file *f, const char *path);
struct log_source redacted_source(const struct redacted_file *f, const char *path);
void redacted_close(struct redacted_file *f);

void redact_add_counts(struct guclog_redact_count *to, const struct guclog_redact_count *more);
void redact_print(const struct guclog_redact_count *count, const char *name);
struct json_object *redact_json(const struct guclog_redact_count *count);
JSON_FN(redact_print_json(const struct guclog_redact_count *count));

struct store;
struct tar;
int redact_incident(struct guclog_redact_count *count, const struct store *store,
		    const char *name, struct tar *tar);

#endif
