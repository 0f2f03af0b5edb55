// SPDX-License-Identifier: GPL-2.0-only
/* Tests of the saver of a log (see xgl_saver.h), which copies the log before it is lost. */
#include <kunit/test.h>
#include <linux/delay.h>
#include <linux/device.h>

#include "test_source.h"
#include "xgl_incident.h"
#include "xgl_last.h"
#include "xgl_saver.h"
#include "xgl_snapshot.h"
#include "xgl_trigger.h"

/**
 * struct fake - the environment of the code under test
 * @dev: the GPU
 * @source: the source of the GPU's log
 * @saver: the saver of the log
 * @sleeps: number of times that the system went to sleep or woke up
 * @kept: number of calls of xgl_last_keep(), which keeps a log
 */
static struct fake {
	struct device dev;
	struct test_source *source;
	struct xgl_saver *saver;
	unsigned int sleeps;
	unsigned int kept;
} *fake;

static void fake_keep(struct xgl_snapshot *snap)
{
	xgl_snapshot_free(snap);
	fake->kept++;
}

#define xgl_incident_sleeps()				(fake->sleeps)
#define xgl_trigger_states(layout, xe, gt, states)	((void)(layout), false)
#define xgl_last_keep(name, gt, snap, reason, ns)	fake_keep(snap)

#include "../xgl_saver.c"

static int xgl_saver_test_init(struct kunit *test)
{
	fake = kunit_kzalloc(test, sizeof(*fake), GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, fake);
	fake->dev.init_name = "gpu";
	fake->source = test_source(test, test_small(test));
	fake->saver = xgl_saver_start(&fake->source->src, &fake->dev, 0);
	KUNIT_ASSERT_NOT_NULL(test, fake->saver);
	return 0;
}

static void xgl_saver_test_exit(struct kunit *test)
{
	if (fake && fake->saver)
		xgl_saver_stop(fake->saver);
	fake = NULL;
}

/*
 * Without an event, the log must not be read: a read between a resume of the GPU and the load of
 * its firmware would find the log of the former firmware, and the next read would mistake the load
 * for a hang.
 */
static void xgl_saver_reads_no_log_by_itself(struct kunit *test)
{
	msleep(1500);
	KUNIT_EXPECT_EQ(test, fake->source->begins, 0);
}

/* Before an unbind, the log must be kept as the last log. */
static void xgl_saver_keeps_the_log_before_an_unbind(struct kunit *test)
{
	xgl_saver_unbind(&fake->dev);
	KUNIT_EXPECT_EQ(test, fake->kept, 1);
}

static struct kunit_case xgl_saver_cases[] = {
	KUNIT_CASE(xgl_saver_reads_no_log_by_itself),
	KUNIT_CASE(xgl_saver_keeps_the_log_before_an_unbind),
	{}
};

static struct kunit_suite xgl_saver_suite = {
	.name = "xgl_saver",
	.init = xgl_saver_test_init,
	.exit = xgl_saver_test_exit,
	.test_cases = xgl_saver_cases,
};

kunit_test_suite(xgl_saver_suite);
