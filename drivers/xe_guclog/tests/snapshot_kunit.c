// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of snapshots (copies of a log, see xgl_snapshot.h) and of the files made from them. The
 * source of the log (test_source.h) counts the calls of its functions. Each open() must begin one
 * session with the source, and must copy no more bytes than needed. Without memory, the errno must
 * be -ENOMEM. A byte that the source changes after it was checked must not be used.
 */
#include <linux/kallsyms.h>
#include <linux/mm.h>
#include <linux/sched.h>
#include <linux/uaccess.h>

#include "test_guard.h"
#include "test_source.h"
#include "xgl_files.h"

static void free_snapshot(void *snap)
{
	xgl_snapshot_free(snap);
}

static struct xgl_snapshot *take(struct test_source *s, enum xgl_extent extent)
{
	struct xgl_snapshot *snap = xgl_snapshot_take(&s->src, 0, extent);

	KUNIT_ASSERT_FALSE(s->test, IS_ERR(snap));
	KUNIT_ASSERT_EQ(s->test, 0,
			kunit_add_action_or_reset(s->test, free_snapshot, snap));
	return snap;
}

static void free_file(void *file)
{
	xgl_file_free(file);
}

static struct xgl_file *open_file(struct test_source *s, const struct xgl_file_type *type)
{
	struct xgl_file *file = xgl_file_open(type, &s->src, 0);

	KUNIT_ASSERT_FALSE(s->test, IS_ERR(file));
	KUNIT_ASSERT_EQ(s->test, 0, kunit_add_action_or_reset(s->test, free_file, file));
	return file;
}

static const struct xgl_file_type *gt_type(struct kunit *test, const char *name)
{
	unsigned int i;

	for (i = 0; i < xgl_gt_files.nr; i++)
		if (!strcmp(xgl_gt_files.type[i].name, name))
			return &xgl_gt_files.type[i];
	KUNIT_FAIL(test, "no file %s", name);
	return &xgl_gt_files.type[0];
}

/* Copy all bytes of a content to a buffer that ends at a guard page. */
static struct guc_view content_bytes(struct kunit *test, const struct xgl_content *content)
{
	u8 *bytes = test_guarded(test, content->size);

	KUNIT_EXPECT_EQ(test, content->size, guc_segs_copy(content->seg, content->nr_segs,
							   0, bytes, content->size));
	return guc_view(bytes, content->size);
}

/*
 * With XGL_EXTENT_NEEDED, the state page must be copied twice, the event and crash dump regions
 * once, and the state capture region not at all.
 */
static void xgl_snapshot_copies_what_is_needed(struct kunit *test)
{
	struct test_image *img = test_real(test);
	struct test_source *s = test_source(test, img);
	struct xgl_snapshot *snap = take(s, XGL_EXTENT_NEEDED);

	KUNIT_EXPECT_EQ(test, s->begins, 1);
	KUNIT_EXPECT_EQ(test, s->ends, 1);
	/*
	 * the newest event is copied as well, because it shows whether the firmware was
	 * loaded again or overwrote this event during the copy
	 */
	KUNIT_EXPECT_EQ(test, s->bytes, 4096 + 20 + 0x10000 + 0x4000 + 4096);
	KUNIT_EXPECT_EQ(test, s->end_max, 0x15000);
	KUNIT_EXPECT_EQ(test, snap->image.len, 0x15000);
	KUNIT_EXPECT_MEMEQ(test, snap->image.data, img->data, 0x15000);
	KUNIT_EXPECT_EQ(test, snap->log.total, 0x115000);
	KUNIT_EXPECT_EQ(test, snap->log.nr_faults, 0);
	KUNIT_EXPECT_EQ(test, snap->notes[0], 0);
	KUNIT_EXPECT_LE(test, s->len_max, XGL_SNAPSHOT_CHUNK);
	img->log = snap->log;
	test_parse(img);
	test_same_log(img, "snapshot", &snap->log);
}

