// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of the writer of LFD files (logs in blocks, see guc_lfd.h) that compare complete files
 * byte by byte. A big-endian host must write the same files.
 */
#include "test_image.h"
#include "test_want.h"

static void expect_file(struct test_image *img, const struct test_want *want)
{
	size_t i;

	test_write(img);
	KUNIT_EXPECT_EQ(img->test, img->file.len, want->len);
	for (i = 0; i < want->len && i < img->file.len; i++)
		if (img->file.data[i] != want->bytes[i])
			break;
	KUNIT_EXPECT_EQ_MSG(img->test, i, want->len, "first wrong byte at 0x%zx", i);
}

/* Make an image with 64 bytes of events, 16 of crash dump and 16 of captures. */
static struct test_image *tiny(struct kunit *test, u32 write, u32 wrap)
{
	struct test_image *img = test_image(test, 0x40, 0x10, 0x10);

	test_put(img, T_EVENT + T_WRITE, write);
	test_put(img, T_EVENT + T_WRAP, wrap);
	return img;
}

/* The exact file for a log with a wrapped ring, a crash dump, facts and notes. */
static void guc_lfd_bytes_wrapped(struct kunit *test)
{
	static const u8 blocks[] = {
		/* firmware version, device id, frequency, GMD ID, platform */
		0x86, 0x80, 1, 0, 1, 0, 0, 0, 0x01, 0x2c, 0x46, 0x00,
		0x86, 0x80, 2, 0, 1, 0, 0, 0, 0x61, 0x00, 0x00, 0x00,
		0x86, 0x80, 3, 0, 1, 0, 0, 0, 0x00, 0x4b, 0x00, 0x00,
		0x86, 0x80, 4, 0, 1, 0, 0, 0, 0x00, 0x80, 0x00, 0x05,
		0x86, 0x80, 5, 0, 1, 0, 0, 0, 0x1e, 0x00, 0x00, 0x00,
		/* Linux */
		0x86, 0x80, 0x00, 0x40, 3, 0, 0, 0, 2, 0, 0, 0,
		'6', '.', '1', '2', '.', '0', '-', 't',
		/* events, from write_ptr to wrap_offset, then from 0 */
		0x86, 0x80, 0x00, 0x20, 16, 0, 0, 0, 2, 0, 0, 0,
		5, 0, 0, 0xe0, 6, 0, 0, 0xe0, 7, 0, 0, 0xe0, 8, 0, 0, 0xe0,
		9, 0, 0, 0xe0, 10, 0, 0, 0xe0, 11, 0, 0, 0xe0, 12, 0, 0, 0xe0,
		13, 0, 0, 0xe0, 14, 0, 0, 0xe0, 0, 0, 0, 0xe0, 1, 0, 0, 0xe0,
		2, 0, 0, 0xe0, 3, 0, 0, 0xe0, 4, 0, 0, 0xe0,
		/* crash dump */
		0x86, 0x80, 0x01, 0x20, 4, 0, 0, 0,
		0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 'a', 'b', 'c', 'd',
	};
	static const char comment[] =
		"writer=xe_guclog 0.1.0\n"
		"source=replay\n"
		"driver=replay\n"
		"pci_id=8086:e223\n"
		"gt=0\n"
		"tile=0\n"
		"gt_type=main\n"
		"lic_version=1.0\n"
		"event_order=wrapped, oldest first\n"
		"event_version=2\n"
		"event_size=64\n"
		"event_bytes=60\n"
		"event_entries=3\n"
		"event_write_ptr=0x14\n"
		"event_wrap_offset=0x3c\n"
		"event_read_ptr=0x0\n"
		"event_full_count=3\n"
		"crash_dump=present, 16 bytes\n"
		"note=1\n"
		"note=2\n";
	struct test_image *img = tiny(test, 20, 60);
	struct test_want *want = want_file(test);

	test_put(img, T_EVENT + T_FLAGS, 0x7);
	test_put(img, 0x1000 + 0x40 + 12, 0x64636261);
	test_fact(img, "source", "replay");
	test_fact(img, "driver", "replay");
	test_fact(img, "kernel", "6.12.0-t");
	test_fact(img, "pci_id", "8086:e223");
	test_fact(img, "vram_bytes", "34359738368");
	test_fact(img, "gt", "0");
	test_fact(img, "tile", "0");
	test_fact(img, "gt_type", "main");
	test_fact(img, "status", "ok");
	img->notes = "note=1\nnote=2\n";
	KUNIT_EXPECT_EQ(test, test_parse(img), 0);

	want_bytes(test, want, blocks, sizeof(blocks));
	want_block(test, want, 0x6001, comment, strlen(comment));
	expect_file(img, want);
}

