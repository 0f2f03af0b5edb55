/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Where the text of a verb goes. The command prints it. The library makes a document of it: each
 * thread that makes one has its own struct out, so threads can make documents at the same time.
 */
#ifndef _OUT_H_
#define _OUT_H_

#include "base/base.h"

struct guclog_file;
struct json_object;

/* The parts of a document in JSON that are collected before the document is written. */
enum out_part {
	OUT_LIST,
	OUT_FIRST,
	OUT_BARE,
	OUT_INCIDENTS,
	OUT_KERNEL_LOGS,
	OUT_NR_PARTS
};

/**
 * struct out_input - an input that is open already
 * @path: the path by which a verb names it
 * @name: name of the input in texts
 * @file: the input
 */
struct out_input {
	const char *path;
	const char *name;
	struct guclog_file *file;
};

/**
 * struct out - where text goes
 * @write: receives a piece of the text
 * @say: receives a message about an input, a printable sentence
 * @hint: called after a wrong use of the options of a verb, with its name
 * @none: called if there is no memory; does not return
 * @input: the inputs that are open already
 * @nr_inputs: number of elements of @input
 * @library: the library makes a document; no state of the program may be changed
 * @part: parts of the document in JSON; NULL if not used
 * @rank: rank of OUT_FIRST
 */
struct out {
	void (*write)(struct out *out, const void *data, size_t len);
	void (*say)(struct out *out, const char *text);
	void (*hint)(struct out *out, const char *verb);
	void (*none)(struct out *out) __attribute__((noreturn));
	const struct out_input *input;
	unsigned int nr_inputs;
	bool library;
	struct json_object *part[OUT_NR_PARTS];
	int rank;
};

struct out *out_command(void);
struct out *out_now(void);
struct out *out_set(struct out *out);
const struct out_input *out_input(const char *path);
struct json_object **out_part(enum out_part part);
struct json_object *out_take(enum out_part part);

void out_write(const void *data, size_t len);
void out_text(const char *text);
void out_char(char c);
__printf(1, 2) void out_printf(const char *fmt, ...);
int out_print(void *context, const void *data, size_t len);

#endif
