/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Inputs: reads a GuC log in any form into images and the facts about them.
 */
#ifndef _INPUT_H_
#define _INPUT_H_

#include "input/input_log.h"

struct bytes;
struct messages;

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
 * @arena: arena of the input and of its logs. Items for which there is no memory are left out, and
 *	@arena->failed is set
 * @messages: messages about the input
 * @name: its path without control characters
 * @form: its form
 * @packing: name of its compression, NULL if it was not compressed
 * @nr_logs: logs in it
 * @log: the logs
 * @nr_bare: devcoredumps without a GuC log, such as those of Linux 6.12
 * @bare: their names and NULL after the last one; NULL if there are none
 * @nr_others: files in it without a log
 * @other: the files without a log
 * @depth: archives and directories around it
 * @layers: layers of encoding around it
 * @want_dumps: keep the devcoredumps
 * @nr_dumps: devcoredumps that were kept
 * @dump: the devcoredumps and NULL after the last one; NULL if there are none
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

int input_open(struct input *in, const char *path);
int input_open_bytes(struct input *in, struct bytes *bytes, const char *name);
void input_add_bare(struct input *in, const char *name);
void input_append(struct input *in, struct input *more);
void input_add_dump(struct input *in, struct guclog_dump *dump, unsigned int from);
void input_add_other(struct input *in, const char *what);
struct input_log *input_add_log(struct input *in, enum guclog_form form);
void input_add_whole(struct input *in, enum guclog_form form, u8 *data, size_t len,
		     const struct guc_log *page);

#endif