/* With XGL_EXTENT_ALL, the snapshot must have all bytes of the log. */
static void xgl_snapshot_copies_all(struct kunit *test)
{
	struct test_image *img = test_real(test);
	struct test_source *s = test_source(test, img);
	struct xgl_snapshot *snap = take(s, XGL_EXTENT_ALL);

	KUNIT_EXPECT_EQ(test, s->bytes, 20 + 0x115000 + 4096);
	KUNIT_ASSERT_EQ(test, snap->image.len, 0x115000);
	KUNIT_EXPECT_MEMEQ(test, snap->image.data, img->data, 0x115000);
	KUNIT_EXPECT_LE(test, s->len_max, XGL_SNAPSHOT_CHUNK);
}

/*
 * Regions in another order must be copied, too. The state capture region, which is not copied, must
 * be 0 in the snapshot.
 */
static void xgl_snapshot_other_order(struct kunit *test)
{
	struct test_image *img = test_small(test);
	struct test_source *s = test_source(test, img);
	struct xgl_snapshot *snap;

	test_state(img, 0, 0xcabba9e68086deadull, T_SMALL_CRASH);
	test_state(img, 36, 0xcabba9f7beeffeedull, T_SMALL_CAPTURE);
	test_state(img, 72, 0xcabba9e6deadfeedull, T_SMALL_EVENT);
	memset(img->data + 0x1000, 0x77, img->len - 0x1000);
	snap = take(s, XGL_EXTENT_NEEDED);
	KUNIT_ASSERT_EQ(test, snap->image.len, 0x1540);
	KUNIT_EXPECT_MEMEQ(test, snap->image.data, img->data, 0x1100);
	KUNIT_EXPECT_NULL(test, memchr_inv(snap->image.data + 0x1100, 0, T_SMALL_CAPTURE));
	KUNIT_EXPECT_MEMEQ(test, snap->image.data + 0x1140, img->data + 0x1140,
			   T_SMALL_EVENT);
	KUNIT_EXPECT_EQ(test, s->bytes, 4096 + 0x100 + 0x400 + 4096);
}

/*
 * A log buffer that is too short for its regions, or even for a state page, must be copied. The
 * parsed log must have the right fault.
 */
static void xgl_snapshot_short_object(struct kunit *test)
{
	static const size_t lens[] = { 0, 1, 4095, 4096, 4097 };
	unsigned int i, extent;

	for (i = 0; i < ARRAY_SIZE(lens); i++) {
		struct test_image *img = test_small(test);
		struct test_source *s;
		struct xgl_snapshot *snap;

		img->total = lens[i];
		test_cut(img, lens[i]);
		s = test_source(test, img);
		for (extent = XGL_EXTENT_NEEDED; extent <= XGL_EXTENT_ALL; extent++) {
			snap = take(s, extent);
			KUNIT_EXPECT_EQ(test, snap->image.len, lens[i]);
			KUNIT_EXPECT_EQ(test, snap->log.fault[0].code, lens[i] < 4096 ?
					GUC_FAULT_TOO_SHORT : GUC_FAULT_SIZE);
			if (lens[i])
				KUNIT_EXPECT_MEMEQ(test, snap->image.data, img->data, lens[i]);
		}
	}
}

/* If the log buffer is too long, no byte of it may be copied, and the session must be closed. */
static void xgl_snapshot_too_long(struct kunit *test)
{
	struct test_source *s = test_source(test, test_small(test));
	struct xgl_snapshot *snap;

	s->total = XGL_MAX_LOG + 1ull;
	snap = xgl_snapshot_take(&s->src, 0, XGL_EXTENT_NEEDED);
	KUNIT_EXPECT_EQ(test, PTR_ERR(snap), -EFBIG);
	KUNIT_EXPECT_EQ(test, s->copies, 0);
	KUNIT_EXPECT_EQ(test, s->begins, 1);
	KUNIT_EXPECT_EQ(test, s->ends, 1);
	s->total = XGL_MAX_LOG;
	snap = take(s, XGL_EXTENT_NEEDED);
	KUNIT_EXPECT_EQ(test, snap->log.total, XGL_MAX_LOG);
	KUNIT_EXPECT_EQ(test, snap->image.len, 0x1500);
}

