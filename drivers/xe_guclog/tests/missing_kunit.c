// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of logs with missing or unknown parts: gaps (missing events), holes (parts of the image
 * with unknown content), late entries (written by the firmware while the log was copied), and data
 * that are not part of the log. Most tests use the small image (see test_image.h).
 */
#include "test_guard.h"
#include "test_image.h"

/*
 * Expect the runs of consecutive entries in @want, in which a run without length ends the list, and
 * @missing bytes of entries that are missing after the last run.
 */
static void expect_runs(struct test_image *img, const char *label,
			const struct guc_run *want, u64 missing)
{
	const struct guc_events *events = &img->log.events;
	unsigned int i;

	for (i = 0; want[i].span.len && i < events->nr_runs; i++) {
		KUNIT_EXPECT_EQ_MSG(img->test, events->run[i].span.offset,
				    want[i].span.offset, "%s: run %u", label, i);
		KUNIT_EXPECT_EQ_MSG(img->test, events->run[i].span.len,
				    want[i].span.len, "%s: run %u", label, i);
		KUNIT_EXPECT_EQ_MSG(img->test, events->run[i].gap, want[i].gap,
				    "%s: gap %u", label, i);
	}
	KUNIT_EXPECT_EQ_MSG(img->test, want[i].span.len, 0, "%s: runs", label);
	KUNIT_EXPECT_EQ_MSG(img->test, events->nr_runs, i, "%s: runs", label);
	KUNIT_EXPECT_EQ_MSG(img->test, events->missing, missing, "%s: missing", label);
}

#define RUN(start, length, before)	{ { 0x1000 + (start), length }, before }

/*
 * If the image ends after @len bytes of the ring, each entry must either be in a run
 * (consecutive entries) or be counted as missing. Missing entries are counted in the
 * gap before the next run, or in @missing if no run follows.
 */
static void guc_missing_gaps(struct kunit *test)
{
	static const struct {
		size_t len;
		u32 write;
		u32 wrap;
		struct guc_run want[3];
		u64 missing;
	} rows[] = {
		{ 1020, 100, 1020, { RUN(100, 920, 0), RUN(0, 100, 0) }, 0 },
		{ 1019, 100, 1020, { RUN(100, 900, 0), RUN(0, 100, 20) }, 0 },
		{ 120, 100, 1020, { RUN(100, 20, 0), RUN(0, 100, 900) }, 0 },
		{ 119, 100, 1020, { RUN(0, 100, 920) }, 0 },
		{ 99, 100, 1020, { RUN(0, 80, 920) }, 20 },
		{ 19, 100, 1020, { }, 1020 },
		{ 0, 100, 1020, { }, 1020 },
		{ 99, 100, 0, { RUN(0, 80, 0) }, 20 },
		{ 1, 100, 0, { }, 100 },
		{ 500, 100, 1028, { RUN(0, 500, 0) }, 520 },
		{ 1019, 104, 1016, { RUN(120, 880, 0), RUN(0, 100, 0) }, 0 },
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		struct test_image *img = test_small(test);

		test_ring(img, 0, rows[i].write, rows[i].wrap);
		test_cut(img, 0x1000 + rows[i].len);
		test_parse(img);
		expect_runs(img, "cut", rows[i].want, rows[i].missing);
	}
}

static void parse_holes(struct test_image *img, const struct guc_holes *holes)
{
	struct guc_view image = guc_view(img->data, img->len);

	memset(&img->log, 0xa5, sizeof(img->log));
	guc_log_parse_page(&img->log, image, img->total);
	guc_log_parse_regions(&img->log, image, holes);
}

