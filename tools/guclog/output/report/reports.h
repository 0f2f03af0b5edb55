/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Writes a report as an HTML page or as text: all known information about an input, for readers who
 * do not have the input.
 */
#ifndef _GUCLOG_OUTPUT_REPORT_REPORTS_H_
#define _GUCLOG_OUTPUT_REPORT_REPORTS_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/types.h"

struct guclog_file;
struct guclog_redact_count;

/* Flag of struct guclog_report_options: write text instead of an HTML page. */
#define GUCLOG_REPORT_TEXT	1u
/* Maximum number of logs in a report. A page with more would be too large for a browser. */
#define GUCLOG_REPORT_MAX_LOGS	64

/**
 * struct guclog_report_text - a kernel log or the text output of a trace tool
 * @name: name of the text
 * @data: the text, as for guclog_timeline_add_text()
 * @len: bytes at @data
 */
struct guclog_report_text {
	const char *name;
	const void *data;
	size_t len;
};

/**
 * struct guclog_report_options - options of guclog_report()
 * @title: name of the input in the report, NULL for the name of the file
 * @has_gt: include only the logs of @gt, and logs without the number of the GT
 * @gt: number of a GT
 * @flags: 0 or GUCLOG_REPORT_TEXT
 * @timeline_flags: as for guclog_timeline_new()
 * @nr_texts: number of elements of @text
 * @text: texts to include; the explanation also uses the texts that are kernel logs, and the first
 *	trace
 * @redacted: amounts of data that were removed from the input, an element for each kind; the report
 *	lists the amounts; NULL when nothing was removed
 * @maps: for an input with one devcoredump: the mappings of its process, as for
 *	guclog_explain(); NULL if there is none
 */
struct guclog_report_options {
	const char *title;
	bool has_gt;
	uint32_t gt;
	unsigned int flags;
	unsigned int timeline_flags;
	unsigned int nr_texts;
	const struct guclog_report_text *text;
	const struct guclog_redact_count *redacted;
	const char *maps;
};

/**
 * guclog_report() - write a report
 * @file: the input, with its devcoredumps
 * @options: NULL for the defaults
 * @write: called with the report in pieces: one HTML page that needs no network, or text
 * @context: first argument of @write
 *
 * For a redacted report, use the input and the texts that guclog_redact() returned.
 *
 * Return: 0; -ENOMSG for a text that is neither a kernel log nor a trace, -E2BIG for a file
 * with more than GUCLOG_REPORT_MAX_LOGS logs, -EOPNOTSUPP when the library was built without
 * json-c, -ENOMEM, or the value that @write returned.
 */
int guclog_report(const struct guclog_file *file, const struct guclog_report_options *options,
		  guclog_write_fn write, void *context);

#endif
