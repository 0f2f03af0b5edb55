// SPDX-License-Identifier: GPL-2.0-only
/*
 * Since Linux 7.0, xe has a debugfs file guc_log_lfd of its own, which has defects in Linux 7.3.
 * Each test checks that the code of this project does not have one of these defects. The numbers D1
 * to D21 only identify the defects; 19 and 20 are not used. D14 to D16 and D18 concern the copying
 * of a log and are in snapshot_kunit.c. D18 is not a defect of guc_log_lfd, but of xe's text files.
 * The LIC (log init config) is a list of KLVs (key, length, value) in the log buffer.
 */
#include "test_guard.h"
#include "test_image.h"

/*
 * Expect that every span of the parsed log lies in the available bytes of the image, and
 * that no length is negative.
 */
static void expect_inside(struct test_image *img, const char *label)
{
	const struct guc_log *log = &img->log;
	const struct guc_span spans[] = {
		log->events.nr_runs > 0 ? log->events.run[0].span : (struct guc_span){ 0 },
		log->events.nr_runs > 1 ? log->events.run[1].span : (struct guc_span){ 0 },
		log->events.before_load,
		log->crash,
	};
	unsigned int i;

	KUNIT_EXPECT_LE_MSG(img->test, log->events.nr_runs, 2, "%s", label);
	for (i = 0; i < ARRAY_SIZE(spans); i++)
		KUNIT_EXPECT_LE_MSG(img->test, spans[i].offset + spans[i].len,
				    img->len, "%s: span %u", label, i);
	KUNIT_EXPECT_LE_MSG(img->test, guc_events_bytes(&log->events),
			    log->region[GUC_REGION_EVENT].avail, "%s", label);
}

/*
 * After a wrap of the ring, the file must have all events, oldest first. In Linux 7.3, guc_log_lfd
 * has only the events before the write pointer, here 149 of 3276 (defect D1).
 */
static void guc_log_d01_wrapped_ring_is_whole(struct kunit *test)
{
	struct test_image *img = test_real(test);
	const u8 *ring = img->data + 0x1000;
	struct guc_view block;

	test_parse(img);
	test_write(img);
	block = test_block(img, 0x2000, 0);
	KUNIT_ASSERT_EQ(test, block.len, 4 + 65520);
	KUNIT_EXPECT_MEMEQ(test, block.data, "\2\0\0\0", 4);
	KUNIT_EXPECT_MEMEQ(test, block.data + 4, ring + 0xba4, 0xfff0 - 0xba4);
	KUNIT_EXPECT_MEMEQ(test, block.data + 4 + 0xfff0 - 0xba4, ring, 0xba4);
	KUNIT_EXPECT_NULL(test, test_block(img, 0x2000, 1).data);
	KUNIT_EXPECT_TRUE(test, test_has_line(img, "event_entries=3276"));
	KUNIT_EXPECT_TRUE(test, test_has_line(img, "event_order=wrapped, oldest first"));
}

/*
 * A ring that has just wrapped to offset 0 must count as full. In Linux 7.3, every ring with equal
 * read and write pointers counts as empty (defect D2).
 */
static void guc_log_d02_wrapped_to_zero_is_full(struct kunit *test)
{
	struct test_image *img = test_small(test);
	struct guc_view block;

	test_ring(img, 0, 0, T_SMALL_WRAP);
	test_parse(img);
	test_write(img);
	block = test_block(img, 0x2000, 0);
	KUNIT_ASSERT_EQ(test, block.len, 4 + T_SMALL_WRAP);
	KUNIT_EXPECT_MEMEQ(test, block.data + 4, img->data + 0x1000, T_SMALL_WRAP);

	test_ring(img, 100, 100, T_SMALL_WRAP);
	test_parse(img);
	KUNIT_EXPECT_EQ(test, guc_events_bytes(&img->log.events), T_SMALL_WRAP);
}

/*
 * The last key of the LIC must be read. Linux 7.3 counts the header of each KLV twice, and
 * therefore never reads the last key (defect D3).
 */
static void guc_log_d03_last_lic_key_is_read(struct kunit *test)
{
	struct test_image *img = test_real(test);

	test_parse(img);
	KUNIT_EXPECT_EQ(test, img->log.lic.known, 0x3e);
	KUNIT_EXPECT_EQ(test, img->log.lic.value[5], 0x1e);
	test_write(img);
	KUNIT_EXPECT_MEMEQ(test, test_block(img, 5, 0).data, "\x1e\0\0\0", 4);
}