/* An entry that overlaps a hole must count as missing, even if some of its bytes are available. */
static void guc_missing_holes(struct kunit *test)
{
	static const struct {
		const char *label;
		struct guc_holes holes;
		struct guc_run want[5];
		u64 missing;
	} rows[] = {
		{ "none", { 0 }, { RUN(100, 920, 0), RUN(0, 100, 0) }, 0 },
		{ "in front", { 1, { { 0, 0x1000 } } },
		  { RUN(100, 920, 0), RUN(0, 100, 0) }, 0 },
		{ "one byte", { 1, { { 0x1000 + 219, 1 } } },
		  { RUN(100, 100, 0), RUN(220, 800, 20), RUN(0, 100, 0) }, 0 },
		{ "two entries' edges", { 1, { { 0x1000 + 219, 2 } } },
		  { RUN(100, 100, 0), RUN(240, 780, 40), RUN(0, 100, 0) }, 0 },
		{ "over write_ptr", { 1, { { 0x1000 + 90, 20 } } },
		  { RUN(120, 900, 20), RUN(0, 80, 0) }, 20 },
		{ "up to the wrap", { 1, { { 0x1000 + 1000, 24 } } },
		  { RUN(100, 900, 0), RUN(0, 100, 20) }, 0 },
		{ "the newest", { 1, { { 0x1000 + 40, 60 } } },
		  { RUN(100, 920, 0), RUN(0, 40, 0) }, 60 },
		{ "all", { 1, { { 0, 0x1540 } } }, { }, 1020 },
		{ "two in a run", { 2, { { 0x1000 + 200, 4 }, { 0x1000 + 300, 4 } } },
		  { RUN(100, 100, 0), RUN(220, 80, 20), RUN(320, 700, 20),
		    RUN(0, 100, 0) }, 0 },
		{ "two in an entry", { 2, { { 0x1000 + 200, 4 }, { 0x1000 + 208, 4 } } },
		  { RUN(100, 100, 0), RUN(220, 800, 20), RUN(0, 100, 0) }, 0 },
	};
	struct test_image *img = test_small(test);
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		parse_holes(img, &rows[i].holes);
		expect_runs(img, rows[i].label, rows[i].want, rows[i].missing);
	}
}

/*
 * With the largest number of holes, the log must have the largest number of runs, and the LFD file
 * must have separate blocks of events before and after each hole.
 */
static void guc_missing_most_runs(struct kunit *test)
{
	struct guc_holes holes = { .nr = GUC_LOG_MAX_HOLES };
	struct test_image *img = test_small(test);
	unsigned int i;

	for (i = 0; i < GUC_LOG_MAX_HOLES; i++)
		holes.hole[i] = (struct guc_span){ 0x1000 + 140 + 40 * i, 20 };
	img->data[0x1400] = 1;
	parse_holes(img, &holes);
	KUNIT_EXPECT_EQ(test, img->log.events.nr_runs, GUC_EVENTS_MAX_RUNS);
	KUNIT_EXPECT_EQ(test, guc_events_gaps(&img->log.events), 8 * 20);
	KUNIT_EXPECT_EQ(test, guc_events_bytes(&img->log.events), 1020 - 8 * 20);
	test_write(img);
	KUNIT_EXPECT_TRUE(test, img->made.nr_segs <= GUC_LFD_MAX_SEGS);
	KUNIT_EXPECT_NOT_NULL(test, test_block(img, 0x2000, 8).data);
	KUNIT_EXPECT_NULL(test, test_block(img, 0x2000, 9).data);
	KUNIT_EXPECT_TRUE(test, test_has_line(img, "event_gap_bytes=160"));
}

/*
 * When some bytes of the crash dump region are not known, and all other bytes are 0, it must be
 * reported as unknown whether there is a crash dump.
 */
