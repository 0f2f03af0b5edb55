// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of streams. A stream is an open file guc_log_stream, from which a reader gets new events as
 * long as the GT exists (see xgl_stream.h). A simulated firmware writes numbered events. Each event
 * must be read once or be counted as lost. A poll of the log must read few bytes. When a GT is
 * removed, the readers of its streams must get the end of the file.
 */
#include <linux/delay.h>
#include <linux/err.h>

#include "abi/guc_lic_abi.h"
#include "guc_lfd.h"
#include "guc_text.h"
#include "test_source.h"
#include "test_stream.h"
#include "xgl_anchor.h"
#include "xgl_poller.h"

#define RING	0x1000u		/* offset of the event ring in the small image */
#define ENTRY	20u
#define ROOM	51u		/* number of entries for which the ring has room */
/* Longer than the shortest time between two polls of a reader. */
#define PAUSE_MS	25

/* The image to which the simulated firmware of the running test writes. */
static struct test_image *image;
/* Number of events since the load of the firmware, which is also the number of the next event. */
static u32 written;
/* Number of ticks without events, which is added to the timestamps of all later events. */
static u32 skipped;

static void write_event(void)
{
	u32 at = written % ROOM * ENTRY;

	test_put(image, RING + at, 1000 + written + skipped);
	test_put(image, RING + at + 4, 0);
	test_put(image, RING + at + 8, 7);
	test_put(image, RING + at + 12, written);
	test_put(image, RING + at + 16, 0);
	if (written && !at)
		test_put(image, T_EVENT + T_WRAP, ROOM * ENTRY);
	test_put(image, T_EVENT + T_WRITE, at + ENTRY);
	written++;
}

static void write_events(u32 n)
{
	while (n--)
		write_event();
}

/* Load the firmware again: empty the ring. */
static void load(void)
{
	test_put(image, T_EVENT + T_WRITE, 0);
	test_put(image, T_EVENT + T_WRAP, 0);
	written = 0;
}

static void stop(void *source)
{
	struct test_source *s = source;

	xgl_poller_kill(&s->src, 0);
	xgl_poller_stop(&s->src, 0);
}

static struct test_source *new_source(struct kunit *test)
{
	struct test_source *s;

	image = test_small(test);
	s = test_source(test, image);
	skipped = 0;
	load();
	KUNIT_ASSERT_EQ(test, 0, xgl_poller_start(&s->src, 0, "test"));
	KUNIT_ASSERT_EQ(test, 0, kunit_add_action_or_reset(test, stop, s));
	return s;
}

static void free_stream(void *stream)
{
	xgl_stream_free(stream);
}

static struct xgl_stream *open_stream(struct test_source *s)
{
	struct xgl_stream *stream = xgl_stream_open(&s->src, 0);

	KUNIT_ASSERT_FALSE(s->test, IS_ERR(stream));
	KUNIT_ASSERT_EQ(s->test, 0, kunit_add_action_or_reset(s->test, free_stream, stream));
	return stream;
}

/**
 * struct part - the events that a reader got at once
 * @events: number of events
 * @first: number of the first event
 * @lost: number of lost events according to a host comment block
 * @restarted: a comment reports that the firmware was loaded again
 */
struct part {
	u32 events;
	u32 first;
	u32 lost;
	bool restarted;
};

/* Read the blocks that a reader gets after the head of a stream. They have no file header. */
static struct part read_part(struct kunit *test, struct xgl_stream *stream)
{
	struct guc_view bytes = test_stream_bytes(test, stream), data;
	struct part part = { 0 };
	const char *gap;
	u32 i;

