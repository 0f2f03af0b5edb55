// SPDX-License-Identifier: GPL-2.0-only
#include "xgl_snapshot.h"

#include <linux/err.h>
#include <linux/sched.h>
#include <linux/sched/signal.h>
#include <linux/slab.h>
#include <linux/vmalloc.h>

#include "abi/guc_log_abi.h"
#include "guc_follow.h"
#include "xgl_anchor.h"
#include "xgl_source.h"

/**
 * struct take - a snapshot that is being taken
 * @session: the open session with the source
 * @extent: the part of the log that is copied
 * @anchor: the clock anchor (see xgl_anchor.h) that was known before the copy
 * @log: parsed from @page
 * @page: the state page, as it was read last
 * @newest: the event that was the newest when @page was read; empty if it could not be read
 * @newest_pos: offset of @newest in the event region
 * @bytes: the bytes of @newest
 */
struct take {
	struct xgl_source_session session;
	enum xgl_extent extent;
	struct xgl_anchor_point anchor;
	struct guc_log log;
	u8 page[GUC_LOG_STATE_PAGE_SIZE];
	struct guc_view newest;
	u32 newest_pos;
	u8 bytes[GUC_FOLLOW_ENTRY];
};

/* A list of parts of the log buffer that are to be copied. The parts do not overlap. */
struct plan {
	unsigned int nr;
	struct guc_span span[GUC_REGION_COUNT];
};

/*
 * Return: the parts of the log buffer that must be copied in addition to the state page, in
 * ascending order of their offsets.
 */
static struct plan make_plan(const struct take *t)
{
	struct plan plan = { 0 };

	if (t->extent == XGL_EXTENT_ALL) {
		if (t->session.total > sizeof(t->page))
			plan.span[plan.nr++] = (struct guc_span){
				sizeof(t->page), t->session.total - sizeof(t->page)
			};
		return plan;
	}
	plan.nr = guc_log_needs(&t->log, plan.span);
	/* The regions of the log never overlap, but can be in any order in the buffer. */
	if (plan.nr == 2 && plan.span[0].offset > plan.span[1].offset)
		swap(plan.span[0], plan.span[1]);
	return plan;
}

/*
 * Set the length of the image. If it has too little memory, allocate other memory: at least one
 * byte, because vmalloc(0) causes a warning.
 */
static int make_room(struct xgl_snapshot *snap, size_t len)
{
	if (snap->room < len || !snap->image.data) {
		vfree(snap->image.data);
		snap->room = max_t(size_t, len, 1);
		snap->image = guc_view(vmalloc_huge(snap->room, XGL_GFP_USER), 0);
		if (!snap->image.data)
			return -ENOMEM;
	}
	snap->image.len = len;
	return 0;
}

static int copy_span(struct take *t, u8 *image, struct guc_span span)
{
	u64 offset = span.offset, end = span.offset + span.len;

	if (t->extent == XGL_EXTENT_STATE) {
		memset(image + span.offset, 0, span.len);
		return 0;
	}

	while (offset < end) {
		size_t len = min_t(u64, end - offset, XGL_SNAPSHOT_CHUNK);

		if (fatal_signal_pending(current))
			return -EINTR;
		xgl_source_copy(&t->session, image + offset, offset, len);
		if (t->session.error)
			return t->session.error;
		offset += len;
		cond_resched();
		xgl_source_relax(&t->session);
		if (t->session.error)
			return t->session.error;
	}
	return 0;
}

/*
 * Make the image: the state page, and the parts of the log buffer from make_plan(). Set the bytes
 * between these parts to 0.
 */
static int copy_image(struct xgl_snapshot *snap, struct take *t)
{
	struct plan plan = make_plan(t);
	u64 pos = min_t(u64, t->session.total, sizeof(t->page)), end = pos;
	unsigned int i;
	u8 *image;
	int ret;

	if (plan.nr)
		end = plan.span[plan.nr - 1].offset + plan.span[plan.nr - 1].len;
	ret = make_room(snap, end);
	if (ret)
		return ret;
	image = (u8 *)snap->image.data;
	memcpy(image, t->page, pos);
	for (i = 0; i < plan.nr; i++) {
		memset(image + pos, 0, plan.span[i].offset - pos);
		ret = copy_span(t, image, plan.span[i]);
		if (ret)
			return ret;
		pos = plan.span[i].offset + plan.span[i].len;
	}
	return 0;
}

