/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The contents of several files in one order: events of GuC logs, messages between driver and
 * GuC, lines of the kernel log, events of a trace. The common clock is the time since boot
 * that includes the time of suspend (CLOCK_BOOTTIME). A source whose relation to that
 * clock is unknown stays apart.
 */
#ifndef _ORDER_H_
#define _ORDER_H_

#include "input/analysed.h"
#include "order/lines.h"

struct print;
struct schema;

/**
 * enum order_kind - kind of a source
 * @ORDER_GUC: events of a GuC log
 * @ORDER_CT: messages in a devcoredump's CT rings
 * @ORDER_KERNEL: kernel log
 * @ORDER_TRACE: report of a trace
 */
enum order_kind {
	ORDER_GUC,
	ORDER_CT,
	ORDER_KERNEL,
	ORDER_TRACE,
};

/* Uncertainty that is not known. */
#define ORDER_UNKNOWN	(~0ull)
/* Two clocks of a machine differ by at most this part of the time: 1/4096. */
#define ORDER_DRIFT	4096
/*
 * Time since boot is a common clock for files of one boot only. The wall clock at that boot
 * tells boots apart; it can be set meanwhile, by less than this.
 */
#define ORDER_SAME_BOOT_NS	(120 * 1000000000ll)

/**
 * struct order_source - one clock of one input
 * @kind: its kind
 * @name: its input, and its GT
 * @short_name: for the lines of a table, such as "guc0"
 * @clock: its clock in words
 * @placed: its times can be turned into the common clock
 * @offset: added to its times, ns
 * @at: its time at which @offset was found; @uncertainty grows with the distance
 * @uncertainty: of @offset, ns, or ORDER_UNKNOWN
 * @before: further uncertainty of times before @at, ns
 * @how: how the offset was found, or why it is unknown, in words
 * @log: number of its log, -1 for lines
 * @items: number of its items with a time
 * @untimed: number of its items without a time
 */
struct order_source {
	enum order_kind kind;
	char *name;
	char short_name[16];
	const char *clock;
	bool placed;
	s64 offset;
	s64 at;
	u64 uncertainty;
	u64 before;
	const char *how;
	int log;
	u64 items;
	u64 untimed;
};

/**
 * struct order_item - something that happened
 * @ns: when, on the common clock or, if its source is not placed, on its own
 * @source: number of the source
 * @log: the log that it is of, -1 for a line
 * @e: of a GuC log: the event
 * @msg: message of a CT ring, NULL for others
 * @text: of a line
 */
struct order_item {
	s64 ns;
	u32 source;
	int log;
	struct guclog_event e;
	char *msg;
	const char *text;
};

/**
 * struct order_input - a file of the command line, or of a directory there
 * @path: the path
 * @own: the same, to be freed; NULL for a file of the command line
 * @logs: its GuC logs
 * @first_log: number of the first of them that was analysed
 * @nr_logs: number of these
 * @has_lines: @lines are there
 * @lines: its lines
 */
struct order_input {
	const char *path;
	char *own;
	struct analysed_input logs;
	unsigned int first_log;
	unsigned int nr_logs;
	bool has_lines;
	struct lines lines;
};

/**
 * struct order - all of it
 * @choice: logs of the inputs that are used
 * @no_suspend: --no-suspend: the machine was not suspended since it booted
 * @trace_boot: --trace-clock boot: the trace has time since boot
 * @boot: input whose log was placed first, NULL before
 * @has_boot_wall: @boot_wall is known
 * @boot_wall: wall clock when the machine of that log booted, ns
 * @nr_inputs: number of inputs
 * @input: the inputs
 * @nr_logs: number of logs
 * @log: the logs
 * @nr_sources: number of sources
 * @source: the sources
 * @nr: number of items
 * @item: the items: those of placed sources first, by time; then the others by source
 */
struct order {
	struct log_choice choice;
	bool no_suspend;
	bool trace_boot;
	const struct guclog_file *boot;
	bool has_boot_wall;
	s64 boot_wall;
	unsigned int nr_inputs;
	struct order_input *input;
	unsigned int nr_logs;
	struct analysed_log *log;
	unsigned int nr_sources;
	struct order_source *source;
	size_t nr;
	struct order_item *item;
};

int order_open(struct order *o, char **path, int nr);
int order_open_whole(struct order *o, const char *path);
void order_analyse(struct order *o);
void order_open_lines(struct order *o, const char *path);
void order_sort(struct order *o);
int order_status(const struct order *o);
void order_close(struct order *o);
u64 order_uncertainty(const struct order_source *source, s64 ns);
void order_print(const struct order *o, struct print *p, const struct schema *names);
void order_csv(const struct order *o, struct print *p, const struct schema *names);
void order_json(const struct order *o, struct print *p, const struct schema *names, bool lines);

/* Longest text of a message, with its terminator. */
#define ORDER_MESSAGE	512
struct guc_ct_ring;
struct guc_ct_msg;
void order_message(char buf[ORDER_MESSAGE], const struct guc_ct_ring *ring,
		   const struct guc_ct_msg *msg);

/* For the parts. */
struct order_source *order_add_source(struct order *o, enum order_kind kind, char *name);
struct order_item *order_add(struct order *o, u32 source, s64 ns);
void order_add_messages(struct order *o, int log);
void order_add_lines(struct order *o, struct order_input *in);

#endif
