/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Reads directories: a copy of the module's debugfs directory, or the files that a log collector
 * has stored.
 */
#ifndef _DIRECTORY_H_
#define _DIRECTORY_H_

#include "read/input.h"

int directory_read(struct input *in, const char *path);

#endif
