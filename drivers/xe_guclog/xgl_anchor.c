// SPDX-License-Identifier: GPL-2.0-only
/*
 * This file decides when a log is watched for a clock anchor (see xgl_anchor.h). A watch
 * samples the state of the event ring for about 20 ms, or until the firmware has written a
 * few events. After a reader has used the log, a work item watches the log several times
 * if needed. The open() of a file does not wait for a watch.
 */
#include "xgl_anchor.h"

#include <linux/cleanup.h>
#include <linux/ktime.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/workqueue.h>

#include "guc_entry.h"
#include "guc_facts.h"
#include "guc_log.h"
#include "xgl_source.h"

/* Shortest time between two watches of a log, in jiffies. */
#define PAUSE	(HZ / 2)

/*
 * The work that watches logs for a clock anchor has its own workqueue. The workqueue is unbound,
 * because each work item sleeps for about 20 ms and may run on any CPU.
 */
static struct workqueue_struct *queue;

/**
 * struct xgl_anchor - the clock anchor of one GT, and the search for a newer one
 * @src: source of the log of the GT
 * @gt: number of the GT
 * @work: work item of the next watch
 * @lock: protects the members below; innermost lock of this module, held briefly
 * @tries: number of watches that are left in the present search
 * @next: xgl_anchor_used() starts no search before this time, in jiffies
 * @stale: the latest anchor was dropped, because the firmware was loaded again
 * @point: the latest anchor; its boottime is 0 when there is none
 */
struct xgl_anchor {
	struct xgl_source *src;
	unsigned int gt;
	struct delayed_work work;
	struct mutex lock; /* protects the members below */
	unsigned int tries;
	unsigned long next;
	bool stale;
	struct xgl_anchor_point point;
};

static bool is_fresh(const struct xgl_anchor *a)
{
	return a->point.boottime_ns &&
	       ktime_get_boottime_ns() - a->point.boottime_ns <
	       XGL_ANCHOR_FRESH_NS;
}

/*
 * Return: the pause in jiffies before the next watch, if @tries watches are left. The pause
 * doubles with every watch.
 */
static unsigned long pause_before(unsigned int tries)
{
	return (unsigned long)PAUSE << (XGL_ANCHOR_TRIES - 1 - tries);
}

static void watch_work(struct work_struct *work)
{
	struct xgl_anchor *a = container_of(to_delayed_work(work),
					    struct xgl_anchor, work);
	struct xgl_anchor_point point;
	int ret = xgl_anchor_watch(a->src, a->gt, &point);

	guard(mutex)(&a->lock);
	a->next = jiffies + PAUSE;
	if (!ret) {
		a->point = point;
		a->stale = false;
		a->tries = 0;
	} else if (a->tries && --a->tries) {
		queue_delayed_work(queue, &a->work, pause_before(a->tries));
	}
}

/*
 * Return: the struct xgl_anchor of the GT, or NULL if there is none. The pointer stays valid
 * until xgl_anchor_free().
 */
static struct xgl_anchor *find(struct xgl_source *src, unsigned int gt)
{
	/* Pairs with the release in make(), so that the structure is seen initialized. */
	return gt < XGL_MAX_GTS ? smp_load_acquire(&src->anchor[gt]) : NULL;
}

static struct xgl_anchor *make(struct xgl_source *src, unsigned int gt)
{
	struct xgl_anchor *a = kzalloc(sizeof(*a), GFP_KERNEL);

	if (!a)
		return NULL;
	a->src = src;
	a->gt = gt;
	mutex_init(&a->lock);
	INIT_DELAYED_WORK(&a->work, watch_work);
	/* Pairs with the acquire in find(). */
	smp_store_release(&src->anchor[gt], a);
	return a;
}

/**
 * xgl_anchor_init() - allocate the workqueue that watches logs for clock anchors
 *
 * Context: process context, may sleep; before the first xgl_anchor_start().
 * Return: 0 or -ENOMEM.
 */
int xgl_anchor_init(void)
{
	queue = alloc_workqueue(KBUILD_MODNAME "_anchor",
				WQ_UNBOUND | WQ_FREEZABLE, 0);
	return queue ? 0 : -ENOMEM;
}

/**
 * xgl_anchor_exit() - free the workqueue that watches logs for clock anchors
 *
 * Context: process context, may sleep; xgl_anchor_free() was called for every
 * source.
 */
void xgl_anchor_exit(void)
{
	destroy_workqueue(queue);
}

/**
 * xgl_anchor_start() - begin to search for a clock anchor of a GT
 * @src: source of the device's logs. If no anchor can be found in these logs (for
 *	example because no firmware writes to them), nothing happens
 * @gt: number of the GT, less than XGL_MAX_GTS; no search for its anchor may be
 *	running
 *
 * Context: process context, may sleep.
 * Return: 0 or -ENOMEM.
 */
int xgl_anchor_start(struct xgl_source *src, unsigned int gt)
{
	struct xgl_anchor *a;

	if (!src->ops->anchors)
		return 0;
	a = find(src, gt) ?: make(src, gt);
	if (!a)
		return -ENOMEM;
	guard(mutex)(&a->lock);
	a->tries = XGL_ANCHOR_TRIES;
	queue_delayed_work(queue, &a->work, 0);
	return 0;
}

/**
 * xgl_anchor_stop() - end the search for a clock anchor of a GT, and drop the
 * anchor
 * @src: source of the device's logs
 * @gt: number of the GT, less than XGL_MAX_GTS; xgl_anchor_start() need not have
 *	been called for it
 *
 * Context: process context, may sleep; the caller holds no lock that the source
 * takes, and no file of the GT is being opened.
 */
