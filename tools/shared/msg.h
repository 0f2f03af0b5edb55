/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the readers call for their messages and their memory. The library keeps the
 * messages, and a lack of memory ends only the reading of the input (reading.c). The
 * command prints them at once, and ends (tools/guclog/util/msg.c).
 */
#ifndef _SHARED_MSG_H_
#define _SHARED_MSG_H_

#include "guc_env.h"

struct guc_fault;

__printf(2, 3) void msg_fail(const char *path, const char *fmt, ...);
void msg_fail_fault(const char *path, const struct guc_fault *fault);

void *mem_grow(void *old, size_t size);
void *mem_zero(size_t size);
void mem_on_failure(void (*release)(void *what), void *what);
void mem_released(void *what);

#endif
