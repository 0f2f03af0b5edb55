// SPDX-License-Identifier: GPL-2.0-only
/*
 * Who watches when: off every open(), while somebody uses the log, with pauses.
 */
#include "xgl_anchor.h"

#include <linux/cleanup.h>
#include <linux/ktime.h>
#include <linux/mutex.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/workqueue.h>

#include "guc_facts.h"
#include "xgl_source.h"

/* Between two watches at least. */
#define PAUSE	(HZ / 2)

/**
 * struct xgl_anchor - the anchor of one GT
 * @src: its source
 * @gt: its number
 * @work: the next watch
 * @lock: protects all below; innermost, held briefly
 * @tries: watches that are left until the next use
 * @next: jiffies before which no watch begins
 * @stale: the firmware has been loaded again since the last @point
 * @point: the latest one, its boottime 0 when there is none
 */
struct xgl_anchor {
	struct xgl_source *src;
	unsigned int gt;
	struct delayed_work work;
	struct mutex lock; /* what is below */
	unsigned int tries;
	unsigned long next;
	bool stale;
	struct xgl_anchor_point point;
};

static void queue(struct xgl_anchor *a, unsigned long delay)
{
	queue_delayed_work(system_freezable_wq, &a->work, delay);
}

static bool is_fresh(const struct xgl_anchor *a)
{
	return a->point.boottime_ns &&
	       ktime_get_boottime_ns() - a->point.boottime_ns <
	       XGL_ANCHOR_FRESH_NS;
}

/* PAUSE, then twice that ... */
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
		queue(a, pause_before(a->tries));
	}
}

/* Those that are there stay until xgl_anchor_free(). */
static struct xgl_anchor *find(struct xgl_source *src, unsigned int gt)
{
	/* With the store in make(): who sees it sees all of it. */
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
	/* With the load in find(). */
	smp_store_release(&src->anchor[gt], a);
	return a;
}

/**
 * xgl_anchor_start() - begin to look for an anchor
 * @src: the source; nothing happens when it has none to give
 * @gt: number of the GT, less than XGL_MAX_GTS, not started or stopped again
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
	queue(a, 0);
	return 0;
}

/**
 * xgl_anchor_stop() - look no longer, and forget what was found
 * @src: the source
 * @gt: number of the GT, less than XGL_MAX_GTS; need not be started
 *
 * Context: process context, may sleep; no lock is held that the source takes,
 * and nobody opens the GT's files any more.
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
 * xgl_anchor_free() - free what was started
 * @src: the source, all of whose GTs are stopped and all of whose files are gone
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
 * xgl_anchor_used() - the GT's log is of interest
 * @src: the source
 * @gt: number of the GT
 *
 * The log is watched for a new anchor soon, unless the last one is fresh or the
 * log has just been watched.
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
	mod_delayed_work(system_freezable_wq, &a->work, 0);
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
 * xgl_anchor_get() - the latest anchor
 * @src: the source
 * @gt: number of the GT
 * @point: filled, zeroed when there is none
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
 * xgl_anchor_add_facts() - an anchor as facts, or that there is none
 * @src: the source
 * @gt: number of the GT
 * @point: from xgl_anchor_get()
 * @facts: the anchor's facts are set; untouched when nobody looks for anchors
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
 * xgl_anchor_drop_stale() - forget an anchor that is not good for a log
 * @src: the source
 * @gt: number of the GT
 * @point: from xgl_anchor_get() before the log was copied; zeroed when the
 *	firmware has been loaded again since
 * @log: the log
 * @image: its image
 *
 * Context: process context, may sleep.
 */
void xgl_anchor_drop_stale(struct xgl_source *src, unsigned int gt,
			   struct xgl_anchor_point *point, const struct guc_log *log,
			   struct guc_view image)
{
	struct xgl_anchor *a = find(src, gt);

	if (!a || !point->boottime_ns ||
	    !xgl_anchor_is_stale(point, log, image))
		return;
	guard(mutex)(&a->lock);
	/* There may be a later one by now. */
	if (a->point.boottime_ns == point->boottime_ns) {
		a->point.boottime_ns = 0;
		a->stale = true;
	}
	point->boottime_ns = 0;
}
