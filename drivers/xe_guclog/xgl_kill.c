// SPDX-License-Identifier: GPL-2.0-only
/*
 * The table of the queues that were killed. xe kills a queue when the process that owns the queue
 * destroys it or exits, when its VM is closed or fails, and when the device is wedged. xe then ends
 * the queue's jobs in the same way as the jobs of a queue that hung. Right before that, xe calls a
 * tracepoint, whose probe adds the queue to the table. The queue stays in the table until xe frees
 * it: xe calls another tracepoint for that, whose probe removes the queue.
 *
 * A probe cannot allocate memory on every kernel: with PREEMPT_RT, the allocator sleeps. Therefore
 * a work item allocates the entries in advance, one for each queue that exists.
 */
#include "xgl_kill.h"

#include <linux/hashtable.h>
#include <linux/list.h>
#include <linux/slab.h>
#include <linux/spinlock.h>
#include <linux/workqueue.h>

/*
 * Number of spare entries in addition to one for each queue whose creation was noticed: for the
 * queues that are older than the probes, and for the queues that are created before the work item
 * runs.
 */
#define SPARE	512

/**
 * struct entry - an entry of the table
 * @node: in the table, or in the list of spare entries
 * @queue: the struct xe_exec_queue, used for comparison only
 */
struct entry {
	struct hlist_node node;
	const void *queue;
};

/*
 * Protects the variables below. Probes take this lock, also in hard interrupts. No other lock is
 * taken while it is held.
 */
static DEFINE_RAW_SPINLOCK(lock);
static DEFINE_HASHTABLE(killed, 10);
static HLIST_HEAD(spare);
static unsigned int nr_killed, nr_spare;
/* Number of queues that were created since the probes were attached and that xe has not freed. */
static unsigned int nr_queues;
/* A killed queue could not be added to the table, because there was no spare entry. */
static bool missed;

/* Return: the number of missing spare entries. The caller holds the lock. */
static unsigned int missing_entries(void)
{
	unsigned int want = SPARE + (nr_queues > nr_killed ? nr_queues - nr_killed : 0);

	return want > nr_spare ? want - nr_spare : 0;
}

static bool is_full(void)
{
	bool ret;

	raw_spin_lock_irq(&lock);
	ret = !missing_entries();
	raw_spin_unlock_irq(&lock);
	return ret;
}

static void fill_work(struct work_struct *work)
{
	struct entry *e;

	while (!is_full()) {
		e = kmalloc(sizeof(*e), GFP_KERNEL | __GFP_NOWARN);
		if (!e)
			return;
		raw_spin_lock_irq(&lock);
		hlist_add_head(&e->node, &spare);
		nr_spare++;
		raw_spin_unlock_irq(&lock);
	}
}

static DECLARE_WORK(fill, fill_work);

static struct entry *find(const void *queue)
{
	struct entry *e;

	hash_for_each_possible(killed, e, node, (unsigned long)queue)
		if (e->queue == queue)
			return e;
	return NULL;
}

/* Remove an entry from the table. The caller holds the lock. */
static void forget(struct entry *e)
{
	hash_del(&e->node);
	hlist_add_head(&e->node, &spare);
	nr_killed--;
	nr_spare++;
}

/**
 * xgl_kill_start() - allocate spare entries, before the probes are attached
 *
 * Context: any; does not sleep.
 */
void xgl_kill_start(void)
{
	queue_work(system_highpri_wq, &fill);
}

/**
 * xgl_kill_stop() - empty the table and free all entries
 *
 * Context: process context, sleeps; no probe runs.
 */
void xgl_kill_stop(void)
{
	struct hlist_node *next;
	struct hlist_head old;
	struct entry *e;
	int bucket;

	cancel_work_sync(&fill);
	raw_spin_lock_irq(&lock);
	hash_for_each_safe(killed, bucket, next, e, node)
		forget(e);
	hlist_move_list(&spare, &old);
	nr_spare = 0;
	nr_queues = 0;
	missed = false;
	raw_spin_unlock_irq(&lock);
	hlist_for_each_entry_safe(e, next, &old, node)
		kfree(e);
}

/**
 * xgl_kill_created() - note that xe has created a queue
 * @queue: the struct xe_exec_queue, used for comparison only
 *
 * Context: any, also hard interrupts; does not sleep.
 */
void xgl_kill_created(const void *queue)
{
	unsigned long flags;
	struct entry *e;
	bool is_low;

	raw_spin_lock_irqsave(&lock, flags);
	/* The new queue has the address of a killed queue whose end was not noticed. */
	e = find(queue);
	if (e)
		forget(e);
	nr_queues++;
	is_low = missing_entries() > SPARE / 2;
	raw_spin_unlock_irqrestore(&lock, flags);
	if (is_low)
		queue_work(system_highpri_wq, &fill);
}

/* Add a queue to the table, unless it is there. The caller holds the lock. */
static void add(const void *queue)
{
	struct entry *e;

	if (find(queue))
		return;
	e = hlist_entry_safe(spare.first, struct entry, node);
	if (!e) {
		missed = true;
		return;
	}
	hlist_del(&e->node);
	nr_spare--;
	e->queue = queue;
	hash_add(killed, &e->node, (unsigned long)queue);
	nr_killed++;
}

/**
 * xgl_kill_add() - add a queue that xe is killing to the table
 * @queue: the struct xe_exec_queue, used for comparison only
 *
 * Context: any, also hard interrupts; does not sleep.
 */
void xgl_kill_add(const void *queue)
{
	unsigned long flags;

	raw_spin_lock_irqsave(&lock, flags);
	add(queue);
	raw_spin_unlock_irqrestore(&lock, flags);
}

/**
 * xgl_kill_freed() - remove a queue from the table, because xe is about to free the queue
 * @queue: the struct xe_exec_queue, used for comparison only
 *
 * Context: any, also hard interrupts; does not sleep.
 */
void xgl_kill_freed(const void *queue)
{
	unsigned long flags;
	struct entry *e;

	raw_spin_lock_irqsave(&lock, flags);
	e = find(queue);
	if (e)
		forget(e);
	if (nr_queues)
		nr_queues--;
	raw_spin_unlock_irqrestore(&lock, flags);
}

/**
 * xgl_kill_has() - check whether a queue was killed
 * @queue: the struct xe_exec_queue, used for comparison only
 *
 * Context: any, also hard interrupts; does not sleep.
 * Return: true if it was killed. False also for a killed queue that could not be added to the
 * table; xgl_kill_is_complete() then returns false.
 */
bool xgl_kill_has(const void *queue)
{
	unsigned long flags;
	bool ret;

	raw_spin_lock_irqsave(&lock, flags);
	ret = find(queue);
	raw_spin_unlock_irqrestore(&lock, flags);
	return ret;
}

/**
 * xgl_kill_is_complete() - check whether the table has all killed queues
 *
 * Context: any, also hard interrupts; does not sleep.
 * Return: false if a killed queue could not be added, because there was no memory.
 */
bool xgl_kill_is_complete(void)
{
	return !READ_ONCE(missed);
}
