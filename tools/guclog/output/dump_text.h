/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Prints the sections of a devcoredump as text.
 */
#ifndef _DUMP_TEXT_H_
#define _DUMP_TEXT_H_

#include "base/base.h"
#include "read/dump/sections.h"
#include "read/open.h"

struct guclog_file;

void dump_text_row(const char *name, const char *value);
__printf(2, 3) void dump_text_note(const char *name, const char *fmt, ...);
void dump_text_gt(const struct guclog_dump *dump, unsigned int number,
		  const struct guclog_file *in, bool all);
void dump_text_vm(const struct guclog_dump_vm *vm, bool all);
void dump_text_unknown(const struct guclog_dump *dump);
void dump_text_next(const struct guclog_dump *dump, const struct guclog_file *in);

#endif
