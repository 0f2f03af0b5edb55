/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The redaction of a text, line by line, see text.c. The other files redact parts of it: fields.c
 * redacts values after known names, data.c data in ascii85, log_data.c the data of a damaged log,
 * kernel_log.c lines of the kernel log, and message.c the messages in them.
 */
#ifndef _GUCLOG_REDACTOR_H_
#define _GUCLOG_REDACTOR_H_

#include "model/printed.h"
#include "output/redact/redact.h"
#include "output/redact/span.h"

/**
 * struct piece - a part of the data of a log, which redaction keeps
 * @text: the part, which has no blank
 * @line: number of its line
 */
struct piece {
	struct span text;
	u64 line;
};

/**
 * struct blob - data in ascii85 that are being read
 * @series: number of the dump that has the data, if xe has printed it into the kernel log
 * @number: number of the last line of this dump
 * @more: the preceding line had data that may continue
 * @keep: the data are those of a log, which are kept
 * @kind: kind of the data if they are redacted
 * @length: number of bytes of the next data, from the line "[NAME].length" before them; 0 if
 *	unknown
 * @want: number of bytes of the current data, 0 if unknown
 * @bytes: number of bytes of the current data so far
 * @digits: number of ascii85 digits of an incomplete dword at the end of the data so far
 * @width: length of the preceding line if it had data that may continue, else 0
 * @damaged: some of the data of the log are missing, or other data follow them
 * @nr: number of elements of @piece
 * @piece: the data of a log, which are kept, in parts
 */
struct blob {
	u64 series;
	u64 number;
	bool more;
	bool keep;
	enum guclog_redact_kind kind;
	u64 length;
	u64 want;
	u64 bytes;
	unsigned int digits;
	size_t width;
	bool damaged;
	size_t nr;
	struct piece *piece;
};

/*
 * Number of dumps whose lines can be mixed in a kernel log: xe prints a dump for each GT, perhaps
 * at the same time.
 */
#define REDACT_BLOBS	8

/* Largest number of addresses in registers that are compared with those of contexts. */
#define REDACT_PAGES	64

/**
 * struct redactor - the state of a redaction
 * @count: amount of removed data, an element for each kind
 * @arena: arena that has the memory of @range and of the pieces
 * @line: number of the line, from 1
 * @data: the current data, an element of @blob
 * @blob: data of the dumps in a kernel log; of other texts, only the first element is used
 * @line_len: length of the line
 * @kernel_log: the text is a kernel log
 * @driver_line: the preceding line was about the driver
 * @nr_pages: number of elements of @page
 * @page: bits 31 to 12 of the addresses of rings and contexts in the registers of engines. The
 *	registers are kept, and so are these addresses in the lines about contexts.
 * @nr_ranges: number of addresses in @range
 * @range: the addresses of VM ranges, in the order of the text; each is replaced by its number
 */
struct redactor {
	struct guclog_redact_count *count;
	struct arena *arena;
	u64 line;
	struct blob *data;
	struct blob blob[REDACT_BLOBS];
	size_t line_len;
	bool kernel_log;
	bool driver_line;
	unsigned int nr_pages;
	u32 page[REDACT_PAGES];
	size_t nr_ranges;
	u64 *range;
};

static inline void redact_span(struct redactor *r, enum guclog_redact_kind kind, struct span p)
{
	redact_fill(r->count, kind, p.at, p.len, r->line);
}

bool redact_known_field(struct redactor *r, struct span p);
bool redact_known_value(struct redactor *r, enum printed_class keep, struct span value);
void redact_words(struct redactor *r, struct span p);
void redact_note_register(struct redactor *r, struct span p);

void redact_data(struct redactor *r, struct span p, bool keep, enum guclog_redact_kind kind);
bool redact_more_data(struct redactor *r, struct span p);
void redact_choose_blob(struct redactor *r, u64 series, u64 number);

void redact_log_piece(struct redactor *r, struct span p);
void redact_log_end(struct redactor *r, struct blob *b);

char *capture_text(struct span p, u64 *series, u64 *number);
void redact_log_prefix(struct redactor *r, struct span p);
void redact_log_line(struct redactor *r, struct span p);

bool redact_is_pci_address(struct span p);
void redact_message(struct redactor *r, struct span p);

#endif
