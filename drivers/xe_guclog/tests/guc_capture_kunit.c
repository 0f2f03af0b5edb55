// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of the reader of the state capture region, a ring of groups. A group consists of captures,
 * and a capture of registers. Groups must be found at any offset, and in regions that are truncated
 * or malformed. The words of a group are numbers, which do not come from the project's headers.
 */
#include <kunit/test.h>

#include "guc_capture.h"
#include "test_guard.h"

/* The capture that a GuC 70.44.1 writes when it resets ccs0, with fewer registers. */
static const u32 ccs0[] = {
	0, 0x00000003,					/* a full group of three */
	0, 0x00000ff0, 0xffffffff, 0xffffffff, 1,	/* global */
	0xa188, 0x00010001, 0, 0,
	0, 0x00000f01, 0xffffffff, 0xffffffff, 2,	/* class render/compute */
	0x14800, 1, 0, 0,
	0xe164, 0x77, 0x00302002, 0,			/* group 2, instance 3 */
	0, 0x00000042, 0x021df000, 0x20, 3,		/* instance ccs0 */
	0x68, 0x61050001, 0, 0,
	0x74, 0xaa7e1b04, 0, 0,
	0x5c, 0x0000d556, 0, 0,
};

#define CCS0_BYTES	sizeof(ccs0)

/*
 * Make a region of @size bytes with @words at offset @at; only the first @have bytes are available.
 */
static struct guc_capture_region make_region(struct kunit *test, const u32 *words, size_t nr,
					     u32 at, u32 size, u32 have)
{
	struct guc_capture_region region = { .size = size };
	u8 *bytes = test_guarded(test, have);
	u32 i;

	memset(bytes, 0, have);
	for (i = 0; i < 4 * nr; i++) {
		u32 to = (at + i) % size;

		if (to < have)
			bytes[to] = words[i / 4] >> i % 4 * 8;
	}
	region.bytes = guc_view(bytes, have);
	return region;
}

/* Expect that @group has exactly the captures and registers of ccs0[]. */
static void expect_ccs0(struct kunit *test, const struct guc_capture_region *region,
			const struct guc_capture_group *group)
{
	struct guc_capture capture;
	struct guc_capture_reg reg;

	KUNIT_EXPECT_EQ(test, group->len, CCS0_BYTES);
	KUNIT_EXPECT_EQ(test, group->nr_captures, 3);
	KUNIT_EXPECT_FALSE(test, group->partial);
	KUNIT_ASSERT_TRUE(test, guc_capture_first(region, group, &capture));
	KUNIT_EXPECT_EQ(test, capture.type, 0);
	KUNIT_EXPECT_EQ(test, capture.engine_class, 15);
	KUNIT_EXPECT_EQ(test, capture.guc_id, 0xffffffff);
	KUNIT_ASSERT_TRUE(test, guc_capture_reg(region, &capture, 0, &reg));
	KUNIT_EXPECT_STREQ(test, reg.name, "FORCEWAKE_GT");
	KUNIT_EXPECT_FALSE(test, reg.steered);
	KUNIT_EXPECT_FALSE(test, guc_capture_reg(region, &capture, 1, &reg));
	KUNIT_EXPECT_NULL(test, reg.name);
	KUNIT_EXPECT_EQ(test, reg.offset, 0);
	KUNIT_ASSERT_TRUE(test, guc_capture_next(region, group, &capture));
	KUNIT_EXPECT_EQ(test, capture.type, 1);
	KUNIT_ASSERT_TRUE(test, guc_capture_reg(region, &capture, 1, &reg));
	KUNIT_EXPECT_STREQ(test, reg.name, "ROW_INSTDONE");
	KUNIT_EXPECT_TRUE(test, reg.steered);
	KUNIT_EXPECT_EQ(test, reg.group, 2);
	KUNIT_EXPECT_EQ(test, reg.instance, 3);
	KUNIT_EXPECT_EQ(test, reg.value, 0x77);
	KUNIT_ASSERT_TRUE(test, guc_capture_next(region, group, &capture));
	KUNIT_EXPECT_EQ(test, capture.type, 2);
	KUNIT_EXPECT_EQ(test, capture.engine_class, 4);
	KUNIT_EXPECT_EQ(test, capture.instance, 0);
	KUNIT_EXPECT_EQ(test, capture.lrca, 0x21df000);
	KUNIT_EXPECT_EQ(test, capture.guc_id, 32);
	KUNIT_EXPECT_EQ(test, capture.nr_regs, 3);
	KUNIT_ASSERT_TRUE(test, guc_capture_reg(region, &capture, 2, &reg));
	KUNIT_EXPECT_STREQ(test, reg.name, "ACTHD");
	KUNIT_EXPECT_EQ(test, reg.part, GUC_CAPTURE_HIGH);
	KUNIT_EXPECT_EQ(test, reg.value, 0xd556);
	KUNIT_EXPECT_FALSE(test, guc_capture_next(region, group, &capture));
}

