// SPDX-License-Identifier: MIT OR GPL-2.0-only
#include "guc_follow.h"

#include "abi/guc_log_abi.h"

/**
 * DOC: Following a ring
 *
 * The functions in this file do not read the ring; their caller does. One poll has these
 * steps: read the state of the event ring, and then read again the entry that the previous
 * poll read last. If guc_follow_overtaken() returns true for this entry, wait for
 * GUC_FOLLOW_WAIT_US and read the state again, because the first state may be older than
 * the change of the entry. Then call guc_follow_plan(), copy the spans that it finds, read
 * the state again, and call guc_follow_settle() and guc_follow_commit(). A reader with a
 * small buffer calls guc_follow_limit() before the copy.
 *
 * The entry that the previous poll read last shows whether the firmware overtook the reader,
 * because the firmware overwrites this entry just before it reaches the reader's position.
 * If the entry changed in a ring that has wrapped, all entries of the ring are new, and at
 * least the entries from the reader's position up to write_ptr were lost. If the entry
 * changed, or write_ptr decreased, in a ring that has not wrapped, the firmware was loaded
 * again.
 */

/**
 * guc_follow_can() - check whether a ring can be followed
 * @r: the event region
 *
 * Context: any, does not sleep.
 * Return: true; or false if the ring is absent or not complete, if its pointers contradict
 * each other, or if the version of its entries, and therefore their length, is unknown.
 */
bool guc_follow_can(const struct guc_region *r)
{
	return r->present && !r->contradicts && r->size >= GUC_FOLLOW_ENTRY &&
	       r->avail == r->size && r->version == GUC_LOG_EVENT_VERSION &&
	       r->write_ptr <= r->size && r->wrap_offset <= r->size;
}

/*
 * Add the whole entries in the bytes [from, to) of the ring to @step. An incomplete entry
 * at the end of a damaged ring counts as one lost entry.
 */
static void add_span(struct guc_follow_step *step, u32 from, u32 to)
{
	u32 len = to > from ? to - from : 0;
	u32 rest = len % GUC_FOLLOW_ENTRY;

	if (rest)
		step->lost++;
	len -= rest;
	if (!len)
		return;
	step->span[step->nr_spans++] = (struct guc_span){ from, len };
	step->newest_pos = from + len - GUC_FOLLOW_ENTRY;
}

/*
 * Return: the number of entries from offset @from up to offset @to. If @to is less than @from, the
 * entries go on at the start of the ring.
 */
static u32 distance(const struct guc_follow_step *step, u32 from, u32 to)
{
	u32 bytes = 0;

	if (from <= to)
		bytes = to - from;
	else if (from <= step->wrap_offset)
		bytes = step->wrap_offset - from + to;
	else
		bytes = to;
	return bytes / GUC_FOLLOW_ENTRY;
}

static void set_last(struct guc_follow *f, u32 pos, struct guc_view entry)
{
	f->has_last = entry.len == GUC_FOLLOW_ENTRY;
	f->last_pos = pos;
	if (f->has_last)
		memcpy(f->last, entry.data, GUC_FOLLOW_ENTRY);
}

/**
 * guc_follow_start() - begin to follow a ring after its newest event
 * @f: filled with the position after the newest event
 * @r: the event region
 * @newest: the newest event: the GUC_FOLLOW_ENTRY bytes at the offset that
 *	guc_events_newest() finds for @r; not used if there is no newest event
 *
 * Context: any, does not sleep.
 * Return: true; or false if the ring cannot be followed (see guc_follow_can()) or if
 * @newest is too short.
 */
bool guc_follow_start(struct guc_follow *f, const struct guc_region *r,
		      struct guc_view newest)
{
	u32 pos;

	*f = (struct guc_follow){ 0 };
	if (!guc_follow_can(r))
		return false;
	if (guc_events_newest(r, &pos)) {
		if (newest.len != GUC_FOLLOW_ENTRY)
			return false;
		set_last(f, pos, newest);
	}
	f->size = r->size;
	f->pos = r->write_ptr;
	f->wrapped = guc_region_has_wrapped(r);
	return true;
}

/**
 * guc_follow_overtaken() - check whether the entry that was read last was overwritten
 * @f: the position of the reader
 * @last: the GUC_FOLLOW_ENTRY bytes that are at offset @f->last_pos of the ring now
 *
 * Context: any, does not sleep.
 * Return: true if the firmware has overwritten the entry.
 */
bool guc_follow_overtaken(const struct guc_follow *f, struct guc_view last)
{
	return f->has_last && (last.len != GUC_FOLLOW_ENTRY ||
			       memcmp(last.data, f->last, GUC_FOLLOW_ENTRY));
}

