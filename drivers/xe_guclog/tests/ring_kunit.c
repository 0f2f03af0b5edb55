// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of the parser of the event ring. For every combination of pointers, the parser must
 * find the events, oldest first. It must also find the events from before the firmware was
 * loaded again, the number of unread bytes, and the crash dump.
 */
#include "guc_entry.h"
#include "test_guard.h"
#include "test_image.h"

#define AT(start, length)	{ 0x1000 + (start), length }
#define NONE			{ 0, 0 }

/*
 * For each combination of write_ptr and wrap_offset, the parser must find the runs of consecutive
 * whole entries in the row: at most two, and none of them empty (NONE stands for no run).
 */
static void guc_ring_order(struct kunit *test)
{
	static const struct {
		const char *label;
		u32 write;
		u32 wrap;
		enum guc_order order;
		struct guc_span first;
		struct guc_span second;
	} rows[] = {
		{ "wrapped", 100, 1020, GUC_ORDER_WRAPPED, AT(100, 920), AT(0, 100) },
		{ "wrapped to 0", 0, 1020, GUC_ORDER_WRAPPED, AT(0, 1020), NONE },
		{ "wrapped, at the wrap", 1020, 1020, GUC_ORDER_WRAPPED, AT(0, 1020), NONE },
		{ "wrapped, before the wrap", 1000, 1020, GUC_ORDER_WRAPPED,
		  AT(1000, 20), AT(0, 1000) },
		{ "wrapped, inside the last entry", 1016, 1020, GUC_ORDER_WRAPPED,
		  AT(0, 1000), NONE },
		{ "wrapped, write inside an entry", 104, 1020, GUC_ORDER_WRAPPED,
		  AT(120, 900), AT(0, 100) },
		{ "wrapped inside an entry", 100, 1016, GUC_ORDER_WRAPPED,
		  AT(100, 900), AT(0, 100) },
		{ "wrapped at the first entry", 20, 20, GUC_ORDER_WRAPPED, AT(0, 20), NONE },
		{ "wrapped at the first dword", 4, 4, GUC_ORDER_WRAPPED, NONE, NONE },
		{ "wrapped at 4, to 0", 0, 4, GUC_ORDER_WRAPPED, NONE, NONE },
		{ "never wrapped, 0", 100, 0, GUC_ORDER_LINEAR, AT(0, 100), NONE },
		{ "never wrapped, size", 100, 1024, GUC_ORDER_LINEAR, AT(0, 100), NONE },
		{ "empty", 0, 0, GUC_ORDER_LINEAR, NONE, NONE },
		{ "empty, size", 0, 1024, GUC_ORDER_LINEAR, NONE, NONE },
		{ "full, never wrapped", 1024, 1024, GUC_ORDER_LINEAR, AT(0, 1020), NONE },
		{ "full, 0", 1024, 0, GUC_ORDER_LINEAR, AT(0, 1020), NONE },
		{ "write beyond wrap", 1024, 1020, GUC_ORDER_STORAGE, AT(0, 1020), NONE },
		{ "write beyond size", 1028, 0, GUC_ORDER_STORAGE, AT(0, 1020), NONE },
		{ "write odd", 99, 0, GUC_ORDER_STORAGE, AT(0, 1020), NONE },
		{ "wrap beyond size", 100, 1028, GUC_ORDER_STORAGE, AT(0, 1020), NONE },
		{ "wrap odd", 100, 1022, GUC_ORDER_STORAGE, AT(0, 1020), NONE },
	};
	struct test_image *img = test_small(test);
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		test_ring(img, 0, rows[i].write, rows[i].wrap);
		test_parse(img);
		test_runs(img, rows[i].label, rows[i].order, rows[i].first,
			  rows[i].second);
	}
}

