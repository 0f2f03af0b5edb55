// SPDX-License-Identifier: GPL-2.0-only
/*
 * This file makes a record of each incident (a hang or an error of the GPU): a copy of the
 * log, which is published as a devcoredump. Incidents begin with a trigger: xe calls a
 * tracepoint that shows a hang or an error, and this module has attached a probe to it. The
 * probe saves the time and the states of the log's regions (the first bytes of the log),
 * because a GT reset starts a new log within milliseconds. Then the probe queues a work item,
 * which copies the log.
 */
#include "xgl_incident.h"

#include <linux/cleanup.h>
#include <linux/delay.h>
#include <linux/device.h>
#include <linux/err.h>
#include <linux/ktime.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/notifier.h>
#include <linux/pm_runtime.h>
#include <linux/rculist.h>
#include <linux/slab.h>
#include <linux/spinlock.h>
#include <linux/suspend.h>
#include <linux/workqueue.h>

#include "abi/guc_log_abi.h"
#include "guc_text.h"
#include "xgl_anchor.h"
#include "xgl_dump.h"
#include "xgl_kill.h"
#include "xgl_last.h"
#include "xgl_poller.h"
#include "xgl_saver.h"
#include "xgl_snapshot.h"
#include "xgl_source.h"
#include "xgl_tracer.h"
#include "xgl_trigger.h"
#include "xgl_xe.h"

/*
 * Time in ns from the first trigger of an incident until its record, a devcoredump of the log,
 * is made. Other triggers of the same incident usually follow within this time.
 */
#define GATHER_NS	(120 * NSEC_PER_MSEC)
/*
 * If no trigger has named the hung queue within GATHER_NS, the work item waits longer. It then
 * looks for such a trigger at intervals of this length, in ns.
 */
#define MORE_NS		(20 * NSEC_PER_MSEC)
/* Size in bytes of the buffer for the text about an incident and about the copy of the log. */
#define MAX_NOTES	SZ_8K
/* Beginning of the fact device_status (see guc_facts.h) if xe has declared the device wedged. */
#define WEDGED		"wedged"

/**
 * struct target - a GT for which incidents are recorded
 * @node: entry in the list of targets
 * @src: source of the GPU's logs
 * @dev: the GPU; exists until xgl_incident_remove()
 * @layout: layout of xe's structures, in the version of xe that is loaded; counted reference
 * @gt: number of the GT
 * @lock: protects the members from @is_open to @unrecorded_all. Probes take it, also in
 *	hard interrupts. It is held for a few microseconds, and no other lock is taken
 *	while it is held
 * @is_open: an incident has begun and not ended yet: triggers are added to @incident
 * @incident: the incident that has begun; not valid while @is_open is false
 * @previous: the latest incident that has ended and was not only the end of killed queues
 * @unrecorded: number and kinds of the triggers that have happened since the latest record
 *	was made and that were not recorded
 * @pace: limits how often an incident may begin, see struct guc_incident_pace
 * @kills: number of triggers whose only cause was the end of killed queues,
 *	which is not an incident
 * @unrecorded_all: number of all triggers since the GT was added that are in no record
 * @work: work item that copies the log and makes the record
 * @has_states: @states are valid; set by the trigger that begins an incident, used by @work
 *	while the incident is open
 * @states: states of the log's regions at the first trigger
 * @saver: copies the GT's log before it is lost, see xgl_saver.h
 * @series: number of the latest record, and which records form its series, see struct
 *	guc_series; used by @work only, like @record
 * @record: copy of @incident from the moment at which the incident ended; @work makes a
 *	record of it
 * @records: number of records that were made; changed by @work only
 */
struct target {
	struct list_head node;
	struct xgl_source *src;
	struct device *dev;
	struct xgl_xe_layout *layout;
	unsigned int gt;
	raw_spinlock_t lock; /* protects @is_open to @unrecorded_all */
	bool is_open;
	struct guc_incident incident;
	struct guc_incident previous;
	struct guc_incident_count unrecorded;
	struct guc_incident_pace pace;
	u32 kills;
	u32 unrecorded_all;
	struct work_struct work;
	bool has_states;
	u8 states[XGL_STATES_BYTES];
	struct xgl_saver *saver;
	struct guc_series series;
	struct guc_incident record;
	u32 records;
};

