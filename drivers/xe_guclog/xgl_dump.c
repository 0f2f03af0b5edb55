// SPDX-License-Identifier: GPL-2.0-only
#include "xgl_dump.h"

#include <linux/cleanup.h>
#include <linux/devcoredump.h>
#include <linux/device.h>
#include <linux/err.h>
#include <linux/list.h>
#include <linux/mutex.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/sysfs.h>
#include <linux/vmalloc.h>

#include "guc_lfd.h"
#include "xgl_anchor.h"
#include "xgl_compat.h"
#include "xgl_snapshot.h"
#include "xgl_source.h"

/**
 * struct place - where the dumps of one GT appear
 * @node: in the list
 * @dev: a root device; the kernel keeps one dump of each device
 * @taking: a dump is being made
 */
struct place {
	struct list_head node;
	struct device *dev;
	bool taking;
};

static LIST_HEAD(places);
/* Protects the list; not held while a log is copied. */
static DEFINE_MUTEX(places_lock);

/*
 * The link is there from the dump's appearance until it is gone for good. It is
 * all that the kernel tells: a dump that it does not take is freed in silence.
 */
static bool has_dump(struct device *dev)
{
	struct kernfs_node *link = sysfs_get_dirent(dev->kobj.sd, "devcoredump");

	sysfs_put(link);
	return link;
}

static void free_place(struct place *place)
{
	list_del(&place->node);
	root_device_unregister(place->dev);
	kfree(place);
}

/* Places of no use any more go, so that there are as many as dumps, and one. */
static void tidy(const char *but)
{
	struct place *place, *next;

	list_for_each_entry_safe(place, next, &places, node)
		if (!place->taking && !has_dump(place->dev) &&
		    strcmp(dev_name(place->dev), but))
			free_place(place);
}

static struct place *find_place(const char *name)
{
	struct place *place;

	list_for_each_entry(place, &places, node)
		if (!strcmp(dev_name(place->dev), name))
			return place;
	return NULL;
}

static struct place *add_place(const char *name)
{
	struct place *place = kzalloc(sizeof(*place), GFP_KERNEL);
	int ret;

	if (!place)
		return ERR_PTR(-ENOMEM);
	place->dev = root_device_register(name);
	if (IS_ERR(place->dev)) {
		ret = PTR_ERR(place->dev);
		kfree(place);
		return ERR_PTR(ret);
	}
	list_add_tail(&place->node, &places);
	return place;
}

static struct place *begin(const char *name)
{
	struct place *place;

	guard(mutex)(&places_lock);
	tidy(name);
	place = find_place(name) ?: add_place(name);
	if (IS_ERR(place))
		return place;
	if (place->taking || has_dump(place->dev))
		return ERR_PTR(-EBUSY);
	place->taking = true;
	return place;
}

static void end(struct place *place)
{
	guard(mutex)(&places_lock);
	place->taking = false;
}

/* The whole file in one piece, as the kernel wants it. */
static void *make_file(const struct xgl_snapshot *snap, u64 *size)
{
	struct guc_lfd_source src = xgl_snapshot_lfd_source(snap);
	struct guc_lfd_file file = { 0 };
	u8 *data = NULL;

	src.all_facts = true;
	guc_lfd_write(&file, &src);
	file.made_size = file.made_len;
	file.made = kvmalloc(file.made_size, GFP_KERNEL);
	if (file.made && !guc_lfd_write(&file, &src))
		data = __vmalloc(file.size, GFP_KERNEL | __GFP_NOWARN);
	if (data)
		*size = guc_segs_copy(file.seg, file.nr_segs, 0, data,
				      file.size);
	kvfree(file.made);
	return data;
}

static int take(struct device *dev, struct xgl_source *src, unsigned int gt)
{
	struct xgl_snapshot *snap = xgl_snapshot_take(src, gt,
						      XGL_EXTENT_NEEDED);
	void *data;
	u64 size;

	xgl_anchor_used(src, gt);
	if (IS_ERR(snap))
		return PTR_ERR(snap);
	data = make_file(snap, &size);
	xgl_snapshot_free(snap);
	if (!data)
		return -ENOMEM;
	dev_coredumpv(dev, data, size, GFP_KERNEL);
	return has_dump(dev) ? 0 : -EIO;
}

/**
 * xgl_dump_take() - give the log of a GT to the collector of dumps
 * @name: of the device's directory
 * @src: where the log comes from
 * @gt: number of the GT
 *
 * One capture of the log. The dump is its LFD file with all facts of the device,
 * and lives until a collector frees it, for five minutes or until this module
 * goes.
 *
 * Context: process context, sleeps; takes the source's locks.
 * Return: 0; -EBUSY when the GT's last dump is still there, or is being made;
 * -EOPNOTSUPP when the kernel has no devcoredumps; -EIO when it did not take this
 * one (they are switched off, or it had no memory); -ENOMEM, or what
 * xgl_snapshot_take() gave.
 */
int xgl_dump_take(const char *name, struct xgl_source *src, unsigned int gt)
{
	struct place *place;
	char *full;
	int ret;

	if (!IS_ENABLED(CONFIG_DEV_COREDUMP))
		return -EOPNOTSUPP;
	full = kasprintf(GFP_KERNEL, XGL_DUMP_NAME, name, gt);
	if (!full)
		return -ENOMEM;
	place = begin(full);
	kfree(full);
	if (IS_ERR(place))
		return PTR_ERR(place);
	ret = take(place->dev, src, gt);
	end(place);
	return ret;
}

/**
 * xgl_dump_exit() - take back every dump that nobody has collected
 *
 * Context: process context, may sleep; no dump is being made.
 */
void xgl_dump_exit(void)
{
	struct place *place, *next;

	guard(mutex)(&places_lock);
	list_for_each_entry_safe(place, next, &places, node) {
		xgl_coredump_put(place->dev);
		free_place(place);
	}
}