/* The unread bytes must be computed from a valid read_ptr; no read_ptr may change the runs. */
static void guc_ring_unread(struct kunit *test)
{
	static const struct {
		const char *label;
		u32 read;
		u32 write;
		u32 wrap;
		bool has;
		u32 unread;
	} rows[] = {
		{ "never read", 0, 100, 0, false, 0 },
		{ "all read", 100, 100, 0, true, 0 },
		{ "one dword unread", 96, 100, 0, true, 4 },
		{ "first dword read", 4, 100, 0, true, 96 },
		{ "ahead of the writer", 104, 100, 0, false, 0 },
		{ "all of a full region read", 1024, 1024, 1024, true, 0 },
		{ "odd", 50, 100, 0, false, 0 },
		{ "wrapped, odd", 102, 100, 1020, false, 0 },
		{ "wrapped, never read", 0, 100, 1020, false, 0 },
		{ "wrapped, all read", 100, 100, 1020, true, 0 },
		{ "wrapped, reader behind", 104, 100, 1020, true, 1016 },
		{ "wrapped, reader at the wrap", 1020, 100, 1020, true, 100 },
		{ "wrapped, reader in the tail", 1024, 100, 1020, false, 0 },
		{ "beyond the region", 1028, 100, 1020, false, 0 },
		{ "storage order", 40, 1024, 1020, false, 0 },
	};
	struct test_image *img = test_small(test);
	unsigned int i;
	u64 bytes;

	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		test_ring(img, 0, rows[i].write, rows[i].wrap);
		test_parse(img);
		KUNIT_EXPECT_FALSE_MSG(test, img->log.events.has_unread, "%s", rows[i].label);
		bytes = guc_events_bytes(&img->log.events);
		test_ring(img, rows[i].read, rows[i].write, rows[i].wrap);
		test_parse(img);
		KUNIT_EXPECT_EQ_MSG(test, img->log.events.has_unread, rows[i].has, "%s",
				    rows[i].label);
		KUNIT_EXPECT_EQ_MSG(test, img->log.events.unread, rows[i].unread, "%s",
				    rows[i].label);
		KUNIT_EXPECT_EQ_MSG(test, guc_events_bytes(&img->log.events), bytes, "%s",
				    rows[i].label);
	}
}

/* An event region without bytes must have no events, but a known order (enum guc_order). */
static void guc_ring_of_no_bytes(struct kunit *test)
{
	struct test_image *img = test_small(test);

	test_state(img, T_EVENT, 0xcabba9e6deadfeedull, 0);
	KUNIT_EXPECT_EQ(test, test_parse(img), 0);
	test_runs(img, "size 0", GUC_ORDER_LINEAR, (struct guc_span)NONE,
		  (struct guc_span)NONE);
	KUNIT_EXPECT_EQ(test, img->log.events.before_load.len, 0);

	test_ring(img, 0, 4, 0);
	KUNIT_EXPECT_EQ(test, test_parse(img), -EBADMSG);
	KUNIT_EXPECT_EQ(test, img->log.events.nr_runs, 0);
}

/*
 * If the state page has no state of the event region, or if the log buffer has no room for the
 * region, the order must be GUC_ORDER_ABSENT, which differs from that of an empty ring.
 */
static void guc_ring_absent(struct kunit *test)
{
	struct test_image *img = test_small(test);

	test_put(img, T_EVENT + T_MARKER_2, 0x12345678);
	test_parse(img);
	test_runs(img, "no state", GUC_ORDER_ABSENT, (struct guc_span)NONE,
		  (struct guc_span)NONE);

	img = test_small(test);
	img->total = 0x1000;
	test_cut(img, 0x1000);
	test_parse(img);
	test_runs(img, "no room", GUC_ORDER_ABSENT, (struct guc_span)NONE,
		  (struct guc_span)NONE);
	KUNIT_EXPECT_FALSE(test, img->log.events.has_unread);
}

/*
 * The runs of consecutive entries must not go beyond the bytes that are available in the image, nor
 * beyond the end of the buffer object.
 */
