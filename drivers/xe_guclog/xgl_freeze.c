// SPDX-License-Identifier: GPL-2.0-only
#include "xgl_freeze.h"

#include <linux/cleanup.h>
#include <linux/err.h>
#include <linux/mm.h>
#include <linux/mutex.h>

#include "xgl_debugfs.h"
#include "xgl_device.h"
#include "xgl_files.h"
#include "xgl_snapshot.h"
#include "xgl_source.h"

/* Serializes freezing and thawing. */
static DEFINE_MUTEX(freeze_lock);

/* Thaw all directories of a device, and set the lengths of their files. */
static void thaw_dirs(const struct xgl_device_dirs *dirs)
{
	unsigned int gt;

	xgl_dir_thaw(dirs->dir);
	xgl_dir_measure(dirs->dir);
	for (gt = 0; gt < XGL_MAX_GTS; gt++) {
		if (!dirs->gt[gt])
			continue;
		xgl_dir_thaw(dirs->gt[gt]);
		xgl_dir_measure(dirs->gt[gt]);
	}
}

static bool is_interruption(int error)
{
	return error == -EINTR || error == -ERESTARTSYS;
}

/*
 * Copy the logs of all GTs, one right after the other. If a log cannot be copied, store the
 * error in @snap. Return: 0, or -EINTR or -ERESTARTSYS after a signal.
 */
static int copy_logs(const struct xgl_device_dirs *dirs, struct xgl_snapshot *snap[XGL_MAX_GTS])
{
	unsigned int gt;

	for (gt = 0; gt < XGL_MAX_GTS; gt++) {
		if (!dirs->gt[gt])
			continue;
		snap[gt] = xgl_snapshot_take(dirs->src, gt, XGL_EXTENT_ALL);
		if (IS_ERR(snap[gt]) && is_interruption(PTR_ERR(snap[gt])))
			return PTR_ERR(snap[gt]);
	}
	return 0;
}

static int freeze_files(const struct xgl_device_dirs *dirs, const struct xgl_facts *facts,
			struct xgl_snapshot *snap[XGL_MAX_GTS])
{
	unsigned int gt;
	int ret;

	ret = xgl_dir_freeze(dirs->dir, facts, NULL);
	for (gt = 0; gt < XGL_MAX_GTS && !ret; gt++)
		if (dirs->gt[gt])
			ret = xgl_dir_freeze(dirs->gt[gt], NULL, snap[gt]);
	if (ret)
		thaw_dirs(dirs);
	return ret;
}

/*
 * Copy all logs first, and make the files from the copies afterwards. If a signal interrupts the
 * copying, do not change any file. Otherwise the error of the signal would be the result of every
 * open() of the files of a GT until the device is thawed.
 */
static int freeze_dirs(const struct xgl_device_dirs *dirs)
{
	struct xgl_snapshot *snap[XGL_MAX_GTS] = { NULL };
	struct xgl_facts *facts = NULL;
	unsigned int gt;
	int ret;

	ret = copy_logs(dirs, snap);
	if (!ret) {
		facts = xgl_files_ask_facts(dirs->src);
		ret = PTR_ERR_OR_ZERO(facts);
		if (!ret)
			ret = freeze_files(dirs, facts, snap);
		else if (!is_interruption(ret))
			thaw_dirs(dirs);
	}
	for (gt = 0; gt < XGL_MAX_GTS; gt++)
		if (!IS_ERR_OR_NULL(snap[gt]))
			xgl_snapshot_free(snap[gt]);
	if (!IS_ERR_OR_NULL(facts))
		kvfree(facts);
	return ret;
}

/**
 * xgl_freeze() - freeze the files of a device
 * @name: name of the device's directory
 *
 * Until xgl_thaw() is called, every open() returns the content that the file has
 * now. If the log of a GT cannot be read now, every open() of the GT's files fails with
 * the same error until xgl_thaw() is called. If the device is already frozen, its frozen
 * content is replaced.
 *
 * Context: process context, sleeps; takes the source's locks.
 * Return: 0; or -ENODEV if there is no such device, or it has no GT; or -ENOMEM or the
 * error of the source, if the facts could not be read or the files could not be made (the
 * device is then not frozen); or -EINTR or -ERESTARTSYS after a signal (nothing has changed
 * then).
 */
int xgl_freeze(const char *name)
{
	struct xgl_device_dirs dirs;
	int ret;

	guard(mutex)(&freeze_lock);
	if (!xgl_device_get_all(name, &dirs))
		return -ENODEV;
	ret = freeze_dirs(&dirs);
	xgl_device_put_all(&dirs);
	return ret;
}

/**
 * xgl_thaw() - end the freeze of a device's files
 * @name: name of the device's directory; the device need not be frozen
 *
 * Context: process context, sleeps.
 * Return: 0, or -ENODEV if there is no such device, or it has no GT.
 */
int xgl_thaw(const char *name)
{
	struct xgl_device_dirs dirs;

	guard(mutex)(&freeze_lock);
	if (!xgl_device_get_all(name, &dirs))
		return -ENODEV;
	thaw_dirs(&dirs);
	xgl_device_put_all(&dirs);
	return 0;
}
