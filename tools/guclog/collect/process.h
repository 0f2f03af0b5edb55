/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Facts about a process that used a GPU which failed; they are stored while the process still
 * exists.
 */
#ifndef _PROCESS_H_
#define _PROCESS_H_

#include "shared/base.h"

struct guclog_dump;
struct incident;

void process_add(struct incident *in, int pid, const char *name, s64 ns);

#ifdef GUCLOG_COLLECT

char *process_maps(const char *path, const struct guclog_dump *dump);

#else

static inline char *process_maps(const char *path, const struct guclog_dump *dump)
{
	return NULL;
}

#endif
#endif
