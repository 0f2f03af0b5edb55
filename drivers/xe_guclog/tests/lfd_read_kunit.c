// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of the reader of LFD files (logs in blocks, see guc_lfd.h). A valid file must be accepted.
 * If this file is truncated at any byte or damaged in any field, the exact fault must be reported.
 */
#include "test_guard.h"
#include "test_image.h"
#include "test_want.h"

#define LFD	GUC_SECTION_LFD

/* Offsets of blocks in the file that good_file() makes. */
#define FW	12u
#define OS	72u
#define EVENTS	92u
#define CRASH	116u
#define COMMENT	128u
#define END	148u

/* A valid file of 148 bytes, with a block of every type for which a layout is defined. */
static struct test_want *good_file(struct kunit *test)
{
	struct test_want *want = want_file(test);

	want_value(test, want, 1, 0x462c01);
	want_value(test, want, 2, 0x61);
	want_value(test, want, 3, 0x4b00);
	want_value(test, want, 4, 0x5008000);
	want_value(test, want, 5, 0x1e);
	KUNIT_ASSERT_EQ(test, want->len, OS);
	want_block(test, want, 0x4000, "\2\0\0\0006.12.0", 10);
	KUNIT_ASSERT_EQ(test, want->len, EVENTS);
	want_block(test, want, 0x2000, "\2\0\0\0abcdefghijkl", 16);
	KUNIT_ASSERT_EQ(test, want->len, CRASH);
	want_block(test, want, 0x2001, "\1", 1);
	KUNIT_ASSERT_EQ(test, want->len, COMMENT);
	want_block(test, want, 0x6001, "a=b\n\tc= ~\n", 10);
	KUNIT_ASSERT_EQ(test, want->len, END);
	return want;
}

static int check(struct kunit *test, const struct test_want *want, size_t len,
		 struct guc_lfd_summary *sum, struct guc_fault *fault)
{
	u8 *copy = test_guarded(test, len);

	memcpy(copy, want->bytes, len);
	memset(sum, 0xa5, sizeof(*sum));
	memset(fault, 0xa5, sizeof(*fault));
	return guc_lfd_check(guc_view(copy, len), sum, fault);
}

/* A valid file must have no fault, and the summary must count all its blocks. */
static void guc_lfd_good_file(struct kunit *test)
{
	struct test_want *want = good_file(test);
	struct guc_lfd_summary sum;
	struct guc_fault fault;

	KUNIT_EXPECT_EQ(test, check(test, want, want->len, &sum, &fault), 0);
	KUNIT_EXPECT_EQ(test, fault.code, GUC_FAULT_NONE);
	KUNIT_EXPECT_EQ(test, sum.version, 0x10000);
	KUNIT_EXPECT_EQ(test, sum.blocks, 9);
	KUNIT_EXPECT_EQ(test, sum.unknown, 0);
	KUNIT_EXPECT_EQ(test, sum.missing, 0);
	KUNIT_EXPECT_EQ(test, sum.end, END);

	/* a file that consists of the header alone is valid and has no blocks */
	KUNIT_EXPECT_EQ(test, check(test, want, 12, &sum, &fault), 0);
	KUNIT_EXPECT_EQ(test, sum.blocks, 0);
	KUNIT_EXPECT_EQ(test, sum.missing, 0x3f);
	KUNIT_EXPECT_EQ(test, sum.end, 12);
}