/*
 * For a key that the LIC does not have, the file must have no block. In Linux 7.3, guc_log_lfd has
 * a block with a value from uninitialised stack memory (defect D4).
 */
static void guc_log_d04_absent_lic_has_no_values(struct kunit *test)
{
	struct test_image *img = test_small(test);
	u32 key;

	test_put(img, T_LIC, 0);
	KUNIT_EXPECT_EQ(test, test_parse(img), -ENOENT);
	KUNIT_EXPECT_FALSE(test, img->log.lic.present);
	KUNIT_EXPECT_EQ(test, img->log.lic.known, 0);
	test_write(img);
	for (key = 1; key <= 5; key++) {
		KUNIT_EXPECT_EQ(test, img->log.lic.value[key], 0);
		KUNIT_EXPECT_NULL(test, test_block(img, key, 0).data);
	}
	KUNIT_EXPECT_TRUE(test, test_has_line(img, "fault=LIC at 0x6c: no LIC"));
	KUNIT_EXPECT_FALSE(test, test_has_text(img, "lic_version="));
}

/*
 * A LIC with another minor version must be read, and a LIC with another major version must be a
 * fault. Linux 7.3 parses a LIC with another minor version as a buffer state (defect D5).
 */
static void guc_log_d05_higher_lic_minor_is_read(struct kunit *test)
{
	static const char sentence[] =
		"fault=LIC at 0x70: version is 0x20000, expected major 0x1";
	struct test_image *img = test_small(test);

	test_put(img, T_LIC + 4, 0x00010001);
	KUNIT_EXPECT_EQ(test, test_parse(img), 0);
	KUNIT_EXPECT_EQ(test, img->log.lic.known, 0x3e);
	test_write(img);
	KUNIT_EXPECT_TRUE(test, test_has_line(img, "lic_version=1.1"));

	test_put(img, T_LIC + 4, 0x00020000);
	KUNIT_EXPECT_EQ(test, test_parse(img), -EPROTONOSUPPORT);
	KUNIT_EXPECT_EQ(test, img->log.nr_faults, 1);
	KUNIT_EXPECT_EQ(test, img->log.lic.known, 0);
	test_write(img);
	KUNIT_EXPECT_TRUE(test, test_has_line(img, sentence));
}

/*
 * Unknown keys of the LIC must be skipped, and with a wrong data_count, no key may be read after
 * the end of the page. In Linux 7.3, an unknown key causes a warning and ends the parsing, and
 * data_count has no bound (defect D6).
 */
static void guc_log_d06_unknown_keys_are_skipped(struct kunit *test)
{
	struct test_image *img = test_small(test);
	unsigned int i;

	/* key 2 becomes the unknown key 0x7777 with three dwords, which include key 3 */
	test_put(img, T_KLV(2), 0x77770003);
	KUNIT_EXPECT_EQ(test, test_parse(img), -ENOENT);
	KUNIT_EXPECT_EQ(test, img->log.lic.unknown_keys, 1);
	KUNIT_EXPECT_EQ(test, img->log.lic.known, BIT(1) | BIT(4) | BIT(5));
	KUNIT_EXPECT_EQ(test, img->log.lic.value[5], 0x1e);
	test_write(img);
	KUNIT_EXPECT_TRUE(test, test_has_line(img, "lic_unknown_keys=1"));

	img = test_small(test);
	img->total = 4096;
	test_cut(img, 4096);
	for (i = T_KLV(6); i < 4096; i += 4)
		test_put(img, i, 0x00ff0000);
	test_put(img, T_LIC + 8, 0xffffffff);
	test_parse(img);
	KUNIT_EXPECT_EQ(test, img->log.lic.known, 0x3e);
	KUNIT_EXPECT_EQ(test, img->log.lic.unknown_keys, 984);
}

/*
 * A KLV of a known key with another length than 1 must be a fault, and its value must not be used.
 * Linux 7.3 assumes that the length of every KLV is 1 (defect D7).
 */
