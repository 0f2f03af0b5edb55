/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * All that differs between the kernels this module is built for.
 */
#ifndef _XGL_COMPAT_H_
#define _XGL_COMPAT_H_

#include <linux/devcoredump.h>
#include <linux/fs_struct.h>
#include <linux/version.h>

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

/*
 * xgl_coredump_put() - take back what a device has dumped
 *
 * Before 6.11 it stays until a collector or five minutes free it.
 */
static inline void xgl_coredump_put(struct device *dev)
{
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 11, 0)
	dev_coredump_put(dev);
#endif
}

#endif