	while (bytes.len >= 8) {
		data = guc_view_clip(bytes, 8, 4ull * guc_load_le32(bytes.data + 4));
		switch (guc_load_le32(bytes.data)) {
		case 0x60018086:
			gap = strnstr(data.data, "events_gap_entries=", data.len);
			if (gap && sscanf(gap, "events_gap_entries=%u", &part.lost) != 1)
				KUNIT_FAIL(test, "no number of lost events");
			part.restarted |= !!strnstr(data.data, "loaded again", data.len);
			break;
		case 0x20008086:
			KUNIT_EXPECT_EQ(test, guc_load_le32(data.data), 2);
			part.events = (data.len - 4) / ENTRY;
			part.first = guc_load_le32(data.data + 4 + 12);
			for (i = 0; i < part.events; i++)
				KUNIT_EXPECT_EQ(test, part.first + i,
						guc_load_le32(data.data + 4 + i * ENTRY + 12));
			break;
		default:
			KUNIT_FAIL(test, "block 0x%x", guc_load_le32(bytes.data));
		}
		bytes = guc_view_clip(bytes, 8 + data.len, bytes.len);
	}
	KUNIT_EXPECT_EQ(test, bytes.len, 0);
	return part;
}

/* Wait until a new poll is allowed, poll the ring, and return the new events of the stream. */
static struct part look(struct kunit *test, struct xgl_stream *stream)
{
	msleep(PAUSE_MS);
	KUNIT_EXPECT_EQ(test, 0, xgl_stream_fill(stream));
	return read_part(test, stream);
}

/* Open a stream and read its head. */
static struct xgl_stream *start_stream(struct test_source *s)
{
	struct xgl_stream *stream = open_stream(s);

	test_stream_bytes(s->test, stream);
	return stream;
}

/* A stream must start with a valid LFD file without events, even if the log has events. */
static void xgl_stream_starts_with_the_head(struct kunit *test)
{
	struct test_source *s = new_source(test);
	struct guc_lfd_summary sum;
	struct guc_fault fault;
	struct guc_view head;

	write_events(10);
	head = test_stream_bytes(test, open_stream(s));
	KUNIT_EXPECT_EQ(test, 0, guc_lfd_check(head, &sum, &fault));
	KUNIT_EXPECT_EQ(test, sum.blocks, 7);
	KUNIT_EXPECT_EQ(test, sum.missing, 0);
	KUNIT_EXPECT_NOT_NULL(test, strnstr(head.data, "event_stream=", head.len));
	/* only the state page and the newest entry were read */
	KUNIT_EXPECT_EQ(test, s->bytes, 4096 + ENTRY);
	KUNIT_EXPECT_EQ(test, s->begins, 1);
}

/* A reader must get each event once and in order, over several wraps of the ring. */
static void xgl_stream_gives_each_event(struct kunit *test)
{
	struct test_source *s = new_source(test);
	struct xgl_stream *stream;
	u32 next = 3, n;

	write_events(next);
	stream = start_stream(s);
	for (n = 1; n < ROOM; n += 9) {
		struct part part;

		write_events(n);
		part = look(test, stream);
		KUNIT_EXPECT_EQ(test, part.events, n);
		KUNIT_EXPECT_EQ(test, part.first, next);
		KUNIT_EXPECT_EQ(test, part.lost, 0);
		next += n;
	}
	KUNIT_EXPECT_EQ(test, look(test, stream).events, 0);
}

/*
 * The poller must compute the rate of events from the time since the last successful poll, not
 * since the last attempt. With a wrong rate, it would poll too often.
 */
static void xgl_stream_paces_its_poller(struct kunit *test)
{
	struct test_source *s = new_source(test);
	struct xgl_stream *stream;

	write_events(3);
	stream = start_stream(s);
	write_events(2);
	look(test, stream);
	/* at 2 events in at least 25 ms, a ring of 51 entries needs no more frequent polls */
	KUNIT_EXPECT_EQ(test, s->src.poller[0]->interval_us, XGL_POLLER_SHORT_US);
}

/*
 * The first event after a very long time without events must not crash the kernel. On x86, a
 * division crashes the kernel if the quotient has more than 64 bits. With the short ring of this
 * test, this would happen after 12 years; with a ring of 8 MiB, after 13 hours.
 */
