// SPDX-License-Identifier: GPL-2.0-only
/*
 * Showing and hiding replay devices, that is, making and removing their directories
 * in debugfs. All of this code runs with live_lock of struct xgl_replay held. The removal of
 * a file waits for a running open() of the file. This cannot be a deadlock, because no open()
 * takes live_lock.
 */
#include <linux/cleanup.h>
#include <linux/err.h>

#include "xgl_device.h"
#include "xgl_replay.h"

/*
 * Set replay->gt[@id]. The array is changed only with both locks held: the caller holds live_lock,
 * and this function takes data_lock. So code that reads the array needs only one of the two locks.
 */
static void set_gt(struct xgl_replay *replay, unsigned int id,
		   struct xgl_replay_gt *gt)
{
	guard(mutex)(&replay->data_lock);
	replay->gt[id] = gt;
}

static int go_live(struct xgl_replay *replay)
{
	struct xgl_device *dev;
	unsigned int i;
	int ret;

	dev = xgl_device_register(config_item_name(&replay->group.cg_item),
				  &replay->src);
	if (IS_ERR(dev))
		return PTR_ERR(dev);
	for (i = 0; i < XGL_MAX_GTS; i++) {
		if (!replay->gt[i])
			continue;
		ret = xgl_device_add_gt(dev, i);
		if (ret)
			goto err_unregister;
	}
	replay->dev = dev;
	return 0;

err_unregister:
	xgl_device_unregister(dev);
	return ret;
}

/**
 * xgl_replay_set_live() - show or hide a replay device
 * @replay: the replay device
 * @live: true to show it, that is, make its debugfs directories; false to hide it. If
 *	it already is in that state, nothing happens
 *
 * Context: process context, may sleep.
 * Return: 0; or -EEXIST if another device already has a debugfs directory with this name;
 * or -ENOMEM, or the error of debugfs.
 */
int xgl_replay_set_live(struct xgl_replay *replay, bool live)
{
	guard(mutex)(&replay->live_lock);
	if (live == !!replay->dev)
		return 0;
	if (live)
		return go_live(replay);
	xgl_device_unregister(replay->dev);
	replay->dev = NULL;
	return 0;
}

/**
 * xgl_replay_is_live() - check whether a replay device is shown, that is, has a directory
 * in debugfs
 * @replay: the replay device
 *
 * Context: process context, may sleep.
 * Return: true when it is shown.
 */
bool xgl_replay_is_live(struct xgl_replay *replay)
{
	guard(mutex)(&replay->live_lock);
	return replay->dev;
}

/**
 * xgl_replay_add_gt() - add a GT to a replay device
 * @replay: the replay device
 * @gt: the GT; no other GT of the device has its id
 *
 * Context: process context, may sleep.
 * Return: 0, -ENOMEM or the error of debugfs.
 */
int xgl_replay_add_gt(struct xgl_replay *replay, struct xgl_replay_gt *gt)
{
	int ret = 0;

	guard(mutex)(&replay->live_lock);
	set_gt(replay, gt->id, gt);
	if (replay->dev)
		ret = xgl_device_add_gt(replay->dev, gt->id);
	if (ret)
		set_gt(replay, gt->id, NULL);
	return ret;
}

/**
 * xgl_replay_remove_gt() - remove a GT from a replay device
 * @replay: the replay device
 * @gt: the GT; the device does not use it any more when this returns
 *
 * Context: process context, may sleep.
 */
void xgl_replay_remove_gt(struct xgl_replay *replay, struct xgl_replay_gt *gt)
{
	guard(mutex)(&replay->live_lock);
	if (replay->dev)
		xgl_device_remove_gt(replay->dev, gt->id);
	set_gt(replay, gt->id, NULL);
}

/**
 * xgl_replay_changed() - update the file lengths after an image or a fact was
 * changed
 * @replay: the replay device
 *
 * After this call, st_size of each file is the exact length of its content, even before
 * the file is opened.
 *
 * Context: process context, may sleep.
 */
void xgl_replay_changed(struct xgl_replay *replay)
{
	guard(mutex)(&replay->live_lock);
	if (replay->dev)
		xgl_device_measure(replay->dev);
}
