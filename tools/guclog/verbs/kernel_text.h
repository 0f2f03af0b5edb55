/* SPDX-License-Identifier: GPL-2.0-only */
/* Inputs that are a kernel log without a GuC log and without a devcoredump. */
#ifndef _VERBS_KERNEL_TEXT_H_
#define _VERBS_KERNEL_TEXT_H_

#include "base/print.h"
#include "messages/text_file.h"
#include "verbs/cli.h"

bool kernel_text_open(struct kernel_logs *logs, const struct cli_logs *in, const char *path);
void kernel_text_summary(const struct guclog_kernel_log *log);
void kernel_text_lines(struct print *p, const struct guclog_kernel_log *log);

#endif