void xgl_anchor_stop(struct xgl_source *src, unsigned int gt)
{
	struct xgl_anchor *a = find(src, gt);

	if (!a)
		return;
	cancel_delayed_work_sync(&a->work);
	guard(mutex)(&a->lock);
	a->point.boottime_ns = 0;
	a->stale = false;
}

/**
 * xgl_anchor_free() - free what xgl_anchor_start() allocated
 * @src: source of the device's logs; xgl_anchor_stop() was called for each GT,
 *	and the files of the device were removed
 *
 * Context: process context, may sleep.
 */
void xgl_anchor_free(struct xgl_source *src)
{
	unsigned int gt;

	for (gt = 0; gt < XGL_MAX_GTS; gt++) {
		if (!src->anchor[gt])
			continue;
		mutex_destroy(&src->anchor[gt]->lock);
		kfree(src->anchor[gt]);
		src->anchor[gt] = NULL;
	}
}

/**
 * xgl_anchor_used() - search for a newer clock anchor, because a reader uses the log of a GT
 * @src: source of the device's logs
 * @gt: number of the GT
 *
 * A new search begins in a work item, unless the present anchor is younger than
 * XGL_ANCHOR_FRESH_NS, or a search began or a watch of the log ended less than half a
 * second ago.
 *
 * Context: process context, may sleep.
 */
void xgl_anchor_used(struct xgl_source *src, unsigned int gt)
{
	struct xgl_anchor *a = find(src, gt);

	if (!a)
		return;
	guard(mutex)(&a->lock);
	if (is_fresh(a) || time_before(jiffies, a->next))
		return;
	a->next = jiffies + PAUSE;
	a->tries = XGL_ANCHOR_TRIES;
	mod_delayed_work(queue, &a->work, 0);
}

static void set_text(struct guc_facts *facts, const char *text)
{
	guc_facts_set(facts, GUC_FACT_anchor, text, strlen(text));
}

static void set_point(struct guc_facts *facts,
		      const struct xgl_anchor_point *point)
{
	u64 now = ktime_get_boottime_ns();

	set_text(facts, "a change of write_ptr");
	facts->anchor_boottime_ns = point->boottime_ns;
	facts->anchor_realtime_ns = point->realtime_ns;
	facts->anchor_guc_tick = point->tick;
	facts->anchor_uncertainty_ns = point->uncertainty_ns;
	facts->anchor_age_ns = now - point->boottime_ns;
	facts->known |= BIT_ULL(GUC_FACT_anchor_boottime_ns) |
			BIT_ULL(GUC_FACT_anchor_realtime_ns) |
			BIT_ULL(GUC_FACT_anchor_guc_tick) |
			BIT_ULL(GUC_FACT_anchor_uncertainty_ns) |
			BIT_ULL(GUC_FACT_anchor_age_ns);
}

/**
 * xgl_anchor_get() - get the latest clock anchor of a GT
 * @src: source of the device's logs
 * @gt: number of the GT
 * @point: filled with the anchor, or zeroed if there is none
 *
 * Context: process context, may sleep.
 */
void xgl_anchor_get(struct xgl_source *src, unsigned int gt,
		    struct xgl_anchor_point *point)
{
	struct xgl_anchor *a = find(src, gt);

	*point = (struct xgl_anchor_point){ 0 };
	if (!a)
		return;
	guard(mutex)(&a->lock);
	*point = a->point;
}

/**
 * xgl_anchor_add_facts() - add a clock anchor to the facts of a GT, or the fact that there
 * is none
 * @src: source of the device's logs
 * @gt: number of the GT
 * @point: from xgl_anchor_get()
 * @facts: the facts (see guc_facts.h); not changed if this source never has anchors
 *
 * Context: process context, may sleep.
 */
void xgl_anchor_add_facts(struct xgl_source *src, unsigned int gt,
			  const struct xgl_anchor_point *point,
			  struct guc_facts *facts)
{
	struct xgl_anchor *a = find(src, gt);

	if (!a)
		return;
	guard(mutex)(&a->lock);
	if (point->boottime_ns)
		set_point(facts, point);
	else
		set_text(facts, a->stale ? "none since the last load" :
					   "none yet");
}

/**
 * xgl_anchor_drop_stale() - drop the clock anchor of a GT when the firmware was
 * loaded again after the anchor was found
 * @src: source of the device's logs
 * @gt: number of the GT
 * @point: the anchor, from a call of xgl_anchor_get() before the log was copied. Its
 *	member boottime_ns is set to 0 if the firmware was loaded again after the anchor
 *	was found
 * @log: the log, which was copied after @point was read
 * @image: the image from which @log was parsed
 *
 * Context: process context, may sleep.
 */
void xgl_anchor_drop_stale(struct xgl_source *src, unsigned int gt,
			   struct xgl_anchor_point *point, const struct guc_log *log,
			   struct guc_view image)
{
	const struct guc_region *r = &log->region[GUC_REGION_EVENT];
	struct xgl_anchor *a = find(src, gt);

	if (!a || !point->boottime_ns ||
	    !xgl_anchor_is_stale(point, r, guc_view_clip(image, r->offset + point->entry,
							 GUC_ENTRY_V2)))
		return;
	guard(mutex)(&a->lock);
	/* Drop only the anchor in @point: a newer one may have been found since. */
	if (a->point.boottime_ns == point->boottime_ns) {
		a->point.boottime_ns = 0;
		a->stale = true;
	}
	point->boottime_ns = 0;
}
