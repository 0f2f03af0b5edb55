// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of the code that decides which devices are shown, that is, get a debugfs directory, and
 * whose incidents are recorded. These are the devices that a driver called xe drives, whatever
 * their PCI class is. The code must never wait for the lock of a device.
 */
#include <kunit/test.h>
#include <linux/device.h>
#include <linux/err.h>
#include <linux/module.h>
#include <linux/notifier.h>
#include <linux/pci.h>
#include <linux/pm_runtime.h>
#include <linux/slab.h>
#include <linux/workqueue.h>

#include "xgl_anchor.h"
#include "xgl_debugfs.h"
#include "xgl_device.h"
#include "xgl_incident.h"
#include "xgl_last.h"
#include "xgl_saver.h"
#include "xgl_xe.h"

/**
 * struct fake - the environment of the code under test
 * @pdev: the only device of the machine
 * @stuck: another device, which was removed from the machine's list
 * @xe: the driver called xe
 * @other: another driver
 * @registered: number of devices that are registered
 * @registrations: number of times that a device was registered
 * @register_error: the error of the next registrations, 0 for none
 * @added: number of GTs that were added
 * @add_error: the error when a GT is added, 0 for none
 * @of_xe: the layout of the structures of the loaded xe, NULL if the layout was not read
 * @lasts: bit mask of the GTs with a last log
 * @layout: the value that xgl_xe_layout_read() returns
 * @layout_reads: number of times that the layout was read
 * @session: the result of each session
 * @gts: bit mask of the GTs that a session finds
 * @log: the result of the search for a log
 * @record_error: the error when a recorder is started, 0 for none
 * @adds: number of recorders that were started
 * @recorders: number of recorders now
 * @snap: the state page of the log, NULL if it cannot be read
 * @missing: the value that was passed to xgl_incident_set_missing()
 * @delay: the delay until the next run of the reconciler
 */
static struct fake {
	struct pci_dev pdev;
	struct pci_dev stuck;
	struct device_driver xe;
	struct device_driver other;
	unsigned int registered;
	unsigned int registrations;
	int register_error;
	unsigned int added;
	int add_error;
	struct xgl_xe_layout *of_xe;
	unsigned long lasts;
	int layout;
	unsigned int layout_reads;
	enum xgl_xe_status session;
	unsigned long gts;
	enum xgl_xe_status log;
	int record_error;
	unsigned int adds;
	unsigned int recorders;
	struct xgl_snapshot *snap;
	unsigned int missing;
	unsigned long delay;
} *fake;

static const struct xgl_source_ops fake_ops;

static struct xgl_device *fake_register(const char *name, struct xgl_source *src)
{
	if (fake->register_error)
		return ERR_PTR(fake->register_error);
	fake->registered++;
	fake->registrations++;
	return (struct xgl_device *)src;
}

static void fake_unregister(struct xgl_device *dev)
{
	fake->registered--;
}

static int fake_layout_read(void)
{
	fake->layout_reads++;
	return fake->layout;
}

static struct xgl_xe_layout *fake_layout_get(void)
{
	if (fake->of_xe)
		kref_get(&fake->of_xe->ref);
	return fake->of_xe;
}

static void not_released(struct kref *ref)
{
	WARN_ON(1);
}

static void fake_layout_put(struct xgl_xe_layout *layout)
{
	if (layout)
		kref_put(&layout->ref, not_released);
}

static int fake_add(struct xgl_device *dev, unsigned int gt)
{
	fake->added += !fake->add_error;
	return fake->add_error;
}

static void fake_remove(struct xgl_device *dev, unsigned int gt)
{
}

static enum xgl_xe_status fake_try(struct xgl_xe_session *s)
{
	unsigned int n;

	memset(s, 0, offsetof(typeof(*s), chunk));
	for (n = 0; n < XGL_MAX_GTS; n++)
		if (fake->gts & BIT(n))
			s->gt[n] = fake;
	return fake->session;
}

