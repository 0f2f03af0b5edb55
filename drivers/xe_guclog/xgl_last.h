/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Last logs. When the firmware of a GT is stopped, for example by a GT reset, its log is lost.
 * The last log of a GT is a copy of the log of the firmware that was stopped last. It is also
 * kept after xe was unbound from the GPU.
 */
#ifndef _XGL_LAST_H_
#define _XGL_LAST_H_

#include <linux/types.h>

struct xgl_snapshot;

/* Name of the debugfs file with the last log of a GT. */
#define XGL_LAST_NAME	"guc_log_last_lfd"

void xgl_last_keep(const char *name, unsigned int gt, struct xgl_snapshot *snap,
		   const char *reason, u64 boottime_ns);
struct xgl_snapshot *xgl_last_get(const char *name, unsigned int gt);
unsigned long xgl_last_gts(const char *name);
void xgl_last_exit(void);

#endif
