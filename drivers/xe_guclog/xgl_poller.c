// SPDX-License-Identifier: GPL-2.0-only
/*
 * The firmware does not report new events to this module, so the module polls the
 * event ring of a GT while a reader waits for events or the trace event guc_event is
 * enabled. For each waiting reader, a poll reads the 36 bytes of the ring's state and the
 * entry that this reader read last. Polls never resume a device and never wait for its
 * lock. While no events are written, polls wake an idle CPU at most every five seconds.
 */
#include "xgl_poller.h"

#include <linux/cleanup.h>
#include <linux/ktime.h>
#include <linux/minmax.h>
#include <linux/poll.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "guc_text.h"
#include "xgl_source.h"
#include "xgl_tracer.h"

/*
 * Longest time between two polls, us. While no events are written, the next poll is the work
 * item @lazy of struct xgl_poller. Its timer is deferrable, that is, it does not wake an idle
 * CPU, and an idle CPU can sleep for minutes. Therefore the work item @prompt is also scheduled:
 * its timer wakes the CPU when this time has passed since the last poll.
 */
#define LATEST_US	5000000
/* Number of polls in the time in which the firmware fills the ring. */
#define POLLS_PER_FILL	8

static LIST_HEAD(pollers);
/*
 * Protects the list of pollers. When a trace event is enabled, this lock is taken with the
 * kernel's lock of tracepoints held.
 */
static DEFINE_MUTEX(pollers_lock);

/*
 * Return: whether a task waits in read(), poll() or epoll for events of this reader (an open
 * stream). A task in poll() or epoll can only be detected by its entry in the wait queue.
 */
static bool is_waiting(struct xgl_waiter *w)
{
	return !w->ready && (w->blocked || wq_has_sleeper(&w->wait));
}

static bool has_waiters(struct xgl_poller *p)
{
	struct xgl_waiter *w;

	list_for_each_entry(w, &p->waiters, node)
		if (is_waiting(w))
			return true;
	return false;
}

/* Wake the waiting readers for which there are new events. Return: whether there are new events. */
static bool wake_readers(struct xgl_poller *p, struct xgl_source_session *session)
{
	struct xgl_waiter *w;
	bool news = false;

	list_for_each_entry(w, &p->waiters, node) {
		if (!is_waiting(w))
			continue;
		/*
		 * A reader whose cursor is not started has not been able to read the log yet. Wake
		 * it in any case, so that it tries again.
		 */
		if (w->cursor.started && !xgl_cursor_has_news(&w->cursor, session))
			continue;
		WRITE_ONCE(w->ready, true);
		wake_up_interruptible_poll(&w->wait, EPOLLIN | EPOLLRDNORM);
		news |= w->cursor.started;
	}
	return news;
}

/* Poll the ring for the readers and for the trace event. Return: whether there were new events. */
static bool poll_ring(struct xgl_poller *p)
{
	struct xgl_source_session session = {
		.src = p->src, .gt = p->gt, .resume = XGL_RESUME_FOLLOW,
	};
	bool news;

	p->polled_ns = ktime_get_boottime_ns();
	if (xgl_source_begin(&session))
		return false;
	news = wake_readers(p, &session);
	news |= xgl_tracer_poll(p, &session);
	xgl_source_end(&session);
	xgl_tracer_emit(p);
	return news;
}

/* Poll the ring if a reader or the trace event needs it. The caller holds p->lock. */
static void poll_once(struct xgl_poller *p)
{
	if (p->dead)
		return;
	xgl_tracer_update(p);
	/* If there was no memory for p->tracer, the next poll tries again. */
	if (!xgl_tracer_is_on() && !has_waiters(p))
		return;
	if (!poll_ring(p))
		xgl_poller_back_off(p);
	xgl_poller_kick(p);
}

static void lazy_work(struct work_struct *work)
{
	struct xgl_poller *p = container_of(to_delayed_work(work), struct xgl_poller, lazy);

	guard(mutex)(&p->lock);
	poll_once(p);
}

static void prompt_work(struct work_struct *work)
{
	struct xgl_poller *p = container_of(to_delayed_work(work), struct xgl_poller, prompt);

	guard(mutex)(&p->lock);
	poll_once(p);
}

static void now_work(struct work_struct *work)
{
	struct xgl_poller *p = container_of(work, struct xgl_poller, now);

	guard(mutex)(&p->lock);
	p->is_prompt = true;
	p->interval_us = XGL_POLLER_SHORTEST_US;
	poll_once(p);
}

/* Return: the time in jiffies until @us after the last poll. */
static unsigned long time_until(const struct xgl_poller *p, u64 us)
{
	u64 past_us = div_u64(ktime_get_boottime_ns() - p->polled_ns, NSEC_PER_USEC);

	return usecs_to_jiffies(us - min(past_us, us));
}

