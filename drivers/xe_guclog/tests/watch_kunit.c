// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of the watch over a log (see xgl_watch.h), which polls the event ring. The watch must
 * report a load of the firmware, unless the reason for the load is known.
 */
#include <kunit/test.h>

#include "test_source.h"
#include "xgl_compat.h"
#include "xgl_incident.h"
#include "xgl_last.h"
#include "xgl_snapshot.h"
#include "xgl_trigger.h"
#include "xgl_watch.h"

/**
 * struct fake - the environment of the code under test
 * @dev: the GPU
 * @image: the log of the GPU
 * @watch: the watch over the log
 * @asleep_ns: time for which the GPU was suspended
 * @sleeps: number of times that the system went to sleep or woke up
 * @kept: number of calls of xgl_last_keep(), which keeps the log from before a load
 */
static struct fake {
	struct device dev;
	struct test_image *image;
	struct xgl_watch *watch;
	u64 asleep_ns;
	unsigned int sleeps;
	unsigned int kept;
} *fake;

static void fake_keep(struct xgl_snapshot *snap)
{
	xgl_snapshot_free(snap);
	fake->kept++;
}

#define xgl_pm_suspended_ns(dev)			((void)(dev), fake->asleep_ns)
#define xgl_incident_sleeps()				(fake->sleeps)
#define xgl_incident_of_load(src, gt)			((void)(src))
#define xgl_trigger_states(layout, xe, gt, states)	((void)(layout), false)
#define xgl_last_keep(name, gt, snap, reason, ns)	fake_keep(snap)

#include "../xgl_watch.c"

/* Write as many entries as fit into [0, @end) of the ring, as the firmware does. */
static void write_ring(u32 end, u32 tick)
{
	test_entries(fake->image, 0, end, tick);
	test_put(fake->image, T_EVENT + T_WRITE, end);
	test_put(fake->image, T_EVENT + T_WRAP, 0);
}

/* Let the firmware write 20 events, then load it again and let it write 5 others. */
static void load_again(void)
{
	write_ring(400, 1000000);
	poll_ring(fake->watch);
	write_ring(100, 2000000);
}

static int xgl_watch_test_init(struct kunit *test)
{
	struct test_source *s;

	fake = kunit_kzalloc(test, sizeof(*fake), GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, fake);
	fake->dev.init_name = "gpu";
	fake->image = test_small(test);
	s = test_source(test, fake->image);
	fake->watch = xgl_watch_start(&s->src, &fake->dev, 0);
	KUNIT_ASSERT_NOT_NULL(test, fake->watch);
	/* The test cases do the polls, so that each poll is at a known time. */
	cancel_delayed_work_sync(&fake->watch->poll);
	return 0;
}

static void xgl_watch_test_exit(struct kunit *test)
{
	if (fake && fake->watch)
		xgl_watch_stop(fake->watch);
	fake = NULL;
}

/* New events must not be reported as a load; a load must be reported once. */
static void xgl_watch_notices_a_load(struct kunit *test)
{
	write_ring(100, 1000000);
	KUNIT_EXPECT_FALSE(test, poll_ring(fake->watch));
	write_ring(400, 1000000);
	KUNIT_EXPECT_FALSE(test, poll_ring(fake->watch));
	load_again();
	KUNIT_EXPECT_TRUE(test, poll_ring(fake->watch));
	KUNIT_EXPECT_FALSE(test, poll_ring(fake->watch));
}

/*
 * A load that follows a suspend of the GPU, a sleep of the system or a GT reset must not be
 * reported, but a later load must be.
 */
static void xgl_watch_expects_a_load(struct kunit *test)
{
	load_again();
	fake->asleep_ns++;
	KUNIT_EXPECT_FALSE(test, poll_ring(fake->watch));
	load_again();
	fake->sleeps += 2;
	KUNIT_EXPECT_FALSE(test, poll_ring(fake->watch));
	load_again();
	KUNIT_EXPECT_TRUE(test, poll_ring(fake->watch));
	load_again();
	xgl_watch_stopped(fake->watch);
	KUNIT_EXPECT_FALSE(test, poll_ring(fake->watch));
}

/*
 * A load after a GT reset must not be reported, even if the next poll is a minute late. A poll can
 * be late because an idle CPU is not woken for it. But if a poll was long after the GT reset and
 * before the load, the load must be reported.
 */
static void xgl_watch_expects_a_load_when_late(struct kunit *test)
{
	struct xgl_watch *w = fake->watch;

	load_again();
	w->polled_ns = 40ULL * NSEC_PER_SEC;
	w->stopped_ns = 100ULL * NSEC_PER_SEC;
	KUNIT_EXPECT_FALSE(test, poll_ring(w));
	load_again();
	w->polled_ns = w->stopped_ns + KNOWN_NS;
	KUNIT_EXPECT_TRUE(test, poll_ring(w));
}

/*
 * If xe is unbound and bound again so quickly that the device keeps its debugfs directory, the log
 * from before the unbind must be kept as the last log. The load of the firmware that follows must
 * not be reported, but a later load must be.
 */
static void xgl_watch_expects_a_load_after_unbind(struct kunit *test)
{
	write_ring(400, 1000000);
	poll_ring(fake->watch);
	xgl_watch_unbind(&fake->dev);
	KUNIT_EXPECT_EQ(test, fake->kept, 1);
	write_ring(100, 2000000);
	KUNIT_EXPECT_FALSE(test, poll_ring(fake->watch));
	load_again();
	KUNIT_EXPECT_TRUE(test, poll_ring(fake->watch));
}

static struct kunit_case xgl_watch_cases[] = {
	KUNIT_CASE(xgl_watch_notices_a_load),
	KUNIT_CASE(xgl_watch_expects_a_load),
	KUNIT_CASE(xgl_watch_expects_a_load_when_late),
	KUNIT_CASE(xgl_watch_expects_a_load_after_unbind),
	{}
};

static struct kunit_suite xgl_watch_suite = {
	.name = "xgl_watch",
	.init = xgl_watch_test_init,
	.exit = xgl_watch_test_exit,
	.test_cases = xgl_watch_cases,
};

kunit_test_suite(xgl_watch_suite);
