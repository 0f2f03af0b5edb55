// SPDX-License-Identifier: GPL-2.0-only
/*
 * This file finds a clock anchor (see xgl_anchor.h): it watches a log until the
 * firmware writes an event. The event was written between two readings of the
 * host's clock, and it contains the low 32 bits of the GuC's clock.
 *
 * The GuC's clock cannot be read directly, because its registers belong to xe. The delay
 * between an event's timestamp and the appearance of the event in memory is unknown. If a
 * watch sees several events, it uses the event with the shortest delay. To find this event,
 * it is enough to know by how much the delays of two events differ; this follows from their
 * timestamps and from the host's times at which they appeared.
 */
#include <linux/delay.h>
#include <linux/ktime.h>
#include <linux/math64.h>
#include <linux/mm.h>

#include "abi/guc_lic_abi.h"
#include "abi/guc_log_abi.h"
#include "guc_facts.h"
#include "guc_log.h"
#include "xgl_anchor.h"
#include "xgl_source.h"

#define ENTRY	((u32)sizeof(struct guc_log_event_v2))
#define MAX_KHZ	10000000u

/**
 * struct watch - a log that is being watched
 * @session: the open session
 * @facts: facts of the device and the GT
 * @log: parsed from @page; only the states and the LIC are used
 * @page: the state page
 * @khz: frequency of the GuC's clock, 0 if it is unknown
 * @seen: time right before the last sample of the state of the event ring, CLOCK_BOOTTIME in ns
 * @write_ptr: write_ptr in that sample
 * @events: number of events that were seen in this watch
 */
struct watch {
	struct xgl_source_session session;
	struct guc_facts facts;
	struct guc_log log;
	u8 page[GUC_LOG_STATE_PAGE_SIZE];
	u32 khz;
	u64 seen;
	u32 write_ptr;
	unsigned int events;
};

/* Return: the frequency of the GuC's clock in kHz, or 0 if it is unknown or impossible. */
static u32 find_khz(const struct watch *w)
{
	const struct guc_lic *lic = &w->log.lic;
	u32 khz = w->facts.reference_clock_hz / 1000;

	if (guc_lic_has(lic, GUC_LIC_KEY_TSC_FREQUENCY))
		khz = lic->value[GUC_LIC_KEY_TSC_FREQUENCY];
	return khz < MAX_KHZ ? khz : 0;
}

static bool is_usable(const struct watch *w)
{
	const struct guc_region *r = &w->log.region[GUC_REGION_EVENT];

	return r->present && !r->contradicts && r->size >= ENTRY &&
	       r->avail == r->size && r->version == GUC_LOG_EVENT_VERSION;
}

static int read_page(struct watch *w)
{
	struct guc_view page;

	w->seen = ktime_get_boottime_ns();
	page = xgl_source_copy_page(&w->session, w->page);
	guc_log_parse_page(&w->log, page, w->session.total);
	if (!is_usable(w))
		return -ENODATA;
	w->write_ptr = w->log.region[GUC_REGION_EVENT].write_ptr;
	w->khz = find_khz(w);
	return 0;
}

/*
 * The delay of an event is the time from its timestamp until it appeared in memory.
 * Return: by how many ns the delay of the event of @a was shorter than that of the event of
 * @b. Both anchors are from the same watch, so the difference of their ticks fits into an
 * s32.
 */
static s64 delay_difference(const struct watch *w,
			    const struct xgl_anchor_point *a,
			    const struct xgl_anchor_point *b)
{
	s64 ticks = (s32)(a->tick - b->tick);

	return (s64)(b->boottime_ns - a->boottime_ns) +
	       div_s64(ticks * (s64)USEC_PER_SEC, w->khz);
}

/*
 * Return: whether @a is a better anchor than @b: its event had the shorter delay or, if the
 * frequency of the GuC's clock is unknown, it has the smaller uncertainty.
 */
static bool is_better(const struct watch *w, const struct xgl_anchor_point *a,
		      const struct xgl_anchor_point *b)
{
	if (!w->events)
		return true;
	return w->khz ? delay_difference(w, a, b) > 0 :
			a->uncertainty_ns < b->uncertainty_ns;
}

/*
 * Sample the state of the event ring. If an event was written since the last sample, store it as
 * an anchor in @point, unless @point already contains a better anchor of this watch.
 */
