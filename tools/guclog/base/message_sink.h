/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The destination of messages about errors. The library libguclog and the command guclog share the
 * code in this folder, but handle its messages differently: the library stores them with the file
 * that it reads, and the command prints them.
 */
#ifndef _SHARED_MESSAGE_SINK_H_
#define _SHARED_MESSAGE_SINK_H_

#include "base/base.h"

/**
 * struct message_sink - a destination of messages
 * @fn: receives the message @text about the file @name
 * @context: first argument of @fn
 */
struct message_sink {
	void (*fn)(void *context, const char *name, const char *text);
	void *context;
};

/**
 * message_send() - send a message to a sink
 * @to: the sink
 * @name: name of the file that the message is about
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
