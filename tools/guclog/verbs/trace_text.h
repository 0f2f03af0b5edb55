/* SPDX-License-Identifier: GPL-2.0-only */
/* Finds the trace of the driver's trace events among the inputs of "guclog explain". */
#ifndef _TRACE_TEXT_H_
#define _TRACE_TEXT_H_

#include "messages/text_file.h"

bool trace_text_add(struct kernel_logs *logs, const char *path);

#endif
