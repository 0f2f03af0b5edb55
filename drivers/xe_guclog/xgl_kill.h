/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The table of the queues that xe has killed. If the jobs of such a queue time out or its
 * engine is reset, this is not a hang.
 */
#ifndef _XGL_KILL_H_
#define _XGL_KILL_H_

#include <linux/types.h>

void xgl_kill_start(void);
void xgl_kill_stop(void);
void xgl_kill_created(const void *queue);
void xgl_kill_add(const void *queue);
void xgl_kill_freed(const void *queue);
bool xgl_kill_has(const void *queue);
bool xgl_kill_is_complete(void);

#endif
