/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The poller of a GT: it polls the event ring while a reader of the stream (see
 * xgl_stream.h) waits for new events, or while the trace event guc_event is enabled.
 */
#ifndef _XGL_POLLER_H_
#define _XGL_POLLER_H_

#include <linux/kref.h>
#include <linux/list.h>
#include <linux/mutex.h>
#include <linux/wait.h>
#include <linux/workqueue.h>

#include "xgl_cursor.h"

struct guc_text;
struct xgl_source;
struct xgl_source_session;

/*
 * Time between two polls in us: the minimum, the maximum while events are written, and the maximum
 * when no event is written.
 */
#define XGL_POLLER_SHORTEST_US	2000u
#define XGL_POLLER_SHORT_US	20000u
#define XGL_POLLER_LONGEST_US	1000000u

/**
 * struct xgl_waiter - a reader that can wait for new events
 * @node: entry in the poller's list
 * @wait: the tasks that wait in read(), poll() or epoll
 * @blocked: number of tasks that sleep in read(), or are about to sleep
 * @ready: there may be something to read, so the reader need not wait
 * @cursor: the reader's position in the event ring
 *
 * The poller's lock protects all members except @wait. @ready is also read
 * without this lock.
 */
struct xgl_waiter {
	struct list_head node;
	wait_queue_head_t wait;
	unsigned int blocked;
	bool ready;
	struct xgl_cursor cursor;
};

/**
 * struct xgl_poller - the poller of a GT
 * @ref: reference count
 * @src: the source of the GT's log
 * @gt: number of the GT
 * @name: name of the device
 * @node: entry in the list of pollers
 * @lazy: work item of the next poll with a deferrable timer, which does not wake an
 *	idle CPU. Not used while events are written
 * @prompt: work item of the next poll with a timer that wakes an idle CPU
 * @now: work item of an immediate poll
 * @lock: protects the members below and the waiters; taken before the source's
 *	locks
 * @dead: the GT is being removed, and @src must not be used any more; also read
 *	without the lock
 * @interval_us: time between two polls
 * @is_prompt: events were written a short time ago: only @prompt is used
 * @polled_ns: time of the last poll, CLOCK_BOOTTIME
 * @waiters: readers of the stream
 * @lost: minimum number of events that all readers together have lost
 * @gap: the latest gap in the events of any reader whose length is known
 * @tracer: state of the trace event guc_event, NULL while it is off; private to
 *	xgl_tracer.c
 */
struct xgl_poller {
	struct kref ref;
	struct xgl_source *src;
	unsigned int gt;
	char name[64];
	struct list_head node;
	struct delayed_work lazy;
	struct delayed_work prompt;
	struct work_struct now;
	struct mutex lock; /* protects the members below */
	bool dead;
	unsigned int interval_us;
	bool is_prompt;
	u64 polled_ns;
	struct list_head waiters;
	u64 lost;
	struct guc_follow_gap gap;
	struct xgl_tracer *tracer;
};

/* xgl_poller.c */
int xgl_poller_start(struct xgl_source *src, unsigned int gt, const char *name);
void xgl_poller_kill(struct xgl_source *src, unsigned int gt);
void xgl_poller_stop(struct xgl_source *src, unsigned int gt);
struct xgl_poller *xgl_poller_get(struct xgl_source *src, unsigned int gt);
void xgl_poller_put(struct xgl_poller *p);
void xgl_poller_kick(struct xgl_poller *p);
void xgl_poller_now_all(void);
void xgl_poller_now(struct xgl_source *src, unsigned int gt);
void xgl_poller_pace(struct xgl_poller *p, const struct xgl_poll_result *result);
void xgl_poller_back_off(struct xgl_poller *p);
bool xgl_poller_is_early(const struct xgl_poller *p, const struct xgl_cursor *c);
void xgl_poller_lost(struct xgl_poller *p, const struct xgl_poll_result *result);
void xgl_poller_print(struct guc_text *text, const struct xgl_source *src, unsigned int gt);

#endif