/* When begin() of the source fails, its error must be returned, and end() not be called. */
static void xgl_snapshot_begin_fails(struct kunit *test)
{
	struct test_source *s = test_source(test, test_small(test));

	s->begin_error = -ENODEV;
	KUNIT_EXPECT_EQ(test, PTR_ERR(xgl_snapshot_take(&s->src, 0, XGL_EXTENT_ALL)), -ENODEV);
	KUNIT_EXPECT_EQ(test, s->ends, 0);
	KUNIT_EXPECT_EQ(test, PTR_ERR(xgl_file_open(gt_type(test, "guc_log_lfd"), &s->src, 0)),
			-ENODEV);
	KUNIT_EXPECT_EQ(test, s->copies, 0);
}

/* Write one entry before the first copy of the event region, like a firmware that is active. */
static void write_once(struct test_source *s, u64 offset, size_t len)
{
	if (offset == 0x1000 && s->copies < 4) {
		test_store(s, 0x1000 + T_SMALL_WRITE, 0x11111111);
		test_store(s, T_EVENT + T_WRITE, T_SMALL_WRITE + 20);
	}
}

/* If the firmware writes during a copy, only the bytes that it wrote must be copied again. */
static void xgl_snapshot_takes_again(struct kunit *test)
{
	struct test_source *s = test_source(test, test_small(test));
	struct xgl_snapshot *snap;

	s->on_copy = write_once;
	snap = take(s, XGL_EXTENT_NEEDED);
	KUNIT_EXPECT_EQ(test, s->begins, 1);
	KUNIT_EXPECT_EQ(test, snap->notes[0], 0);
	KUNIT_EXPECT_EQ(test, snap->log.region[GUC_REGION_EVENT].write_ptr,
			T_SMALL_WRITE + 20);
	/* three copies of the page and of the newest event, one of the regions and the new event */
	KUNIT_EXPECT_EQ(test, s->bytes, 3 * 4096 + 0x400 + 0x100 + 3 * 20 + 20);
	KUNIT_EXPECT_MEMEQ(test, snap->image.data, s->data, 0x1500);
}

/*
 * After each 64 KiB that were copied, relax() of the source must be called. relax() releases the
 * lock of the device, so that other tasks can take this lock.
 */
static void xgl_snapshot_lets_others_in(struct kunit *test)
{
	struct test_source *s = test_source(test, test_real(test));

	take(s, XGL_EXTENT_ALL);
	KUNIT_EXPECT_EQ(test, s->relaxes, DIV_ROUND_UP(0x115000 - 4096, XGL_SNAPSHOT_CHUNK));
}

/* Load the firmware again, as in a GT reset, and write other and more events than before. */
static void load_once(struct test_source *s)
{
	if (s->relaxes > 1)
		return;
	memset(s->data + 0x1000, 0x55, T_SMALL_EVENT);
	test_store(s, T_EVENT + T_WRITE, T_SMALL_WRITE + 200);
}

/*
 * When the firmware is loaded again during the copy, no bytes from before the load may remain in
 * the snapshot.
 */
static void xgl_snapshot_notices_a_load(struct kunit *test)
{
	struct test_source *s = test_source(test, test_small(test));
	struct xgl_snapshot *snap;

	s->on_relax = load_once;
	snap = take(s, XGL_EXTENT_NEEDED);
	KUNIT_EXPECT_EQ(test, snap->notes[0], 0);
	KUNIT_EXPECT_MEMEQ(test, snap->image.data, s->data, 0x1500);
}

/*
 * Test of xgl_snapshot_compare(). At the earlier time, at which the states were copied, the ring
 * had wrapped. Then the firmware was loaded again, and wrote three entries. The snapshot must have
 * the events from before the load, and a gap in place of the three new entries.
 */
