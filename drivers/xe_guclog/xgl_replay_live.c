// SPDX-License-Identifier: GPL-2.0-only
/*
 * Replay devices come and go. All here happens under live_lock, which no open()
 * takes: so it may wait for one.
 */
#include <linux/cleanup.h>
#include <linux/err.h>

#include "xgl_device.h"
#include "xgl_replay.h"

/* Under both locks, so that either is enough to look. */
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
 * @replay: the device
 * @live: show it; nothing happens when it is so already
 *
 * Context: process context, may sleep.
 * Return: 0, -EEXIST when another device has the name, -ENOMEM, or what debugfs
 * gave.
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
 * xgl_replay_is_live() - is it shown?
 * @replay: the device
 *
 * Context: process context, may sleep.
 * Return: true when it is.
 */
bool xgl_replay_is_live(struct xgl_replay *replay)
{
	guard(mutex)(&replay->live_lock);
	return replay->dev;
}

/**
 * xgl_replay_add_gt() - give a device a further GT
 * @replay: the device
 * @gt: the GT, its id not in use
 *
 * Context: process context, may sleep.
 * Return: 0, -ENOMEM or what debugfs gave.
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
 * xgl_replay_remove_gt() - take a GT away from a device
 * @replay: the device
 * @gt: the GT; nobody uses it when this returns
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
 * xgl_replay_changed() - an image or a fact is another one now
 * @replay: the device
 *
 * Its files' lengths follow, so that who looks before an open() is not misled.
 *
 * Context: process context, may sleep.
 */
void xgl_replay_changed(struct xgl_replay *replay)
{
	guard(mutex)(&replay->live_lock);
	if (replay->dev)
		xgl_device_measure(replay->dev);
}
