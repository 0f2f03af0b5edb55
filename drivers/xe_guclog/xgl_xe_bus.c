// SPDX-License-Identifier: GPL-2.0-only
/*
 * GPUs come and go. What the notifiers say is only that something changed: one
 * work item then makes what is shown agree with what is there.
 *
 * A notifier runs with a device's lock held, for which an open() may be waiting;
 * to remove a file is to wait for that open(). So nothing is ever removed, and
 * nobody waited for, anywhere but in the work item.
 */
#include <linux/cleanup.h>
#include <linux/device.h>
#include <linux/err.h>
#include <linux/module.h>
#include <linux/notifier.h>
#include <linux/pci.h>
#include <linux/slab.h>
#include <linux/workqueue.h>

#include "xgl_debugfs.h"
#include "xgl_device.h"
#include "xgl_xe.h"

/* Time until what failed for want of memory is tried again. */
#define RETRY	HZ

/* The work item's own, and that of init and exit, when it does not run. */
static LIST_HEAD(gpus);
static struct workqueue_struct *queue;

/* Never changes: it takes no lock of a device that is not ours to lock. */
static bool is_candidate(const struct pci_dev *pdev)
{
	return pdev->vendor == PCI_VENDOR_ID_INTEL &&
	       pdev->class >> 16 == PCI_BASE_CLASS_DISPLAY;
}

static bool is_bound(struct pci_dev *pdev)
{
	guard(device)(&pdev->dev);
	return xgl_xe_is_driver_of(pdev);
}

static struct xgl_xe *find_gpu(const struct pci_dev *pdev)
{
	struct xgl_xe *gpu;

	list_for_each_entry(gpu, &gpus, node)
		if (gpu->pdev == pdev)
			return gpu;
	return NULL;
}

static unsigned int free_index(void)
{
	const struct xgl_xe *gpu;
	unsigned int index = 0;

again:
	list_for_each_entry(gpu, &gpus, node) {
		if (gpu->index != index)
			continue;
		index++;
		goto again;
	}
	return index;
}

static void drop_gpu(struct xgl_xe *gpu)
{
	list_del(&gpu->node);
	xgl_device_unregister(gpu->dev);
	mutex_destroy(&gpu->fixed_lock);
	pci_dev_put(gpu->pdev);
	kfree(gpu);
}

static struct xgl_xe *add_gpu(struct pci_dev *pdev)
{
	struct xgl_xe *gpu = kzalloc(sizeof(*gpu), GFP_KERNEL);
	struct xgl_device *dev;

	if (!gpu)
		return ERR_PTR(-ENOMEM);
	gpu->pdev = pci_dev_get(pdev);
	gpu->src.ops = &xgl_xe_ops;
	gpu->index = free_index();
	mutex_init(&gpu->fixed_lock);
	xgl_xe_read_fixed_facts(gpu);
	dev = xgl_device_register(pci_name(pdev), &gpu->src);
	if (!IS_ERR(dev)) {
		gpu->dev = dev;
		list_add_tail(&gpu->node, &gpus);
		return gpu;
	}
	if (PTR_ERR(dev) != -ENOMEM)
		pci_warn(pdev, "its logs cannot be shown: error %ld\n",
			 PTR_ERR(dev));
	mutex_destroy(&gpu->fixed_lock);
	pci_dev_put(gpu->pdev);
	kfree(gpu);
	return ERR_CAST(dev);
}

/* Which GTs there are; as before when that cannot be told now. */
static unsigned long see_gts(const struct xgl_xe *gpu)
{
	struct xgl_xe_session *s = kmalloc(sizeof(*s), GFP_KERNEL);
	const void *gts[XGL_MAX_GTS];
	unsigned long seen = gpu->shown;
	enum xgl_xe_status status;
	unsigned int n;

	if (!s)
		return seen;
	status = xgl_xe_session_begin(s, gpu->pdev, false);
	if (!status || status == XGL_XE_SURVIVABILITY || status == XGL_XE_UNSUPPORTED)
		seen = 0;
	if (!status)
		xgl_xe_find_gts(s, gts);
	for (n = 0; !status && n < XGL_MAX_GTS; n++)
		if (gts[n])
			seen |= BIT(n);
	xgl_xe_session_end(s);
	kfree(s);
	return seen;
}

static int show_gts(struct xgl_xe *gpu)
{
	unsigned long seen = see_gts(gpu);
	unsigned int n;
	int ret;

	for (n = 0; n < XGL_MAX_GTS; n++) {
		if (!((seen ^ gpu->shown) & BIT(n)))
			continue;
		if (seen & BIT(n)) {
			ret = xgl_device_add_gt(gpu->dev, n);
			if (ret)
				return ret;
		} else {
			xgl_device_remove_gt(gpu->dev, n);
		}
		gpu->shown ^= BIT(n);
	}
	return 0;
}

/* A device that xe drives. */
static int keep_gpu(struct pci_dev *pdev)
{
	struct xgl_xe *gpu = find_gpu(pdev);

	if (!gpu)
		gpu = add_gpu(pdev);
	return IS_ERR(gpu) ? PTR_ERR(gpu) : show_gts(gpu);
}

static void reconcile(struct work_struct *work);
static DECLARE_DELAYED_WORK(reconciler, reconcile);

/* A name is free only when the device that had it is dropped: that comes first. */
static void reconcile(struct work_struct *work)
{
	struct pci_dev *pdev = NULL;
	struct xgl_xe *gpu, *next;
	bool again = false, read = false;
	int ret;

	list_for_each_entry_safe(gpu, next, &gpus, node)
		if (!is_bound(gpu->pdev))
			drop_gpu(gpu);
	for_each_pci_dev(pdev) {
		if (!is_candidate(pdev) || !is_bound(pdev))
			continue;
		ret = read ? 0 : xgl_xe_layout_read();
		read = !ret;
		if (!ret)
			ret = keep_gpu(pdev);
		again |= ret == -ENOMEM || ret == -EAGAIN;
	}
	if (read)
		xgl_debugfs_measure();
	if (again)
		queue_delayed_work(queue, &reconciler, RETRY);
}

static void schedule_reconcile(void)
{
	mod_delayed_work(queue, &reconciler, 0);
}

static int bus_event(struct notifier_block *nb, unsigned long event, void *data)
{
	struct pci_dev *pdev = to_pci_dev(data);

	switch (event) {
	case BUS_NOTIFY_BOUND_DRIVER:
	case BUS_NOTIFY_UNBOUND_DRIVER:
	case BUS_NOTIFY_DEL_DEVICE:
		if (is_candidate(pdev))
			schedule_reconcile();
	}
	return NOTIFY_DONE;
}

/* The xe that comes can be another build than the one that went. */
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
 * xgl_xe_init() - show the GPUs that xe drives, now and later
 *
 * xe need not be loaded, and is not loaded by this.
 *
 * Context: process context, may sleep.
 * Return: 0 or -ENOMEM.
 */
int __init xgl_xe_init(void)
{
	int ret;

	queue = alloc_ordered_workqueue(KBUILD_MODNAME, WQ_FREEZABLE);
	if (!queue)
		return -ENOMEM;
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
	return ret;
}

/**
 * xgl_xe_exit() - stop showing GPUs
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
	xgl_xe_layout_invalidate();
}
