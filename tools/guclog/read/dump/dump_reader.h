/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Common definitions of the devcoredump parser. Only the files of the parser include this header.
 *
 * In comments of the parser, "data" are bytes that xe prints in ascii85 after a line's name, for
 * example a GuC log or the contents of a memory range. A blob is the description of such data, see
 * struct guclog_dump_blob. An LRC is a logical ring context of an exec queue.
 */
#ifndef _DUMP_READER_H_
#define _DUMP_READER_H_

#include "base/arena.h"
#include "dump.h"

#include "model/printed.h"
#include "read/dump/a85.h"
#include "base/eat.h"
#include "read/paste.h"

/* Largest number of characters of a line that is not data. */
#define DUMP_LINE_HEAD	4096

/* The section of the devcoredump to which a line belongs, by the last title before the line. */
enum dump_where {
	IN_NOTHING,	/* before the first line of a devcoredump */
	IN_HEAD,
	IN_GT,
	IN_LOG,
	IN_CT,
	IN_CONTEXTS,
	IN_JOB,
	IN_ENGINES,
	IN_VM,
	IN_UNKNOWN,	/* an unknown section */
	IN_OTHER,	/* after the end of a block of HTML or Markdown that contains the dump */
	IN_REST,	/* after the first dump, in a text with several dumps */
};

/**
 * struct dump_reader - a devcoredump that is being read
 * @arena: arena that has the memory of the reader and of the devcoredump
 * @dump: the parts of the devcoredump that were read
 * @no_memory: an allocation has failed
 * @where: the current section
 * @last: the last section whose title is known
 * @line: number of the current line, from 1
 * @last_line: number of the last line that belongs to a section
 * @series: number that xe prints before each line of a dump in a kernel log: it is different
 *	for each dump
 * @done: the last line of the dump in the kernel log was read
 * @len: number of characters at @head
 * @head: beginning of the current line
 * @head_done: the beginning of the line was processed; the rest is data or ignored
 * @paste: characters such as "> " that a mail program has put before each line
 * @gt: index of the GT to which the current sections belong, -1 before the first GT
 * @ring: ring to which the current lines of section "GuC CT" belong, -1 before the first ring
 * @in_lrc: the current lines belong to an LRC
 * @blob: properties of the data that are being read, NULL if there are none. It points into an
 *	array of the devcoredump that moves when an item is added. Items are added only while @blob
 *	is NULL: end_blob() is called before each line that does not continue the data.
 * @context_blob: properties of data in section "Contexts"
 * @keep: destination of the data that are being read; NULL if they are not stored
 * @keep_data: the memory of the stored data; NULL before the first byte that is not 0
 * @keep_room: bytes that are allocated at @keep_data
 * @keep_zeroes: number of zero bytes that are not stored yet, see dump_keep_bytes()
 * @kept: total number of stored bytes of all data of the devcoredump
 * @to_ct: the data are [CTB].data, the contents of the CT buffers
 * @ct_room: bytes that are allocated for [CTB].data
 * @blank: the last blank so far in the current line of data, 0 if there is none
 * @a85: the decoder of the data
 * @zeroes: number of ascii85 digits with value 0 at the beginning of the data, counted up to 5; 6
 *	if another character comes before the fifth digit. Five of these digits show that the data
 *	were redacted, see look_for_redaction().
 */
struct dump_reader {
	struct arena *arena;
	struct guclog_dump *dump;
	bool no_memory;
	enum dump_where where;
	enum dump_where last;
	u64 line;
	u64 last_line;
	u64 series;
	bool done;
	size_t len;
	char head[DUMP_LINE_HEAD];
	bool head_done;
	struct paste paste;
	int gt;
	int ring;
	bool in_lrc;
	struct guclog_dump_blob *blob;
	struct guclog_dump_blob context_blob;
	struct guclog_bytes *keep;
	u8 *keep_data;
	size_t keep_room;
	u64 keep_zeroes;
	u64 kept;
	bool to_ct;
	size_t ct_room;
	char blank;
	struct a85 a85;
	unsigned int zeroes;
};

/* Skip a name and its colon. Return: whether the line begins with them. */
static inline bool dump_eat_name(struct guc_view *v, enum dump_name id)
{
	struct guc_view rest = *v;

	if (!printed_eat(&rest, id) || !eat(&rest, ":"))
		return false;
	*v = rest;
	return true;
}

bool dump_eat_number(struct guc_view *v, u64 *value);

__printf(3, 4) void dump_problem_at(struct dump_reader *r, u64 line, const char *fmt, ...);
#define dump_problem(r, ...) dump_problem_at(r, (r)->line, __VA_ARGS__)
void dump_cut(struct dump_reader *r, u64 line, const char *text);
void *dump_add(struct dump_reader *r, void *array, unsigned int *nr, size_t size);
char *dump_string(struct dump_reader *r, struct guc_view v);
bool dump_add_field(struct dump_reader *r, struct guclog_dump_fields *fields,
		    enum dump_section section, struct guc_view line);

void dump_take_line(struct dump_reader *r, struct guc_view v);
void dump_check_end(struct dump_reader *r);
struct guclog_dump_gt *dump_current_gt(struct dump_reader *r);
void dump_begin_blob(struct dump_reader *r, struct guclog_dump_blob *blob);
void dump_keep_blob(struct dump_reader *r, struct guclog_bytes *to);
void dump_keep_bytes(struct dump_reader *r, const u8 *bytes, size_t len);
void dump_blob_length(struct guclog_dump_blob *blob, u64 length);

bool dump_ct_line(struct dump_reader *r, struct guc_view v);
void dump_ct_bytes(struct dump_reader *r, const u8 *bytes, size_t len);
bool dump_contexts_line(struct dump_reader *r, struct guc_view v);
bool dump_engines_line(struct dump_reader *r, struct guc_view v);
bool dump_vm_line(struct dump_reader *r, struct guc_view v);

#endif