static void xgl_snapshot_leaves_out_a_new_firmware(struct kunit *test)
{
	struct test_image *img = test_small(test);
	struct guc_incident_change change = { 0 };
	struct test_source *s;
	struct xgl_snapshot *snap;
	u8 states[T_LIC];

	memcpy(states, img->data, sizeof(states));
	test_entries(img, T_SMALL_WRITE, T_SMALL_WRAP, 0x20000000);
	test_entries(img, 60, T_SMALL_WRITE, 0x20100000);
	test_entries(img, 0, 60, 500);
	test_put(img, T_EVENT + T_WRITE, 40);
	test_put(img, T_EVENT + T_WRAP, 0);
	s = test_source(test, img);
	snap = take(s, XGL_EXTENT_NEEDED);
	KUNIT_ASSERT_EQ(test, 0, xgl_snapshot_compare(snap, states, sizeof(states), &change));
	KUNIT_EXPECT_TRUE(test, change.restarted);
	KUNIT_EXPECT_EQ(test, 40, change.written);
	img->log = snap->log;
	test_runs(img, "earlier", GUC_ORDER_WRAPPED,
		  (struct guc_span){ 4096 + T_SMALL_WRITE, T_SMALL_WRAP - T_SMALL_WRITE },
		  (struct guc_span){ 4096 + 60, T_SMALL_WRITE - 60 });
	KUNIT_EXPECT_EQ(test, 60, snap->log.events.run[1].gap);
	KUNIT_EXPECT_EQ(test, 0, snap->log.events.missing);
}

/* During the first copy of the events, make the crash dump region longer in the state page. */
static void grow_once(struct test_source *s, u64 offset, size_t len)
{
	if (offset == 0x1000 && s->copies < 4)
		test_store(s, T_CRASH + T_SIZE, T_SMALL_CRASH + T_SMALL_CAPTURE);
}

/* When the crash dump region grows during the copy, the snapshot must have the whole region. */
static void xgl_snapshot_takes_a_longer_crash_dump(struct kunit *test)
{
	struct test_source *s = test_source(test, test_small(test));
	struct xgl_snapshot *snap;

	s->on_copy = grow_once;
	snap = take(s, XGL_EXTENT_NEEDED);
	KUNIT_EXPECT_EQ(test, snap->notes[0], 0);
	KUNIT_EXPECT_EQ(test, snap->log.region[GUC_REGION_CRASH].size,
			T_SMALL_CRASH + T_SMALL_CAPTURE);
	KUNIT_EXPECT_EQ(test, snap->image.len, T_SMALL_TOTAL);
}

/* Move the write pointer during every copy, as if the firmware wrote events all the time. */
static void write_always(struct test_source *s, u64 offset, size_t len)
{
	if (offset >= 0x1000 && len != 20)
		test_store(s, T_EVENT + T_WRITE, 20 * ((s->copies * 3 + 10) % 51));
}

/*
 * If the firmware writes during every attempt to copy the log, the last copy must be used, with a
 * note that the copy is torn.
 */
static void xgl_snapshot_notes_that_it_is_torn(struct kunit *test)
{
	struct test_source *s = test_source(test, test_small(test));
	struct xgl_snapshot *snap;
	struct xgl_file *file;
	char want[96];
	struct guc_view bytes;
	struct test_image *img;

	s->on_copy = write_always;
	snap = take(s, XGL_EXTENT_NEEDED);
	KUNIT_EXPECT_EQ(test, s->begins, 1);
	/* The whole log must be copied only once; the state page may be read several times. */
	KUNIT_EXPECT_LT(test, s->bytes, (XGL_SNAPSHOT_TRIES + 1) * 4096 + 2 * (0x400 + 0x100));
	snprintf(want, sizeof(want),
		 "snapshot=torn, write_ptr moved from 0x%x to 0x%x during the copy\n",
		 snap->log.region[GUC_REGION_EVENT].write_ptr,
		 s->data[T_EVENT + T_WRITE] | s->data[T_EVENT + T_WRITE + 1] << 8);
	KUNIT_EXPECT_STREQ(test, snap->notes, want);
	KUNIT_EXPECT_NE(test, snap->log.region[GUC_REGION_EVENT].write_ptr,
			s->data[T_EVENT + T_WRITE] | s->data[T_EVENT + T_WRITE + 1] << 8);

	file = open_file(s, gt_type(test, "guc_log_lfd"));
	bytes = content_bytes(test, &file->content);
	img = test_small(test);
	img->file = bytes;
	KUNIT_EXPECT_TRUE(test, test_has_text(img, "\nsnapshot=torn, write_ptr moved from "));
	/* the log of the snapshot must have been parsed from the state page in the snapshot */
	memcpy(img->data, file->snap->image.data, file->snap->image.len);
	test_cut(img, file->snap->image.len);
	test_parse(img);
	test_same_log(img, "torn", &file->snap->log);
}