static void xgl_stream_paces_after_a_long_pause(struct kunit *test)
{
	struct test_source *s = new_source(test);
	struct xgl_poller *p = s->src.poller[0];
	struct xgl_stream *stream;
	struct xgl_waiter *w;

	write_events(3);
	stream = start_stream(s);
	w = list_first_entry(&p->waiters, struct xgl_waiter, node);
	w->cursor.polled_ns -= 12 * 366 * 86400ull * NSEC_PER_SEC;
	write_events(1);
	KUNIT_EXPECT_EQ(test, look(test, stream).events, 1);
	KUNIT_EXPECT_EQ(test, p->interval_us, XGL_POLLER_SHORT_US);
}

/* A poll of a log without new events must read only the state of the ring and one entry. */
static void xgl_stream_looks_are_small(struct kunit *test)
{
	struct test_source *s = new_source(test);
	struct xgl_stream *stream;
	u64 had;

	write_events(5);
	stream = start_stream(s);
	had = s->bytes;
	look(test, stream);
	KUNIT_EXPECT_EQ(test, s->bytes - had, 36 + ENTRY);
	/* the state of the ring and one entry are read, then the new events and the state again */
	write_events(3);
	had = s->bytes;
	look(test, stream);
	KUNIT_EXPECT_EQ(test, s->bytes - had, 36 + ENTRY + 3 * ENTRY + 36);
	/* A second read immediately after the first one must not poll the ring again. */
	had = s->bytes;
	KUNIT_EXPECT_EQ(test, 0, xgl_stream_fill(stream));
	KUNIT_EXPECT_EQ(test, s->bytes, had);
}

/*
 * A reader that was too slow must get the newest events and the number of lost events. A faster
 * reader of the same ring must lose no events.
 */
static void xgl_stream_counts_lost_events(struct kunit *test)
{
	struct test_source *s = new_source(test);
	struct xgl_stream *stream, *other;
	struct part part;

	write_events(30);
	stream = start_stream(s);
	other = start_stream(s);
	write_events(40);
	KUNIT_EXPECT_EQ(test, look(test, other).events, 40);
	write_events(40);
	part = look(test, stream);
	/* The oldest entry in the ring may be overwritten at any moment, so it is not returned. */
	KUNIT_EXPECT_EQ(test, part.events, ROOM - 1);
	KUNIT_EXPECT_EQ(test, part.lost, 80 - (ROOM - 1));
	KUNIT_EXPECT_EQ(test, part.first, 30 + 80 - (ROOM - 1));
	part = look(test, other);
	KUNIT_EXPECT_EQ(test, part.events, 40);
	KUNIT_EXPECT_EQ(test, part.lost, 0);
}

/*
 * A reader that was stopped must get the duration of the gap in ticks, and an estimate of the
 * number of lost events.
 */
static void xgl_stream_estimates_a_gap(struct kunit *test)
{
	struct test_source *s = new_source(test);
	struct xgl_stream *stream;
	struct guc_view bytes;

	write_events(30);
	stream = start_stream(s);
	/* one event for each tick */
	write_events(40);
	look(test, stream);
	/* the reader can still get only 50 of these events */
	write_events(5000);
	msleep(PAUSE_MS);
	KUNIT_EXPECT_EQ(test, 0, xgl_stream_fill(stream));
	bytes = test_stream_bytes(test, stream);
	KUNIT_EXPECT_NOT_NULL(test, strnstr(bytes.data, "events_gap_ticks=4951\n", bytes.len));
	KUNIT_EXPECT_NOT_NULL(test, strnstr(bytes.data, "events_gap_estimate_entries=4951\n",
					    bytes.len));
	KUNIT_EXPECT_NOT_NULL(test, strnstr(bytes.data, "events_gap_at_least=yes", bytes.len));
}

/*
 * The duration of a gap must be counted from the last event that was read, even if polls have found
 * no new event since then for longer than half of the range of the 32-bit timestamp.
 */