/* All targets (struct target). Probes read the list under RCU. It is changed under targets_lock. */
static LIST_HEAD(targets);
static DEFINE_MUTEX(targets_lock);
static struct workqueue_struct *incident_wq;

static bool armed = true;
module_param_named(incidents, armed, bool, 0400);
MODULE_PARM_DESC(incidents, "record the GuC log when xe notices a hang (default: Y)");

/* Number of GPUs and GTs of xe that have no recorder, see xgl_incident_set_missing(). */
static unsigned int nr_missing;

/*
 * Whether probes could read a queue that xe has created: at least one queue of a GT with a target
 * was found; and at least one queue had no GT and device that can be read.
 */
static bool queues_read, queues_unread;

/* Return: whether hangs cannot be noticed, because no queue that xe has created could be read. */
static bool is_blind(void)
{
	return READ_ONCE(queues_unread) && !READ_ONCE(queues_read);
}

static void blind_work(struct work_struct *work)
{
	if (is_blind())
		pr_warn("%s: no hangs are recorded, because xe's queues cannot be read\n",
			KBUILD_MODNAME);
}

/* Prints a warning. It is queued once, by the probe that cannot read a queue. */
static DECLARE_WORK(blind, blind_work);

/* This counter is odd while the system is about to sleep, sleeps, or is waking up. */
static unsigned int sleeps;

/*
 * Count the beginning or the end of a system sleep in @sleeps. If there is an end without a
 * beginning, ignore it, because this module was loaded after the system had begun to go to sleep.
 */
static void count_sleep(bool begins)
{
	if (sleeps % 2 == begins)
		return;
	WRITE_ONCE(sleeps, sleeps + 1);
	xgl_saver_sleep();
}

static int sleep_event(struct notifier_block *nb, unsigned long event, void *unused)
{
	switch (event) {
	case PM_SUSPEND_PREPARE:
	case PM_HIBERNATION_PREPARE:
	case PM_RESTORE_PREPARE:
		count_sleep(true);
		break;
	case PM_POST_SUSPEND:
	case PM_POST_HIBERNATION:
	case PM_POST_RESTORE:
		count_sleep(false);
	}
	return NOTIFY_DONE;
}

static struct notifier_block sleep_notifier = { .notifier_call = sleep_event };

/*
 * Return: whether the device is being suspended, or the system is going to sleep. In both
 * cases xe stops its queues, as for a GT reset, but this is not a hang.
 */
static bool is_suspending(struct device *dev)
{
	return xgl_incident_sleeps() % 2 || !pm_runtime_active(dev);
}

/*
 * Return: whether a trigger is a consequence of the previous incident. While an incident is open,
 * only a job timeout counts as such a consequence, because the other triggers of the same queue can
 * belong to the open incident.
 */
static bool is_consequence(const struct target *t, const struct guc_incident_event *event)
{
	return (!t->is_open || event->trigger == GUC_TRIGGER_TIMEOUT) &&
	       guc_incident_caused(&t->previous, event);
}

static void count_unrecorded(struct target *t, const struct guc_incident_event *event)
{
	guc_incident_count(&t->unrecorded, event);
	t->unrecorded_all++;
}

/*
 * If an incident is open, add the trigger to it. Otherwise begin an incident with this trigger. But
 * only count the trigger if it is a consequence of the previous incident, and do not begin an
 * incident if the trigger is about a killed queue, or if the limit on the rate of incidents forbids
 * another incident. The caller holds t->lock. Return: whether the trigger begins an incident.
 */