static void sample_state(struct watch *w, struct xgl_anchor_point *point)
{
	struct guc_region *r = &w->log.region[GUC_REGION_EVENT];
	u64 before = ktime_get_boottime_ns(), after, real;
	struct guc_log_event_v2 event;
	struct guc_log_buffer_state state;
	struct xgl_anchor_point p;

	xgl_source_copy(&w->session, &state, r->state_offset, sizeof(state));
	after = ktime_get_boottime_ns();
	real = ktime_get_real_ns();
	guc_region_set_pointers(r, le32_to_cpu(state.write_ptr),
				le32_to_cpu(state.wrap_offset));
	if (r->write_ptr != w->write_ptr && guc_events_newest(r, &p.entry)) {
		if (!xgl_source_copy_part(&w->session, &event, r, p.entry, sizeof(event)).len)
			return;
		p.uncertainty_ns = (after - w->seen + 1) / 2;
		p.boottime_ns = after - p.uncertainty_ns;
		p.realtime_ns = real - p.uncertainty_ns;
		p.tick = le32_to_cpu(event.timestamp);
		p.size = r->size;
		p.write_ptr = r->write_ptr;
		p.wrapped = guc_region_has_wrapped(r);
		if (is_better(w, &p, point))
			*point = p;
		w->events++;
	}
	w->write_ptr = r->write_ptr;
	w->seen = before;
}

static int watch(struct watch *w, struct xgl_anchor_point *point)
{
	u64 end = ktime_get_boottime_ns() + XGL_ANCHOR_WATCH_NS;
	int ret = read_page(w);
	unsigned int i;

	if (ret)
		return ret;
	/*
	 * Without high-resolution timers a sleep lasts one jiffy, so take a
	 * minimum number of samples.
	 */
	for (i = 0; i < XGL_ANCHOR_SAMPLES || w->seen < end; i++) {
		usleep_range(50, 100);
		sample_state(w, point);
		if (w->session.error || w->events == XGL_ANCHOR_EVENTS)
			break;
	}
	return w->events ? 0 : -EAGAIN;
}

/**
 * xgl_anchor_watch() - watch a log for a clock anchor for about XGL_ANCHOR_WATCH_NS
 * @src: the source of the log
 * @gt: number of the GT
 * @point: filled with the anchor if an event was written during the watch
 *
 * The function opens one session with the source. A suspended device is neither
 * resumed nor watched.
 *
 * Context: process context, sleeps; takes the source's locks.
 * Return: 0; or -EAGAIN if no event was written or the device is not active;
 * or -ENODATA if the state of the event ring is invalid or the version of its events is
 * unknown; or -EFBIG, -ENOMEM, or the error of the source.
 */
int xgl_anchor_watch(struct xgl_source *src, unsigned int gt,
		     struct xgl_anchor_point *point)
{
	struct watch *w = kvzalloc(sizeof(*w), GFP_KERNEL);
	int ret, error;

	if (!w)
		return -ENOMEM;
	w->session.src = src;
	w->session.gt = gt;
	w->session.facts = &w->facts;
	w->session.resume = XGL_RESUME_ACTIVE_ONLY;
	ret = xgl_source_begin(&w->session);
	if (!ret) {
		ret = watch(w, point);
		error = xgl_source_end(&w->session);
		ret = error ?: ret;
	}
	kvfree(w);
	return ret;
}

/**
 * xgl_anchor_is_stale() - check whether the firmware was loaded again after a
 * clock anchor was found
 * @point: the anchor
 * @r: the event region as it is now
 * @event: the entry that is now at @point->entry in the region; empty when it could not be read
 *
 * An anchor from before a load of the firmware must not be used after it, because the load
 * may have set the GuC's clock to 0. As long as the ring has not wrapped, the result is
 * certain: if the firmware was not loaded again, write_ptr has not become smaller, and the
 * anchor's event is still at its offset.
 *
 * Context: any.
 * Return: true if the firmware was loaded again. False if it was not, or if this is
 * unknown, because the ring has wrapped or its state is invalid.
 */
bool xgl_anchor_is_stale(const struct xgl_anchor_point *point,
			 const struct guc_region *r, struct guc_view event)
{
	bool wrapped = guc_region_has_wrapped(r);

	if (!r->present || r->contradicts)
		return false;
	if (r->size != point->size || (point->wrapped && !wrapped))
		return true;
	if (wrapped)
		return false;
	return r->write_ptr < point->write_ptr || event.len < 4 ||
	       guc_load_le32(event.data) != point->tick;
}
