/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Shows the commands of the batch buffer that an engine executed when its state was dumped, for
 * "guclog dump --batch".
 */
#ifndef _DUMP_BATCH_H_
#define _DUMP_BATCH_H_

#include <stdbool.h>

struct guclog_file;

int dump_batches(const struct guclog_file *file, bool all, bool json);

#endif