/* The reader must return block after block, with pointers into the file. */
static void guc_lfd_walk(struct kunit *test)
{
	static const struct {
		u32 offset;
		u32 type;
		u32 count;
	} rows[] = {
		{ 12, 1, 1 }, { 24, 2, 1 }, { 36, 3, 1 }, { 48, 4, 1 }, { 60, 5, 1 },
		{ OS, 0x4000, 3 }, { EVENTS, 0x2000, 4 }, { CRASH, 0x2001, 1 },
		{ COMMENT, 0x6001, 3 },
	};
	struct test_want *want = good_file(test);
	struct guc_lfd_reader reader;
	struct guc_lfd_block block;
	unsigned int i;

	KUNIT_ASSERT_EQ(test, guc_lfd_open(&reader, guc_view(want->bytes, want->len)), 0);
	KUNIT_EXPECT_EQ(test, reader.version, 0x10000);
	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		KUNIT_ASSERT_EQ(test, guc_lfd_next(&reader, &block), 1);
		KUNIT_EXPECT_EQ(test, block.offset, rows[i].offset);
		KUNIT_EXPECT_EQ(test, block.type, rows[i].type);
		KUNIT_EXPECT_EQ(test, block.data_count, rows[i].count);
		KUNIT_EXPECT_EQ(test, block.data.len, 4 * rows[i].count);
		KUNIT_EXPECT_TRUE(test, block.data.data == want->bytes + rows[i].offset + 8);
	}
	KUNIT_EXPECT_EQ(test, guc_lfd_next(&reader, &block), 0);
	KUNIT_EXPECT_EQ(test, guc_lfd_next(&reader, &block), 0);
	KUNIT_EXPECT_EQ(test, reader.fault.code, GUC_FAULT_NONE);
	KUNIT_EXPECT_EQ(test, reader.pos, END);
}

/*
 * A file that ends after a whole block must be valid. A file that ends at any other byte
 * must be reported as truncated.
 */
static void guc_lfd_truncated(struct kunit *test)
{
	static const u32 starts[] = {
		12, 24, 36, 48, 60, OS, EVENTS, CRASH, COMMENT, END
	};
	struct test_want *want = good_file(test);
	struct guc_lfd_summary sum;
	struct guc_fault fault;
	unsigned int block = 0;
	size_t len;

	for (len = 0; len < END; len++) {
		struct guc_fault truth = { 0 };
		size_t start, left;

		while (len >= starts[block + 1])
			block++;
		start = len < 12 ? 0 : starts[block];
		left = len - start;
		if (len < 12)
			truth = (struct guc_fault){ GUC_FAULT_TOO_SHORT, LFD, 0, len, 12 };
		else if (left && left < 8)
			truth = (struct guc_fault){ GUC_FAULT_TOO_SHORT, LFD, start, left, 8 };
		else if (left)
			truth = (struct guc_fault){ GUC_FAULT_BLOCK_COUNT, LFD, start + 4,
				want->bytes[start + 4], (left - 8) / 4 };
		KUNIT_EXPECT_EQ_MSG(test, check(test, want, len, &sum, &fault),
				    truth.code ? -ENODATA : 0, "%zu bytes", len);
		test_fault(test, "cut", &fault, &truth);
		KUNIT_EXPECT_EQ_MSG(test, sum.end, start, "%zu bytes", len);
		KUNIT_EXPECT_EQ(test, sum.blocks, len < 12 ? 0 : block);
	}
}