static void guc_log_d07_klv_length_counts(struct kunit *test)
{
	static const u32 heads[] = { 0x00010000, 0x00010002, 0x0001ffff };
	static const enum guc_fault_code codes[] = {
		GUC_FAULT_KLV_LEN, GUC_FAULT_KLV_LEN, GUC_FAULT_KLV_TRUNCATED
	};
	struct test_image *img = test_small(test);
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(heads); i++) {
		test_put(img, T_KLV(1), heads[i]);
		test_parse(img);
		KUNIT_EXPECT_FALSE(test, guc_lic_has(&img->log.lic, 1));
		KUNIT_EXPECT_EQ(test, img->log.lic.value[1], 0);
		KUNIT_EXPECT_EQ(test, img->log.fault[0].code, codes[i]);
		test_write(img);
		KUNIT_EXPECT_NULL(test, test_block(img, 1, 0).data);
	}
}

/*
 * A pointer or size beyond its limit must be a fault, and no part of the log may then lie outside
 * the image. Linux 7.3 checks none of read_ptr, write_ptr, size and wrap_offset (defect D8).
 */
static void guc_log_d08_every_pointer_is_bounded(struct kunit *test)
{
	static const u32 fields[] = { T_READ, T_WRITE, T_SIZE, T_WRAP };
	static const u32 values[] = {
		0x401, 0x404, 0x1540, 0x7fffffff, 0x80000000, 0xfffffffc, 0xffffffff
	};
	struct test_image *img = test_small(test);
	unsigned int i, j;

	for (i = 0; i < ARRAY_SIZE(fields); i++) {
		u32 good = test_get(img, T_EVENT + fields[i]);

		for (j = 0; j < ARRAY_SIZE(values); j++) {
			test_put(img, T_EVENT + fields[i], values[j]);
			KUNIT_EXPECT_NE(test, test_parse(img), 0);
			expect_inside(img, "one word");
			test_write(img);
		}
		test_put(img, T_EVENT + fields[i], good);
	}
	KUNIT_EXPECT_EQ(test, test_parse(img), 0);
}

/*
 * No length may become negative. In Linux 7.3, a wrap_offset that is greater than the size of the
 * ring, or less than read_ptr, gives a negative length (defect D9).
 */
static void guc_log_d09_no_length_is_negative(struct kunit *test)
{
	static const char sentence[] =
		"fault=event data at 0x18: wrap_offset is 0x404, expected at most 0x400";
	struct test_image *img = test_small(test);

	test_ring(img, 200, 100, 120);
	memset(img->data + 0x1000 + 120, 0, 0x400 - 120);
	KUNIT_EXPECT_EQ(test, test_parse(img), 0);
	expect_inside(img, "wrap < read_ptr");
	KUNIT_EXPECT_EQ(test, guc_events_bytes(&img->log.events), 120);
	KUNIT_EXPECT_FALSE(test, img->log.events.has_unread);

	test_ring(img, 200, 100, 0x404);
	KUNIT_EXPECT_EQ(test, test_parse(img), -EBADMSG);
	expect_inside(img, "wrap > size");
	KUNIT_EXPECT_EQ(test, guc_events_bytes(&img->log.events), 1020);
	test_write(img);
	KUNIT_EXPECT_TRUE(test, test_has_line(img, "event_order=storage order"));
	KUNIT_EXPECT_TRUE(test, test_has_line(img, sentence));
}

/*
 * For any pointers, the file must be at most 4096 bytes longer than the image. In Linux 7.3, a
 * negative length makes the output buffer double without end (defect D10).
 */
static void guc_log_d10_file_is_no_longer_than_its_image(struct kunit *test)
{
	static const u32 values[] = { 0, 4, 0x400, 0x401, 0x7ffffffc, 0xffffffff };
	struct test_image *img = test_small(test);
	unsigned int r, w, wrap;

	for (r = 0; r < ARRAY_SIZE(values); r++)
		for (w = 0; w < ARRAY_SIZE(values); w++)
			for (wrap = 0; wrap < ARRAY_SIZE(values); wrap++) {
				test_ring(img, values[r], values[w], values[wrap]);
				test_parse(img);
				expect_inside(img, "three words");
				test_write(img);
				KUNIT_EXPECT_LE(test, img->made.size, img->len + 4096);
			}
}

/*
 * The search for a byte of the crash dump that is not 0 must end at the end of the region. In Linux
 * 7.3, this search reads past the end of a 2 MiB chunk (defect D11).
 */
