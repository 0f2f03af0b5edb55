/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Checking LFD files.
 */
#ifndef _CHECK_LFD_H_
#define _CHECK_LFD_H_

#include "util/file.h"

int check_lfd(const struct file *file, bool quiet);

#endif
