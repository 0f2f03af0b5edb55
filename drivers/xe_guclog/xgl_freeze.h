/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Freezing: while a device is frozen, all its debugfs files show the state that the device
 * had when it was frozen.
 */
#ifndef _XGL_FREEZE_H_
#define _XGL_FREEZE_H_

int xgl_freeze(const char *name);
int xgl_thaw(const char *name);

#endif