static void guc_log_d11_crash_check_ends_with_the_region(struct kunit *test)
{
	static const u32 sizes[] = {
		4, 8, 4092, 4096, 4100, 0x10000, 0x1ffffc, 0x200000, 0x200004
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(sizes); i++) {
		/*
		 * the region is the last one in the image, so no page is
		 * mapped after it
		 */
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
 * The search for states and the LIC must end at the end of the state page. In Linux 7.3, this
 * search goes beyond the page (defect D12).
 */
static void guc_log_d12_state_walk_ends_with_the_page(struct kunit *test)
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
 * The data of a block must be padded with zeroes to a multiple of 4 bytes. In Linux 7.3, data of
 * another length are not padded, so all further blocks are misaligned (defect D13).
 */
static void guc_log_d13_blocks_are_padded_with_zeroes(struct kunit *test)
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
 * The comment must have the clock anchor: a time on the GuC's clock and on the host's clock. In
 * Linux 7.3, guc_log_lfd has neither of the two, although xe reads both clocks for each copy of a
 * log, and writes both times into its text files (defect D17).
 */
static void guc_log_d17_anchor_is_in_the_comment(struct kunit *test)
{
	struct test_image *img = test_small(test);

	test_fact(img, "reference_clock_hz", "19200000");
	test_fact(img, "anchor_boottime_ns", "41943006830582");
	test_fact(img, "anchor_realtime_ns", "1789335967357590735");
	test_fact(img, "anchor_guc_tick", "808193509068");
	test_fact(img, "anchor_uncertainty_ns", "750");
	test_parse(img);
	test_write(img);
	KUNIT_EXPECT_TRUE(test, test_has_line(img, "reference_clock_hz=19200000"));
	KUNIT_EXPECT_TRUE(test, test_has_line(img, "anchor_boottime_ns=41943006830582"));
	KUNIT_EXPECT_TRUE(test, test_has_line(img, "anchor_realtime_ns=1789335967357590735"));
	KUNIT_EXPECT_TRUE(test, test_has_line(img, "anchor_guc_tick=808193509068"));
	KUNIT_EXPECT_TRUE(test, test_has_line(img, "anchor_uncertainty_ns=750"));
	/* blocks without a published layout are not written */
	KUNIT_EXPECT_NULL(test, test_block(img, 0x6002, 0).data);
	KUNIT_EXPECT_NULL(test, test_block(img, 0x6003, 0).data);
}

/*
 * The comment must have no line for an unknown value of the clock anchor (see defect D17), but must
 * have a line for a value that is known to be 0.
 */
static void guc_log_d17_no_anchor_is_no_line(struct kunit *test)
{
	struct test_image *img = test_small(test);

	test_fact(img, "anchor_guc_tick", "0");
	test_parse(img);
	test_write(img);
	KUNIT_EXPECT_TRUE(test, test_has_line(img, "anchor_guc_tick=0"));
	KUNIT_EXPECT_FALSE(test, test_has_text(img, "anchor_boottime_ns"));
}

/*
 * The release of the kernel must be written completely, which Linux 7.3 does not do (defect
 * D21). If the length of the release is a multiple of 4, no zero byte follows, and only the
 * length of the block shows where the release ends.
 */
static void guc_log_d21_release_of_any_length(struct kunit *test)
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

static struct kunit_case guc_defects_cases[] = {
	KUNIT_CASE(guc_log_d01_wrapped_ring_is_whole),
	KUNIT_CASE(guc_log_d02_wrapped_to_zero_is_full),
	KUNIT_CASE(guc_log_d03_last_lic_key_is_read),
	KUNIT_CASE(guc_log_d04_absent_lic_has_no_values),
	KUNIT_CASE(guc_log_d05_higher_lic_minor_is_read),
	KUNIT_CASE(guc_log_d06_unknown_keys_are_skipped),
	KUNIT_CASE(guc_log_d07_klv_length_counts),
	KUNIT_CASE(guc_log_d08_every_pointer_is_bounded),
	KUNIT_CASE(guc_log_d09_no_length_is_negative),
	KUNIT_CASE(guc_log_d10_file_is_no_longer_than_its_image),
	KUNIT_CASE(guc_log_d11_crash_check_ends_with_the_region),
	KUNIT_CASE(guc_log_d12_state_walk_ends_with_the_page),
	KUNIT_CASE(guc_log_d13_blocks_are_padded_with_zeroes),
	KUNIT_CASE(guc_log_d17_anchor_is_in_the_comment),
	KUNIT_CASE(guc_log_d17_no_anchor_is_no_line),
	KUNIT_CASE(guc_log_d21_release_of_any_length),
	{}
};

static struct kunit_suite guc_defects_suite = {
	.name = "guc_defects",
	.test_cases = guc_defects_cases,
};

kunit_test_suite(guc_defects_suite);
