/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * LFD files of logs, by libguclog.
 */
#ifndef _LFD_MAKE_H_
#define _LFD_MAKE_H_

#include "guc_facts.h"

struct file_out;
struct input_log;

int lfd_write(const struct input_log *log, const struct guc_facts *facts,
	      const char *notes, struct file_out *out);
u8 *lfd_fill(const struct input_log *log, const struct guc_facts *facts,
	     const char *notes, size_t *len);

#endif
