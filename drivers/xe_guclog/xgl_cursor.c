// SPDX-License-Identifier: GPL-2.0-only
#include "xgl_cursor.h"

#include <linux/build_bug.h>
#include <linux/delay.h>
#include <linux/errno.h>
#include <linux/ktime.h>
#include <linux/math64.h>
#include <linux/minmax.h>
#include <linux/string.h>

#include "abi/guc_lic_abi.h"
#include "abi/guc_log_abi.h"
#include "xgl_anchor.h"
#include "xgl_source.h"

/*
 * Largest time since the last poll, in ns, with which the rate of events is computed. If more time
 * has passed, this value is used instead, so that its product with the length of a ring fits into
 * 64 bits. The result is still so large that xgl_poller_pace() chooses the longest time between two
 * polls.
 */
#define MAX_PAST_NS	(100ull * NSEC_PER_SEC)
static_assert(U64_MAX / XGL_MAX_LOG >= MAX_PAST_NS);

/*
 * Find out whether the firmware was loaded again after the latest clock anchor (see xgl_anchor.h)
 * was found. If so, set anchors_from_ns to a later time, so that this anchor is not used.
 */
static void judge_anchor(struct xgl_cursor *c, struct xgl_source_session *session)
{
	struct guc_region *r = &c->region;
	struct xgl_anchor_point point;
	u8 entry[GUC_FOLLOW_ENTRY];
	struct guc_view event;

	xgl_anchor_get(session->src, session->gt, &point);
	if (!point.boottime_ns)
		return;
	event = xgl_source_copy_part(session, entry, r, point.entry, sizeof(entry));
	c->anchors_from_ns = xgl_anchor_is_stale(&point, r, event) ? c->polled_ns : 0;
}

static u32 clock_hz(const struct guc_lic *lic)
{
	u32 khz = lic->value[GUC_LIC_KEY_TSC_FREQUENCY];

	if (!guc_lic_has(lic, GUC_LIC_KEY_TSC_FREQUENCY) || khz > U32_MAX / 1000)
		return 0;
	return khz * 1000;
}

/*
 * Read the newest entry of the ring, and place the cursor after it. All reads come first, because
 * the cursor must not count as started if one of them fails.
 */
static int start(struct xgl_cursor *c, struct xgl_source_session *session)
{
	struct guc_region *r = &c->region;
	struct guc_view newest = guc_view(NULL, 0);
	u8 bytes[GUC_FOLLOW_ENTRY];
	u32 pos;

	c->started = false;
	if (!guc_follow_can(r))
		return -ENODATA;
	if (guc_events_newest(r, &pos))
		newest = xgl_source_copy_part(session, bytes, r, pos, sizeof(bytes));
	if (!session->error)
		judge_anchor(c, session);
	if (session->error)
		return session->error;
	c->started = guc_follow_start(&c->follow, r, newest);
	return c->started ? 0 : -ENODATA;
}

/**
 * xgl_cursor_start() - find the event ring, and set the cursor to the position
 * after the newest event of the ring
 * @c: zeroed by the caller, or a cursor whose ring has moved; filled with the new
 *	position
 * @session: the open session with the source
 * @log: filled from the state page
 * @page: room for the state page, GUC_LOG_STATE_PAGE_SIZE bytes
 *
 * Context: between xgl_source_begin() and xgl_source_end().
 * Return: 0; or -ENODATA if the ring cannot be followed, because its state is
 * invalid or the version of its events is unknown; or the error of the session.
 */
int xgl_cursor_start(struct xgl_cursor *c, struct xgl_source_session *session,
		     struct guc_log *log, u8 *page)
{
	struct guc_view view = xgl_source_copy_page(session, page);

	c->polled_ns = ktime_get_boottime_ns();
	c->read_ns = c->polled_ns;
	if (session->error)
		return session->error;
	if (c->follow.size) {
		c->base += c->follow.seq;
		c->follow.seq = 0;
		c->moved = true;
	}
	guc_log_parse_page(log, view, session->total);
	c->hz = clock_hz(&log->lic);
	c->is_gap = false;
	c->region = log->region[GUC_REGION_EVENT];
	return start(c, session);
}

/*
 * Read the ring's pointers from its state. Return: true; or false if the state could not be read,
 * or if the ring has moved: either the bytes at the former offset of its state are not this state
 * any more, or the log buffer has become too short for the ring.
 */
