/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Destination of messages: the library stores messages with the file that it reads, the command
 * prints them.
 */
#ifndef _SHARED_MESSAGE_SINK_H_
#define _SHARED_MESSAGE_SINK_H_

#include "shared/base.h"

/**
 * struct message_sink - takes messages
 * @fn: takes a message about the file @name
 * @context: first argument of @fn
 */
struct message_sink {
	void (*fn)(void *context, const char *name, const char *text);
	void *context;
};

/**
 * message_send() - send a message to a sink
 * @to: the sink
 * @name: name of the file
 * @fmt: format as for printf(), without a newline; a text of more than 511 bytes is cut
 *
 * Context: same as the function of @to.
 */
__printf(3, 4)
static inline void message_send(const struct message_sink *to, const char *name,
				const char *fmt, ...)
{
	char text[512];
	va_list args;

	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	to->fn(to->context, name, text);
}

#endif