static bool add_trigger(struct target *t, const struct guc_incident_event *event)
{
	if (!t->is_open && event->killed) {
		t->kills++;
		return false;
	}
	if (!event->killed && is_consequence(t, event)) {
		count_unrecorded(t, event);
		return false;
	}
	if (!t->is_open) {
		if (!guc_incident_may_begin(&t->pace, event->boottime_ns)) {
			count_unrecorded(t, event);
			return false;
		}
		memset(&t->incident, 0, sizeof(t->incident));
		t->is_open = true;
		guc_incident_add(&t->incident, event);
		return true;
	}
	guc_incident_add(&t->incident, event);
	return false;
}

/*
 * Handle a trigger of one GT. @xe is the struct xe_device, or NULL if it is not known. This
 * function runs in a probe: it does not sleep, allocates no memory and prints nothing. While
 * an incident is open, a trigger is only added to it, so that a burst of triggers costs
 * little.
 */
static void trigger_one(struct target *t, const void *xe, struct guc_incident_event *event)
{
	unsigned long flags;
	bool begins;

	raw_spin_lock_irqsave(&t->lock, flags);
	event->boottime_ns = ktime_get_boot_fast_ns();
	begins = add_trigger(t, event);
	raw_spin_unlock_irqrestore(&t->lock, flags);
	if (!begins)
		return;
	t->has_states = xe && xgl_trigger_states(&t->layout->layout, xe, t->gt, t->states);
	queue_work(incident_wq, &t->work);
}

/**
 * xgl_incident_log_flush() - handle the firmware's request that the driver reads the log
 * @xe: the struct xe_device
 * @gt: number of the GT
 *
 * The firmware sends this request when the event ring is half full. xe ignores it. This
 * function makes the poller of the GT (see xgl_poller.h) poll the ring at once, which it
 * does only if a reader or the trace event needs the events.
 *
 * Context: any, also hard interrupts; does not sleep.
 */
void xgl_incident_log_flush(const void *xe, u32 gt)
{
	struct target *t;

	guard(rcu)();
	list_for_each_entry_rcu(t, &targets, node)
		if (t->gt == gt && xgl_trigger_device(&t->layout->layout, xe) == t->dev)
			xgl_poller_now(t->src, gt);
}

/**
 * xgl_incident_of_message() - handle a message from a GuC to xe that is a trigger
 * @trigger: which trigger it is
 * @xe: the struct xe_device
 * @gt: number of the GT
 * @len: number of words of the message
 * @end: position after the message in the G2H ring (GuC to host), in words
 *
 * Context: any, also hard interrupts; does not sleep.
 */
void xgl_incident_of_message(enum guc_trigger trigger, const void *xe, u32 gt, u32 len, u32 end)
{
	struct guc_incident_event event = { .trigger = trigger };
	struct target *t;

	guard(rcu)();
	list_for_each_entry_rcu(t, &targets, node) {
		if (t->gt != gt || xgl_trigger_device(&t->layout->layout, xe) != t->dev)
			continue;
		if (trigger == GUC_TRIGGER_RESET_FAILED)
			xgl_trigger_failed_engine(&t->layout->layout, xe, gt, len, end, &event);
		trigger_one(t, xe, &event);
		return;
	}
}

/**
 * xgl_incident_of_queue() - handle a trigger that concerns a queue
 * @trigger: which trigger it is
 * @queue: the struct xe_exec_queue
 *
 * Context: any, also hard interrupts; does not sleep.
 */
void xgl_incident_of_queue(enum guc_trigger trigger, const void *queue)
{
	struct guc_incident_event event = { .trigger = trigger };
	const void *xe, *dev;
	struct target *t;
	u32 gt;

	guard(rcu)();
	list_for_each_entry_rcu(t, &targets, node) {
		xe = xgl_trigger_queue_gt(&t->layout->layout, queue, &dev, &gt);
		if (!xe || gt != t->gt || dev != t->dev)
			continue;
		if (trigger == GUC_TRIGGER_GT_RESET && is_suspending(t->dev)) {
			xgl_saver_suspending(t->saver, &t->layout->layout, xe);
			return;
		}
		/*
		 * A GT reset stops the queues of all processes, so do not name this queue in the
		 * trigger.
		 */
		if (trigger != GUC_TRIGGER_GT_RESET)
			xgl_trigger_queue_facts(&t->layout->layout, queue, &event);
		trigger_one(t, xe, &event);
		return;
	}
}

