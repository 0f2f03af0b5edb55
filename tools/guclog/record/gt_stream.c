// SPDX-License-Identifier: GPL-2.0-only
#include "record/gt_stream.h"

#include <fcntl.h>
#include <limits.h>
#include <unistd.h>

#include "base/msg.h"

/**
 * gt_stream_find() - find the module's streams of all GTs
 * @found: set to the paths of the streams, or to an empty list if there are none; the caller must
 *	free it with globfree()
 * @sys: mount point of sysfs
 */
void gt_stream_find(glob_t *found, const char *sys)
{
	char pattern[PATH_MAX];

	*found = (glob_t){ .gl_pathc = 0 };
	snprintf(pattern, sizeof(pattern), "%s/kernel/debug/xe_guclog/*/gt*/guc_log_stream", sys);
	if (glob(pattern, 0, NULL, found))
		found->gl_pathc = 0;
}

/**
 * gt_stream_label() - get the GPU and the GT of a stream from its path
 * @path: path of the stream
 * @separator: character between the GPU and the GT
 *
 * Return: the label, such as "0000:03:00.0-gt0", which the caller must free, or NULL if the path is
 * not the path of a file of the module.
 */
char *gt_stream_label(const char *path, char separator)
{
	char *copy = mem_copy(path), *part[3] = { NULL }, *label = NULL, *p;

	for (p = strtok(copy, "/"); p; p = strtok(NULL, "/")) {
		part[0] = part[1];
		part[1] = part[2];
		part[2] = p;
	}
	if (part[0] && !strncmp(part[1], "gt", 2))
		label = mem_printf("%s%c%s", part[0], separator, part[1]);
	free(copy);
	return label;
}

/**
 * gt_stream_open() - open a stream for reads that do not block
 * @path: the stream; "-" for standard input
 *
 * Return: the descriptor, or -1 with errno set.
 */
int gt_stream_open(const char *path)
{
	return !strcmp(path, "-") ? STDIN_FILENO : open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
}