/* Before each copy, change one of the first 40 words of the state page: the states and the LIC. */
static void scramble(struct test_source *s, u64 offset, size_t len)
{
	u32 word = 4 * ((s->copies * 7 + s->begins) % 40);
	static const u32 values[] = {
		0, 4, 0x400, 0x1000, 0x7ffffffc, 0xffffffff, 0x100, 0x8086900d,
		0xcabba9e6, 0xdeadfeed, 0x8086dead, 2,
	};

	test_store(s, word, values[(s->copies + s->begins * 5) % ARRAY_SIZE(values)]);
}

/*
 * Even if the source changes its bytes at every copy, only bytes that were checked may be used, so
 * each file must be valid.
 */
static void xgl_snapshot_reads_each_word_once(struct kunit *test)
{
	struct test_image *img = test_small(test);
	struct test_source *s = test_source(test, img);
	const struct xgl_file_type *lfd = gt_type(test, "guc_log_lfd");
	u8 *page = test_guarded(test, 4096);
	struct guc_lfd_summary sum;
	struct guc_fault fault;
	unsigned int i;

	memcpy(page, img->data, 4096);
	s->on_copy = scramble;
	for (i = 0; i < 300; i++) {
		struct xgl_file *file;

		if (i % 20 == 0)
			memcpy(s->data, page, 4096);
		file = xgl_file_open(lfd, &s->src, 0);
		KUNIT_ASSERT_FALSE(test, IS_ERR(file));
		img->file = content_bytes(test, &file->content);
		xgl_file_free(file);
		KUNIT_EXPECT_EQ(test, guc_lfd_check(img->file, &sum, &fault), 0);
		KUNIT_EXPECT_LE(test, img->file.len, img->len + 4096);
	}
	KUNIT_EXPECT_EQ(test, s->begins, s->ends);
}

/*
 * Each open() must begin one session, and every read() of the open file must return bytes of the
 * same copy. In Linux 7.3, guc_log_lfd copies the log again each time that the output buffer is
 * enlarged, so a file can have bytes of different copies.
 */
static void xgl_snapshot_one_capture_per_open(struct kunit *test)
{
	unsigned int i, before;

	for (i = 0; i < xgl_gt_files.nr; i++) {
		struct test_image *img = test_small(test);
		struct test_source *s = test_source(test, img);
		struct guc_view first, again;
		struct xgl_file *file;

		file = open_file(s, &xgl_gt_files.type[i]);
		KUNIT_EXPECT_EQ_MSG(test, s->begins, 1, "%s", xgl_gt_files.type[i].name);
		KUNIT_EXPECT_EQ(test, s->ends, 1);
		KUNIT_EXPECT_NE(test, file->content.size, 0);
		first = content_bytes(test, &file->content);
		before = s->copies;
		/* the log changes, the open file does not */
		memset(s->data, 0xee, s->len);
		again = content_bytes(test, &file->content);
		KUNIT_EXPECT_MEMEQ(test, first.data, again.data, first.len);
		KUNIT_EXPECT_EQ(test, s->copies, before);
		KUNIT_EXPECT_EQ(test, s->begins, 1);
	}
	for (i = 0; i < xgl_device_files.nr; i++) {
		struct test_source *s = test_source(test, test_small(test));

		open_file(s, &xgl_device_files.type[i]);
		KUNIT_EXPECT_EQ_MSG(test, s->begins, 0, "%s", xgl_device_files.type[i].name);
	}
}

