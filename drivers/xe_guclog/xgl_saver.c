// SPDX-License-Identifier: GPL-2.0-only
/*
 * This file copies a log before the log is lost, and keeps the copy as the last log of the GT (see
 * xgl_last.h). A log is lost in these cases:
 *
 * When xe is unbound from a GPU, xe frees its logs. Each log is copied before that.
 *
 * When the xe of Linux 6.12 suspends a GPU, the later resume starts a new log. A log in system
 * memory is copied before the resume.
 *
 * After a sleep of the system, the firmware may be loaded again, which starts a new log. The log of
 * an active GPU is copied before the system goes to sleep, because a log in VRAM cannot be read any
 * more while xe suspends the device. The copy is kept only if the firmware was loaded again.
 *
 * A GT reset is an incident: xgl_incident.c copies the log.
 */
#include "xgl_saver.h"

#include <linux/cleanup.h>
#include <linux/delay.h>
#include <linux/device.h>
#include <linux/err.h>
#include <linux/ktime.h>
#include <linux/list.h>
#include <linux/mutex.h>
#include <linux/slab.h>
#include <linux/workqueue.h>

#include "abi/guc_log_abi.h"
#include "guc_incident.h"
#include "guc_log.h"
#include "xgl_incident.h"
#include "xgl_last.h"
#include "xgl_snapshot.h"
#include "xgl_source.h"
#include "xgl_trigger.h"

/*
 * Number of attempts to copy a log before or after a sleep of the system, and the time between two
 * attempts.
 */
#define SLEEP_TRIES	5
#define SLEEP_TRY_US	(10 * USEC_PER_MSEC)

/**
 * struct xgl_saver - the saver of the log of a GT
 * @node: entry in the list of savers
 * @src: source of the device's logs
 * @dev: the GPU; exists until xgl_saver_stop()
 * @gt: number of the GT
 * @suspend: work item that copies the log of a GPU that is being suspended
 * @suspending: @suspend is queued or runs
 * @has_states: @states are valid; written by the probe that queues @suspend, like @states
 *	and @suspend_ns
 * @states: states of the log's regions when the suspend began
 * @suspend_ns: time at which the suspend began, CLOCK_BOOTTIME
 * @kept_ns: @suspend_ns of the latest suspend for which the log was copied and kept
 * @sleep: work item that copies the log before the system goes to sleep, and
 *	keeps or drops the copy when the system is awake again
 * @slept: the copy from before the system sleep, NULL if there is none; used by @sleep only,
 *	like @slept_ns
 * @slept_ns: time at which @slept was copied, CLOCK_BOOTTIME
 */
struct xgl_saver {
	struct list_head node;
	struct xgl_source *src;
	struct device *dev;
	unsigned int gt;
	struct work_struct suspend;
	atomic_t suspending;
	bool has_states;
	u8 states[XGL_STATES_BYTES];
	u64 suspend_ns;
	u64 kept_ns;
	struct work_struct sleep;
	struct xgl_snapshot *slept;
	u64 slept_ns;
};

static struct workqueue_struct *sleep_wq;
static LIST_HEAD(savers);
/* Protects the list of savers. This lock may be taken while the lock of a device is held. */
static DEFINE_MUTEX(savers_lock);

/*
 * Copy the log of a GPU that is being suspended. If the GPU was resumed before the copy is made,
 * the new log is copied; xgl_snapshot_compare() then finds the former log's events in the copy.
 */
static void suspend_work(struct work_struct *work)
{
	struct xgl_saver *s = container_of(work, struct xgl_saver, suspend);
	struct guc_incident_change change = { 0 };
	struct xgl_snapshot *snap;

	snap = xgl_snapshot_take_with(s->src, s->gt, XGL_EXTENT_NEEDED, XGL_RESUME_NEVER);
	if (!IS_ERR(snap)) {
		if (s->has_states)
			xgl_snapshot_compare(snap, s->states, sizeof(s->states), &change);
		xgl_last_keep(dev_name(s->dev), s->gt, snap, change.restarted ?
			      "suspend, copied after the resume" : "suspend", s->suspend_ns);
		WRITE_ONCE(s->kept_ns, s->suspend_ns);
	}
	atomic_set_release(&s->suspending, 0);
}

/*
 * Copy the log without waiting for the lock of the device, because waiting could be a deadlock: the
 * PM notifier of this module waits for this function; and the task that holds the lock of the
 * device may wait for PM notifiers to return, because the xe of Linux 7.3 registers a PM notifier
 * while it is being bound, and unregisters it while it is being unbound.
 */
static struct xgl_snapshot *try_copy(struct xgl_saver *s, enum xgl_extent extent)
{
	unsigned int tries = SLEEP_TRIES;
	struct xgl_snapshot *snap;

	for (;;) {
		snap = xgl_snapshot_take_with(s->src, s->gt, extent, XGL_RESUME_FOLLOW);
		if (snap != ERR_PTR(-EAGAIN) || !--tries)
			return snap;
		fsleep(SLEEP_TRY_US);
	}
}

/* Return: whether the firmware may have been loaded again since the copy @then. */
static bool was_loaded(struct xgl_saver *s, const struct xgl_snapshot *then)
{
	struct xgl_snapshot *now = try_copy(s, XGL_EXTENT_STATE);
	struct guc_incident_change change = { 0 };

	if (IS_ERR(now))
		return true;
	guc_incident_compare(&change, &then->log.region[GUC_REGION_EVENT],
			     &now->log.region[GUC_REGION_EVENT]);
	xgl_snapshot_free(now);
	return !change.is_known || change.restarted;
}