/**
 * xgl_poller_kick() - schedule the next poll of a ring
 * @p: the poller of the GT
 *
 * Context: process context; the poller's lock is held.
 */
void xgl_poller_kick(struct xgl_poller *p)
{
	if (p->dead)
		return;
	if (!p->is_prompt)
		mod_delayed_work(system_freezable_power_efficient_wq, &p->lazy,
				 time_until(p, p->interval_us));
	mod_delayed_work(system_freezable_power_efficient_wq, &p->prompt,
			 time_until(p, p->is_prompt ? p->interval_us : LATEST_US));
}

/**
 * xgl_poller_now_all() - poll all rings at once
 *
 * Context: process context, may sleep.
 */
void xgl_poller_now_all(void)
{
	struct xgl_poller *p;

	guard(mutex)(&pollers_lock);
	list_for_each_entry(p, &pollers, node)
		queue_work(system_freezable_power_efficient_wq, &p->now);
}

/**
 * xgl_poller_now() - poll the ring of a GT at once
 * @src: source of the device's logs
 * @gt: number of the GT; xgl_poller_start() and xgl_poller_stop() are not running for it. If it
 *	has no poller, nothing happens
 *
 * The next polls follow at short intervals, because the present rate of events is unknown.
 *
 * Context: any, also hard interrupts; does not sleep.
 */
void xgl_poller_now(struct xgl_source *src, unsigned int gt)
{
	if (src->poller[gt])
		queue_work(system_freezable_power_efficient_wq, &src->poller[gt]->now);
}

/**
 * xgl_poller_pace() - choose the time until the next poll
 * @p: the poller of the GT
 * @result: what a reader of the stream, or the trace event, has just read from the ring
 *
 * The time is an eighth of the time in which the firmware would fill the ring at the
 * present rate. This rate is the mean since the reader last read the ring. At the beginning
 * of a burst of events, the mean is too low, so the time would be too long; therefore the
 * time between two polls at most doubles.
 *
 * Context: process context; the poller's lock is held.
 */
void xgl_poller_pace(struct xgl_poller *p, const struct xgl_poll_result *result)
{
	if (!result->fill_ns)
		return;
	p->is_prompt = true;
	p->interval_us = clamp_t(u64, div_u64(result->fill_ns, POLLS_PER_FILL * NSEC_PER_USEC),
				 XGL_POLLER_SHORTEST_US,
				 min(XGL_POLLER_SHORT_US, 2 * p->interval_us));
	/* The next poll may already be scheduled for a later time, so schedule it again. */
	if (has_waiters(p))
		xgl_poller_kick(p);
}

/**
 * xgl_poller_back_off() - choose the time until the next poll after a poll without new
 * events
 * @p: the poller of the GT
 *
 * With each such poll, the time until the next one grows by a quarter. So the time is about a
 * quarter of the time for which no event has been written. It grows slowly, because a burst of
 * events may only have paused. If the burst continues at its former rate, the ring must not be full
 * before the next poll.
 *
 * Context: process context; the poller's lock is held.
 */
void xgl_poller_back_off(struct xgl_poller *p)
{
	p->interval_us = min(p->interval_us + p->interval_us / 4, XGL_POLLER_LONGEST_US);
	p->is_prompt &= p->interval_us < XGL_POLLER_LONGEST_US;
}

/**
 * xgl_poller_is_early() - check whether a reader should wait before it reads the ring again
 * @p: the poller of the GT
 * @c: the reader's cursor
 *
 * A reader that read the ring again and again without a pause would keep a CPU busy and get
 * only a few events each time.
 *
 * Context: process context; the poller's lock is held.
 * Return: true if the reader read the ring, or tried to, a short time ago.
 */
bool xgl_poller_is_early(const struct xgl_poller *p, const struct xgl_cursor *c)
{
	u64 pace_us = min_t(u64, p->interval_us, XGL_POLLER_SHORT_US);

	return c->tried_ns && ktime_get_boottime_ns() - c->tried_ns < pace_us * NSEC_PER_USEC;
}

/**
 * xgl_poller_lost() - count the events that a reader of the stream has lost
 * @p: the poller of the GT
 * @result: what the reader has just read from the ring
 *
 * Context: process context; the poller's lock is held.
 */
void xgl_poller_lost(struct xgl_poller *p, const struct xgl_poll_result *result)
{
	p->lost += result->lost;
	if (result->gap.ticks)
		p->gap = result->gap;
}

/**
 * xgl_poller_start() - make the poller of a GT
 * @src: source of the device's logs
 * @gt: number of the GT, less than XGL_MAX_GTS; it must not have a poller yet
 * @name: name of the device
 *
 * Context: process context, may sleep.
 * Return: 0 or -ENOMEM.
 */
