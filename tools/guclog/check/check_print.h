/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Output that is common to the checks of all forms.
 */
#ifndef _CHECK_PRINT_H_
#define _CHECK_PRINT_H_

#include "util/file.h"

__printf(2, 3) void check_fine(const struct file *file, const char *fmt, ...);

#endif
