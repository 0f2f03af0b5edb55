// SPDX-License-Identifier: GPL-2.0-only
#include "xgl_dump.h"

#include <linux/cleanup.h>
#include <linux/delay.h>
#include <linux/devcoredump.h>
#include <linux/device.h>
#include <linux/err.h>
#include <linux/fs.h>
#include <linux/kref.h>
#include <linux/list.h>
#include <linux/mutex.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/sysfs.h>
#include <linux/wait.h>

#include "guc_lfd.h"
#include "xgl_anchor.h"
#include "xgl_compat.h"
#include "xgl_snapshot.h"
#include "xgl_source.h"

/**
 * struct place - a device that this module creates to be the owner of one kind of
 * devcoredumps of a GT's log, see enum xgl_dump_place
 * @node: entry in the list of places
 * @dev: the device, which is a root device. The kernel keeps at most one dump of it
 * @taking: a dump of @dev is being made
 */
struct place {
	struct list_head node;
	struct device *dev;
	bool taking;
};

/**
 * struct dump - the content of a devcoredump
 * @ref: reference count, see dump_alloc()
 * @maker: the task that made the dump
 * @released: devcoredump has called dump_release()
 * @refused: the call of dump_release() came from @maker, which shows that devcoredump
 *	refused the dump
 * @data: the bytes of the LFD file
 */
struct dump {
	struct kref ref;
	const struct task_struct *maker;
	bool released;
	bool refused;
	u8 data[];
};

static LIST_HEAD(places);
/* Protects the list of places (struct place). It is not held while a log is copied. */
static DEFINE_MUTEX(places_lock);
/*
 * The number of dumps (struct dump) that are not freed yet. Code of this module frees them,
 * so the module must stay loaded until all of them are freed.
 */
static atomic_t nr_dumps;
static DECLARE_WAIT_QUEUE_HEAD(no_dumps);

/*
 * Return: whether the device has a dump. From the creation of a dump until its
 * deletion, devcoredump keeps a link with the name "devcoredump" in the sysfs directory
 * of the device.
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

/* Free the places (struct place) that have no dump, except the place with the name @but. */
static void free_unused_places(const char *but)
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

/*
 * Delete the dump of a device, so that another one can be made. The kernel removes the
 * link of the dump asynchronously, so wait for that. Kernels before 6.11 cannot delete a
 * dump. Return: whether the device has no dump any more.
 */
static bool delete_dump(struct device *dev)
{
	unsigned int tries = 100;

	xgl_coredump_put(dev);
	while (has_dump(dev) && --tries)
		fsleep(10 * USEC_PER_MSEC);
	return !has_dump(dev);
}

static struct place *begin_named(const char *name, bool replace)
{
	struct place *place;

	guard(mutex)(&places_lock);
	free_unused_places(name);
	place = find_place(name) ?: add_place(name);
	if (IS_ERR(place))
		return place;
	if (place->taking)
		return ERR_PTR(-EBUSY);
	if (has_dump(place->dev) && !(replace && delete_dump(place->dev)))
		return ERR_PTR(-EBUSY);
	place->taking = true;
	return place;
}

/*
 * Return: the name of the device that has the dumps of a GT for @place. The caller must free the
 * name with kfree().
 */
static char *make_name(const char *device, unsigned int gt, enum xgl_dump_place place)
{
	static const char *const ends[] = {
		[XGL_DUMP_DEMANDED] = "",
		[XGL_DUMP_FIRST] = "-first",
		[XGL_DUMP_NEWEST] = "-newest",
	};

	return kasprintf(GFP_KERNEL, "xe_guclog-%s-gt%u%s", device, gt, ends[place]);
}

/*
 * Begin to make a dump: find or create the device that will have it. Return: the struct place of
 * this device, which the caller must pass to end(), or an error pointer.
 */
static struct place *begin(const char *device, unsigned int gt, enum xgl_dump_place where)
{
	struct place *place;
	char *name;

