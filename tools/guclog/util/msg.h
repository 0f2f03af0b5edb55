/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What guclog says to a person, and memory that is there or ends the program.
 */
#ifndef _MSG_H_
#define _MSG_H_

#include "guc_env.h"

struct guc_fault;
struct guc_text;

void msg_quiet(bool on);
__printf(2, 3) void msg_fail(const char *path, const char *fmt, ...);
void msg_fault(FILE *to, const char *prefix, const char *path,
	       const struct guc_fault *fault);
void msg_size(struct guc_text *text, u64 bytes);

void *mem_grow(void *old, size_t size);
void *mem_zero(size_t size);
void mem_text(struct guc_text *text);

#endif