/**
 * xgl_incident_of_create() - check that a queue which xe has just created can be read
 * @queue: the struct xe_exec_queue
 *
 * This is a test of the probes: if no queue can be read, the layout of the queues is not as
 * expected, and hangs are not noticed.
 *
 * Context: any, also hard interrupts; does not sleep.
 */
void xgl_incident_of_create(const void *queue)
{
	const void *dev;
	struct target *t;
	u32 gt;

	guard(rcu)();
	list_for_each_entry_rcu(t, &targets, node) {
		/* The queue may belong to a GPU that is not a target yet. */
		if (!xgl_trigger_queue_gt(&t->layout->layout, queue, &dev, &gt) || !dev ||
		    gt >= XGL_MAX_GTS) {
			if (!READ_ONCE(queues_unread)) {
				WRITE_ONCE(queues_unread, true);
				queue_work(system_wq, &blind);
			}
			return;
		}
		if (gt == t->gt && dev == t->dev && !READ_ONCE(queues_read))
			WRITE_ONCE(queues_read, true);
	}
}

/**
 * xgl_incident_sleeps() - get a counter of the system's sleeps
 *
 * Context: any.
 * Return: how often the system began to go to sleep plus how often it was awake again. The
 * number is odd from before the system goes to sleep until it is awake.
 */
unsigned int xgl_incident_sleeps(void)
{
	return READ_ONCE(sleeps);
}

/**
 * xgl_incident_of_job() - handle a trigger that concerns a job
 * @trigger: which trigger it is
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
			queue = xgl_xe_field_pointer(&t->layout->layout, job, XEL_JOB_QUEUE);
	}
	if (queue)
		xgl_incident_of_queue(trigger, queue);
}

static void sleep_until(u64 boottime_ns)
{
	u64 now = ktime_get_boottime_ns();

	if (now < boottime_ns)
		fsleep(div_u64(boottime_ns - now, NSEC_PER_USEC));
}

static bool is_waiting(struct target *t)
{
	bool ret;

	raw_spin_lock_irq(&t->lock);
	ret = guc_incident_is_waiting(&t->incident);
	raw_spin_unlock_irq(&t->lock);
	return ret;
}

/* Wait for the other triggers of an incident, whose first trigger was at @begin_ns. */
static void gather(struct target *t, u64 begin_ns)
{
	sleep_until(begin_ns + GATHER_NS);
	while (is_waiting(t) && ktime_get_boottime_ns() - begin_ns < GUC_INCIDENT_NS)
		sleep_until(ktime_get_boottime_ns() + MORE_NS);
}

static bool has_other_queue(struct target *t, u64 copied_ns)
{
	bool ret;

	raw_spin_lock_irq(&t->lock);
	ret = guc_incident_has_other_queue(&t->incident, copied_ns);
	raw_spin_unlock_irq(&t->lock);
	return ret;
}

/*
 * If another queue has hung since the log was copied (@snap), copy the log again, so that
 * the copy has the events that preceded this hang. But keep the first copy if the firmware
 * was loaded again meanwhile, because the second copy is then a new log. Return: the copy
 * to be used; the other one is freed.
 */
static struct xgl_snapshot *copy_again(struct target *t, struct xgl_snapshot *snap,
				       u64 *copied_ns)
{
	struct guc_incident_change change = { 0 };
	struct xgl_snapshot *other;

	if (!has_other_queue(t, *copied_ns))
		return snap;
	other = xgl_snapshot_take(t->src, t->gt, XGL_EXTENT_NEEDED);
	if (IS_ERR(other))
		return snap;
	guc_incident_compare(&change, &snap->log.region[GUC_REGION_EVENT],
			     &other->log.region[GUC_REGION_EVENT]);
	if (!change.is_known || change.restarted) {
		xgl_snapshot_free(other);
		return snap;
	}
	*copied_ns = ktime_get_boottime_ns();
	xgl_snapshot_free(snap);
	return other;
}