/*
 * The exact file for a log with events from before the load of the firmware, a missing LIC key, no
 * kernel release, and entries of an unknown version, which are taken for dwords.
 */
static void guc_lfd_bytes_before_load(struct kunit *test)
{
	static const char comment[] =
		"writer=xe_guclog 0.1.0\n"
		"lic_version=1.7\n"
		"lic_unknown_keys=1\n"
		"event_order=not wrapped, oldest first\n"
		"event_version=3\n"
		"event_size=64\n"
		"event_bytes=8\n"
		"event_write_ptr=0x8\n"
		"event_wrap_offset=0x40\n"
		"event_read_ptr=0x4\n"
		"event_unread_bytes=4\n"
		"event_full_count=0\n"
		"crash_dump=none\n"
		"fault=LIC at 0x6c: no value for key 0x3\n";
	static const char again[] =
		"events=written before the firmware was loaded again\n"
		"events_order=storage order\n"
		"events_offset=0x8\n"
		"events_bytes=12\n";
	struct test_image *img = tiny(test, 8, 0x40);
	struct test_want *want = want_file(test);

	test_put(img, T_EVENT + T_READ, 4);
	test_put(img, T_EVENT + T_VERSION, 3);
	test_put(img, T_LIC + 4, 0x10007);
	test_put(img, T_KLV(3), 0xabcd0001);
	memset(img->data + 0x1000 + 17, 0, 0x40 - 17);
	KUNIT_EXPECT_EQ(test, test_parse(img), -ENOENT);

	want_value(test, want, 1, 0x462c01);
	want_value(test, want, 2, 0x61);
	want_value(test, want, 4, 0x5008000);
	want_value(test, want, 5, 0x1e);
	want_value(test, want, 0x4000, 2);
	want_block(test, want, 0x2000, "\3\0\0\0\0\0\0\xe0\1\0\0\xe0", 12);
	want_block(test, want, 0x6001, comment, strlen(comment));
	want_block(test, want, 0x6001, again, strlen(again));
	want_block(test, want, 0x2000, "\3\0\0\0\2\0\0\xe0\3\0\0\xe0\4\0\0", 16);
	expect_file(img, want);
}

/*
 * The block of events from before the load of the firmware must end with a whole entry, here of 20
 * bytes.
 */
static void guc_lfd_bytes_whole_entries(struct kunit *test)
{
	struct test_image *img = tiny(test, 20, 0);
	static const char entry[21] = "\2\0\0\0\1\0\0\0\0\0\0\0\1";

	memset(img->data + 0x1000, 0, 0x40);
	img->data[0x1000 + 20] = 1;
	img->data[0x1000 + 28] = 1;
	KUNIT_EXPECT_EQ(test, test_parse(img), 0);
	test_write(img);
	KUNIT_ASSERT_EQ(test, test_block(img, 0x2000, 1).len, 24);
	KUNIT_EXPECT_MEMEQ(test, test_block(img, 0x2000, 1).data, entry, 21);
	KUNIT_EXPECT_TRUE(test, test_has_line(img, "events_offset=0x14"));
	KUNIT_EXPECT_TRUE(test, test_has_line(img, "events_bytes=20"));
	KUNIT_EXPECT_TRUE(test, test_has_line(img, "events_entries=1"));
}

/*
 * The exact file for an image that ends inside an entry of the older part of a wrapped ring. There
 * must be two blocks of events, and between them a comment about the missing events.
 */
static void guc_lfd_bytes_gap(struct kunit *test)
{
	static const char gap[] =
		"events=events right before these are missing\n"
		"events_gap_bytes=40\n"
		"events_gap_entries=2\n"
		"events_bytes=20\n"
		"events_entries=1\n";
	static const char comment[] =
		"writer=xe_guclog 0.1.0\n"
		"lic_version=1.0\n"
		"event_order=wrapped, oldest first\n"
		"event_version=2\n"
		"event_size=96\n"
		"event_bytes=40\n"
		"event_entries=2\n"
		"event_gap_bytes=40\n"
		"event_gap_entries=2\n"
		"event_write_ptr=0x14\n"
		"event_wrap_offset=0x50\n"
		"event_read_ptr=0x0\n"
		"event_full_count=0\n"
		"crash_dump=unknown\n"
		"fault=event data at 0x1000: available bytes are 0x37, expected 0x60\n"
		"fault=crash dump at 0x1060: available bytes are 0x0, expected 0x10\n";
	struct test_image *img = test_image(test, 0x60, 0x10, 0x10);
	struct test_want *want = want_file(test);

	test_put(img, T_EVENT + T_WRITE, 20);
	test_put(img, T_EVENT + T_WRAP, 80);
	test_cut(img, 0x1000 + 55);
	KUNIT_EXPECT_EQ(test, test_parse(img), -ENODATA);

	want_value(test, want, 1, 0x462c01);
	want_value(test, want, 2, 0x61);
	want_value(test, want, 3, 0x4b00);
	want_value(test, want, 4, 0x5008000);
	want_value(test, want, 5, 0x1e);
	want_value(test, want, 0x4000, 2);
	want_block(test, want, 0x2000,
		   "\2\0\0\0\5\0\0\xe0\6\0\0\xe0\7\0\0\xe0\x8\0\0\xe0\x9\0\0\xe0", 24);
	want_block(test, want, 0x6001, gap, strlen(gap));
	want_block(test, want, 0x2000,
		   "\2\0\0\0\0\0\0\xe0\1\0\0\xe0\2\0\0\xe0\3\0\0\xe0\4\0\0\xe0", 24);
	want_block(test, want, 0x6001, comment, strlen(comment));
	expect_file(img, want);
}

