/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The redaction of a text, line by line, see text.c. The other files redact parts of it: fields.c
 * redacts values after known names, data.c data in ascii85, kernel_log.c lines of the kernel log,
 * and message.c the messages in them.
 */
#ifndef _GUCLOG_REDACTOR_H_
#define _GUCLOG_REDACTOR_H_

#include "redact/redact.h"
#include "redact/span.h"

/**
 * struct redactor - the state of a redaction
 * @count: number of items that were redacted, by kind
 * @arena: arena that has the memory of @range
 * @line: number of the line, from 1
 * @in_data: the preceding line had data that may continue
 * @keep_data: the data that may continue are data of the GuC log, which are kept
 * @data_kind: the kind of the data that may continue, if they are redacted
 * @length: number of bytes of the next data, from the line "[NAME].length" before them; 0 if
 *	unknown
 * @want: number of bytes of the current data, 0 if unknown
 * @bytes: number of bytes of the current data so far
 * @digits: number of ascii85 digits of an incomplete dword at the end of the data so far
 * @line_len: length of the line
 * @width: length of the preceding line if it had data that may continue, else 0
 * @kernel_log: the text is a kernel log
 * @driver_line: the preceding line was about the driver
 * @nr_ranges: number of addresses in @range
 * @range: the addresses of VM ranges, in the order of the text; each is replaced by its number
 */
struct redactor {
	struct guclog_redact_count *count;
	struct arena *arena;
	u64 line;
	bool in_data;
	bool keep_data;
	enum guclog_redact_kind data_kind;
	u64 length;
	u64 want;
	u64 bytes;
	unsigned int digits;
	size_t line_len;
	size_t width;
	bool kernel_log;
	bool driver_line;
	size_t nr_ranges;
	u64 *range;
};

static inline void redact_span(struct redactor *r, enum guclog_redact_kind kind, struct span p)
{
	redact_fill(r->count, kind, p.at, p.len, r->line);
}

bool redact_known_field(struct redactor *r, struct span p);
void redact_words(struct redactor *r, struct span p);
void redact_addresses(struct redactor *r, struct span p);

void redact_data(struct redactor *r, struct span p, bool keep, enum guclog_redact_kind kind);
bool redact_more_data(struct redactor *r, struct span p);

char *capture_text(struct span p);
void redact_log_prefix(struct redactor *r, struct span p);
void redact_log_line(struct redactor *r, struct span p);

bool redact_is_pci_address(struct span p);
void redact_message(struct redactor *r, struct span p);

#endif