	if (!IS_ENABLED(CONFIG_DEV_COREDUMP))
		return ERR_PTR(-EOPNOTSUPP);
	name = make_name(device, gt, where);
	if (!name)
		return ERR_PTR(-ENOMEM);
	place = begin_named(name, where != XGL_DUMP_DEMANDED);
	kfree(name);
	return place;
}

static void end(struct place *place)
{
	guard(mutex)(&places_lock);
	place->taking = false;
}

/*
 * Allocate a struct dump with two references. If devcoredump cannot add its device for a
 * dump, it calls dump_release() twice. Therefore devcoredump has one reference, which only
 * its first call of dump_release() drops. This module has the other one, which keeps the
 * structure until dev_coredumpm() has returned.
 */
static struct dump *dump_alloc(size_t len)
{
	struct dump *dump = kvmalloc(struct_size(dump, data, len), XGL_GFP_USER);

	if (!dump)
		return NULL;
	kref_init(&dump->ref);
	kref_get(&dump->ref);
	dump->maker = current;
	dump->released = false;
	dump->refused = false;
	atomic_inc(&nr_dumps);
	return dump;
}

static void dump_free(struct kref *ref)
{
	kvfree(container_of(ref, struct dump, ref));
	if (atomic_dec_and_test(&nr_dumps))
		wake_up_all(&no_dumps);
}

static void dump_put(struct dump *dump)
{
	kref_put(&dump->ref, dump_free);
}

/*
 * devcoredump calls this function to free the data of a dump. If the task that made the
 * dump calls it, devcoredump has refused the dump, because a dump that was accepted is
 * freed in another task.
 */
static void dump_release(void *data)
{
	struct dump *dump = data;

	if (dump->released)
		return;
	dump->released = true;
	if (dump->maker == current)
		dump->refused = true;
	dump_put(dump);
}

static ssize_t dump_read(char *buffer, loff_t offset, size_t count, void *data,
			 size_t len)
{
	struct dump *dump = data;

	return memory_read_from_buffer(buffer, count, &offset, dump->data, len);
}

/*
 * Make the content of a dump: a whole LFD file in one piece of memory. If @notes is not NULL,
 * the file contains these lines instead of the notes of the snapshot.
 */
static struct dump *make_dump(const struct xgl_snapshot *snap, const char *notes, u64 *size)
{
	struct guc_lfd_source src = xgl_snapshot_lfd_source(snap);
	struct guc_lfd_file file = { 0 };
	struct dump *dump = NULL;

	src.all_facts = true;
	if (notes)
		src.notes = notes;
	guc_lfd_write(&file, &src);
	file.made_size = file.made_len;
	file.made = kvmalloc(file.made_size, XGL_GFP_USER);
	if (file.made && !guc_lfd_write(&file, &src))
		dump = dump_alloc(file.size);
	if (dump)
		*size = guc_segs_copy(file.seg, file.nr_segs, 0, dump->data,
				      file.size);
	kvfree(file.made);
	return dump;
}

static int publish(struct device *dev, const struct xgl_snapshot *snap, const char *notes,
		   unsigned long timeout)
{
	struct dump *dump;
	u64 size;
	int ret;

	dump = make_dump(snap, notes, &size);
	if (!dump)
		return -ENOMEM;
	xgl_coredump_make(dev, dump, size, dump_read, dump_release, timeout);
	/*
	 * If devcoredump could not make the link in sysfs, this module can neither find nor replace
	 * the dump, so delete it.
	 */
	if (!has_dump(dev))
		xgl_coredump_put(dev);
	ret = dump->refused ? -EIO : 0;
	dump_put(dump);
	return ret;
}

static int take(struct device *dev, struct xgl_source *src, unsigned int gt)
{
	struct xgl_snapshot *snap = xgl_snapshot_take(src, gt,
						      XGL_EXTENT_NEEDED);
	int ret;

	xgl_anchor_used(src, gt);
	if (IS_ERR(snap))
		return PTR_ERR(snap);
	ret = publish(dev, snap, NULL, XGL_DUMP_TIMEOUT);
	xgl_snapshot_free(snap);
	return ret;
}