/* Before a sleep of the system, copy the log. After the sleep, keep or drop this copy. */
static void sleep_work(struct work_struct *work)
{
	struct xgl_saver *s = container_of(work, struct xgl_saver, sleep);
	struct xgl_snapshot *snap = s->slept;

	s->slept = NULL;
	if (xgl_incident_sleeps() % 2) {
		xgl_snapshot_free(snap);
		snap = try_copy(s, XGL_EXTENT_NEEDED);
		s->slept = IS_ERR(snap) ? NULL : snap;
		s->slept_ns = ktime_get_boottime_ns();
		return;
	}
	if (!snap)
		return;
	if (READ_ONCE(s->kept_ns) < s->slept_ns && was_loaded(s, snap))
		xgl_last_keep(dev_name(s->dev), s->gt, snap, "system sleep", s->slept_ns);
	else
		xgl_snapshot_free(snap);
}

/**
 * xgl_saver_sleep() - copy the logs before a sleep of the system; after the sleep, keep the
 * copies if needed
 *
 * Call this after each change of the result of xgl_incident_sleeps(): once before the system goes
 * to sleep (devices are still in use then), and once when it is awake again.
 *
 * Context: process context, sleeps; the caller holds no lock that the source of a log (see
 * xgl_source.h) takes.
 */
void xgl_saver_sleep(void)
{
	struct xgl_saver *s;

	scoped_guard(mutex, &savers_lock)
		list_for_each_entry(s, &savers, node)
			queue_work(sleep_wq, &s->sleep);
	flush_workqueue(sleep_wq);
}

/**
 * xgl_saver_suspending() - queue the work that copies the log of a GPU that xe is suspending
 * @s: the saver of the log of a GT
 * @layout: layout of the xe that is loaded
 * @xe: the struct xe_device
 *
 * Context: any, also hard interrupts; does not sleep.
 */
void xgl_saver_suspending(struct xgl_saver *s, const struct xel_layout *layout, const void *xe)
{
	/* xe stops the queues one by one, which causes several calls. Use only the first one. */
	if (atomic_cmpxchg_acquire(&s->suspending, 0, 1))
		return;
	s->has_states = xgl_trigger_states(layout, xe, s->gt, s->states);
	s->suspend_ns = ktime_get_boot_fast_ns();
	queue_work(system_highpri_wq, &s->suspend);
}

/**
 * xgl_saver_unbind() - keep the logs of a GPU from which xe is being unbound
 * @dev: the GPU
 *
 * Context: process context, may sleep; the lock of the device is held.
 */
void xgl_saver_unbind(const struct device *dev)
{
	struct xgl_snapshot *snap;
	struct xgl_saver *s;

	guard(mutex)(&savers_lock);
	list_for_each_entry(s, &savers, node) {
		if (s->dev != dev)
			continue;
		snap = xgl_snapshot_take_with(s->src, s->gt, XGL_EXTENT_NEEDED,
					      XGL_RESUME_LOCKED);
		if (!IS_ERR(snap))
			xgl_last_keep(dev_name(dev), s->gt, snap, "unbind",
				      ktime_get_boottime_ns());
	}
}

/**
 * xgl_saver_start() - begin to save the log of a GT before it is lost
 * @src: source of the GPU's logs
 * @dev: the GPU; @src and @dev must exist until xgl_saver_stop()
 * @gt: number of the GT
 *
 * Context: process context, may sleep.
 * Return: the saver, or NULL if there is no memory.
 */
struct xgl_saver *xgl_saver_start(struct xgl_source *src, struct device *dev, unsigned int gt)
{
	struct xgl_saver *s = kvzalloc(sizeof(*s), GFP_KERNEL);

	if (!s)
		return NULL;
	s->src = src;
	s->dev = dev;
	s->gt = gt;
	INIT_WORK(&s->suspend, suspend_work);
	INIT_WORK(&s->sleep, sleep_work);
	scoped_guard(mutex, &savers_lock)
		list_add_tail(&s->node, &savers);
	return s;
}

/**
 * xgl_saver_stop() - stop saving the log of a GT
 * @s: from xgl_saver_start(); no probe uses it any more
 *
 * Context: process context, sleeps. The caller must not hold a lock that the source
 * takes.
 */
void xgl_saver_stop(struct xgl_saver *s)
{
	scoped_guard(mutex, &savers_lock)
		list_del(&s->node);
	cancel_work_sync(&s->suspend);
	cancel_work_sync(&s->sleep);
	xgl_snapshot_free(s->slept);
	kvfree(s);
}

/**
 * xgl_saver_init() - allocate the workqueue for copies before a sleep of the
 * system
 *
 * Context: process context, may sleep.
 * Return: 0 or -ENOMEM.
 */
int __init xgl_saver_init(void)
{
	sleep_wq = alloc_workqueue("xe_guclog_sleep", WQ_UNBOUND, 0);
	return sleep_wq ? 0 : -ENOMEM;
}

/**
 * xgl_saver_exit() - free the workqueue for copies before a sleep of the system
 *
 * Context: process context, sleeps; every saver must have been stopped.
 */
void xgl_saver_exit(void)
{
	destroy_workqueue(sleep_wq);
}
