/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The text of an Xe devcoredump, all sections but the log itself, in the forms of
 * Linux 6.12 to 7.3. Nothing is printed. The parser requires no part of the text: a part
 * that the text does not have is marked as absent.
 */
#ifndef _DUMP_H_
#define _DUMP_H_

#include "guc_ct.h"

/*
 * Largest number of items of one kind that are stored; further ones are counted. xe
 * prints far fewer.
 */
#define DUMP_MAX_ITEMS		65536
/* Problems that are kept with their text. */
#define DUMP_MAX_PROBLEMS	32

/**
 * struct dump_field - one "name: value" line
 * @name: the name, without a unit
 * @value: the value as it is printed, with its unit
 * @is_number: the value begins with a number
 * @number: that number; a negative one as two's complement
 * @line: number of the line, from 1
 */
struct dump_field {
	char *name;
	char *value;
	bool is_number;
	u64 number;
	u64 line;
};

/**
 * struct dump_fields - fields in the order of the text
 * @nr: number of fields
 * @field: the fields
 *
 * A line with several values becomes several fields: "LRC Tail:
 * (internal) 1, (memory) 2" gives "LRC Tail (internal)" and "LRC Tail (memory)".
 */
struct dump_fields {
	unsigned int nr;
	struct dump_field *field;
};

/**
 * struct dump_blob - an ascii85 part
 * @present: its data line is there
 * @has_length: its length line is there
 * @length: the value of the length line, bytes
 * @bytes: number of bytes found
 * @line: of the data
 * @damaged: a character that is not ascii85 ends the data
 * @redacted: the contents were overwritten by guclog's redaction
 */
struct dump_blob {
	bool present;
	bool has_length;
	u64 length;
	u64 bytes;
	u64 line;
	bool damaged;
	bool redacted;
};

/**
 * struct dump_ct - section "GuC CT" of one GT
 * @present: the section is there
 * @disabled: the driver had disabled the buffers, there is nothing else
 * @ring: the lines of each ring
 * @fields: the lines of both
 * @blob: about [CTB].data
 * @data: its bytes, NULL if absent
 * @len: number of bytes
 * @cmd: 6.12 prints the unread words instead: each ring in the order of the ABI,
 *	NULL without
 * @cmd_words: words of these, by ring: "size" of it
 */
struct dump_ct {
	bool present;
	bool disabled;
	struct dump_fields ring[GUC_CT_RINGS];
	struct dump_fields fields;
	struct dump_blob blob;
	u8 *data;
	size_t len;
	u8 *cmd[GUC_CT_RINGS];
	u32 cmd_words[GUC_CT_RINGS];
};

/**
 * struct dump_log - section "GuC Log" of one GT
 * @present: the section is there
 * @fields: its lines
 * @blob: about [LOG].data; the log itself is read by another reader
 */
struct dump_log {
	bool present;
	struct dump_fields fields;
	struct dump_blob blob;
};

/**
 * struct dump_lrc - a logical ring context of an exec queue
 * @fields: its lines, from "HW Context Desc" on
 */
struct dump_lrc {
	struct dump_fields fields;
};

/**
 * struct dump_job - a pending job of an exec queue
 * @seqno: its number
 * @fence: its fence has signaled
 * @finished: the scheduler has finished it
 */
struct dump_job {
	u32 seqno;
	bool fence;
	bool finished;
};

/**
 * struct dump_context - an exec queue of section "Contexts"
 * @guc_id: its "GuC ID"
 * @line: of that
 * @fields: the lines that do not belong to an LRC
 * @nr_lrcs: number of LRCs; several for a parallel queue
 * @lrc: the LRCs
 * @nr_jobs: number of pending jobs
 * @job: the jobs, oldest first
 */
struct dump_context {
	u32 guc_id;
	u64 line;
	struct dump_fields fields;
	unsigned int nr_lrcs;
	struct dump_lrc *lrc;
	unsigned int nr_jobs;
	struct dump_job *job;
};

/**
 * struct dump_engine - an engine of section "HW Engines"
 * @name: such as "ccs0"
 * @logical_instance: its number among the engines of its class
 * @line: of these
 * @fields: "Capture_source", "Coverage", "Forcewake", "Reserved"
 * @regs: registers
 */
