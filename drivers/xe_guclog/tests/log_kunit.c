// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of the parser of the state page, which has a state for each region of the log. The parser
 * must find the states, and must report the right fault for each wrong word of a state. A row of a
 * table changes one word of the small image (see test_image.h).
 */
#include "test_guard.h"
#include "test_image.h"

#define EVENT	GUC_SECTION_EVENT
#define CRASH	GUC_SECTION_CRASH
#define CAPTURE	GUC_SECTION_CAPTURE

struct mangle {
	const char *label;
	u32 offset;
	u32 value;
	int err;
	struct guc_fault want[6];
};

/*
 * For each row of @m, change one word of an image without faults, expect the faults of the row, and
 * restore the word.
 */
static void run_mangles(struct kunit *test, const struct mangle *m, unsigned int nr)
{
	struct test_image *img = test_small(test);
	u32 good;

	for (; nr; nr--, m++) {
		good = test_get(img, m->offset);
		test_put(img, m->offset, m->value);
		KUNIT_EXPECT_EQ_MSG(test, test_parse(img), m->err, "%s", m->label);
		test_faults(img, m->label, m->want, ARRAY_SIZE(m->want));
		test_put(img, m->offset, good);
		KUNIT_EXPECT_EQ_MSG(test, test_parse(img), 0, "after %s", m->label);
		test_faults(img, "control", NULL, 0);
	}
}

/* The states and the LIC of a real log must have no faults. */
static void guc_log_real_words(struct kunit *test)
{
	struct test_image *img = test_real(test);
	const struct guc_region *r = img->log.region;

	KUNIT_EXPECT_EQ(test, test_parse(img), 0);
	test_faults(img, "real words", NULL, 0);
	test_runs(img, "real words", GUC_ORDER_WRAPPED,
		  (struct guc_span){ 0x1000 + 0xba4, 0xfff0 - 0xba4 },
		  (struct guc_span){ 0x1000, 0xba4 });
	KUNIT_EXPECT_EQ(test, guc_events_bytes(&img->log.events), 3276 * 20);
	KUNIT_EXPECT_EQ(test, img->log.events.before_load.len, 0);
	KUNIT_EXPECT_FALSE(test, img->log.events.has_unread);
	KUNIT_EXPECT_EQ(test, img->log.crash.len, 0);
	KUNIT_EXPECT_EQ(test, img->log.total, 0x115000);

	KUNIT_EXPECT_EQ(test, r[GUC_REGION_EVENT].offset, 0x1000);
	KUNIT_EXPECT_EQ(test, r[GUC_REGION_CRASH].offset, 0x11000);
	KUNIT_EXPECT_EQ(test, r[GUC_REGION_CAPTURE].offset, 0x15000);
	KUNIT_EXPECT_EQ(test, r[GUC_REGION_CAPTURE].avail, 0x100000);
	KUNIT_EXPECT_EQ(test, r[GUC_REGION_CAPTURE].sampled_write_ptr, 0xfb8);
}