static void guc_ring_is_clipped(struct kunit *test)
{
	static const struct {
		size_t len;
		u32 write;
		u32 wrap;
		enum guc_order order;
		struct guc_span first;
		struct guc_span second;
	} rows[] = {
		{ 0x1000 + 1020, 100, 1020, GUC_ORDER_WRAPPED, AT(100, 920), AT(0, 100) },
		{ 0x1000 + 1019, 100, 1020, GUC_ORDER_WRAPPED, AT(100, 900), AT(0, 100) },
		{ 0x1000 + 120, 100, 1020, GUC_ORDER_WRAPPED, AT(100, 20), AT(0, 100) },
		{ 0x1000 + 119, 100, 1020, GUC_ORDER_WRAPPED, AT(0, 100), NONE },
		{ 0x1000 + 100, 100, 1020, GUC_ORDER_WRAPPED, AT(0, 100), NONE },
		{ 0x1000 + 99, 100, 1020, GUC_ORDER_WRAPPED, AT(0, 80), NONE },
		{ 0x1000 + 19, 100, 1020, GUC_ORDER_WRAPPED, NONE, NONE },
		{ 0x1000, 100, 1020, GUC_ORDER_WRAPPED, NONE, NONE },
		{ 0x1000 + 99, 100, 0, GUC_ORDER_LINEAR, AT(0, 80), NONE },
		{ 0x1000 + 100, 100, 0, GUC_ORDER_LINEAR, AT(0, 100), NONE },
		{ 0x1000 + 101, 100, 0, GUC_ORDER_LINEAR, AT(0, 100), NONE },
		{ 0x1000 + 500, 100, 1028, GUC_ORDER_STORAGE, AT(0, 500), NONE },
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		struct test_image *img = test_small(test);

		test_ring(img, 0, rows[i].write, rows[i].wrap);
		test_cut(img, rows[i].len);
		test_parse(img);
		test_runs(img, "available bytes", rows[i].order, rows[i].first,
			  rows[i].second);
		if (rows[i].len == 0x1000)
			continue;
		/* with a buffer object of this length the runs are the same */
		img->total = rows[i].len;
		test_parse(img);
		test_runs(img, "object", rows[i].order, rows[i].first, rows[i].second);
	}
}

/*
 * The late entries end before the first entry whose timestamp is at least 2^26 ticks after the last
 * late one, or before bytes that are no entry. There are none if an entry before that is at least
 * 2^25 ticks newer than the newest entry, or if the timestamps continue up to the end.
 */
static void guc_ring_late_entries(struct kunit *test)
{
	static const struct {
		u32 after[3];	/* ticks since the newest entry; 0: these bytes are no entry */
		u32 late;
	} rows[] = {
		{ { 100, 100 + (1 << 26), 9 }, 20 }, { { 100, 99 + (1 << 26), 9 }, 0 },
		{ { (1 << 25) - 1, (1 << 25) - 1 + (1 << 26), 9 }, 20 },
		{ { 1 << 25, (1 << 25) + (1 << 26), 9 }, 0 }, { { 100, 200, 300 }, 0 },
		{ { 100, 0, 300 }, 20 }, { { 100, 200, 0 }, 40 }, { { 0, 100, 200 }, 0 },
		{ { 1 << 26, 100, 200 }, 0 },
	};
	const u32 newest = 0xfffffff0;
	struct guc_log_event_v2 *entry = test_guarded(test, 60);
	unsigned int i, k;

	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		memset(entry, 0, 60);
		for (k = 0; k < 3; k++) {
			entry[k].timestamp = cpu_to_le32(newest + rows[i].after[k]);
			entry[k].id = cpu_to_le32(rows[i].after[k] ? 0x8105 : 0);
		}
		KUNIT_EXPECT_EQ_MSG(test, guc_entries_late(guc_view((u8 *)entry, 60), newest),
				    rows[i].late, "row %u", i);
	}
}

/*
 * In a ring that has not wrapped, whole entries after write_ptr must be returned as events from
 * before the firmware was loaded again.
 */