static void xgl_stream_gap_after_a_pause(struct kunit *test)
{
	struct test_source *s = new_source(test);
	struct xgl_stream *stream;
	struct guc_view bytes;

	/* a clock of 3 GHz, with ticks that wrap after 1.4 s */
	test_put(image, T_KLV(GUC_LIC_KEY_TSC_FREQUENCY) + 4, 3000000);
	write_events(30);
	stream = start_stream(s);
	write_events(40);
	look(test, stream);
	msleep(1500);
	KUNIT_EXPECT_EQ(test, look(test, stream).events, 0);
	skipped = lower_32_bits(4500000000ull);
	write_events(5000);
	msleep(PAUSE_MS);
	KUNIT_EXPECT_EQ(test, 0, xgl_stream_fill(stream));
	bytes = test_stream_bytes(test, stream);
	KUNIT_EXPECT_NOT_NULL(test, strnstr(bytes.data, "events_gap_ticks=4500004951\n",
					    bytes.len));
}

/*
 * If readers of a stream have lost events, the file info must have lines about the number of lost
 * events and about the latest gap.
 */
static void xgl_stream_losses_are_printed(struct kunit *test)
{
	struct test_source *s = new_source(test);
	char buf[256] = "";
	struct guc_text text = { .buf = buf, .size = sizeof(buf) };
	struct xgl_stream *stream;

	write_events(30);
	stream = start_stream(s);
	write_events(40);
	look(test, stream);
	xgl_poller_print(&text, &s->src, 0);
	KUNIT_EXPECT_STREQ(test, buf, "");
	write_events(5000);
	look(test, stream);
	xgl_poller_print(&text, &s->src, 0);
	KUNIT_EXPECT_NOT_NULL(test, strstr(buf, "stream_lost_at_least=yes\n"
						"stream_gap_ticks=4951\n"
						"stream_gap_estimate_entries=4951\n"));
	text.len = 0;
	xgl_poller_print(&text, &s->src, 1);
	KUNIT_EXPECT_EQ(test, text.len, 0);
}

/* The first events after a load of the firmware must have a comment about the load. */
static void xgl_stream_tells_a_load(struct kunit *test)
{
	struct test_source *s = new_source(test);
	struct xgl_stream *stream;
	struct part part;

	write_events(30);
	stream = start_stream(s);
	load();
	part = look(test, stream);
	KUNIT_EXPECT_EQ(test, part.events, 0);
	write_events(4);
	part = look(test, stream);
	KUNIT_EXPECT_TRUE(test, part.restarted);
	KUNIT_EXPECT_EQ(test, part.events, 4);
	KUNIT_EXPECT_EQ(test, part.first, 0);
	write_events(1);
	KUNIT_EXPECT_FALSE(test, look(test, stream).restarted);
}

/* When the firmware is loaded again with a ring of another length, the stream must follow it. */
static void xgl_stream_follows_another_ring(struct kunit *test)
{
	struct test_source *s = new_source(test);
	struct xgl_stream *stream;
	struct part part;

	write_events(30);
	stream = start_stream(s);
	test_put(image, T_EVENT + T_SIZE, 0x200);
	load();
	look(test, stream);
	write_events(2);
	part = look(test, stream);
	KUNIT_EXPECT_TRUE(test, part.restarted);
	KUNIT_EXPECT_EQ(test, part.events, 2);
	/* A log that became shorter than its ring is not read. */
	s->total = 0x1100;
	write_events(2);
	msleep(PAUSE_MS);
	KUNIT_EXPECT_EQ(test, -ENODATA, xgl_stream_fill(stream));
	KUNIT_EXPECT_EQ(test, test_stream_bytes(test, stream).len, 0);
}