/*
 * Plan a step after the firmware overtook the reader, that is, overwrote entries before they were
 * read. In this case all entries of the ring are new.
 */
static void plan_overrun(const struct guc_follow *f, struct guc_follow_step *step)
{
	step->lost += distance(step, f->pos, step->write_ptr);
	add_span(step, step->write_ptr, step->wrap_offset);
	add_span(step, 0, step->write_ptr);
}

/**
 * guc_follow_plan() - find the entries that are new since the last poll
 * @f: the position of the reader
 * @r: the state of the event region now
 * @last: the GUC_FOLLOW_ENTRY bytes that are at offset @f->last_pos of the ring now;
 *	ignored if @f->has_last is not set
 * @step: filled with the new entries and the number of lost ones
 *
 * Context: any, does not sleep.
 * Return: true; or false if the ring cannot be followed (see guc_follow_can()) or has
 * another length than before. If the result is false, the caller must not use @step, and
 * must not change @f.
 */
bool guc_follow_plan(const struct guc_follow *f, const struct guc_region *r,
		     struct guc_view last, struct guc_follow_step *step)
{
	bool changed;

	*step = (struct guc_follow_step){
		.wrapped = guc_region_has_wrapped(r),
		.end = r->write_ptr,
		.write_ptr = r->write_ptr,
		.wrap_offset = r->wrap_offset,
	};
	if (!guc_follow_can(r) || r->size != f->size)
		return false;
	changed = guc_follow_overtaken(f, last);
	if (!step->wrapped) {
		step->restarted = f->wrapped || changed || r->write_ptr < f->pos;
		add_span(step, step->restarted ? 0 : f->pos, r->write_ptr);
	} else if (changed || (r->write_ptr < f->pos && r->wrap_offset < f->pos)) {
		plan_overrun(f, step);
	} else if (r->write_ptr < f->pos) {
		add_span(step, f->pos, r->wrap_offset);
		add_span(step, 0, r->write_ptr);
	} else {
		add_span(step, f->pos, r->write_ptr);
	}
	return true;
}

/**
 * guc_follow_limit() - leave the newest entries of a step for the next poll, if the caller's
 * buffer is too small for all entries
 * @step: from guc_follow_plan(); shortened. Its spans must not have been copied yet
 * @bytes: maximum length of all spans together, at least GUC_FOLLOW_ENTRY
 *
 * Context: any, does not sleep.
 * Return: true if the step was shortened.
 */
bool guc_follow_limit(struct guc_follow_step *step, u32 bytes)
{
	u32 entries = guc_follow_entries(step), room = bytes / GUC_FOLLOW_ENTRY;
	struct guc_span *span = &step->span[0];

	if (entries <= room || !room)
		return false;
	step->left = entries - room;
	bytes = room * GUC_FOLLOW_ENTRY;
	if (bytes > span->len) {
		bytes -= span->len;
		span++;
	} else {
		step->nr_spans = 1;
	}
	span->len = bytes;
	step->end = span->offset + bytes;
	step->newest_pos = step->end - GUC_FOLLOW_ENTRY;
	return true;
}

/* Remove the first @entries entries from the spans of @step. */
static void drop(struct guc_follow_step *step, u32 entries)
{
	u32 bytes = entries * GUC_FOLLOW_ENTRY;

	while (bytes && step->nr_spans) {
		struct guc_span *span = &step->span[0];
		u32 n = min_t(u32, bytes, span->len);

		span->offset += n;
		span->len -= n;
		bytes -= n;
		step->lost += n / GUC_FOLLOW_ENTRY;
		if (span->len)
			return;
		step->span[0] = step->span[1];
		step->nr_spans--;
	}
}

/**
 * guc_follow_settle() - drop the entries that the firmware may have overwritten while the
 * caller copied them
 * @f: the position of the reader
 * @r: the state of the event region after the copy of the spans
 * @step: from guc_follow_plan(). Entries at the beginning of its spans that may have
 *	been overwritten are removed from the spans and counted in @step->lost. The
 *	caller must skip the same entries in its copy
 *
 * An entry at the present write_ptr is dropped as well, because the firmware may already
 * be writing there. If the firmware was loaded again during the copy, nothing is dropped,
 * because the next poll detects the load.
 *
 * Context: any, does not sleep.
 */
void guc_follow_settle(const struct guc_follow *f, const struct guc_region *r,
		       struct guc_follow_step *step)
{
	u32 since, ring, room;

