/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * The internal structure of a kernel log. It has the data that are needed to compare the clock of
 * the kernel log with other clocks.
 */
#ifndef _EXPLAIN_KERNEL_LOG_H_
#define _EXPLAIN_KERNEL_LOG_H_

#include "arena.h"
#include "guclog.h"
#include "timeline/timeline.h"

/**
 * struct kernel_log - a kernel log
 * @pub: the public part
 * @arena: arena that has its memory
 * @lines: lines of the kernel log about xe, and the clock of the kernel log
 */
struct kernel_log {
	struct guclog_kernel_log pub;
	struct arena arena;
	struct timed_text lines;
};

/* Return: the structure that contains the public one, which is its first member. */
static inline const struct kernel_log *kernel_log_of(const struct guclog_kernel_log *log)
{
	return (const struct kernel_log *)log;
}

#endif