/* A group must be found at every offset of a small ring, also across the end of the ring. */
static void guc_capture_group_anywhere(struct kunit *test)
{
	const u32 size = 256;
	u32 at;

	for (at = 0; at < size; at += 4) {
		struct guc_capture_region region = make_region(test, ccs0, ARRAY_SIZE(ccs0), at,
							       size, size);
		struct guc_capture_walk walk = { 0 };
		struct guc_capture_group group;

		region.write = (at + CCS0_BYTES) % size;
		region.unread = CCS0_BYTES;
		KUNIT_ASSERT_TRUE(test, guc_capture_next_group(&region, &walk, &group));
		KUNIT_EXPECT_EQ(test, group.offset, at);
		KUNIT_EXPECT_TRUE(test, group.unread);
		KUNIT_EXPECT_FALSE(test, group.stale);
		expect_ccs0(test, &region, &group);
		KUNIT_EXPECT_FALSE(test, guc_capture_next_group(&region, &walk, &group));
		KUNIT_EXPECT_EQ(test, walk.skipped, 0);
	}
}

/*
 * The groups after the write pointer must be returned first, and the bytes that belong to
 * no group be counted.
 */
static void guc_capture_order(struct kunit *test)
{
	struct guc_capture_region region;
	struct guc_capture_walk walk = { 0 };
	struct guc_capture_group group;
	u32 words[2 * ARRAY_SIZE(ccs0) + 2];

	memcpy(words, ccs0, CCS0_BYTES);
	words[ARRAY_SIZE(ccs0)] = 0x12345678;
	words[ARRAY_SIZE(ccs0) + 1] = 0xffffffff;
	memcpy(words + ARRAY_SIZE(ccs0) + 2, ccs0, CCS0_BYTES);
	words[ARRAY_SIZE(ccs0) + 3] = 0x00000103;	/* partial */
	region = make_region(test, words, ARRAY_SIZE(words), 0, 1024, 1024);
	region.write = CCS0_BYTES;
	KUNIT_ASSERT_TRUE(test, guc_capture_next_group(&region, &walk, &group));
	KUNIT_EXPECT_EQ(test, group.offset, CCS0_BYTES + 8);
	KUNIT_EXPECT_TRUE(test, group.stale);
	KUNIT_EXPECT_TRUE(test, group.partial);
	KUNIT_EXPECT_EQ(test, walk.skipped, 8);
	KUNIT_ASSERT_TRUE(test, guc_capture_next_group(&region, &walk, &group));
	KUNIT_EXPECT_EQ(test, group.offset, 0);
	KUNIT_EXPECT_FALSE(test, group.stale);
	KUNIT_EXPECT_FALSE(test, group.unread);
	expect_ccs0(test, &region, &group);
	KUNIT_EXPECT_FALSE(test, guc_capture_next_group(&region, &walk, &group));
}

/*
 * When only the first bytes of the region are available, only the registers in these bytes must be
 * returned.
 */
static void guc_capture_cut(struct kunit *test)
{
	u32 have;

	for (have = 4; have <= 256; have += 4) {
		struct guc_capture_region region = make_region(test, ccs0, ARRAY_SIZE(ccs0), 0,
							       256, have);
		struct guc_capture_walk walk = { 0 };
		struct guc_capture_group group;
		struct guc_capture capture;
		struct guc_capture_reg reg;
		unsigned int i, found = 0;

		region.write = CCS0_BYTES;
		if (!guc_capture_next_group(&region, &walk, &group))
			continue;
		/* The group is found as soon as all its headers are available. */
		KUNIT_ASSERT_TRUE(test, guc_capture_first(&region, &group, &capture));
		do {
			for (i = 0; i < capture.nr_regs; i++)
				if (guc_capture_reg(&region, &capture, i, &reg)) {
					KUNIT_EXPECT_LE(test, capture.offset + 20 + 16 * i + 12,
							have);
					found++;
				}
		} while (guc_capture_next(&region, &group, &capture));
		if (have >= CCS0_BYTES)
			KUNIT_EXPECT_EQ(test, found, 6);
	}
}