/* Every word of a state must be stored in its own member of struct guc_region. */
static void guc_log_state_fields(struct kunit *test)
{
	struct test_image *img = test_small(test);
	const struct guc_region *r = &img->log.region[GUC_REGION_CAPTURE];

	test_put(img, T_CAPTURE + T_READ, 0x11111111);
	test_put(img, T_CAPTURE + T_WRITE, 0x22222222);
	test_put(img, T_CAPTURE + T_SAMPLED, 0x33333333);
	test_put(img, T_CAPTURE + T_WRAP, 0x44444444);
	test_put(img, T_CAPTURE + T_FLAGS, 0xffffffeb);
	test_put(img, T_CAPTURE + T_VERSION, 0x55555555);
	/* only the event region's pointers are used, so only they are checked */
	KUNIT_EXPECT_EQ(test, test_parse(img), 0);
	KUNIT_EXPECT_TRUE(test, r->present);
	KUNIT_EXPECT_EQ(test, r->state_offset, T_CAPTURE);
	KUNIT_EXPECT_EQ(test, r->offset, 0x1500);
	KUNIT_EXPECT_EQ(test, r->size, T_SMALL_CAPTURE);
	KUNIT_EXPECT_EQ(test, r->avail, T_SMALL_CAPTURE);
	KUNIT_EXPECT_EQ(test, r->read_ptr, 0x11111111);
	KUNIT_EXPECT_EQ(test, r->write_ptr, 0x22222222);
	KUNIT_EXPECT_EQ(test, r->sampled_write_ptr, 0x33333333);
	KUNIT_EXPECT_EQ(test, r->wrap_offset, 0x44444444);
	KUNIT_EXPECT_TRUE(test, r->flush);
	KUNIT_EXPECT_EQ(test, r->full_count, 5);
	KUNIT_EXPECT_EQ(test, r->version, 0x55555555);

	test_put(img, T_CAPTURE + T_FLAGS, 0xfffffffe);
	test_parse(img);
	KUNIT_EXPECT_FALSE(test, r->flush);
	KUNIT_EXPECT_EQ(test, r->full_count, 15);
}

/*
 * An image that is shorter than the state page must be a fault, and none of its bytes may be used.
 * If an image consists of the state page alone, the page must be parsed.
 */
static void guc_log_page_lengths(struct kunit *test)
{
	static const size_t lens[] = { 0, 1, 12, 35, 36, 120, 4092, 4095 };
	struct test_image *img = test_small(test);
	struct guc_fault want = { GUC_FAULT_TOO_SHORT, GUC_SECTION_STATE_PAGE, 0, 0, 4096 };
	struct guc_log *log = kunit_kzalloc(test, sizeof(*log), GFP_KERNEL);
	unsigned int i;

	KUNIT_ASSERT_NOT_NULL(test, log);
	for (i = 0; i < ARRAY_SIZE(lens); i++) {
		img = test_small(test);
		test_cut(img, lens[i]);
		want.found = lens[i];
		KUNIT_EXPECT_EQ(test, test_parse(img), -ENODATA);
		test_faults(img, "short page", &want, 1);
		KUNIT_EXPECT_FALSE(test, img->log.region[GUC_REGION_EVENT].present);
		KUNIT_EXPECT_FALSE(test, img->log.lic.present);
		KUNIT_EXPECT_EQ(test, img->log.lic.known, 0);
		test_runs(img, "short page", GUC_ORDER_ABSENT, (struct guc_span){ 0 },
			  (struct guc_span){ 0 });
		KUNIT_EXPECT_EQ(test, img->log.crash.len, 0);
	}
	img = test_small(test);
	test_cut(img, 4096);
	KUNIT_EXPECT_EQ(test, test_parse(img), -ENODATA);
	KUNIT_EXPECT_TRUE(test, img->log.lic.present);
	/*
	 * the regions fit into the buffer object, but the image ends after the
	 * state page, before their bytes
	 */
	KUNIT_EXPECT_EQ(test, img->log.region[GUC_REGION_EVENT].avail, T_SMALL_EVENT);
	test_runs(img, "page only", GUC_ORDER_WRAPPED, (struct guc_span){ 0 },
		  (struct guc_span){ 0 });
	memset(log, 0xa5, sizeof(*log));
	KUNIT_EXPECT_EQ(test, 0, guc_log_parse_page(log, guc_view(img->data, 4096), img->total));
	KUNIT_EXPECT_EQ(test, log->total, T_SMALL_TOTAL);
	KUNIT_EXPECT_EQ(test, log->region[GUC_REGION_EVENT].write_ptr, T_SMALL_WRITE);
	KUNIT_EXPECT_EQ(test, log->region[GUC_REGION_CAPTURE].avail, T_SMALL_CAPTURE);
	KUNIT_EXPECT_EQ(test, log->lic.known, 0x3e);
}