static bool read_state(struct xgl_cursor *c, struct xgl_source_session *session)
{
	struct guc_region *r = &c->region;
	struct guc_log_buffer_state state;

	if (r->state_offset + sizeof(state) > session->total ||
	    r->offset + r->size > session->total)
		return false;
	xgl_source_copy(session, &state, r->state_offset, sizeof(state));
	if (session->error || le32_to_cpu(state.marker[0]) != GUC_LOG_MARKER_1_LOG ||
	    le32_to_cpu(state.marker[1]) != GUC_LOG_MARKER_2_EVENT ||
	    le32_to_cpu(state.size) != r->size ||
	    le32_to_cpu(state.version) != r->version)
		return false;
	guc_region_set_pointers(r, le32_to_cpu(state.write_ptr),
				le32_to_cpu(state.wrap_offset));
	return true;
}

/* Read the entry that the previous poll read last, to see whether it was overwritten. */
static struct guc_view read_last(const struct xgl_cursor *c,
				 struct xgl_source_session *session, u8 *last)
{
	if (!c->follow.has_last)
		return guc_view(NULL, 0);
	return xgl_source_copy_part(session, last, &c->region, c->follow.last_pos,
				    GUC_FOLLOW_ENTRY);
}

/*
 * Read the state of the ring, and set @step to the places of the new events in it. Return: 0; or
 * -ESTALE if the ring has moved; or -EAGAIN if its pointers contradict each other; or the error of
 * the session.
 */
static int plan(struct xgl_cursor *c, struct xgl_source_session *session,
		struct guc_follow_step *step)
{
	u8 bytes[GUC_FOLLOW_ENTRY];
	struct guc_view last;

	if (!read_state(c, session))
		return session->error ?: -ESTALE;
	last = read_last(c, session, bytes);
	if (guc_follow_overtaken(&c->follow, last)) {
		/*
		 * The entry that was read last was overwritten. If this happened after the
		 * state was read, the state is too old. So wait, and read the state again.
		 */
		usleep_range(GUC_FOLLOW_WAIT_US, 2 * GUC_FOLLOW_WAIT_US);
		if (!read_state(c, session))
			return session->error ?: -ESTALE;
	}
	if (session->error)
		return session->error;
	return guc_follow_plan(&c->follow, &c->region, last, step) ? 0 : -EAGAIN;
}

/**
 * xgl_cursor_has_news() - check whether a poll would find new or lost events
 * @c: a started cursor
 * @session: the open session with the source
 *
 * The function reads the state of the ring and the entry that was read last.
 *
 * Context: between xgl_source_begin() and xgl_source_end(); may sleep.
 * Return: true if there are new events, if events were lost, if the firmware was loaded
 * again, or if the ring has moved.
 */
bool xgl_cursor_has_news(struct xgl_cursor *c, struct xgl_source_session *session)
{
	struct guc_follow_step step;
	int ret = plan(c, session, &step);

	if (ret)
		return ret == -ESTALE;
	return step.restarted || step.nr_spans || step.lost;
}

/*
 * Copy the new events, which are in the spans of @step, to @buf. Return: 0; or -ESTALE if a span
 * does not lie in the ring; or the session's error.
 */
static int copy_spans(struct xgl_cursor *c, struct xgl_source_session *session,
		      const struct guc_follow_step *step, u8 *buf)
{
	unsigned int i;

	for (i = 0; i < step->nr_spans; i++) {
		struct guc_view copy = xgl_source_copy_part(session, buf, &c->region,
							    step->span[i].offset,
							    step->span[i].len);

		if (!copy.len)
			return session->error ?: -ESTALE;
		buf += step->span[i].len;
	}
	return 0;
}

/* Return: the timestamp in ticks of the GuC's clock, which is the first word of an event. */
static u32 tick_of(const u8 *entry)
{
	return guc_load_le32(entry);
}

/*
 * If events were lost before the events of this poll, estimate how many (result->gap). Otherwise
 * update the rate at which the firmware writes events (c->pace). If this poll returns no events,
 * the estimate is made by the next poll that returns some.
 */