static int fake_record(void)
{
	if (fake->record_error)
		return fake->record_error;
	fake->adds++;
	fake->recorders++;
	return 0;
}

#undef for_each_pci_dev
#define for_each_pci_dev(d)		for (d = &fake->pdev; d; d = NULL)
#define driver_find(name, bus)		(&fake->xe)
#define xgl_device_register		fake_register
#define xgl_device_unregister		fake_unregister
#define xgl_device_add_gt		fake_add
#define xgl_device_remove_gt		fake_remove
#define xgl_incident_add(src, dev, gt)	((void)(src), fake_record())
#define xgl_incident_remove(src, gt)	((void)(gt))
#define xgl_incident_set_missing(n)	(fake->missing = (n))
#define xgl_xe_session_try(s, pdev)	fake_try(s)
#define xgl_xe_session_end(s)		((void)(s))
#define xgl_xe_find_log(s, gt, buffer)	((void)(buffer), fake->log)
#define xgl_snapshot_take_with(src, gt, extent, resume) (fake->snap ?: ERR_PTR(-EAGAIN))
#define xgl_snapshot_free(snap)		((void)(snap))
#define queue_delayed_work(wq, work, time) (fake->delay = (time))
#define xgl_debugfs_measure()		((void)0)
#define xgl_last_gts(name)		fake->lasts
#define xgl_last_get(name, gt)		NULL
#define xgl_last_exit()			((void)0)
#define xgl_saver_unbind(dev)		((void)(dev))
#define xgl_xe_layout_read		fake_layout_read
#define xgl_xe_layout_invalidate()	((void)0)
#define xgl_xe_layout_get		fake_layout_get
#define xgl_xe_layout_put		fake_layout_put
#define xgl_xe_ops			fake_ops
#define xgl_xe_init			fake_init
#define xgl_xe_exit			fake_exit

int fake_init(void);
void fake_exit(void);

#include "../xgl_xe_bus.c"

static int xgl_xe_bus_init(struct kunit *test)
{
	fake = kunit_kzalloc(test, sizeof(*fake), GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, fake);
	device_initialize(&fake->pdev.dev);
	fake->pdev.dev.init_name = "0000:03:00.0";
	fake->pdev.vendor = PCI_VENDOR_ID_INTEL;
	fake->pdev.class = PCI_BASE_CLASS_DISPLAY << 16;
	fake->pdev.error_state = pci_channel_io_normal;
	fake->xe.name = XGL_XE_DRIVER;
	fake->other.name = "i915";
	fake->session = XGL_XE_NO_LAYOUT;
	fake->snap = kunit_kzalloc(test, sizeof(*fake->snap), GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, fake->snap);
	fake->snap->log.region[GUC_REGION_EVENT].present = true;
	retry = RETRY_FIRST;
	missing = 0;
	return 0;
}

static void xgl_xe_bus_exit(struct kunit *test)
{
	struct xgl_xe *gpu, *next;

	if (!fake)
		return;
	list_for_each_entry_safe(gpu, next, &gpus, node)
		drop_gpu(gpu);
	drop_gone(NULL);
	KUNIT_EXPECT_EQ(test, fake->registered, 0);
	fake = NULL;
}

/*
 * A GPU of any PCI class must be shown: Crescent Island is a processing accelerator, others are
 * display controllers.
 */
static void xgl_xe_bus_shows_any_class(struct kunit *test)
{
	static const u32 classes[] = {
		PCI_CLASS_DISPLAY_VGA << 8, PCI_CLASS_DISPLAY_OTHER << 8, 0x120000, 0,
	};
	unsigned int i;

	fake->pdev.dev.driver = &fake->xe;
	for (i = 0; i < ARRAY_SIZE(classes); i++) {
		fake->pdev.class = classes[i];
		KUNIT_EXPECT_EQ(test, 0, show_bound());
		KUNIT_EXPECT_EQ_MSG(test, fake->registered, 1, "class %06x", classes[i]);
		fake->pdev.dev.driver = NULL;
		KUNIT_EXPECT_EQ(test, 0, drop_unbound());
		KUNIT_EXPECT_EQ(test, fake->registered, 0);
		fake->pdev.dev.driver = &fake->xe;
	}
}