static void add_count(struct guc_incident_count *to, const struct guc_incident_count *count)
{
	to->triggers += count->triggers;
	to->seen |= count->seen;
}

/*
 * End the incident: from now on the next trigger may begin another incident, which overwrites
 * t->incident and t->states. Return: true, or false when the incident was only the end of
 * killed queues, or only has late consequences of the previous incident. Then it does not replace
 * t->previous, because other consequences of this earlier incident can still follow.
 */
static bool end_incident(struct target *t)
{
	bool is_kill, is_new;

	raw_spin_lock_irq(&t->lock);
	t->is_open = false;
	t->record = t->incident;
	is_kill = guc_incident_is_kill(&t->incident);
	is_new = !is_kill && !guc_incident_continues(&t->previous, &t->incident);
	if (is_new) {
		t->previous = t->incident;
		t->record.unrecorded = t->unrecorded;
		t->unrecorded = (struct guc_incident_count){ 0 };
	} else {
		guc_incident_was_none(&t->pace);
	}
	if (is_kill) {
		t->kills += t->incident.count.triggers;
	} else if (!is_new) {
		add_count(&t->unrecorded, &t->incident.count);
		t->unrecorded_all += t->incident.count.triggers;
	}
	raw_spin_unlock_irq(&t->lock);
	return is_new;
}

/*
 * Count the triggers that are in no record because the record of the incident t->record could not
 * be made: the triggers of the incident, and the earlier triggers that the record was to count as
 * unrecorded.
 */
static void count_failed(struct target *t)
{
	const struct guc_incident *incident = &t->record;

	raw_spin_lock_irq(&t->lock);
	add_count(&t->unrecorded, &incident->unrecorded);
	add_count(&t->unrecorded, &incident->count);
	t->unrecorded_all += incident->count.triggers;
	raw_spin_unlock_irq(&t->lock);
}