	if (!guc_follow_can(r) || r->size != f->size || !guc_region_has_wrapped(r))
		return;
	since = step->left +
		distance(&(struct guc_follow_step){ .wrap_offset = r->wrap_offset },
			 step->write_ptr, r->write_ptr);
	ring = f->size / GUC_FOLLOW_ENTRY;
	room = ring - min(ring, guc_follow_entries(step));
	step->overtaken = since >= ring;
	if (since >= room)
		drop(step, since + 1 - room);
}

/**
 * guc_follow_commit() - move the position past the entries that were read
 * @f: the position of the reader; moved
 * @step: from guc_follow_settle()
 * @newest: the GUC_FOLLOW_ENTRY bytes that were copied from offset @step->newest_pos, or
 *	an empty view if nothing was copied. The entry is also needed if
 *	guc_follow_settle() has dropped it
 *
 * Context: any, does not sleep.
 */
void guc_follow_commit(struct guc_follow *f, const struct guc_follow_step *step,
		       struct guc_view newest)
{
	if (step->restarted)
		f->has_last = false;
	f->pos = step->end;
	f->wrapped = step->wrapped;
	f->seq += step->lost + guc_follow_entries(step);
	if (newest.len)
		set_last(f, step->newest_pos, newest);
	/*
	 * The firmware overwrote the whole ring during the copy. Change a byte of the stored entry,
	 * so that it certainly differs from the entry in the ring. The next poll then detects that
	 * the reader was overtaken.
	 */
	if (step->overtaken)
		f->last[0] = ~f->last[0];
}

/**
 * guc_follow_entries() - count the entries that a poll found
 * @step: the result of the poll
 *
 * Context: any, does not sleep.
 * Return: the number of entries in the spans of @step.
 */
u32 guc_follow_entries(const struct guc_follow_step *step)
{
	u32 bytes = 0;
	unsigned int i;

	for (i = 0; i < step->nr_spans; i++)
		bytes += step->span[i].len;
	return bytes / GUC_FOLLOW_ENTRY;
}

/* With each poll, the weight of the earlier polls in the rate is divided by this number. */
#define PACE_FADE	2
/*
 * Upper limits for entries and ticks: the dividends in guc_follow_estimate() fit into 63 bits, and
 * so does its estimate.
 */
#define PACE_MOST	0x1000000u
#define GAP_MOST	0x4000000000000000ull
/* A rate that was measured over fewer entries than this is not used for an estimate. */
#define PACE_ENTRIES	16

/**
 * guc_follow_pace() - update the rate at which the firmware writes entries
 * @pace: the rate; updated. The caller zeroes it before the first call
 * @from: tick of an entry
 * @to: tick of a later entry; no entries are missing between these two
 * @entries: number of entries after the entry with the tick @from, up to and
 *	including the entry with the tick @to
 *
 * Context: any, does not sleep.
 */
void guc_follow_pace(struct guc_follow_pace *pace, u32 from, u32 to, u32 entries)
{
	pace->entries = pace->entries / PACE_FADE + min(entries, PACE_MOST);
	pace->ticks = pace->ticks / PACE_FADE + (u32)(to - from);
}

/**
 * guc_follow_estimate() - estimate how many entries were lost in a gap, that is, between two
 * entries that were read
 * @gap: filled with the estimate
 * @pace: the rate before the gap
 * @from: tick of the entry before the gap
 * @to: tick of the entry after the gap
 * @about: approximate duration of the gap on the host's clock, in ticks; 0 if unknown. This
 *	value shows how often the 32-bit tick wrapped during the gap.
 * @least: minimum number of missing entries
 *
 * Context: any, does not sleep.
 */
void guc_follow_estimate(struct guc_follow_gap *gap, const struct guc_follow_pace *pace,
			 u32 from, u32 to, u64 about, u64 least)
{
	s64 whole, rest;

	gap->ticks = (u32)(to - from);
	about = min(about, GAP_MOST);
	if (about > gap->ticks)
		gap->ticks += (about - gap->ticks + (1ull << 31)) >> 32 << 32;
	gap->entries = 0;
	if (pace->entries < PACE_ENTRIES || !pace->ticks)
		return;
	whole = div64_s64((s64)gap->ticks, (s64)pace->ticks);
	rest = (s64)gap->ticks - whole * (s64)pace->ticks;
	/* A damaged log can have so many entries in so few ticks that the product overflows. */
	whole = min(whole, div64_s64((s64)GAP_MOST, (s64)pace->entries));
	gap->entries = (u64)whole * pace->entries +
		       (u64)div64_s64(rest * (s64)pace->entries, (s64)pace->ticks);
	gap->entries = max(gap->entries, least);
}
