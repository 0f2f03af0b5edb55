/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Files: input that can no longer change, output that is whole or not there.
 */
#ifndef _FILE_H_
#define _FILE_H_

#include "guc_view.h"

/**
 * struct file - an input, read to its end
 * @name: for messages
 * @data: its bytes
 * @len: how many
 */
struct file {
	const char *name;
	u8 *data;
	size_t len;
};

int file_read(struct file *file, const char *path);
void file_free(struct file *file);

static inline struct guc_view file_view(const struct file *file)
{
	return guc_view(file->data, file->len);
}

/**
 * struct file_out - an output in the making
 * @name: for messages
 * @target: the file that @temp will become, NULL when written in place
 * @temp: what is written until all is there, NULL when written in place
 * @fd: open for writing
 */
struct file_out {
	const char *name;
	char *target;
	char *temp;
	int fd;
};

int file_out_open(struct file_out *out, const char *path, bool binary);
int file_out_write(struct file_out *out, const void *data, size_t len);
int file_out_close(struct file_out *out);
void file_out_drop(struct file_out *out);
int file_save(const char *path, bool binary, const void *data, size_t len);

#endif
