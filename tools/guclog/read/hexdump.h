/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Reads i915's guc_log_dump: four dwords in each line, "0x%08x 0x%08x 0x%08x 0x%08x".
 */
#ifndef _HEXDUMP_H_
#define _HEXDUMP_H_

#include "read/headline.h"
#include "read/input.h"

/**
 * struct hexdump - a dump that is being read
 * @open: the dump has begun and has not ended
 * @log: index of the log in the input
 * @odd: number of the preceding line if it was odd, else 0
 * @odd_start: number of bytes of the log before the line @odd
 * @nr_odd: number of odd lines
 * @first_odd: number of bytes of the log before the first odd line
 * @last_odd: number of bytes of the log at the end of the last odd line
 *
 * A line is odd if it contains "0x" but does not consist of four dwords or a multiple of four.
 */
struct hexdump {
	bool open;
	unsigned int log;
	u64 odd;
	size_t odd_start;
	unsigned int nr_odd;
	size_t first_odd;
	size_t last_odd;
};

bool hexdump_line(struct hexdump *dump, struct input *in,
		  const struct headlines *said, struct guc_view line,
		  u64 line_nr);
void hexdump_end(struct hexdump *dump, struct input *in, bool cut);

#endif
