/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Captures in the kernel log: a dump cut into numbered lines, "Capture N.M: ".
 * Several may be under way at once, and other lines come between.
 */
#ifndef _CAPTURE_H_
#define _CAPTURE_H_

#include "headline.h"
#include "sink.h"

#define CAPTURES_MAX	64

/**
 * struct capture - one capture
 * @series: its number N
 * @next: number of the line that must come next
 * @data: its lines are data now
 * @said: what its lines have said
 * @sink: of its data
 * @lost: lines that are missing before the data
 * @short_line: number of the last line when it was too short to be anything but
 *	the end of the data, else 0
 * @short_start: bytes of the log before that line
 */
struct capture {
	u64 series;
	u64 next;
	bool data;
	struct headlines said;
	struct sink sink;
	u64 lost;
	u64 short_line;
	size_t short_start;
};

/**
 * struct captures - captures that are under way
 * @nr: how many
 * @capture: they
 */
struct captures {
	unsigned int nr;
	struct capture *capture[CAPTURES_MAX];
};

bool capture_line(struct captures *all, struct input *in, struct guc_view line,
		  u64 line_nr);
void captures_end(struct captures *all);

#endif