/*
 * If the image does not have the whole event region or the whole crash dump region, this must be a
 * fault. The state capture region may be missing, because the parser does not use it.
 */
static void guc_log_image_is_cut(struct kunit *test)
{
	static const struct {
		size_t len;
		struct guc_fault want[3];
	} rows[] = {
		{ 0x1540, { T_NO_MORE } },
		{ 0x1500, { T_NO_MORE } },
		{ 0x14ff, { { GUC_FAULT_CUT, CRASH, 0x1400, 0xff, 0x100 } } },
		{ 0x1400, { { GUC_FAULT_CUT, CRASH, 0x1400, 0, 0x100 } } },
		{ 0x13ff, { { GUC_FAULT_CUT, EVENT, 0x1000, 0x3ff, 0x400 },
			    { GUC_FAULT_CUT, CRASH, 0x1400, 0, 0x100 } } },
		{ 0x1001, { { GUC_FAULT_CUT, EVENT, 0x1000, 1, 0x400 },
			    { GUC_FAULT_CUT, CRASH, 0x1400, 0, 0x100 } } },
		{ 0x1000, { { GUC_FAULT_CUT, EVENT, 0x1000, 0, 0x400 },
			    { GUC_FAULT_CUT, CRASH, 0x1400, 0, 0x100 } } },
	};
	struct test_image *img = test_small(test);
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		test_cut(img, rows[i].len);
		KUNIT_EXPECT_EQ(test, test_parse(img), rows[i].want[0].code ? -ENODATA : 0);
		test_faults(img, "cut", rows[i].want, 3);
		KUNIT_EXPECT_EQ(test, img->log.total, T_SMALL_TOTAL);
	}
	/* the faults of the state page are reported before GUC_FAULT_CUT */
	test_put(img, T_EVENT + T_READ, 0x404);
	KUNIT_EXPECT_EQ(test, test_parse(img), -EBADMSG);
	KUNIT_EXPECT_EQ(test, img->log.nr_faults, 3);
	KUNIT_EXPECT_EQ(test, img->log.fault[2].code, GUC_FAULT_CUT);
}

/*
 * If the buffer object ends before the end of a region, this must be a fault, and only the bytes of
 * the region that are in the object must count as available.
 */
static void guc_log_total_is_the_bound(struct kunit *test)
{
	static const struct {
		u64 total;
		u32 avail[3];
		struct guc_fault want[4];
	} rows[] = {
		{ T_SMALL_TOTAL, { 0x400, 0x100, 0x40 }, { T_NO_MORE } },
		{ T_SMALL_TOTAL + 1, { 0x400, 0x100, 0x40 }, { T_NO_MORE } },
		{ T_SMALL_TOTAL - 1, { 0x400, 0x100, 0x3f }, {
			{ GUC_FAULT_SIZE, CAPTURE, 88, 0x40, 0x3f } } },
		{ 0x1500, { 0x400, 0x100, 0 }, {
			{ GUC_FAULT_SIZE, CAPTURE, 88, 0x40, 0 } } },
		{ 0x14ff, { 0x400, 0xff, 0 }, {
			{ GUC_FAULT_SIZE, CRASH, 52, 0x100, 0xff },
			{ GUC_FAULT_REGION_OUTSIDE, CAPTURE, 88, 0x1500, 0x14ff } } },
		{ 0x1200, { 0x200, 0, 0 }, {
			{ GUC_FAULT_SIZE, EVENT, 16, 0x400, 0x200 },
			{ GUC_FAULT_REGION_OUTSIDE, CRASH, 52, 0x1400, 0x1200 },
			{ GUC_FAULT_REGION_OUTSIDE, CAPTURE, 88, 0x1500, 0x1200 } } },
		{ 0x1000, { 0, 0, 0 }, {
			{ GUC_FAULT_SIZE, EVENT, 16, 0x400, 0 },
			{ GUC_FAULT_REGION_OUTSIDE, CRASH, 52, 0x1400, 0x1000 },
			{ GUC_FAULT_REGION_OUTSIDE, CAPTURE, 88, 0x1500, 0x1000 } } },
	};
	unsigned int i, id;

	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		struct test_image *img = test_small(test);

		img->total = rows[i].total;
		test_cut(img, min_t(u64, img->len, img->total));
		KUNIT_EXPECT_EQ(test, test_parse(img), rows[i].want[0].code ? -ENODATA : 0);
		test_faults(img, "total", rows[i].want, 4);
		for (id = 0; id < GUC_REGION_COUNT; id++)
			KUNIT_EXPECT_EQ_MSG(test, img->log.region[id].avail,
					    rows[i].avail[id], "row %u, region %u", i, id);
	}
}

