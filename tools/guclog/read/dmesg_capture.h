/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Reads captures in the kernel log. A capture is a dump that xe prints in numbered lines, which
 * begin with "Capture N.M: ". Several captures can be printed at the same time, with other lines
 * between their lines.
 */
#ifndef _DMESG_CAPTURE_H_
#define _DMESG_CAPTURE_H_

#include "read/ascii85_log.h"
#include "read/headline.h"

#define DMESG_CAPTURES_MAX	64

/**
 * struct dmesg_gap - a range of missing lines of a capture
 * @from: number M of the first missing line
 * @to: number M of the line after the missing lines
 * @line: number, in the text, of the line after the missing lines
 */
struct dmesg_gap {
	u64 from;
	u64 to;
	u64 line;
};

/**
 * struct dmesg_capture - one capture, with lines "Capture N.M: "
 * @series: the number N of the capture
 * @next: number M of the line that must come next
 * @first: number M of the first line that was found, 0 after data of a log have begun
 * @in_data: the next line continues the data
 * @said: the facts in the lines of the capture
 * @data: decoder of the data
 * @lost: number of lines that are missing outside of data; the loss is reported for the next data
 * @gap: the last range of missing lines, inside or outside of data; the range is kept to recognize
 *	a line of it that comes too late
 * @short_line: number, in the text, of the last line of data if this line is shorter than a full
 *	line, else 0. Only the final line of the data may be short: if more data follow, the short
 *	line has lost characters.
 * @short_start: number of bytes of the log before @short_line
 * @other_width: the lines of data are shorter than xe's lines, because a program wrapped them again
 */
struct dmesg_capture {
	u64 series;
	u64 next;
	u64 first;
	bool in_data;
	struct headlines said;
	struct ascii85_log data;
	u64 lost;
	struct dmesg_gap gap;
	u64 short_line;
	size_t short_start;
	bool other_width;
};

/**
 * struct dmesg_captures - captures that are being read
 * @in: gets the logs; its arena has the memory of the captures
 * @nr: number of captures
 * @capture: the captures
 */
struct dmesg_captures {
	struct input *in;
	unsigned int nr;
	struct dmesg_capture *capture[DMESG_CAPTURES_MAX];
};

bool dmesg_capture_line(struct dmesg_captures *all, struct input *in,
			struct guc_view line, u64 line_nr);
void dmesg_captures_end(struct dmesg_captures *all);

#endif
