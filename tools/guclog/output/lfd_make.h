/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * LFD files of logs, in a file or in memory.
 */
#ifndef _LFD_MAKE_H_
#define _LFD_MAKE_H_

#include "guc_lfd.h"

struct file_out;

int lfd_write(const struct guc_lfd_source *src, struct file_out *out);
u8 *lfd_fill(const struct guc_lfd_source *src, size_t *len);

#endif