/* A stream must not resume a suspended device. It must begin when the device is active again. */
static void xgl_stream_waits_for_the_device(struct kunit *test)
{
	struct test_source *s = new_source(test);
	struct xgl_stream *stream;

	s->suspended = true;
	stream = open_stream(s);
	KUNIT_EXPECT_EQ(test, test_stream_bytes(test, stream).len, 0);
	msleep(PAUSE_MS);
	KUNIT_EXPECT_EQ(test, -EAGAIN, xgl_stream_fill(stream));
	KUNIT_EXPECT_EQ(test, s->begins, 0);
	s->suspended = false;
	msleep(PAUSE_MS);
	KUNIT_EXPECT_EQ(test, 0, xgl_stream_fill(stream));
	KUNIT_EXPECT_GT(test, test_stream_bytes(test, stream).len, 12);
	write_events(2);
	KUNIT_EXPECT_EQ(test, look(test, stream).events, 2);
}

/*
 * If the log of an active device cannot be read at first, the next read() must begin the stream,
 * with the facts that are known then.
 */
static void xgl_stream_starts_after_an_error(struct kunit *test)
{
	struct test_source *s = new_source(test);
	struct xgl_stream *stream;
	struct guc_view head;

	s->suspended = true;
	stream = open_stream(s);
	s->suspended = false;
	s->facts.known = BIT_ULL(GUC_FACT_pci_revision);
	s->fails_at = 1;
	KUNIT_EXPECT_EQ(test, -EIO, test_stream_look(stream));
	s->facts.known = 0;
	write_events(2);
	KUNIT_EXPECT_EQ(test, 0, test_stream_look(stream));
	head = test_stream_bytes(test, stream);
	KUNIT_EXPECT_NOT_NULL(test, strnstr(head.data, "event_stream=", head.len));
	KUNIT_EXPECT_NULL(test, strnstr(head.data, "pci_revision=", head.len));
	write_events(3);
	KUNIT_EXPECT_EQ(test, look(test, stream).events, 3);
}

/* open() must fail if the source fails, or if the log has no event region of a known version. */
static void xgl_stream_errors_of_open(struct kunit *test)
{
	struct test_source *s = new_source(test);

	s->begin_error = -ENODEV;
	KUNIT_EXPECT_EQ(test, -ENODEV, PTR_ERR(xgl_stream_open(&s->src, 0)));
	s->begin_error = 0;
	test_put(image, T_EVENT + T_VERSION, 3);
	KUNIT_EXPECT_EQ(test, -ENODATA, PTR_ERR(xgl_stream_open(&s->src, 0)));
	test_put(image, T_EVENT, 0);
	KUNIT_EXPECT_EQ(test, -ENODATA, PTR_ERR(xgl_stream_open(&s->src, 0)));
	KUNIT_EXPECT_EQ(test, s->begins, s->ends);
}

/*
 * If the version of the entries is unknown, and so their length, nothing after the newest entry
 * may be read, because the buffer can end there.
 */
static void xgl_stream_reads_no_unknown_version(struct kunit *test)
{
	struct test_source *s = new_source(test);

	test_put(image, T_EVENT + T_VERSION, 3);
	test_put(image, T_EVENT + T_WRITE, T_SMALL_EVENT);
	test_put(image, T_EVENT + T_WRAP, 0);
	s->total = RING + T_SMALL_EVENT;
	KUNIT_EXPECT_EQ(test, -ENODATA, PTR_ERR(xgl_stream_open(&s->src, 0)));
	KUNIT_EXPECT_LE(test, s->end_max, s->total);
}

static u32 dice;

static u32 throw(u32 sides)
{
	dice = dice * 1664525 + 1013904223;
	return (dice >> 8) % sides;
}

/* Change one value of the state page, usually to a value near a limit. */
static void spoil(void)
{
	static const u32 at[] = { T_WRITE, T_WRAP, T_SIZE, T_VERSION, T_READ, T_MARKER_1, T_FLAGS };
	static const u32 values[] = {
		0, 4, 20, T_SMALL_EVENT, T_SMALL_WRAP, 0x10000, 0x7ffffff0, 0xffffffec, 2, 3,
	};
	u32 value = values[throw(ARRAY_SIZE(values))] + (throw(2) ? throw(44) - 22 : 0);

	switch (throw(6)) {
	case 0:
		write_events(throw(120));
		break;
	case 1:
		load();
		break;
	case 2:
		test_put(image, throw(image->len / 4) * 4, value);
		break;
	default:
		test_put(image, throw(3) * T_CRASH + at[throw(ARRAY_SIZE(at))], value);
	}
}

