// SPDX-License-Identifier: GPL-2.0-only
/*
 * Streams (see xgl_stream.h). Each open stream has its own cursor (position) in the event
 * ring and its own buffer, so that readers of different streams do not affect each other.
 * A task that reads from a stream copies the events from the ring itself; the poller of the
 * GT (see xgl_poller.h) only wakes the task when there are new events.
 */
#include "xgl_stream.h"

#include <linux/cleanup.h>
#include <linux/err.h>
#include <linux/ktime.h>
#include <linux/mutex.h>
#include <linux/sched.h>
#include <linux/slab.h>

#include "abi/guc_log_abi.h"
#include "guc_lfd.h"
#include "xgl_anchor.h"
#include "xgl_content.h"
#include "xgl_poller.h"
#include "xgl_source.h"

/*
 * Size in bytes of the buffer for the parts of a stream that are not events. The largest of these
 * parts is at the start of the stream: a HOST_COMMENT block with the facts (see guc_facts.h).
 */
#define MADE_ROOM	SZ_8K
/* If events follow a pause of at least this length (ns), a HOST_COMMENT with the time is made. */
#define PAUSE_NS	(30ull * NSEC_PER_SEC)

/**
 * struct xgl_stream - an open stream
 * @poller: the poller of its GT, or NULL for a stream from xgl_stream_open_empty()
 * @waiter: entry of the stream among the waiters of the poller
 * @lock: serializes the readers of this file; taken before the poller's lock
 * @has_head: the head of the LFD file, that is, the part before the first block
 *	of events, was made
 * @out: the part of the LFD file that was made last
 * @pos: number of bytes of @out that read() has returned so far
 * @lost: minimum number of events that were lost since the last block of events
 * @restarted: the firmware was loaded again since the last block of events
 * @anchor_ns: time of the latest clock anchor in the stream, CLOCK_BOOTTIME
 * @block_ns: time at which the last block of events was made, CLOCK_BOOTTIME; before
 *	the first block, the time at which the stream started
 * @facts: facts of the device and the GT; after the head was made, the facts of a clock
 *	anchor
 * @log: parsed from @page
 * @page: the state page
 * @made: the bytes of @out that are not events
 * @events: the events of @out
 */
struct xgl_stream {
	struct xgl_poller *poller;
	struct xgl_waiter waiter;
	struct mutex lock; /* serializes readers */
	bool has_head;
	struct xgl_content out;
	loff_t pos;
	u64 lost;
	bool restarted;
	u64 anchor_ns;
	u64 block_ns;
	struct guc_facts facts;
	struct guc_log log;
	u8 page[GUC_LOG_STATE_PAGE_SIZE];
	u8 made[MADE_ROOM];
	u8 events[XGL_CURSOR_ROOM];
};

static bool has_bytes(const struct xgl_stream *s)
{
	return s->pos < s->out.size;
}

static bool is_dead(const struct xgl_stream *s)
{
	return !s->poller || READ_ONCE(s->poller->dead);
}

static struct guc_lfd_file begin_file(struct xgl_stream *s)
{
	return (struct guc_lfd_file){ .made = s->made, .made_size = sizeof(s->made) };
}

static int take_file(struct xgl_stream *s, const struct guc_lfd_file *file, int ret)
{
	s->pos = 0;
	s->out.size = ret ? 0 : file->size;
	s->out.nr_segs = file->nr_segs;
	memcpy(s->out.seg, file->seg, sizeof(s->out.seg));
	return ret;
}

/* Make the head of the LFD file, that is, the part before the first block of events. */
static int make_head(struct xgl_stream *s)
{
	struct guc_lfd_source src = {
		.log = &s->log, .image = guc_view(s->page, sizeof(s->page)), .facts = &s->facts,
	};
	struct guc_lfd_file file = begin_file(s);

	s->has_head = true;
	return take_file(s, &file, guc_lfd_write_head(&file, &src));
}

/*
 * Return: the facts of a clock anchor (see xgl_anchor.h) that the stream does not contain yet, or
 * NULL.
 */
static const struct guc_facts *find_anchor(struct xgl_stream *s)
{
	struct xgl_poller *p = s->poller;
	struct xgl_anchor_point point;

	xgl_anchor_used(p->src, p->gt);
	xgl_cursor_anchor(&s->waiter.cursor, p->src, p->gt, &point);
	if (!point.boottime_ns || point.boottime_ns == s->anchor_ns)
		return NULL;
	s->anchor_ns = point.boottime_ns;
	memset(&s->facts, 0, sizeof(s->facts));
	xgl_anchor_add_facts(p->src, p->gt, &point, &s->facts);
	return &s->facts;
}

