// SPDX-License-Identifier: GPL-2.0-only
/*
 * This file finds the GPUs that are bound to xe, makes their directories in debugfs, and begins
 * to record their incidents. The recording does not need debugfs. When a GPU is bound or unbound, a
 * notifier schedules one work item, the reconciler. It compares the GPUs that are known with the
 * GPUs that are bound, and adds or removes directories and recorders. If a bound GPU has no
 * recorder, the reconciler prints one warning with the reason, and runs again later.
 *
 * The notifier itself does not do this, because it is called with a device's lock held: an
 * open() of a file may wait for this lock, and the removal of the file would wait for the
 * open().
 *
 * After a GPU was unbound, it gets a directory with the last log of each GT, if there is one.
 */
#include <linux/device.h>
#include <linux/err.h>
#include <linux/idr.h>
#include <linux/module.h>
#include <linux/notifier.h>
#include <linux/pci.h>
#include <linux/slab.h>
#include <linux/workqueue.h>

#include "abi/guc_log_abi.h"
#include "guc_log.h"
#include "xgl_anchor.h"
#include "xgl_debugfs.h"
#include "xgl_device.h"
#include "xgl_incident.h"
#include "xgl_last.h"
#include "xgl_saver.h"
#include "xgl_snapshot.h"
#include "xgl_xe.h"

/*
 * Delay in jiffies until the reconciler runs again after a failure: RETRY_FIRST at first; with each
 * further failure the delay doubles, up to RETRY_LAST. A failure that is usual for a short time,
 * such as a locked device, is reported when the delay has reached RETRY_WARN.
 */
#define RETRY_FIRST	(HZ / 20)
#define RETRY_WARN	(8 * HZ)
#define RETRY_LAST	(64 * HZ)
/* The bit of a GPU's directories in the mask warned, see struct xgl_xe. */
#define WARNED_DIRS	(XGL_MAX_GTS + 1)

/*
 * The GPUs (struct xgl_xe) that are or were bound to xe. Used by the reconciler, and by
 * xgl_xe_exit() when the reconciler does not run any more.
 */
static LIST_HEAD(gpus);
/* The GPUs (struct gone) that were unbound from xe. Used by the same code as the list gpus. */
static LIST_HEAD(gone_gpus);
static struct workqueue_struct *queue;
static unsigned long retry = RETRY_FIRST;
static DEFINE_IDA(indices);
/*
 * Number of GPUs and GTs that xe drives and whose incidents are not recorded. Used by the
 * reconciler only, like the next two.
 */
static unsigned int missing;
/* Number of GTs whose log could not be tested yet, see test_log(). */
static unsigned int untested;
/* A warning was printed about a device that was locked for a long time. */
static bool warned_locked;

/*
 * Return: 1 if xe drives the device, or 0 if it does not, or -EBUSY if this is unknown
 * because the device is locked. The function does not wait for the lock, because another
 * driver, such as vfio, can hold its device's lock for a long time.
 */
static int is_bound(struct pci_dev *pdev)
{
	bool bound;

	if (!device_trylock(&pdev->dev))
		return -EBUSY;
	bound = xgl_xe_is_driver_of(pdev);
	device_unlock(&pdev->dev);
	return bound;
}

static struct xgl_xe *find_gpu(const struct pci_dev *pdev)
{
	struct xgl_xe *gpu;

	list_for_each_entry(gpu, &gpus, node)
		if (gpu->pdev == pdev)
			return gpu;
	return NULL;
}

static void drop_gpu(struct xgl_xe *gpu)
{
	unsigned int n;

	list_del(&gpu->node);
	for (n = 0; n < XGL_MAX_GTS; n++)
		xgl_incident_remove(&gpu->src, n);
	if (gpu->dev)
		xgl_device_unregister(gpu->dev);
	ida_free(&indices, gpu->index);
	xgl_xe_layout_put(gpu->layout);
	mutex_destroy(&gpu->fixed_lock);
	pci_dev_put(gpu->pdev);
	kfree(gpu);
}

/**
 * struct gone - a GPU that was unbound from xe and has a directory with its last logs in
 * debugfs
 * @node: entry in gone_gpus
 * @name: name of the GPU
 * @src: the source of this directory, which has only the last logs of this GPU
 * @dev: from xgl_device_register(), NULL if the directory could not be made yet
 * @shown: bit mask of the GTs that have directories
 */
struct gone {
	struct list_head node;
	char name[32];
	struct xgl_source src;
	struct xgl_device *dev;
	unsigned long shown;
};

