/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The image that a test program gets as its argument.
 */
#ifndef _IMAGE_H_
#define _IMAGE_H_

#include <guclog.h>

#include <stdio.h>

/* Return: its log, for guclog_log_free(); NULL if there is no image. */
static inline struct guclog_log *image_log(int argc, char **argv)
{
	static unsigned char image[1048576];
	FILE *file = argc == 2 ? fopen(argv[1], "rb") : NULL;
	struct guclog_log *log = NULL;
	size_t len;

	if (!file)
		return NULL;
	len = fread(image, 1, sizeof(image), file);
	fclose(file);
	return guclog_log_parse(&log, image, len, 0) ? NULL : log;
}

#endif
