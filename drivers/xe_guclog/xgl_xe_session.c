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

/**
 * xgl_xe_is_driver_of() - does xe drive a device?
 * @pdev: the device
 *
 * Context: with the device's lock held the answer stays true, without it the
 * answer is a hint.
 * Return: true when it does.
 */
bool xgl_xe_is_driver_of(struct pci_dev *pdev)
{
	const struct device_driver *driver = READ_ONCE(pdev->dev.driver);

	return driver && !strcmp(driver->name, XGL_XE_DRIVER);
}

/**
 * xgl_xe_read_bytes() - read a field
 * @s: the session
 * @obj: the structure
 * @id: the field
 * @dst: where to
 * @len: room there
 *
 * Context: in the session, does not sleep.
 * Return: true when the field is known, not longer than @len, and could be read.
 */
bool xgl_xe_read_bytes(const struct xgl_xe_session *s, const void *obj,
		       enum xel_field_id id, void *dst, size_t len)
{
	const struct xel_field *field = &s->layout->field[id];

	if (!field->present || field->size > len)
		return false;
	return !copy_from_kernel_nofault(dst, obj + field->off, field->size);
}

/**
 * xgl_xe_read_number() - read a field that is a number
 * @s: the session
 * @obj: the structure
 * @id: the field
 * @value: set when it could be read
 *
 * Context: in the session, does not sleep.
 * Return: true when it could.
 */
bool xgl_xe_read_number(const struct xgl_xe_session *s, const void *obj,
			enum xel_field_id id, u64 *value)
{
	u8 bytes[sizeof(*value)];

	if (!xgl_xe_read_bytes(s, obj, id, bytes, sizeof(bytes)))
		return false;
	*value = xel_field_value(&s->layout->field[id], bytes);
	return true;
}

/**
 * xgl_xe_read_pointer() - read a field that is a pointer
 * @s: the session
 * @obj: the structure
 * @id: the field
 *
 * Context: in the session, does not sleep.
 * Return: the pointer, NULL also when the field is not known or cannot be read.
 */
const void *xgl_xe_read_pointer(const struct xgl_xe_session *s, const void *obj,
				enum xel_field_id id)
{
	const void *p;

	if (s->layout->field[id].size != sizeof(p) ||
	    !xgl_xe_read_bytes(s, obj, id, &p, sizeof(p)))
		return NULL;
	return p;
}

/**
 * xgl_xe_embedded() - a structure that is a field
 * @s: the session
 * @obj: the structure around it
 * @id: the field
 *
 * Context: in the session, does not sleep.
 * Return: the structure, or NULL when the field is not known.
 */
const void *xgl_xe_embedded(const struct xgl_xe_session *s, const void *obj,
			    enum xel_field_id id)
{
	const struct xel_field *field = &s->layout->field[id];

	return field->present ? obj + field->off : NULL;
}

static enum xgl_xe_status check_device(struct xgl_xe_session *s)
{
	struct pci_dev *pdev = s->pdev;

	if (!xgl_xe_is_driver_of(pdev))
		return XGL_XE_NOT_BOUND;
	s->kept = xgl_xe_layout_get();
	if (!s->kept)
		return XGL_XE_NO_LAYOUT;
	if (s->kept->refused) {
		strscpy(s->detail, s->kept->words, sizeof(s->detail));
		return XGL_XE_UNSUPPORTED;
	}
	s->layout = &s->kept->layout;
	/* A reset of the slot frees xe's structures and makes new ones. */
	switch (pdev->error_state) {
	case pci_channel_io_normal:
		return XGL_XE_OK;
	case pci_channel_io_perm_failure:
		return XGL_XE_NOT_PRESENT;
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
	int ret = XGL_XE_NOT_RESUMED;
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
static enum xgl_xe_status find_xe(struct xgl_xe_session *s)
{
	struct device *dev = &s->pdev->dev;
	const void *drm = pci_get_drvdata(s->pdev);
	u64 device_id = 0, survivability = 0;
	const void *xe;

	if (!drm || (!pci_is_enabled(s->pdev) &&
		     (!s->pm || !pm_runtime_suspended(dev))))
		return XGL_XE_NOT_SET_UP;
	xe = drm - s->layout->field[XEL_DEVICE_DRM].off;
	if (xgl_xe_read_pointer(s, xe, XEL_DEVICE_DEV) != dev) {
		strscpy(s->detail, "xe_device.drm.dev", sizeof(s->detail));
		return XGL_XE_INCONSISTENT;
	}
	xgl_xe_read_number(s, xe, XEL_DEVICE_SURVIVABILITY, &survivability);
	if (survivability)
		return XGL_XE_SURVIVABILITY;
	if (!xgl_xe_read_number(s, xe, XEL_DEVICE_DEVID, &device_id) ||
	    device_id != s->pdev->device) {
		strscpy(s->detail, "xe_device.info.devid", sizeof(s->detail));
		return XGL_XE_INCONSISTENT;
	}
	s->xe = xe;
	return XGL_XE_OK;
}

/**
 * xgl_xe_session_begin() - hold a device's xe still
 * @s: filled
 * @pdev: the device, a reference of the caller's
 * @wake: wake the device up if it sleeps. That it sleeps on is told in @s->pm and
 *	is no failure: what is in system memory can be read
 *
 * xgl_xe_session_end() follows, whatever is returned.
 *
 * Context: process context, may sleep; takes the device's lock. No file may be
 * removed between this and xgl_xe_session_end().
 * Return: XGL_XE_OK, or status xe's structures cannot be had.
 */
enum xgl_xe_status xgl_xe_session_begin(struct xgl_xe_session *s, struct pci_dev *pdev,
					bool wake)
{
	enum xgl_xe_status status;

	memset(s, 0, sizeof(*s));
	s->pm = XGL_XE_NOT_RESUMED;
	if (device_lock_interruptible(&pdev->dev))
		return XGL_XE_INTERRUPTED;
	s->pdev = pdev;
	status = check_device(s);
	if (status)
		return status;
	s->wake = wake;
	/* What follows may move when the device wakes up. */
	s->pm = wake ? pm_runtime_resume_and_get(&pdev->dev) :
		       stay_awake(&pdev->dev);
	/* Of one that sleeps that cannot be told. */
	s->gone = !s->pm && !pci_device_is_present(pdev);
	return find_xe(s);
}

/* Only a use of the device keeps it awake for a while. */
static void put_pm(struct xgl_xe_session *s)
{
	struct device *dev = &s->pdev->dev;

	if (s->pm)
		return;
	if (!s->wake) {
		pm_runtime_put(dev);
		return;
	}
	pm_runtime_mark_last_busy(dev);
	pm_runtime_put_autosuspend(dev);
}

/**
 * xgl_xe_session_end() - let a device's xe go on
 * @s: from xgl_xe_session_begin()
 *
 * Context: process context, may sleep.
 */
void xgl_xe_session_end(struct xgl_xe_session *s)
{
	if (!s->pdev)
		return;
	put_pm(s);
	xgl_xe_layout_put(s->kept);
	device_unlock(&s->pdev->dev);
}