static int gone_facts(struct xgl_source *src, struct xgl_facts *facts)
{
	static const char status[] = "xe does not drive the device";

	return guc_facts_set(&facts->device, GUC_FACT_device_status, status, strlen(status));
}

static int gone_begin(struct xgl_source_session *session)
{
	return -ENODEV;
}

static struct xgl_snapshot *gone_last(struct xgl_source *src, unsigned int gt)
{
	return xgl_last_get(container_of(src, struct gone, src)->name, gt);
}

static const struct xgl_source_ops gone_ops = {
	.facts = gone_facts,
	.begin = gone_begin,
	.last = gone_last,
	.gone = true,
};

/* Remove the directory of an unbound GPU; if @name is NULL, remove those of all unbound GPUs. */
static void drop_gone(const char *name)
{
	struct gone *gone, *next;

	list_for_each_entry_safe(gone, next, &gone_gpus, node) {
		if (name && strcmp(gone->name, name))
			continue;
		list_del(&gone->node);
		if (gone->dev)
			xgl_device_unregister(gone->dev);
		kfree(gone);
	}
}

/* Make the debugfs directories of an unbound GPU and of its GTs, except those that exist. */
static int show_gone(struct gone *gone)
{
	unsigned long gts = xgl_last_gts(gone->name) & ~gone->shown;
	struct xgl_device *dev = gone->dev;
	unsigned int n;
	int ret;

	if (!dev)
		dev = xgl_device_register(gone->name, &gone->src);
	if (IS_ERR(dev))
		return PTR_ERR(dev);
	gone->dev = dev;
	for_each_set_bit(n, &gts, XGL_MAX_GTS) {
		ret = xgl_device_add_gt(dev, n);
		if (ret)
			return ret;
		gone->shown |= BIT(n);
	}
	return 0;
}

/*
 * Make the missing debugfs directories of all unbound GPUs of which last logs are kept. Return: 0
 * or -ENOMEM.
 */
static int show_all_gone(void)
{
	struct gone *gone;
	int ret;

	list_for_each_entry(gone, &gone_gpus, node) {
		ret = show_gone(gone);
		if (ret == -ENOMEM)
			return ret;
		if (ret)
			pr_warn("%s: the last logs of %s cannot be shown: error %d\n",
				KBUILD_MODNAME, gone->name, ret);
	}
	return 0;
}

static struct xgl_xe *add_gpu(struct pci_dev *pdev)
{
	struct xgl_xe *gpu = kzalloc(sizeof(*gpu), GFP_KERNEL);
	int index;

	if (!gpu)
		return NULL;
	index = ida_alloc(&indices, GFP_KERNEL);
	if (index < 0) {
		kfree(gpu);
		return NULL;
	}
	drop_gone(pci_name(pdev));
	gpu->pdev = pci_dev_get(pdev);
	gpu->src.ops = &xgl_xe_ops;
	gpu->index = index;
	gpu->layout = xgl_xe_layout_get();
	mutex_init(&gpu->fixed_lock);
	list_add_tail(&gpu->node, &gpus);
	return gpu;
}

/* Return: whether a reason is usual for a short time after a GPU was bound. */
static bool is_passing(enum xgl_xe_status status)
{
	return status == XGL_XE_INTERRUPTED || status == XGL_XE_BUSY ||
	       status == XGL_XE_NOT_BOUND || status == XGL_XE_NO_LAYOUT;
}

/*
 * Count a GT whose incidents are not recorded, and print one warning with the reason. If @gt is
 * negative, this is about the whole GPU.
 */
static void miss(struct xgl_xe *gpu, int gt, enum xgl_xe_status status, const char *detail)
{
	char text[sizeof(gpu->layout->words) + 64];

	missing++;
	if ((is_passing(status) && READ_ONCE(retry) < RETRY_WARN) ||
	    test_and_set_bit(gt + 1, &gpu->warned))
		return;
	xgl_xe_status_print(text, sizeof(text), status, detail);
	if (gt < 0)
		pci_warn(gpu->pdev,
			 "xe_guclog: its logs cannot be read, and no hangs are recorded: %s\n",
			 text);
	else
		pci_warn(gpu->pdev, "xe_guclog: GT%d: no hangs are recorded: %s\n", gt, text);
}

/* Return: whether a GT has a log, which need not be readable now. */
static bool has_log(struct xgl_xe *gpu, struct xgl_xe_session *s, unsigned int gt)
{
	enum xgl_xe_status status;
	struct xgl_xe_buffer buffer;

	status = xgl_xe_find_log(s, gt, &buffer);
	switch (status) {
	case XGL_XE_INCONSISTENT:
	case XGL_XE_VF:
	case XGL_XE_NO_GUC:
	case XGL_XE_NO_LOG:
		miss(gpu, gt, status, s->detail);
		return false;
	default:
		return true;
	}
}