#if IS_ENABLED(CONFIG_FAULT_INJECTION)
/* Open a file while allocation number @nth fails. Return: true when an allocation was refused. */
static bool open_with_fault(struct test_source *s, const struct xgl_file_type *type,
			    unsigned int nth)
{
	struct xgl_file *file;
	bool refused;

	current->fail_nth = nth;
	file = xgl_file_open(type, &s->src, 0);
	refused = !current->fail_nth;
	current->fail_nth = 0;

	if (!IS_ERR(file)) {
		/* the code has used a fallback, so the file must be complete */
		KUNIT_EXPECT_NE(s->test, file->content.size, 0);
		xgl_file_free(file);
	} else {
		KUNIT_EXPECT_EQ_MSG(s->test, PTR_ERR(file), -ENOMEM, "%s, allocation %u",
				    type->name, nth);
		KUNIT_EXPECT_TRUE(s->test, refused);
	}
	KUNIT_EXPECT_EQ(s->test, s->begins, s->ends);
	return refused;
}

/*
 * Open each file of a set repeatedly: first let the first allocation fail, then the second, and so
 * on, until no allocation is left.
 */
static void fail_each_allocation(struct kunit *test, const struct xgl_file_set *set)
{
	unsigned int i, nth;

	for (i = 0; i < set->nr; i++) {
		struct test_source *s = test_source(test, test_small(test));

		for (nth = 1; nth < 100 && open_with_fault(s, &set->type[i], nth); nth++)
			;
		KUNIT_EXPECT_TRUE_MSG(test, nth > 1 && nth < 100,
				      "%s: %u allocations refused; is ignore-gfp-wait N?",
				      set->type[i].name, nth - 1);
	}
}
#else
static void fail_each_allocation(struct kunit *test, const struct xgl_file_set *set)
{
	kunit_skip(test, "the kernel has no fault injection");
}
#endif

/*
 * If an allocation fails, open() of a file of a GT must fail with -ENOMEM. In Linux 7.3, the file
 * guc_log_lfd is then empty, and there is no error.
 */
static void xgl_snapshot_no_memory_is_enomem(struct kunit *test)
{
	fail_each_allocation(test, &xgl_gt_files);
}

/* If an allocation fails, open() of a file of a device must fail with -ENOMEM, too. */
static void xgl_snapshot_no_memory_is_enomem_for_a_device(struct kunit *test)
{
	fail_each_allocation(test, &xgl_device_files);
}

/*
 * The copy of a log must be in vmalloc memory. In Linux 7.3, guc_log_lfd needs 2 MiB of physically
 * contiguous memory.
 */
static void xgl_snapshot_a_log_is_in_vmalloc_memory(struct kunit *test)
{
	struct test_source *s = test_source(test, test_real(test));
	struct xgl_file *file;
	unsigned int i;
	u64 made = 0;

	KUNIT_EXPECT_TRUE(test, is_vmalloc_addr(take(s, XGL_EXTENT_NEEDED)->image.data));
	KUNIT_EXPECT_TRUE(test, is_vmalloc_addr(take(s, XGL_EXTENT_ALL)->image.data));

	/*
	 * besides the copy of the log, the file has only headers and comments, which must fit into
	 * a page
	 */
	file = open_file(s, gt_type(test, "guc_log_lfd"));
	KUNIT_EXPECT_TRUE(test, is_vmalloc_addr(file->snap->image.data));
	for (i = 0; i < file->content.nr_segs; i++) {
		const u8 *data = file->content.seg[i].data;

		if (data < file->snap->image.data ||
		    data >= file->snap->image.data + file->snap->image.len)
			made += file->content.seg[i].len;
	}
	KUNIT_EXPECT_NE(test, made, 0);
	KUNIT_EXPECT_LE(test, made, 4096);
}

/* Before each copy, advance both times of the clock anchor in the facts. */
static void tick(struct test_source *s, u64 offset, size_t len)
{
	s->facts.anchor_guc_tick += 1000;
	s->facts.anchor_boottime_ns += 52083;
}

/*
 * The clock anchor in the file must be from before the copy of the log. Linux 7.3 reads the clocks
 * only after the copy; the devcoredump and the debugfs file guc_log have these times, and
 * guc_log_lfd has none.
 */
