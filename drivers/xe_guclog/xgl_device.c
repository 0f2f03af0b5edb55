// SPDX-License-Identifier: GPL-2.0-only
#include "xgl_device.h"

#include <linux/cleanup.h>
#include <linux/completion.h>
#include <linux/err.h>
#include <linux/hashtable.h>
#include <linux/jhash.h>
#include <linux/mutex.h>
#include <linux/refcount.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "xgl_anchor.h"
#include "xgl_debugfs.h"
#include "xgl_files.h"
#include "xgl_poller.h"
#include "xgl_source.h"

/**
 * struct device_gt - a GT of a registered device
 * @is_added: the GT was added; set under devices_lock, like @dir
 * @dir: directory of the GT in debugfs; NULL without debugfs, and while the GT is not added
 * @users: while the GT is added, 1 plus the number of references taken with xgl_device_get()
 * @unused: completed when @users has become 0
 */
struct device_gt {
	bool is_added;
	struct xgl_dir *dir;
	refcount_t users;
	struct completion unused;
};

/**
 * struct xgl_device - one registered device, see xgl_device.h
 * @node: entry in the table of devices
 * @name: name of the device and of its directory
 * @src: source of the device's logs
 * @dir: directory of the device in debugfs, NULL without debugfs
 * @gt: its GTs by number
 */
struct xgl_device {
	struct hlist_node node;
	const char *name;
	struct xgl_source *src;
	struct xgl_dir *dir;
	struct device_gt gt[XGL_MAX_GTS];
};

/*
 * The registered devices by name, in a hash table because there can be thousands
 * of replay devices.
 */
static DEFINE_HASHTABLE(devices, 10);
/* Protects the table of devices. It is never held while a directory is made or removed. */
static DEFINE_MUTEX(devices_lock);

static u32 name_hash(const char *name)
{
	return jhash(name, strlen(name), 0);
}

static struct xgl_device *find_device(const char *name)
{
	struct xgl_device *dev;

	hash_for_each_possible(devices, dev, node, name_hash(name))
		if (!strcmp(dev->name, name))
			return dev;
	return NULL;
}

/* Reserve the name of a device. The name stays reserved until leave_name(). */
static int take_name(struct xgl_device *dev)
{
	guard(mutex)(&devices_lock);
	if (find_device(dev->name))
		return -EEXIST;
	hash_add(devices, &dev->node, name_hash(dev->name));
	return 0;
}

static void leave_name(struct xgl_device *dev)
{
	guard(mutex)(&devices_lock);
	hash_del(&dev->node);
}

static void add_gt(struct device_gt *g, struct xgl_dir *dir)
{
	guard(mutex)(&devices_lock);
	g->dir = dir;
	refcount_set(&g->users, 1);
	init_completion(&g->unused);
	g->is_added = true;
}

/* Let nobody take a reference to a GT any more. Return: its directory. */
static struct xgl_dir *drop_gt(struct device_gt *g)
{
	struct xgl_dir *dir = NULL;

	guard(mutex)(&devices_lock);
	swap(g->dir, dir);
	g->is_added = false;
	return dir;
}

static void put_gt(struct device_gt *g)
{
	if (refcount_dec_and_test(&g->users))
		complete(&g->unused);
}

/**
 * xgl_device_register() - register a device, and make its directory in debugfs
 * @name: name of the directory, a valid file name
 * @src: source of the device's logs; must exist until xgl_device_unregister()
 *
 * If debugfs cannot be used, the device has no directories. The device has no GTs at first. Calls
 * of the functions that change one device (add or remove a GT, measure, unregister) must not
 * overlap.
 *
 * Context: process context, may sleep; takes the source's locks.
 * Return: the device, which the caller must unregister with xgl_device_unregister(), or
 * an error pointer with -ENOMEM, -EEXIST when another device has the name, or the error
 * of debugfs.
 */
struct xgl_device *xgl_device_register(const char *name,
				       struct xgl_source *src)
{
	struct xgl_device *dev = kzalloc(sizeof(*dev), GFP_KERNEL);
	int ret = -ENOMEM;

	if (!dev)
		return ERR_PTR(-ENOMEM);
	dev->src = src;
	dev->name = kstrdup(name, GFP_KERNEL);
	if (!dev->name)
		goto err_free;
	ret = take_name(dev);
	if (ret)
		goto err_free_name;
	dev->dir = xgl_dir_create(NULL, name, &xgl_device_files, src, 0);
	if (IS_ERR(dev->dir)) {
		ret = PTR_ERR(dev->dir);
		goto err_leave_name;
	}
	return dev;

err_leave_name:
	leave_name(dev);
err_free_name:
	kfree(dev->name);
err_free:
	kfree(dev);
	return ERR_PTR(ret);
}

/**
 * xgl_device_add_gt() - make the directory of a GT in the directory of its device
 * @dev: from xgl_device_register()
 * @gt: number of the GT, less than XGL_MAX_GTS; it must not have a directory yet
 *
 * Context: process context, may sleep; takes the source's locks.
 * Return: 0, -ENOMEM, or the error of debugfs.
 */
