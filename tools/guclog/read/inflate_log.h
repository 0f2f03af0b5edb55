/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Unpacks the data of a log that are compressed by zlib, as in an i915 error state.
 */
#ifndef _INFLATE_LOG_H_
#define _INFLATE_LOG_H_

#include "read/input.h"

#ifdef GUCLOG_UNPACK
bool inflate_log_is_whole(const struct input_log *log);
void inflate_log(struct input_log *log);
#else
static inline bool inflate_log_is_whole(const struct input_log *log)
{
	return true;
}

static inline void inflate_log(struct input_log *log)
{
	input_log_loss(log, "compressed by zlib, which this guclog was built without");
	log->len = 0;
}
#endif

#endif
