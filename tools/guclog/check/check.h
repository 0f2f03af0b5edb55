/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Checking a file of a known form; faults are printed on stdout.
 */
#ifndef _CHECK_H_
#define _CHECK_H_

#include "check/check_print.h"
#include "guclog.h"
#include "util/file.h"

struct guclog_log;

int check_file(struct check_out *out, const struct file *file, enum guclog_form form);
int check_log(struct check_out *out, const struct guclog_log *log);

#endif