/*
 * Return: bit mask of the GTs of a GPU that are to have directories. Set *@logs to the bit mask of
 * those that have a log, so that their incidents can be recorded. If the GTs cannot be determined
 * now, the masks also have the GTs that have directories and recorders already.
 */
static unsigned long find_gts(struct xgl_xe *gpu, unsigned long *logs)
{
	struct xgl_xe_session *s = kmalloc(sizeof(*s), GFP_KERNEL);
	unsigned long found = gpu->shown;
	enum xgl_xe_status status;
	unsigned int n;

	*logs = gpu->recorded;
	if (!s)
		return found;
	status = xgl_xe_session_try(s, gpu->pdev);
	if (!status || status == XGL_XE_SURVIVABILITY || status == XGL_XE_UNSUPPORTED)
		found = *logs = 0;
	for (n = 0; n < XGL_MAX_GTS; n++) {
		if (!s->gt[n])
			continue;
		found |= BIT(n);
		if (has_log(gpu, s, n))
			*logs |= BIT(n);
	}
	if (!status && !found) {
		status = XGL_XE_INCONSISTENT;
		strscpy(s->detail, "no GT was found", sizeof(s->detail));
	}
	if (status && !*logs)
		miss(gpu, -1, status, s->detail);
	xgl_xe_session_end(s);
	kfree(s);
	return found;
}

/*
 * Check once for each GT that the state page of its log is valid. Otherwise another part of memory
 * than the log may be recorded. A log that cannot be read now, for example because it is in VRAM
 * and the GPU is suspended, is checked when the reconciler runs again.
 */
static void test_log(struct xgl_xe *gpu, unsigned int gt)
{
	struct xgl_snapshot *snap;
	bool is_valid;

	if (gpu->tested & BIT(gt))
		return;
	snap = xgl_snapshot_take_with(&gpu->src, gt, XGL_EXTENT_STATE, XGL_RESUME_FOLLOW);
	if (IS_ERR(snap)) {
		untested++;
		return;
	}
	is_valid = snap->log.region[GUC_REGION_EVENT].present;
	xgl_snapshot_free(snap);
	if (is_valid) {
		gpu->tested |= BIT(gt);
		return;
	}
	missing++;
	if (!test_and_set_bit(gt + 1, &gpu->warned))
		pci_warn(gpu->pdev,
			 "xe_guclog: GT%u: records of hangs have no events: the log has no valid state page\n",
			 gt);
}

static void stop_recording(struct xgl_xe *gpu, unsigned int gt)
{
	xgl_incident_remove(&gpu->src, gt);
	gpu->recorded &= ~BIT(gt);
}

/*
 * If no recorder can be started, the reconciler tries again later. The usual reasons, no memory or
 * an xe that is being loaded, are short, so the warning is only printed if they last.
 */
static void start_recording(struct xgl_xe *gpu, unsigned int gt)
{
	int ret = xgl_incident_add(&gpu->src, &gpu->pdev->dev, gt);

	if (!ret) {
		gpu->recorded |= BIT(gt);
		return;
	}
	missing++;
	if (READ_ONCE(retry) >= RETRY_WARN && !test_and_set_bit(gt + 1, &gpu->warned))
		pci_warn(gpu->pdev, "xe_guclog: GT%u: no hangs are recorded: error %d\n", gt, ret);
}

/*
 * Add or remove the directory of a GT, and begin or stop recording its incidents. @is_found: the GT
 * exists. @has_log: it has a log. While the directory of the GT is added or removed, its incidents
 * are not recorded, because the recorder uses the poller of the directory's files.
 */
static int update_gt(struct xgl_xe *gpu, unsigned int gt, bool is_found, bool has_log)
{
	bool is_shown = gpu->shown & BIT(gt), show = gpu->dev && is_found;
	int ret = 0;

	if ((gpu->recorded & BIT(gt)) && (!has_log || is_shown != show))
		stop_recording(gpu, gt);
	if (is_shown && !show) {
		xgl_device_remove_gt(gpu->dev, gt);
		gpu->shown &= ~BIT(gt);
	} else if (!is_shown && show) {
		ret = xgl_device_add_gt(gpu->dev, gt);
		if (!ret)
			gpu->shown |= BIT(gt);
	}
	if (has_log && !(gpu->recorded & BIT(gt)))
		start_recording(gpu, gt);
	if (gpu->recorded & BIT(gt))
		test_log(gpu, gt);
	return ret;
}