static void spoil_during_copy(struct test_source *s, u64 offset, size_t len)
{
	if (!throw(4))
		spoil();
}

/*
 * With random images, no byte outside the log may be read. test_source.c checks the range of every
 * copy.
 */
static void xgl_stream_bears_random_images(struct kunit *test)
{
	struct test_source *s = new_source(test);
	u8 *good = kunit_kmalloc(test, image->len, GFP_KERNEL);
	unsigned int round, i, opened = 0, moved = 0;

	KUNIT_ASSERT_NOT_NULL(test, good);
	memcpy(good, image->data, image->len);
	dice = 1;
	for (round = 0; round < 1500; round++) {
		struct xgl_stream *stream;

		memcpy(image->data, good, image->len);
		load();
		write_events(throw(120));
		s->total = throw(8) ? image->total : throw(image->total + 1);
		s->on_copy = round % 2 ? spoil_during_copy : NULL;
		for (i = throw(4); i; i--)
			spoil();
		stream = xgl_stream_open(&s->src, 0);
		if (IS_ERR(stream))
			continue;
		opened++;
		for (i = 0; i < 6; i++) {
			moved += test_stream_bytes(test, stream).len > 0;
			spoil();
			test_stream_poll(stream);
			test_stream_look(stream);
		}
		xgl_stream_free(stream);
		cond_resched();
	}
	s->on_copy = NULL;
	/* With fewer streams and data, the images would be too damaged for a useful test. */
	KUNIT_EXPECT_GT(test, opened, 300);
	KUNIT_EXPECT_GT(test, moved, 600);
}

/*
 * When a GT is removed, its stream must end: read() must return 0, and the log must not be copied
 * any more.
 */
static void xgl_stream_ends_with_its_gt(struct kunit *test)
{
	struct test_source *s = new_source(test);
	struct xgl_stream *stream;
	unsigned int had;

	stream = start_stream(s);
	write_events(3);
	kunit_release_action(test, stop, s);
	had = s->begins;
	msleep(PAUSE_MS);
	KUNIT_EXPECT_EQ(test, 0, xgl_stream_fill(stream));
	KUNIT_EXPECT_EQ(test, 0, xgl_stream_read(stream, NULL, 1, false));
	KUNIT_EXPECT_EQ(test, s->begins, had);
}

/* A stream that was opened as empty, for a GT without a log, must be at its end at once. */
static void xgl_stream_without_a_log_is_empty(struct kunit *test)
{
	struct xgl_stream *stream = xgl_stream_open_empty();

	KUNIT_ASSERT_FALSE(test, IS_ERR(stream));
	KUNIT_EXPECT_EQ(test, 0, xgl_stream_read(stream, NULL, 1, false));
	KUNIT_EXPECT_EQ(test, test_stream_bytes(test, stream).len, 0);
	xgl_stream_free(stream);
}

/* The time between polls must be an eighth of the time to fill the ring, within its limits. */
static void xgl_poller_paces_by_the_rate(struct kunit *test)
{
	static const struct {
		u64 fill_ns;
		bool is_prompt;
		unsigned int us;
	} rows[] = {
		/* without new events nothing changes */
		{ 0, false, XGL_POLLER_SHORT_US },
		{ 10ull * NSEC_PER_SEC, true, XGL_POLLER_SHORT_US },
		{ 64 * NSEC_PER_MSEC, true, 8000 },
		{ NSEC_PER_MSEC, true, XGL_POLLER_SHORTEST_US },
		{ 0, true, XGL_POLLER_SHORTEST_US },
		/* one step at most doubles the time */
		{ 10ull * NSEC_PER_SEC, true, 2 * XGL_POLLER_SHORTEST_US },
	};
	struct test_source *s = new_source(test);
	struct xgl_poller *p = s->src.poller[0];
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		const struct xgl_poll_result found = { .fill_ns = rows[i].fill_ns };

		mutex_lock(&p->lock);
		xgl_poller_pace(p, &found);
		KUNIT_EXPECT_EQ_MSG(test, p->is_prompt, rows[i].is_prompt, "row %u", i);
		KUNIT_EXPECT_EQ_MSG(test, p->interval_us, rows[i].us, "row %u", i);
		mutex_unlock(&p->lock);
	}
}

