// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of the writer of LFD files (logs in blocks, see guc_lfd.h): the blocks of a file and their
 * order, the computed length, the bounds of the buffer, and valid files from damaged state pages.
 */
#include "test_guard.h"
#include "test_image.h"

static void expect_types(struct test_image *img, const u32 *want, unsigned int nr)
{
	size_t pos = 12;
	unsigned int i;

	for (i = 0; pos < img->file.len; i++) {
		const u8 *p = img->file.data + pos;
		u32 type = p[2] | p[3] << 8;

		KUNIT_EXPECT_TRUE(img->test, i < nr);
		if (i < nr)
			KUNIT_EXPECT_EQ_MSG(img->test, type, want[i], "block %u", i);
		pos += 8 + 4 * (size_t)(p[4] | p[5] << 8 | p[6] << 16);
	}
	KUNIT_EXPECT_EQ(img->test, i, nr);
}

/*
 * A file with all possible blocks, and a file with the fewest blocks, must have exactly the blocks
 * of the tables, in this order.
 */
static void guc_lfd_block_order(struct kunit *test)
{
	static const u32 all[] = {
		1, 2, 3, 4, 5, 0x4000, 0x2000, 0x2001, 0x6001, 0x6001, 0x2000
	};
	static const u32 least[] = { 0x4000, 0x6001 };
	struct test_image *img = test_small(test);

	img->data[0x1400] = 1;
	test_put(img, T_EVENT + T_WRAP, 0);
	test_entries(img, 100, 1020, 0);
	test_parse(img);
	test_write(img);
	expect_types(img, all, ARRAY_SIZE(all));
	KUNIT_EXPECT_EQ(test, test_block(img, 0x2000, 0).len, 4 + 100);
	KUNIT_EXPECT_EQ(test, test_block(img, 0x2001, 0).len, 0x100);
	KUNIT_EXPECT_EQ(test, test_block(img, 0x2000, 1).len, 4 + 920);

	test_put(img, T_EVENT, 0);
	test_parse(img);
	test_write(img);
	expect_types(img, least, ARRAY_SIZE(least));
}

/* A block must be written exactly when there is data for it. */
static void guc_lfd_blocks_come_and_go(struct kunit *test)
{
	struct test_image *img = test_small(test);
	u32 key;

	for (key = 1; key <= 5; key++) {
		test_put(img, T_KLV(key), 0x00770001);
		test_parse(img);
		test_write(img);
		KUNIT_EXPECT_NULL(test, test_block(img, key, 0).data);
		KUNIT_EXPECT_NOT_NULL(test, test_block(img, key % 5 + 1, 0).data);
		test_put(img, T_KLV(key), key << 16 | 1);
		/* a key with the value 0 must have a block, too */
		test_put(img, T_KLV(key) + 4, 0);
		test_parse(img);
		test_write(img);
		KUNIT_EXPECT_EQ(test, test_block(img, key, 0).len, 4);
		KUNIT_EXPECT_MEMEQ(test, test_block(img, key, 0).data, "\0\0\0", 4);
	}
	/* the log has no events of its own, but events from before the load of the firmware */
	test_put(img, T_EVENT + T_WRITE, 0);
	test_put(img, T_EVENT + T_WRAP, 0);
	test_entries(img, 0, 1020, 0);
	test_parse(img);
	test_write(img);
	KUNIT_EXPECT_EQ(test, test_block(img, 0x2000, 0).len, 4 + 1020);
	KUNIT_EXPECT_NULL(test, test_block(img, 0x2000, 1).data);
	KUNIT_EXPECT_TRUE(test, test_has_line(img, "events_offset=0x0"));
	KUNIT_EXPECT_TRUE(test, test_has_line(img, "event_bytes=0"));
	/* neither events of the log nor events from before the load */
	memset(img->data + 0x1000, 0, 0x400);
	test_parse(img);
	test_write(img);
	KUNIT_EXPECT_NULL(test, test_block(img, 0x2000, 0).data);
	KUNIT_EXPECT_NULL(test, test_block(img, 0x6001, 1).data);
}

