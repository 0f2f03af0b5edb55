// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of the cursor (see xgl_cursor.h), the position of a reader in an event ring. The events
 * that a reader gets are tested in stream_kunit.c.
 */
#include "abi/guc_log_abi.h"
#include "test_anchor.h"
#include "test_source.h"
#include "xgl_anchor.h"
#include "xgl_cursor.h"

/**
 * struct reader - a reader of the log of GT 0
 * @cursor: its position in the ring
 * @log: parsed from @page
 * @page: the state page
 * @buf: the events that were read last
 */
struct reader {
	struct xgl_cursor cursor;
	struct guc_log log;
	u8 page[GUC_LOG_STATE_PAGE_SIZE];
	u8 buf[XGL_CURSOR_ROOM];
};

static struct reader *new_reader(struct kunit *test)
{
	struct reader *r = kunit_kzalloc(test, sizeof(*r), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, r);
	return r;
}

/* Start the cursor of a reader in a session of its own. */
static int start(struct test_source *s, struct reader *r)
{
	struct xgl_source_session session = { .src = &s->src };
	int ret;

	KUNIT_ASSERT_EQ(s->test, 0, xgl_source_begin(&session));
	ret = xgl_cursor_start(&r->cursor, &session, &r->log, r->page);
	return xgl_source_end(&session) ?: ret;
}

static void free_anchor(void *source)
{
	struct test_source *s = source;

	xgl_anchor_free(&s->src);
}

/*
 * xgl_cursor_start() makes three copies: the state page, the newest event and the event of the
 * clock anchor. If one of these copies fails, the cursor must not count as started. Otherwise a
 * reader would get events without the head of the file. A second call, which succeeds, must not be
 * mistaken for a load of the firmware.
 */
static void xgl_cursor_starts_after_an_error(struct kunit *test)
{
	static const struct xgl_anchor_point point = { .boottime_ns = 1, .size = T_SMALL_EVENT };
	struct test_source *s = test_source(test, test_small(test));
	unsigned int i;

	test_anchor(test, &s->src, &point);
	KUNIT_ASSERT_EQ(test, 0, kunit_add_action_or_reset(test, free_anchor, s));
	for (i = 1; i <= 3; i++) {
		struct reader *r = new_reader(test);

		s->copies = 0;
		s->fails_at = i;
		KUNIT_EXPECT_EQ_MSG(test, -EIO, start(s, r), "copy %u", i);
		KUNIT_EXPECT_EQ(test, s->copies, i);
		KUNIT_EXPECT_FALSE_MSG(test, r->cursor.started, "copy %u", i);
		s->fails_at = 0;
		KUNIT_EXPECT_EQ(test, 0, start(s, r));
		KUNIT_EXPECT_EQ(test, s->copies, i + 3);
		KUNIT_EXPECT_TRUE(test, r->cursor.started);
		KUNIT_EXPECT_FALSE_MSG(test, r->cursor.moved, "copy %u", i);
	}
}

static struct kunit_case xgl_cursor_cases[] = {
	KUNIT_CASE(xgl_cursor_starts_after_an_error),
	{}
};

static struct kunit_suite xgl_cursor_suite = {
	.name = "xgl_cursor",
	.test_cases = xgl_cursor_cases,
};

kunit_test_suite(xgl_cursor_suite);