int xgl_poller_start(struct xgl_source *src, unsigned int gt, const char *name)
{
	struct xgl_poller *p = kzalloc(sizeof(*p), GFP_KERNEL);

	if (!p)
		return -ENOMEM;
	kref_init(&p->ref);
	p->src = src;
	p->gt = gt;
	strscpy(p->name, name, sizeof(p->name));
	INIT_DEFERRABLE_WORK(&p->lazy, lazy_work);
	INIT_DELAYED_WORK(&p->prompt, prompt_work);
	INIT_WORK(&p->now, now_work);
	mutex_init(&p->lock);
	INIT_LIST_HEAD(&p->waiters);
	p->interval_us = XGL_POLLER_SHORT_US;
	src->poller[gt] = p;
	guard(mutex)(&pollers_lock);
	list_add_tail(&p->node, &pollers);
	if (xgl_tracer_is_on())
		queue_work(system_freezable_power_efficient_wq, &p->now);
	return 0;
}

/**
 * xgl_poller_kill() - end the streams of a GT
 * @src: source of the device's logs
 * @gt: number of the GT, which has a poller
 *
 * Every read() that is waiting for events returns 0 (end of file). Otherwise the removal of
 * the debugfs file would wait for this read(). When the function returns, the poller does
 * not use the source any more.
 *
 * Context: process context, may sleep; the caller holds no lock that the source
 * takes.
 */
void xgl_poller_kill(struct xgl_source *src, unsigned int gt)
{
	struct xgl_poller *p = src->poller[gt];
	struct xgl_waiter *w;

	scoped_guard(mutex, &pollers_lock)
		list_del(&p->node);
	scoped_guard(mutex, &p->lock) {
		WRITE_ONCE(p->dead, true);
		list_for_each_entry(w, &p->waiters, node)
			wake_up_interruptible_poll(&w->wait, EPOLLIN | EPOLLHUP);
	}
	cancel_delayed_work_sync(&p->lazy);
	cancel_delayed_work_sync(&p->prompt);
	cancel_work_sync(&p->now);
	xgl_tracer_stop(p);
}

/**
 * xgl_poller_stop() - drop the poller of a GT
 * @src: source of the device's logs
 * @gt: number of the GT; xgl_poller_kill() was called, and the files of the GT are
 *	removed
 *
 * Context: process context, may sleep.
 */
void xgl_poller_stop(struct xgl_source *src, unsigned int gt)
{
	xgl_poller_put(src->poller[gt]);
	src->poller[gt] = NULL;
}

/**
 * xgl_poller_get() - take a reference to the poller of a GT
 * @src: source of the device's logs
 * @gt: number of the GT, which has a poller; xgl_poller_stop() is not running for it
 *
 * Context: any.
 * Return: the poller, which the caller must release with xgl_poller_put().
 */
struct xgl_poller *xgl_poller_get(struct xgl_source *src, unsigned int gt)
{
	kref_get(&src->poller[gt]->ref);
	return src->poller[gt];
}

static void release(struct kref *ref)
{
	struct xgl_poller *p = container_of(ref, struct xgl_poller, ref);

	mutex_destroy(&p->lock);
	kfree(p);
}

/**
 * xgl_poller_put() - drop a reference to a poller
 * @p: from xgl_poller_get(), or NULL
 *
 * Context: any.
 */
void xgl_poller_put(struct xgl_poller *p)
{
	if (p)
		kref_put(&p->ref, release);
}

static struct xgl_poller *find(const struct xgl_source *src, unsigned int gt)
{
	struct xgl_poller *p;

	guard(mutex)(&pollers_lock);
	list_for_each_entry(p, &pollers, node) {
		if (p->src != src || p->gt != gt)
			continue;
		kref_get(&p->ref);
		return p;
	}
	return NULL;
}

/**
 * xgl_poller_print() - print how many events the readers of a GT's stream have lost
 * @text: the text to append to; ``key=value`` lines, none when nothing was lost
 * @src: source of the device's logs
 * @gt: number of the GT; it need not have a poller
 *
 * Context: process context, may sleep; the caller holds no lock that the source takes.
 */
void xgl_poller_print(struct guc_text *text, const struct xgl_source *src, unsigned int gt)
{
	struct xgl_poller *p = find(src, gt);
	struct guc_follow_gap gap;
	u64 lost;

	if (!p)
		return;
	scoped_guard(mutex, &p->lock) {
		lost = p->lost;
		gap = p->gap;
	}
	xgl_poller_put(p);
	if (lost)
		guc_text_add(text, "stream_lost_entries=%llu\nstream_lost_at_least=yes\n", lost);
	if (gap.ticks)
		guc_text_add(text, "stream_gap_ticks=%llu\n", gap.ticks);
	if (gap.entries)
		guc_text_add(text, "stream_gap_estimate_entries=%llu\n", gap.entries);
}
