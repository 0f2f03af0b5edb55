/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Messages to the user, and allocations that end the program when they fail.
 */
#ifndef _MSG_H_
#define _MSG_H_

#include "base/base.h"
#include "base/message_sink.h"

struct fixedbuf;

/* Prints the messages of the code in tools/shared on stderr. */
extern const struct message_sink msg_sink;

__printf(2, 3) void msg_fail(const char *path, const char *fmt, ...);
char *printable(const char *text);

bool msg_quiet(bool on);

__attribute__((noreturn)) void mem_none(void);
void *mem_grow(void *old, size_t size);
void *mem_zero(size_t size);
char *mem_copy(const char *text);
__printf(1, 2) char *mem_printf(const char *fmt, ...);
char *mem_vprintf(const char *fmt, va_list args);
void mem_text(struct fixedbuf *text);

#endif
