/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Freezing: all files of a device show its state at one instant, until the device
 * is thawed.
 */
#ifndef _XGL_FREEZE_H_
#define _XGL_FREEZE_H_

int xgl_freeze(const char *name);
int xgl_thaw(const char *name);

#endif
