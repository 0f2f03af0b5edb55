/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Wrappers for the interfaces that differ between the kernels for which this
 * module is built.
 */
#ifndef _XGL_COMPAT_H_
#define _XGL_COMPAT_H_

#include <linux/devcoredump.h>
#include <linux/fs_struct.h>
#include <linux/pm_runtime.h>
#include <linux/version.h>

#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 8, 0)
#error "xe_guclog needs Linux 6.8 or newer: older kernels have no xe driver to read from"
#endif

/*
 * xgl_with_init_fs() - run the statement that follows with the root directory of the
 * init task
 *
 * Since Linux 7.3, a kernel thread has its own root directory, which is empty. Without the
 * root directory of the init task, it cannot open a file by its path.
 */
#ifdef scoped_with_init_fs
#define xgl_with_init_fs() scoped_with_init_fs()
#else
#define xgl_with_init_fs()
#endif

/*
 * xgl_coredump_put() - delete the devcoredump of a device
 *
 * Kernels before 6.11 have no function for this, so this function does nothing there. A dump
 * then stays until a user writes to its data file, or until its timeout ends.
 */
static inline void xgl_coredump_put(struct device *dev)
{
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 11, 0)
	dev_coredump_put(dev);
#endif
}

/*
 * xgl_coredump_make() - make a devcoredump of a device
 *
 * A kernel before 6.12 deletes every dump after five minutes and ignores @timeout.
 */
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 12, 0)
#define xgl_coredump_make(dev, data, size, read, free, timeout) \
	dev_coredumpm_timeout(dev, xgl_coredump_owner(), data, size, GFP_KERNEL, read, \
			      free, timeout)
#else
#define xgl_coredump_make(dev, data, size, read, free, timeout) \
	dev_coredumpm(dev, xgl_coredump_owner(), data, size, GFP_KERNEL, read, free)
#endif

/*
 * xgl_coredump_owner() - get the owner for a devcoredump: a module that cannot be unloaded
 * while the dump exists
 *
 * On kernels that have a function to delete a dump there is no owner (NULL), because this
 * module then deletes its dumps when it is unloaded.
 */
static inline struct module *xgl_coredump_owner(void)
{
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 11, 0)
	return NULL;
#else
	return THIS_MODULE;
#endif
}

/*
 * xgl_assign_str() - store a string of a trace event
 *
 * Since 6.10 __assign_str() has no argument for the source string: it uses the source that
 * the definition of the field (__string()) contains.
 */
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 10, 0)
#define xgl_assign_str(field, source) __assign_str(field)
#else
#define xgl_assign_str(field, source) __assign_str(field, source)
#endif

/*
 * xgl_pm_runtime_get_if_active() - take a runtime PM reference if the device is active
 *
 * Before 6.9 the caller must pass the flag true, which means that the usage count is ignored.
 */
static inline int xgl_pm_runtime_get_if_active(struct device *dev)
{
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 9, 0)
	return pm_runtime_get_if_active(dev);
#else
	return pm_runtime_get_if_active(dev, true);
#endif
}

#endif
