// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of the sentence of a fault (guc_fault.h), and of text buffers (guc_text.h).
 */
#include <kunit/test.h>

#include "guc_fault.h"
#include "guc_text.h"
#include "test_guard.h"

/* Numbers of 64 bits must be printed completely, and 0 must be printed as 0x0. */
static void guc_fault_numbers(struct kunit *test)
{
	static const char want[] =
		"LIC at 0x123456789abcdef0: size is 0xfedcba9876543210, expected at most 0x0";
	const struct guc_fault fault = {
		GUC_FAULT_SIZE, GUC_SECTION_LIC, 0x123456789abcdef0ull,
		0xfedcba9876543210ull, 0
	};
	struct guc_text text = { test_guarded(test, sizeof(want)), sizeof(want), 0 };

	guc_fault_print(&text, &fault);
	KUNIT_EXPECT_EQ(test, guc_text_error(&text), 0);
	KUNIT_EXPECT_STREQ(test, text.buf, want);
}

/* Without a buffer, the length of a text must be computed, and there must be no error. */
static void guc_text_measures(struct kunit *test)
{
	struct guc_text text = { 0 };

	KUNIT_EXPECT_EQ(test, guc_text_error(&text), 0);
	guc_text_add(&text, "%s", "");
	KUNIT_EXPECT_EQ(test, text.len, 0);
	guc_text_add(&text, "abc");
	guc_text_add(&text, "%s%u", "de", 42);
	KUNIT_EXPECT_EQ(test, text.len, 7);
	KUNIT_EXPECT_EQ(test, guc_text_error(&text), 0);
	KUNIT_EXPECT_NULL(test, text.buf);
}

/*
 * With a buffer of any size, the text that fits must be written, and the
 * reported length must be that of the whole text.
 */
static void guc_text_fills(struct kunit *test)
{
	static const char whole[] = "abcde42f";
	size_t size;

	for (size = 0; size <= 12; size++) {
		char *buf = test_guarded(test, size);
		struct guc_text text = { buf, size, 0 };

		guc_text_add(&text, "abc");
		guc_text_add(&text, "%s%u", "de", 42);
		guc_text_add(&text, "%c", 'f');
		KUNIT_EXPECT_EQ_MSG(test, text.len, 8, "%zu bytes", size);
		KUNIT_EXPECT_EQ_MSG(test, guc_text_error(&text), size > 8 ? 0 : -ENOSPC,
				    "%zu bytes", size);
		if (size)
			KUNIT_EXPECT_MEMEQ_MSG(test, buf, whole, min_t(size_t, size - 1, 8),
					       "%zu bytes", size);
		if (size > 8)
			KUNIT_EXPECT_STREQ(test, buf, whole);
		if (size > 9)
			KUNIT_EXPECT_EQ(test, (u8)buf[9], 0xa5);
	}
}

static struct kunit_case guc_fault_cases[] = {
	KUNIT_CASE(guc_fault_numbers),
	KUNIT_CASE(guc_text_measures),
	KUNIT_CASE(guc_text_fills),
	{}
};

static struct kunit_suite guc_fault_suite = {
	.name = "guc_fault",
	.test_cases = guc_fault_cases,
};

kunit_test_suite(guc_fault_suite);