static void guc_missing_crash_is_unknown(struct kunit *test)
{
	static const struct {
		const char *label;
		size_t len;
		struct guc_holes holes;
		u32 byte;	/* offset of the byte that is not 0; 0x100 if all are 0 */
		enum guc_crash want;
	} rows[] = {
		{ "all there, zero", 0x1500, { 0 }, 0x100, GUC_CRASH_NONE },
		{ "all there", 0x1500, { 0 }, 0xff, GUC_CRASH_PRESENT },
		{ "a byte short, zero", 0x14ff, { 0 }, 0x100, GUC_CRASH_UNKNOWN },
		{ "a byte short", 0x14ff, { 0 }, 0, GUC_CRASH_PRESENT },
		{ "not there", 0x1400, { 0 }, 0x100, GUC_CRASH_UNKNOWN },
		{ "a hole in zeroes", 0x1500, { 1, { { 0x14ff, 1 } } }, 0x100,
		  GUC_CRASH_UNKNOWN },
		{ "a hole", 0x1500, { 1, { { 0x14ff, 1 } } }, 0, GUC_CRASH_PRESENT },
		{ "a hole before it", 0x1500, { 1, { { 0x13ff, 1 } } }, 0x100,
		  GUC_CRASH_NONE },
		{ "a hole after it", 0x1540, { 1, { { 0x1500, 1 } } }, 0x100,
		  GUC_CRASH_NONE },
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		struct test_image *img = test_small(test);

		test_cut(img, rows[i].len);
		if (rows[i].byte < 0x100)
			img->data[0x1400 + rows[i].byte] = 1;
		parse_holes(img, &rows[i].holes);
		KUNIT_EXPECT_EQ_MSG(test, img->log.crash_state, rows[i].want, "%s",
				    rows[i].label);
		KUNIT_EXPECT_EQ_MSG(test, img->log.crash.len != 0,
				    rows[i].want == GUC_CRASH_PRESENT, "%s", rows[i].label);
		test_write(img);
		KUNIT_EXPECT_EQ_MSG(test, test_has_line(img, "crash_dump=unknown"),
				    rows[i].want == GUC_CRASH_UNKNOWN, "%s", rows[i].label);
	}
}

/*
 * Entries after write_ptr with timestamps that continue those before write_ptr were written while
 * the log was copied (late entries). They must be returned as the newest entries.
 */
static void guc_missing_late_entries(struct kunit *test)
{
	static const struct {
		const char *label;
		u32 wrap;
		u32 late;	/* number of late entries */
		u32 late_tick;	/* timestamp of the first late entry */
		u32 old_tick;	/* timestamp of the first entry after the late ones */
		u32 want;	/* bytes of late entries that must be found */
	} rows[] = {
		/* the last entry before write_ptr has the timestamp 1000000 + 4000 */
		{ "wrapped, none", 1020, 0, 0, 500000, 0 },
		{ "wrapped, three", 1020, 3, 1005000, 500000, 60 },
		{ "wrapped, at once", 1020, 3, 1004000, 500000, 60 },
		{ "wrapped, a short step back", 1020, 3, 1004000 - 32768, 500000, 60 },
		{ "wrapped, a longer step back", 1020, 3, 1004000 - 32769, 500000, 0 },
		{ "wrapped, 1.7 s later", 1020, 3, 1002000 + (1 << 25), 500000, 0 },
		{ "wrapped, the rest continues in time", 1020, 3, 1005000, 1008000, 0 },
		{ "wrapped, a whole turn of the clock ago", 1020, 0, 0, 1014000, 0 },
		{ "not wrapped, none", 0, 0, 0, 500000, 0 },
		{ "not wrapped, three", 0, 3, 1005000, 500000, 60 },
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		struct test_image *img = test_small(test);
		u32 end = 100 + 20 * rows[i].late;

		test_entries(img, 0, 100, 1000000);
		test_entries(img, 100, end, rows[i].late_tick);
		test_entries(img, end, 1020, rows[i].old_tick);
		test_ring(img, 0, 100, rows[i].wrap);
		test_parse(img);
		end = 100 + rows[i].want;
		KUNIT_EXPECT_EQ_MSG(test, img->log.events.late, rows[i].want, "%s",
				    rows[i].label);
		if (rows[i].wrap) {
			const struct guc_run want[] = {
				RUN(end, 1020 - end, 0), RUN(0, end, 0), { }
			};

			expect_runs(img, rows[i].label, want, 0);
		} else {
			const struct guc_run want[] = { RUN(0, end, 0), { } };

			expect_runs(img, rows[i].label, want, 0);
			KUNIT_EXPECT_EQ_MSG(test, img->log.events.before_load.offset,
					    0x1000 + end, "%s", rows[i].label);
			KUNIT_EXPECT_EQ_MSG(test, img->log.events.before_load.len,
					    1020 - end, "%s", rows[i].label);
		}
		test_write(img);
		KUNIT_EXPECT_EQ_MSG(test, test_has_line(img, "event_late_entries=3"),
				    rows[i].want == 60, "%s", rows[i].label);
		KUNIT_EXPECT_TRUE(test, test_has_line(img, "event_write_ptr=0x64"));
	}
}