/*
 * The size of the region comes from the log and can be any number, even 4 GiB. The groups in the
 * available bytes must be found, and the search must end.
 */
static void guc_capture_large(struct kunit *test)
{
	struct guc_capture_region region;
	struct guc_capture_walk walk = { 0 };
	struct guc_capture_group group;
	u32 words[2 * ARRAY_SIZE(ccs0)];

	memcpy(words, ccs0, CCS0_BYTES);
	memcpy(words + ARRAY_SIZE(ccs0), ccs0, CCS0_BYTES);
	region = make_region(test, words, ARRAY_SIZE(words), 0, 2 * CCS0_BYTES, 2 * CCS0_BYTES);
	region.size = 0xfffffffc;
	region.write = 0xfffffff0;
	KUNIT_ASSERT_TRUE(test, guc_capture_next_group(&region, &walk, &group));
	KUNIT_EXPECT_EQ(test, group.offset, 0);
	KUNIT_ASSERT_TRUE(test, guc_capture_next_group(&region, &walk, &group));
	KUNIT_EXPECT_EQ(test, group.offset, CCS0_BYTES);
	KUNIT_EXPECT_FALSE(test, guc_capture_next_group(&region, &walk, &group));
	KUNIT_EXPECT_EQ(test, walk.done, region.size);
}

/* Each row changes one word of ccs0[] to an invalid value, so no group may be found at offset 0. */
static const struct {
	const char *what;
	unsigned int word;
	u32 value;
} spoiled[] = {
	{ "owner of the group", 0, 0x100 },
	{ "info of the group", 1, 0x00010003 },
	{ "type of the group", 1, 0x00000203 },
	{ "no captures", 1, 0x00000000 },
	{ "owner of a capture", 2, 0x80000000 },
	{ "info of a capture", 3, 0x00001ff0 },
	{ "number of registers", 6, 0x400 },
	{ "beyond the region", 6, 0x3ff },
	{ "odd register", 7, 0xa189 },
	{ "register outside", 7, 0x1000000 },
};

static void guc_capture_no_group(struct kunit *test)
{
	struct guc_capture_region region;
	struct guc_capture_group group;
	u32 words[ARRAY_SIZE(ccs0)];
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(spoiled); i++) {
		struct guc_capture_walk walk = { 0 };

		memcpy(words, ccs0, CCS0_BYTES);
		words[spoiled[i].word] = spoiled[i].value;
		region = make_region(test, words, ARRAY_SIZE(words), 0, 256, 256);
		region.write = CCS0_BYTES;
		while (guc_capture_next_group(&region, &walk, &group))
			KUNIT_EXPECT_NE_MSG(test, group.offset, 0, "%s", spoiled[i].what);
		KUNIT_EXPECT_GE_MSG(test, walk.skipped, 4, "%s", spoiled[i].what);
	}
}

/* A capture of an unknown type must be returned, without names of the registers. */
static void guc_capture_unknown_type(struct kunit *test)
{
	struct guc_capture_region region;
	struct guc_capture_walk walk = { 0 };
	struct guc_capture_group group;
	struct guc_capture capture;
	struct guc_capture_reg reg;
	u32 words[ARRAY_SIZE(ccs0)];

	memcpy(words, ccs0, CCS0_BYTES);
	words[3] = 0x00000ff7;
	region = make_region(test, words, ARRAY_SIZE(words), 0, 256, 256);
	region.write = CCS0_BYTES;
	KUNIT_ASSERT_TRUE(test, guc_capture_next_group(&region, &walk, &group));
	KUNIT_ASSERT_TRUE(test, guc_capture_first(&region, &group, &capture));
	KUNIT_EXPECT_EQ(test, capture.type, 7);
	KUNIT_EXPECT_NULL(test, guc_capture_type_name(capture.type));
	KUNIT_ASSERT_TRUE(test, guc_capture_reg(&region, &capture, 0, &reg));
	KUNIT_EXPECT_NULL(test, reg.name);
	KUNIT_EXPECT_EQ(test, reg.offset, 0xa188);
}

/*
 * guc_capture_open() must compute the number of unread bytes from the pointers, and must refuse a
 * region that is missing or has an invalid size or write pointer.
 */
