// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of the reader of the hwconfig table, in which the GuC describes the hardware. The first
 * value of a key must be found. For any length of a record, no byte after the end of the table may
 * be read. Values must become facts (see guc_facts.h).
 */
#include <kunit/test.h>

#include "abi/guc_asic_abi.h"
#include "guc_facts.h"
#include "guc_hwconfig.h"
#include "test_guard.h"

/* Make a table of @nr dwords without the last @cut bytes. A guard page follows the table. */
static struct guc_view table(struct kunit *test, const u32 *words, size_t nr, size_t cut)
{
	size_t len = nr * sizeof(u32) - cut;
	u8 *bytes = test_guarded(test, len);
	size_t i;

	for (i = 0; i < len; i++)
		bytes[i] = words[i / 4] >> i % 4 * 8;
	return guc_view(bytes, len);
}

static const u32 dg2[] = {
	1, 1, 8,		/* slices */
	74, 0,			/* no value */
	15, 1, 8,		/* threads of an EU */
	3, 2, 16, 17,		/* two values */
	15, 1, 9,		/* the same key again */
};

/*
 * The first dword of the first record with the key must be found. For a key that is missing or has
 * no value, the caller's value must stay unchanged.
 */
static void guc_hwconfig_finds(struct kunit *test)
{
	struct guc_view t = table(test, dg2, ARRAY_SIZE(dg2), 0);
	u32 value = 0;

	KUNIT_EXPECT_EQ(test, guc_hwconfig_find(t, 1, &value), 0);
	KUNIT_EXPECT_EQ(test, value, 8);
	KUNIT_EXPECT_EQ(test, guc_hwconfig_find(t, 15, &value), 0);
	KUNIT_EXPECT_EQ(test, value, 8);
	KUNIT_EXPECT_EQ(test, guc_hwconfig_find(t, 3, &value), 0);
	KUNIT_EXPECT_EQ(test, value, 16);
	value = 0x55;
	KUNIT_EXPECT_EQ(test, guc_hwconfig_find(t, 74, &value), -ENOENT);
	KUNIT_EXPECT_EQ(test, guc_hwconfig_find(t, 2, &value), -ENOENT);
	KUNIT_EXPECT_EQ(test, guc_hwconfig_find(guc_view(NULL, 0), 1, &value), -ENOENT);
	KUNIT_EXPECT_EQ(test, value, 0x55);
}

/*
 * A table whose last record is truncated must give an error, unless the key is found before. The
 * last record of dg2[] has a header of 8 bytes and a value of 4 bytes.
 */
static void guc_hwconfig_cut(struct kunit *test)
{
	size_t cut;
	u32 value;

	for (cut = 1; cut < 12; cut++) {
		struct guc_view t = table(test, dg2, ARRAY_SIZE(dg2), cut);

		KUNIT_EXPECT_EQ_MSG(test, guc_hwconfig_find(t, 2, &value), -ENODATA,
				    "cut by %zu", cut);
		KUNIT_EXPECT_EQ_MSG(test, guc_hwconfig_find(t, 15, &value), 0, "cut by %zu",
				    cut);
	}
}

/* A record with a length beyond the end of the table must be an error, even if 4 * length wraps. */
static void guc_hwconfig_lengths(struct kunit *test)
{
	static const u32 lengths[] = { 2, 0x3fffffff, 0x40000000, 0x80000001, 0xffffffff };
	u32 words[] = { 7, 0, 1 };
	unsigned int i;
	u32 value;

	for (i = 0; i < ARRAY_SIZE(lengths); i++) {
		words[1] = lengths[i];
		KUNIT_EXPECT_EQ_MSG(test,
				    guc_hwconfig_find(table(test, words, 3, 0), 7, &value),
				    -ENODATA, "length 0x%x", lengths[i]);
	}
}

static struct guc_facts *facts_of(struct kunit *test, const u32 *words, size_t nr)
{
	struct guc_facts *facts = kunit_kzalloc(test, sizeof(*facts), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, facts);
	guc_hwconfig_facts(facts, table(test, words, nr, 0));
	return facts;
}

/* The seven keys must set six facts; of the two keys for slm_kib, the larger value must be used. */
static void guc_hwconfig_gives_facts(struct kunit *test)
{
	static const u32 words[] = {
		11, 1, 4, 15, 1, 8,  63, 1, 1,	 64, 1, 1024,
		65, 1, 64, 66, 1, 16, 73, 1, 128,
	};
	const struct guc_facts *f = facts_of(test, words, ARRAY_SIZE(words));

	KUNIT_EXPECT_EQ(test, f->known,
			BIT_ULL(GUC_FACT_memory_type) | BIT_ULL(GUC_FACT_threads_per_eu) |
			BIT_ULL(GUC_FACT_geometry_pipes_per_slice) |
			BIT_ULL(GUC_FACT_l3_bank_kib) | BIT_ULL(GUC_FACT_slm_kib) |
			BIT_ULL(GUC_FACT_pixels_per_slice));
	KUNIT_EXPECT_EQ(test, f->memory_type, GUC_ASIC_MEM_GDDR6);
	KUNIT_EXPECT_EQ(test, f->threads_per_eu, 8);
	KUNIT_EXPECT_EQ(test, f->geometry_pipes_per_slice, 1);
	KUNIT_EXPECT_EQ(test, f->l3_bank_kib, 1024);
	KUNIT_EXPECT_EQ(test, f->slm_kib, 128);
	KUNIT_EXPECT_EQ(test, f->pixels_per_slice, 16);
}

/* Each known memory type of hwconfig must set the right fact, and an unknown type no fact. */
static void guc_hwconfig_memory_types(struct kunit *test)
{
	static const u32 types[] = {
		GUC_ASIC_MEM_LPDDR4, GUC_ASIC_MEM_LPDDR5, GUC_ASIC_MEM_HBM2,
		GUC_ASIC_MEM_HBM2,   GUC_ASIC_MEM_GDDR6,  GUC_ASIC_MEM_HBM3,
	};
	u32 words[] = { 11, 1, 0 };

	for (; words[2] < ARRAY_SIZE(types); words[2]++) {
		const struct guc_facts *f = facts_of(test, words, 3);

		KUNIT_EXPECT_TRUE(test, guc_facts_has(f, GUC_FACT_memory_type));
		KUNIT_EXPECT_EQ(test, f->memory_type, types[words[2]]);
	}
	KUNIT_EXPECT_EQ(test, facts_of(test, words, 3)->known, 0);
	words[2] = 0xffffffff;
	KUNIT_EXPECT_EQ(test, facts_of(test, words, 3)->known, 0);
}

static struct kunit_case hwconfig_cases[] = {
	KUNIT_CASE(guc_hwconfig_finds),
	KUNIT_CASE(guc_hwconfig_cut),
	KUNIT_CASE(guc_hwconfig_lengths),
	KUNIT_CASE(guc_hwconfig_gives_facts),
	KUNIT_CASE(guc_hwconfig_memory_types),
	{}
};

static struct kunit_suite hwconfig_suite = {
	.name = "guc_hwconfig",
	.test_cases = hwconfig_cases,
};

kunit_test_suite(hwconfig_suite);
