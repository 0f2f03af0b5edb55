// SPDX-License-Identifier: GPL-2.0-only
#include "read/image.h"

#include "base/arena.h"
#include "abi/guc_log_abi.h"
#include "guc_log.h"
#include "read/input.h"

/**
 * struct relay - a file of i915's relay: sub-buffers, one for each flush of the log
 * @len: bytes of a sub-buffer
 * @nr: number of complete sub-buffers
 * @rest: bytes of an incomplete sub-buffer at the end of the file
 *
 * A sub-buffer has the layout of the state page, the event region and the crash region. It has only
 * the events that the firmware wrote after the preceding sub-buffer was made, unless the event ring
 * was full between the two sub-buffers.
 */
struct relay {
	size_t len;
	size_t nr;
	size_t rest;
};

static bool is_sub_buffer(struct guc_view v, u32 marker, u64 pos)
{
	const void *p = guc_view_at(v, pos, 4);

	return p && guc_load_le32(p) == marker;
}

/*
 * Return: whether the bytes are a file of i915's relay, and not an image. @page: filled with the
 * state page at the beginning of the bytes.
 */
static bool find_relay(struct relay *relay, struct guc_view v, struct guc_log *page)
{
	const struct guc_region *event, *crash;
	u32 marker = v.len >= 4 ? guc_load_le32(v.data) : 0;
	u64 len, pos;

	guc_log_parse_page(page, v, v.len);
	event = &page->region[GUC_REGION_EVENT];
	crash = &page->region[GUC_REGION_CRASH];
	len = (u64)GUC_LOG_STATE_PAGE_SIZE + event->size + crash->size;
	if (!event->present || !crash->present || v.len < len ||
	    page->region[GUC_REGION_CAPTURE].present)
		return false;
	*relay = (struct relay){
		.len = (size_t)len,
		.nr = (size_t)(v.len / len),
		.rest = (size_t)(v.len % len),
	};
	for (pos = len; pos + 4 <= v.len; pos += len)
		if (!is_sub_buffer(v, marker, pos))
			return false;
	/* A single sub-buffer is treated as an image, unless a consumer has moved read_ptr. */
	return relay->nr > 1 || relay->rest >= 4 ||
	       (event->read_ptr && !relay->rest);
}

/* Add a log whose image is a copy of @v. Return: true, or false if there is no memory. */
static bool add(struct input *in, enum guclog_form form, struct guc_view v)
{
	struct input_log *log = input_add_log(in, form);

	if (!log || !input_log_room(log, v.len))
		return false;
	memcpy(log->image, v.data, v.len);
	log->len = v.len;
	log->total = v.len;
	return true;
}

static void forget(struct input_log *log, u64 from, u64 to)
{
	to = min_t(u64, to, log->len);
	if (from >= to)
		return;
	memset(log->image + from, 0, (size_t)(to - from));
	input_log_hole(log, (size_t)from, (size_t)to);
}

/*
 * Mark the bytes of a sub-buffer that i915 did not copy from the event ring as unknown: they are
 * zeroes or old contents of the memory, and the events from that part of the ring are in another
 * sub-buffer. @full_count: number of times that the ring was full (modulo 16), according to the
 * preceding sub-buffer. Return: this number according to this sub-buffer.
 */
static u8 forget_others(struct input_log *log, u8 full_count)
{
	const struct guc_region *event;
	struct guc_log parsed;
	u64 start, end;

	guc_log_parse_page(&parsed, input_log_bytes(log), log->total);
	event = &parsed.region[GUC_REGION_EVENT];
	start = event->offset;
	end = start + event->size;
	if (!event->present || event->full_count != full_count ||
	    event->read_ptr > event->size || event->write_ptr > event->size)
		return event->full_count;
	if (event->read_ptr > event->write_ptr) {
		forget(log, start + event->write_ptr, start + event->read_ptr);
	} else {
		forget(log, start, start + event->read_ptr);
		forget(log, start + event->write_ptr, end);
	}
	return event->full_count;
}

static void add_relay(struct input *in, struct guc_view v,
		      const struct relay *relay)
{
	struct input_log *log;
	u8 full_count = 0;
	size_t i;

	for (i = 0; i < relay->nr; i++) {
		if (!add(in, GUCLOG_FORM_RELAY, guc_view_clip(v, i * relay->len, relay->len)))
			return;
		log = &in->log[in->nr_logs - 1];
		full_count = forget_others(log, full_count);
	}
	if (!relay->rest ||
	    !add(in, GUCLOG_FORM_RELAY, guc_view_clip(v, i * relay->len, relay->rest)))
		return;
	log = &in->log[in->nr_logs - 1];
	log->total = relay->len;
	forget_others(log, full_count);
	input_log_loss(log, "the file ends within a sub-buffer: %zu of %zu bytes",
		       relay->rest, relay->len);
}

/**
 * image_add() - add the logs of an image or of a file of i915's relay
 * @in: the logs are added to it
 * @data: the bytes, in memory of the arena; the memory becomes the image of a log, or it is freed
 * @len: number of bytes at @data
 *
 * Context: allocates memory.
 */
void image_add(struct input *in, u8 *data, size_t len)
{
	struct guc_log *page = arena_alloc(in->arena, sizeof(*page));
	struct guc_view v = guc_view(data, len);
	struct relay relay;

	if (!page)
		return;
	if (!find_relay(&relay, v, page)) {
		input_add_whole(in, GUCLOG_FORM_IMAGE, data, len, page);
		return;
	}
	add_relay(in, v, &relay);
	arena_drop(in->arena, page);
	arena_drop(in->arena, data);
}
