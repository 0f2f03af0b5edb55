// SPDX-License-Identifier: GPL-2.0-only
/*
 * A session: the time in which this module holds the lock of a device and can read xe's
 * structures of this device.
 *
 * The kernel holds the device's lock during probe, removal, error recovery and reset
 * of the device. While this module holds the lock, a driver that is bound stays bound:
 * xe cannot free the device's structures, and cannot be unloaded. The code assumes
 * nothing else about xe: it follows every pointer with a read that cannot fault, and
 * checks that the device, the tile, the GT and the buffer object point back to the structure from
 * which they were reached.
 */
#include <linux/pci.h>
#include <linux/pm_runtime.h>
#include <linux/string.h>

#include "xgl_compat.h"
#include "xgl_xe.h"

/**
 * xgl_xe_is_driver_of() - check whether xe drives a device
 * @pdev: the PCI device
 *
 * Context: the device's lock is held.
 * Return: true when xe drives the device.
 */
bool xgl_xe_is_driver_of(struct pci_dev *pdev)
{
	const struct device_driver *driver = pdev->dev.driver;

	return driver && !strcmp(driver->name, XGL_XE_DRIVER);
}

static enum xgl_xe_status check_device(struct xgl_xe_session *s)
{
	if (!xgl_xe_is_driver_of(s->pdev))
		return XGL_XE_NOT_BOUND;
	s->ref = xgl_xe_layout_get();
	if (!s->ref)
		return XGL_XE_NO_LAYOUT;
	if (s->ref->error) {
		strscpy(s->detail, s->ref->words, sizeof(s->detail));
		return XGL_XE_UNSUPPORTED;
	}
	s->layout = &s->ref->layout;
	/*
	 * If PCI error recovery is in progress, do not use xe's structures, because xe frees them
	 * in a slot reset and allocates new ones.
	 */
	switch (s->pdev->error_state) {
	case pci_channel_io_normal:
		return XGL_XE_OK;
	case pci_channel_io_perm_failure:
		return XGL_XE_NOT_PRESENT;
	default:
		return XGL_XE_RECOVERY;
	}
}

/* Take a runtime PM reference if the device is active. The device is never resumed here. */
static bool get_if_active(struct device *dev)
{
	int ret = xgl_pm_runtime_get_if_active(dev);

	if (ret >= 0)
		return ret;
	/*
	 * An error means that runtime PM is disabled, so the device keeps its present
	 * state. Do not use pm_runtime_active() to check this state, because its result
	 * is true for a suspended device, too, if runtime PM is disabled.
	 */
	if (pm_runtime_status_suspended(dev))
		return false;
	pm_runtime_get_noresume(dev);
	return true;
}

/*
 * Return: whether the drvdata of the device is valid, that is, points to xe's structures.
 * The drvdata of an enabled device is valid. The drvdata of a device in D3cold is also valid,
 * although such a device, which is suspended, is not enabled. But after a failed error recovery,
 * a device is active and not enabled, and its drvdata is not valid any more.
 */
static bool is_set_up(const struct xgl_xe_session *s)
{
	return pci_is_enabled(s->pdev) ||
	       (!s->active && (pm_runtime_status_suspended(&s->pdev->dev) ||
				 !pm_runtime_active(&s->pdev->dev)));
}

/* Find the struct xe_device and the GTs of the device. */
static enum xgl_xe_status find_xe(struct xgl_xe_session *s)
{
	const void *drm = pci_get_drvdata(s->pdev);
	u64 device_id = 0, survivability = 0;
	const void *xe;

	if (!drm || !is_set_up(s))
		return XGL_XE_NOT_SET_UP;
	xe = drm - s->layout->field[XEL_DEVICE_DRM].off;
	if (xgl_xe_read_pointer(s, xe, XEL_DEVICE_DEV) != &s->pdev->dev) {
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
	xgl_xe_find_gts(s->layout, xe, s->gt);
	return XGL_XE_OK;
}

/* Take a runtime PM reference if the device is active, and find xe's structures. */
static enum xgl_xe_status activate(struct xgl_xe_session *s)
{
	s->active = get_if_active(&s->pdev->dev);
	/* The presence of a suspended device cannot be checked. */
	s->unplugged = s->active && !pci_device_is_present(s->pdev);
	return find_xe(s);
}

/**
 * xgl_xe_session_try() - begin to read xe's structures of a device without
 * waiting for its lock
 * @s: filled with the state of the session
 * @pdev: the device; the caller holds a reference
 *
 * This function works like xgl_xe_session_begin(), but it does not wait for the
 * device's lock, and takes no runtime PM reference, so s->active is false.
 *
 * Context: process context, may sleep; takes the device's lock, which is held until
 * xgl_xe_session_end(). The caller must not remove a debugfs file of this module
 * before that, because the removal waits for a running open() of the file, and open()
 * may wait for this lock.
 * Return: XGL_XE_OK; or XGL_XE_BUSY if another task holds the device's lock; or the reason
 * why the structures cannot be read.
 */
enum xgl_xe_status xgl_xe_session_try(struct xgl_xe_session *s, struct pci_dev *pdev)
{
	enum xgl_xe_status status;