static void xgl_snapshot_anchor_is_from_before_the_copy(struct kunit *test)
{
	struct test_image *img = test_small(test);
	struct test_source *s = test_source(test, img);

	s->facts.anchor_guc_tick = 4000000000;
	s->facts.anchor_boottime_ns = 208333333333;
	s->facts.known = BIT_ULL(GUC_FACT_anchor_guc_tick) |
			 BIT_ULL(GUC_FACT_anchor_boottime_ns);
	s->on_copy = tick;
	img->file = content_bytes(test, &open_file(s, gt_type(test, "guc_log_lfd"))->content);
	KUNIT_EXPECT_TRUE(test, test_has_line(img, "anchor_guc_tick=4000000000"));
	KUNIT_EXPECT_TRUE(test, test_has_line(img, "anchor_boottime_ns=208333333333"));
	KUNIT_EXPECT_NE(test, s->facts.anchor_guc_tick, 4000000000);
}

/* Return: how often the instruction @code occurs in the function. */
static unsigned int count_code(struct kunit *test, void *function, const u8 *code, size_t len)
{
	unsigned long size = 0, pos;
	unsigned int found = 0;
	char name[KSYM_SYMBOL_LEN];
	u8 bytes[4];

	/*
	 * The text is "name+0x0/0x5c [module]", where 0x5c is the length of the function. The
	 * kernel exports no other way to get this length.
	 */
	snprintf(name, sizeof(name), "%pS", function);
	KUNIT_ASSERT_TRUE_MSG(test, strchr(name, '/') &&
			      sscanf(strchr(name, '/'), "/0x%lx", &size) == 1, "%s", name);
	for (pos = 0; pos + len <= size; pos++) {
		KUNIT_ASSERT_EQ(test, 0, copy_from_kernel_nofault(bytes, function + pos, len));
		found += !memcmp(bytes, code, len);
	}
	return found;
}

/*
 * Without a barrier, the processor may read the ring before the write pointer, although the program
 * reads the pointer first. A test cannot provoke this, so look for the read barrier in the machine
 * code.
 */
static void xgl_source_copies_in_order(struct kunit *test)
{
	static const u8 lfence[] = { 0x0f, 0xae, 0xe8 };
	static const u8 dsb_ld[] = { 0x9f, 0x3d, 0x03, 0xd5 };

	if (IS_ENABLED(CONFIG_X86_64))
		KUNIT_EXPECT_GT(test, count_code(test, xgl_source_copy, lfence, sizeof(lfence)), 0);
	else if (IS_ENABLED(CONFIG_ARM64))
		KUNIT_EXPECT_GT(test, count_code(test, xgl_source_copy, dsb_ld, sizeof(dsb_ld)), 0);
	else
		kunit_skip(test, "read barrier instruction of this architecture not known");
}

static struct kunit_case xgl_snapshot_cases[] = {
	KUNIT_CASE(xgl_snapshot_copies_what_is_needed),
	KUNIT_CASE(xgl_snapshot_copies_all),
	KUNIT_CASE(xgl_snapshot_other_order),
	KUNIT_CASE(xgl_snapshot_short_object),
	KUNIT_CASE(xgl_snapshot_too_long),
	KUNIT_CASE(xgl_snapshot_begin_fails),
	KUNIT_CASE(xgl_snapshot_takes_again),
	KUNIT_CASE(xgl_snapshot_lets_others_in),
	KUNIT_CASE(xgl_snapshot_notices_a_load),
	KUNIT_CASE(xgl_snapshot_leaves_out_a_new_firmware),
	KUNIT_CASE(xgl_snapshot_takes_a_longer_crash_dump),
	KUNIT_CASE(xgl_snapshot_notes_that_it_is_torn),
	KUNIT_CASE(xgl_snapshot_reads_each_word_once),
	KUNIT_CASE(xgl_source_copies_in_order),
	KUNIT_CASE(xgl_snapshot_one_capture_per_open),
	KUNIT_CASE(xgl_snapshot_no_memory_is_enomem),
	KUNIT_CASE(xgl_snapshot_no_memory_is_enomem_for_a_device),
	KUNIT_CASE(xgl_snapshot_a_log_is_in_vmalloc_memory),
	KUNIT_CASE(xgl_snapshot_anchor_is_from_before_the_copy),
	{}
};

static struct kunit_suite xgl_snapshot_suite = {
	.name = "xgl_snapshot",
	.test_cases = xgl_snapshot_cases,
};

kunit_test_suite(xgl_snapshot_suite);