/* Each row changes one dword of the valid file, and has the fault that this must cause. */
static void guc_lfd_mangled(struct kunit *test)
{
	static const struct {
		const char *label;
		u32 offset;
		u32 value;
		int err;
		struct guc_fault want;
	} rows[] = {
		{ "control", 0, 0x474c5346, 0, T_NO_MORE },
		{ "magic, low", 0, 0x474c5347, -EBADMSG, { GUC_FAULT_LFD_MAGIC, LFD, 0,
		  0x8086aaaa474c5347ull, 0x8086aaaa474c5346ull } },
		{ "magic, high", 4, 0x8086aaab, -EBADMSG, { GUC_FAULT_LFD_MAGIC, LFD, 0,
		  0x8086aaab474c5346ull, 0x8086aaaa474c5346ull } },
		{ "minor", 8, 0x1ffff, 0, T_NO_MORE },
		{ "major 2", 8, 0x20000, -EPROTONOSUPPORT, {
		  GUC_FAULT_LFD_VERSION, LFD, 8, 0x20000, 1 } },
		{ "major 0", 8, 0xffff, -EPROTONOSUPPORT, {
		  GUC_FAULT_LFD_VERSION, LFD, 8, 0xffff, 1 } },
		{ "block magic", FW, 0x18087, -EBADMSG, {
		  GUC_FAULT_BLOCK_MAGIC, LFD, FW, 0x18087, 0x8086 } },
		{ "block magic's other byte", COMMENT, 0x60018186, -EBADMSG, {
		  GUC_FAULT_BLOCK_MAGIC, LFD, COMMENT, 0x60018186, 0x8086 } },
		{ "type 0", FW, 0x8086, -EBADMSG, { GUC_FAULT_BLOCK_TYPE, LFD, FW, 0, 0 } },
		{ "type 0x7fff", FW, 0x7fff8086, 0, T_NO_MORE },
		{ "type 0x8000", FW, 0x80008086, -EBADMSG, {
		  GUC_FAULT_BLOCK_TYPE, LFD, FW, 0x8000, 0 } },
		{ "type 0xffff", COMMENT, 0xffff8086, -EBADMSG, {
		  GUC_FAULT_BLOCK_TYPE, LFD, COMMENT, 0xffff, 0 } },
		{ "no value", 24 + 4, 0, -EBADMSG, { GUC_FAULT_BLOCK_LEN, LFD, 28, 0, 1 } },
		{ "two values", 24 + 4, 2, -EBADMSG, { GUC_FAULT_BLOCK_LEN, LFD, 28, 2, 1 } },
		{ "value twice", 24, 0x18086, -EBADMSG, {
		  GUC_FAULT_BLOCK_TWICE, LFD, 24, 1, 0 } },
		{ "count over the end", COMMENT + 4, 4, -ENODATA, {
		  GUC_FAULT_BLOCK_COUNT, LFD, COMMENT + 4, 4, 3 } },
		{ "count of 2^30", FW + 4, 0x40000000, -ENODATA, {
		  GUC_FAULT_BLOCK_COUNT, LFD, FW + 4, 0x40000000, 32 } },
		{ "count of 2^32 - 1", FW + 4, 0xffffffff, -ENODATA, {
		  GUC_FAULT_BLOCK_COUNT, LFD, FW + 4, 0xffffffff, 32 } },
		{ "os 1", OS + 8, 1, 0, T_NO_MORE },
		{ "os 4", OS + 8, 4, 0, T_NO_MORE },
		{ "os 0", OS + 8, 0, -EBADMSG, { GUC_FAULT_OS_ID, LFD, OS + 8, 0, 4 } },
		{ "os 5", OS + 8, 5, -EBADMSG, { GUC_FAULT_OS_ID, LFD, OS + 8, 5, 4 } },
		{ "release of zeroes", OS + 12, 0, -EBADMSG, {
		  GUC_FAULT_NOT_TEXT, LFD, OS + 12, 0, 0 } },
		{ "release ends early", OS + 16, 0, 0, T_NO_MORE },
		{ "release with a hole", OS + 16, 0x30003000, -EBADMSG, {
		  GUC_FAULT_NOT_TEXT, LFD, OS + 16, 0, 0 } },
		{ "release with a newline", OS + 16, 0x0a30, -EBADMSG, {
		  GUC_FAULT_NOT_TEXT, LFD, OS + 17, 0x0a, 0 } },
		{ "release with 0x7f", OS + 16, 0x7f, -EBADMSG, {
		  GUC_FAULT_NOT_TEXT, LFD, OS + 16, 0x7f, 0 } },
		{ "release with 0x80", OS + 16, 0x80, -EBADMSG, {
		  GUC_FAULT_NOT_TEXT, LFD, OS + 16, 0x80, 0 } },
		{ "release with ~", OS + 16, 0x7e20, 0, T_NO_MORE },
		{ "comment with a newline, a tab and a tilde", COMMENT + 16, 0x7e0a0920, 0,
		  T_NO_MORE },
		{ "comment of whole dwords", COMMENT + 16, 0x61616161, 0, T_NO_MORE },
		{ "comment padded with 3", COMMENT + 16, 0x00000061, 0, T_NO_MORE },
		{ "comment padded with 4", COMMENT + 16, 0x00000000, -EBADMSG, {
		  GUC_FAULT_NOT_TEXT, LFD, COMMENT + 16, 0, 0 } },
		{ "comment with a hole", COMMENT + 16, 0x00610061, -EBADMSG, {
		  GUC_FAULT_NOT_TEXT, LFD, COMMENT + 17, 0, 0 } },
		{ "comment with 0x1f", COMMENT + 8, 0x6161611f, -EBADMSG, {
		  GUC_FAULT_NOT_TEXT, LFD, COMMENT + 8, 0x1f, 0 } },
		{ "comment with 0x7f", COMMENT + 8, 0x7f616161, -EBADMSG, {
		  GUC_FAULT_NOT_TEXT, LFD, COMMENT + 11, 0x7f, 0 } },
		{ "comment with a return", COMMENT + 8, 0x610d6161, -EBADMSG, {
		  GUC_FAULT_NOT_TEXT, LFD, COMMENT + 10, 0x0d, 0 } },
		{ "events of any bytes", EVENTS + 12, 0xffffffff, 0, T_NO_MORE },
		{ "crash dump of any bytes", CRASH + 8, 0xffffffff, 0, T_NO_MORE },
	};
	struct test_want *good = good_file(test), *bad = good_file(test);
	struct guc_lfd_summary sum;
	struct guc_fault fault;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		memcpy(bad->bytes, good->bytes, good->len);
		bad->len = rows[i].offset;
		want_dword(test, bad, rows[i].value);
		KUNIT_EXPECT_EQ_MSG(test, check(test, bad, good->len, &sum, &fault),
				    rows[i].err, "%s", rows[i].label);
		test_fault(test, rows[i].label, &fault, &rows[i].want);
		if (!rows[i].err)
			KUNIT_EXPECT_EQ_MSG(test, sum.end, END, "%s", rows[i].label);
	}
}

