// SPDX-License-Identifier: GPL-2.0-only
#include "input/binary.h"

#include "abi/guc_log_abi.h"
#include "guc_log.h"
#include "input/bytes.h"
#include "input/form.h"
#include "util/msg.h"

/* Limit for bytes that are not yet known to be a log. */
struct blob {
	u8 *data;
	size_t len;
	size_t room;
};

static int read_all(struct blob *blob, struct bytes *bytes, const char *name)
{
	ssize_t n;

	for (;;) {
		if (blob->len == blob->room) {
			blob->room += max(blob->room / 2, (size_t)1 << 20);
			blob->data = mem_grow(blob->data, blob->room);
		}
		n = bytes_read(bytes, blob->data + blob->len,
			       blob->room - blob->len);
		if (n <= 0)
			return (int)n;
		blob->len += (size_t)n;
		if (blob->len <= INPUT_MAX_IMAGE)
			continue;
		msg_fail(name, "longer than %llu MiB", INPUT_MAX_IMAGE >> 20);
		return -1;
	}
}

/*
 * A sub-buffer of the relay is an image without the state capture region.
 * Return: its length in bytes, 0 when this is no series of several.
 */
static size_t relay_len(struct guc_view v)
{
	const struct guc_region *event, *crash;
	u32 marker = v.len >= 4 ? guc_load_le32(v.data) : 0;
	struct guc_log log;
	u64 len, pos;

	guc_log_parse_page(&log, v, v.len);
	event = &log.region[GUC_REGION_EVENT];
	crash = &log.region[GUC_REGION_CRASH];
	len = (u64)GUC_LOG_STATE_PAGE_SIZE + event->size + crash->size;
	if (!event->present || !crash->present || v.len < 2 * len ||
	    v.len % len)
		return 0;
	for (pos = len; pos < v.len; pos += len)
		if (guc_load_le32(v.data + pos) != marker)
			return 0;
	return (size_t)len;
}

static void add(struct input *in, enum form form, struct guc_view v)
{
	struct input_log *log = input_add_log(in, form);

	input_log_room(log, v.len);
	memcpy(log->image, v.data, v.len);
	log->len = v.len;
	log->total = v.len;
}

static void add_relay(struct input *in, struct guc_view v, size_t len)
{
	size_t pos;

	for (pos = 0; pos < v.len; pos += len)
		add(in, FORM_RELAY, guc_view_clip(v, pos, len));
}

/* One log: it keeps the memory that the bytes are in. */
static void take(struct input *in, enum form form, struct blob *blob)
{
	struct input_log *log = input_add_log(in, form);

	log->image = blob->data;
	log->len = blob->len;
	log->room = blob->room;
	log->total = blob->len;
	blob->data = NULL;
}

static void sort_out(struct input *in, struct blob *blob)
{
	struct guc_view v = guc_view(blob->data, blob->len);
	enum form form = form_detect(v);
	size_t relay = form == FORM_IMAGE ? relay_len(v) : 0;

	if (relay)
		add_relay(in, v, relay);
	else if (form == FORM_LFD)
		take(in, FORM_LFD, blob);
	else
		take(in, form == FORM_IMAGE ? FORM_IMAGE : FORM_UNKNOWN,
		     blob);
}

/**
 * binary_read() - read a binary input
 * @in: gets its logs; something else becomes one of FORM_UNKNOWN
 * @bytes: the rest of it
 * @first: its beginning
 * @len: bytes of that
 *
 * Return: 0, or -1 after printing the reason on stderr; what was there is read.
 */
int binary_read(struct input *in, struct bytes *bytes, const u8 *first,
		size_t len)
{
	struct blob blob = { .len = len, .room = len + 1 };
	struct guc_view v = guc_view(first, len);
	int ret;

	/* In a directory or archive there is nothing to do with other files. */
	if (in->depth && (form_detect(v) == FORM_UNKNOWN || form_detect(v) == FORM_RDF ||
			  form_detect(v) == FORM_ASIC)) {
		input_add_other(in, form_sniff(v));
		return 0;
	}

	blob.data = mem_grow(NULL, blob.room);
	memcpy(blob.data, first, len);
	ret = read_all(&blob, bytes, in->name);
	sort_out(in, &blob);
	free(blob.data);
	return ret;
}
