/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The handle of guclog.h, and how it runs the code of the verbs.
 */
#ifndef _LIBRARY_H_
#define _LIBRARY_H_

#include <setjmp.h>

#include "base/out.h"
#include "guclog.h"

/**
 * struct guclog - a handle: inputs, messages and the last document in memory
 * @max_memory: maximum memory for each input, 0 for the default
 * @nr_inputs: number of inputs
 * @input: the inputs; for one in memory, the path is that of a file in memory with its bytes
 * @fd: for each input the descriptor of its file in memory, -1 if it has none
 * @nr_messages: number of messages
 * @nr_of_open: number of messages of the functions that opened the inputs
 * @message: the messages
 * @text: the last document in memory
 * @len: length of @text
 * @error: the sentence of guclog_error()
 */
struct guclog {
	u64 max_memory;
	unsigned int nr_inputs;
	struct out_input *input;
	int *fd;
	unsigned int nr_messages;
	unsigned int nr_of_open;
	char **message;
	char *text;
	size_t len;
	char error[512];
};

/**
 * struct run - a call of code that writes text and messages, and ends if there is no memory
 * @out: where the code writes; the first member
 * @g: the handle
 * @write: receives the text
 * @context: first argument of @write
 * @error: the value other than 0 that @write returned
 * @written: text was written
 * @usage: the options were wrong
 * @no_memory: where the code goes if there is no memory
 */
struct run {
	struct out out;
	struct guclog *g;
	guclog_write_fn write;
	void *context;
	int error;
	bool written;
	bool usage;
	jmp_buf no_memory;
};

int library_fail(struct guclog *g, int error, const char *text);
int library_run(struct run *run, int (*code)(struct run *run, void *arg), void *arg);

#endif