/*
 * The late entries must end before memory that was never written. They must also be found if
 * write_ptr is 0.
 */
static void guc_missing_late_at_the_start(struct kunit *test)
{
	struct test_image *img = test_small(test);

	memset(img->data + 0x1000, 0, 1024);
	test_entries(img, 0, 140, 1000000);
	test_ring(img, 0, 100, 0);
	test_parse(img);
	KUNIT_EXPECT_EQ(test, img->log.events.late, 40);
	KUNIT_EXPECT_EQ(test, img->log.events.before_load.len, 0);

	test_entries(img, 40, 1020, 500000);
	test_entries(img, 0, 40, 500000 + 49 * 1000);
	test_ring(img, 0, 0, 1020);
	test_parse(img);
	KUNIT_EXPECT_EQ(test, img->log.events.late, 40);
	/* an empty ring that has not wrapped: no entry can be late */
	test_ring(img, 0, 0, 0);
	test_parse(img);
	KUNIT_EXPECT_EQ(test, img->log.events.late, 0);
	/* the newest entry is in a hole, so no entry can be recognized as late */
	test_ring(img, 0, 0, 1020);
	parse_holes(img, &(struct guc_holes){ 1, { { 0x1000 + 1019, 1 } } });
	KUNIT_EXPECT_EQ(test, img->log.events.late, 0);
}

/*
 * Data after write_ptr that do not look like events must be counted in the member not_understood,
 * and must not be returned as events.
 */
static void guc_missing_not_understood(struct kunit *test)
{
	static const struct {
		const char *label;
		u32 offset;	/* offset of the wrong dword in each damaged entry */
		u32 value;
		u32 every;	/* distance between two damaged entries, in entries */
		bool events;
	} rows[] = {
		{ "good", 8, 0x8100, 1, true },
		{ "the second dword", 4, 1, 1, false },
		{ "id 0", 8, 0, 1, false },
		{ "large ids", 8, 0x10000, 1, false },
		{ "every second one", 4, 1, 2, false },
		{ "every third one", 4, 1, 3, false },
		{ "every fifth one", 4, 1, 5, true },
	};
	unsigned int i;
	u32 at;

	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		struct test_image *img = test_small(test);

		test_entries(img, 0, 100, 90000000);
		test_entries(img, 100, 1020, 0);
		for (at = 100; at < 1020; at += 20 * rows[i].every)
			test_put(img, 0x1000 + at + rows[i].offset, rows[i].value);
		test_ring(img, 0, 100, 0);
		test_parse(img);
		KUNIT_EXPECT_EQ_MSG(test, img->log.events.before_load.len,
				    rows[i].events ? 920 : 0, "%s", rows[i].label);
		KUNIT_EXPECT_EQ_MSG(test, img->log.events.not_understood,
				    rows[i].events ? 0 : 920, "%s", rows[i].label);
		test_write(img);
		KUNIT_EXPECT_EQ_MSG(test,
				    test_has_line(img, "event_not_understood_bytes=920"),
				    !rows[i].events, "%s", rows[i].label);
	}
}

/*
 * Data after write_ptr must be accepted as entries only if their timestamps rise. Two falls of the
 * timestamp, as after a wrap of the ring and after a long pause, must be accepted.
 */