/*
 * Return: whether the states of the regions in @a and @b differ in an offset, a size or a
 * pointer. If they do, the log has changed between the reads of the two states, and the bytes
 * that were copied between these reads may match neither state.
 */
static bool is_moved(const struct guc_log *a, const struct guc_log *b)
{
	const struct guc_region *event_a = &a->region[GUC_REGION_EVENT];
	const struct guc_region *event_b = &b->region[GUC_REGION_EVENT];
	const struct guc_region *crash_a = &a->region[GUC_REGION_CRASH];
	const struct guc_region *crash_b = &b->region[GUC_REGION_CRASH];

	return event_a->offset != event_b->offset ||
	       event_a->size != event_b->size ||
	       event_a->write_ptr != event_b->write_ptr ||
	       event_a->wrap_offset != event_b->wrap_offset ||
	       event_a->read_ptr != event_b->read_ptr ||
	       crash_a->offset != crash_b->offset ||
	       crash_a->size != crash_b->size;
}

static void read_page(struct take *t)
{
	struct guc_view page = xgl_source_copy_page(&t->session, t->page);

	guc_log_parse_page(&t->log, page, t->session.total);
}

/*
 * Store the newest event. is_overtaken() compares it later with the bytes in the ring, because the
 * event stays at its offset until the firmware has written a whole ring of other events, or was
 * loaded again.
 */
static void read_newest(struct take *t)
{
	const struct guc_region *r = &t->log.region[GUC_REGION_EVENT];

	t->newest = guc_view(NULL, 0);
	if (t->extent != XGL_EXTENT_STATE && guc_follow_can(r) &&
	    guc_events_newest(r, &t->newest_pos))
		t->newest = xgl_source_copy_part(&t->session, t->bytes, r, t->newest_pos,
						 sizeof(t->bytes));
}

/*
 * Return: whether the event that read_newest() stored is not in the ring any more, or whether
 * this is unknown. If it is not in the ring, the firmware was loaded again since then, or has
 * written the whole ring.
 */
static bool is_overtaken(struct take *t)
{
	struct guc_view now;
	u8 bytes[sizeof(t->bytes)];

	now = xgl_source_copy_part(&t->session, bytes, &t->log.region[GUC_REGION_EVENT],
				   t->newest_pos, sizeof(bytes));
	return !t->newest.len || !now.len || memcmp(now.data, t->newest.data, now.len);
}

/*
 * Add to @plan the parts of the event ring that were written between the states @then and @now.
 * Return: true, or false if the states do not show which parts these are.
 */
static bool find_news(const struct guc_log *then, const struct guc_log *now, struct plan *plan)
{
	const struct guc_region *a = &then->region[GUC_REGION_EVENT];
	const struct guc_region *b = &now->region[GUC_REGION_EVENT];

	if (!guc_follow_can(a) || !guc_follow_can(b) || a->offset != b->offset ||
	    a->size != b->size ||
	    then->region[GUC_REGION_CRASH].offset != now->region[GUC_REGION_CRASH].offset ||
	    then->region[GUC_REGION_CRASH].size != now->region[GUC_REGION_CRASH].size)
		return false;
	if (b->write_ptr >= a->write_ptr) {
		plan->span[plan->nr++] = (struct guc_span){
			b->offset + a->write_ptr, b->write_ptr - a->write_ptr
		};
		return a->wrap_offset == b->wrap_offset;
	}
	if (!guc_region_has_wrapped(b) || b->wrap_offset < a->write_ptr)
		return false;
	plan->span[plan->nr++] = (struct guc_span){
		b->offset + a->write_ptr, b->wrap_offset - a->write_ptr
	};
	plan->span[plan->nr++] = (struct guc_span){ b->offset, b->write_ptr };
	return true;
}

/*
 * Copy the bytes that the firmware has written since the last copy. If it is unknown which bytes
 * these are, make the whole image again.
 */
static int copy_news(struct xgl_snapshot *snap, struct take *t)
{
	u8 *image = (u8 *)snap->image.data;
	struct plan plan = { 0 };
	unsigned int i;
	int ret;

	if (t->extent == XGL_EXTENT_STATE || !find_news(&snap->log, &t->log, &plan) ||
	    is_overtaken(t))
		return copy_image(snap, t);
	for (i = 0; i < plan.nr; i++) {
		if (plan.span[i].offset + plan.span[i].len > snap->image.len)
			return copy_image(snap, t);
		ret = copy_span(t, image, plan.span[i]);
		if (ret)
			return ret;
	}
	memcpy(image, t->page, min_t(u64, t->session.total, sizeof(t->page)));
	return 0;
}