/* The writer must not copy the data of a log, nor make more than GUC_LFD_MAX_SEGS pieces. */
static void guc_lfd_bulk_is_not_copied(struct kunit *test)
{
	struct test_image *img = test_small(test);
	const u8 *lo = img->data, *hi = img->data + img->len;
	unsigned int i, wrap;
	u64 size = 0, in_image = 0;

	memset(img->data + 0x1400, 0xdd, 0x100);
	for (wrap = 0; wrap <= 1020; wrap += 1020) {
		test_put(img, T_EVENT + T_WRAP, wrap);
		test_parse(img);
		test_write(img);
		KUNIT_EXPECT_TRUE(test, img->made.nr_segs <= GUC_LFD_MAX_SEGS);
	}
	for (i = 0; i < img->made.nr_segs; i++) {
		const u8 *data = img->made.seg[i].data;
		u64 len = img->made.seg[i].len;

		KUNIT_EXPECT_NE(test, len, 0);
		size += len;
		if (data >= lo && data < hi) {
			KUNIT_EXPECT_TRUE(test, data + len <= hi);
			in_image += len;
		} else {
			KUNIT_EXPECT_TRUE(test, data >= img->made.made);
			KUNIT_EXPECT_TRUE(test, data + len <= img->made.made +
						img->made.made_len);
		}
	}
	KUNIT_EXPECT_EQ(test, size, img->made.size);
	KUNIT_EXPECT_EQ(test, in_image, 1020 + 0x100);
	/* the writer needs one more byte, for the terminator of the comment's text */
	KUNIT_EXPECT_EQ(test, img->made.made_len, size - in_image + 1);
}

/*
 * If the buffer is too small, guc_lfd_write() must return -ENOSPC, report the needed length, and
 * write nothing after the end of the buffer.
 */
static void guc_lfd_short_buffers(struct kunit *test)
{
	struct test_image *img = test_small(test);
	struct guc_lfd_source src = {
		.log = &img->log,
		.image = guc_view(img->data, img->len),
		.facts = &img->facts,
		.notes = "note=1\n",
	};
	struct guc_lfd_file measured = { 0 }, file;
	size_t len;

	img->data[0x1401] = 1;
	test_put(img, T_EVENT + T_WRAP, 0);
	test_fact(img, "kernel", "6.12");
	test_parse(img);
	KUNIT_ASSERT_EQ(test, guc_lfd_write(&measured, &src), 0);
	for (len = 0; len < measured.made_len; len++) {
		file = (struct guc_lfd_file){
			.made = test_guarded(test, len),
			.made_size = len,
		};
		KUNIT_EXPECT_EQ_MSG(test, guc_lfd_write(&file, &src), -ENOSPC, "%zu bytes", len);
		KUNIT_EXPECT_EQ(test, file.made_len, measured.made_len);
	}
	/*
	 * A buffer of the exact size is enough, see test_write(). In a larger buffer, the bytes
	 * after this size must not be changed.
	 */
	file = (struct guc_lfd_file){
		.made = test_guarded(test, len + 64),
		.made_size = len + 64,
	};
	KUNIT_EXPECT_EQ(test, guc_lfd_write(&file, &src), 0);
	KUNIT_EXPECT_EQ(test, file.made_len, measured.made_len);
	for (; len < measured.made_len + 64; len++)
		KUNIT_EXPECT_EQ(test, file.made[len], 0xa5);
}

/* The file must not depend on the former content of the buffer. */
static void guc_lfd_every_byte_is_written(struct kunit *test)
{
	struct test_image *img = test_small(test);
	struct guc_lfd_source src = {
		.log = &img->log,
		.image = guc_view(img->data, img->len),
		.facts = &img->facts,
	};
	struct guc_lfd_file file;
	u8 *copy;

	test_cut(img, 0x1000 + 301);
	src.image = guc_view(img->data, img->len);
	test_fact(img, "kernel", "6.12.0");
	test_parse(img);
	test_write(img);
	copy = test_guarded(test, img->file.len);
	file = (struct guc_lfd_file){
		.made = test_guarded(test, img->made.made_len),
		.made_size = img->made.made_len,
	};
	memset(file.made, 0x5a, file.made_size);
	KUNIT_EXPECT_EQ(test, guc_lfd_write(&file, &src), 0);
	guc_segs_copy(file.seg, file.nr_segs, 0, copy, file.size);
	KUNIT_EXPECT_MEMEQ(test, copy, img->file.data, img->file.len);
}

/* The data of a block must be padded with zeroes to a multiple of 4 bytes. */
static void guc_lfd_padding(struct kunit *test)
{
	unsigned int cut;

	for (cut = 1; cut <= 8; cut++) {
		struct test_image *img = test_small(test);
		struct guc_view block;
		u32 len = 0x20 + cut, i;

		/* the crash dump must be padded with zeroes */
		img->data[0x1400] = 1;
		memset(img->data + 0x1401, 0xee, 0xff);
		test_cut(img, 0x1400 + len);
		test_parse(img);
		test_write(img);
		block = test_block(img, 0x2001, 0);
		KUNIT_ASSERT_EQ(test, block.len, (len + 3) / 4 * 4);
		KUNIT_EXPECT_MEMEQ(test, block.data, img->data + 0x1400, len);
		for (i = len; i < block.len; i++)
			KUNIT_EXPECT_EQ(test, block.data[i], 0);
		/* events must end with a whole entry, and the comment after them be found */
		test_cut(img, 0x1000 + 50 + cut);
		test_parse(img);
		test_write(img);
		block = test_block(img, 0x2000, 0);
		KUNIT_ASSERT_EQ(test, block.len, 4 + 40);
		KUNIT_EXPECT_MEMEQ(test, block.data + 4, img->data + 0x1000, 40);
		KUNIT_EXPECT_TRUE(test, test_has_line(img, "crash_dump=unknown"));
	}
}

