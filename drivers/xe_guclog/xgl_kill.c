// SPDX-License-Identifier: GPL-2.0-only
/*
 * The list of the queues that were killed. xe kills a queue when the process that owns the queue
 * destroys it or exits. xe then ends the queue's jobs in the same way as the jobs of a queue that
 * hung. Right before that, xe calls a tracepoint, whose probe adds the queue to the list. For each
 * new queue, xe calls another tracepoint, whose probe removes an old entry with the same address.
 */
#include "xgl_kill.h"

#include <linux/spinlock.h>
#include <linux/string.h>

/* Length of the list. A killed queue ends within seconds, so its entry is not needed for long. */
#define MAX_KILLED	256

/*
 * Protects the variables below. Probes take this lock, also in hard interrupts. No other lock is
 * taken while it is held.
 */
static DEFINE_RAW_SPINLOCK(lock);
static const void *killed[MAX_KILLED];
/* The index at which the next killed queue is stored. */
static unsigned int next;

static void forget(const void *queue)
{
	unsigned int i;

	for (i = 0; i < MAX_KILLED; i++)
		if (killed[i] == queue)
			killed[i] = NULL;
}

/**
 * xgl_kill_add() - add a queue that xe is killing to the list of killed queues
 * @queue: the struct xe_exec_queue, used for comparison only
 *
 * Only the newest MAX_KILLED queues are stored.
 *
 * Context: any, also hard interrupts; does not sleep.
 */
void xgl_kill_add(const void *queue)
{
	unsigned long flags;

	raw_spin_lock_irqsave(&lock, flags);
	forget(queue);
	killed[next] = queue;
	next = (next + 1) % MAX_KILLED;
	raw_spin_unlock_irqrestore(&lock, flags);
}

/**
 * xgl_kill_forget() - remove a queue from the list of killed queues
 * @queue: the struct xe_exec_queue, used for comparison only; NULL to remove all queues
 *
 * This is done when xe makes a new queue, because its address can be that of a killed queue.
 *
 * Context: any, also hard interrupts; does not sleep.
 */
void xgl_kill_forget(const void *queue)
{
	unsigned long flags;

	raw_spin_lock_irqsave(&lock, flags);
	if (queue)
		forget(queue);
	else
		memset(killed, 0, sizeof(killed));
	raw_spin_unlock_irqrestore(&lock, flags);
}

/**
 * xgl_kill_has() - check whether a queue was killed
 * @queue: the struct xe_exec_queue, used for comparison only
 *
 * Context: any, also hard interrupts; does not sleep.
 * Return: true if it was killed, and is one of the newest MAX_KILLED killed queues.
 */
bool xgl_kill_has(const void *queue)
{
	unsigned long flags;
	bool found = false;
	unsigned int i;

	raw_spin_lock_irqsave(&lock, flags);
	for (i = 0; i < MAX_KILLED && !found; i++)
		found = killed[i] == queue;
	raw_spin_unlock_irqrestore(&lock, flags);
	return found;
}
