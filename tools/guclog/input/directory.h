/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Directories: a copy of the module's debugfs directory, or whatever a collector
 * put together.
 */
#ifndef _DIRECTORY_H_
#define _DIRECTORY_H_

#include "input.h"

int directory_read(struct input *in, const char *path);

#endif
