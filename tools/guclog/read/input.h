/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Reads an input in any form. The result is a list of logs (images of the log buffer or LFD files)
 * with facts about their devices, and a list of devcoredumps.
 */
#ifndef _INPUT_H_
#define _INPUT_H_

#include "read/input_log.h"
#include "read/dump/sections.h"

struct bytes;
struct messages;

/**
 * struct text_kind - a kind of text without a GuC log
 * @what: name of the kind, with an article
 * @used: some verbs (subcommands of guclog, such as explain) use texts of this kind
 */
struct text_kind {
	const char *what;
	bool used;
};

/*
 * A function that finds the kind of a text without a GuC log. @begin: the beginning of the text.
 * Return: the kind, or NULL if it is not known.
 */
typedef const struct text_kind *(*input_text_kind)(struct guc_view begin);

/**
 * struct input_other - a file without a GuC log
 * @name: path of the file
 * @what: kind of the file, with an article
 * @used: some verbs (subcommands of guclog) use files of this kind, so no message reports the file
 */
struct input_other {
	char *name;
	const char *what;
	bool used;
};

/**
 * struct input_leaf - a text or a binary file inside of layers such as the encodings of mail
 * @data: the bytes, in memory of the input's arena
 * @len: number of bytes at @data
 */
struct input_leaf {
	u8 *data;
	size_t len;
};

/**
 * struct input_leaves - the leaves of an input
 * @nr: number of leaves
 * @leaf: the leaves
 */
struct input_leaves {
	unsigned int nr;
	struct input_leaf *leaf;
};

/**
 * struct input - an input that was read
 * @arena: arena of the input and of its logs. If there is no memory for a log, devcoredump or other
 *	item, it is left out, and @arena->failed is set.
 * @messages: messages about the input
 * @name: path of the input without control characters
 * @form: form of the input
 * @packing: name of the compression, NULL if the input was not compressed
 * @nr_logs: number of logs
 * @log: the logs
 * @nr_bare: number of devcoredumps without a GuC log, such as those of Linux 6.12
 * @bare: names of the devcoredumps without a GuC log and a final NULL; NULL if there are none
 * @nr_others: number of files without a log
 * @other: the files without a log
 * @depth: number of archives and directories that enclose the input
 * @layers: number of layers (encodings such as base64, see layer.h) that enclose the input
 * @want_dumps: keep the devcoredumps
 * @leaves: if not NULL, the leaves of the input are added to it, and no log is read
 * @text_kind: finds the kind of a text without a GuC log, NULL if it is not needed
 * @nr_dumps: number of devcoredumps that were kept
 * @dump: the devcoredumps that were kept and a final NULL; NULL if none was kept
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
	struct input_leaves *leaves;
	input_text_kind text_kind;
	unsigned int nr_dumps;
	struct guclog_dump **dump;
};

/*
 * Return: a new, empty input for a part of @in: a file of a directory or archive, or a text or an
 * attachment of a mail.
 */
static inline struct input input_part(const struct input *in)
{
	return (struct input){
		.arena = in->arena,
		.messages = in->messages,
		.depth = in->depth + 1,
		.want_dumps = in->want_dumps,
		.leaves = in->leaves,
		.text_kind = in->text_kind,
	};
}

int input_open(struct input *in, const char *path);
int input_open_bytes(struct input *in, struct bytes *bytes, const char *name);
void input_add_bare(struct input *in, const char *name);
void input_append(struct input *in, struct input *more);
void input_add_dump(struct input *in, struct guclog_dump *dump, unsigned int from);
void input_add_other(struct input *in, const char *what, bool used);
struct input_log *input_add_log(struct input *in, enum guclog_form form);
void input_add_whole(struct input *in, enum guclog_form form, u8 *data, size_t len,
		     const struct guc_log *page);

#endif