static int make_directory(struct xgl_xe *gpu)
{
	struct xgl_device *dev;

	if (gpu->dev)
		return 0;
	dev = xgl_device_register(pci_name(gpu->pdev), &gpu->src);
	if (IS_ERR(dev))
		return PTR_ERR(dev);
	gpu->dev = dev;
	return 0;
}

/* Add and remove the directories of GTs as needed, and begin or stop recording their incidents. */
static int update_gts(struct xgl_xe *gpu)
{
	unsigned long logs, found = find_gts(gpu, &logs);
	int ret = make_directory(gpu), error;
	unsigned int n;

	for (n = 0; n < XGL_MAX_GTS; n++) {
		error = update_gt(gpu, n, found & BIT(n), logs & BIT(n));
		ret = ret ?: error;
	}
	if (ret && (ret != -ENOMEM || READ_ONCE(retry) >= RETRY_WARN) &&
	    !test_and_set_bit(WARNED_DIRS, &gpu->warned))
		pci_warn(gpu->pdev, "xe_guclog: not all of its logs can be shown: error %d\n", ret);
	return ret;
}

/*
 * It can happen that xe was unloaded and loaded again, and has bound the GPU again, before the
 * reconciler ran. Then drop the GPU, because the code that records its incidents still uses the
 * layout and the tracepoints of the former xe. Return: @gpu, or NULL if it was dropped.
 */
static struct xgl_xe *drop_former(struct xgl_xe *gpu)
{
	struct xgl_xe_layout *layout = xgl_xe_layout_get();

	if (gpu->layout && gpu->layout != layout) {
		drop_gpu(gpu);
		gpu = NULL;
	} else if (!gpu->layout) {
		swap(gpu->layout, layout);
	}
	xgl_xe_layout_put(layout);
	return gpu;
}

/* Make or update the debugfs directories and the recorders of a device that xe drives. */
static int update_gpu(struct pci_dev *pdev)
{
	struct xgl_xe *gpu = find_gpu(pdev);

	if (gpu)
		gpu = drop_former(gpu);
	if (!gpu)
		gpu = add_gpu(pdev);
	if (gpu)
		return update_gts(gpu);
	missing++;
	return -ENOMEM;
}

/*
 * Count a device that xe drives and that is locked, unless its incidents are recorded. If it stays
 * locked, print a warning.
 */
static void miss_locked(struct pci_dev *pdev)
{
	const struct xgl_xe *gpu = find_gpu(pdev);

	if (gpu && gpu->recorded)
		return;
	missing++;
	if (READ_ONCE(retry) < RETRY_WARN || warned_locked)
		return;
	warned_locked = true;
	pci_warn(pdev, "xe_guclog: no hangs are recorded while another task holds the device's lock\n");
}

/* Drop a GPU that xe no longer drives. If last logs of it are kept, add it to gone_gpus. */
static int drop_unbound_gpu(struct xgl_xe *gpu)
{
	struct gone *gone = kzalloc(sizeof(*gone), GFP_KERNEL);

	if (!gone)
		return -ENOMEM;
	strscpy(gone->name, pci_name(gpu->pdev), sizeof(gone->name));
	gone->src.ops = &gone_ops;
	drop_gpu(gpu);
	if (xgl_last_gts(gone->name))
		list_add_tail(&gone->node, &gone_gpus);
	else
		kfree(gone);
	return 0;
}

/*
 * Drop the GPUs that xe no longer drives, and show their last logs. Return: 0; or -EBUSY if a
 * device is locked, or -ENOMEM, so the reconciler must run again later.
 */
static int drop_unbound(void)
{
	struct xgl_xe *gpu, *next;
	int ret = 0, bound;

	list_for_each_entry_safe(gpu, next, &gpus, node) {
		bound = is_bound(gpu->pdev);
		if (!bound)
			bound = drop_unbound_gpu(gpu);
		if (bound < 0)
			ret = bound;
	}
	return show_all_gone() ?: ret;
}

/*
 * Make or update the debugfs directories and recorders of all GPUs that xe drives, and count those
 * without a recorder in missing. Return: 0; or -EBUSY if a device is locked; or -EAGAIN if the
 * layout of xe's structures could not be read now; or the error of a directory.
 *
 * A GPU is identified by its driver and not by its PCI class, because some GPUs
 * are not display controllers. The lock of a device that another driver drives is not
 * taken.
 */
