// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of the helpers of guc_env.h: they must have the same meaning in the kernel and in
 * userspace.
 */
#include <kunit/test.h>

#include "guc_clock.h"
#include "guc_env.h"

/* Count the calls and return the values 10, 11, 12, ... */
static unsigned int next_value(unsigned int *calls)
{
	return 10 + (*calls)++;
}

/* Each helper must evaluate an argument with a side effect exactly once. */
static void guc_env_arguments_once(struct kunit *test)
{
	unsigned int calls = 0;

	KUNIT_EXPECT_EQ(test, max(next_value(&calls), 5u), 10);
	KUNIT_EXPECT_EQ(test, calls, 1);
	KUNIT_EXPECT_EQ(test, max(5u, next_value(&calls)), 11);
	KUNIT_EXPECT_EQ(test, calls, 2);
	KUNIT_EXPECT_EQ(test, min(next_value(&calls), 50u), 12);
	KUNIT_EXPECT_EQ(test, calls, 3);
	KUNIT_EXPECT_EQ(test, min(50u, next_value(&calls)), 13);
	KUNIT_EXPECT_EQ(test, calls, 4);
	KUNIT_EXPECT_EQ(test, max_t(u64, next_value(&calls), 5), 14);
	KUNIT_EXPECT_EQ(test, calls, 5);
	KUNIT_EXPECT_EQ(test, min_t(u64, next_value(&calls), 50), 15);
	KUNIT_EXPECT_EQ(test, calls, 6);
	KUNIT_EXPECT_EQ(test, FIELD_GET(0xf0u, next_value(&calls)), 1);
	KUNIT_EXPECT_EQ(test, calls, 7);
	KUNIT_EXPECT_EQ(test, FIELD_PREP(0xff0u, next_value(&calls)), 0x110);
	KUNIT_EXPECT_EQ(test, calls, 8);
	KUNIT_EXPECT_TRUE(test, IS_ALIGNED(next_value(&calls), 2u));
	KUNIT_EXPECT_EQ(test, calls, 9);
	KUNIT_EXPECT_EQ(test, DIV_ROUND_UP(next_value(&calls), 4), 5);
	KUNIT_EXPECT_EQ(test, calls, 10);
}

/*
 * Nested calls of min() and max() must return the correct value, and the largest and smallest
 * values must be returned unchanged.
 */
static void guc_env_min_and_max(struct kunit *test)
{
	u32 zero = 0, most = U32_MAX, some = 7;

	KUNIT_EXPECT_EQ(test, min(min(most, some), max(zero, some)), 7);
	KUNIT_EXPECT_EQ(test, max(max(zero, some), min(most, some)), 7);
	KUNIT_EXPECT_EQ(test, max(zero, most), U32_MAX);
	KUNIT_EXPECT_EQ(test, min(zero, most), 0);
	KUNIT_EXPECT_EQ(test, min_t(u64, most, 1ull << 40), U32_MAX);
	KUNIT_EXPECT_EQ(test, max_t(u64, most, 1ull << 40), 1ull << 40);
}

/* Durations up to centuries, positive and negative, must be converted without an overflow. */
static void guc_clock_ticks_to_ns(struct kunit *test)
{
	KUNIT_EXPECT_EQ(test, guc_ticks_to_ns(0, 19200000), 0);
	KUNIT_EXPECT_EQ(test, guc_ticks_to_ns(1, 19200000), 52);
	KUNIT_EXPECT_EQ(test, guc_ticks_to_ns(-1, 19200000), -52);
	KUNIT_EXPECT_EQ(test, guc_ticks_to_ns(19200001, 19200000), 1000000052ll);
	KUNIT_EXPECT_EQ(test, guc_ticks_to_ns(1ll << 32, 19200000), 223696213333ll);
	KUNIT_EXPECT_EQ(test, guc_ticks_to_ns(-(1ll << 56), 38400000),
			-1876499844737706666ll);
	KUNIT_EXPECT_EQ(test, guc_ticks_to_ns(U32_MAX, U32_MAX), 1000000000ll);
}

/*
 * A 32-bit timestamp wraps, so it stands for several possible times. guc_tick_to_boot_ns() must
 * return the latest of these times that is not after the present time.
 */
static void guc_clock_tick_to_boot_ns(struct kunit *test)
{
	static const struct {
		u32 tick;
		u32 anchor_tick;
		u64 anchor_s;
		u64 now_s;
		u64 want_s;
	} rows[] = {
		{ 19200000 * 3u, 19200000 * 1u, 100, 102, 102 },
		{ 19200000 * 3u, 19200000 * 1u, 100, 500, 102 },
		/* the anchor is newer than the event */
		{ 19200000 * 1u, 19200000 * 3u, 100, 100, 98 },
		{ 19200000 * 1u, 19200000 * 3u, 100, 110, 98 },
		/* the clock wrapped in between */
		{ 19200000 * 1u, 0u - 19200000 * 1u, 100, 102, 102 },
		/* the event is from before the start of the host's clock, so the result is 0 */
		{ 0, 19200000 * 5u, 3, 4, 0 },
	};
	const u64 s = 1000000000ull, period = 223696213333ull;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		u64 got = guc_tick_to_boot_ns(rows[i].tick, rows[i].anchor_tick,
					      rows[i].anchor_s * s, rows[i].now_s * s, 19200000);
		u64 want = rows[i].want_s * s;

		/* The result is the latest possible time that is not after the present time. */
		while (want && want + period <= rows[i].now_s * s)
			want += period;
		KUNIT_EXPECT_TRUE_MSG(test, got <= want + 1 && want <= got + 1,
				      "row %u: %llu, not %llu", i, got, want);
	}
}

static struct kunit_case guc_env_cases[] = {
	KUNIT_CASE(guc_env_arguments_once),
	KUNIT_CASE(guc_env_min_and_max),
	KUNIT_CASE(guc_clock_ticks_to_ns),
	KUNIT_CASE(guc_clock_tick_to_boot_ns),
	{}
};

static struct kunit_suite guc_env_suite = {
	.name = "guc_env",
	.test_cases = guc_env_cases,
};

kunit_test_suite(guc_env_suite);