/**
 * xgl_dump_take() - make a devcoredump of the log of a GT
 * @name: name of the device's directory
 * @src: source of the device's logs
 * @gt: number of the GT
 *
 * The log is read in one session with the source. The dump is an LFD file with the log and all
 * facts of the device. The kernel keeps it until a program frees it by a write to its data file,
 * for five minutes, or until this module is unloaded, whichever is first.
 *
 * Context: process context, sleeps; takes the source's locks.
 * Return: 0; or -EBUSY if the previous dump of the GT still exists, or a dump of
 * the GT is being made; or -EOPNOTSUPP if the kernel has no devcoredumps; or -EIO
 * if the kernel refused this dump, because devcoredumps are switched off or
 * memory was short; or -ENOMEM, or the error of xgl_snapshot_take().
 */
int xgl_dump_take(const char *name, struct xgl_source *src, unsigned int gt)
{
	struct place *place = begin(name, gt, XGL_DUMP_DEMANDED);
	int ret;

	if (IS_ERR(place))
		return PTR_ERR(place);
	ret = take(place->dev, src, gt);
	end(place);
	return ret;
}

/**
 * xgl_dump_incident() - make a devcoredump of the log of an incident (a hang or
 * an error of the GPU)
 * @name: name of the GPU
 * @gt: number of the GT
 * @where: XGL_DUMP_FIRST or XGL_DUMP_NEWEST; an existing dump is replaced
 * @snap: snapshot of the log
 * @notes: ``key=value`` lines about the incident and about the copying of the log
 *
 * The dump has the same format as a dump from xgl_dump_take(). The kernel deletes it
 * after a day.
 *
 * Context: process context, sleeps.
 * Return: 0; or -EBUSY if there is a dump that cannot be replaced, for example because the
 * kernel is older than 6.11; or another error of xgl_dump_take().
 */
int xgl_dump_incident(const char *name, unsigned int gt, enum xgl_dump_place where,
		      const struct xgl_snapshot *snap, const char *notes)
{
	struct place *place = begin(name, gt, where);
	int ret;

	if (IS_ERR(place))
		return PTR_ERR(place);
	ret = publish(place->dev, snap, notes, XGL_DUMP_INCIDENT_TIMEOUT);
	end(place);
	return ret;
}

/**
 * xgl_dump_is_pending() - check whether there is a dump that has not been freed yet by a
 * program in userspace or by the kernel
 * @name: name of the GPU
 * @gt: number of the GT
 * @where: the reason for which the dump was made, see enum xgl_dump_place
 *
 * Context: process context, may sleep.
 * Return: true when there is such a dump.
 */
bool xgl_dump_is_pending(const char *name, unsigned int gt, enum xgl_dump_place where)
{
	char *full = make_name(name, gt, where);
	struct place *place;
	bool pending;

	if (!full)
		return false;
	scoped_guard(mutex, &places_lock) {
		place = find_place(full);
		pending = place && has_dump(place->dev);
	}
	kfree(full);
	return pending;
}

/**
 * xgl_dump_exit() - delete all dumps that exist, and free their devices
 *
 * Context: process context, sleeps; no dump is being made.
 */
void xgl_dump_exit(void)
{
	struct place *place, *next;

	scoped_guard(mutex, &places_lock) {
		list_for_each_entry_safe(place, next, &places, node) {
			/*
			 * devcoredump removes its link in sysfs while it deletes a dump,
			 * and causes a warning if the device with the link was removed
			 * before. delete_dump() waits until the link does not exist.
			 */
			delete_dump(place->dev);
			free_place(place);
		}
	}
	/* The kernel frees a dump in a work item, which calls dump_release(). */
	wait_event(no_dumps, !atomic_read(&nr_dumps));
	synchronize_rcu_tasks();
}
