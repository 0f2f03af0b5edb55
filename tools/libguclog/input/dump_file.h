/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A devcoredump out of a file, packed or not.
 */
#ifndef _DUMP_FILE_H_
#define _DUMP_FILE_H_

#include "dump/dump.h"

struct input;

struct dump *dump_file_find(const char *path);
struct dump *dump_file_read(const char *path);
struct dump *dump_file_read_logs(const char *path, struct input *in);

#endif
