/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Stores facts about a process that used the GPU when the GPU failed, such as its command line and
 * its memory mappings.
 */
#ifndef _PROCESS_H_
#define _PROCESS_H_

#include "base/base.h"

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
