// SPDX-License-Identifier: MIT OR GPL-2.0-only
#include "guc_log.h"

#include "abi/guc_log_abi.h"

/**
 * DOC: The ring rule
 *
 * The firmware writes whole entries of 20 bytes. Region sizes are powers of
 * two, so a wrap always leaves a tail behind the last whole entry, and
 * wrap_offset says where it begins. Hence, with S the region's size:
 *
 * * 0 < wrap_offset < S: the ring has wrapped since the firmware was loaded.
 *   The oldest entry is at write_ptr: [write_ptr, wrap_offset), [0, write_ptr).
 * * wrap_offset is 0 or S: it has not: [0, write_ptr). xe does not clear the
 *   region when it loads the firmware again, so what lies behind write_ptr are
 *   events from before that load.
 * * The pointers contradict each other: the whole region as it lies there.
 *
 * read_ptr takes no part: xe never moves it. Only a consumer that does not exist
 * today would, and the events are given out all the same.
 */

/* The part [from, to) of a region that the image holds; may be empty. */
static struct guc_span clip(const struct guc_region *r, struct guc_view image,
			    u32 from, u32 to)
{
	u64 held = r->offset < image.len ? image.len - r->offset : 0;
	u32 end = min_t(u64, min(to, r->avail), held);

	if (from >= end)
		return (struct guc_span){ 0 };
	return (struct guc_span){ r->offset + from, end - from };
}

static void add_run(struct guc_events *events, struct guc_span run)
{
	if (run.len)
		events->run[events->nr_runs++] = run;
}

/* Length without trailing zero bytes, eight at a time where it can. */
static u32 used_len(const u8 *data, u32 len)
{
	while (len >= 8 && !guc_load_le64(data + len - 8))
		len -= 8;
	while (len && !data[len - 1])
		len--;
	return len;
}

static struct guc_span before_load(const struct guc_region *r,
				   struct guc_view image)
{
	struct guc_span span = clip(r, image, r->write_ptr, r->size);
	u32 unit = r->version == GUC_LOG_EVENT_VERSION ?
		   sizeof(struct guc_log_event_v2) : 4;
	u32 used, units;

	if (!span.len)
		return span;
	used = used_len(image.data + span.offset, span.len);
	units = used / unit + !!(used % unit);
	span.len = min_t(u64, (u64)units * unit, span.len);
	return span;
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

/**
 * guc_events_find() - put the events in order
 * @log: its regions are read, its events, which are zeroed, are filled
 * @image: the log buffer, or a beginning of it
 *
 * Every span lies in @image. No run is empty.
 *
 * Context: any, does not sleep. Reads up to the whole event region.
 */
void guc_events_find(struct guc_log *log, struct guc_view image)
{
	const struct guc_region *r = &log->region[GUC_REGION_EVENT];
	struct guc_events *events = &log->events;

	if (!r->present || (r->size && !r->avail)) {
		events->order = GUC_ORDER_ABSENT;
		return;
	}
	if (r->contradicts) {
		events->order = GUC_ORDER_STORAGE;
		add_run(events, clip(r, image, 0, r->size));
		return;
	}
	if (r->wrap_offset > 0 && r->wrap_offset < r->size) {
		events->order = GUC_ORDER_WRAPPED;
		add_run(events, clip(r, image, r->write_ptr, r->wrap_offset));
		add_run(events, clip(r, image, 0, r->write_ptr));
	} else {
		events->order = GUC_ORDER_LINEAR;
		add_run(events, clip(r, image, 0, r->write_ptr));
		events->before_load = before_load(r, image);
	}
	find_unread(events, r);
}

/**
 * guc_events_bytes() - how much there is
 * @events: the events
 *
 * Context: any, does not sleep.
 * Return: length of all runs in bytes, without those from before the load.
 */
u64 guc_events_bytes(const struct guc_events *events)
{
	u64 bytes = 0;
	unsigned int i;

	for (i = 0; i < events->nr_runs; i++)
		bytes += events->run[i].len;
	return bytes;
}

/**
 * guc_order_name() - an order in words
 * @order: the order
 *
 * Context: any, does not sleep.
 * Return: a constant string.
 */
const char *guc_order_name(enum guc_order order)
{
	static const char * const names[] = {
		[GUC_ORDER_ABSENT] = "absent",
		[GUC_ORDER_LINEAR] = "not wrapped, oldest first",
		[GUC_ORDER_WRAPPED] = "wrapped, oldest first",
		[GUC_ORDER_STORAGE] = "storage order",
	};

	return names[order];
}