/*
 * The lock of a device of another driver must not be taken, because the driver may hold it for a
 * long time.
 */
static void xgl_xe_bus_leaves_other_drivers_alone(struct kunit *test)
{
	fake->pdev.dev.driver = &fake->other;
	device_lock(&fake->pdev.dev);
	KUNIT_EXPECT_EQ(test, 0, show_bound());
	KUNIT_EXPECT_EQ(test, fake->registered, 0);
	KUNIT_EXPECT_EQ(test, fake->layout_reads, 0);
	device_unlock(&fake->pdev.dev);
}

/* If a device is locked, show_bound() and drop_unbound() must return -EBUSY and not wait. */
static void xgl_xe_bus_does_not_wait(struct kunit *test)
{
	fake->pdev.dev.driver = &fake->xe;
	device_lock(&fake->pdev.dev);
	KUNIT_EXPECT_EQ(test, -EBUSY, show_bound());
	KUNIT_EXPECT_EQ(test, fake->registered, 0);
	device_unlock(&fake->pdev.dev);
	KUNIT_EXPECT_EQ(test, 0, show_bound());
	KUNIT_EXPECT_EQ(test, fake->registered, 1);
	/* another driver drives the device and holds the device's lock */
	fake->pdev.dev.driver = &fake->other;
	device_lock(&fake->pdev.dev);
	KUNIT_EXPECT_EQ(test, -EBUSY, drop_unbound());
	KUNIT_EXPECT_EQ(test, fake->registered, 1);
	device_unlock(&fake->pdev.dev);
	KUNIT_EXPECT_EQ(test, 0, drop_unbound());
	KUNIT_EXPECT_EQ(test, fake->registered, 0);
}

/* A GPU that was unbound must keep a directory for its last logs, until it is bound again. */
static void xgl_xe_bus_shows_last_logs(struct kunit *test)
{
	fake->pdev.dev.driver = &fake->xe;
	KUNIT_EXPECT_EQ(test, 0, show_bound());
	fake->lasts = 1;
	fake->pdev.dev.driver = NULL;
	KUNIT_EXPECT_EQ(test, 0, drop_unbound());
	KUNIT_EXPECT_EQ(test, fake->registered, 1);
	KUNIT_EXPECT_EQ(test, fake->registrations, 2);
	fake->pdev.dev.driver = &fake->xe;
	KUNIT_EXPECT_EQ(test, 0, show_bound());
	KUNIT_EXPECT_EQ(test, fake->registered, 1);
	KUNIT_EXPECT_EQ(test, fake->registrations, 3);
	KUNIT_EXPECT_TRUE(test, list_empty(&gone_gpus));
}

/*
 * If memory is lacking for the directories of last logs, drop_unbound() must return -ENOMEM, so
 * that the reconciler runs again, and must then make the missing ones. It must return no other
 * error.
 */
static void xgl_xe_bus_shows_last_logs_later(struct kunit *test)
{
	fake->pdev.dev.driver = &fake->xe;
	KUNIT_EXPECT_EQ(test, 0, show_bound());
	fake->lasts = 3;
	fake->pdev.dev.driver = NULL;
	fake->added = 0;
	fake->register_error = -ENOMEM;
	KUNIT_EXPECT_EQ(test, -ENOMEM, drop_unbound());
	KUNIT_EXPECT_EQ(test, fake->registered, 0);
	fake->register_error = 0;
	fake->add_error = -ENOMEM;
	KUNIT_EXPECT_EQ(test, -ENOMEM, drop_unbound());
	KUNIT_EXPECT_EQ(test, fake->registered, 1);
	fake->add_error = -EIO;
	KUNIT_EXPECT_EQ(test, 0, drop_unbound());
	KUNIT_EXPECT_EQ(test, fake->added, 0);
	fake->add_error = 0;
	KUNIT_EXPECT_EQ(test, 0, drop_unbound());
	KUNIT_EXPECT_EQ(test, fake->added, 2);
	KUNIT_EXPECT_EQ(test, 0, drop_unbound());
	KUNIT_EXPECT_EQ(test, fake->added, 2);
	KUNIT_EXPECT_EQ(test, fake->registrations, 2);
}

