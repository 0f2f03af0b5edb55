/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Finds and opens the streams of the module (its files guc_log_stream).
 */
#ifndef _GT_STREAM_H_
#define _GT_STREAM_H_

#include <glob.h>

#include "base/base.h"

#define GT_STREAM_PIECE	65536u
/*
 * Largest number of pieces (of GT_STREAM_PIECE bytes) that are read from one stream before the next
 * stream is read.
 */
#define GT_STREAM_TURN	16u

void gt_stream_find(glob_t *found, const char *sys);
char *gt_stream_label(const char *path, char separator);
int gt_stream_open(const char *path);

#endif
