/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Defines the part of KUnit's interface that the suites for drivers/xe_guclog/core and layout use,
 * so that the same suites can also be compiled as a userspace program.
 */
#ifndef _UNIT_KUNIT_TEST_H_
#define _UNIT_KUNIT_TEST_H_

#include <setjmp.h>

#include "guc_env.h"

/**
 * struct kunit - the test case that is running
 * @priv: pointer for the suite's own data
 * @name: name of the test case
 * @failures: number of expectations and assertions that did not hold
 * @skipped: whether the test case has called kunit_skip()
 * @out: where a failed assertion and kunit_skip() jump to
 * @owned: actions to run when the test case ends, such as freeing memory
 */
struct kunit {
	void *priv;
	const char *name;
	unsigned int failures;
	bool skipped;
	jmp_buf out;
	struct kunit_owned *owned;
};

struct kunit_case {
	void (*run_case)(struct kunit *test);
	const char *name;
};

struct kunit_suite {
	const char *name;
	int (*init)(struct kunit *test);
	void (*exit)(struct kunit *test);
	struct kunit_case *test_cases;
	struct kunit_suite *next;
};

typedef void kunit_action_t(void *arg);

void kunit_register(struct kunit_suite *suite);
int kunit_add_action_or_reset(struct kunit *test, kunit_action_t *action, void *arg);
void *kunit_kzalloc(struct kunit *test, size_t size, int gfp);
void kunit_say(struct kunit *test, const char *kind, const char *fmt, ...)
	__printf(3, 4);

/*
 * An expectation or assertion: its place in the source, the source text of what must hold, and
 * whether its failure ends the test case (only that of an assertion does).
 */
struct kunit_place {
	const char *file;
	int line;
	const char *what;
	bool fatal;
};

void kunit_report(struct kunit *test, const struct kunit_place *place,
		  const char *left, const char *right, const char *fmt, ...)
	__printf(5, 6);
void kunit_report_int(struct kunit *test, const struct kunit_place *place,
		      long long left, long long right, const char *fmt, ...)
	__printf(5, 6);

#define GFP_KERNEL	0

#define KUNIT_CASE(fn)	{ .run_case = fn, .name = #fn }

#define kunit_test_suite(suite) \
	__attribute__((constructor)) static void register_##suite(void) \
	{ \
		kunit_register(&(suite)); \
	}

#define kunit_skip(test, fmt, ...) do { \
	kunit_say(test, "skip", fmt, ##__VA_ARGS__); \
	(test)->skipped = true; \
	longjmp((test)->out, 1); \
} while (0)

#define KUNIT_PLACE(text, is_fatal) \
	(&(struct kunit_place){ __FILE__, __LINE__, text, is_fatal })

#define KUNIT_INT(test, fatal, l, op, r, ...) do { \
	const __typeof__(l) left__ = (l); \
	const __typeof__(r) right__ = (r); \
	if (!(left__ op right__)) \
		kunit_report_int(test, KUNIT_PLACE(#l " " #op " " #r, fatal), \
				 (long long)left__, (long long)right__, __VA_ARGS__); \
} while (0)

#define KUNIT_IF(test, fatal, ok, text, ...) do { \
	if (!(ok)) \
		kunit_report(test, KUNIT_PLACE(text, fatal), NULL, NULL, __VA_ARGS__); \
} while (0)

#define KUNIT_STR(test, fatal, l, r, ...) do { \
	const char *left__ = (l), *right__ = (r); \
	if (strcmp(left__, right__)) \
		kunit_report(test, KUNIT_PLACE(#l " is " #r, fatal), \
			     left__, right__, __VA_ARGS__); \
} while (0)

/* The message for the macros that have no argument for one: a format, and an empty string. */
#define KUNIT_BARE	"%s", ""