/*
 * The release of the kernel must be written completely. If its length is a multiple of 4, no zero
 * byte follows, and only the length of the block shows where the release ends.
 */
static void guc_lfd_release_of_any_length(struct kunit *test)
{
	static const char release[] =
		"6.12.0-0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ012";
	struct test_image *img = test_small(test);
	struct guc_view block;
	char text[72];
	size_t len, i;

	test_parse(img);
	test_write(img);
	block = test_block(img, 0x4000, 0);
	KUNIT_ASSERT_EQ(test, block.len, 4);
	KUNIT_EXPECT_MEMEQ(test, block.data, "\2\0\0\0", 4);

	for (len = 1; len <= 71; len++) {
		memcpy(text, release, len);
		text[len] = 0;
		test_fact(img, "kernel", text);
		test_write(img);
		block = test_block(img, 0x4000, 0);
		KUNIT_ASSERT_EQ(test, block.len, 4 + (len + 3) / 4 * 4);
		KUNIT_EXPECT_MEMEQ(test, block.data, "\2\0\0\0", 4);
		KUNIT_EXPECT_MEMEQ(test, block.data + 4, release, len);
		for (i = 4 + len; i < block.len; i++)
			KUNIT_EXPECT_EQ(test, block.data[i], 0);
	}
}

/* guc_segs_copy() must copy a part of a file with any length and from any offset. */
static void guc_lfd_segs_copy(struct kunit *test)
{
	static const struct guc_seg seg[] = {
		{ "abc", 3 }, { "", 0 }, { "d", 1 }, { "efghij", 6 }, { NULL, 0 },
	};
	static const char flat[] = "abcdefghij";
	size_t pos, len, want;
	u8 *to;

	for (pos = 0; pos <= 12; pos++)
		for (len = 0; len <= 12; len++) {
			to = test_guarded(test, len);
			want = pos >= 10 ? 0 : min_t(size_t, len, 10 - pos);
			KUNIT_EXPECT_EQ_MSG(test, guc_segs_copy(seg, 5, pos, to, len), want,
					    "%zu bytes from %zu", len, pos);
			if (!want)
				continue;
			KUNIT_EXPECT_MEMEQ(test, to, flat + pos, want);
			if (want < len)
				KUNIT_EXPECT_EQ(test, to[want], 0xa5);
		}
	KUNIT_EXPECT_EQ(test, guc_segs_copy(seg, 5, ~0ull, "", 1), 0);
	KUNIT_EXPECT_EQ(test, guc_segs_copy(NULL, 0, 0, "", 1), 0);
}

/*
 * The HOST_COMMENT block must have the facts that GUC_FACTS() marks for a comment, then the faults,
 * then the notes. Other facts must be missing.
 */
static void guc_lfd_comment(struct kunit *test)
{
	static const char facts[] =
		"guc_firmware=xe/bmg_guc_70.bin\n"
		"guc_version=70.44.1\n"
		"guc_wanted=70.49.4\n"
		"log_level=1\n"
		"lic_version=1.0\n"
		"event_order=storage order\n";
	static const char faults[] =
		"crash_dump=none\n"
		"fault=event data at 0xc: write_ptr is 0x404, expected at most 0x400\n"
		"fault=state page at 0x48: unknown marker 0xcabba9f700000000\n"
		"fault=state capture at 0x0: no state\n"
		"snapshot=torn\n";
	struct test_image *img = test_small(test);
	struct guc_view comment;

	test_fact(img, "guc_firmware", "xe/bmg_guc_70.bin");
	test_fact(img, "guc_version", "70.44.1");
	test_fact(img, "guc_wanted", "70.49.4");
	test_fact(img, "log_level", "1");
	test_fact(img, "memory_type", "gddr6");
	test_fact(img, "log_bytes", "5440");
	test_put(img, T_EVENT + T_WRITE, 0x404);
	test_put(img, T_EVENT + T_FLAGS, 0x1e);
	test_put(img, T_CAPTURE + T_MARKER_2, 0);
	img->notes = "snapshot=torn\n";
	test_parse(img);
	test_write(img);
	KUNIT_EXPECT_TRUE(test, test_has_line(img, "writer=xe_guclog 0.1.0"));
	KUNIT_EXPECT_TRUE(test, test_has_text(img, facts));
	KUNIT_EXPECT_FALSE(test, test_has_text(img, "memory_type"));
	KUNIT_EXPECT_FALSE(test, test_has_text(img, "log_bytes"));
	KUNIT_EXPECT_TRUE(test, test_has_line(img, "event_full_count=15"));
	KUNIT_EXPECT_TRUE(test, test_has_text(img, faults));
	comment = test_block(img, 0x6001, 0);
	KUNIT_EXPECT_MEMEQ(test, comment.data, "writer=", 7);
	KUNIT_EXPECT_NULL(test, test_block(img, 0x6001, 1).data);
}

