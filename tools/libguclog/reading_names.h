/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Included before everything else by the compiler (-include) in the readers:
 * their memory comes from reading.c. The command compiles them without it.
 */
#ifndef _GUCLOG_READING_NAMES_H_
#define _GUCLOG_READING_NAMES_H_

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *reading_malloc(size_t size);
void *reading_calloc(size_t nr, size_t size);
void *reading_realloc(void *old, size_t size);
void reading_free_memory(void *p);
char *reading_strdup(const char *text);
int reading_asprintf(char **to, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
int reading_scandir(const char *dir, struct dirent ***list,
		    int (*filter)(const struct dirent *),
		    int (*compare)(const struct dirent **, const struct dirent **));

#define malloc		reading_malloc
#define calloc		reading_calloc
#define realloc		reading_realloc
#define free		reading_free_memory
#undef strdup
#define strdup		reading_strdup
#define asprintf	reading_asprintf
#define scandir		reading_scandir

#endif
