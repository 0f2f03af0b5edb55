/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Reads directories: a copy of the module's debugfs directory, or the files that a log collector
 * has stored.
 */
#ifndef _DIRECTORY_H_
#define _DIRECTORY_H_

#include "input/input.h"

/**
 * typedef input_reader - reads one file or directory, see input_open()
 * @in: filled with the logs in the file or directory
 * @path: the file or directory
 */
typedef int (*input_reader)(struct input *in, const char *path);

int directory_read(struct input *in, const char *path, input_reader read_one);

#endif
