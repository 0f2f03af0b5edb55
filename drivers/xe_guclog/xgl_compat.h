/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * All that differs between the kernels this module is built for.
 */
#ifndef _XGL_COMPAT_H_
#define _XGL_COMPAT_H_

#include <linux/fs_struct.h>

/*
 * xgl_with_init_fs() - a block that sees init's file system
 *
 * Since 7.3 a kernel thread has an empty one of its own.
 */
#ifdef scoped_with_init_fs
#define xgl_with_init_fs() scoped_with_init_fs()
#else
#define xgl_with_init_fs()
#endif

#endif