/*
 * Each pointer in the event region's state, with values at its limit and beyond, must give the
 * faults of the table.
 */
static void guc_log_event_words(struct kunit *test)
{
	static const struct mangle rows[] = {
		{ "read_ptr == size", T_EVENT + T_READ, 0x400, 0, { T_NO_MORE } },
		{ "read_ptr > size", T_EVENT + T_READ, 0x404, -EBADMSG, {
			{ GUC_FAULT_READ_PTR, EVENT, 8, 0x404, 0x400 } } },
		{ "read_ptr odd", T_EVENT + T_READ, 0x3fe, -EBADMSG, {
			{ GUC_FAULT_READ_PTR_ALIGN, EVENT, 8, 0x3fe, 4 } } },
		{ "read_ptr both", T_EVENT + T_READ, 0xffffffff, -EBADMSG, {
			{ GUC_FAULT_READ_PTR, EVENT, 8, 0xffffffff, 0x400 },
			{ GUC_FAULT_READ_PTR_ALIGN, EVENT, 8, 0xffffffff, 4 } } },
		{ "write_ptr == wrap", T_EVENT + T_WRITE, 0x3fc, 0, { T_NO_MORE } },
		{ "write_ptr > wrap", T_EVENT + T_WRITE, 0x400, -EBADMSG, {
			{ GUC_FAULT_WRITE_PTR_WRAP, EVENT, 12, 0x400, 0x3fc } } },
		{ "write_ptr > size", T_EVENT + T_WRITE, 0x404, -EBADMSG, {
			{ GUC_FAULT_WRITE_PTR, EVENT, 12, 0x404, 0x400 } } },
		{ "write_ptr odd", T_EVENT + T_WRITE, 101, -EBADMSG, {
			{ GUC_FAULT_WRITE_PTR_ALIGN, EVENT, 12, 101, 4 } } },
		{ "write_ptr both", T_EVENT + T_WRITE, 0x80000001, -EBADMSG, {
			{ GUC_FAULT_WRITE_PTR, EVENT, 12, 0x80000001, 0x400 },
			{ GUC_FAULT_WRITE_PTR_ALIGN, EVENT, 12, 0x80000001, 4 } } },
		{ "write_ptr inside an entry", T_EVENT + T_WRITE, 104, -EBADMSG, {
			{ GUC_FAULT_WRITE_PTR_ALIGN, EVENT, 12, 104, 20 } } },
		{ "wrap inside an entry", T_EVENT + T_WRAP, 0x3f8, -EBADMSG, {
			{ GUC_FAULT_WRAP_OFFSET_ALIGN, EVENT, 24, 0x3f8, 20 } } },
		{ "wrap == size", T_EVENT + T_WRAP, 0x400, 0, { T_NO_MORE } },
		{ "wrap == 0", T_EVENT + T_WRAP, 0, 0, { T_NO_MORE } },
		{ "wrap > size", T_EVENT + T_WRAP, 0x404, -EBADMSG, {
			{ GUC_FAULT_WRAP_OFFSET, EVENT, 24, 0x404, 0x400 } } },
		{ "wrap odd", T_EVENT + T_WRAP, 0x3fe, -EBADMSG, {
			{ GUC_FAULT_WRAP_OFFSET_ALIGN, EVENT, 24, 0x3fe, 4 } } },
		{ "wrap both", T_EVENT + T_WRAP, 0xffffffff, -EBADMSG, {
			{ GUC_FAULT_WRAP_OFFSET, EVENT, 24, 0xffffffff, 0x400 },
			{ GUC_FAULT_WRAP_OFFSET_ALIGN, EVENT, 24, 0xffffffff, 4 } } },
		{ "wrap < write_ptr", T_EVENT + T_WRAP, 96, -EBADMSG, {
			{ GUC_FAULT_WRITE_PTR_WRAP, EVENT, 12, 100, 96 } } },
	};

	run_mangles(test, rows, ARRAY_SIZE(rows));
}