static void guc_ring_before_load(struct kunit *test)
{
	static const struct {
		u32 version;
		u32 write;
		u32 end;	/* the bytes of the region from this offset on are 0 */
		u32 offset;
		u32 len;
	} rows[] = {
		{ 2, 100, 100, 0, 0 }, { 2, 100, 112, 100, 20 }, { 2, 100, 120, 100, 20 },
		{ 2, 100, 132, 100, 40 }, { 2, 100, 1020, 100, 920 },
		{ 2, 100, 1024, 100, 920 }, { 2, 104, 120, 0, 0 }, { 2, 104, 132, 120, 20 },
		{ 2, 0, 1024, 0, 1020 },
		{ 3, 100, 100, 0, 0 }, { 3, 100, 101, 100, 4 }, { 3, 100, 104, 100, 4 },
		{ 3, 100, 110, 100, 12 }, { 3, 100, 1024, 100, 924 },
		{ 1, 100, 109, 100, 12 }, { 0, 100, 109, 100, 12 },
	};
	struct test_image *img = test_small(test);
	const struct guc_span *span = &img->log.events.before_load;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		test_ring(img, 0, rows[i].write, i % 2 ? 0 : 1024);
		test_put(img, T_EVENT + T_VERSION, rows[i].version);
		memset(img->data + 0x1000, 0, 1024);
		/* the events after write_ptr are older, so they were not written during the copy */
		test_entries(img, 0, 1020, 5000000);
		test_entries(img, 0, rows[i].write, 900000000);
		test_put(img, 0x1000 + 1020, 0x80000000);
		memset(img->data + 0x1000 + rows[i].end, 0, 1024 - rows[i].end);
		test_parse(img);
		KUNIT_EXPECT_EQ_MSG(test, span->len, rows[i].len, "row %u", i);
		if (rows[i].len)
			KUNIT_EXPECT_EQ_MSG(test, span->offset, 0x1000 + rows[i].offset,
					    "row %u", i);
		KUNIT_EXPECT_EQ_MSG(test, img->log.events.not_understood, 0, "row %u", i);
		KUNIT_EXPECT_EQ_MSG(test, img->log.events.late, 0, "row %u", i);
	}
}

/* Zeroes between the events must not count as entries that are not plausible. */
static void guc_ring_before_load_with_a_gap(struct kunit *test)
{
	struct test_image *img = test_small(test);

	test_ring(img, 0, 100, 0);
	memset(img->data + 0x1000, 0, 1024);
	test_entries(img, 0, 1020, 5000000);
	test_entries(img, 0, 100, 900000000);
	memset(img->data + 0x1000 + 100, 0, 800);
	test_parse(img);
	KUNIT_EXPECT_EQ(test, img->log.events.before_load.offset, 0x1000 + 100);
	KUNIT_EXPECT_EQ(test, img->log.events.before_load.len, 920);
	KUNIT_EXPECT_EQ(test, img->log.events.not_understood, 0);
}

/*
 * In a ring that has not wrapped, the events from before the firmware was loaded again must end
 * with the dword that contains the last nonzero byte of the ring. This byte is moved through the
 * ring.
 */
static void guc_ring_before_load_everywhere(struct kunit *test)
{
	struct test_image *img = test_small(test);
	u32 last;

	test_ring(img, 0, 96, 0);
	test_put(img, T_EVENT + T_VERSION, 3);
	memset(img->data + 0x1000, 0, 1024);
	for (last = 96; last < 1024; last++) {
		img->data[0x1000 + last] = 0x80;
		test_parse(img);
		KUNIT_EXPECT_EQ_MSG(test, img->log.events.before_load.len,
				    (last - 96) / 4 * 4 + 4, "last byte at %u", last);
		img->data[0x1000 + last] = 0;
	}
}

/*
 * Events from before the firmware was loaded again must end where the available bytes end, and can
 * begin at offset 0. A full ring has no such events.
 */
