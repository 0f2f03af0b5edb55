/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Reads the blocks of LFD files in memory, and makes LFD files from logs in other forms.
 */
#ifndef _BLOCKS_H_
#define _BLOCKS_H_

#include "base/types.h"
#include "model/fact_set.h"
#include "read/log/logs.h"
#include "read/lfd/file.h"

struct guc_lfd_block;

struct guclog_blocks *blocks_open(const void *file, size_t len);
struct guclog_bytes log_make_lfd(const struct guclog_log *log, const struct guclog_facts *facts,
				 const char *notes);
struct guclog_block block_publish(const struct guc_lfd_block *block);

#endif
