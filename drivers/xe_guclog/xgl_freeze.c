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

/*
 * Copy all logs first, without a pause. Make the files from the copies later.
 */
static int freeze_dirs(const struct xgl_device_dirs *dirs)
{
	struct xgl_snapshot *snap[XGL_MAX_GTS] = { NULL };
	struct xgl_facts *facts;
	unsigned int gt;
	int ret = 0;

	for (gt = 0; gt < XGL_MAX_GTS; gt++)
		if (dirs->gt[gt])
			snap[gt] = xgl_snapshot_take(dirs->src, gt, XGL_EXTENT_ALL);
	facts = xgl_files_ask_facts(dirs->src);
	if (IS_ERR(facts))
		ret = PTR_ERR(facts);
	else
		ret = xgl_dir_freeze(dirs->dir, facts, NULL);
	for (gt = 0; gt < XGL_MAX_GTS; gt++) {
		if (!ret && dirs->gt[gt])
			ret = xgl_dir_freeze(dirs->gt[gt], NULL, snap[gt]);
		if (!IS_ERR_OR_NULL(snap[gt]))
			xgl_snapshot_free(snap[gt]);
	}
	if (!IS_ERR(facts))
		kvfree(facts);
	return ret;
}

/**
 * xgl_freeze() - freeze the files of a device
 * @name: of the device's directory
 *
 * Every open() returns the content from this moment until xgl_thaw() is called.
 * When the log of a GT cannot be read at this moment, every open() of the GT's
 * files fails with the same error until then. When the device is already
 * frozen, its frozen content is replaced.
 *
 * Context: process context, sleeps; takes the source's locks.
 * Return: 0; -ENODEV when there is no such device, or it has no GT; -ENOMEM, or
 * what the source returned for the facts. After an error from the source or
 * -ENOMEM the device is thawed.
 */
int xgl_freeze(const char *name)
{
	struct xgl_device_dirs dirs;
	int ret;

	guard(mutex)(&freeze_lock);
	if (!xgl_device_get_all(name, &dirs))
		return -ENODEV;
	ret = freeze_dirs(&dirs);
	if (ret)
		thaw_dirs(&dirs);
	xgl_device_put_all(&dirs);
	return ret;
}

/**
 * xgl_thaw() - end the freeze of a device's files
 * @name: of the device's directory; need not be frozen
 *
 * Context: process context, sleeps.
 * Return: 0; -ENODEV when there is no such device, or it has no GT.
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