static void guc_ring_before_load_bounds(struct kunit *test)
{
	struct test_image *img = test_small(test);
	const struct guc_span *span = &img->log.events.before_load;

	test_entries(img, 0, 1020, 5000000);
	test_ring(img, 0, 0, 0);
	test_parse(img);
	KUNIT_EXPECT_EQ(test, span->offset, 0x1000);
	KUNIT_EXPECT_EQ(test, span->len, 1020);
	KUNIT_EXPECT_EQ(test, guc_events_bytes(&img->log.events), 0);
	test_entries(img, 0, 1000, 900000000);
	test_ring(img, 0, 1000, 0);
	test_parse(img);
	KUNIT_EXPECT_EQ(test, span->offset, 0x1000 + 1000);
	KUNIT_EXPECT_EQ(test, span->len, 20);
	test_ring(img, 0, 1020, 0);
	test_parse(img);
	KUNIT_EXPECT_EQ(test, span->len, 0);
	test_ring(img, 0, 1024, 0);
	test_parse(img);
	KUNIT_EXPECT_EQ(test, span->len, 0);
	test_ring(img, 0, 100, 1020);
	test_parse(img);
	KUNIT_EXPECT_EQ(test, span->len, 0);
	test_ring(img, 0, 100, 1028);
	test_parse(img);
	KUNIT_EXPECT_EQ(test, span->len, 0);

	test_entries(img, 100, 1020, 5000000);
	test_ring(img, 0, 100, 0);
	test_cut(img, 0x1000 + 159);
	test_parse(img);
	KUNIT_EXPECT_EQ(test, span->len, 40);
	test_cut(img, 0x1000 + 119);
	test_parse(img);
	KUNIT_EXPECT_EQ(test, span->len, 0);
	test_cut(img, 0x1000 + 100);
	test_parse(img);
	KUNIT_EXPECT_EQ(test, span->len, 0);
	test_cut(img, 0x1000 + 50);
	test_parse(img);
	KUNIT_EXPECT_EQ(test, span->len, 0);
}

/* A crash dump must be found when any byte of its region is not zero. */
static void guc_ring_crash_dump(struct kunit *test)
{
	static const u32 bytes[] = { 0, 1, 7, 8, 127, 254, 255 };
	struct test_image *img = test_small(test);
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(bytes); i++) {
		img->data[0x1400 + bytes[i]] = 0x80;
		test_parse(img);
		KUNIT_EXPECT_EQ_MSG(test, img->log.crash.len, 0x100, "byte %u", bytes[i]);
		KUNIT_EXPECT_EQ(test, img->log.crash_state, GUC_CRASH_PRESENT);
		KUNIT_EXPECT_EQ(test, img->log.crash.offset, 0x1400);
		img->data[0x1400 + bytes[i]] = 0;
		test_parse(img);
		KUNIT_EXPECT_EQ(test, img->log.crash.len, 0);
		KUNIT_EXPECT_EQ(test, img->log.crash_state, GUC_CRASH_NONE);
	}
	/*
	 * The bytes right before and right after the crash dump region are not 0. Because no crash
	 * dump was found, the parser has not examined them.
	 */
	KUNIT_EXPECT_NE(test, img->data[0x13ff], 0);
	KUNIT_EXPECT_NE(test, img->data[0x1500], 0);

	img->data[0x1400 + 16] = 1;
	test_cut(img, 0x1400 + 17);
	test_parse(img);
	KUNIT_EXPECT_EQ(test, img->log.crash.len, 17);
	test_cut(img, 0x1400 + 16);
	test_parse(img);
	KUNIT_EXPECT_EQ(test, img->log.crash.len, 0);
	test_cut(img, 0x1200);
	test_parse(img);
	KUNIT_EXPECT_EQ(test, img->log.crash.len, 0);
}

/*
 * The search for a byte of the crash dump that is not 0 must end with its region, which is here the
 * last one of the image, so no page is mapped after it.
 */
static void guc_ring_crash_dump_ends_the_image(struct kunit *test)
{
	static const u32 sizes[] = {
		4, 8, 4092, 4096, 4100, 0x10000, 0x1ffffc, 0x200000, 0x200004
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(sizes); i++) {
		struct test_image *img = test_image(test, 20, sizes[i], 0);

		KUNIT_EXPECT_EQ(test, test_parse(img), 0);
		KUNIT_EXPECT_EQ(test, img->log.crash.len, 0);
		img->data[img->len - 1] = 1;
		KUNIT_EXPECT_EQ(test, test_parse(img), 0);
		KUNIT_EXPECT_EQ(test, img->log.crash.len, sizes[i]);
		KUNIT_EXPECT_EQ(test, img->log.crash.offset, 4096 + 20);
	}
}

