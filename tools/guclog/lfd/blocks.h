/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The blocks of an LFD file that lies in memory.
 */
#ifndef _BLOCKS_H_
#define _BLOCKS_H_

#include "guclog.h"

struct guclog_blocks *blocks_open(const void *file, size_t len);

#endif