/* Make the next part of the LFD file from the events that were read. Without events do nothing. */
static int make_part(struct xgl_stream *s, const struct xgl_poll_result *result)
{
	u64 now = s->waiter.cursor.polled_ns;
	struct guc_lfd_file file = begin_file(s);
	struct guc_lfd_part part;

	s->lost += result->lost;
	s->restarted |= result->restarted;
	if (!result->entries.len)
		return 0;
	part = (struct guc_lfd_part){
		.entries = result->entries, .seq = result->seq, .lost = s->lost, .gap = result->gap,
		.restarted = s->restarted, .anchor = find_anchor(s),
		.seen_ns = now - s->block_ns >= PAUSE_NS ? now : 0,
	};
	s->block_ns = now;
	s->lost = 0;
	s->restarted = false;
	return take_file(s, &file, guc_lfd_write_part(&file, &part));
}

static int start(struct xgl_stream *s, struct xgl_source_session *session)
{
	int ret = xgl_cursor_start(&s->waiter.cursor, session, &s->log, s->page);

	s->block_ns = s->waiter.cursor.polled_ns;
	return ret;
}

static int read_ring(struct xgl_stream *s, struct xgl_source_session *session)
{
	struct xgl_poll_result result;
	int ret;

	ret = xgl_cursor_read(&s->waiter.cursor, session, s->events, &result);
	if (ret == -ESTALE)
		return xgl_cursor_start(&s->waiter.cursor, session, &s->log, s->page);
	if (ret)
		return ret;
	WRITE_ONCE(s->waiter.ready, result.more);
	xgl_poller_pace(s->poller, &result);
	xgl_poller_lost(s->poller, &result);
	return make_part(s, &result);
}

/*
 * Read the new events from the ring. The first call only places the stream's cursor after the
 * newest event. Return: 0; or -EAGAIN if the log cannot be read now, because another task holds
 * the device's lock or the device would have to be resumed; or another error.
 */
static int fill(struct xgl_stream *s)
{
	struct xgl_source_session session = {
		.src = s->poller->src, .gt = s->poller->gt, .resume = XGL_RESUME_FOLLOW,
		.facts = s->has_head ? NULL : &s->facts,
	};
	int ret, error;

	WRITE_ONCE(s->waiter.ready, false);
	s->waiter.cursor.tried_ns = ktime_get_boottime_ns();
	ret = xgl_source_begin(&session);
	if (ret)
		return ret;
	ret = s->waiter.cursor.started ? read_ring(s, &session) : start(s, &session);
	error = xgl_source_end(&session);
	if (error || ret)
		return error ?: ret;
	return s->has_head ? 0 : make_head(s);
}

/**
 * xgl_stream_fill() - read new events into the buffer of a stream, unless the ring was read
 * a short time ago
 * @s: the stream; read() must have returned all bytes that were in the buffer
 *
 * Context: process context, may sleep; takes the source's locks, but does not wait for
 * a device's lock.
 * Return: 0, even if there are no new events; or -ERESTARTSYS if a signal is pending; or the
 * error of the source.
 */
int xgl_stream_fill(struct xgl_stream *s)
{
	struct xgl_poller *p = s->poller;
	int ret = 0;

	if (is_dead(s))
		return 0;
	if (mutex_lock_interruptible(&p->lock))
		return -ERESTARTSYS;
	if (!p->dead && (s->waiter.ready || !xgl_poller_is_early(p, &s->waiter.cursor)))
		ret = fill(s);
	mutex_unlock(&p->lock);
	return ret;
}

static struct xgl_stream *make(void)
{
	struct xgl_stream *s = kvzalloc(sizeof(*s), XGL_GFP_USER);

	if (!s)
		return NULL;
	mutex_init(&s->lock);
	init_waitqueue_head(&s->waiter.wait);
	INIT_LIST_HEAD(&s->waiter.node);
	return s;
}

/**
 * xgl_stream_open() - open the stream of a GT
 * @src: source of the device's logs
 * @gt: number of the GT; its files are not being removed
 *
 * If the log cannot be read now, because the device would have to be resumed or its lock
 * is held, the stream begins with the events that are written after the log could be read.
 *
 * Context: process context, may sleep; takes the source's locks, but does not wait for
 * a device's lock.
 * Return: the stream, which the caller must free with xgl_stream_free(), or an error
 * pointer with -ENOMEM; -ENODATA if the ring cannot be followed (see guc_follow_can());
 * or the error of the source.
 */
struct xgl_stream *xgl_stream_open(struct xgl_source *src, unsigned int gt)
{
	struct xgl_stream *s = make();
	struct xgl_poller *p;
	int ret = 0;

