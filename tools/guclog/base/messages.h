/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Messages about missing or damaged parts of an input.
 */
#ifndef _GUCLOG_MESSAGES_H_
#define _GUCLOG_MESSAGES_H_

#include "guc_env.h"
#include "base/message_sink.h"

#define MESSAGES_MAX	64

struct arena;
struct guc_fault;

/**
 * struct messages - messages in the order in which they were added
 * @arena: arena that has the memory of the texts
 * @sink: passes messages of the code in tools/guclog/base/ to messages_take(), which adds them
 * @nr: number of messages
 * @text: the messages, printable, and NULL after the last one
 * @more: number of further messages, which were not stored
 */
struct messages {
	struct arena *arena;
	struct message_sink sink;
	unsigned int nr;
	char *text[MESSAGES_MAX + 1];
	unsigned int more;
};

__printf(3, 4) void messages_add(struct messages *m, const char *path, const char *fmt, ...);
void messages_add_fault(struct messages *m, const char *path, const struct guc_fault *fault);
void messages_take(void *context, const char *name, const char *text);

/*
 * Initialise an empty list of messages. @m: filled; must not move afterwards, because @sink points
 * to it. @arena: arena from which memory is allocated
 */
static inline void messages_init(struct messages *m, struct arena *arena)
{
	*m = (struct messages){ .arena = arena, .sink = { messages_take, m } };
}

#endif