/* New pointers must be stored, and be compared with each other and with the size. */
static void guc_log_new_pointers(struct kunit *test)
{
	struct guc_region r = { .size = 1024 };

	guc_region_set_pointers(&r, 100, 1020);
	KUNIT_EXPECT_EQ(test, r.write_ptr, 100);
	KUNIT_EXPECT_EQ(test, r.wrap_offset, 1020);
	KUNIT_EXPECT_FALSE(test, r.contradicts);
	guc_region_set_pointers(&r, 100, 80);
	KUNIT_EXPECT_TRUE(test, r.contradicts);
}

/*
 * Wrong sizes of regions must give the faults of the table. A wrong size also moves the regions
 * that follow.
 */
static void guc_log_size_words(struct kunit *test)
{
	static const struct mangle rows[] = {
		{ "event up to the end", T_EVENT + T_SIZE, 0x540, -ENODATA, {
			{ GUC_FAULT_SIZE, CRASH, 52, 0x100, 0 },
			{ GUC_FAULT_REGION_OUTSIDE, CAPTURE, 88, 0x1640, 0x1540 },
			{ GUC_FAULT_AFTER_WRAP, EVENT, 0x13fc, 320, 0 } } },
		{ "event one too long", T_EVENT + T_SIZE, 0x541, -ENODATA, {
			{ GUC_FAULT_SIZE, EVENT, 16, 0x541, 0x540 },
			{ GUC_FAULT_SIZE_ALIGN, EVENT, 16, 0x541, 4 },
			{ GUC_FAULT_REGION_OUTSIDE, CRASH, 52, 0x1541, 0x1540 },
			{ GUC_FAULT_REGION_OUTSIDE, CAPTURE, 88, 0x1641, 0x1540 } } },
		{ "event of 4 GiB", T_EVENT + T_SIZE, 0xfffffffc, -ENODATA, {
			{ GUC_FAULT_SIZE, EVENT, 16, 0xfffffffc, 0x540 },
			{ GUC_FAULT_REGION_OUTSIDE, CRASH, 52, 0x100000ffcull, 0x1540 },
			{ GUC_FAULT_REGION_OUTSIDE, CAPTURE, 88, 0x1000010fcull, 0x1540 },
			{ GUC_FAULT_AFTER_WRAP, EVENT, 0x13fc, 320, 0 } } },
		{ "event odd", T_EVENT + T_SIZE, 0x3fe, -EBADMSG, {
			{ GUC_FAULT_SIZE_ALIGN, EVENT, 16, 0x3fe, 4 } } },
		{ "crash up to the end", T_CRASH + T_SIZE, 0x140, -ENODATA, {
			{ GUC_FAULT_SIZE, CAPTURE, 88, 0x40, 0 } } },
		{ "crash odd", T_CRASH + T_SIZE, 0xfd, -EBADMSG, {
			{ GUC_FAULT_SIZE_ALIGN, CRASH, 52, 0xfd, 4 } } },
		{ "crash empty", T_CRASH + T_SIZE, 0, 0, { T_NO_MORE } },
		{ "capture exact", T_CAPTURE + T_SIZE, 0x40, 0, { T_NO_MORE } },
		{ "capture too long", T_CAPTURE + T_SIZE, 0x44, -ENODATA, {
			{ GUC_FAULT_SIZE, CAPTURE, 88, 0x44, 0x40 } } },
		{ "capture odd", T_CAPTURE + T_SIZE, 0x3f, -EBADMSG, {
			{ GUC_FAULT_SIZE_ALIGN, CAPTURE, 88, 0x3f, 4 } } },
		{ "capture empty", T_CAPTURE + T_SIZE, 0, 0, { T_NO_MORE } },
	};

	run_mangles(test, rows, ARRAY_SIZE(rows));
}

