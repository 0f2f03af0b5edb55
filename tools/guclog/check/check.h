/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Checking a file of a known form; faults are printed on stdout.
 */
#ifndef _CHECK_H_
#define _CHECK_H_

#include "input/form.h"
#include "util/file.h"

struct input_log;

int check_file(const struct file *file, enum form form, bool quiet);
int check_log(const struct input_log *log, bool quiet);

#endif