static void guc_missing_times_rise(struct kunit *test)
{
	struct test_image *img = test_small(test);
	u32 at;

	test_ring(img, 0, 100, 0);
	test_entries(img, 0, 100, 90000000);
	test_entries(img, 100, 500, 50000000);
	test_entries(img, 500, 800, 10000000);
	test_entries(img, 800, 1020, 0xc0000000);
	test_parse(img);
	KUNIT_EXPECT_EQ(test, img->log.events.before_load.len, 920);
	for (at = 100; at < 1020; at += 20)
		test_put(img, 0x1000 + at, 0xf0000000 - at * 100000);
	test_parse(img);
	KUNIT_EXPECT_EQ(test, img->log.events.before_load.len, 0);
	KUNIT_EXPECT_EQ(test, img->log.events.not_understood, 920);
	/* data after a hole are counted, but not returned */
	test_entries(img, 100, 1020, 0);
	parse_holes(img, &(struct guc_holes){ 1, { { 0x1000 + 200, 20 } } });
	KUNIT_EXPECT_EQ(test, img->log.events.before_load.len, 100);
	KUNIT_EXPECT_EQ(test, img->log.events.not_understood, 820);
}

/* Data after wrap_offset must be in the LFD file, but not among the events of the log. */
static void guc_missing_after_wrap(struct kunit *test)
{
	static const char comment[] =
		"events=after wrap_offset, not a part of the log, of unknown age\n"
		"events_order=storage order\n"
		"events_offset=0x1f4\n"
		"events_bytes=500\n"
		"events_entries=25\n";
	struct test_image *img = test_small(test);
	const struct guc_span *span = &img->log.events.after_wrap;

	test_entries(img, 0, 1000, 0);
	test_ring(img, 0, 100, 500);
	memset(img->data + 0x1000 + 1000, 0, 24);
	KUNIT_EXPECT_EQ(test, test_parse(img), -EBADMSG);
	test_faults(img, "after the wrap", &(struct guc_fault){
		GUC_FAULT_AFTER_WRAP, GUC_SECTION_EVENT, 0x1000 + 500, 500, 0 }, 1);
	KUNIT_EXPECT_EQ(test, span->offset, 0x1000 + 500);
	KUNIT_EXPECT_EQ(test, span->len, 500);
	KUNIT_EXPECT_EQ(test, guc_events_bytes(&img->log.events), 500);
	test_write(img);
	KUNIT_EXPECT_EQ(test, test_block(img, 0x2000, 1).len, 4 + 500);
	KUNIT_EXPECT_TRUE(test, test_has_text(img, comment));
	/*
	 * Zeroes do not count as data. The bytes after wrap_offset do not count either if they are
	 * too few for an entry.
	 */
	memset(img->data + 0x1000 + 500, 0, 524);
	test_parse(img);
	KUNIT_EXPECT_EQ(test, span->len, 0);
	test_put(img, 0x1000 + 1020, 0xffffffff);
	test_ring(img, 0, 100, 1020);
	test_parse(img);
	KUNIT_EXPECT_EQ(test, span->len, 0);
	test_ring(img, 0, 100, 1000);
	test_put(img, 0x1000 + 1000, 1);
	test_parse(img);
	KUNIT_EXPECT_EQ(test, span->len, 20);
}

static struct kunit_case guc_missing_cases[] = {
	KUNIT_CASE(guc_missing_gaps),
	KUNIT_CASE(guc_missing_holes),
	KUNIT_CASE(guc_missing_most_runs),
	KUNIT_CASE(guc_missing_crash_is_unknown),
	KUNIT_CASE(guc_missing_late_entries),
	KUNIT_CASE(guc_missing_late_at_the_start),
	KUNIT_CASE(guc_missing_not_understood),
	KUNIT_CASE(guc_missing_times_rise),
	KUNIT_CASE(guc_missing_after_wrap),
	{}
};

static struct kunit_suite guc_missing_suite = {
	.name = "guc_missing",
	.test_cases = guc_missing_cases,
};

kunit_test_suite(guc_missing_suite);