/* Add a note that the state page @now, read after the last copy, does not match the copy. */
static void note_torn(struct xgl_snapshot *snap, const struct guc_log *now)
{
	u32 before = snap->log.region[GUC_REGION_EVENT].write_ptr;
	u32 after = now->region[GUC_REGION_EVENT].write_ptr;

	if (before == after)
		strscpy(snap->notes,
			"snapshot=torn, the state page changed during the copy\n",
			sizeof(snap->notes));
	else
		snprintf(snap->notes, sizeof(snap->notes),
			 "snapshot=torn, write_ptr moved from 0x%x to 0x%x during the copy\n",
			 before, after);
}

/* Read the state page again. Return: true if the page still describes the copied image. */
static bool is_still(const struct xgl_snapshot *snap, struct take *t)
{
	read_page(t);
	return !memcmp(t->page, snap->image.data,
		       min_t(u64, t->session.total, sizeof(t->page))) ||
	       !is_moved(&snap->log, &t->log);
}

/*
 * Copy the log. The firmware may write to it during the copy. Therefore copy the bytes that were
 * written meanwhile, and repeat this until the state page is the same before and after such a
 * copy. If all XGL_SNAPSHOT_TRIES attempts fail, keep the last copy, with the state page that was
 * read before this copy, and add a note.
 */
static int copy_until_still(struct xgl_snapshot *snap, struct take *t)
{
	unsigned int tries = XGL_SNAPSHOT_TRIES;
	int ret;

	read_page(t);
	read_newest(t);
	ret = copy_image(snap, t);
	while (!ret) {
		snap->log = t->log;
		if (is_still(snap, t))
			return 0;
		if (!--tries) {
			note_torn(snap, &t->log);
			return 0;
		}
		ret = copy_news(snap, t);
		if (!ret)
			read_newest(t);
	}
	return ret;
}

static void add_anchor(struct xgl_snapshot *snap, struct take *t)
{
	struct xgl_source *src = t->session.src;

	xgl_anchor_drop_stale(src, t->session.gt, &t->anchor, &snap->log,
			      snap->image);
	xgl_anchor_add_facts(src, t->session.gt, &t->anchor, &snap->facts);
}

static int take(struct xgl_snapshot *snap, struct take *t)
{
	int ret, error;

	t->session.facts = &snap->facts;
	xgl_anchor_get(t->session.src, t->session.gt, &t->anchor);
	ret = xgl_source_begin(&t->session);
	if (ret)
		return ret;
	ret = copy_until_still(snap, t);
	error = xgl_source_end(&t->session);
	if (ret || error)
		return ret ?: error;
	guc_log_parse_regions(&snap->log, snap->image, NULL);
	add_anchor(snap, t);
	return 0;
}

/**
 * xgl_snapshot_take_with() - copy the log of a GT
 * @src: the source of the log
 * @gt: number of the GT
 * @extent: which part of the log is copied
 * @resume: what may be done to a suspended device, and whether the device's lock is taken
 *
 * The function opens one session with the source. A log with faults is copied like any
 * other: the member log of the snapshot lists the faults.
 *
 * Context: process context, may sleep; takes the source's locks, except with
 * XGL_RESUME_LOCKED.
 * Return: the snapshot, which the caller must free with xgl_snapshot_free(), or an error
 * pointer with -ENOMEM; -EFBIG if the log is longer than XGL_MAX_LOG; -EINTR if the task
 * is being killed; -EAGAIN if @resume does not allow reading the log now; or the error of
 * the source.
 */
struct xgl_snapshot *xgl_snapshot_take_with(struct xgl_source *src, unsigned int gt,
					    enum xgl_extent extent, enum xgl_resume resume)
{
	struct xgl_snapshot *snap;
	struct take *t;
	int ret = -ENOMEM;

	snap = kvzalloc(sizeof(*snap), GFP_KERNEL_ACCOUNT);
	t = kvzalloc(sizeof(*t), GFP_KERNEL);
	if (snap)
		kref_init(&snap->ref);
	if (snap && t) {
		t->session.src = src;
		t->session.gt = gt;
		t->session.resume = resume;
		t->extent = extent;
		ret = take(snap, t);
	}
	kvfree(t);
	if (!ret)
		return snap;
	xgl_snapshot_free(snap);
	return ERR_PTR(ret);
}