static void guc_capture_opens(struct kunit *test)
{
	struct guc_log *log = kunit_kzalloc(test, sizeof(*log), GFP_KERNEL);
	struct guc_region *state;
	struct guc_capture_region region;
	u8 *image = test_guarded(test, 0x200);

	KUNIT_ASSERT_NOT_NULL(test, log);
	state = &log->region[GUC_REGION_CAPTURE];
	KUNIT_EXPECT_EQ(test, guc_capture_open(&region, log, guc_view(image, 0x200)), -ENOENT);
	*state = (struct guc_region){ .present = true, .offset = 0x100, .size = 0x200,
				      .read_ptr = 0x1f0, .write_ptr = 0x10 };
	KUNIT_EXPECT_EQ(test, guc_capture_open(&region, log, guc_view(image, 0x200)), 0);
	KUNIT_EXPECT_EQ(test, region.bytes.len, 0x100);
	KUNIT_EXPECT_EQ(test, region.unread, 0x20);
	state->write_ptr = 0x200;
	KUNIT_EXPECT_EQ(test, guc_capture_open(&region, log, guc_view(image, 0x200)), 0);
	KUNIT_EXPECT_EQ(test, region.write, 0);
	KUNIT_EXPECT_EQ(test, region.unread, 0x10);
	state->read_ptr = 0x200;
	KUNIT_EXPECT_EQ(test, guc_capture_open(&region, log, guc_view(image, 0x200)), 0);
	KUNIT_EXPECT_EQ(test, region.unread, 0);
	state->read_ptr = 0;
	KUNIT_EXPECT_EQ(test, guc_capture_open(&region, log, guc_view(image, 0x200)), 0);
	KUNIT_EXPECT_EQ(test, region.unread, 0x200);
	state->read_ptr = 0x201;
	KUNIT_EXPECT_EQ(test, guc_capture_open(&region, log, guc_view(image, 0x200)), 0);
	KUNIT_EXPECT_EQ(test, region.unread, 0);
	state->offset = 0x200;
	KUNIT_EXPECT_EQ(test, guc_capture_open(&region, log, guc_view(image, 0x200)), -ENOENT);
	state->offset = 0x100;
	state->write_ptr = 0x204;
	KUNIT_EXPECT_EQ(test, guc_capture_open(&region, log, guc_view(image, 0x200)), -EBADMSG);
	state->write_ptr = 2;
	KUNIT_EXPECT_EQ(test, guc_capture_open(&region, log, guc_view(image, 0x200)), -EBADMSG);
	state->write_ptr = 0;
	state->size = 0;
	KUNIT_EXPECT_EQ(test, guc_capture_open(&region, log, guc_view(image, 0x200)), -EBADMSG);
}

/* Words of ccs0[] with another value at the limit of what is valid: the group must be found. */
static const struct {
	const char *what;
	unsigned int word;
	u32 value;
} valid[] = {
	{ "unchanged", 0, 0 },
	{ "group of virtual function 127", 0, 0x7f },
	{ "capture of virtual function 127", 2, 0x7f },
	{ "partial group", 1, 0x00000103 },
	{ "highest register", 7, 0x00fffffc },
};

/* The ring has no byte more than the group. */
static void guc_capture_limits(struct kunit *test)
{
	struct guc_capture_region region;
	struct guc_capture_group group;
	u32 words[ARRAY_SIZE(ccs0)];
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(valid); i++) {
		struct guc_capture_walk walk = { 0 };

		memcpy(words, ccs0, CCS0_BYTES);
		words[valid[i].word] = valid[i].value;
		region = make_region(test, words, ARRAY_SIZE(words), 0, CCS0_BYTES, CCS0_BYTES);
		KUNIT_EXPECT_TRUE_MSG(test, guc_capture_next_group(&region, &walk, &group), "%s",
				      valid[i].what);
		KUNIT_EXPECT_EQ(test, group.offset, 0);
		KUNIT_EXPECT_EQ(test, group.len, CCS0_BYTES);
		KUNIT_EXPECT_FALSE(test, guc_capture_next_group(&region, &walk, &group));
	}
}

static struct kunit_case capture_cases[] = {
	KUNIT_CASE(guc_capture_group_anywhere),
	KUNIT_CASE(guc_capture_order),
	KUNIT_CASE(guc_capture_cut),
	KUNIT_CASE(guc_capture_large),
	KUNIT_CASE(guc_capture_no_group),
	KUNIT_CASE(guc_capture_limits),
	KUNIT_CASE(guc_capture_unknown_type),
	KUNIT_CASE(guc_capture_opens),
	{}
};

static struct kunit_suite capture_suite = {
	.name = "guc_capture",
	.test_cases = capture_cases,
};

kunit_test_suite(capture_suite);
