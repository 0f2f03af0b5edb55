// SPDX-License-Identifier: GPL-2.0-only
#include "collect/process.h"

#include <libgen.h>
#include <unistd.h>

#include "base/file.h"
#include "base/msg.h"
#include "messages/text_file.h"
#include "read/dump/sections.h"

/*
 * Files of at most this number of processes are searched. An incident has fewer: the process that
 * the dump names, and those of a few contexts.
 */
#define MAX_PROCESSES	64

/* Return: the same as process_maps(). */
static char *read_maps(const char *path, u32 pid)
{
	char begin[32], *text;
	size_t len, n = (size_t)snprintf(begin, sizeof(begin), MAPS_BEGIN, (int)pid);
	bool quiet;
	int more;

	if (access(path, R_OK))
		return NULL;
	quiet = msg_quiet(true);
	text = (char *)text_file_read(path, PROCESS_MAX_FILE, &len, &more);
	msg_quiet(quiet);
	if (text && !more && len > n && text[len - 1] == '\n' && !memcmp(text, begin, n)) {
		memmove(text, text + n, len - n);
		text[len - n - 1] = '\0';
		return text;
	}
	free(text);
	return NULL;
}

/**
 * process_maps() - read the stored memory mappings of the process that a devcoredump names
 * @path: the directory of an incident, or a file in it
 * @dump: the devcoredump, NULL if there is none
 *
 * Context: process context; reads files. Prints nothing.
 * Return: the text of /proc/PID/maps, which the caller must free, or NULL if it is missing or
 * incomplete.
 */
char *process_maps(const char *path, const struct guclog_dump *dump)
{
	char *copy, *dir, *file, *maps = NULL;
	size_t i;

	if (!dump || !dump->has_pid)
		return NULL;
	copy = mem_copy(path);
	dir = file_is_directory(path) ? copy : dirname(copy);
	for (i = 0; i < MAX_PROCESSES && !maps; i++) {
		file = mem_printf("%s/" MAPS_FILE, dir, i);
		maps = read_maps(file, dump->pid);
		free(file);
	}
	free(copy);
	return maps;
}