/* A block without data must be a fault if its type requires a dword; else it must be valid. */
static void guc_lfd_empty_blocks(struct kunit *test)
{
	static const struct {
		u32 type;
		struct guc_fault want;
	} rows[] = {
		{ 0x4000, { GUC_FAULT_BLOCK_LEN_MIN, LFD, 16, 0, 1 } },
		{ 0x2000, { GUC_FAULT_BLOCK_LEN_MIN, LFD, 16, 0, 1 } },
		{ 1, { GUC_FAULT_BLOCK_LEN, LFD, 16, 0, 1 } },
		{ 5, { GUC_FAULT_BLOCK_LEN, LFD, 16, 0, 1 } },
		{ 6, T_NO_MORE }, { 0x2001, T_NO_MORE }, { 0x6000, T_NO_MORE },
		{ 0x6001, T_NO_MORE }, { 0x6002, T_NO_MORE }, { 0x7fff, T_NO_MORE },
	};
	struct guc_lfd_summary sum;
	struct guc_fault fault;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		struct test_want *want = want_file(test);

		want_block(test, want, rows[i].type, "", 0);
		KUNIT_EXPECT_EQ_MSG(test, check(test, want, want->len, &sum, &fault),
				    rows[i].want.code ? -EBADMSG : 0, "type 0x%x",
				    rows[i].type);
		test_fault(test, "empty block", &fault, &rows[i].want);
	}
}

/*
 * A second block of a LIC key or of the operating system must be a fault; other blocks may be
 * repeated.
 */
static void guc_lfd_repeated_blocks(struct kunit *test)
{
	static const u32 types[] = {
		1, 2, 3, 4, 5, 0x4000, 0x2000, 0x2001, 0x6001, 0x6000, 0x1fff
	};
	struct guc_lfd_summary sum;
	struct guc_fault fault;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(types); i++) {
		struct test_want *want = want_file(test);
		bool once = types[i] <= 5 || types[i] == 0x4000;
		struct guc_fault twice = {
			GUC_FAULT_BLOCK_TWICE, LFD, 24, types[i], 0
		};
		u32 value = types[i] == 0x6001 ? 0x0a3d3d61 : 2;

		want_value(test, want, types[i], value);
		KUNIT_EXPECT_EQ(test, check(test, want, want->len, &sum, &fault), 0);
		want_value(test, want, types[i], value);
		KUNIT_EXPECT_EQ_MSG(test, check(test, want, want->len, &sum, &fault),
				    once ? -EBADMSG : 0, "type 0x%x", types[i]);
		if (once)
			test_fault(test, "twice", &fault, &twice);
		KUNIT_EXPECT_EQ(test, sum.blocks, once ? 1 : 2);
	}
}

