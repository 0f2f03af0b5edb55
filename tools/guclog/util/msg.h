/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Messages to a person, and memory of which a lack ends the program.
 */
#ifndef _MSG_H_
#define _MSG_H_

#include "shared/msg.h"

struct guc_text;
struct textbuf;

void msg_quiet(bool on);
void msg_fault(FILE *to, const char *prefix, const char *path,
	       const struct guc_fault *fault);
void msg_size(struct textbuf *text, u64 bytes);
void msg_size_text(char *buf, size_t size, u64 bytes);

__attribute__((noreturn)) void mem_none(void);
void mem_text(struct textbuf *text);
void mem_guc_text(struct guc_text *text);

#endif
