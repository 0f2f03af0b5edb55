/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Functions that write output files. A regular file is written under another name and renamed at
 * the end, so that no incomplete file has the name of the output.
 */
#ifndef _FILE_OUT_H_
#define _FILE_OUT_H_

#include "base/base.h"

/**
 * struct output - the destination of an output, from the options
 * @path: the file, NULL or "-" for standard output
 * @force: replace the file if it exists
 * @secret: only the user may read the file
 */
struct output {
	const char *path;
	bool force;
	bool secret;
};

/**
 * struct file_out - an output that is being written
 * @name: name of the output in messages
 * @target: path to which @temp is renamed at the end, NULL if the output is written in place
 * @temp: path of the temporary file, NULL if the output is written in place
 * @fd: descriptor to which the output is written
 */
struct file_out {
	const char *name;
	char *target;
	char *temp;
	int fd;
};

bool file_out_is_input(const struct output *to, const char *path);
int file_out_open(struct file_out *out, const struct output *to, bool binary);
int file_out_write(struct file_out *out, const void *data, size_t len);
int file_out_close(struct file_out *out);
void file_out_drop(struct file_out *out);
int file_save(const struct output *to, bool binary, const void *data, size_t len);

#endif