/*
 * If the layout of xe cannot be read, the device must be shown nevertheless, and the next call must
 * try to read the layout again.
 */
static void xgl_xe_bus_tries_the_layout_again(struct kunit *test)
{
	fake->pdev.dev.driver = &fake->xe;
	fake->layout = -EAGAIN;
	KUNIT_EXPECT_EQ(test, -EAGAIN, show_bound());
	KUNIT_EXPECT_EQ(test, fake->registered, 1);
	fake->layout = 0;
	KUNIT_EXPECT_EQ(test, 0, show_bound());
	KUNIT_EXPECT_EQ(test, fake->layout_reads, 2);
	KUNIT_EXPECT_EQ(test, fake->registered, 1);
}

static struct xgl_xe_layout *new_layout(struct kunit *test)
{
	struct xgl_xe_layout *layout = kunit_kzalloc(test, sizeof(*layout), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, layout);
	kref_init(&layout->ref);
	return layout;
}

/*
 * If a device is unbound, and another xe is loaded and bound to the device before the reconciler
 * (the work item that adds and removes the directories of devices) runs, the reconciler must
 * register the device again and drop the layout of the former xe. As long as the same xe stays
 * loaded, the device must stay registered.
 */
static void xgl_xe_bus_notices_another_xe(struct kunit *test)
{
	struct xgl_xe_layout *former = new_layout(test), *present = new_layout(test);

	fake->pdev.dev.driver = &fake->xe;
	KUNIT_EXPECT_EQ(test, 0, show_bound());
	fake->of_xe = former;
	KUNIT_EXPECT_EQ(test, 0, show_bound());
	KUNIT_EXPECT_EQ(test, 0, show_bound());
	KUNIT_EXPECT_EQ(test, fake->registrations, 1);
	fake->of_xe = present;
	KUNIT_EXPECT_EQ(test, 0, show_bound());
	KUNIT_EXPECT_EQ(test, fake->registrations, 2);
	KUNIT_EXPECT_EQ(test, fake->registered, 1);
	KUNIT_EXPECT_EQ(test, 1, kref_read(&former->ref));
	KUNIT_EXPECT_EQ(test, 0, show_bound());
	KUNIT_EXPECT_EQ(test, fake->registrations, 2);
	/* the layout of the next xe cannot be read yet */
	fake->of_xe = NULL;
	fake->layout = -EAGAIN;
	KUNIT_EXPECT_EQ(test, -EAGAIN, show_bound());
	KUNIT_EXPECT_EQ(test, fake->registrations, 3);
	KUNIT_EXPECT_EQ(test, 1, kref_read(&present->ref));
}

/*
 * If the directory of a GPU cannot be made, its incidents must be recorded nevertheless, and the
 * directory must be made later.
 */
static void xgl_xe_bus_records_without_a_directory(struct kunit *test)
{
	fake->pdev.dev.driver = &fake->xe;
	fake->session = XGL_XE_OK;
	fake->gts = 3;
	fake->register_error = -EEXIST;
	reconcile(NULL);
	KUNIT_EXPECT_EQ(test, fake->adds, 2);
	KUNIT_EXPECT_EQ(test, fake->missing, 0);
	KUNIT_EXPECT_EQ(test, fake->delay, RETRY_FIRST);
	fake->register_error = 0;
	reconcile(NULL);
	KUNIT_EXPECT_EQ(test, fake->registered, 1);
	KUNIT_EXPECT_EQ(test, fake->added, 2);
	/* The recorders use the pollers of the files, so they are started again. */
	KUNIT_EXPECT_EQ(test, fake->adds, 4);
	reconcile(NULL);
	KUNIT_EXPECT_EQ(test, fake->adds, 4);
	KUNIT_EXPECT_EQ(test, fake->added, 2);
}

