/* SPDX-License-Identifier: GPL-2.0-only */
/* Declarations that the fuzzers of guclog's text decoders share. */
#ifndef _FUZZ_INPUT_H_
#define _FUZZ_INPUT_H_

#include "fuzz.h"

#include "base/arena.h"
#include "read/input.h"
#include "base/messages.h"

/* Sets up an empty input with its own memory; fuzz_input_free() frees it. */
static inline struct input fuzz_input_new(void)
{
	struct arena *arena = fuzz_alloc(sizeof(*arena));
	struct messages *messages = fuzz_alloc(sizeof(*messages));

	arena_init(arena, ARENA_NO_LIMIT);
	messages_init(messages, arena);
	return (struct input){
		.arena = arena, .messages = messages, .name = arena_strdup(arena, "fuzz"),
	};
}

static inline void fuzz_input_free(struct input *in)
{
	arena_free(in->arena);
	free(in->messages);
	free(in->arena);
}

/* Checks the images, notes, holes, LFD files and events of an input. */
void fuzz_check_input(const struct input *in);

/* Checks that two inputs are equal. */
void fuzz_same_input(const struct input *a, const struct input *b);

/* The function main() of guclog, which the Makefile renames. */
int guclog_main(int argc, char **argv);

/*
 * Runs guclog with the words of a line as its arguments, without output, and checks its exit
 * status.
 */
void fuzz_command(const char *line);

#endif