/*
 * For each word of the state page and each of these wrong values, the file must be valid
 * (test_write() checks this), at most 4096 bytes longer than the image, and list faults if and only
 * if the log has any.
 */
static void guc_lfd_any_page_makes_a_file(struct kunit *test)
{
	static const u32 values[] = {
		0, 1, 4, 0x3fc, 0x401, 0x1000, 0x7fffffff, 0xfffffffc, 0xffffffff,
		0xcabba9e6, 0xdeadfeed, 0x8086900d,
	};
	struct test_image *img = test_small(test);
	u32 offset, good, i;

	for (offset = 0; offset < T_KLV(6); offset += 4) {
		good = test_get(img, offset);
		for (i = 0; i < ARRAY_SIZE(values); i++) {
			int ret;

			test_put(img, offset, values[i]);
			ret = test_parse(img);
			KUNIT_EXPECT_EQ(test, ret != 0, img->log.nr_faults != 0);
			test_write(img);
			KUNIT_EXPECT_LE(test, img->made.size, img->len + 4096);
			KUNIT_EXPECT_EQ(test, ret != 0, test_has_text(img, "\nfault="));
		}
		test_put(img, offset, good);
	}
	KUNIT_EXPECT_EQ(test, test_parse(img), 0);
}

/*
 * Expect that every span of the parsed log lies in the available bytes of the image, and
 * that no length is negative.
 */
static void expect_inside(struct test_image *img)
{
	const struct guc_log *log = &img->log;
	const struct guc_span spans[] = {
		log->events.nr_runs > 0 ? log->events.run[0].span : (struct guc_span){ 0 },
		log->events.nr_runs > 1 ? log->events.run[1].span : (struct guc_span){ 0 },
		log->events.before_load,
		log->crash,
	};
	unsigned int i;

	KUNIT_EXPECT_LE(img->test, log->events.nr_runs, 2);
	for (i = 0; i < ARRAY_SIZE(spans); i++)
		KUNIT_EXPECT_LE_MSG(img->test, spans[i].offset + spans[i].len, img->len,
				    "span %u", i);
	KUNIT_EXPECT_LE(img->test, guc_events_bytes(&log->events),
			log->region[GUC_REGION_EVENT].avail);
}

/*
 * For any pointers of the event region, each part of the log must lie in the image, and the file
 * must be at most 4096 bytes longer than the image.
 */
static void guc_lfd_any_pointers_make_a_file(struct kunit *test)
{
	static const u32 values[] = { 0, 4, 0x400, 0x401, 0x7ffffffc, 0xffffffff };
	struct test_image *img = test_small(test);
	unsigned int r, w, wrap;

	for (r = 0; r < ARRAY_SIZE(values); r++)
		for (w = 0; w < ARRAY_SIZE(values); w++)
			for (wrap = 0; wrap < ARRAY_SIZE(values); wrap++) {
				test_ring(img, values[r], values[w], values[wrap]);
				test_parse(img);
				expect_inside(img);
				test_write(img);
				KUNIT_EXPECT_LE(test, img->made.size, img->len + 4096);
			}
}

static struct kunit_case guc_lfd_write_cases[] = {
	KUNIT_CASE(guc_lfd_block_order),
	KUNIT_CASE(guc_lfd_blocks_come_and_go),
	KUNIT_CASE(guc_lfd_bulk_is_not_copied),
	KUNIT_CASE(guc_lfd_short_buffers),
	KUNIT_CASE(guc_lfd_every_byte_is_written),
	KUNIT_CASE(guc_lfd_padding),
	KUNIT_CASE(guc_lfd_release_of_any_length),
	KUNIT_CASE(guc_lfd_segs_copy),
	KUNIT_CASE(guc_lfd_comment),
	KUNIT_CASE(guc_lfd_any_page_makes_a_file),
	KUNIT_CASE(guc_lfd_any_pointers_make_a_file),
	{}
};

static struct kunit_suite guc_lfd_write_suite = {
	.name = "guc_lfd_write",
	.test_cases = guc_lfd_write_cases,
};

kunit_test_suite(guc_lfd_write_suite);