/**
 * xgl_snapshot_take() - copy the log of a GT, and resume its device if needed
 * @src: the source of the log
 * @gt: number of the GT
 * @extent: which part of the log is copied
 *
 * A suspended device is resumed only if its log cannot be read otherwise, and never with
 * XGL_EXTENT_STATE.
 *
 * Context: process context, may sleep; takes the source's locks.
 * Return: the same as xgl_snapshot_take_with().
 */
struct xgl_snapshot *xgl_snapshot_take(struct xgl_source *src, unsigned int gt,
				       enum xgl_extent extent)
{
	return xgl_snapshot_take_with(src, gt, extent, extent == XGL_EXTENT_STATE ?
				      XGL_RESUME_NEVER : XGL_RESUME_IF_NEEDED);
}

/*
 * Find the events from before the latest load of the firmware in a snapshot that was taken after
 * this load. They are still in the ring, except those that were overwritten since. To find them and
 * their order, replace the states in the snapshot with @states, which were read before the load.
 * The bytes that the firmware has written since the load are treated as a hole, that is, as unknown
 * bytes.
 */
static void take_states(struct xgl_snapshot *snap, const u8 *states, size_t len)
{
	const struct guc_region *now = &snap->log.region[GUC_REGION_EVENT];
	const struct guc_holes holes = {
		.nr = 1,
		.hole[0] = { now->offset, (u64)now->write_ptr + snap->log.events.late },
	};

	memcpy((u8 *)snap->image.data, states, len);
	guc_log_parse_page(&snap->log, snap->image, snap->log.total);
	guc_log_parse_regions(&snap->log, snap->image, &holes);
}

/**
 * xgl_snapshot_compare() - compare a log with the states of its regions at an earlier time
 * @snap: the log. If the firmware was loaded again since the earlier time, the states in
 *	@snap are replaced with @states: @snap then has the events from before the load,
 *	as far as they were not overwritten
 * @states: the states at the earlier time: the first bytes of the state page
 * @len: number of these bytes
 * @change: zeroed by the caller; filled with the difference if the states at both times are
 *	valid
 *
 * Context: process context, may sleep.
 * Return: 0 or -ENOMEM.
 */
int xgl_snapshot_compare(struct xgl_snapshot *snap, const u8 *states, size_t len,
			 struct guc_incident_change *change)
{
	size_t page_len = min_t(size_t, snap->image.len, GUC_LOG_STATE_PAGE_SIZE);
	struct guc_log *then;
	u8 *page;

	if (page_len < len)
		return 0;
	page = kmemdup(snap->image.data, page_len, GFP_KERNEL);
	then = kzalloc(sizeof(*then), GFP_KERNEL);
	if (page && then) {
		memcpy(page, states, len);
		guc_log_parse_page(then, guc_view(page, page_len), snap->log.total);
		guc_incident_compare(change, &then->region[GUC_REGION_EVENT],
				     &snap->log.region[GUC_REGION_EVENT]);
	}
	if (change->restarted)
		take_states(snap, states, len);
	kfree(then);
	kfree(page);
	return page && then ? 0 : -ENOMEM;
}

/**
 * xgl_snapshot_get() - take a reference to a snapshot
 * @snap: from xgl_snapshot_take() or a similar function
 *
 * Context: any.
 * Return: @snap; the caller must call xgl_snapshot_free() once more.
 */
struct xgl_snapshot *xgl_snapshot_get(struct xgl_snapshot *snap)
{
	kref_get(&snap->ref);
	return snap;
}

static void snapshot_release(struct kref *ref)
{
	struct xgl_snapshot *snap = container_of(ref, struct xgl_snapshot, ref);

	vfree(snap->image.data);
	kvfree(snap);
}

/**
 * xgl_snapshot_free() - drop a reference to a snapshot, and free the snapshot if it was
 * the last reference
 * @snap: from xgl_snapshot_take() or xgl_snapshot_get(), or NULL
 *
 * Context: process context, may sleep.
 */
void xgl_snapshot_free(struct xgl_snapshot *snap)
{
	if (snap)
		kref_put(&snap->ref, snapshot_release);
}
