/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * The environment of the readers (input/ and others) in the library: memory that they
 * allocate belongs to the file that is read, their messages are stored in it, and a failed
 * allocation ends the call instead of the program.
 *
 * While a file is read, a thread-local pointer refers to its struct reading. Between two
 * calls of the library the pointer is NULL.
 */
#ifndef _GUCLOG_READING_H_
#define _GUCLOG_READING_H_

#include <setjmp.h>

#include "guc_env.h"

#define READING_MESSAGES	64
#define READING_RELEASES	64

/**
 * struct reading_block - the header of an allocation
 * @prev: in the list of its file
 * @next: the same
 * @size: bytes behind the header
 */
struct reading_block {
	struct reading_block *prev;
	struct reading_block *next;
	size_t size;
} __attribute__((aligned(16)));

/**
 * struct reading - a file that is being read, and later what it holds
 * @blocks: its memory
 * @used: bytes of that
 * @limit: most bytes that it may use
 * @limited: an allocation failed because of @limit
 * @fail: where a lack of memory leads to
 * @nr_releases: entries of @release
 * @release: more than memory: files and states of other libraries, innermost last
 * @nr_messages: entries of @message
 * @message: what the readers said
 * @more_messages: further ones, which were not kept
 */
struct reading {
	struct reading_block blocks;
	size_t used;
	size_t limit;
	bool limited;
	jmp_buf fail;
	unsigned int nr_releases;
	struct reading_release {
		void (*call)(void *what);
		void *what;
	} release[READING_RELEASES];
	unsigned int nr_messages;
	char *message[READING_MESSAGES];
	unsigned int more_messages;
};

void reading_init(struct reading *reading, size_t limit);
int reading_run(struct reading *reading, int (*run)(void *arg), void *arg);
void reading_free(struct reading *reading);

#endif
