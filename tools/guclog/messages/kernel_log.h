/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * The private struct kernel_log, which begins with the public struct guclog_kernel_log. It also has
 * the lines and the clock of the kernel log, which are needed to compare this clock with others.
 */
#ifndef _MESSAGES_KERNEL_LOG_H_
#define _MESSAGES_KERNEL_LOG_H_

#include "base/arena.h"
#include "messages/lines.h"
#include "read/lines/timed_text.h"

/**
 * struct kernel_log - a kernel log
 * @pub: the public part
 * @arena: arena that has its memory
 * @lines: lines of the kernel log about xe, and the clock of the kernel log
 * @release: release of Linux, 612 for 6.12; 0 if it is not known
 */
struct kernel_log {
	struct guclog_kernel_log pub;
	struct arena arena;
	struct timed_text lines;
	u32 release;
};

/* Return: the structure that contains the public one, which is its first member. */
static inline const struct kernel_log *kernel_log_of(const struct guclog_kernel_log *log)
{
	return (const struct kernel_log *)log;
}

#endif