#define KUNIT_EXPECT_EQ(t, l, r)	KUNIT_INT(t, false, l, ==, r, KUNIT_BARE)
#define KUNIT_EXPECT_NE(t, l, r)	KUNIT_INT(t, false, l, !=, r, KUNIT_BARE)
#define KUNIT_EXPECT_LT(t, l, r)	KUNIT_INT(t, false, l, <, r, KUNIT_BARE)
#define KUNIT_EXPECT_LE(t, l, r)	KUNIT_INT(t, false, l, <=, r, KUNIT_BARE)
#define KUNIT_EXPECT_GT(t, l, r)	KUNIT_INT(t, false, l, >, r, KUNIT_BARE)
#define KUNIT_EXPECT_GE(t, l, r)	KUNIT_INT(t, false, l, >=, r, KUNIT_BARE)
#define KUNIT_EXPECT_TRUE(t, ok)	KUNIT_IF(t, false, ok, #ok, KUNIT_BARE)
#define KUNIT_EXPECT_FALSE(t, ok)	KUNIT_IF(t, false, !(ok), "!(" #ok ")", KUNIT_BARE)
#define KUNIT_EXPECT_NULL(t, p)		KUNIT_IF(t, false, !(p), "no " #p, KUNIT_BARE)
#define KUNIT_EXPECT_NOT_NULL(t, p)	KUNIT_IF(t, false, p, #p, KUNIT_BARE)
#define KUNIT_EXPECT_PTR_EQ(t, l, r)	KUNIT_IF(t, false, (l) == (r), #l " == " #r, KUNIT_BARE)
#define KUNIT_EXPECT_STREQ(t, l, r)	KUNIT_STR(t, false, l, r, KUNIT_BARE)
#define KUNIT_EXPECT_MEMEQ(t, l, r, n) \
	KUNIT_IF(t, false, !memcmp(l, r, n), #l " equals " #r, KUNIT_BARE)

#define KUNIT_EXPECT_EQ_MSG(t, l, r, ...)	KUNIT_INT(t, false, l, ==, r, __VA_ARGS__)
#define KUNIT_EXPECT_NE_MSG(t, l, r, ...)	KUNIT_INT(t, false, l, !=, r, __VA_ARGS__)
#define KUNIT_EXPECT_LE_MSG(t, l, r, ...)	KUNIT_INT(t, false, l, <=, r, __VA_ARGS__)
#define KUNIT_EXPECT_GE_MSG(t, l, r, ...)	KUNIT_INT(t, false, l, >=, r, __VA_ARGS__)
#define KUNIT_EXPECT_TRUE_MSG(t, ok, ...)	KUNIT_IF(t, false, ok, #ok, __VA_ARGS__)
#define KUNIT_EXPECT_FALSE_MSG(t, ok, ...) \
	KUNIT_IF(t, false, !(ok), "!(" #ok ")", __VA_ARGS__)
#define KUNIT_EXPECT_STREQ_MSG(t, l, r, ...)	KUNIT_STR(t, false, l, r, __VA_ARGS__)
#define KUNIT_EXPECT_MEMEQ_MSG(t, l, r, n, ...) \
	KUNIT_IF(t, false, !memcmp(l, r, n), #l " equals " #r, __VA_ARGS__)

#define KUNIT_ASSERT_EQ(t, l, r)	KUNIT_INT(t, true, l, ==, r, KUNIT_BARE)
#define KUNIT_ASSERT_LE(t, l, r)	KUNIT_INT(t, true, l, <=, r, KUNIT_BARE)
#define KUNIT_ASSERT_TRUE(t, ok)	KUNIT_IF(t, true, ok, #ok, KUNIT_BARE)
#define KUNIT_ASSERT_NOT_NULL(t, p)	KUNIT_IF(t, true, p, #p, KUNIT_BARE)
#define KUNIT_ASSERT_EQ_MSG(t, l, r, ...)	KUNIT_INT(t, true, l, ==, r, __VA_ARGS__)
#define KUNIT_FAIL(t, ...)		KUNIT_IF(t, false, false, "fail", __VA_ARGS__)

#endif