/* A state must be identified by both of its markers, not by its position in the page. */
static void guc_log_markers(struct kunit *test)
{
	static const struct mangle rows[] = {
		{ "event's first", T_EVENT, 0xcabba9e7, -EBADMSG, {
			{ GUC_FAULT_MARKER, GUC_SECTION_STATE_PAGE, 0,
			  0xcabba9e7deadfeedull, 0 },
			{ GUC_FAULT_NO_STATE, EVENT, 0, 0, 0 } } },
		{ "event's second", T_EVENT + 4, 0xdeadfeec, -EBADMSG, {
			{ GUC_FAULT_MARKER, GUC_SECTION_STATE_PAGE, 0,
			  0xcabba9e6deadfeecull, 0 },
			{ GUC_FAULT_NO_STATE, EVENT, 0, 0, 0 } } },
		{ "capture's second with the log's first", T_CAPTURE, 0xcabba9e6, -EBADMSG, {
			{ GUC_FAULT_MARKER, GUC_SECTION_STATE_PAGE, 72,
			  0xcabba9e6beeffeedull, 0 },
			{ GUC_FAULT_NO_STATE, CAPTURE, 0, 0, 0 } } },
		{ "crash's second with the capture's first", T_CRASH, 0xcabba9f7, -EBADMSG, {
			{ GUC_FAULT_MARKER, GUC_SECTION_STATE_PAGE, 36,
			  0xcabba9f78086deadull, 0 },
			{ GUC_FAULT_NO_STATE, CRASH, 0, 0, 0 } } },
		{ "crash is a second event", T_CRASH + 4, 0xdeadfeed, -EBADMSG, {
			{ GUC_FAULT_TWICE, EVENT, 36, 0xcabba9e6deadfeedull, 0 },
			{ GUC_FAULT_NO_STATE, CRASH, 0, 0, 0 } } },
		{ "event is a first crash", T_EVENT + 4, 0x8086dead, -EBADMSG, {
			{ GUC_FAULT_TWICE, CRASH, 36, 0xcabba9e68086deadull, 0 },
			{ GUC_FAULT_NO_STATE, EVENT, 0, 0, 0 } } },
		{ "ends at crash", T_CRASH, 0, -ENOENT, {
			{ GUC_FAULT_NO_STATE, CRASH, 0, 0, 0 },
			{ GUC_FAULT_NO_STATE, CAPTURE, 0, 0, 0 },
			{ GUC_FAULT_NO_LIC, GUC_SECTION_LIC, 36, 0, 0 } } },
		{ "ends at once", T_EVENT, 0, -ENOENT, {
			{ GUC_FAULT_NO_STATE, EVENT, 0, 0, 0 },
			{ GUC_FAULT_NO_STATE, CRASH, 0, 0, 0 },
			{ GUC_FAULT_NO_STATE, CAPTURE, 0, 0, 0 },
			{ GUC_FAULT_NO_LIC, GUC_SECTION_LIC, 0, 0, 0 } } },
	};

	run_mangles(test, rows, ARRAY_SIZE(rows));
}

/*
 * If the event region has two states, the first state must be used, and the region of the second
 * state must be skipped.
 */
