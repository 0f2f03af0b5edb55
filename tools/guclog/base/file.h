/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Reads input files into memory, so that they cannot change while they are parsed.
 */
#ifndef _FILE_H_
#define _FILE_H_

#include <sys/stat.h>

#include "base/base.h"
#include "base/out.h"

/**
 * struct file - an input file that was read to its end
 * @name: path of the input without control characters
 * @data: bytes of the input, unpacked
 * @len: number of bytes
 */
struct file {
	char *name;
	u8 *data;
	size_t len;
};

void file_set_max(u64 bytes);
int file_read(struct file *file, const char *path);
bool file_first_line(const char *path, char *text, size_t size);
int file_write_all(int fd, const void *data, size_t len);
void file_free(struct file *file);
unsigned int file_type(const char *path);
bool file_has_bytes(int fd);
int file_each(const char *dir, void (*handle)(void *context, char *path), void *context);

/* Return: the name of an input in messages and in the output. */
static inline const char *file_title(const char *path)
{
	const struct out_input *open = out_input(path);

	if (open)
		return open->name;
	return strcmp(path, "-") ? path : "standard input";
}

static inline bool file_is_directory(const char *path)
{
	return file_type(path) == S_IFDIR;
}

static inline bool file_is_regular(const char *path)
{
	return file_type(path) == S_IFREG;
}

/* Return: whether the file is a named pipe, which can be read only once. */
static inline bool file_is_pipe(const char *path)
{
	return file_type(path) == S_IFIFO;
}

#endif
