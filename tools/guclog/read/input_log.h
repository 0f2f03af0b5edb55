/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The log of one GT in an input: the image of a log buffer, or an LFD file.
 */
#ifndef _INPUT_LOG_H_
#define _INPUT_LOG_H_

#include "guc_facts.h"
#include "guc_log.h"
#include "guc_view.h"
#include "read/form.h"
#include "base/eat.h"

struct arena;
struct guclog_dump;

/*
 * Largest number of holes (ranges of unknown bytes) of an image. If an image has more, the last
 * hole also includes all further holes and the bytes between them.
 */
#define INPUT_MAX_HOLES		GUC_LOG_MAX_HOLES

/**
 * struct input_hole - bytes of an image that are not known and are 0
 * @from: offset of the first unknown byte
 * @to: offset after the last unknown byte
 */
struct input_hole {
	size_t from;
	size_t to;
};

/**
 * struct input_log - the log of one GT
 * @arena: arena that has the memory of @image and @notes
 * @form: form of the log
 * @name: name of the file, for messages
 * @line: number of the first line of the log, 0 for a binary form
 * @facts: facts (properties) of the device and the GT, as far as the input contains them
 * @image: the log buffer, or its beginning; the whole file for GUCLOG_FORM_LFD
 * @len: number of bytes at @image
 * @room: bytes allocated at @image
 * @nr_holes: number of holes in @image
 * @hole: the holes, by ascending offset; there are known bytes between any two of them
 * @page: the state page (first page of the log buffer), parsed with the length @total; NULL if it
 *	has not been parsed yet
 * @keep_blocks: the blocks of an LFD file are kept for guclog_check()
 * @total: length of the log buffer in bytes if the input contains this length, else @len
 * @notes: a ``loss=`` line for each missing part, NULL if nothing is missing
 * @losses: number of missing parts; @notes may have fewer lines
 * @dump: the devcoredump that has the log, NULL if there is none or it was not kept
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
	struct guclog_dump *dump;
};

void input_log_parse(const struct input_log *log, struct guc_log *parsed);
void input_log_hole(struct input_log *log, size_t from, size_t to);
void input_log_insert_hole(struct input_log *log, size_t at, size_t len);
bool input_log_room(struct input_log *log, size_t more);
__printf(2, 3) void input_log_loss(struct input_log *log, const char *fmt, ...);

/*
 * Get the first line of @notes without "loss=", and move @notes to the next line. Return: true, or
 * false at the end.
 */
static inline bool input_log_next_loss(struct guc_view *notes, struct guc_view *loss)
{
	return eat_line(notes, loss) && eat(loss, "loss=");
}

/* Return: the bytes of the image; the pointer is not NULL, even if the image is empty. */
static inline struct guc_view input_log_bytes(const struct input_log *log)
{
	return guc_view(log->len ? (const void *)log->image : "", log->len);
}

#endif