static void guc_log_second_state_takes_room(struct kunit *test)
{
	struct test_image *img = test_small(test);
	const struct guc_region *r = img->log.region;

	test_state(img, T_CRASH, 0xcabba9e6deadfeedull, 0x80);
	KUNIT_EXPECT_EQ(test, test_parse(img), -EBADMSG);
	KUNIT_EXPECT_EQ(test, r[GUC_REGION_EVENT].state_offset, 0);
	KUNIT_EXPECT_EQ(test, r[GUC_REGION_EVENT].size, 0x400);
	KUNIT_EXPECT_EQ(test, r[GUC_REGION_CAPTURE].offset, 0x1000 + 0x400 + 0x80);
	KUNIT_EXPECT_EQ(test, guc_events_bytes(&img->log.events), T_SMALL_WRAP);
}

/* The regions must be found in the order of their states, which can be any order. */
static void guc_log_other_order(struct kunit *test)
{
	struct test_image *img = test_small(test);
	const struct guc_region *r = img->log.region;

	test_state(img, 0, 0xcabba9f7beeffeedull, T_SMALL_CAPTURE);
	test_state(img, 36, 0xcabba9e68086deadull, T_SMALL_CRASH);
	test_state(img, 72, 0xcabba9e6deadfeedull, T_SMALL_EVENT);
	test_put(img, 72 + T_WRITE, 40);
	test_put(img, 72 + T_WRAP, 0x404);
	KUNIT_EXPECT_EQ(test, test_parse(img), -EBADMSG);
	test_faults(img, "event last", &(struct guc_fault){
		GUC_FAULT_WRAP_OFFSET, EVENT, 72 + 24, 0x404, 0x400 }, 1);
	KUNIT_EXPECT_EQ(test, r[GUC_REGION_CAPTURE].offset, 0x1000);
	KUNIT_EXPECT_EQ(test, r[GUC_REGION_CRASH].offset, 0x1040);
	KUNIT_EXPECT_EQ(test, r[GUC_REGION_EVENT].offset, 0x1140);
	KUNIT_EXPECT_EQ(test, r[GUC_REGION_EVENT].state_offset, 72);
	test_runs(img, "event last", GUC_ORDER_STORAGE, (struct guc_span){ 0x1140, 1020 },
		  (struct guc_span){ 0 });
}

/* The region of an unknown state must be skipped, and the other states be read. */
static void guc_log_unknown_state_takes_room(struct kunit *test)
{
	static const struct guc_fault want = {
		GUC_FAULT_MARKER, GUC_SECTION_STATE_PAGE, 36, 0x1122334455667788ull, 0
	};
	struct test_image *img = test_image(test, 0x400, 0x100, 0x80);
	const struct guc_region *r = img->log.region;

	memmove(img->data + 72, img->data + 36, 36 + 36 + 52);
	test_state(img, 36, 0x1122334455667788ull, 0x20);
	test_put(img, 108 + T_SIZE, 0x60);
	KUNIT_EXPECT_EQ(test, test_parse(img), -EBADMSG);
	test_faults(img, "unknown state", &want, 1);
	KUNIT_EXPECT_EQ(test, r[GUC_REGION_CRASH].offset, 0x1420);
	KUNIT_EXPECT_EQ(test, r[GUC_REGION_CAPTURE].offset, 0x1520);
	KUNIT_EXPECT_TRUE(test, img->log.lic.present);
	KUNIT_EXPECT_EQ(test, img->log.lic.offset, 144);
	KUNIT_EXPECT_EQ(test, img->log.lic.known, 0x3e);
}

