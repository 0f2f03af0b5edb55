// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of the last logs: for each GT, the module must keep the log of the firmware that was
 * stopped last, for example by a suspend or an unbind (see xgl_last.h).
 */
#include <kunit/test.h>
#include <linux/err.h>

#include "test_source.h"

#include "../xgl_last.c"

static void keep(struct test_source *s, unsigned int gt, const char *reason, u64 boottime_ns)
{
	struct xgl_snapshot *snap = xgl_snapshot_take(&s->src, 0, XGL_EXTENT_NEEDED);

	KUNIT_ASSERT_FALSE(s->test, IS_ERR(snap));
	xgl_last_keep("gpu", gt, snap, reason, boottime_ns);
}

/* Expect that the log that is kept for a GT has @line in its notes. */
static void expect(struct kunit *test, unsigned int gt, const char *line)
{
	struct xgl_snapshot *snap = xgl_last_get("gpu", gt);

	KUNIT_ASSERT_NOT_NULL(test, snap);
	KUNIT_EXPECT_NOT_NULL(test, strstr(snap->notes, line));
	xgl_snapshot_free(snap);
}

/*
 * xgl_last_keep() must not replace a newer log by an older one. This can happen because the log of
 * a GT reset is kept only after the record of the incident was made: xe may have been unbound, and
 * the log from before the unbind kept, between the reset and this time.
 */
static void xgl_last_is_of_the_latest_stop(struct kunit *test)
{
	struct test_source *s = test_source(test, test_small(test));

	keep(s, 0, "suspend", 100);
	keep(s, 0, "unbind", 300);
	expect(test, 0, "last_reason=unbind\n");
	keep(s, 0, "GT reset", 200);
	expect(test, 0, "last_reason=unbind\nlast_boottime_ns=300\n");
	/* The log that is kept for another GT does not affect that of GT 0. */
	keep(s, 1, "GT reset", 200);
	expect(test, 0, "last_reason=unbind\n");
	expect(test, 1, "last_reason=GT reset\n");
	KUNIT_EXPECT_EQ(test, xgl_last_gts("gpu"), 3);
	KUNIT_EXPECT_EQ(test, nr_lasts, 2);
	xgl_last_exit();
	KUNIT_EXPECT_NULL(test, xgl_last_get("gpu", 0));
}

static struct kunit_case xgl_last_cases[] = {
	KUNIT_CASE(xgl_last_is_of_the_latest_stop),
	{}
};

static struct kunit_suite xgl_last_suite = {
	.name = "xgl_last",
	.test_cases = xgl_last_cases,
};

kunit_test_suite(xgl_last_suite);
