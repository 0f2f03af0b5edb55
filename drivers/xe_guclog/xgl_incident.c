// SPDX-License-Identifier: GPL-2.0-only
/*
 * This file makes a record of each incident. The probe of a trigger saves the
 * time and the states of the log, because a GT reset starts a new log within
 * milliseconds. Then it queues a work item, which copies the log.
 */
#include "xgl_incident.h"

#include <linux/cleanup.h>
#include <linux/delay.h>
#include <linux/device.h>
#include <linux/err.h>
#include <linux/ktime.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/pm.h>
#include <linux/rculist.h>
#include <linux/slab.h>
#include <linux/workqueue.h>

#include "abi/guc_log_abi.h"
#include "guc_text.h"
#include "xgl_anchor.h"
#include "xgl_dump.h"
#include "xgl_poller.h"
#include "xgl_snapshot.h"
#include "xgl_source.h"
#include "xgl_tracer.h"
#include "xgl_trigger.h"
#include "xgl_xe.h"

/*
 * Time from a trigger to its record. Further triggers of the same incident
 * follow within this time.
 */
#define GATHER_NS	(120 * NSEC_PER_MSEC)
/* Size in bytes of the text about an incident, and of that about the copy. */
#define MAX_NOTES	1024

/* State of the data that a probe saves in struct target. */
enum {
	FREE,		/* a trigger may start an incident */
	FILLING,	/* a probe writes the data */
	PENDING,	/* the work item reads the data */
};

/**
 * struct target - a GT whose incidents are recorded
 * @node: entry in the list of targets
 * @src: its source
 * @dev: the GPU, used for comparison only; the caller of xgl_incident_add()
 *	keeps it alive
 * @layout: layout of the xe that drives it; counted reference
 * @gt: its number
 * @state: FREE, FILLING or PENDING
 * @queue_state: likewise, for @queue; FREE while no queue is known
 * @seen: bit mask of the triggers since the incident began
 * @triggers: number of triggers
 * @trigger: the first trigger
 * @boottime_ns: time of the first trigger, in ns
 * @has_states: @states are valid
 * @states: states of the log at that time
 * @queue: facts about the queue that the incident concerns
 * @work: copies the log
 * @series: the series of incidents; used by @work only
 */
struct target {
	struct list_head node;
	struct xgl_source *src;
	struct device *dev;
	struct xgl_xe_layout *layout;
	unsigned int gt;
	atomic_t state;
	atomic_t queue_state;
	atomic_t seen;
	atomic_t triggers;
	enum guc_trigger trigger;
	u64 boottime_ns;
	bool has_states;
	u8 states[XGL_STATES_BYTES];
	struct xgl_queue_facts queue;
	struct work_struct work;
	struct guc_series series;
};

/* Probes read the list under RCU. Changes are made under the lock. */
static LIST_HEAD(targets);
static DEFINE_MUTEX(targets_lock);
static struct workqueue_struct *incident_wq;

static bool armed = true;
module_param_named(incidents, armed, bool, 0400);
MODULE_PARM_DESC(incidents, "copy the log when xe notices a hang (default: Y)");

/* xe also stops its queues before a suspend. This is not a hang. */
static bool is_suspending(const struct device *dev)
{
	bool suspending = false;

#ifdef CONFIG_PM
	suspending = READ_ONCE(dev->power.runtime_status) != RPM_ACTIVE;
#endif
#ifdef CONFIG_PM_SLEEP
	suspending |= dev->power.is_prepared;
#endif
	return suspending;
}

static void keep_queue(struct target *t, const struct xgl_queue_facts *queue)
{
	if (atomic_cmpxchg(&t->queue_state, FREE, FILLING) != FREE)
		return;
	t->queue = *queue;
	atomic_set_release(&t->queue_state, PENDING);
}

/*
 * Runs in a probe: takes no lock, allocates no memory and prints nothing. While
 * an incident is being recorded, a further trigger is only counted, so that a
 * burst of triggers costs little.
 */