	if (!s)
		return ERR_PTR(-ENOMEM);
	p = xgl_poller_get(src, gt);
	s->poller = p;
	scoped_guard(mutex, &p->lock) {
		list_add_tail(&s->waiter.node, &p->waiters);
		p->interval_us = min(p->interval_us, XGL_POLLER_SHORT_US);
		if (!p->dead)
			ret = fill(s);
	}
	if (!ret || ret == -EAGAIN)
		return s;
	xgl_stream_free(s);
	return ERR_PTR(ret);
}

/**
 * xgl_stream_open_empty() - open a stream that has no bytes, so that its first read()
 * returns the end of the file
 *
 * Context: process context, may sleep.
 * Return: the stream, which the caller must free with xgl_stream_free(), or an error
 * pointer with -ENOMEM.
 */
struct xgl_stream *xgl_stream_open_empty(void)
{
	return make() ?: ERR_PTR(-ENOMEM);
}

/* Sleep until the poller finds new events, or the GT is removed. Return: 0 or -ERESTARTSYS. */
static int wait_for_news(struct xgl_stream *s)
{
	struct xgl_poller *p = s->poller;
	int ret;

	scoped_guard(mutex, &p->lock) {
		s->waiter.blocked++;
		xgl_poller_kick(p);
	}
	ret = wait_event_interruptible(s->waiter.wait,
				       READ_ONCE(s->waiter.ready) || READ_ONCE(p->dead));
	scoped_guard(mutex, &p->lock)
		s->waiter.blocked--;
	return ret;
}

/*
 * Read from the stream without waiting for new events. Return: the number of bytes that were read,
 * which can be 0, or an error.
 */
static ssize_t read_now(struct xgl_stream *s, char __user *buf, size_t len)
{
	int ret = 0;

	if (mutex_lock_interruptible(&s->lock))
		return -ERESTARTSYS;
	if (!has_bytes(s))
		ret = xgl_stream_fill(s);
	if (has_bytes(s))
		ret = xgl_content_read(&s->out, buf, len, &s->pos);
	mutex_unlock(&s->lock);
	return ret;
}

/**
 * xgl_stream_read() - read from a stream
 * @s: from xgl_stream_open() or xgl_stream_open_empty()
 * @buf: destination
 * @len: size of @buf in bytes
 * @nonblock: if there is nothing to read, return -EAGAIN instead of waiting
 *
 * A temporary error of the source, such as a PCI error recovery, does not end the
 * stream.
 *
 * Context: process context, sleeps.
 * Return: the number of bytes that were read, or 0 (end of file) if the GT was removed or
 * the stream is empty; or -EAGAIN if there is nothing to read and @nonblock is set; or
 * -ERESTARTSYS after a signal; or -EFAULT.
 */
ssize_t xgl_stream_read(struct xgl_stream *s, char __user *buf, size_t len, bool nonblock)
{
	ssize_t ret;

	do {
		if (!len)
			return 0;
		ret = read_now(s, buf, len);
		if (ret > 0 || ret == -EFAULT || ret == -ERESTARTSYS)
			return ret;
		if (is_dead(s))
			return 0;
		if (nonblock)
			return -EAGAIN;
		ret = wait_for_news(s);
	} while (!ret);
	return ret;
}

/**
 * xgl_stream_poll() - check whether a stream can be read
 * @s: from xgl_stream_open() or xgl_stream_open_empty()
 * @filp: the open file of the stream
 * @table: the poll_table of the caller of poll(), for poll_wait()
 *
 * Context: process context, may sleep.
 * Return: a mask of poll events.
 */
__poll_t xgl_stream_poll(struct xgl_stream *s, struct file *filp, poll_table *table)
{
	__poll_t mask = 0;

	poll_wait(filp, &s->waiter.wait, table);
	if (is_dead(s))
		return EPOLLIN | EPOLLRDNORM | EPOLLHUP;
	scoped_guard(mutex, &s->lock) {
		if (!has_bytes(s))
			xgl_stream_fill(s);
		if (has_bytes(s))
			mask = EPOLLIN | EPOLLRDNORM;
	}
	if (mask)
		return mask;
	guard(mutex)(&s->poller->lock);
	xgl_poller_kick(s->poller);
	return 0;
}

/**
 * xgl_stream_free() - close a stream
 * @s: from xgl_stream_open() or xgl_stream_open_empty()
 *
 * Context: process context, may sleep. The GT may have been removed.
 */
void xgl_stream_free(struct xgl_stream *s)
{
	struct xgl_poller *p = s->poller;

	if (p) {
		scoped_guard(mutex, &p->lock)
			list_del(&s->waiter.node);
		xgl_poller_put(p);
	}
	mutex_destroy(&s->lock);
	kvfree(s);
}
