// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of the table of devices (xgl_device.c): each of thousands of devices must be found by its
 * name, and no name may be used twice. The tests make no directories in debugfs.
 */
#include <kunit/test.h>
#include <linux/err.h>
#include <linux/slab.h>

#include "xgl_anchor.h"
#include "xgl_debugfs.h"
#include "xgl_device.h"
#include "xgl_files.h"
#include "xgl_poller.h"
#include "xgl_source.h"

#define DEVICES		10000
/*
 * Maximum number of devices in a bucket of the hash table, that is, of steps to find a name. The
 * average is ten.
 */
#define MOST_STEPS	40

/* The address of this variable stands for the debugfs directory of every device. */
static char directory;

static struct xgl_dir *fake_create(struct xgl_dir *parent, const char *name,
				   const struct xgl_file_set *set, struct xgl_source *src,
				   unsigned int gt)
{
	return (struct xgl_dir *)&directory;
}

static void fake_use_dir(struct xgl_dir *dir)
{
}

static int fake_start(struct xgl_source *src, unsigned int gt)
{
	return 0;
}

static int fake_start_named(struct xgl_source *src, unsigned int gt, const char *name)
{
	return 0;
}

static void fake_stop(struct xgl_source *src, unsigned int gt)
{
}

static void fake_free(struct xgl_source *src)
{
}

#define xgl_dir_create		fake_create
#define xgl_dir_remove		fake_use_dir
#define xgl_dir_measure		fake_use_dir
#define xgl_anchor_start	fake_start
#define xgl_anchor_stop		fake_stop
#define xgl_anchor_free		fake_free
#define xgl_poller_start	fake_start_named
#define xgl_poller_kill		fake_stop
#define xgl_poller_stop		fake_stop

#include "../xgl_device.c"

/**
 * struct crowd - many devices with one source
 * @src: the source of all devices
 * @dev: the devices, NULL where there is none
 */
struct crowd {
	struct xgl_source src;
	struct xgl_device *dev[DEVICES];
};

static void name_of(unsigned int n, char name[16])
{
	snprintf(name, 16, "device-%u", n);
}

static void disperse(void *data)
{
	struct crowd *crowd = data;
	unsigned int n;

	for (n = 0; n < DEVICES; n++)
		if (crowd->dev[n])
			xgl_device_unregister(crowd->dev[n]);
	kvfree(crowd);
}

static const struct xgl_source_ops no_ops;

static struct crowd *gather(struct kunit *test, unsigned int count)
{
	struct crowd *crowd = kvzalloc(sizeof(*crowd), GFP_KERNEL);
	struct xgl_device *dev;
	unsigned int n;
	char name[16];

	KUNIT_ASSERT_NOT_NULL(test, crowd);
	crowd->src.ops = &no_ops;
	KUNIT_ASSERT_EQ(test, 0, kunit_add_action_or_reset(test, disperse, crowd));
	for (n = 0; n < count; n++) {
		name_of(n, name);
		dev = xgl_device_register(name, &crowd->src);
		KUNIT_ASSERT_FALSE(test, IS_ERR(dev));
		crowd->dev[n] = dev;
		KUNIT_ASSERT_EQ(test, 0, xgl_device_add_gt(dev, 0));
	}
	return crowd;
}

/* The time to find a device must not grow with the number of devices. */
static void xgl_device_is_found_among_many(struct kunit *test)
{
	struct crowd *crowd = gather(test, DEVICES);
	unsigned int n, bucket, steps, most = 0;
	struct xgl_device *dev;
	struct xgl_source *src;
	char name[16];

	for (n = 0; n < DEVICES; n++) {
		name_of(n, name);
		dev = xgl_device_get(name, 0, &src);
		KUNIT_ASSERT_PTR_EQ(test, crowd->dev[n], dev);
		xgl_device_put(dev, 0);
	}
	for (bucket = 0; bucket < HASH_SIZE(devices); bucket++) {
		steps = 0;
		hlist_for_each_entry(dev, &devices[bucket], node)
			steps++;
		most = max(most, steps);
	}
	KUNIT_EXPECT_LE(test, most, MOST_STEPS);
}

/* A name must be refused until its device is removed; other names must be accepted. */
static void xgl_device_has_its_name_alone(struct kunit *test)
{
	struct crowd *crowd = gather(test, 3);
	struct xgl_source *src;
	char name[16];

	name_of(1, name);
	KUNIT_EXPECT_EQ(test, -EEXIST, PTR_ERR_OR_ZERO(xgl_device_register(name, &crowd->src)));
	xgl_device_unregister(crowd->dev[1]);
	crowd->dev[1] = NULL;
	KUNIT_EXPECT_NULL(test, xgl_device_get(name, 0, &src));
	crowd->dev[1] = xgl_device_register(name, &crowd->src);
	KUNIT_EXPECT_EQ(test, 0, PTR_ERR_OR_ZERO(crowd->dev[1]));
	if (IS_ERR(crowd->dev[1]))
		crowd->dev[1] = NULL;
	/* the device has no GT */
	KUNIT_EXPECT_NULL(test, xgl_device_get(name, 0, &src));
	name_of(2, name);
	KUNIT_EXPECT_PTR_EQ(test, crowd->dev[2], xgl_device_get(name, 0, &src));
	xgl_device_put(crowd->dev[2], 0);
}

static struct kunit_case xgl_device_cases[] = {
	KUNIT_CASE(xgl_device_is_found_among_many),
	KUNIT_CASE(xgl_device_has_its_name_alone),
	{}
};

static struct kunit_suite xgl_device_suite = {
	.name = "xgl_device",
	.test_cases = xgl_device_cases,
};

kunit_test_suite(xgl_device_suite);
