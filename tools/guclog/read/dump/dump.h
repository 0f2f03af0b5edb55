/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Reads the text of an Xe devcoredump in the forms of Linux 6.12 to 7.3. Any part of the text can
 * be missing. The result (struct guclog_dump) marks each missing part as absent.
 */
#ifndef _DUMP_H_
#define _DUMP_H_

#include "guc_ct.h"
#include "read/dump/sections.h"

/*
 * Largest number of items of one kind, such as fields or exec queues, that are stored. If there are
 * more, they are not stored, and a problem (struct guclog_dump_problem) reports that. xe prints far
 * fewer.
 */
#define DUMP_MAX_ITEMS		65536

/**
 * struct dump - a devcoredump
 * @pub: the public part
 * @cut: the first place at which the devcoredump is incomplete; its text is NULL if there is none
 */
struct dump {
	struct guclog_dump pub;
	struct guclog_dump_problem cut;
};

struct arena;
struct dump_reader;
struct guc_facts;

struct dump_reader *dump_reader_new(struct arena *arena, u64 line);
void dump_reader_begin_inside(struct dump_reader *reader);
int dump_reader_feed(struct dump_reader *reader, const char *data, size_t len);
void dump_reader_forget(struct dump_reader *reader);
void dump_reader_break(struct dump_reader *reader);
bool dump_reader_done(const struct dump_reader *reader);
void dump_reader_cut(struct dump_reader *reader);
int dump_reader_end(struct dump_reader *reader, struct guclog_dump **dump);

u32 dump_linux(const struct guclog_dump *dump);
const struct guclog_dump_context *dump_find_context(const struct guclog_dump *dump, u32 guc_id);
const struct guclog_dump_gt *dump_find_gt(const struct guclog_dump *dump,
					  const struct guc_facts *facts);
const struct guclog_dump_range *dump_find_range(const struct guclog_dump *dump, u64 address);
int dump_ct_parse(struct guclog_dump_gt *gt, struct arena *arena);

#endif
