// SPDX-License-Identifier: GPL-2.0-only
/*
 * The way from a PCI device into xe's structures.
 *
 * Probe, removal, error recovery and reset of a device run under its lock: while
 * it is held a driver that is seen is bound, and xe can neither free what belongs
 * to the device nor be unloaded. Even so nothing is believed: every hop is a read
 * that cannot fault, and every structure must lead back to where one came from.
 */
#include <linux/cleanup.h>
#include <linux/pci.h>
#include <linux/pm_runtime.h>
#include <linux/spinlock.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "xgl_xe.h"

#ifdef XGL_TEST_NO_LOCK
/* The control of the storms: without the lock they must fail. */
#include <linux/atomic.h>
#include <linux/wait.h>

static int hold(struct device *dev)
{
	return 0;
}

static void let_go(struct device *dev)
{
}

static atomic_t unbinds;
static DECLARE_WAIT_QUEUE_HEAD(unbound);

/**
 * xgl_reach_linger() - wait until what is not held has been taken away
 *
 * Only in the control of the storms. What was found before is stale after this,
 * unless nothing was unbound for ten seconds.
 *
 * Context: process context, sleeps.
 */
void xgl_reach_linger(void)
{
	int seen = atomic_read(&unbinds);

	wait_event_timeout(unbound, atomic_read(&unbinds) != seen, 10 * HZ);
}

/**
 * xgl_reach_unbound() - a device has been unbound
 *
 * Only in the control of the storms.
 *
 * Context: any.
 */
void xgl_reach_unbound(void)
{
	atomic_inc(&unbinds);
	wake_up_all(&unbound);
}
#else
static int hold(struct device *dev)
{
	return device_lock_interruptible(dev);
}

static void let_go(struct device *dev)
{
	device_unlock(dev);
}
#endif

/**
 * xgl_reach_is_xe() - does xe drive a device?
 * @pdev: the device
 *
 * Context: with the device's lock held the answer stays true, without it the
 * answer is a hint.
 * Return: true when it does.
 */
bool xgl_reach_is_xe(struct pci_dev *pdev)
{
	const struct device_driver *driver = READ_ONCE(pdev->dev.driver);

	return driver && !strcmp(driver->name, XGL_XE_DRIVER);
}

/**
 * xgl_reach_bytes() - read a field
 * @r: the bracket
 * @obj: the structure
 * @id: the field
 * @dst: where to
 * @len: room there
 *
 * Context: in the bracket, does not sleep.
 * Return: true when the field is known, not longer than @len, and could be read.
 */
bool xgl_reach_bytes(const struct xgl_reach *r, const void *obj,
		     enum xel_field_id id, void *dst, size_t len)
{
	const struct xel_field *field = &r->layout->field[id];

	if (!field->present || field->size > len)
		return false;
	return !copy_from_kernel_nofault(dst, obj + field->off, field->size);
}

/**
 * xgl_reach_number() - read a field that is a number
 * @r: the bracket
 * @obj: the structure
 * @id: the field
 * @value: set when it could be read
 *
 * Context: in the bracket, does not sleep.
 * Return: true when it could.
 */
bool xgl_reach_number(const struct xgl_reach *r, const void *obj,
		      enum xel_field_id id, u64 *value)
{
	u8 bytes[sizeof(*value)];

	if (!xgl_reach_bytes(r, obj, id, bytes, sizeof(bytes)))
		return false;
	*value = xel_field_value(&r->layout->field[id], bytes);
	return true;
}

/**
 * xgl_reach_pointer() - read a field that is a pointer
 * @r: the bracket
 * @obj: the structure
 * @id: the field
 *
 * Context: in the bracket, does not sleep.
 * Return: the pointer, NULL also when the field is not known or cannot be read.
 */
const void *xgl_reach_pointer(const struct xgl_reach *r, const void *obj,
			      enum xel_field_id id)
{
	const void *p;

	if (r->layout->field[id].size != sizeof(p) ||
	    !xgl_reach_bytes(r, obj, id, &p, sizeof(p)))
		return NULL;
	return p;
}

/**
 * xgl_reach_inside() - a structure that is a field
 * @r: the bracket
 * @obj: the structure around it
 * @id: the field
 *
 * Context: in the bracket, does not sleep.
 * Return: the structure, or NULL when the field is not known.
 */
const void *xgl_reach_inside(const struct xgl_reach *r, const void *obj,
			     enum xel_field_id id)
{
	const struct xel_field *field = &r->layout->field[id];

	return field->present ? obj + field->off : NULL;
}

static enum xgl_xe_why check_device(struct xgl_reach *r)
{
	struct pci_dev *pdev = r->pdev;

