/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * i915's guc_log_dump: four dwords a line, "0x%08x 0x%08x 0x%08x 0x%08x".
 */
#ifndef _HEXDUMP_H_
#define _HEXDUMP_H_

#include "input/headline.h"
#include "input/input_log.h"

/**
 * struct hexdump - a dump that is being read
 * @open: its log is the input's newest
 * @log: which of the input's logs
 * @spoiled: number of the last line when it was spoiled, else 0
 * @start: bytes of the log before that line
 */
struct hexdump {
	bool open;
	unsigned int log;
	u64 spoiled;
	size_t start;
};

bool hexdump_line(struct hexdump *dump, struct input *in,
		  const struct headlines *said, struct guc_view line,
		  u64 line_nr);
void hexdump_end(struct hexdump *dump, struct input *in);

#endif
