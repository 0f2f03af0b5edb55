/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Messages to a person, and memory of which a lack ends the program. libguclog has
 * functions of its own with these names: its messages become values, and a lack of
 * memory ends only the reading of the input.
 */
#ifndef _MSG_H_
#define _MSG_H_

#include "guc_env.h"

struct guc_fault;
struct guc_text;

void msg_quiet(bool on);
__printf(2, 3) void msg_fail(const char *path, const char *fmt, ...);
void msg_fail_fault(const char *path, const struct guc_fault *fault);
void msg_fault(FILE *to, const char *prefix, const char *path,
	       const struct guc_fault *fault);
void msg_size(struct guc_text *text, u64 bytes);

void *mem_grow(void *old, size_t size);
void *mem_zero(size_t size);
void mem_text(struct guc_text *text);
void mem_on_failure(void (*release)(void *what), void *what);
void mem_released(void *what);

#endif