static int show_bound(void)
{
	const struct device_driver *xe = driver_find(XGL_XE_DRIVER,
						     &pci_bus_type);
	struct pci_dev *pdev = NULL;
	int ret = 0, layout = 1, error;

	missing = 0;
	untested = 0;
	for_each_pci_dev(pdev) {
		if (!xe || READ_ONCE(pdev->dev.driver) != xe)
			continue;
		error = is_bound(pdev);
		if (error > 0) {
			if (layout > 0)
				layout = xgl_xe_layout_read();
			error = update_gpu(pdev);
		} else if (error) {
			miss_locked(pdev);
		}
		ret = error ?: ret;
	}
	if (!layout)
		xgl_debugfs_measure();
	xgl_incident_set_missing(missing);
	return ret ?: min(layout, 0);
}

static void reconcile(struct work_struct *work);
static DECLARE_DELAYED_WORK(reconciler, reconcile);

/*
 * Drop the unbound devices first, so that their names can be used again. A device that is locked or
 * cannot be read does not keep the other devices from being updated.
 */
static void reconcile(struct work_struct *work)
{
	int ret = drop_unbound(), error = show_bound();

	if (!ret && !error && !missing && !untested) {
		WRITE_ONCE(retry, RETRY_FIRST);
		warned_locked = false;
		return;
	}
	queue_delayed_work(queue, &reconciler, READ_ONCE(retry));
	WRITE_ONCE(retry, min(2 * READ_ONCE(retry), (unsigned long)RETRY_LAST));
}

static void schedule_reconcile(void)
{
	WRITE_ONCE(retry, RETRY_FIRST);
	mod_delayed_work(queue, &reconciler, 0);
}

static int bus_event(struct notifier_block *nb, unsigned long event, void *data)
{
	switch (event) {
	case BUS_NOTIFY_BOUND_DRIVER:
		if (xgl_xe_is_driver_of(to_pci_dev(data)))
			schedule_reconcile();
		break;
	case BUS_NOTIFY_UNBIND_DRIVER:
		/* This notification is sent before the unbind, while the logs still exist. */
		if (xgl_xe_is_driver_of(to_pci_dev(data)))
			xgl_saver_unbind(data);
		break;
	case BUS_NOTIFY_UNBOUND_DRIVER:
		/*
		 * Any driver may have been unbound: the device has no pointer to its former
		 * driver any more. So run the reconciler in any case.
		 */
		schedule_reconcile();
	}
	return NOTIFY_DONE;
}

/*
 * When xe is being loaded, drop the layout of the xe that was loaded before: the structures
 * of the new xe can have another layout.
 */
static int module_event(struct notifier_block *nb, unsigned long event,
			void *data)
{
	const struct module *module = data;

	if (event == MODULE_STATE_COMING && !strcmp(module->name, XGL_XE_DRIVER))
		xgl_xe_layout_invalidate();
	return NOTIFY_DONE;
}

static struct notifier_block bus_notifier = { .notifier_call = bus_event };
static struct notifier_block module_notifier = { .notifier_call = module_event };

/**
 * xgl_xe_init() - begin to find the GPUs that xe drives
 *
 * xe need not be loaded, and this function does not load it. GPUs that are
 * bound to xe later are found, too.
 *
 * Context: process context, may sleep.
 * Return: 0 or -ENOMEM.
 */
int __init xgl_xe_init(void)
{
	int ret = xgl_anchor_init();

	if (ret)
		return ret;
	ret = -ENOMEM;
	queue = alloc_ordered_workqueue(KBUILD_MODNAME, WQ_FREEZABLE);
	if (!queue)
		goto err_anchor;
	ret = register_module_notifier(&module_notifier);
	if (ret)
		goto err_queue;
	ret = bus_register_notifier(&pci_bus_type, &bus_notifier);
	if (ret)
		goto err_module;
	schedule_reconcile();
	return 0;

err_module:
	unregister_module_notifier(&module_notifier);
err_queue:
	destroy_workqueue(queue);
err_anchor:
	xgl_anchor_exit();
	return ret;
}

/**
 * xgl_xe_exit() - remove the debugfs directories and recorders of all GPUs, and find no
 * more GPUs
 *
 * Context: process context, may sleep; no device's lock is held.
 */
void xgl_xe_exit(void)
{
	struct xgl_xe *gpu, *next;

	bus_unregister_notifier(&pci_bus_type, &bus_notifier);
	unregister_module_notifier(&module_notifier);
	cancel_delayed_work_sync(&reconciler);
	destroy_workqueue(queue);
	list_for_each_entry_safe(gpu, next, &gpus, node)
		drop_gpu(gpu);
	drop_gone(NULL);
	xgl_last_exit();
	xgl_xe_layout_invalidate();
	xgl_anchor_exit();
}
