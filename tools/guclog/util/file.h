/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Input files, read into memory: they cannot change while they are parsed.
 */
#ifndef _FILE_H_
#define _FILE_H_

#include "shared/base.h"

/**
 * struct file - an input, read to its end
 * @name: path of the input without control characters
 * @data: bytes of the input
 * @len: number of bytes
 */
struct file {
	char *name;
	u8 *data;
	size_t len;
};

int file_read(struct file *file, const char *path);
void file_free(struct file *file);
bool file_is_directory(const char *path);
bool file_is_regular(const char *path);
bool file_is_pipe(const char *path);
int file_each(const char *dir, void (*handle)(void *context, char *path), void *context);

#endif
