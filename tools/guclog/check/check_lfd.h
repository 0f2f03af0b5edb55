/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Checking LFD files.
 */
#ifndef _CHECK_LFD_H_
#define _CHECK_LFD_H_

#include "check/check_print.h"

int check_lfd(struct check_out *out, const struct file *file);

#endif