/*
 * For a state page without any valid state, the file must have no block with data of the log. A
 * comment must list the faults.
 */
static void guc_lfd_bytes_garbage(struct kunit *test)
{
	struct test_image *img = tiny(test, 0, 0);
	struct test_want *want = want_file(test);
	char *comment = kunit_kzalloc(test, 2048, GFP_KERNEL);
	size_t len = 0;
	unsigned int i;

	KUNIT_ASSERT_NOT_NULL(test, comment);
	memset(img->data, 0xff, img->len);
	test_fact(img, "kernel", "6.12.0-test");
	KUNIT_EXPECT_EQ(test, test_parse(img), -EBADMSG);

	want_block(test, want, 0x4000, "\2\0\0\0006.12.0-test", 15);
	len += snprintf(comment, 2048,
			"writer=xe_guclog 0.1.0\nevent_order=absent\ncrash_dump=unknown\n");
	for (i = 0; i < 16; i++)
		len += snprintf(comment + len, 2048 - len,
				"fault=state page at 0x%x: unknown marker 0xffffffffffffffff\n",
				36 * i);
	/* 113 unknown states fit into the page; four more faults are the missing regions and LIC */
	len += snprintf(comment + len, 2048 - len, "faults_not_listed=%u\n", 113 + 4 - 16);
	want_block(test, want, 0x6001, comment, len);
	expect_file(img, want);
}

/* Without an image, a valid file with the fewest possible blocks must be written. */
static void guc_lfd_bytes_nothing(struct kunit *test)
{
	static const char comment[] =
		"writer=xe_guclog 0.1.0\n"
		"event_order=absent\n"
		"crash_dump=unknown\n"
		"fault=state page at 0x0: length is 0x0, expected at least 0x1000\n";
	struct test_image *img = tiny(test, 0, 0);
	struct test_want *want = want_file(test);

	img->total = 0;
	test_cut(img, 0);
	KUNIT_EXPECT_EQ(test, test_parse(img), -ENODATA);
	want_value(test, want, 0x4000, 2);
	want_block(test, want, 0x6001, comment, strlen(comment));
	expect_file(img, want);
}

/*
 * The file for a long log must have the right length and CRC. The log has the states and the LIC of
 * a real log, and a ring that has wrapped.
 */
static void guc_lfd_bytes_real_words(struct kunit *test)
{
	struct test_image *img = test_real(test);

	test_fact(img, "source", "replay");
	test_fact(img, "kernel", "6.12.0");
	test_parse(img);
	test_write(img);
	/* length and CRC-32, computed with Python's zlib */
	KUNIT_EXPECT_EQ(test, img->file.len, 65892);
	KUNIT_EXPECT_EQ(test, test_crc32(img->file.data, img->file.len), 0xe93e9bc7);
	KUNIT_EXPECT_EQ(test, test_crc32("123456789", 9), 0xcbf43926);
}

static struct kunit_case guc_lfd_bytes_cases[] = {
	KUNIT_CASE(guc_lfd_bytes_wrapped),
	KUNIT_CASE(guc_lfd_bytes_before_load),
	KUNIT_CASE(guc_lfd_bytes_whole_entries),
	KUNIT_CASE(guc_lfd_bytes_gap),
	KUNIT_CASE(guc_lfd_bytes_garbage),
	KUNIT_CASE(guc_lfd_bytes_nothing),
	KUNIT_CASE(guc_lfd_bytes_real_words),
	{}
};

static struct kunit_suite guc_lfd_bytes_suite = {
	.name = "guc_lfd_bytes",
	.test_cases = guc_lfd_bytes_cases,
};

kunit_test_suite(guc_lfd_bytes_suite);
