/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Decodes the ascii85 text of one log into its image.
 */
#ifndef _ASCII85_LOG_H_
#define _ASCII85_LOG_H_

#include "read/dump/a85.h"
#include "read/input.h"
#include "base/eat.h"
#include "model/printed_names.h"

struct headlines;

/**
 * struct ascii85_log - a log that is being decoded from ascii85
 * @in: the input that has the log
 * @log: index of the log in @in
 * @open: more data may follow
 * @one_line: all data are in one line, so after an invalid character the decoder continues in the
 *	same line, at the next "z", which stands for a whole dword
 * @deflated: the data are compressed by zlib; the log gets them unpacked at the end
 * @ended: the end of the line of data was read. If not set, the input has ended within the line, so
 *	possibly only the end of the data is missing.
 * @skipping: the decoder skips characters up to the next "z"
 * @in_step: number of bytes that were decoded up to the last "z": the next dword certainly begins
 *	right after it
 * @blank: a blank in the data, which is valid only at the end of a line
 * @blank_line: number of the line with @blank, 0 when there is none
 * @has_length: @length is known
 * @length: length of the log in bytes, from the input
 * @a85: the decoder
 * @nr_breaks: number of places with invalid characters
 * @first_break: number of bytes of the log before the first of these places
 * @break_line: for compressed data: number of the line with the first of these places
 * @drops: number of lines in which characters are missing
 * @gaps: number of places with missing lines
 * @first_gap: number of bytes that were decoded before the first missing line
 * @last_gap: number of bytes that were decoded before the last missing line
 */
struct ascii85_log {
	struct input *in;
	unsigned int log;
	bool open;
	bool one_line;
	bool deflated;
	bool ended;
	bool skipping;
	size_t in_step;
	char blank;
	u64 blank_line;
	bool has_length;
	u64 length;
	struct a85 a85;
	unsigned int nr_breaks;
	size_t first_break;
	u64 break_line;
	unsigned int drops;
	unsigned int gaps;
	size_t first_gap;
	size_t last_gap;
};

bool ascii85_log_begin(struct ascii85_log *data, struct input *in, enum guclog_form form,
		       const struct headlines *head, u64 line);
bool ascii85_log_feed(struct ascii85_log *data, const char *text, size_t len,
		      u64 line);
void ascii85_log_gap(struct ascii85_log *data, u64 lines, u64 line);
void ascii85_log_drop(struct ascii85_log *data, size_t len, u64 line);
bool ascii85_log_full(const struct ascii85_log *data);
void ascii85_log_end(struct ascii85_log *data);

/*
 * Return: number of characters of @line before the data if the data of xe's log begin in it, else
 * 0.
 */
static inline size_t ascii85_log_start(struct guc_view line)
{
	struct guc_view rest = line;

	if (!eat(&rest, LINE_LOG_DATA " ") && !eat(&rest, LINE_LOG_PLAIN_DATA " "))
		return 0;
	return line.len - rest.len;
}

static inline struct input_log *ascii85_log_get(const struct ascii85_log *data)
{
	return &data->in->log[data->log];
}

#endif
