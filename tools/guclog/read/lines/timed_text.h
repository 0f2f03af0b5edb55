/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The lines of a kernel log, or of the report of a trace, with their times.
 */
#ifndef _GUCLOG_TIMED_TEXT_H_
#define _GUCLOG_TIMED_TEXT_H_

#include "base/arena.h"
#include "guc_view.h"

struct json_tokener;
struct text_kind;

/**
 * enum text_clock - the clock of the times in a text
 * @TEXT_PRINTK: seconds since boot without the time that the machine was suspended
 * @TEXT_WALL: wall clock
 * @TEXT_LOCAL: wall clock of a time zone that the text does not name
 * @TEXT_LOCAL_DAY: as @TEXT_LOCAL, and the text does not name the year either, so 2000 is used
 * @TEXT_TRACE: clock of a trace; the report of the trace may not name it
 * @TEXT_NO_CLOCK: no line has a time; the number of clocks
 */
enum text_clock {
	TEXT_PRINTK,
	TEXT_WALL,
	TEXT_LOCAL,
	TEXT_LOCAL_DAY,
	TEXT_TRACE,
	TEXT_NO_CLOCK,
};

/**
 * struct text_times - the times of a record, such as an object of JSON, by their clock
 * @known: indexed by clock: there is a time
 * @ns: indexed by clock: the time
 */
struct text_times {
	bool known[TEXT_NO_CLOCK];
	s64 ns[TEXT_NO_CLOCK];
};

/**
 * struct text_line - a line of a text
 * @ns: time of the line; of a line near it if @has_time is false, 0 if no line has a time
 * @has_time: the line has a time
 * @text: text of the line
 * @has_boot: the line also has a time since boot
 * @boot_ns: the time since boot of the firmware's event that the line reports; not later than the
 *	time of the line
 */
struct text_line {
	s64 ns;
	bool has_time;
	const char *text;
	bool has_boot;
	s64 boot_ns;
};

/**
 * struct timed_text - the lines of a kernel log, or of the report of a trace
 * @name: name of the input
 * @arena: arena that has the memory of the lines
 * @clock: clock of all times; TEXT_NO_CLOCK if there is none
 * @nr: number of lines about xe, i915, DRM or this module
 * @line: the lines
 * @trace_boot: the report of the trace states that its clock is the time since boot
 * @suspended: a line shows that the machine was suspended
 * @kernel: release of the kernel, from the first line since boot; NULL if that line is missing
 * @kernels_differ: there are several releases
 * @captures: number of lines of a dump in the kernel log ("Capture ..."), which are left out
 * @others: number of other lines, which are left out
 * @open: number of lines after which no line continues the message of the newest line
 * @found: a time or a record was found
 * @in_dump: the rest of the text is a devcoredump
 * @json: while the text is read: the parser of JSON, NULL until it is needed
 */
struct timed_text {
	const char *name;
	struct arena *arena;
	enum text_clock clock;
	size_t nr;
	struct text_line *line;
	bool trace_boot;
	bool suspended;
	const char *kernel;
	bool kernels_differ;
	u64 captures;
	u64 others;
	unsigned int open;
	bool found;
	bool in_dump;
	struct json_tokener *json;
};

/**
 * struct journal_record - a record of the journal of systemd
 * @message: the message, with @data NULL if there is none
 * @foreign: the message is not from the kernel
 * @source_us: the kernel's time of the message, us since boot; -1 if it is unknown
 * @received_us: time at which journald received the message, us since boot; -1 if it is unknown
 */
struct journal_record {
	struct guc_view message;
	bool foreign;
	s64 source_us;
	s64 received_us;
};

#define JOURNAL_RECORD	((struct journal_record){ .source_us = -1, .received_us = -1 })

/**
 * struct text_copy - a changed copy of a text, because the text itself must not be changed
 * @data: the copy; NULL if there is none
 * @len: bytes at @data
 */
struct text_copy {
	u8 *data;
	size_t len;
};

void journal_field(struct journal_record *record, struct guc_view name, struct guc_view value);
bool journal_add(struct timed_text *text, const struct journal_record *record);
int journal_read_export(struct timed_text *text, struct guc_view all);
int journal_read_verbose(struct timed_text *text, struct guc_view all);

void text_plain(struct timed_text *text, struct text_copy *copy, struct guc_view *v);
bool text_peel(struct timed_text *text, struct text_copy *copy, struct guc_view *v);

const struct text_kind *timed_text_kind(struct guc_view begin);
bool timed_text_is_trace(struct guc_view begin);
int timed_text_read(struct timed_text *text, const char *data, size_t len);
void timed_text_add(struct timed_text *text, const struct text_times *times, struct guc_view row);
void timed_text_add_message(struct timed_text *text, const struct text_times *times,
			    struct guc_view message);
void text_times_add(struct text_times *times, struct guc_view value);
bool text_is_message(struct guc_view value);
bool timed_text_read_csv(struct timed_text *text, struct guc_view *all);
#ifdef GUCLOG_JSON
bool timed_text_read_json(struct timed_text *text, struct guc_view *all);
void timed_text_end_json(struct timed_text *text);
#else
static inline bool timed_text_read_json(struct timed_text *text, struct guc_view *all)
{
	return false;
}

static inline void timed_text_end_json(struct timed_text *text)
{
}
#endif
/* Start of a line in a trace that was recorded with the time since boot as its clock. */
#define GUCLOG_TRACE_CLOCK_BOOT		"# trace_clock: boot"

#endif
