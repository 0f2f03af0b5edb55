/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The module's directory in configfs.
 */
#ifndef _XGL_CONFIGFS_H_
#define _XGL_CONFIGFS_H_

int xgl_configfs_init(void);
void xgl_configfs_exit(void);

#endif
