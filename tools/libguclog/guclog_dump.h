/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/**
 * DOC: The sections of a devcoredump
 *
 * The sections of a devcoredump's text, except the log itself. A part that the text
 * does not have is marked as absent. guclog_dump_list() of guclog.h gives the same lines as
 * a list.
 *
 * The library allocates the structures, and they are valid as long as the file.
 */
#ifndef GUCLOG_DUMP_H
#define GUCLOG_DUMP_H

#include <stdbool.h>

#include "guclog.h"

#ifdef __cplusplus
extern "C" {
#endif

struct guc_ct;

/* Largest number of problems that are kept with their text. */
#define GUCLOG_MAX_PROBLEMS	32

/**
 * struct guclog_dump_field - one "name: value" line
 * @name: the name, without a unit
 * @value: the value as it is printed, with its unit
 * @is_number: the value begins with a number
 * @number: that number; a negative one as two's complement
 * @line: number of the line, from 1
 */
struct guclog_dump_field {
	char *name;
	char *value;
	bool is_number;
	uint64_t number;
	uint64_t line;
};

/**
 * struct guclog_dump_fields - fields in the order of the text
 * @nr: number of fields
 * @field: the fields
 *
 * A line with several values becomes several fields: "LRC Tail:
 * (internal) 1, (memory) 2" gives "LRC Tail (internal)" and "LRC Tail (memory)".
 */
struct guclog_dump_fields {
	unsigned int nr;
	struct guclog_dump_field *field;
};

/**
 * struct guclog_dump_blob - an ascii85 part
 * @present: its data line is there
 * @has_length: its length line is there
 * @length: the value of the length line, bytes
 * @bytes: number of bytes found
 * @line: number of the line that has the data
 * @damaged: a character that is not ascii85 ends the data
 * @redacted: the contents were overwritten by guclog's redaction
 */
struct guclog_dump_blob {
	bool present;
	bool has_length;
	uint64_t length;
	uint64_t bytes;
	uint64_t line;
	bool damaged;
	bool redacted;
};

/**
 * struct guclog_dump_ct - section "GuC CT" of one GT
 * @present: the section is there
 * @disabled: the driver had disabled the buffers, there is nothing else
 * @ring: the lines of each ring, by enum guclog_ring
 * @fields: the lines that belong to both rings
 * @blob: about [CTB].data
 * @data: its bytes, NULL if absent
 * @len: number of bytes
 * @cmd: the unread words of each ring, which Linux 6.12 prints instead, by enum guclog_ring; NULL
 *	if there are none
 * @cmd_words: length of each in words: the value of the ring's line "size"
 * @parsed: the rings for the parser of messages, which guclog_ct_open() uses; NULL when
 *	the dump has none of them, and when their contents were redacted
 */
struct guclog_dump_ct {
	bool present;
	bool disabled;
	struct guclog_dump_fields ring[2];
	struct guclog_dump_fields fields;
	struct guclog_dump_blob blob;
	uint8_t *data;
	size_t len;
	uint8_t *cmd[2];
	uint32_t cmd_words[2];
	struct guc_ct *parsed;
};

/**
 * struct guclog_dump_log - section "GuC Log" of one GT
 * @present: the section is there
 * @fields: its lines
 * @blob: about [LOG].data; the log itself is read by another reader
 */
struct guclog_dump_log {
	bool present;
	struct guclog_dump_fields fields;
	struct guclog_dump_blob blob;
};

/**
 * struct guclog_dump_lrc - a logical ring context of an exec queue
 * @fields: its lines, from "HW Context Desc" on
 * @hwsp: contents of the hardware status page
 * @hwctx: contents of the context image
 *
 * Contents are stored without the zeroes at their end, and at most 64 MiB of each.
 */
struct guclog_dump_lrc {
	struct guclog_dump_fields fields;
	struct guclog_bytes hwsp;
	struct guclog_bytes hwctx;
};

/**
 * struct guclog_dump_job - a pending job of an exec queue
 * @seqno: its number
 * @fence: its fence has signaled
 * @finished: the scheduler has finished it
 */
struct guclog_dump_job {
	uint32_t seqno;
	bool fence;
	bool finished;
};

/**
 * struct guclog_dump_context - an exec queue of section "Contexts"
 * @guc_id: its "GuC ID"
 * @line: number of the line that has it
 * @fields: the lines that do not belong to an LRC
 * @nr_lrcs: number of LRCs; several for a parallel queue
 * @lrc: the LRCs
 * @nr_jobs: number of pending jobs
 * @job: the jobs, oldest first
 */
struct guclog_dump_context {
	uint32_t guc_id;
	uint64_t line;
	struct guclog_dump_fields fields;
	unsigned int nr_lrcs;
	struct guclog_dump_lrc *lrc;
	unsigned int nr_jobs;
	struct guclog_dump_job *job;
};

/**
 * struct guclog_dump_engine - an engine of section "HW Engines"
 * @name: such as "ccs0"
 * @logical_instance: its number among the engines of its class
 * @line: number of the line that has these
 * @fields: "Capture_source", "Coverage", "Forcewake", "Reserved"
 * @regs: registers
 */
struct guclog_dump_engine {
	char *name;
	uint32_t logical_instance;
	uint64_t line;
	struct guclog_dump_fields fields;
	struct guclog_dump_fields regs;
};

/**
 * struct guclog_dump_gt - the sections of one GT
 * @has_id: the sections follow a header "GT #id"
 * @id: its number
 * @fields: the lines below that header
 * @log: section "GuC Log"
 * @ct: section "GuC CT"
 * @has_contexts: section "Contexts" is there
 * @nr_contexts: number of exec queues in it
 * @context: the exec queues
 * @has_job: section "Job" is there
 * @job: its lines
 * @has_engines: section "HW Engines" is there
 * @nr_engines: number of engines in it
 * @engine: the engines
 */
struct guclog_dump_gt {
	bool has_id;
	uint32_t id;
	struct guclog_dump_fields fields;
	struct guclog_dump_log log;
	struct guclog_dump_ct ct;
	bool has_contexts;
	unsigned int nr_contexts;
	struct guclog_dump_context *context;
	bool has_job;
	struct guclog_dump_fields job;
	bool has_engines;
	unsigned int nr_engines;
	struct guclog_dump_engine *engine;
};

/**
 * struct guclog_dump_range - memory of a VM
 * @address: address of its first byte, in the VM
 * @has_length: the dump has its length
 * @length: bytes
 * @properties: as printed, NULL if there are none (Linux before 7.0)
 * @has_error: the driver could not read it
 * @error: a negative errno
 * @blob: about its contents
 * @bytes: its contents, stored like those of &struct guclog_dump_lrc
 */
struct guclog_dump_range {
	uint64_t address;
	bool has_length;
	uint64_t length;
	char *properties;
	bool has_error;
	int64_t error;
	struct guclog_dump_blob blob;
	struct guclog_bytes bytes;
};

/**
 * struct guclog_dump_vm - section "VM state"
 * @present: the section is there
 * @has_error: there was no VM to capture
 * @error: a negative errno
 * @fields: lines of the whole VM
 * @nr_ranges: number of ranges
 * @range: the ranges
 */
struct guclog_dump_vm {
	bool present;
	bool has_error;
	int64_t error;
	struct guclog_dump_fields fields;
	unsigned int nr_ranges;
	struct guclog_dump_range *range;
};

/**
 * struct guclog_dump_gt_info - a GT in the list of the dump's head
 * @id: its number
 * @fields: "Tile", "Type", "IP ver", "CS reference clock"
 */
struct guclog_dump_gt_info {
	uint32_t id;
	struct guclog_dump_fields fields;
};

/**
 * struct guclog_dump_problem - a problem in the text
 * @line: number of the line
 * @text: description of the problem
 */
struct guclog_dump_problem {
	uint64_t line;
	char *text;
};

/**
 * struct guclog_dump - a devcoredump
 * @name: name of its file, printable; NULL when it came from no file
 * @log: the first of the logs in it, NULL if it has none
 * @found: its first line is there
 * @cut: the text ends before the dump does: within a line of data or at the place of
 *	a read error
 * @captured: it was read from a kernel log ("Capture 1.2: ...")
 * @lines: lines of the text
 * @head: "Reason", "kernel", "module", "Snapshot time", "Uptime", "Process", "PCI
 *	ID", "PCI revision"
 * @process: name of "Process", NULL if there is none
 * @has_pid: its number is there (not in 6.12)
 * @pid: the number
 * @nr_gt_infos: number of GTs that the head lists
 * @gt_info: the GTs that the head lists
 * @nr_gts: number of GTs with sections
 * @gt: the GTs with sections
 * @vm: section "VM state"
 * @nr_problems: problems; may be more than are kept
 * @problem: the first of them
 */
struct guclog_dump {
	char *name;
	const struct guclog_log *log;
	bool found;
	bool cut;
	bool captured;
	uint64_t lines;
	struct guclog_dump_fields head;
	char *process;
	bool has_pid;
	uint32_t pid;
	unsigned int nr_gt_infos;
	struct guclog_dump_gt_info *gt_info;
	unsigned int nr_gts;
	struct guclog_dump_gt *gt;
	struct guclog_dump_vm vm;
	unsigned int nr_problems;
	struct guclog_dump_problem problem[GUCLOG_MAX_PROBLEMS];
};

/**
 * guclog_dump_queue_words() - get the state or the flags of an exec queue in words
 * @dump: the devcoredump; the bits depend on its kernel
 * @queue: a queue of it
 * @state: "Schedule State"; else "Flags"
 * @buf: destination
 * @size: bytes at @buf
 *
 * A bit is printed as its number if its meaning in that kernel is not known.
 *
 * Return: length of the text, such as "destroyed, reset, banned"; 0 if the line is missing or
 * has no bit.
 */
size_t guclog_dump_queue_words(const struct guclog_dump *dump,
			       const struct guclog_dump_context *queue, bool state, char *buf,
			       size_t size);

/**
 * guclog_dump_text() - get the value of a field
 * @fields: the fields
 * @name: its name
 *
 * Return: the text of the first field of that name, NULL when there is none.
 */
const char *guclog_dump_text(const struct guclog_dump_fields *fields, const char *name);

/**
 * guclog_dump_number() - get the number of a field
 * @fields: the fields
 * @name: its name
 * @number: filled
 *
 * Return: false when there is no field of that name or it is no number.
 */
bool guclog_dump_number(const struct guclog_dump_fields *fields, const char *name,
			uint64_t *number);

/**
 * guclog_dump_seconds() - get the time in a field
 * @fields: the fields
 * @name: its name
 * @ns: filled, in nanoseconds
 *
 * Return: false when there is no field of that name or it is no time as xe prints it,
 * "seconds.nanoseconds".
 */
bool guclog_dump_seconds(const struct guclog_dump_fields *fields, const char *name,
			 uint64_t *ns);

/**
 * struct guclog_register - a register that the GuC has captured
 * @name: as xe prints it, or its offset as a hexadecimal number
 * @wide: it has 64 bits, else 32
 * @value: its value
 * @steered: there are several instances of the register
 * @group: group of a steered register
 * @instance: instance of a steered register
 */
struct guclog_register {
	char name[48];
	bool wide;
	uint64_t value;
	bool steered;
	uint8_t group;
	uint8_t instance;
};

/* The kinds of captures. */
enum guclog_capture_type {
	GUCLOG_CAPTURE_GLOBAL,
	GUCLOG_CAPTURE_CLASS,		/* of engines */
	GUCLOG_CAPTURE_INSTANCE		/* an engine */
};

/**
 * struct guclog_capture - registers that the GuC has captured
 * @group: number of the group of captures that it made at the same time, from 0
 * @stale: it is older than the others: the group lies after the write pointer
 * @unread: the driver had not read it
 * @partial: the GuC could not capture everything
 * @type: an enum guclog_capture_type, or another number
 * @type_name: name of @type, NULL if unknown
 * @engine_class: number of the class, as the GuC gives it
 * @class_name: its name such as "ccs", NULL if unknown
 * @instance: for an engine: its number in the class
 * @guc_id: for an engine: the context on it, else GUCLOG_NONE
 * @lrca: for an engine: the page of this context, else GUCLOG_NONE
 * @nr_captured: number of registers as the GuC counts them: a register of 64 bits counts twice
 * @nr_regs: number of registers in @reg
 * @reg: the registers
 */
struct guclog_capture {
	unsigned int group;
	bool stale;
	bool unread;
	bool partial;
	uint32_t type;
	const char *type_name;
	uint32_t engine_class;
	const char *class_name;
	uint32_t instance;
	uint32_t guc_id;
	uint32_t lrca;
	unsigned int nr_captured;
	unsigned int nr_regs;
	const struct guclog_register *const *reg;
};

/**
 * struct guclog_captures - the state capture region of a log
 * @nr_groups: number of groups
 * @skipped: bytes that are not 0 and belong to no group
 * @nr: number of captures
 * @capture: the captures, oldest first
 */
struct guclog_captures {
	unsigned int nr_groups;
	uint32_t skipped;
	unsigned int nr;
	const struct guclog_capture *const *capture;
};

/**
 * guclog_captures_open() - read the registers that the GuC has captured
 * @log: the log, which must remain valid
 * @error: set to 0 or a negative errno value, may be NULL
 *
 * Return: the captures, for guclog_captures_close(); NULL on an error: -ENOENT if the
 * input does not have the state capture region, -EBADMSG if its size and its write pointer
 * contradict each other, or -ENOMEM.
 */
const struct guclog_captures *guclog_captures_open(const struct guclog_log *log, int *error);

/**
 * guclog_captures_close() - free captures
 * @captures: from guclog_captures_open(), may be NULL
 */
void guclog_captures_close(const struct guclog_captures *captures);

/**
 * guclog_dump_find_log() - find the log of a GT of a devcoredump
 * @file: the file with both
 * @dump: the devcoredump
 * @gt: the sections of the GT
 *
 * Return: the log, NULL if there is none.
 */
const struct guclog_log *guclog_dump_find_log(const struct guclog_file *file,
					      const struct guclog_dump *dump,
					      const struct guclog_dump_gt *gt);

#ifdef __cplusplus
}
#endif

#endif