	if (!xgl_reach_is_xe(pdev))
		return XGL_XE_NOT_BOUND;
	r->kept = xgl_xe_layout_get();
	if (!r->kept)
		return XGL_XE_NO_LAYOUT;
	if (r->kept->refused) {
		strscpy(r->detail, r->kept->words, sizeof(r->detail));
		return XGL_XE_REFUSED;
	}
	r->layout = &r->kept->layout;
	/* A reset of the slot frees xe's structures and makes new ones. */
	switch (pdev->error_state) {
	case pci_channel_io_normal:
		return XGL_XE_FINE;
	case pci_channel_io_perm_failure:
		return XGL_XE_GONE;
	default:
		return XGL_XE_RECOVERY;
	}
}

/*
 * A reference if the device is awake, else what went wrong when it was last woken
 * up. The lock, because a suspend may just be starting.
 */
static int stay_awake(struct device *dev)
{
	int ret = XGL_REACH_NOT_ASKED;
	bool active;

	pm_runtime_get_noresume(dev);
	scoped_guard(spinlock_irq, &dev->power.lock)
		active = pm_runtime_active(dev);
	if (active)
		return 0;
#ifdef CONFIG_PM
	if (dev->power.runtime_error)
		ret = dev->power.runtime_error;
#endif
	pm_runtime_put_noidle(dev);
	return ret;
}

/*
 * A device that sleeps in D3cold is not enabled. One that is awake and not
 * enabled is what a failed recovery leaves behind, with a stale drvdata.
 */
static enum xgl_xe_why find_xe(struct xgl_reach *r)
{
	struct device *dev = &r->pdev->dev;
	const void *drm = pci_get_drvdata(r->pdev);
	u64 device_id = 0, survivability = 0;
	const void *xe;

	if (!drm || (!pci_is_enabled(r->pdev) &&
		     (!r->pm || !pm_runtime_suspended(dev))))
		return XGL_XE_NOT_SET_UP;
	xe = drm - r->layout->field[XEL_DEVICE_DRM].off;
	if (xgl_reach_pointer(r, xe, XEL_DEVICE_DEV) != dev) {
		strscpy(r->detail, "xe_device.drm.dev", sizeof(r->detail));
		return XGL_XE_CONTRADICTION;
	}
	xgl_reach_number(r, xe, XEL_DEVICE_SURVIVABILITY, &survivability);
	if (survivability)
		return XGL_XE_SURVIVABILITY;
	if (!xgl_reach_number(r, xe, XEL_DEVICE_DEVID, &device_id) ||
	    device_id != r->pdev->device) {
		strscpy(r->detail, "xe_device.info.devid", sizeof(r->detail));
		return XGL_XE_CONTRADICTION;
	}
	r->xe = xe;
	return XGL_XE_FINE;
}

/**
 * xgl_reach_begin() - hold a device's xe still
 * @r: filled
 * @pdev: the device, a reference of the caller's
 * @wake: wake the device up if it sleeps. That it sleeps on is told in @r->pm and
 *	is no failure: what is in system memory can be read
 *
 * xgl_reach_end() follows, whatever is returned.
 *
 * Context: process context, may sleep; takes the device's lock. No file may be
 * removed between this and xgl_reach_end().
 * Return: XGL_XE_FINE, or why xe's structures cannot be had.
 */
enum xgl_xe_why xgl_reach_begin(struct xgl_reach *r, struct pci_dev *pdev,
				bool wake)
{
	enum xgl_xe_why why;

	memset(r, 0, sizeof(*r));
	r->pm = XGL_REACH_NOT_ASKED;
	if (hold(&pdev->dev))
		return XGL_XE_INTERRUPTED;
	r->pdev = pdev;
	why = check_device(r);
	if (why)
		return why;
	r->wake = wake;
	/* What follows may move when the device wakes up. */
	r->pm = wake ? pm_runtime_resume_and_get(&pdev->dev) :
		       stay_awake(&pdev->dev);
	/* Of one that sleeps that cannot be told. */
	r->gone = !r->pm && !pci_device_is_present(pdev);
	return find_xe(r);
}

/* Only a use of the device keeps it awake for a while. */
static void put_pm(struct xgl_reach *r)
{
	struct device *dev = &r->pdev->dev;

	if (r->pm)
		return;
	if (!r->wake) {
		pm_runtime_put(dev);
		return;
	}
	pm_runtime_mark_last_busy(dev);
	pm_runtime_put_autosuspend(dev);
}

/**
 * xgl_reach_end() - let a device's xe go on
 * @r: from xgl_reach_begin()
 *
 * Context: process context, may sleep.
 */
void xgl_reach_end(struct xgl_reach *r)
{
	if (!r->pdev)
		return;
	put_pm(r);
	xgl_xe_layout_put(r->kept);
	let_go(&r->pdev->dev);
}
