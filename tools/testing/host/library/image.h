/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Opens the log image whose path is the argument of a test program.
 */
#ifndef _IMAGE_H_
#define _IMAGE_H_

#include "internal.h"

#include <stdio.h>
#include <string.h>

/*
 * Open bytes in the form that the library detects. If it detects none, they are taken for a log
 * image. Return: the file.
 */
static inline struct guclog_file *open_any(const void *image, size_t len)
{
	static const struct open_options options = { .flags = GUCLOG_OPEN_ANY };

	return logs_open_memory(image, len, &options, NULL);
}

/*
 * Open the file that is the only argument of a program. Return: the file, which the caller closes
 * with logs_close(), or NULL if it cannot be opened.
 */
static inline struct guclog_file *image_file(int argc, char **argv)
{
	static unsigned char image[1048576];
	FILE *file = argc == 2 ? fopen(argv[1], "rb") : NULL;
	size_t len;

	if (!file)
		return NULL;
	len = fread(image, 1, sizeof(image), file);
	fclose(file);
	return open_any(image, len);
}

#endif