	memset(s, 0, offsetof(typeof(*s), chunk));
	if (!device_trylock(&pdev->dev))
		return XGL_XE_BUSY;
	s->pdev = pdev;
	status = check_device(s);
	return status ?: find_xe(s);
}

/**
 * xgl_xe_session_activate() - take a runtime PM reference if the device is active
 * @s: from xgl_xe_session_try(), which returned XGL_XE_OK
 *
 * The addresses of xe's structures in @s are looked up again.
 *
 * Context: in the session, does not sleep.
 * Return: XGL_XE_OK; or XGL_XE_SUSPENDED if the device is not active; or the reason why
 * the structures cannot be read.
 */
enum xgl_xe_status xgl_xe_session_activate(struct xgl_xe_session *s)
{
	enum xgl_xe_status status = activate(s);

	return !status && !s->active ? XGL_XE_SUSPENDED : status;
}

/**
 * xgl_xe_session_begin() - begin to read xe's structures of a device
 * @s: filled with the state of the session
 * @pdev: the device; the caller holds a reference
 *
 * A suspended device is not resumed. After the call, s->active is true if the device is
 * active. The caller must call xgl_xe_session_end(), also after an error.
 *
 * Context: process context, may sleep; takes the device's lock, which is held until
 * xgl_xe_session_end(). The caller must not remove a debugfs file of this module
 * before that, because the removal waits for a running open() of the file, and open()
 * may wait for this lock.
 * Return: XGL_XE_OK, or the reason why the structures cannot be read.
 */
enum xgl_xe_status xgl_xe_session_begin(struct xgl_xe_session *s,
					struct pci_dev *pdev)
{
	enum xgl_xe_status status;

	memset(s, 0, offsetof(typeof(*s), chunk));
	if (device_lock_interruptible(&pdev->dev))
		return XGL_XE_INTERRUPTED;
	s->pdev = pdev;
	status = check_device(s);
	return status ?: activate(s);
}

/**
 * xgl_xe_session_join() - begin to read xe's structures of a device that is locked
 * @s: filled with the state of the session
 * @pdev: the device; the caller holds a reference and the device's lock
 *
 * This function works like xgl_xe_session_begin(), but xgl_xe_session_end() does
 * not release the lock.
 *
 * Context: process context, may sleep.
 * Return: XGL_XE_OK, or the reason why the structures cannot be read.
 */
enum xgl_xe_status xgl_xe_session_join(struct xgl_xe_session *s, struct pci_dev *pdev)
{
	enum xgl_xe_status status;

	memset(s, 0, offsetof(typeof(*s), chunk));
	s->pdev = pdev;
	s->joined = true;
	status = check_device(s);
	return status ?: activate(s);
}

/**
 * xgl_xe_session_resume() - resume the suspended device of a session
 * @s: from xgl_xe_session_begin(), which returned XGL_XE_OK; s->active is false
 *
 * The addresses of xe's structures in @s are looked up again. The caller must also find
 * the log again, because a resume can move its buffer, and xe loads the GuC's firmware
 * again, which starts a new log.
 *
 * Context: in the session, sleeps.
 * Return: XGL_XE_OK; or XGL_XE_RESUME_FAILED; or the reason why the structures cannot be
 * read.
 */
enum xgl_xe_status xgl_xe_session_resume(struct xgl_xe_session *s)
{
	s->resume_error = pm_runtime_resume_and_get(&s->pdev->dev);
	if (s->resume_error) {
		snprintf(s->detail, sizeof(s->detail), "error %d",
			 s->resume_error);
		return XGL_XE_RESUME_FAILED;
	}
	s->active = true;
	s->resumed = true;
	s->unplugged = !pci_device_is_present(s->pdev);
	return find_xe(s);
}

/*
 * Drop the session's runtime PM reference, if it has one. If the session resumed the device,
 * this counts as a use of the device, which delays the next autosuspend. A session that did not
 * resume the device does not delay the autosuspend.
 */
static void put_active(struct xgl_xe_session *s)
{
	struct device *dev = &s->pdev->dev;

	if (!s->active)
		return;
	if (!s->resumed) {
		pm_runtime_put(dev);
		return;
	}
	pm_runtime_mark_last_busy(dev);
	pm_runtime_put_autosuspend(dev);
}

/**
 * xgl_xe_session_relax() - release the device's lock for a moment
 * @s: the session; it keeps its runtime PM reference, if it has one
 *
 * When the lock is taken again, the addresses of xe's structures in @s are looked up
 * again, because xe may have been unbound and bound again meanwhile.
 *
 * Context: in the session, sleeps.
 * Return: XGL_XE_OK, or the reason why the structures cannot be read any more. With
 * XGL_XE_INTERRUPTED the lock was not taken again. The session has then ended, its runtime PM
 * reference was dropped, and xgl_xe_session_end() does nothing.
 */
enum xgl_xe_status xgl_xe_session_relax(struct xgl_xe_session *s)
{
	enum xgl_xe_status status;

	device_unlock(&s->pdev->dev);
	xgl_xe_layout_put(s->ref);
	s->ref = NULL;
	if (device_lock_interruptible(&s->pdev->dev)) {
		put_active(s);
		s->pdev = NULL;
		return XGL_XE_INTERRUPTED;
	}
	status = check_device(s);
	if (status)
		return status;
	s->unplugged = s->active && !pci_device_is_present(s->pdev);
	return find_xe(s);
}

/**
 * xgl_xe_session_end() - end reading xe's structures
 * @s: from xgl_xe_session_begin(), xgl_xe_session_join() or xgl_xe_session_try()
 *
 * Context: process context, may sleep; releases the device's lock, unless the session began
 * with xgl_xe_session_join().
 */
void xgl_xe_session_end(struct xgl_xe_session *s)
{
	if (!s->pdev)
		return;
	put_active(s);
	xgl_xe_layout_put(s->ref);
	if (!s->joined)
		device_unlock(&s->pdev->dev);
}