/*
 * While the trace event guc_event is on, the ring must be polled, even if an earlier poll could not
 * allocate memory for the trace event, because a later poll may succeed.
 */
static void xgl_poller_polls_for_the_trace_event(struct kunit *test)
{
	struct test_source *s;

	WRITE_ONCE(test_tracer_is_on, true);
	s = new_source(test);
	msleep(900);
	WRITE_ONCE(test_tracer_is_on, false);
	/* After this, no poll runs. */
	kunit_release_action(test, stop, s);
	KUNIT_EXPECT_GE(test, s->begins, 2);
}

/*
 * After a short time without events, polls must still be frequent; after a long time, they must be
 * rare.
 */
static void xgl_poller_backs_off_slowly(struct kunit *test)
{
	const struct xgl_poll_result burst = { .fill_ns = NSEC_PER_MSEC };
	struct test_source *s = new_source(test);
	struct xgl_poller *p = s->src.poller[0];
	unsigned int quiet_us = 0, looks;

	guard(mutex)(&p->lock);
	xgl_poller_pace(p, &burst);
	KUNIT_EXPECT_EQ(test, p->interval_us, XGL_POLLER_SHORTEST_US);
	for (looks = 0; p->is_prompt && looks < 100; looks++) {
		quiet_us += p->interval_us;
		xgl_poller_back_off(p);
		KUNIT_EXPECT_LE_MSG(test, p->interval_us,
				    XGL_POLLER_SHORTEST_US + quiet_us / 4, "look %u", looks);
	}
	KUNIT_EXPECT_EQ(test, p->interval_us, XGL_POLLER_LONGEST_US);
	KUNIT_EXPECT_LE(test, looks, 32);
}

static struct kunit_case xgl_stream_cases[] = {
	KUNIT_CASE(xgl_stream_starts_with_the_head),
	KUNIT_CASE(xgl_stream_gives_each_event),
	KUNIT_CASE(xgl_stream_looks_are_small),
	KUNIT_CASE(xgl_stream_counts_lost_events),
	KUNIT_CASE(xgl_stream_estimates_a_gap),
	KUNIT_CASE(xgl_stream_gap_after_a_pause),
	KUNIT_CASE(xgl_stream_losses_are_printed),
	KUNIT_CASE(xgl_stream_paces_its_poller),
	KUNIT_CASE(xgl_stream_paces_after_a_long_pause),
	KUNIT_CASE(xgl_stream_tells_a_load),
	KUNIT_CASE(xgl_stream_follows_another_ring),
	KUNIT_CASE(xgl_stream_waits_for_the_device),
	KUNIT_CASE(xgl_stream_starts_after_an_error),
	KUNIT_CASE(xgl_stream_errors_of_open),
	KUNIT_CASE(xgl_stream_reads_no_unknown_version),
	KUNIT_CASE(xgl_stream_bears_random_images),
	KUNIT_CASE(xgl_stream_ends_with_its_gt),
	KUNIT_CASE(xgl_stream_without_a_log_is_empty),
	KUNIT_CASE(xgl_poller_paces_by_the_rate),
	KUNIT_CASE(xgl_poller_polls_for_the_trace_event),
	KUNIT_CASE(xgl_poller_backs_off_slowly),
	{}
};

static struct kunit_suite xgl_stream_suite = {
	.name = "xgl_stream",
	.test_cases = xgl_stream_cases,
};

kunit_test_suite(xgl_stream_suite);
