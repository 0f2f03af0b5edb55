/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The queues that were killed: the end of their jobs is not a hang.
 */
#ifndef _XGL_KILL_H_
#define _XGL_KILL_H_

#include <linux/types.h>

void xgl_kill_add(const void *queue);
void xgl_kill_forget(const void *queue);
bool xgl_kill_has(const void *queue);

#endif
