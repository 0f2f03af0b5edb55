/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A devcoredump out of a file, packed or not.
 */
#ifndef _DUMP_FILE_H_
#define _DUMP_FILE_H_

struct dump;

struct dump *dump_file_read(const char *path);

#endif