int xgl_device_add_gt(struct xgl_device *dev, unsigned int gt)
{
	struct xgl_dir *dir;
	char name[16];
	int ret = xgl_anchor_start(dev->src, gt);

	if (ret)
		return ret;
	ret = xgl_poller_start(dev->src, gt, dev->name);
	if (ret)
		goto err_anchor;
	snprintf(name, sizeof(name), "gt%u", gt);
	dir = xgl_dir_create(dev->dir, name, dev->src->ops->gone ? &xgl_gone_gt_files :
			     &xgl_gt_files, dev->src, gt);
	if (IS_ERR(dir)) {
		ret = PTR_ERR(dir);
		goto err_poller;
	}
	add_gt(&dev->gt[gt], dir);
	return 0;

err_poller:
	xgl_poller_kill(dev->src, gt);
	xgl_poller_stop(dev->src, gt);
err_anchor:
	xgl_anchor_stop(dev->src, gt);
	return ret;
}

/**
 * xgl_device_remove_gt() - remove the directory of a GT
 * @dev: from xgl_device_register()
 * @gt: number of the GT, less than XGL_MAX_GTS; it need not have a directory
 *
 * The function waits for all open() of the GT's files that are in progress, and until all
 * references to the GT were dropped (see xgl_device_get()).
 *
 * Context: process context, may sleep. The caller must not hold a lock that the source
 * takes.
 */
void xgl_device_remove_gt(struct xgl_device *dev, unsigned int gt)
{
	struct device_gt *g = &dev->gt[gt];
	struct xgl_dir *dir;

	if (g->is_added) {
		dir = drop_gt(g);
		put_gt(g);
		wait_for_completion(&g->unused);
		/*
		 * debugfs waits until every read() has returned. A reader of a stream may wait in
		 * read() for a long time, so end the streams first, which wakes their readers.
		 */
		xgl_poller_kill(dev->src, gt);
		xgl_dir_remove(dir);
		xgl_poller_stop(dev->src, gt);
	}
	xgl_anchor_stop(dev->src, gt);
}

/**
 * xgl_device_measure() - set st_size of all files of a device to the lengths that their
 * content has now
 * @dev: from xgl_device_register()
 *
 * Context: process context, may sleep; takes the source's locks.
 */
void xgl_device_measure(struct xgl_device *dev)
{
	unsigned int gt;

	xgl_dir_measure(dev->dir);
	for (gt = 0; gt < XGL_MAX_GTS; gt++)
		xgl_dir_measure(dev->gt[gt].dir);
}

/**
 * xgl_device_unregister() - remove the directories of a device and its GTs
 * @dev: from xgl_device_register()
 *
 * When this returns, the files do not use the source any more. Open files can
 * still be closed.
 *
 * Context: process context, may sleep; the caller holds no lock that the source takes,
 * because an open() may wait for such a lock, and this function waits for the open().
 */
void xgl_device_unregister(struct xgl_device *dev)
{
	unsigned int gt;

	for (gt = 0; gt < XGL_MAX_GTS; gt++)
		xgl_device_remove_gt(dev, gt);
	xgl_dir_remove(dev->dir);
	xgl_anchor_free(dev->src);
	leave_name(dev);
	kfree(dev->name);
	kfree(dev);
}

/**
 * xgl_device_get() - take a reference to a GT, so that it is not removed
 * @name: name of the device's directory
 * @gt: number of the GT
 * @src: set to the device's source
 *
 * Context: process context, may sleep.
 * Return: the device, which the caller must release with xgl_device_put(), or NULL if
 * there is no such device or GT.
 */
struct xgl_device *xgl_device_get(const char *name, unsigned int gt,
				  struct xgl_source **src)
{
	struct xgl_device *dev;

	guard(mutex)(&devices_lock);
	dev = find_device(name);
	if (!dev || gt >= XGL_MAX_GTS || !dev->gt[gt].is_added)
		return NULL;
	refcount_inc(&dev->gt[gt].users);
	*src = dev->src;
	return dev;
}

/**
 * xgl_device_put() - drop a reference to a GT
 * @dev: from xgl_device_get()
 * @gt: number of the GT
 *
 * Context: any.
 */
void xgl_device_put(struct xgl_device *dev, unsigned int gt)
{
	put_gt(&dev->gt[gt]);
}

/**
 * xgl_device_get_all() - take a reference to each GT of a device that has a directory
 * @name: name of the device's directory
 * @dirs: filled with the device, its source and its directories; zeroed if false is
 *	returned
 *
 * Context: process context, may sleep.
 * Return: true, or false if there is no such device, or it has no GT with a directory. After
 * true, the caller must call xgl_device_put_all().
 */
bool xgl_device_get_all(const char *name, struct xgl_device_dirs *dirs)
{
	struct xgl_device *dev;
	unsigned int gt;
	bool any = false;

	*dirs = (struct xgl_device_dirs){ 0 };
	guard(mutex)(&devices_lock);
	dev = find_device(name);
	for (gt = 0; dev && gt < XGL_MAX_GTS; gt++) {
		dirs->gt[gt] = dev->gt[gt].dir;
		if (!dirs->gt[gt])
			continue;
		refcount_inc(&dev->gt[gt].users);
		any = true;
	}
	if (!any)
		return false;
	dirs->dev = dev;
	dirs->src = dev->src;
	dirs->dir = dev->dir;
	return true;
}

/**
 * xgl_device_put_all() - drop the references to the GTs of a device
 * @dirs: from xgl_device_get_all()
 *
 * Context: any.
 */
void xgl_device_put_all(const struct xgl_device_dirs *dirs)
{
	unsigned int gt;

	for (gt = 0; gt < XGL_MAX_GTS; gt++)
		if (dirs->gt[gt])
			put_gt(&dirs->dev->gt[gt]);
}
