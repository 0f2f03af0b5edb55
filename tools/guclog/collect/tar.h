/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * An archive in the format of POSIX tar. Its files belong to nobody: their owner and its
 * name are not written.
 */
#ifndef _TAR_H_
#define _TAR_H_

#include "guc_env.h"

int tar_new(void);
int tar_add(int tar, const char *folder, const char *name, int file);
int tar_end(int tar);

#endif
