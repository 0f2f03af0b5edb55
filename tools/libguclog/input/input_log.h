/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Logs of an input: the images that the readers of all forms fill.
 */
#ifndef _INPUT_LOG_H_
#define _INPUT_LOG_H_

#include "guc_facts.h"
#include "guc_log.h"
#include "guc_view.h"
#include "input/form.h"

struct arena;
struct bytes;
struct guclog_dump;
struct messages;

/* Further holes are merged into one that reaches to the last of them. */
#define INPUT_MAX_HOLES		GUC_LOG_MAX_HOLES

/**
 * struct input_hole - bytes of an image that are not known and are 0
 * @from: the first
 * @to: after the last
 */
struct input_hole {
	size_t from;
	size_t to;
};

/**
 * struct input_log - the log of one GT
 * @arena: arena that has its memory
 * @form: its form
 * @name: name of its file, for messages
 * @line: number of its first line, 0 for a binary form
 * @facts: facts of the device and the GT, as far as the input tells
 * @image: the log buffer, or a beginning of it; the whole file for GUCLOG_FORM_LFD
 * @len: bytes of it
 * @room: bytes allocated at @image
 * @nr_holes: holes in it
 * @hole: the holes, by ascending offset; they do not touch
 * @page: its state page, parsed with @total; NULL if that was not needed to detect the form
 * @keep_blocks: the blocks of an LFD file are kept for guclog_check()
 * @total: length of the log buffer from the input, else @len
 * @notes: a ``loss=`` line for everything that is missing, or NULL
 * @losses: how much that is; not all of it is in @notes
 * @dump: the devcoredump that it is part of, NULL if there is none or it was not kept
 */
struct input_log {
	struct arena *arena;
	enum guclog_form form;
	char *name;
	u64 line;
	struct guc_facts facts;
	u8 *image;
	size_t len;
	size_t room;
	unsigned int nr_holes;
	struct input_hole hole[INPUT_MAX_HOLES];
	const struct guc_log *page;
	bool keep_blocks;
	u64 total;
	char *notes;
	unsigned int losses;
	const struct guclog_dump *dump;
};

/**
 * struct input_other - a file without a GuC log
 * @name: its path
 * @what: what it is, with an article
 */
struct input_other {
	char *name;
	const char *what;
};

/**
 * struct input - an input, read to its end
 * @arena: arena of the input and of its logs. What lacks memory is left out, and
 *	@arena->failed tells that
 * @messages: what is said about the input
 * @name: its path without control characters
 * @form: its form
 * @packing: name of its compression, NULL if it was not compressed
 * @nr_logs: logs in it
 * @log: the logs
 * @nr_bare: devcoredumps without a GuC log, as those of Linux 6.12 are
 * @bare: their names
 * @nr_others: files in it without a log
 * @other: the files without a log
 * @depth: archives and directories around it
 * @layers: layers of encoding around it
 * @want_dumps: keep the devcoredumps
 * @nr_dumps: devcoredumps that were kept
 * @dump: the devcoredumps
 */
struct input {
	struct arena *arena;
	struct messages *messages;
	char *name;
	enum guclog_form form;
	const char *packing;
	unsigned int nr_logs;
	struct input_log *log;
	unsigned int nr_bare;
	char **bare;
	unsigned int nr_others;
	struct input_other *other;
	unsigned int depth;
	unsigned int layers;
	bool want_dumps;
	unsigned int nr_dumps;
	struct guclog_dump **dump;
};

void input_add_bare(struct input *in, const char *name);
int input_read_all(struct input *in, struct bytes *bytes, u8 **data, size_t *len, size_t max);
void input_append(struct input *in, struct input *more);
void input_add_dump(struct input *in, struct guclog_dump *dump, unsigned int from);
void input_add_other(struct input *in, const char *what);
void input_log_parse(const struct input_log *log, struct guc_log *parsed);
struct input_log *input_add_log(struct input *in, enum guclog_form form);
void input_add_whole(struct input *in, enum guclog_form form, u8 *data, size_t len,
		     const struct guc_log *page);
void input_log_hole(struct input_log *log, size_t from, size_t to);
void input_log_insert_hole(struct input_log *log, size_t at, size_t len);
bool input_log_room(struct input_log *log, size_t more);
__printf(2, 3) void input_log_loss(struct input_log *log, const char *fmt, ...);

/* An empty log gets memory too, so that the pointer is not NULL. */
static inline struct guc_view input_log_view(const struct input_log *log)
{
	return guc_view(log->len ? (const void *)log->image : "", log->len);
}

#endif