static void trigger_one(struct target *t, enum guc_trigger trigger, const void *xe,
			const struct xgl_queue_facts *queue)
{
	u64 now = ktime_get_boot_fast_ns();

	if (atomic_read(&t->state) != FREE || !guc_incident_is_over(t->boottime_ns, now) ||
	    atomic_cmpxchg(&t->state, FREE, FILLING) != FREE) {
		atomic_or(BIT(trigger), &t->seen);
		atomic_inc(&t->triggers);
		if (queue && atomic_read(&t->state) != FREE)
			keep_queue(t, queue);
		return;
	}
	atomic_set(&t->queue_state, FREE);
	if (queue)
		keep_queue(t, queue);
	t->trigger = trigger;
	t->boottime_ns = now;
	atomic_set(&t->seen, BIT(trigger));
	atomic_set(&t->triggers, 1);
	t->has_states = xgl_trigger_states(&t->layout->layout, xe, t->gt, t->states);
	atomic_set_release(&t->state, PENDING);
	queue_work(incident_wq, &t->work);
}

/**
 * xgl_incident_log_flush() - handle the request to read the log of a GT
 * @xe: the struct xe_device
 * @gt: number of the GT
 *
 * The firmware requests this when the ring is half full. xe ignores the request. It
 * makes the poller of the GT look at once, if somebody waits.
 *
 * Context: any, also hard interrupts; does not sleep.
 */
void xgl_incident_log_flush(const void *xe, u32 gt)
{
	struct target *t;

	guard(rcu)();
	list_for_each_entry_rcu(t, &targets, node)
		if (t->gt == gt && xgl_trigger_device(&t->layout->layout, xe) == t->dev)
			xgl_poller_hurry(t->src, gt);
}

/**
 * xgl_incident_of_gt() - handle a trigger that concerns a GT
 * @trigger: the event
 * @xe: the struct xe_device
 * @gt: number of the GT
 *
 * Context: any, also hard interrupts; does not sleep.
 */
void xgl_incident_of_gt(enum guc_trigger trigger, const void *xe, u32 gt)
{
	struct target *t;

	guard(rcu)();
	list_for_each_entry_rcu(t, &targets, node) {
		if (t->gt != gt || xgl_trigger_device(&t->layout->layout, xe) != t->dev)
			continue;
		trigger_one(t, trigger, xe, NULL);
		return;
	}
}

/**
 * xgl_incident_of_queue() - handle a trigger that concerns a queue
 * @trigger: the event
 * @queue: the struct xe_exec_queue
 *
 * Context: any, also hard interrupts; does not sleep.
 */
void xgl_incident_of_queue(enum guc_trigger trigger, const void *queue)
{
	struct xgl_queue_facts facts;
	const void *xe, *dev;
	struct target *t;
	bool known;
	u32 gt;

	guard(rcu)();
	list_for_each_entry_rcu(t, &targets, node) {
		xe = xgl_trigger_queue_gt(&t->layout->layout, queue, &dev, &gt);
		if (!xe || gt != t->gt || dev != t->dev)
			continue;
		if (trigger == GUC_TRIGGER_GT_RESET && is_suspending(t->dev))
			return;
		known = xgl_trigger_queue_facts(&t->layout->layout, queue, &facts);
		if (known && facts.killed && trigger == GUC_TRIGGER_TIMEOUT)
			return;
		/* A GT reset stops the queues of all processes. */
		if (trigger == GUC_TRIGGER_GT_RESET)
			known = false;
		trigger_one(t, trigger, xe, known ? &facts : NULL);
		return;
	}
}

/**
 * xgl_incident_of_job() - handle a trigger that concerns a job
 * @trigger: the event
 * @job: the struct xe_sched_job
 *
 * Context: any, also hard interrupts; does not sleep.
 */
void xgl_incident_of_job(enum guc_trigger trigger, const void *job)
{
	const void *queue = NULL;
	struct target *t;

	scoped_guard(rcu) {
		t = list_first_or_null_rcu(&targets, struct target, node);
		if (t)
			queue = xgl_trigger_pointer(&t->layout->layout, job, XEL_JOB_QUEUE);
	}
	if (queue)
		xgl_incident_of_queue(trigger, queue);
}

