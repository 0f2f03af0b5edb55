// SPDX-License-Identifier: MIT OR GPL-2.0-only
#include "guc_entry.h"
#include "guc_log.h"

#include "abi/guc_log_abi.h"

/**
 * DOC: The ring rule
 *
 * The firmware writes whole entries (events) of 20 bytes. Region sizes are powers of two,
 * so when the ring wraps, some bytes that are too few for an entry remain at its end.
 * wrap_offset is the offset of these bytes. Hence, with S the region's size:
 *
 * * 0 < wrap_offset < S: the ring has wrapped since the firmware was loaded. The
 *   events are [write_ptr, wrap_offset), [0, write_ptr), oldest first. The bytes from
 *   wrap_offset to S are not part of the log. They should be too few for an entry. If
 *   there are more of them, they may contain old events, whose age is unknown.
 * * wrap_offset is 0 or S: the ring has not wrapped. The events are [0, write_ptr).
 *   xe does not clear the region when it loads the firmware again, so data after
 *   write_ptr that looks like events is from before that load.
 * * The pointers contradict each other: the whole region is returned in storage
 *   order.
 *
 * Entries lie at multiples of their length, counted from the region's start.
 * Only whole entries are returned.
 *
 * Entries after write_ptr with timestamps that continue those of the entries before
 * write_ptr were written while the log was copied. They are returned as the newest entries.
 *
 * If a part of the ring is missing because the image is truncated or has holes (parts
 * with unknown bytes), the missing whole entries are counted. The count is stored as a gap
 * before the next available events or, if no event follows, as missing newest events.
 *
 * read_ptr has no influence on which events are returned, because xe never moves it. If
 * another driver moves read_ptr to the end of the events that the driver has read, these
 * events are still returned.
 */

/**
 * struct ring - the event region, and the state of the function that orders its events
 * @region: the event region
 * @unit: length of an entry in bytes, 4 when it is unknown
 * @image: the available bytes of the log buffer
 * @available: number of bytes of the region that are in @image
 * @holes: parts of @image whose bytes are unknown
 * @events: filled with the events in order
 */
struct ring {
	const struct guc_region *region;
	u32 unit;
	struct guc_view image;
	u32 available;
	const struct guc_holes *holes;
	struct guc_events *events;
};

static u32 unit_down(const struct ring *ring, u32 pos)
{
	return pos - pos % ring->unit;
}

/*
 * Round the offset @pos up to the start of an entry, but not beyond @bound. If @pos is
 * already beyond @bound, it is returned unchanged.
 */
static u32 unit_up(const struct ring *ring, u32 pos, u32 bound)
{
	u32 rest = pos % ring->unit;

	if (!rest || pos >= bound)
		return pos;
	return bound - pos < ring->unit - rest ? bound : pos + ring->unit - rest;
}

/* Set [from, to) to the part of a hole that lies in the region. This part may be empty. */
static void hole_in_region(const struct ring *ring, const struct guc_span *hole,
			   u32 *from, u32 *to)
{
	u64 start = ring->region->offset, end = hole->offset + hole->len;

	*from = hole->offset > start ?
		min_t(u64, hole->offset - start, ring->available) : 0;
	*to = end > start ? min_t(u64, end - start, ring->available) : 0;
}

/*
 * Add the bytes [from, to) of the region to the events as a run (consecutive events, see
 * struct guc_run). If there is no room for another run, count the bytes as missing.
 */
static void add_run(const struct ring *ring, u32 from, u32 to)
{
	struct guc_events *events = ring->events;

	if (from >= to)
		return;
	if (events->nr_runs == ARRAY_SIZE(events->run)) {
		events->missing += to - from;
		return;
	}
	events->run[events->nr_runs++] = (struct guc_run){
		.span = { ring->region->offset + from, to - from },
		.gap = events->missing,
	};
	events->missing = 0;
}

/*
 * Add the events in the bytes [from, to) of the region as one or more runs (struct guc_run).
 * Only entries that lie completely between the two bounds are used. Entries that overlap a
 * hole or are not available count as missing.
 */
static void add_part(const struct ring *ring, u32 from, u32 to)
{
	struct guc_events *events = ring->events;
	u32 end, hole_from, hole_to;
	unsigned int i;

	to = unit_down(ring, to);
	from = unit_up(ring, from, to);
	end = min(to, unit_down(ring, ring->available));
	for (i = 0; i < ring->holes->nr && from < end; i++) {
		hole_in_region(ring, &ring->holes->hole[i], &hole_from,
			       &hole_to);
		if (hole_from >= hole_to || hole_to <= from || hole_from >= end)
			continue;
		hole_from = max(unit_down(ring, hole_from), from);
		hole_to = unit_up(ring, min(hole_to, to), to);
		add_run(ring, from, hole_from);
		events->missing += hole_to - hole_from;
		from = hole_to;
	}
	end = max(from, end);
	add_run(ring, from, end);
	if (to > end)
		events->missing += to - end;
}

