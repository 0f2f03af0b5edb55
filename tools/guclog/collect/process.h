/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Stores facts about a process that used the GPU when the GPU failed, such as its command line and
 * its memory mappings.
 */
#ifndef _PROCESS_H_
#define _PROCESS_H_

#include "base/base.h"

/* Largest number of bytes of a file in /proc that are stored. */
#define PROCESS_MAX_FILE	(4u * 1024 * 1024)
/*
 * Name of the file of an incident with the memory mappings of a process: a line with the PID, then
 * the text of /proc/PID/maps. A redacted export does not contain this file, but lists its name.
 */
#define MAPS_FILE	"process.%zu.maps.zst"
#define MAPS_BEGIN	"PID %d\n"

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
