// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of errors during a freeze. After a freeze, all files of a device show the state of the
 * device at one instant (see xgl_freeze.h). If a signal interrupts the freeze, no file may be
 * frozen. If a log cannot be copied, open() of the files of its GT must fail with the same error.
 * The tests make no directories in debugfs.
 */
#include <kunit/test.h>
#include <linux/err.h>

#include "test_source.h"
#include "xgl_debugfs.h"
#include "xgl_device.h"
#include "xgl_files.h"
#include "xgl_freeze.h"

/**
 * struct fake - what the replacements of xgl_dir_freeze() and xgl_dir_thaw() have recorded
 * @src: the source of the device
 * @frozen: number of directories that were frozen
 * @thawed: number of directories that were thawed
 * @error: the error that the directory of the GT got at the last freeze, or 0
 */
static struct fake {
	struct test_source *src;
	unsigned int frozen;
	unsigned int thawed;
	int error;
} fake;

/*
 * These variables stand for the directories of the device and of its GT: only their addresses are
 * used.
 */
static char device_dir, gt_dir;

static bool fake_get_all(const char *name, struct xgl_device_dirs *dirs)
{
	*dirs = (struct xgl_device_dirs){
		.src = &fake.src->src, .dir = (struct xgl_dir *)&device_dir,
		.gt = { (struct xgl_dir *)&gt_dir },
	};
	return true;
}

static void fake_put_all(const struct xgl_device_dirs *dirs)
{
}

static int fake_freeze(struct xgl_dir *dir, const struct xgl_facts *facts,
		       struct xgl_snapshot *snap)
{
	fake.frozen++;
	if (dir == (struct xgl_dir *)&gt_dir)
		fake.error = PTR_ERR_OR_ZERO(snap);
	return 0;
}

static void fake_thaw(struct xgl_dir *dir)
{
	fake.thawed++;
}

static void fake_measure(struct xgl_dir *dir)
{
}

#define xgl_device_get_all	fake_get_all
#define xgl_device_put_all	fake_put_all
#define xgl_dir_freeze		fake_freeze
#define xgl_dir_thaw		fake_thaw
#define xgl_dir_measure		fake_measure
#include "../xgl_freeze.c"

static int freeze_with(struct kunit *test, int error)
{
	fake = (struct fake){ .src = test_source(test, test_small(test)) };
	fake.src->begin_error = error;
	return xgl_freeze("any");
}

/* A freeze without errors must freeze the directories of the device and of its GT. */
static void xgl_freeze_whole(struct kunit *test)
{
	KUNIT_EXPECT_EQ(test, 0, freeze_with(test, 0));
	KUNIT_EXPECT_EQ(test, fake.frozen, 2);
	KUNIT_EXPECT_EQ(test, fake.error, 0);
	KUNIT_EXPECT_EQ(test, fake.thawed, 0);
}

/*
 * A freeze that is interrupted by a signal must not freeze any directory. Otherwise open() of the
 * files would fail with the error of the signal until the device is thawed.
 */
static void xgl_freeze_interrupted(struct kunit *test)
{
	KUNIT_EXPECT_EQ(test, -ERESTARTSYS, freeze_with(test, -ERESTARTSYS));
	KUNIT_EXPECT_EQ(test, fake.frozen, 0);
	KUNIT_EXPECT_EQ(test, fake.thawed, 0);
	KUNIT_EXPECT_EQ(test, -EINTR, freeze_with(test, -EINTR));
	KUNIT_EXPECT_EQ(test, fake.frozen, 0);
	KUNIT_EXPECT_EQ(test, fake.thawed, 0);
}

/*
 * If the log of a GT cannot be copied, both directories must be frozen, and the directory of the GT
 * must get the error, which open() of its files then returns.
 */
static void xgl_freeze_without_a_log(struct kunit *test)
{
	KUNIT_EXPECT_EQ(test, 0, freeze_with(test, -ENODATA));
	KUNIT_EXPECT_EQ(test, fake.frozen, 2);
	KUNIT_EXPECT_EQ(test, fake.error, -ENODATA);
}

static struct kunit_case xgl_freeze_cases[] = {
	KUNIT_CASE(xgl_freeze_whole),
	KUNIT_CASE(xgl_freeze_interrupted),
	KUNIT_CASE(xgl_freeze_without_a_log),
	{}
};

static struct kunit_suite xgl_freeze_suite = {
	.name = "xgl_freeze",
	.test_cases = xgl_freeze_cases,
};

kunit_test_suite(xgl_freeze_suite);