/* Make a devcoredump of the log of an incident, t->record. */
static int publish(struct target *t, struct xgl_snapshot *snap)
{
	struct guc_incident *incident = &t->record;
	struct guc_text text = { .size = MAX_NOTES };
	const char *name = dev_name(t->dev);
	struct guc_series series = t->series;
	enum guc_incident_place place;
	int ret;

	place = guc_series_add(&series, incident,
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
	if (!ret)
		t->series = series;
	return ret;
}

static int record(struct target *t, struct xgl_snapshot *snap, u64 copied_ns)
{
	struct guc_incident *incident = &t->record;
	u64 begin_ns = incident->event[0].boottime_ns;
	int ret;

	incident->delay_ns = copied_ns - begin_ns;
	incident->realtime_ns = ktime_get_real_ns() - (ktime_get_boottime_ns() - begin_ns);
	ret = publish(t, snap);
	if (ret)
		return ret;
	WRITE_ONCE(t->records, t->records + 1);
	xgl_tracer_incident(dev_name(t->dev), t->gt, incident);
	return 0;
}

/*
 * If the firmware that wrote the log @snap was stopped in this incident, keep @snap as the last log
 * of the GT (see xgl_last.h). Otherwise free it.
 */
static void keep_last(struct target *t, struct xgl_snapshot *snap)
{
	const struct guc_incident *incident = &t->record;
	const char *reason = NULL;

	if (incident->count.seen & BIT(GUC_TRIGGER_GT_RESET))
		reason = "GT reset";
	else if (!strncmp(snap->facts.device_status, WEDGED, strlen(WEDGED)))
		reason = "wedged";
	if (reason)
		xgl_last_keep(dev_name(t->dev), t->gt, snap, reason,
			      incident->event[0].boottime_ns);
	else
		xgl_snapshot_free(snap);
}

static void incident_work(struct work_struct *work)
{
	struct target *t = container_of(work, struct target, work);
	/* The first trigger of an open incident does not change, so read it without the lock. */
	u64 begin_ns = t->incident.event[0].boottime_ns, copied_ns;
	enum guc_trigger trigger = t->incident.event[0].trigger;
	struct guc_incident_change change = { 0 };
	struct xgl_snapshot *snap;
	int ret;

	snap = xgl_snapshot_take(t->src, t->gt, XGL_EXTENT_NEEDED);
	copied_ns = ktime_get_boottime_ns();
	xgl_anchor_used(t->src, t->gt);
	gather(t, begin_ns);
	if (!IS_ERR(snap))
		snap = copy_again(t, snap, &copied_ns);
	ret = PTR_ERR_OR_ZERO(snap);
	if (!ret && t->has_states)
		ret = xgl_snapshot_compare(snap, t->states, sizeof(t->states), &change);
	if (!end_incident(t)) {
		ret = 0;
	} else if (!ret) {
		t->record.change = change;
		ret = record(t, snap, copied_ns);
	}
	if (!IS_ERR(snap))
		keep_last(t, snap);
	if (!ret)
		return;
	count_failed(t);
	dev_notice(t->dev,
		   "xe_guclog: GT%u: no record of the GuC log after a trigger (%s): error %d\n",
		   t->gt, guc_trigger_name(trigger), ret);
}

/*
 * Attach to xe's tracepoints. If that fails, print a warning, but only once for each load of xe.
 * The caller holds targets_lock.
 */
static void attach(struct target *t)
{
	enum xgl_trigger_state state;

	xgl_kill_start();
	xgl_trigger_attach(t->layout->layout.protos);
	state = xgl_trigger_state();
	if (state == XGL_TRIGGERS_ALL || xchg(&t->layout->warned, true))
		return;
	dev_warn(t->dev,
		 "xe_guclog: %s hangs are recorded, because xe's tracepoints cannot be used: see xe_guclog/<device>/info in debugfs\n",
		 state == XGL_TRIGGERS_NONE ? "no" : "not all");
}

/**
 * xgl_incident_add() - begin to record the incidents of a GT
 * @src: source of the device's logs
 * @dev: the GPU; @src and @dev must exist until xgl_incident_remove()
 * @gt: number of the GT; its incidents must not be recorded yet
 *
 * Context: process context, may sleep; no device's lock is held.
 * Return: 0; or -ENOMEM; or -EAGAIN if the layout of xe's structures is not known any more, because
 * another xe is being loaded.
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
		return -EAGAIN;
	}
	t->src = src;
	t->dev = dev;
	t->gt = gt;
	t->saver = xgl_saver_start(src, dev, gt);
	if (!t->saver) {
		xgl_xe_layout_put(t->layout);
		kfree(t);
		return -ENOMEM;
	}
	raw_spin_lock_init(&t->lock);
	INIT_WORK(&t->work, incident_work);
	guard(mutex)(&targets_lock);
	if (list_empty(&targets)) {
		WRITE_ONCE(queues_read, false);
		WRITE_ONCE(queues_unread, false);
	}
	list_add_rcu(&t->node, &targets);
	if (armed)
		attach(t);
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
 * @src: source of the device's logs
 * @gt: number of the GT; if its incidents are not recorded, the function does nothing
 *
 * An incident that has begun is still recorded before the function returns.
 *
 * Context: process context, sleeps. The caller must not hold a lock that the source
 * takes.
 */
void xgl_incident_remove(struct xgl_source *src, unsigned int gt)
{
	struct target *t = take_target(src, gt);

	if (!t)
		return;
	/* Wait until no probe uses the target: probes use it in RCU read-side critical sections. */
	synchronize_rcu();
	xgl_saver_stop(t->saver);
	flush_work(&t->work);
	xgl_xe_layout_put(t->layout);
	kfree(t);
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
	WRITE_ONCE(armed, arm);
	if (arm) {
		list_for_each_entry(t, &targets, node)
			attach(t);
		return;
	}
	xgl_trigger_detach();
	/*
	 * From now on no probe reports the end of a queue. A new queue can get the address of a
	 * killed one, and would then be taken for killed. So empty the table of killed queues.
	 */
	xgl_kill_stop();
}

/**
 * xgl_incident_set_missing() - tell how many GPUs and GTs have no recorder
 * @n: number of GPUs and GTs that xe drives and for which xgl_incident_add() was not called, or
 *	whose log was found to be invalid
 *
 * Context: any.
 */
void xgl_incident_set_missing(unsigned int n)
{
	WRITE_ONCE(nr_missing, n);
}

/**
 * xgl_incident_state() - describe in a word whether incidents are recorded
 *
 * Context: process context, may sleep.
 * Return: "0" if the recording is switched off; "unable" if xe drives GPUs, but the incidents of
 * none are recorded; "partly" if those of some GPUs or GTs are not recorded, or if only some
 * probes could be attached; else "1", also if there is no GPU.
 */
const char *xgl_incident_state(void)
{
	enum xgl_trigger_state state = XGL_TRIGGERS_ALL;
	bool is_missing = READ_ONCE(nr_missing), has_target;

	guard(mutex)(&targets_lock);
	if (!armed)
		return "0";
	has_target = !list_empty(&targets);
	if (has_target)
		state = xgl_trigger_state();
	if (state == XGL_TRIGGERS_NONE || (is_missing && !has_target) || is_blind())
		return "unable";
	return is_missing || state == XGL_TRIGGERS_SOME ? "partly" : "1";
}

/**
 * xgl_incident_print() - print whether incidents are recorded
 * @text: the text to append to; ``key=value`` lines
 *
 * Context: process context, may sleep.
 */
void xgl_incident_print(struct guc_text *text)
{
	guc_text_add(text, "incidents=%s\n", xgl_incident_state());
	xgl_trigger_print(text);
	guc_text_add(text, "queues=%s\n", is_blind() ? "cannot be read" :
		     READ_ONCE(queues_read) ? "read" : "none created yet");
	guc_text_add(text, "kills=%s\n", xgl_trigger_knows_kills() ? "reported by xe" :
		     "guessed from bit 7 of a queue's state, because xe does not report kills");
}

static void print_counts(struct guc_text *text, const struct target *t)
{
	guc_text_add(text, "incident_records=%u\n", READ_ONCE(t->records));
	guc_text_add(text, "incident_unrecorded=%u\n", READ_ONCE(t->unrecorded_all));
	guc_text_add(text, "incident_kills=%u\n", READ_ONCE(t->kills));
}

/**
 * xgl_incident_print_gt() - print for a GT the number of records, of triggers that are in no
 * record, and of triggers that were caused by the end of killed queues
 * @text: the text to append to; ``key=value`` lines
 * @src: source of the device's logs
 * @gt: number of the GT; nothing is printed if its incidents are not recorded
 *
 * Context: process context, may sleep.
 */
void xgl_incident_print_gt(struct guc_text *text, const struct xgl_source *src, unsigned int gt)
{
	const struct target *t;

	guard(mutex)(&targets_lock);
	list_for_each_entry(t, &targets, node)
		if (t->src == src && t->gt == gt)
			print_counts(text, t);
}

/**
 * xgl_incident_init() - initialize the recording of incidents
 *
 * Context: process context, may sleep.
 * Return: 0, -ENOMEM, or the error of the kernel.
 */
int __init xgl_incident_init(void)
{
	int ret;

	incident_wq = alloc_workqueue("xe_guclog_incident", WQ_UNBOUND | WQ_HIGHPRI, 0);
	if (!incident_wq)
		return -ENOMEM;
	ret = xgl_saver_init();
	if (ret)
		goto err_wq;
	ret = register_pm_notifier(&sleep_notifier);
	if (ret)
		goto err_watch;
	ret = xgl_trigger_init();
	if (ret)
		goto err_notifier;
	return 0;

err_notifier:
	unregister_pm_notifier(&sleep_notifier);
err_watch:
	xgl_saver_exit();
err_wq:
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
	cancel_work_sync(&blind);
	xgl_kill_stop();
	unregister_pm_notifier(&sleep_notifier);
	xgl_saver_exit();
	destroy_workqueue(incident_wq);
}
