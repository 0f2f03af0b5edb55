/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Opens the image that is the argument of a test program.
 */
#ifndef _IMAGE_H_
#define _IMAGE_H_

#include <guclog.h>

#include <stdio.h>
#include <string.h>

/*
 * Open bytes in the form that the library detects, or else as the image of a log. Return: the file.
 */
static inline struct guclog_file *open_any(const void *image, size_t len)
{
	struct guclog_options options;

	memset(&options, 0, sizeof(options));
	options.size = sizeof(options);
	options.flags = GUCLOG_OPEN_ANY;
	return guclog_open_memory(image, len, &options, NULL);
}

/* Return: the opened image, which the caller closes with guclog_close(); NULL if there is none. */
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