/*
 * Compare the states. When the log was restarted, use the states saved by the
 * probe.
 */
static int compare_states(const struct target *t, struct xgl_snapshot *snap,
			  struct guc_incident *incident)
{
	size_t len = min_t(size_t, snap->image.len, GUC_LOG_STATE_PAGE_SIZE);
	struct guc_log *then;
	u8 *page;

	if (!t->has_states || len < XGL_STATES_BYTES)
		return 0;
	page = kmemdup(snap->image.data, len, GFP_KERNEL);
	then = kzalloc(sizeof(*then), GFP_KERNEL);
	if (page && then) {
		memcpy(page, t->states, XGL_STATES_BYTES);
		guc_log_parse_page(then, guc_view(page, len), snap->log.total);
		guc_incident_compare(incident, &then->region[GUC_REGION_EVENT],
				     &snap->log.region[GUC_REGION_EVENT]);
	}
	if (incident->restarted) {
		memcpy((u8 *)snap->image.data, t->states, XGL_STATES_BYTES);
		guc_log_parse(&snap->log, snap->image, snap->log.total);
	}
	kfree(then);
	kfree(page);
	return page && then ? 0 : -ENOMEM;
}

/* Fill in the facts that are known only some time after the trigger. */
static void gather(struct target *t, struct guc_incident *incident)
{
	u64 age = ktime_get_boottime_ns() - t->boottime_ns;

	if (age < GATHER_NS)
		fsleep(div_u64(GATHER_NS - age, NSEC_PER_USEC));
	incident->trigger = t->trigger;
	incident->seen = atomic_read(&t->seen);
	incident->triggers = atomic_read(&t->triggers);
	incident->boottime_ns = t->boottime_ns;
	incident->realtime_ns = ktime_get_real_ns() -
				(ktime_get_boottime_ns() - t->boottime_ns);
	if (atomic_read_acquire(&t->queue_state) != PENDING)
		return;
	incident->has_queue = true;
	incident->guc_id = t->queue.guc_id;
	incident->has_pid = t->queue.has_pid;
	incident->pid = t->queue.pid;
	strscpy(incident->engine, t->queue.engine, sizeof(incident->engine));
	strscpy(incident->process, t->queue.process, sizeof(incident->process));
}

static int publish(struct target *t, struct xgl_snapshot *snap, struct guc_incident *incident)
{
	struct guc_text text = { .size = MAX_NOTES };
	const char *name = dev_name(t->dev);
	enum guc_incident_place place;
	int ret;

	place = guc_series_add(&t->series, incident,
			       xgl_dump_is_pending(name, t->gt, XGL_DUMP_FIRST),
			       xgl_dump_is_pending(name, t->gt, XGL_DUMP_NEWEST));
	text.buf = kzalloc(MAX_NOTES, GFP_KERNEL);
	if (!text.buf)
		return -ENOMEM;
	guc_text_add(&text, "%s", snap->notes);
	guc_incident_print(&text, incident);
	ret = xgl_dump_incident(name, t->gt, place == GUC_INCIDENT_FIRST ?
				XGL_DUMP_FIRST : XGL_DUMP_NEWEST, snap, text.buf);
	kfree(text.buf);
	return ret;
}

static void incident_work(struct work_struct *work)
{
	struct target *t = container_of(work, struct target, work);
	struct guc_incident *incident = kzalloc(sizeof(*incident), GFP_KERNEL);
	struct xgl_snapshot *snap;
	int ret = -ENOMEM;

	/* Pairs with the release in trigger_one(). */
	if (atomic_read_acquire(&t->state) != PENDING || !incident)
		goto out;
	snap = xgl_snapshot_take(t->src, t->gt, XGL_EXTENT_NEEDED);
	incident->delay_ns = ktime_get_boottime_ns() - t->boottime_ns;
	xgl_anchor_used(t->src, t->gt);
	ret = PTR_ERR_OR_ZERO(snap);
	if (!ret)
		ret = compare_states(t, snap, incident);
	gather(t, incident);
	if (!ret)
		ret = publish(t, snap, incident);
	if (!ret)
		xgl_tracer_incident(dev_name(t->dev), t->gt, incident);
	if (!IS_ERR(snap))
		xgl_snapshot_free(snap);
out:
	if (ret)
		dev_notice(t->dev, "GT%u: no record of the GuC log after a %s: error %d\n", t->gt,
			   guc_trigger_name(t->trigger), ret);
	kfree(incident);
	atomic_set_release(&t->state, FREE);
}