/* The search for states and the LIC must end at the end of the state page. */
static void guc_log_states_fill_the_page(struct kunit *test)
{
	struct test_image *img = test_small(test);
	unsigned int i;

	img->total = 4096;
	test_cut(img, 4096);
	for (i = 0; i < 113; i++)
		test_state(img, 36 * i, 0xbad0000000000000ull + i, 4);
	for (i = 36 * 113; i < 4096; i += 4)
		test_put(img, i, 0xcabba9e6);
	KUNIT_EXPECT_EQ(test, test_parse(img), -EBADMSG);
	KUNIT_EXPECT_EQ(test, img->log.nr_faults, 113 + 3 + 1);

	/* three valid states, then unknown states, then a LIC in the last 28 bytes of the page */
	img = test_small(test);
	for (i = 3; i < 113; i++)
		test_state(img, 36 * i, 0xbad0000000000000ull + i, 0);
	memset(img->data + 36 * 113, 0, 28);
	test_put(img, 36 * 113, 0x8086900d);
	test_put(img, 36 * 113 + 4, 0x00010000);
	test_put(img, 36 * 113 + 8, 5);
	test_put(img, 36 * 113 + 12, 0x00050001);
	test_put(img, 36 * 113 + 16, 0x1234);
	KUNIT_EXPECT_EQ(test, test_parse(img), -EBADMSG);
	KUNIT_EXPECT_TRUE(test, img->log.lic.present);
	KUNIT_EXPECT_EQ(test, img->log.lic.offset, 4068);
	KUNIT_EXPECT_EQ(test, img->log.lic.value[5], 0x1234);
	/* faults: 110 markers, a count of 5 where 4 fit, four missing keys */
	KUNIT_EXPECT_EQ(test, img->log.nr_faults, 110 + 1 + 4);
	KUNIT_EXPECT_EQ(test, img->log.lic.unknown_keys, 2);
}

/*
 * All faults must be counted, but only the first GUC_LOG_MAX_FAULTS (16) be stored. The first fault
 * must determine the errno.
 */
static void guc_log_many_faults(struct kunit *test)
{
	struct test_image *img = test_small(test);
	unsigned int i;

	for (i = 0; i < 20; i++)
		test_state(img, 36 * i, 0x100000000ull + i, 0);
	test_put(img, 36 * 20, 0);
	KUNIT_EXPECT_EQ(test, test_parse(img), -EBADMSG);
	KUNIT_EXPECT_EQ(test, img->log.nr_faults, 20 + 3 + 1);
	for (i = 0; i < GUC_LOG_MAX_FAULTS; i++)
		test_fault(test, "many", &img->log.fault[i], &(struct guc_fault){
			GUC_FAULT_MARKER, GUC_SECTION_STATE_PAGE, 36 * i,
			0x100000000ull + i, 0 });

	/* the list of faults has room for one more fault, but not for a second one */
	img->log.nr_faults = GUC_LOG_MAX_FAULTS - 1;
	guc_log_add_fault(&img->log, (struct guc_fault){ .code = GUC_FAULT_NO_LIC });
	KUNIT_EXPECT_EQ(test, img->log.fault[15].code, GUC_FAULT_NO_LIC);
	guc_log_add_fault(&img->log, (struct guc_fault){ .code = GUC_FAULT_SIZE });
	KUNIT_EXPECT_EQ(test, img->log.fault[15].code, GUC_FAULT_NO_LIC);
	KUNIT_EXPECT_EQ(test, img->log.nr_faults, GUC_LOG_MAX_FAULTS + 1);
}

static struct kunit_case guc_log_cases[] = {
	KUNIT_CASE(guc_log_real_words),
	KUNIT_CASE(guc_log_state_fields),
	KUNIT_CASE(guc_log_page_lengths),
	KUNIT_CASE(guc_log_image_is_cut),
	KUNIT_CASE(guc_log_total_is_the_bound),
	KUNIT_CASE(guc_log_event_words),
	KUNIT_CASE(guc_log_new_pointers),
	KUNIT_CASE(guc_log_size_words),
	KUNIT_CASE(guc_log_markers),
	KUNIT_CASE(guc_log_second_state_takes_room),
	KUNIT_CASE(guc_log_other_order),
	KUNIT_CASE(guc_log_unknown_state_takes_room),
	KUNIT_CASE(guc_log_states_fill_the_page),
	KUNIT_CASE(guc_log_many_faults),
	{}
};

static struct kunit_suite guc_log_suite = {
	.name = "guc_log",
	.test_cases = guc_log_cases,
};

kunit_test_suite(guc_log_suite);