/*
 * Each GPU that xe drives and whose incidents cannot be recorded must be counted, and must be tried
 * again with growing delays. No recorder must be started for a GT that has no log: it could not
 * read the log, and would print an error at each hang.
 */
static void xgl_xe_bus_counts_what_is_not_recorded(struct kunit *test)
{
	static const struct {
		enum xgl_xe_status session, log;
		unsigned long gts;
		unsigned int missing, adds;
	} rows[] = {
		{ XGL_XE_OK, XGL_XE_OK, 0, 1, 0 },
		{ XGL_XE_SURVIVABILITY, XGL_XE_OK, 0, 1, 0 },
		{ XGL_XE_UNSUPPORTED, XGL_XE_OK, 0, 1, 0 },
		{ XGL_XE_OK, XGL_XE_VF, 1, 1, 0 },
		{ XGL_XE_OK, XGL_XE_NO_GUC, 3, 2, 0 },
		{ XGL_XE_OK, XGL_XE_NO_LOG, 1, 1, 0 },
		{ XGL_XE_OK, XGL_XE_INCONSISTENT, 1, 1, 0 },
		{ XGL_XE_OK, XGL_XE_SUSPENDED, 1, 0, 1 },
		{ XGL_XE_OK, XGL_XE_OK, 3, 0, 2 },
	};
	unsigned long delay = RETRY_FIRST;
	unsigned int i;

	fake->pdev.dev.driver = &fake->xe;
	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		fake->session = rows[i].session;
		fake->log = rows[i].log;
		fake->gts = rows[i].gts;
		fake->delay = 0;
		reconcile(NULL);
		KUNIT_EXPECT_EQ_MSG(test, fake->missing, rows[i].missing, "row %u", i);
		KUNIT_EXPECT_EQ_MSG(test, fake->adds, rows[i].adds, "row %u", i);
		KUNIT_EXPECT_EQ_MSG(test, fake->delay, rows[i].missing ? delay : 0, "row %u", i);
		delay *= 2;
	}
	KUNIT_EXPECT_EQ(test, retry, RETRY_FIRST);
}

/*
 * If the recorder of a GT cannot be started, the GT must be counted and tried again. The
 * directories must be complete nevertheless.
 */
static void xgl_xe_bus_starts_a_recorder_later(struct kunit *test)
{
	fake->pdev.dev.driver = &fake->xe;
	fake->session = XGL_XE_OK;
	fake->gts = 3;
	fake->record_error = -ENOMEM;
	KUNIT_EXPECT_EQ(test, 0, show_bound());
	KUNIT_EXPECT_EQ(test, fake->missing, 2);
	KUNIT_EXPECT_EQ(test, fake->added, 2);
	reconcile(NULL);
	KUNIT_EXPECT_EQ(test, fake->delay, RETRY_FIRST);
	fake->record_error = 0;
	reconcile(NULL);
	KUNIT_EXPECT_EQ(test, fake->adds, 2);
	KUNIT_EXPECT_EQ(test, fake->missing, 0);
	KUNIT_EXPECT_EQ(test, retry, RETRY_FIRST);
}