/*
 * Return: the bytes [from, to) of the region, up to the first hole or the end of the
 * image.
 */
static struct guc_view view_part(const struct ring *ring, u32 from, u32 to)
{
	u32 end = min(to, ring->available), hole_from, hole_to;
	unsigned int i;

	for (i = 0; i < ring->holes->nr; i++) {
		hole_in_region(ring, &ring->holes->hole[i], &hole_from,
			       &hole_to);
		if (hole_from < hole_to && hole_to > from && hole_from < end)
			end = max(hole_from, from);
	}
	if (from >= end)
		return guc_view(NULL, 0);
	return guc_view_clip(ring->image, ring->region->offset + from,
			     end - from);
}

/*
 * Return: the number of bytes after the write pointer and before @end that the firmware wrote
 * while the log was copied, see guc_entries_late().
 */
static u32 find_late(const struct ring *ring, u32 end)
{
	u32 write_ptr = ring->region->write_ptr, newest_at;
	struct guc_view newest;

	if (ring->unit != GUC_ENTRY_V2 || write_ptr % ring->unit ||
	    !guc_events_newest(ring->region, &newest_at))
		return 0;
	newest = view_part(ring, newest_at, newest_at + ring->unit);
	if (newest.len < ring->unit || !guc_entry_is_plausible(newest.data))
		return 0;
	return guc_entries_late(view_part(ring, write_ptr, end),
				guc_load_le32(newest.data));
}

/*
 * Return: the length of @data without trailing zero bytes. Eight bytes are compared at once where
 * possible.
 */
static u32 used_len(const u8 *data, u32 len)
{
	while (len >= 8 && !guc_load_le64(data + len - 8))
		len -= 8;
	while (len && !data[len - 1])
		len--;
	return len;
}

/*
 * Return: the whole entries from @from up to the first hole or the end of the region, without
 * the entries at their end that consist of zeroes.
 */
static struct guc_span used_part(const struct ring *ring, u32 from)
{
	u32 end = unit_down(ring, ring->region->size), len;
	struct guc_view view;

	from = unit_up(ring, from, end);
	view = view_part(ring, from, end);
	len = unit_down(ring, view.len);
	len = unit_up(ring, used_len(view.data, len), len);
	if (!len)
		return (struct guc_span){ 0 };
	return (struct guc_span){ ring->region->offset + from, len };
}

/*
 * Return: the number of available bytes from the first hole after @from up to the end of the
 * region, without zeroes at their end. 0 if there is no hole after @from.
 */
static u32 used_after_hole(const struct ring *ring, u32 from)
{
	u32 end = unit_down(ring, min(ring->region->size, ring->available));
	struct guc_view view = view_part(ring, from, end);
	struct guc_view all;

	if (from + view.len >= end)
		return 0;
	all = guc_view_clip(ring->image, ring->region->offset + from,
			    end - from);
	return used_len(all.data + view.len, all.len - view.len);
}

static void find_before_load(const struct ring *ring, u32 write_ptr)
{
	struct guc_span span = used_part(ring, write_ptr);
	struct guc_view view = guc_view_clip(ring->image, span.offset, span.len);

	ring->events->not_understood = used_after_hole(ring, write_ptr);
	if (!span.len)
		return;
	if (ring->unit != GUC_ENTRY_V2 || guc_entries_look_real(view))
		ring->events->before_load = span;
	else
		ring->events->not_understood += span.len;
}

/*
 * Find data between the wrap offset and the end of the region. These bytes should be too few for an
 * entry. If there are enough bytes for an entry and not all are 0, store their position in
 * log->events.after_wrap, and add a fault.
 */
static void find_after_wrap(const struct ring *ring, struct guc_log *log)
{
	const struct guc_region *r = ring->region;
	struct guc_span span;

	if (r->size - r->wrap_offset < GUC_ENTRY_V2)
		return;
	span = used_part(ring, r->wrap_offset);
	if (!span.len)
		return;
	log->events.after_wrap = span;
	guc_log_add_fault(log, (struct guc_fault){
		.code = GUC_FAULT_AFTER_WRAP,
		.section = GUC_SECTION_EVENT,
		.offset = span.offset,
		.found = span.len,
	});
}

