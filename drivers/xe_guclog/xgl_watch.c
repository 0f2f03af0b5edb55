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
 *
 * This file also detects resets that no tracepoint of xe shows: those of a GT that has no queues.
 * The event ring shows them. About once a second, a poll reads the state of the ring and the newest
 * event of the previous poll. The timer of the polls does not wake an idle CPU. A poll does not
 * wait for the lock of the device, and does not resume the device.
 */
#include "xgl_watch.h"

#include <linux/cleanup.h>
#include <linux/delay.h>
#include <linux/err.h>
#include <linux/ktime.h>
#include <linux/list.h>
#include <linux/mutex.h>
#include <linux/slab.h>
#include <linux/workqueue.h>

#include "abi/guc_log_abi.h"
#include "guc_incident.h"
#include "guc_log.h"
#include "xgl_compat.h"
#include "xgl_cursor.h"
#include "xgl_incident.h"
#include "xgl_last.h"
#include "xgl_snapshot.h"
#include "xgl_source.h"
#include "xgl_trigger.h"

/* Time between two polls, in jiffies. */
#define PERIOD		HZ
/*
 * If xe stopped a queue after the last poll or within this time (in ns) before it, a load of the
 * firmware after the last poll belongs to a GT reset or a suspend that the tracepoints of xe have
 * already shown. The time since the last poll can be long, because the timer of the polls does not
 * wake an idle CPU. Therefore the limit is relative to the last poll and not to the present time.
 */
#define KNOWN_NS	(5ull * NSEC_PER_SEC)
/*
 * Number of attempts to copy a log before or after a sleep of the system, and the time between two
 * attempts.
 */
#define SLEEP_TRIES	5
#define SLEEP_TRY_US	(10 * USEC_PER_MSEC)

/**
 * struct xgl_watch - the watch over the log of a GT
 * @node: entry in the list of watches
 * @src: source of the device's logs
 * @dev: the GPU; exists until xgl_watch_stop()
 * @gt: number of the GT
 * @poll: work item of the next poll
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
 * @stopped_ns: time at which xe last stopped a queue, CLOCK_BOOTTIME
 * @polled_ns: time of the last poll, CLOCK_BOOTTIME
 * @asleep_ns: total time for which runtime PM had suspended the GPU at the last
 *	poll
 * @sleeps: value of xgl_incident_sleeps() at the last poll
 * @unbound: xe was unbound since the last poll; used only with the lock of the device
 *	held
 * @cursor: position in the event ring after the newest event of the last poll; used by @poll
 *	only, like the members below
 * @log: parsed from @page
 * @page: the state page
 */
struct xgl_watch {
	struct list_head node;
	struct xgl_source *src;
	struct device *dev;
	unsigned int gt;
	struct delayed_work poll;
	struct work_struct suspend;
	atomic_t suspending;
	bool has_states;
	u8 states[XGL_STATES_BYTES];
	u64 suspend_ns;
	u64 kept_ns;
	struct work_struct sleep;
	struct xgl_snapshot *slept;
	u64 slept_ns;
	u64 stopped_ns;
	u64 polled_ns;
	u64 asleep_ns;
	unsigned int sleeps;
	bool unbound;
	struct xgl_cursor cursor;
	struct guc_log log;
	u8 page[GUC_LOG_STATE_PAGE_SIZE];
};

static struct workqueue_struct *sleep_wq;
static LIST_HEAD(watches);
/* Protects the list of watches. This lock may be taken while the lock of a device is held. */
static DEFINE_MUTEX(watches_lock);

/*
 * Return: whether something has happened since the last poll after which a load of the firmware is
 * normal: the device or the system was suspended, or xe has stopped a queue.
 */
static bool is_expected(const struct xgl_watch *w, u64 asleep_ns, unsigned int sleeps)
{
	return asleep_ns != w->asleep_ns || sleeps != w->sleeps ||
	       w->polled_ns < READ_ONCE(w->stopped_ns) + KNOWN_NS;
}

/*
 * Poll the event ring. Return: whether the firmware was loaded again since the last poll, and no
 * tracepoint of xe has shown the reason.
 */
