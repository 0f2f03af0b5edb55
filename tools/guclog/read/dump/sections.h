/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * The sections of a devcoredump.
 */
#ifndef _GUCLOG_READ_DUMP_SECTIONS_H_
#define _GUCLOG_READ_DUMP_SECTIONS_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/types.h"
#include "model/printed_names.h"

struct guc_ct;
struct guclog_dump;
struct guclog_file;
struct guclog_log;

/* Maximum number of problems that are stored with their text. All are counted. */
#define GUCLOG_MAX_PROBLEMS	32

/**
 * struct guclog_dump_field - one "name: value" line
 * @id: what the line is about, DUMP_UNKNOWN if its section has no line with this name in
 *	data/model/printed.csv
 * @item: N in a line "name[N]: value", else 0
 * @name: the name, without a unit
 * @value: the value as printed in the text, with its unit
 * @is_number: the value begins with a number
 * @number: the number at the beginning of @value; a negative number as two's complement
 * @line: line number in the text, from 1
 */
struct guclog_dump_field {
	enum dump_name id;
	uint32_t item;
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
 * struct guclog_dump_blob - a part of the text that is encoded as ascii85
 * @present: the text has the line with the data
 * @has_length: the text has a line with the length of the data
 * @length: length of the data according to this line, bytes
 * @bytes: number of decoded bytes
 * @line: line number of the data
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
 * @present: the text has the section
 * @disabled: the driver had disabled the buffers; all other members are empty
 * @ring: the lines of each ring, indexed by enum guclog_ring
 * @fields: the lines that belong to both rings
 * @blob: properties of the encoded data [CTB].data
 * @data: the decoded data, NULL if the text has none
 * @len: bytes at @data
 * @cmd: the unread words of each ring, indexed by enum guclog_ring; Linux 6.12 prints these instead
 *	of @data. NULL if there are none.
 * @cmd_words: length of each ring in words, from its line "size"
 * @parsed: for the library: the rings from which guclog_ct_open() reads messages; NULL if the
 *	devcoredump has neither ring, or if their contents were redacted
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
 * @present: the text has the section
 * @fields: lines of the section
 * @blob: properties of the encoded data [LOG].data; &struct guclog_log has the log itself
 */
struct guclog_dump_log {
	bool present;
	struct guclog_dump_fields fields;
	struct guclog_dump_blob blob;
};

/**
 * struct guclog_dump_lrc - a logical ring context of an exec queue
 * @fields: lines of the context, from "HW Context Desc" on
 * @hwsp: contents of the hardware status page
 * @hwctx: contents of the context image (the registers that the engine saves when it switches the
 *	context out)
 *
 * Zeroes at the end of the contents are left out, and at most 64 MiB of each are stored.
 */
struct guclog_dump_lrc {
	struct guclog_dump_fields fields;
	struct guclog_bytes hwsp;
	struct guclog_bytes hwctx;
};

/**
 * struct guclog_dump_job - a pending job of an exec queue
 * @seqno: sequence number of the job
 * @fence: the fence of the job has signaled
 * @finished: the scheduler has finished the job
 */
struct guclog_dump_job {
	uint32_t seqno;
	bool fence;
	bool finished;
};

/**
 * struct guclog_dump_context - an exec queue of section "Contexts"
 * @guc_id: value of the queue's line "GuC ID"
 * @line: line number of the line "GuC ID"
 * @fields: the queue's lines that do not belong to an LRC
 * @nr_lrcs: number of LRCs; several for a parallel queue
 * @lrc: the LRCs (logical ring contexts)
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
 * @name: name of the engine, such as "ccs0"
 * @logical_instance: logical number of the engine in its class
 * @line: line number of the line with name and logical instance
 * @fields: the fields "Capture_source", "Coverage", "Forcewake", "Reserved"
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
 * @has_id: a header "GT #id" precedes the sections
 * @id: number of the GT in this header
 * @fields: the lines below this header
 * @log: section "GuC Log"
 * @ct: section "GuC CT"
 * @has_contexts: the text has the section "Contexts"
 * @nr_contexts: number of exec queues in this section
 * @context: the exec queues
 * @has_job: the text has the section "Job"
 * @job: lines of this section
 * @has_engines: the text has the section "HW Engines"
 * @nr_engines: number of engines in this section
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
 * struct guclog_dump_range - a range of memory of a VM
 * @address: address of the first byte in the VM
 * @has_length: @length is known
 * @length: length of the range, bytes
 * @properties: properties as printed, NULL if there are none (Linux before 7.0)
 * @has_error: the driver could not read the memory
 * @error: a negative errno from the driver
 * @blob: properties of the encoded contents
 * @bytes: the contents without the zeroes at their end; at most 64 MiB are stored
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
 * @present: the text has the section
 * @has_error: the driver wrote an error into the section, because it had no VM to capture
 * @error: this error, a negative errno value
 * @fields: lines that belong to the whole VM
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
 * struct guclog_dump_gt_info - a GT in the list of GTs at the beginning of a devcoredump
 * @id: number of the GT
 * @fields: the fields "Tile", "Type", "IP ver", "CS reference clock"
 */
struct guclog_dump_gt_info {
	uint32_t id;
	struct guclog_dump_fields fields;
};

/**
 * struct guclog_dump_problem - a part of the text that is damaged or cannot be read
 * @line: number of the line
 * @text: description of the problem
 */
struct guclog_dump_problem {
	uint64_t line;
	char *text;
};

/**
 * struct guclog_dump - a devcoredump
 * @name: file name, printable; NULL when the devcoredump was not read from a file
 * @log: the first log in the devcoredump, NULL if there is none
 * @found: the text has the first line of a devcoredump or the title of a section
 * @cut: the text is incomplete: it ends within a line, before its last section or at a read error,
 *	or its beginning is missing
 * @captured: the devcoredump was read from "Capture N.M:" lines of a kernel log
 * @lines: number of lines of the text
 * @bytes: length of the text, bytes
 * @head: fields "Reason", "kernel", "module", "Snapshot time", "Uptime", "Process", "PCI
 *	ID", "PCI revision"
 * @process: process name in the line "Process", NULL if there is none
 * @has_pid: the text contains the PID of this process (Linux 6.12 does not print it)
 * @pid: the PID of this process
 * @nr_gt_infos: number of GTs that the head lists
 * @gt_info: the GTs that the head lists
 * @nr_gts: number of GTs with sections
 * @gt: the GTs with sections
 * @vm: section "VM state"
 * @nr_unknown: number of lines "name: value" whose name is not in data/model/printed.csv, without
 *	the registers
 * @nr_problems: number of problems; at most GUCLOG_MAX_PROBLEMS of them are in @problem
 * @problem: the first problems of the text
 * @line: number of the devcoredump's first line in the text, from 1
 */
struct guclog_dump {
	char *name;
	const struct guclog_log *log;
	bool found;
	bool cut;
	bool captured;
	uint64_t lines;
	uint64_t bytes;
	struct guclog_dump_fields head;
	char *process;
	bool has_pid;
	uint32_t pid;
	unsigned int nr_gt_infos;
	struct guclog_dump_gt_info *gt_info;
	unsigned int nr_gts;
	struct guclog_dump_gt *gt;
	struct guclog_dump_vm vm;
	unsigned int nr_unknown;
	unsigned int nr_problems;
	struct guclog_dump_problem problem[GUCLOG_MAX_PROBLEMS];
	uint64_t line;
};

/**
 * guclog_dump_queue_words() - get the names of the state or flag bits of an exec queue
 * @dump: the devcoredump; the meaning of the bits depends on its kernel
 * @queue: a queue of @dump
 * @state: true for "Schedule State", false for "Flags"
 * @buf: destination
 * @size: bytes at @buf
 *
 * A bit without a known meaning in the kernel of the devcoredump is printed as its number.
 *
 * Return: length of the text, such as "destroyed, reset, banned", or 0 if the queue does not have
 * the line or no bit is set.
 */
size_t guclog_dump_queue_words(const struct guclog_dump *dump,
			       const struct guclog_dump_context *queue, bool state, char *buf,
			       size_t size);

/**
 * guclog_dump_cut() - find the place where a devcoredump was cut off
 * @dump: the devcoredump
 *
 * Return: the problem at this place (the first one, if the beginning and the end are missing); NULL
 * if the devcoredump was not cut off, or if the cut is one of the losses of its log.
 */
const struct guclog_dump_problem *guclog_dump_cut(const struct guclog_dump *dump);

/* Why a devcoredump has no GuC log. */
enum guclog_no_log {
	GUCLOG_NO_LOG_UNKNOWN,
	GUCLOG_NO_LOG_KERNEL,	/* kernels before Linux 6.13 write no log into a devcoredump */
	GUCLOG_NO_LOG_CUT,	/* the part of the devcoredump that may have the log is missing */
	GUCLOG_NO_LOG_DATA	/* the section "GuC Log" has no data that can be read */
};

/**
 * guclog_dump_why_no_log() - find out why a devcoredump has no GuC log
 * @dump: a devcoredump without a log
 *
 * Return: the reason.
 */
enum guclog_no_log guclog_dump_why_no_log(const struct guclog_dump *dump);

/**
 * guclog_dump_text() - get the value of a field
 * @fields: the fields
 * @id: what the field is about; of several items, the one with number 0
 *
 * Return: the value of the first such field, or NULL if there is none.
 */
const char *guclog_dump_text(const struct guclog_dump_fields *fields, enum dump_name id);

/**
 * guclog_dump_number() - get the number of a field
 * @fields: the fields
 * @id: what the field is about; of several items, the one with number 0
 * @number: set to the number
 *
 * Return: true, or false if there is no such field or its value does not begin with a number.
 */
bool guclog_dump_number(const struct guclog_dump_fields *fields, enum dump_name id,
			uint64_t *number);

/**
 * guclog_dump_seconds() - get the time in a field
 * @fields: the fields
 * @id: what the field is about
 * @ns: set to the time in nanoseconds
 *
 * Return: true, or false if there is no such field or its value is not a time in xe's format,
 * "seconds.nanoseconds".
 */
bool guclog_dump_seconds(const struct guclog_dump_fields *fields, enum dump_name id, uint64_t *ns);

/**
 * guclog_dump_find_log() - find the log of a GT in a devcoredump
 * @file: the file that contains the devcoredump and the log
 * @dump: the devcoredump
 * @gt: the sections of the GT
 *
 * Return: the log, or NULL if there is none.
 */
const struct guclog_log *guclog_dump_find_log(const struct guclog_file *file,
					      const struct guclog_dump *dump,
					      const struct guclog_dump_gt *gt);

#endif