/**
 * xgl_incident_add() - record the incidents of a GT
 * @src: its source
 * @dev: the GPU; @src and @dev must exist until xgl_incident_remove()
 * @gt: number of the GT; its incidents must not be recorded yet
 *
 * Context: process context, may sleep; no device's lock is held.
 * Return: 0 or -ENOMEM. 0 is also returned when the layout of this xe is not
 * supported, so that no incident can be recorded.
 */
int xgl_incident_add(struct xgl_source *src, struct device *dev, unsigned int gt)
{
	struct target *t = kzalloc(sizeof(*t), GFP_KERNEL);

	if (!t)
		return -ENOMEM;
	t->layout = xgl_xe_layout_get();
	if (!t->layout || t->layout->error) {
		xgl_xe_layout_put(t->layout);
		kfree(t);
		return 0;
	}
	t->src = src;
	t->dev = dev;
	t->gt = gt;
	INIT_WORK(&t->work, incident_work);
	guard(mutex)(&targets_lock);
	list_add_rcu(&t->node, &targets);
	if (armed)
		xgl_trigger_attach(t->layout->layout.protos);
	return 0;
}

static struct target *take_target(struct xgl_source *src, unsigned int gt)
{
	struct target *t;

	guard(mutex)(&targets_lock);
	list_for_each_entry(t, &targets, node) {
		if (t->src != src || t->gt != gt)
			continue;
		list_del_rcu(&t->node);
		return t;
	}
	return NULL;
}

/**
 * xgl_incident_remove() - stop recording the incidents of a GT
 * @src: its source
 * @gt: number of the GT; its incidents need not be recorded
 *
 * An incident that has started is recorded first.
 *
 * Context: process context, sleeps; no lock is held that the source takes.
 */
void xgl_incident_remove(struct xgl_source *src, unsigned int gt)
{
	struct target *t = take_target(src, gt);

	if (!t)
		return;
	synchronize_rcu();
	flush_work(&t->work);
	xgl_xe_layout_put(t->layout);
	kfree(t);
}

/**
 * xgl_incident_is_armed() - whether incidents are recorded
 *
 * Context: process context, may sleep.
 * Return: true when they are.
 */
bool xgl_incident_is_armed(void)
{
	guard(mutex)(&targets_lock);
	return armed;
}

/**
 * xgl_incident_arm() - switch the recording of incidents on or off
 * @arm: true to record incidents
 *
 * Context: process context, sleeps.
 */
void xgl_incident_arm(bool arm)
{
	struct target *t;

	guard(mutex)(&targets_lock);
	armed = arm;
	if (!arm)
		xgl_trigger_detach();
	else
		list_for_each_entry(t, &targets, node)
			xgl_trigger_attach(t->layout->layout.protos);
}

/**
 * xgl_incident_init() - initialize the recording of incidents
 *
 * Context: process context, may sleep.
 * Return: 0, -ENOMEM, or what the kernel returned.
 */
int __init xgl_incident_init(void)
{
	int ret;

	incident_wq = alloc_workqueue("xe_guclog_incident", WQ_UNBOUND | WQ_HIGHPRI, 0);
	if (!incident_wq)
		return -ENOMEM;
	ret = xgl_trigger_init();
	if (ret)
		destroy_workqueue(incident_wq);
	return ret;
}

/**
 * xgl_incident_exit() - stop recording incidents
 *
 * Context: process context, sleeps; every GT must have been removed.
 */
void xgl_incident_exit(void)
{
	xgl_trigger_exit();
	destroy_workqueue(incident_wq);
}