/* A log without a valid state page must be counted, until the page is valid. */
static void xgl_xe_bus_tests_the_log(struct kunit *test)
{
	struct xgl_snapshot *snap = kunit_kzalloc(test, sizeof(*snap), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, snap);
	fake->pdev.dev.driver = &fake->xe;
	fake->session = XGL_XE_OK;
	fake->gts = 1;
	fake->snap = snap;
	reconcile(NULL);
	KUNIT_EXPECT_EQ(test, fake->missing, 1);
	KUNIT_EXPECT_EQ(test, fake->recorders, 1);
	/* It cannot be read now, so it is tested again later. */
	fake->snap = NULL;
	fake->delay = 0;
	reconcile(NULL);
	KUNIT_EXPECT_EQ(test, fake->missing, 0);
	KUNIT_EXPECT_NE(test, fake->delay, 0);
	fake->snap = snap;
	snap->log.region[GUC_REGION_EVENT].present = true;
	fake->delay = 0;
	reconcile(NULL);
	KUNIT_EXPECT_EQ(test, fake->missing, 0);
	KUNIT_EXPECT_EQ(test, fake->delay, 0);
	snap->log.region[GUC_REGION_EVENT].present = false;
	reconcile(NULL);
	KUNIT_EXPECT_EQ(test, fake->missing, 0);
}

/*
 * A device that stays locked must not hide other GPUs, and the reconciler must run ever more
 * rarely. A locked GPU without a recorder must be counted.
 */
static void xgl_xe_bus_is_not_stuck(struct kunit *test)
{
	struct xgl_xe *gpu;
	unsigned int i;

	device_initialize(&fake->stuck.dev);
	fake->stuck.dev.init_name = "0000:04:00.0";
	fake->stuck.dev.driver = &fake->other;
	gpu = add_gpu(&fake->stuck);
	KUNIT_ASSERT_NOT_NULL(test, gpu);
	device_lock(&fake->stuck.dev);
	fake->pdev.dev.driver = &fake->xe;
	fake->session = XGL_XE_OK;
	fake->gts = 1;
	reconcile(NULL);
	KUNIT_EXPECT_EQ(test, fake->recorders, 1);
	KUNIT_EXPECT_EQ(test, fake->missing, 0);
	for (i = 0; i < 20; i++)
		reconcile(NULL);
	KUNIT_EXPECT_EQ(test, fake->delay, RETRY_LAST);
	device_unlock(&fake->stuck.dev);
	reconcile(NULL);
	KUNIT_EXPECT_EQ(test, retry, RETRY_FIRST);
	/* The locked GPU is not known. */
	drop_gpu(find_gpu(&fake->pdev));
	device_lock(&fake->pdev.dev);
	reconcile(NULL);
	KUNIT_EXPECT_EQ(test, fake->missing, 1);
	device_unlock(&fake->pdev.dev);
}

static struct kunit_case xgl_xe_bus_cases[] = {
	KUNIT_CASE(xgl_xe_bus_shows_any_class),
	KUNIT_CASE(xgl_xe_bus_leaves_other_drivers_alone),
	KUNIT_CASE(xgl_xe_bus_does_not_wait),
	KUNIT_CASE(xgl_xe_bus_shows_last_logs),
	KUNIT_CASE(xgl_xe_bus_shows_last_logs_later),
	KUNIT_CASE(xgl_xe_bus_tries_the_layout_again),
	KUNIT_CASE(xgl_xe_bus_notices_another_xe),
	KUNIT_CASE(xgl_xe_bus_records_without_a_directory),
	KUNIT_CASE(xgl_xe_bus_counts_what_is_not_recorded),
	KUNIT_CASE(xgl_xe_bus_starts_a_recorder_later),
	KUNIT_CASE(xgl_xe_bus_tests_the_log),
	KUNIT_CASE(xgl_xe_bus_is_not_stuck),
	{}
};

static struct kunit_suite xgl_xe_bus_suite = {
	.name = "xgl_xe_bus",
	.init = xgl_xe_bus_init,
	.exit = xgl_xe_bus_exit,
	.test_cases = xgl_xe_bus_cases,
};

kunit_test_suite(xgl_xe_bus_suite);
