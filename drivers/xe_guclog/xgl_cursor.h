/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A cursor: the position of one reader in the event ring of a GT. A poll reads
 * the events that were written since the previous poll.
 */
#ifndef _XGL_CURSOR_H_
#define _XGL_CURSOR_H_

#include <linux/sizes.h>
#include <linux/types.h>

#include "guc_follow.h"
#include "guc_log.h"

struct xgl_anchor_point;
struct xgl_source;
struct xgl_source_session;

/* Size in bytes of the buffer for the events of one poll. */
#define XGL_CURSOR_ROOM		SZ_64K

/**
 * struct xgl_cursor - a position in the event ring of a GT
 * @started: the ring was found: @region and @follow are valid
 * @region: the event region; its pointers are from the last poll
 * @follow: the position after the event that was read last, see guc_follow.h
 * @base: number of events that @follow had counted when the ring last moved; @follow was then
 *	started again, and counts from 0
 * @moved: @follow was started again, and the ring was not read since then
 * @tried_ns: time of the last attempt to poll, CLOCK_BOOTTIME; 0 if there was none yet
 * @polled_ns: time of the last poll, CLOCK_BOOTTIME
 * @read_ns: time of the last poll that returned events, or of the start, CLOCK_BOOTTIME
 * @hz: frequency of the firmware's clock, 0 if it is unknown
 * @pace: rate at which the firmware writes events
 * @is_gap: events were lost since the last event that was returned; the three members
 *	below are valid only then
 * @gap_tick: tick of the last event that was returned
 * @gap_ns: time of the poll that returned that event, CLOCK_BOOTTIME
 * @gap_least: minimum number of events that were lost since that event
 * @anchors_from_ns: a time on CLOCK_BOOTTIME. A clock anchor (see xgl_anchor.h) from before this
 *	time is not used, because the firmware was loaded again after it. 0 if any anchor can
 *	be used
 */
struct xgl_cursor {
	bool started;
	struct guc_region region;
	struct guc_follow follow;
	u64 base;
	bool moved;
	u64 tried_ns;
	u64 polled_ns;
	u64 read_ns;
	u32 hz;
	struct guc_follow_pace pace;
	bool is_gap;
	u32 gap_tick;
	u64 gap_ns;
	u64 gap_least;
	u64 anchors_from_ns;
};

/**
 * struct xgl_poll_result - the result of a poll
 * @entries: the new events
 * @seq: number of the first of these events, counted from the start of the cursor
 * @lost: minimum number of events that were lost before @entries
 * @gap: duration of the gap before @entries, and estimated number of lost events; zeroed if there
 *	is no gap, or nothing is known about it
 * @restarted: the firmware was loaded again before these events
 * @more: there are more new events in the ring than one poll can return
 * @fill_ns: time in ns in which the firmware would fill the whole ring if it continued to write
 *	events as fast as since the previous poll; 0 if it wrote none. If the previous poll was
 *	more than 100 s ago, this time is too small, but still some tens of seconds
 */
struct xgl_poll_result {
	struct guc_view entries;
	u64 seq;
	u64 lost;
	struct guc_follow_gap gap;
	bool restarted;
	bool more;
	u64 fill_ns;
};

int xgl_cursor_start(struct xgl_cursor *c, struct xgl_source_session *session,
		     struct guc_log *log, u8 *page);
bool xgl_cursor_has_news(struct xgl_cursor *c, struct xgl_source_session *session);
int xgl_cursor_read(struct xgl_cursor *c, struct xgl_source_session *session, u8 *buf,
		    struct xgl_poll_result *result);
void xgl_cursor_anchor(const struct xgl_cursor *c, struct xgl_source *src, unsigned int gt,
		       struct xgl_anchor_point *point);

#endif