static bool poll_ring(struct xgl_watch *w)
{
	struct xgl_source_session session = {
		.src = w->src, .gt = w->gt, .resume = XGL_RESUME_FOLLOW,
	};
	u64 asleep_ns = xgl_pm_suspended_ns(w->dev);
	unsigned int sleeps = xgl_incident_sleeps();
	enum xgl_cursor_news news = XGL_CURSOR_MOVED;
	u64 now = ktime_get_boottime_ns();
	bool loaded;

	if (xgl_source_begin(&session))
		return false;
	if (w->cursor.started && !w->unbound && !is_expected(w, asleep_ns, sleeps))
		news = xgl_cursor_check(&w->cursor, &session);
	loaded = news == XGL_CURSOR_RESTARTED;
	if (news != XGL_CURSOR_SAME && news != XGL_CURSOR_UNKNOWN)
		xgl_cursor_start(&w->cursor, &session, &w->log, w->page);
	w->asleep_ns = asleep_ns;
	w->sleeps = sleeps;
	w->polled_ns = now;
	w->unbound = false;
	return !xgl_source_end(&session) && loaded;
}

static void watch_poll_work(struct work_struct *work)
{
	struct xgl_watch *w = container_of(to_delayed_work(work), struct xgl_watch, poll);

	if (poll_ring(w))
		xgl_incident_of_load(w->src, w->gt);
	queue_delayed_work(system_freezable_power_efficient_wq, &w->poll, PERIOD);
}

/*
 * Copy the log of a GPU that is being suspended. If the GPU was resumed before the copy is made,
 * the new log is copied; xgl_snapshot_compare() then finds the former log's events in the copy.
 */
static void suspend_work(struct work_struct *work)
{
	struct xgl_watch *w = container_of(work, struct xgl_watch, suspend);
	struct guc_incident_change change = { 0 };
	struct xgl_snapshot *snap;

	snap = xgl_snapshot_take_with(w->src, w->gt, XGL_EXTENT_NEEDED, XGL_RESUME_NEVER);
	if (!IS_ERR(snap)) {
		if (w->has_states)
			xgl_snapshot_compare(snap, w->states, sizeof(w->states), &change);
		xgl_last_keep(dev_name(w->dev), w->gt, snap, change.restarted ?
			      "suspend, copied after the resume" : "suspend", w->suspend_ns);
		WRITE_ONCE(w->kept_ns, w->suspend_ns);
	}
	atomic_set_release(&w->suspending, 0);
}

/*
 * Copy the log without waiting for the lock of the device, because waiting could be a deadlock: the
 * PM notifier of this module waits for this function; and the task that holds the lock of the
 * device may wait for PM notifiers to return, because the xe of Linux 7.3 registers a PM notifier
 * while it is being bound, and unregisters it while it is being unbound.
 */
static struct xgl_snapshot *try_copy(struct xgl_watch *w, enum xgl_extent extent)
{
	unsigned int tries = SLEEP_TRIES;
	struct xgl_snapshot *snap;

	for (;;) {
		snap = xgl_snapshot_take_with(w->src, w->gt, extent, XGL_RESUME_FOLLOW);
		if (snap != ERR_PTR(-EAGAIN) || !--tries)
			return snap;
		fsleep(SLEEP_TRY_US);
	}
}

/* Return: whether the firmware may have been loaded again since the copy @then. */
static bool was_loaded(struct xgl_watch *w, const struct xgl_snapshot *then)
{
	struct xgl_snapshot *now = try_copy(w, XGL_EXTENT_STATE);
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
	struct xgl_watch *w = container_of(work, struct xgl_watch, sleep);
	struct xgl_snapshot *snap = w->slept;

	w->slept = NULL;
	if (xgl_incident_sleeps() % 2) {
		xgl_snapshot_free(snap);
		snap = try_copy(w, XGL_EXTENT_NEEDED);
		w->slept = IS_ERR(snap) ? NULL : snap;
		w->slept_ns = ktime_get_boottime_ns();
		return;
	}
	if (!snap)
		return;
	if (READ_ONCE(w->kept_ns) < w->slept_ns && was_loaded(w, snap))
		xgl_last_keep(dev_name(w->dev), w->gt, snap, "system sleep", w->slept_ns);
	else
		xgl_snapshot_free(snap);
}

/**
 * xgl_watch_sleep() - copy the logs before a sleep of the system; after the sleep, keep the
 * copies if needed
 *
 * Call this after each change of the result of xgl_incident_sleeps(): once before the system goes
 * to sleep (devices are still in use then), and once when it is awake again.
 *
 * Context: process context, sleeps; the caller holds no lock that the source of a log (see
 * xgl_source.h) takes.
 */
void xgl_watch_sleep(void)
{
	struct xgl_watch *w;

	scoped_guard(mutex, &watches_lock)
		list_for_each_entry(w, &watches, node)
			queue_work(sleep_wq, &w->sleep);
	flush_workqueue(sleep_wq);
}