/*
 * guc_log_needs() must find, from the state page alone, the parts of the log that must be copied.
 * Parsing an image that has only these parts must give the same log.
 */
static void guc_ring_needs(struct kunit *test)
{
	static const u32 write[] = { 0, 100, 100, 1024, 1020, 101 };
	static const u32 wrap[] = { 1020, 1020, 0, 0, 1020, 1020 };
	struct guc_span need[GUC_REGION_COUNT];
	struct test_image *img = test_small(test);
	struct guc_log *page = kunit_kzalloc(test, sizeof(*page), GFP_KERNEL);
	unsigned int i, j, nr;
	u8 *sparse;

	KUNIT_ASSERT_NOT_NULL(test, page);
	img->data[0x14ff] = 1;
	sparse = test_guarded(test, img->len);
	for (i = 0; i < ARRAY_SIZE(write); i++) {
		test_ring(img, 0, write[i], wrap[i]);
		test_parse(img);
		memset(page, 0xa5, sizeof(*page));
		guc_log_parse_page(page, guc_view(img->data, 4096), img->total);
		nr = guc_log_needs(page, need);
		KUNIT_ASSERT_TRUE(test, nr <= GUC_REGION_COUNT);

		memset(sparse, 0, img->len);
		memcpy(sparse, img->data, 4096);
		for (j = 0; j < nr; j++) {
			KUNIT_ASSERT_LE(test, need[j].offset + need[j].len, img->total);
			/* the capture region is not needed */
			KUNIT_EXPECT_LE(test, need[j].offset + need[j].len, 0x1500);
			memcpy(sparse + need[j].offset, img->data + need[j].offset,
			       need[j].len);
		}
		guc_log_parse(page, guc_view(sparse, img->len), img->total);
		test_same_log(img, "sparse", page);
		test_write(img);
		KUNIT_EXPECT_NOT_NULL(test, test_block(img, 0x2001, 0).data);
	}
	img->total = 0x1200;
	guc_log_parse_page(page, guc_view(img->data, 4096), img->total);
	KUNIT_EXPECT_EQ(test, guc_log_needs(page, need), 1);
	KUNIT_EXPECT_EQ(test, need[0].offset + need[0].len, 0x1200);
}

/* An image must be parsed at any address: no alignment is required. */
static void guc_ring_unaligned_image(struct kunit *test)
{
	struct test_image *img = test_small(test);
	u8 *buf = test_guarded(test, 8 + img->len);
	struct guc_log log;
	unsigned int i;

	test_parse(img);
	for (i = 0; i < 8; i++) {
		memcpy(buf + i, img->data, img->len);
		guc_log_parse(&log, guc_view(buf + i, img->len), img->total);
		test_same_log(img, "unaligned", &log);
	}
}

static struct kunit_case guc_ring_cases[] = {
	KUNIT_CASE(guc_ring_order),
	KUNIT_CASE(guc_ring_unread),
	KUNIT_CASE(guc_ring_of_no_bytes),
	KUNIT_CASE(guc_ring_absent),
	KUNIT_CASE(guc_ring_is_clipped),
	KUNIT_CASE(guc_ring_late_entries),
	KUNIT_CASE(guc_ring_before_load),
	KUNIT_CASE(guc_ring_before_load_with_a_gap),
	KUNIT_CASE(guc_ring_before_load_everywhere),
	KUNIT_CASE(guc_ring_before_load_bounds),
	KUNIT_CASE(guc_ring_crash_dump),
	KUNIT_CASE(guc_ring_crash_dump_ends_the_image),
	KUNIT_CASE(guc_ring_needs),
	KUNIT_CASE(guc_ring_unaligned_image),
	{}
};

static struct kunit_suite guc_ring_suite = {
	.name = "guc_ring",
	.test_cases = guc_ring_cases,
};

kunit_test_suite(guc_ring_suite);