static void judge_gap(struct xgl_cursor *c, const struct guc_follow *before,
		      const struct guc_follow_step *step, struct xgl_poll_result *result)
{
	const u8 *first = result->entries.data, *newest;
	u64 about;

	if (step->restarted) {
		c->is_gap = false;
		c->pace = (struct guc_follow_pace){ 0 };
	} else if (step->lost && before->has_last) {
		if (!c->is_gap) {
			c->gap_tick = tick_of(before->last);
			c->gap_ns = c->read_ns;
			c->gap_least = 0;
		}
		c->is_gap = true;
		c->gap_least += step->lost;
	}
	if (!result->entries.len)
		return;
	if (c->is_gap) {
		about = c->hz ? mul_u64_u32_div(c->polled_ns - c->gap_ns, c->hz, NSEC_PER_SEC) : 0;
		guc_follow_estimate(&result->gap, &c->pace, c->gap_tick, tick_of(first), about,
				    c->gap_least);
		c->is_gap = false;
	} else if (before->has_last && !step->restarted) {
		newest = first + result->entries.len - GUC_FOLLOW_ENTRY;
		guc_follow_pace(&c->pace, tick_of(before->last), tick_of(newest),
				result->entries.len / GUC_FOLLOW_ENTRY);
	}
}

/*
 * Read the new events, that is, the spans of @step. The first entries may have been
 * overwritten during the copy; result->entries begins after them. Return: 0; or -ESTALE if
 * the ring has moved; or the error of the session.
 */
static int read_step(struct xgl_cursor *c, struct xgl_source_session *session,
		     struct guc_follow_step *step, u8 *buf, struct xgl_poll_result *result)
{
	u32 copied = guc_follow_entries(step), kept;
	struct guc_view newest = guc_view(NULL, 0);
	int ret = copy_spans(c, session, step, buf);

	if (ret)
		return ret;
	if (copied) {
		if (!read_state(c, session))
			return session->error ?: -ESTALE;
		newest = guc_view(buf + (copied - 1) * GUC_FOLLOW_ENTRY, GUC_FOLLOW_ENTRY);
		guc_follow_settle(&c->follow, &c->region, step);
	}
	guc_follow_commit(&c->follow, step, newest);
	kept = guc_follow_entries(step);
	result->entries = guc_view(buf + (copied - kept) * GUC_FOLLOW_ENTRY,
				   kept * GUC_FOLLOW_ENTRY);
	return 0;
}

/**
 * xgl_cursor_read() - read the new events
 * @c: a started cursor; moved after the events that were read
 * @session: the open session with the source
 * @buf: room for the events, XGL_CURSOR_ROOM bytes
 * @result: filled with the events that were read and with what is known about lost events
 *
 * Context: between xgl_source_begin() and xgl_source_end(); may sleep.
 * Return: 0; or -EAGAIN if the ring's pointers contradict each other, which can be
 * temporary; or -ESTALE if the ring has moved (the caller must then call
 * xgl_cursor_start()); or the error of the session. After an error, @c has not moved.
 */
int xgl_cursor_read(struct xgl_cursor *c, struct xgl_source_session *session, u8 *buf,
		    struct xgl_poll_result *result)
{
	u64 now = ktime_get_boottime_ns(), past = min(now - c->polled_ns, MAX_PAST_NS), bytes;
	struct guc_follow before = c->follow;
	struct guc_follow_step step;
	int ret;

	*result = (struct xgl_poll_result){ .restarted = c->moved };
	ret = plan(c, session, &step);
	if (ret)
		return ret;
	result->more = guc_follow_limit(&step, XGL_CURSOR_ROOM);
	ret = read_step(c, session, &step, buf, result);
	if (ret)
		return ret;
	c->moved = false;
	c->polled_ns = now;
	result->lost = step.lost;
	judge_gap(c, &before, &step, result);
	if (result->entries.len)
		c->read_ns = now;
	result->restarted |= step.restarted;
	if (result->restarted)
		c->anchors_from_ns = now;
	result->seq = c->base + c->follow.seq - result->entries.len / GUC_FOLLOW_ENTRY;
	bytes = result->entries.len + (u64)(step.lost + step.left) * GUC_FOLLOW_ENTRY;
	if (bytes)
		result->fill_ns = div64_u64(past * c->region.size, bytes);
	return 0;
}

/**
 * xgl_cursor_anchor() - get the clock anchor for the events of a cursor
 * @c: a started cursor
 * @src: source of the device's logs
 * @gt: number of the GT
 * @point: filled with the anchor, or zeroed if no anchor was found since the latest load
 *	of the firmware
 *
 * Context: process context, may sleep.
 */
void xgl_cursor_anchor(const struct xgl_cursor *c, struct xgl_source *src, unsigned int gt,
		       struct xgl_anchor_point *point)
{
	xgl_anchor_get(src, gt, point);
	if (point->boottime_ns < c->anchors_from_ns)
		*point = (struct xgl_anchor_point){ 0 };
}