/**
 * xgl_watch_stopped() - store the time at which xe stops a queue, as it does before a GT reset
 * or a suspend
 * @w: the watch over the log of a GT
 *
 * Context: any, also hard interrupts; does not sleep.
 */
void xgl_watch_stopped(struct xgl_watch *w)
{
	WRITE_ONCE(w->stopped_ns, ktime_get_boot_fast_ns());
}

/**
 * xgl_watch_suspending() - queue the work that copies the log of a GPU that xe is suspending
 * @w: the watch over the log of a GT
 * @layout: layout of the xe that is loaded
 * @xe: the struct xe_device
 *
 * Context: any, also hard interrupts; does not sleep.
 */
void xgl_watch_suspending(struct xgl_watch *w, const struct xel_layout *layout, const void *xe)
{
	/* xe stops the queues one by one, which causes several calls. Use only the first one. */
	if (atomic_cmpxchg_acquire(&w->suspending, 0, 1))
		return;
	w->has_states = xgl_trigger_states(layout, xe, w->gt, w->states);
	w->suspend_ns = ktime_get_boot_fast_ns();
	queue_work(system_highpri_wq, &w->suspend);
}

/**
 * xgl_watch_unbind() - keep the logs of a GPU from which xe is being unbound
 * @dev: the GPU
 *
 * Context: process context, may sleep; the lock of the device is held.
 */
void xgl_watch_unbind(const struct device *dev)
{
	struct xgl_snapshot *snap;
	struct xgl_watch *w;

	guard(mutex)(&watches_lock);
	list_for_each_entry(w, &watches, node) {
		if (w->dev != dev)
			continue;
		/*
		 * If xe is bound again before the reconciler of xgl_xe_bus.c runs, this watch is
		 * not stopped. The next poll then must not report the firmware load of the new
		 * bind as a reset.
		 */
		w->unbound = true;
		snap = xgl_snapshot_take_with(w->src, w->gt, XGL_EXTENT_NEEDED,
					      XGL_RESUME_LOCKED);
		if (!IS_ERR(snap))
			xgl_last_keep(dev_name(dev), w->gt, snap, "unbind",
				      ktime_get_boottime_ns());
	}
}

/**
 * xgl_watch_start() - begin to watch the log of a GT
 * @src: source of the GPU's logs
 * @dev: the GPU; @src and @dev must exist until xgl_watch_stop()
 * @gt: number of the GT
 *
 * Context: process context, may sleep.
 * Return: the watch, or NULL if there is no memory.
 */
struct xgl_watch *xgl_watch_start(struct xgl_source *src, struct device *dev, unsigned int gt)
{
	struct xgl_watch *w = kvzalloc(sizeof(*w), GFP_KERNEL);

	if (!w)
		return NULL;
	w->src = src;
	w->dev = dev;
	w->gt = gt;
	INIT_DEFERRABLE_WORK(&w->poll, watch_poll_work);
	INIT_WORK(&w->suspend, suspend_work);
	INIT_WORK(&w->sleep, sleep_work);
	scoped_guard(mutex, &watches_lock)
		list_add_tail(&w->node, &watches);
	queue_delayed_work(system_freezable_power_efficient_wq, &w->poll, PERIOD);
	return w;
}

/**
 * xgl_watch_stop() - stop watching the log of a GT
 * @w: from xgl_watch_start(); no probe uses it any more
 *
 * Context: process context, sleeps. The caller must not hold a lock that the source
 * takes.
 */
void xgl_watch_stop(struct xgl_watch *w)
{
	scoped_guard(mutex, &watches_lock)
		list_del(&w->node);
	cancel_delayed_work_sync(&w->poll);
	cancel_work_sync(&w->suspend);
	cancel_work_sync(&w->sleep);
	xgl_snapshot_free(w->slept);
	kvfree(w);
}

/**
 * xgl_watch_init() - allocate the workqueue for copies before a sleep of the
 * system
 *
 * Context: process context, may sleep.
 * Return: 0 or -ENOMEM.
 */
int __init xgl_watch_init(void)
{
	sleep_wq = alloc_workqueue("xe_guclog_sleep", WQ_UNBOUND, 0);
	return sleep_wq ? 0 : -ENOMEM;
}

/**
 * xgl_watch_exit() - free the workqueue for copies before a sleep of the system
 *
 * Context: process context, sleeps; every watch must have been stopped.
 */
void xgl_watch_exit(void)
{
	destroy_workqueue(sleep_wq);
}