/* Missing and unknown blocks must be reported in the summary, but not as faults. */
static void guc_lfd_summary(struct kunit *test)
{
	static const u32 types[] = { 3, 5, 0x4000, 0x10, 0x2002, 0x4001, 0x6000, 0x7000 };
	static const u32 missing[] = { 0x37, 0x17, 0x16, 0x16, 0x16, 0x16, 0x16, 0x16 };
	static const u32 unknown[] = { 0, 0, 0, 1, 2, 3, 3, 4 };
	struct test_want *want = want_file(test);
	struct guc_lfd_summary sum;
	struct guc_fault fault;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(types); i++) {
		want_value(test, want, types[i], 1);
		KUNIT_EXPECT_EQ(test, check(test, want, want->len, &sum, &fault), 0);
		KUNIT_EXPECT_EQ_MSG(test, sum.missing, missing[i], "type 0x%x", types[i]);
		KUNIT_EXPECT_EQ_MSG(test, sum.unknown, unknown[i], "type 0x%x", types[i]);
	}
}

/* After a fault, each further call of guc_lfd_next() must return the same fault. */
static void guc_lfd_reader_stays_at_a_fault(struct kunit *test)
{
	struct test_want *want = good_file(test);
	struct guc_lfd_reader reader;
	struct guc_lfd_block block;

	want->bytes[24 + 4] = 200;
	KUNIT_ASSERT_EQ(test, guc_lfd_open(&reader, guc_view(want->bytes, want->len)), 0);
	KUNIT_EXPECT_EQ(test, guc_lfd_next(&reader, &block), 1);
	KUNIT_EXPECT_EQ(test, guc_lfd_next(&reader, &block), -ENODATA);
	KUNIT_EXPECT_EQ(test, guc_lfd_next(&reader, &block), -ENODATA);
	test_fault(test, "stays", &reader.fault, &(struct guc_fault){
		GUC_FAULT_BLOCK_COUNT, LFD, 28, 200, 29 });
	KUNIT_EXPECT_EQ(test, reader.pos, 24);
}

/* guc_lfd_type_name() must return these names, and "" for an unknown type. */
static void guc_lfd_names(struct kunit *test)
{
	static const struct {
		u32 type;
		const char *name;
	} rows[] = {
		{ 1, "FW_VERSION" }, { 2, "GUC_DEVICE_ID" }, { 3, "TSC_FREQUENCY" },
		{ 4, "GMD_ID" }, { 5, "BUILD_PLATFORM_ID" },
		{ 0x2000, "LOG_EVENTS_BUFFER" }, { 0x2001, "FW_CRASH_DUMP" },
		{ 0x4000, "OS_ID" }, { 0x6000, "BINARY_SCHEMA_FORMAT" },
		{ 0x6001, "HOST_COMMENT" }, { 0x6002, "TIMESTAMP_ANCHOR" },
		{ 0x6003, "TIMESTAMP_ANCHOR_CONFIG" },
		{ 0, "" }, { 6, "" }, { 0x2002, "" }, { 0x4001, "" }, { 0x6004, "" },
		{ 0xffffffff, "" },
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(rows); i++)
		KUNIT_EXPECT_STREQ(test, guc_lfd_type_name(rows[i].type), rows[i].name);
}

static struct kunit_case guc_lfd_read_cases[] = {
	KUNIT_CASE(guc_lfd_good_file),
	KUNIT_CASE(guc_lfd_walk),
	KUNIT_CASE(guc_lfd_truncated),
	KUNIT_CASE(guc_lfd_mangled),
	KUNIT_CASE(guc_lfd_empty_blocks),
	KUNIT_CASE(guc_lfd_repeated_blocks),
	KUNIT_CASE(guc_lfd_summary),
	KUNIT_CASE(guc_lfd_reader_stays_at_a_fault),
	KUNIT_CASE(guc_lfd_names),
	{}
};

static struct kunit_suite guc_lfd_read_suite = {
	.name = "guc_lfd_read",
	.test_cases = guc_lfd_read_cases,
};

kunit_test_suite(guc_lfd_read_suite);
