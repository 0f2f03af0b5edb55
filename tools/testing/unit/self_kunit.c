// SPDX-License-Identifier: GPL-2.0-only
/*
 * Negative control of the harness (kunit.c and its macros): every test case of this suite must
 * fail. run.sh checks this.
 */
#include <kunit/test.h>

static void self_expect_eq(struct kunit *test)
{
	KUNIT_EXPECT_EQ(test, 1, 2);
}

static void self_expect_ne(struct kunit *test)
{
	KUNIT_EXPECT_NE(test, 1, 1);
}

static void self_expect_lt(struct kunit *test)
{
	KUNIT_EXPECT_LT(test, 1, 1);
}

static void self_expect_le(struct kunit *test)
{
	KUNIT_EXPECT_LE(test, 2, 1);
}

static void self_expect_gt(struct kunit *test)
{
	KUNIT_EXPECT_GT(test, 1, 1);
}

static void self_expect_ge(struct kunit *test)
{
	KUNIT_EXPECT_GE(test, 1, 2);
}

static void self_expect_true(struct kunit *test)
{
	KUNIT_EXPECT_TRUE(test, false);
}

static void self_expect_false(struct kunit *test)
{
	KUNIT_EXPECT_FALSE(test, true);
}

static void self_expect_null(struct kunit *test)
{
	KUNIT_EXPECT_NULL(test, test);
}

static void self_expect_not_null(struct kunit *test)
{
	KUNIT_EXPECT_NOT_NULL(test, NULL);
}

static void self_expect_streq(struct kunit *test)
{
	KUNIT_EXPECT_STREQ(test, "a", "b");
}

static void self_expect_memeq(struct kunit *test)
{
	KUNIT_EXPECT_MEMEQ(test, "a", "b", 1);
}

static void self_fail(struct kunit *test)
{
	KUNIT_FAIL(test, "as it should");
}

/* A failed assertion must end the test case. If it does not, abort() ends the program. */
static void self_assert(struct kunit *test)
{
	KUNIT_ASSERT_EQ(test, 1, 2);
	abort();
}

static void self_assert_not_null(struct kunit *test)
{
	KUNIT_ASSERT_NOT_NULL(test, NULL);
	abort();
}

static struct kunit_case self_cases[] = {
	KUNIT_CASE(self_expect_eq),
	KUNIT_CASE(self_expect_ne),
	KUNIT_CASE(self_expect_lt),
	KUNIT_CASE(self_expect_le),
	KUNIT_CASE(self_expect_gt),
	KUNIT_CASE(self_expect_ge),
	KUNIT_CASE(self_expect_true),
	KUNIT_CASE(self_expect_false),
	KUNIT_CASE(self_expect_null),
	KUNIT_CASE(self_expect_not_null),
	KUNIT_CASE(self_expect_streq),
	KUNIT_CASE(self_expect_memeq),
	KUNIT_CASE(self_fail),
	KUNIT_CASE(self_assert),
	KUNIT_CASE(self_assert_not_null),
	{}
};

static struct kunit_suite self_suite = {
	.name = "self",
	.test_cases = self_cases,
};

kunit_test_suite(self_suite);
