/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Texts with a time in each line: the kernel log, and the report of trace-cmd.
 */
#ifndef _ORDER_LINES_H_
#define _ORDER_LINES_H_

#include "guc_view.h"

/**
 * enum lines_clock - the clock of the times
 * @LINES_PRINTK: seconds since boot without the time that the machine was suspended
 * @LINES_WALL: wall clock
 * @LINES_TRACE: clock of a trace, which its report does not name
 */
enum lines_clock {
	LINES_PRINTK,
	LINES_WALL,
	LINES_TRACE,
};

/**
 * struct line - a line
 * @ns: its time
 * @text: what it says, printable; to be freed
 * @has_boot: the line also has a time since boot
 * @boot_ns: that time, of something before the line
 */
struct line {
	s64 ns;
	char *text;
	bool has_boot;
	s64 boot_ns;
};

/**
 * struct lines - the lines of a text
 * @clock: of all times
 * @nr: number of lines about xe, DRM or this module
 * @line: these
 * @suspended: a line tells that the machine was suspended
 * @captures: lines of a dump in the kernel log, which are left out
 * @others: other lines with a time, which are left out
 * @cut: the file is damaged, or ends early: its last lines are missing
 */
struct lines {
	enum lines_clock clock;
	size_t nr;
	struct line *line;
	bool suspended;
	u64 captures;
	u64 others;
	bool cut;
};

bool lines_read(struct lines *lines, const char *path);
void lines_free(struct lines *lines);

/* For the readers of each form. */
void lines_add(struct lines *lines, s64 ns, struct guc_view text);
#ifdef GUCLOG_JSON
bool lines_read_json(struct lines *lines, const char *text, size_t len);
#else
static inline bool lines_read_json(struct lines *lines, const char *text, size_t len)
{
	return false;
}
#endif

#endif
