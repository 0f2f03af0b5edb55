// SPDX-License-Identifier: GPL-2.0-only
#include "xgl_last.h"

#include <linux/bitops.h>
#include <linux/cleanup.h>
#include <linux/ktime.h>
#include <linux/list.h>
#include <linux/minmax.h>
#include <linux/mutex.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "xgl_snapshot.h"

/*
 * Largest number of last logs (see xgl_last.h) that are kept for all GPUs together. If another
 * one is added, the oldest one is dropped.
 */
#define MAX_LAST	16

/**
 * struct last - the last log of a GT, see xgl_last.h
 * @node: entry in the list, which has the newest log first
 * @name: name of the GPU
 * @gt: number of the GT
 * @boottime_ns: time at which the firmware was stopped, CLOCK_BOOTTIME
 * @snap: the log; counted reference
 */
struct last {
	struct list_head node;
	char name[64];
	unsigned int gt;
	u64 boottime_ns;
	struct xgl_snapshot *snap;
};

static LIST_HEAD(lasts);
static unsigned int nr_lasts;
/*
 * Protects the list of last logs. It is held briefly, and no other lock is taken while it is held.
 */
static DEFINE_MUTEX(lock);

static void free_last(struct last *last)
{
	xgl_snapshot_free(last->snap);
	kfree(last);
}

/*
 * Remove the last log of a GT from the list. The caller holds the lock of the list. Return: the
 * struct last, or NULL if there is none.
 */
static struct last *take_out(const char *name, unsigned int gt)
{
	struct last *last;

	list_for_each_entry(last, &lasts, node) {
		if (last->gt != gt || strcmp(last->name, name))
			continue;
		list_del(&last->node);
		nr_lasts--;
		return last;
	}
	return NULL;
}

/* Add lines about the stop of the firmware to the notes of the log. */
static void note(struct xgl_snapshot *snap, const char *reason, u64 boottime_ns)
{
	u64 real = ktime_get_real_ns() - (ktime_get_boottime_ns() - boottime_ns);
	size_t len = strlen(snap->notes);

	snprintf(snap->notes + len, sizeof(snap->notes) - len,
		 "last_reason=%s\nlast_boottime_ns=%llu\nlast_realtime_ns=%llu\n", reason,
		 boottime_ns, real);
}

/**
 * xgl_last_keep() - keep a log as the last log of a GT whose firmware was stopped
 * @name: name of the GPU
 * @gt: number of the GT. If a log is already kept for the GT, the function compares the times at
 *	which the firmware was stopped, keeps the later log, and drops the other one
 * @snap: the log. The function takes over the caller's reference, and drops it if there is
 *	no memory to keep the log
 * @reason: why the firmware was stopped
 * @boottime_ns: time at which the firmware was stopped, CLOCK_BOOTTIME
 *
 * Context: process context, may sleep; also with a device's lock held.
 */
void xgl_last_keep(const char *name, unsigned int gt, struct xgl_snapshot *snap,
		   const char *reason, u64 boottime_ns)
{
	struct last *last = kzalloc(sizeof(*last), GFP_KERNEL), *former, *oldest = NULL;

	if (!last) {
		xgl_snapshot_free(snap);
		return;
	}
	note(snap, reason, boottime_ns);
	strscpy(last->name, name, sizeof(last->name));
	last->gt = gt;
	last->boottime_ns = boottime_ns;
	last->snap = snap;
	scoped_guard(mutex, &lock) {
		former = take_out(name, gt);
		/*
		 * After a GT reset, this function is called only when the incident has ended. By
		 * then, the log of a later unbind may already be in the list.
		 */
		if (former && former->boottime_ns > boottime_ns)
			swap(former, last);
		if (!former && nr_lasts == MAX_LAST) {
			oldest = list_last_entry(&lasts, struct last, node);
			list_del(&oldest->node);
			nr_lasts--;
		}
		list_add(&last->node, &lasts);
		nr_lasts++;
	}
	if (former)
		free_last(former);
	if (oldest)
		free_last(oldest);
}

/**
 * xgl_last_get() - get the last log of a GT
 * @name: name of the GPU
 * @gt: number of the GT
 *
 * Context: process context, may sleep.
 * Return: the log, which the caller must free with xgl_snapshot_free(), or NULL if there
 * is none.
 */
struct xgl_snapshot *xgl_last_get(const char *name, unsigned int gt)
{
	const struct last *last;

	guard(mutex)(&lock);
	list_for_each_entry(last, &lasts, node)
		if (last->gt == gt && !strcmp(last->name, name))
			return xgl_snapshot_get(last->snap);
	return NULL;
}

/**
 * xgl_last_gts() - find the GTs of a GPU for which a last log is kept
 * @name: name of the GPU
 *
 * Context: process context, may sleep.
 * Return: bit mask of the numbers of these GTs.
 */
unsigned long xgl_last_gts(const char *name)
{
	const struct last *last;
	unsigned long gts = 0;

	guard(mutex)(&lock);
	list_for_each_entry(last, &lasts, node)
		if (!strcmp(last->name, name))
			gts |= BIT(last->gt);
	return gts;
}

/**
 * xgl_last_exit() - free the kept last logs of all GTs (see xgl_last.h)
 *
 * Context: process context, may sleep. The caller ensures that xgl_last_keep() is not
 * called any more.
 */
void xgl_last_exit(void)
{
	struct last *last, *next;

	list_for_each_entry_safe(last, next, &lasts, node) {
		list_del(&last->node);
		nr_lasts--;
		free_last(last);
	}
}