static void find_unread(struct guc_events *events, const struct guc_region *r)
{
	u32 read = r->read_ptr;

	if (!read || read > r->size || read % 4)
		return;
	if (read <= r->write_ptr)
		events->unread = r->write_ptr - read;
	else if (events->order == GUC_ORDER_WRAPPED && read <= r->wrap_offset)
		events->unread = r->wrap_offset - read + r->write_ptr;
	else
		return;
	events->has_unread = true;
}

static void order_ring(const struct ring *ring)
{
	const struct guc_region *r = ring->region;
	struct guc_events *events = ring->events;
	u32 write_ptr = r->write_ptr;

	if (r->contradicts) {
		events->order = GUC_ORDER_STORAGE;
		add_part(ring, 0, r->size);
	} else if (guc_region_has_wrapped(r)) {
		events->order = GUC_ORDER_WRAPPED;
		events->late = find_late(ring, r->wrap_offset);
		write_ptr += events->late;
		add_part(ring, write_ptr, r->wrap_offset);
		add_part(ring, 0, write_ptr);
	} else {
		events->order = GUC_ORDER_LINEAR;
		events->late = find_late(ring, r->size);
		write_ptr += events->late;
		add_part(ring, 0, write_ptr);
		find_before_load(ring, write_ptr);
	}
}

/**
 * guc_events_find() - find the events of a log and put them in order
 * @log: the parsed log; log->events must be zeroed and is filled
 * @image: the log buffer, may be truncated
 * @holes: parts of @image whose bytes are missing, and are stored as 0
 *
 * Every span in log->events lies in @image and consists of whole entries.
 *
 * Context: any, does not sleep. Reads up to the whole event region.
 */
void guc_events_find(struct guc_log *log, struct guc_view image,
		     const struct guc_holes *holes)
{
	const struct guc_region *r = &log->region[GUC_REGION_EVENT];
	const struct ring ring = {
		.region = r,
		.unit = guc_entry_unit(r->version),
		.image = image,
		.available = guc_view_clip(image, r->offset, r->avail).len,
		.holes = holes,
		.events = &log->events,
	};

	if (!r->present || (r->size && !r->avail)) {
		log->events.order = GUC_ORDER_ABSENT;
		return;
	}
	order_ring(&ring);
	if (log->events.order == GUC_ORDER_WRAPPED)
		find_after_wrap(&ring, log);
	if (!r->contradicts)
		find_unread(&log->events, r);
}

/**
 * guc_events_newest() - find the newest entry of the event ring
 * @region: the event region; its version must be known
 * @offset: filled with the entry's offset in the region in bytes
 *
 * The offset is computed from the state of the region, so it is also found if the entry
 * itself is missing in the image.
 *
 * Context: any, does not sleep.
 * Return: true; or false if nothing has been written since the firmware was loaded, or if
 * the pointers contradict each other.
 */
bool guc_events_newest(const struct guc_region *region, u32 *offset)
{
	u32 unit = guc_entry_unit(region->version);
	u32 end = region->write_ptr ?: region->wrap_offset;

	if (!region->present || region->contradicts || end < unit ||
	    (!region->write_ptr && end == region->size))
		return false;
	*offset = end - unit;
	return true;
}

/**
 * guc_events_bytes() - get the length of the available events
 * @events: the events of a log
 *
 * Context: any, does not sleep.
 * Return: length of the events in all runs in bytes. Events from before the firmware was loaded
 * (@events->before_load) are not counted.
 */
u64 guc_events_bytes(const struct guc_events *events)
{
	u64 bytes = 0;
	unsigned int i;

	for (i = 0; i < events->nr_runs; i++)
		bytes += events->run[i].span.len;
	return bytes;
}

/**
 * guc_events_gaps() - get the length of the events that are missing before other
 * events
 * @events: the events of a log
 *
 * Context: any, does not sleep.
 * Return: length of the gaps before all runs in bytes. The newest events that are missing
 * (@events->missing) are not counted, because no run follows them.
 */
u64 guc_events_gaps(const struct guc_events *events)
{
	u64 bytes = 0;
	unsigned int i;

	for (i = 0; i < events->nr_runs; i++)
		bytes += events->run[i].gap;
	return bytes;
}

const char * const guc_order_names[] = {
	[GUC_ORDER_ABSENT] = "absent",
	[GUC_ORDER_LINEAR] = "not wrapped, oldest first",
	[GUC_ORDER_WRAPPED] = "wrapped, oldest first",
	[GUC_ORDER_STORAGE] = "storage order",
};