struct dump_engine {
	char *name;
	u32 logical_instance;
	u64 line;
	struct dump_fields fields;
	struct dump_fields regs;
};

/**
 * struct dump_gt - the sections of one GT
 * @has_id: it has a header "GT #id"; else the sections had no header
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
struct dump_gt {
	bool has_id;
	u32 id;
	struct dump_fields fields;
	struct dump_log log;
	struct dump_ct ct;
	bool has_contexts;
	unsigned int nr_contexts;
	struct dump_context *context;
	bool has_job;
	struct dump_fields job;
	bool has_engines;
	unsigned int nr_engines;
	struct dump_engine *engine;
};

/**
 * struct dump_range - memory of a VM
 * @address: of its first byte, in the VM
 * @has_length: its length is there
 * @length: bytes
 * @properties: as printed, NULL without (before 7.0)
 * @has_error: the driver could not read it
 * @error: a negative errno
 * @blob: about its contents, which are not stored
 */
struct dump_range {
	u64 address;
	bool has_length;
	u64 length;
	char *properties;
	bool has_error;
	s64 error;
	struct dump_blob blob;
};

/**
 * struct dump_vm - section "VM state"
 * @present: the section is there
 * @has_error: there was no VM to capture
 * @error: a negative errno
 * @fields: lines of the whole VM
 * @nr_ranges: number of ranges
 * @range: the ranges
 */
struct dump_vm {
	bool present;
	bool has_error;
	s64 error;
	struct dump_fields fields;
	unsigned int nr_ranges;
	struct dump_range *range;
};

/**
 * struct dump_gt_info - a GT in the list of the dump's head
 * @id: its number
 * @fields: "Tile", "Type", "IP ver", "CS reference clock"
 */
struct dump_gt_info {
	u32 id;
	struct dump_fields fields;
};

/**
 * struct dump_problem - a problem in the text
 * @line: number of the line
 * @text: description of the problem
 */
struct dump_problem {
	u64 line;
	char *text;
};

/**
 * struct dump - a devcoredump
 * @name: of its file, printable; NULL when it came from no file
 * @found: its first line is there
 * @cut: the text ends before the dump does: within a line of data or at the place of
 *	a read error
 * @captured: it was read from a kernel log ("Capture 1.2: ...")
 * @lines: lines of the text
 * @head: "Reason", "kernel", "module", "Snapshot time", "Uptime", "Process", "PCI
 *	ID", "PCI revision"
 * @process: name of "Process", NULL without
 * @has_pid: its number is there (not in 6.12)
 * @pid: the number
 * @nr_gt_infos: number of GTs that the head lists
 * @gt_info: these GTs
 * @nr_gts: number of GTs with sections
 * @gt: these GTs
 * @vm: section "VM state"
 * @nr_problems: problems; may be more than are kept
 * @problem: the first of them
 */
struct dump {
	char *name;
	bool found;
	bool cut;
	bool captured;
	u64 lines;
	struct dump_fields head;
	char *process;
	bool has_pid;
	u32 pid;
	unsigned int nr_gt_infos;
	struct dump_gt_info *gt_info;
	unsigned int nr_gts;
	struct dump_gt *gt;
	struct dump_vm vm;
	unsigned int nr_problems;
	struct dump_problem problem[DUMP_MAX_PROBLEMS];
};

struct dump_reader;

struct dump_reader *dump_reader_new(u64 line);
int dump_reader_feed(struct dump_reader *reader, const char *data, size_t len);
void dump_reader_cut(struct dump_reader *reader);
int dump_reader_end(struct dump_reader *reader, struct dump **dump);
void dump_free(struct dump *dump);

const struct dump_field *dump_field(const struct dump_fields *fields,
				    const char *name);
const char *dump_text(const struct dump_fields *fields, const char *name);
bool dump_number(const struct dump_fields *fields, const char *name,
		 u64 *number);
bool dump_seconds(const struct dump_fields *fields, const char *name, u64 *ns);
const struct dump_context *dump_context_find(const struct dump *dump,
					     u32 guc_id);
const struct dump_gt *dump_gt_find(const struct dump *dump, bool has_gt, u32 gt);
bool dump_ct(const struct dump_gt *gt, struct guc_ct *ct);

#endif
