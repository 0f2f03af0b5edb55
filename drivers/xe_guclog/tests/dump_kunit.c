// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of the devcoredumps that the module makes of a log (see xgl_dump.h). A dump must appear at
 * the device that is named after its GT, must have the bytes of the LFD file, and must be deleted
 * when a program (a collector) writes to it. A dump that a user requests must not replace an
 * earlier one.
 */
#include <linux/delay.h>
#include <linux/file.h>
#include <linux/fs.h>
#include <linux/kthread.h>
#include <linux/mm.h>
#include <linux/sched.h>

#include "test_guard.h"
#include "test_source.h"
#include "xgl_dump.h"
#include "xgl_snapshot.h"

#define DEVICES		"/sys/devices/xe_guclog-"

/*
 * Open the data of the dump of the device @place in sysfs, which the init of the test guest has
 * mounted at /sys.
 */
static struct file *open_data(const char *place, int flags)
{
	char path[96];

	snprintf(path, sizeof(path), DEVICES "%s/devcoredump/data", place);
	return filp_open(path, flags, 0);
}

static bool has_device(const char *place)
{
	struct file *file;
	char path[96];

	snprintf(path, sizeof(path), DEVICES "%s", place);
	file = filp_open(path, O_RDONLY | O_DIRECTORY, 0);
	if (IS_ERR(file))
		return false;
	filp_close(file, NULL);
	return true;
}

static bool has_dump(const char *place)
{
	struct file *file = open_data(place, O_RDONLY);

	if (IS_ERR(file))
		return false;
	filp_close(file, NULL);
	return true;
}

/*
 * Free a dump like a program that collects dumps: write one byte to its file, and wait until the
 * file is gone.
 */
static void free_dump(struct kunit *test, const char *place)
{
	struct file *file = open_data(place, O_WRONLY);
	unsigned int i;
	loff_t pos = 0;

	KUNIT_ASSERT_FALSE(test, IS_ERR(file));
	KUNIT_EXPECT_EQ(test, 1, kernel_write(file, "1", 1, &pos));
	filp_close(file, NULL);
	for (i = 0; i < 500 && has_dump(place); i++)
		msleep(20);
	KUNIT_EXPECT_FALSE(test, has_dump(place));
}

/*
 * Make a dump as soon as possible. The kernel deletes a freed dump a moment after it has removed
 * its file; until then xgl_dump_take() fails with -EBUSY.
 */
static int take_soon(struct test_source *s, const char *name)
{
	unsigned int i;
	int ret;

	for (i = 0; i < 500; i++) {
		ret = xgl_dump_take(name, &s->src, 0);
		if (ret != -EBUSY)
			break;
		msleep(20);
	}
	return ret;
}

static void take_back(void *unused)
{
	xgl_dump_exit();
}

/* Make a source of a log. All dumps are deleted at the end of the test, even when it fails. */
static struct test_source *source(struct kunit *test)
{
	if (!IS_ENABLED(CONFIG_DEV_COREDUMP))
		kunit_skip(test, "the kernel has no devcoredumps");
	KUNIT_ASSERT_EQ(test, 0, kunit_add_action_or_reset(test, take_back, NULL));
	return test_source(test, test_small(test));
}

static struct guc_view read_dump(struct kunit *test, const char *place, size_t room)
{
	struct file *file = open_data(place, O_RDONLY);
	u8 *bytes = test_guarded(test, room);
	loff_t pos = 0;
	ssize_t n;

	KUNIT_ASSERT_FALSE(test, IS_ERR(file));
	do
		n = kernel_read(file, bytes + pos, room - pos, &pos);
	while (n > 0);
	KUNIT_EXPECT_EQ(test, n, 0);
	filp_close(file, NULL);
	return guc_view(bytes, pos);
}

/* The dump must be the LFD file, followed by a host comment block with all facts. */
static void xgl_dump_appears(struct kunit *test)
{
	struct test_image *img = test_small(test);
	struct test_source *s = source(test);
	struct guc_view lfd, dump;
	static const char facts[] =
		"writer=xe_guclog 0.1.0\nsource=test\ndss_per_slice=4\ngt=1\ntile=0\n";

	test_fact(img, "source", "test");
	test_fact(img, "dss_per_slice", "4");
	test_fact(img, "gt", "1");
	test_fact(img, "tile", "0");
	s->facts = img->facts;
	test_parse(img);
	test_write(img);
	lfd = img->file;

	KUNIT_ASSERT_EQ(test, 0, xgl_dump_take("0000:03:00.0", &s->src, 1));
	KUNIT_EXPECT_EQ(test, s->begins, 1);
	KUNIT_EXPECT_EQ(test, s->ends, 1);
	dump = read_dump(test, "0000:03:00.0-gt1", lfd.len + 4096);
	KUNIT_ASSERT_GT(test, dump.len, lfd.len + 8);
	KUNIT_EXPECT_MEMEQ(test, dump.data, lfd.data, lfd.len);
	KUNIT_EXPECT_EQ(test, guc_load_le32(dump.data + lfd.len), 0x60018086);
	KUNIT_EXPECT_EQ(test, dump.len - lfd.len - 8,
			4 * guc_load_le32(dump.data + lfd.len + 4));
	KUNIT_EXPECT_EQ(test, dump.len - lfd.len - 8, ALIGN(sizeof(facts) - 1, 4));
	KUNIT_EXPECT_MEMEQ(test, dump.data + lfd.len + 8, facts, sizeof(facts) - 1);
}

/* While a GT has a dump, the next one must be refused without reading the log. */
static void xgl_dump_is_never_replaced(struct kunit *test)
{
	struct test_source *s = source(test);
	struct guc_view first, again;

	KUNIT_ASSERT_EQ(test, 0, xgl_dump_take("a", &s->src, 0));
	first = read_dump(test, "a-gt0", 8192);
	memset(s->data, 0, s->len);
	KUNIT_EXPECT_EQ(test, -EBUSY, xgl_dump_take("a", &s->src, 0));
	KUNIT_EXPECT_EQ(test, s->begins, 1);
	again = read_dump(test, "a-gt0", 8192);
	KUNIT_ASSERT_EQ(test, first.len, again.len);
	KUNIT_EXPECT_MEMEQ(test, first.data, again.data, first.len);
	/* another GT and another device can have dumps of their own */
	KUNIT_EXPECT_EQ(test, 0, xgl_dump_take("a", &s->src, 1));
	KUNIT_EXPECT_EQ(test, 0, xgl_dump_take("b", &s->src, 0));
	KUNIT_EXPECT_TRUE(test, has_dump("a-gt0") && has_dump("a-gt1") && has_dump("b-gt0"));
}

static int dump_incident(struct test_source *s, enum xgl_dump_place where, const char *notes)
{
	struct xgl_snapshot *snap = xgl_snapshot_take(&s->src, 0, XGL_EXTENT_NEEDED);
	int ret;

	KUNIT_ASSERT_FALSE(s->test, IS_ERR(snap));
	ret = xgl_dump_incident("k", 0, where, snap, notes);
	xgl_snapshot_free(snap);
	return ret;
}

static bool dump_says(struct kunit *test, const char *place, const char *line)
{
	struct guc_view dump = read_dump(test, place, 8192);
	size_t i, len = strlen(line);

	for (i = 0; i + len <= dump.len; i++)
		if (!memcmp(dump.data + i, line, len))
			return true;
	return false;
}

/* Wait until the kernel has deleted a freed dump. Return: whether it was deleted in time. */
static bool is_gone(enum xgl_dump_place where)
{
	unsigned int i;

	for (i = 0; i < 100 && xgl_dump_is_pending("k", 0, where); i++)
		msleep(20);
	return !xgl_dump_is_pending("k", 0, where);
}

/*
 * The dump of the first incident must stay; the dump of a newer incident must replace that of the
 * previous one.
 */
static void xgl_dump_of_incidents(struct kunit *test)
{
	struct test_source *s = source(test);

	KUNIT_EXPECT_FALSE(test, xgl_dump_is_pending("k", 0, XGL_DUMP_FIRST));
	KUNIT_EXPECT_EQ(test, 0, dump_incident(s, XGL_DUMP_FIRST, "incident_seq=1\n"));
	KUNIT_EXPECT_TRUE(test, xgl_dump_is_pending("k", 0, XGL_DUMP_FIRST));
	KUNIT_EXPECT_FALSE(test, xgl_dump_is_pending("k", 0, XGL_DUMP_NEWEST));
	KUNIT_EXPECT_EQ(test, 0, dump_incident(s, XGL_DUMP_NEWEST, "incident_seq=2\n"));
	KUNIT_EXPECT_EQ(test, 0, dump_incident(s, XGL_DUMP_NEWEST, "incident_seq=3\n"));
	KUNIT_EXPECT_TRUE(test, dump_says(test, "k-gt0-first", "incident_seq=1\n"));
	KUNIT_EXPECT_TRUE(test, dump_says(test, "k-gt0-newest", "incident_seq=3\n"));
	KUNIT_EXPECT_FALSE(test, dump_says(test, "k-gt0-newest", "incident_seq=2\n"));
	/* a dump that a user requests has a device of its own, apart from those of incidents */
	KUNIT_EXPECT_EQ(test, 0, xgl_dump_take("k", &s->src, 0));
	KUNIT_EXPECT_FALSE(test, dump_says(test, "k-gt0", "incident_"));
	free_dump(test, "k-gt0-first");
	KUNIT_EXPECT_TRUE(test, is_gone(XGL_DUMP_FIRST));
}

/*
 * After a dump was freed, it must be possible to make another one. The device of a freed dump must
 * be removed by a later call of xgl_dump_take().
 */
static void xgl_dump_is_freed(struct kunit *test)
{
	struct test_source *s = source(test);
	unsigned int i;

	for (i = 0; i < 3; i++) {
		KUNIT_ASSERT_EQ(test, 0, take_soon(s, "c"));
		KUNIT_EXPECT_TRUE(test, has_dump("c-gt0"));
		free_dump(test, "c-gt0");
	}
	KUNIT_EXPECT_TRUE(test, has_device("c-gt0"));
	msleep(100);
	KUNIT_EXPECT_EQ(test, 0, xgl_dump_take("d", &s->src, 0));
	for (i = 0; i < 100 && has_device("c-gt0"); i++) {
		msleep(20);
		KUNIT_EXPECT_EQ(test, -EBUSY, xgl_dump_take("d", &s->src, 0));
	}
	KUNIT_EXPECT_FALSE(test, has_device("c-gt0"));
	/* a dump that no program frees stays */
	KUNIT_EXPECT_EQ(test, 0, xgl_dump_take("e", &s->src, 0));
	KUNIT_EXPECT_TRUE(test, has_dump("d-gt0"));
}

/*
 * Unloading the module (xgl_dump_exit()) must delete all dumps, also those that no
 * program has freed.
 */
static void xgl_dump_ends_with_the_module(struct kunit *test)
{
	struct test_source *s = source(test);
	struct file *file;
	loff_t pos = 0;
	char byte;

	KUNIT_ASSERT_EQ(test, 0, xgl_dump_take("f", &s->src, 0));
	file = open_data("f-gt0", O_RDONLY);
	KUNIT_ASSERT_FALSE(test, IS_ERR(file));
	xgl_dump_exit();
	KUNIT_EXPECT_FALSE(test, has_dump("f-gt0"));
	KUNIT_EXPECT_FALSE(test, has_device("f-gt0"));
	KUNIT_EXPECT_LT(test, kernel_read(file, &byte, 1, &pos), 0);
	filp_close(file, NULL);
	/* dumps can be made again */
	KUNIT_EXPECT_EQ(test, 0, xgl_dump_take("f", &s->src, 0));
}

/* Without a log, xgl_dump_take() must return the error with which open() of the LFD file fails. */
static void xgl_dump_of_no_log(struct kunit *test)
{
	struct test_source *s = source(test);

	s->begin_error = -ENODEV;
	KUNIT_EXPECT_EQ(test, -ENODEV, xgl_dump_take("g", &s->src, 0));
	s->begin_error = 0;
	s->total = XGL_MAX_LOG + 1ull;
	KUNIT_EXPECT_EQ(test, -EFBIG, xgl_dump_take("g", &s->src, 0));
	KUNIT_EXPECT_FALSE(test, has_dump("g-gt0"));
	s->total = s->len;
	KUNIT_EXPECT_EQ(test, 0, xgl_dump_take("g", &s->src, 0));
}

#if IS_ENABLED(CONFIG_FAULT_INJECTION)
/*
 * Make a dump during which allocation number @nth fails. Return: whether an allocation was refused.
 */
static bool take_with_fault(struct test_source *s, unsigned int nth, unsigned int *eios)
{
	bool refused;
	int ret;

	current->fail_nth = nth;
	ret = xgl_dump_take("i", &s->src, 0);
	refused = !current->fail_nth;
	current->fail_nth = 0;

	/* Some allocations have a fallback. -EIO means that devcoredump refused the dump. */
	KUNIT_EXPECT_TRUE_MSG(s->test,
			      ret == 0 || (refused && (ret == -ENOMEM || ret == -EIO)),
			      "allocation %u: %d", nth, ret);
	*eios += ret == -EIO;
	KUNIT_EXPECT_EQ(s->test, ret == 0, has_dump("i-gt0"));
	if (!ret)
		free_dump(s->test, "i-gt0");
	KUNIT_EXPECT_EQ(s->test, s->begins, s->ends);
	return refused;
}

/*
 * Let each allocation during a dump fail in turn, also those of device_add() in
 * devcoredump. If device_add() fails, the kernel frees the data twice; the module
 * must survive this, see dump_alloc().
 */
static void xgl_dump_without_memory(struct kunit *test)
{
	struct test_source *s = source(test);
	unsigned int nth, eios = 0;

	for (nth = 1; nth < 300 && take_with_fault(s, nth, &eios); nth++)
		xgl_dump_exit();
	KUNIT_EXPECT_TRUE_MSG(test, nth > 30 && nth < 300, "%u allocations refused", nth - 1);
	KUNIT_EXPECT_TRUE_MSG(test, eios > 5, "devcoredump refused %u dumps", eios);
}
#else
static void xgl_dump_without_memory(struct kunit *test)
{
	kunit_skip(test, "the kernel has no fault injection");
}
#endif

static int free_at_once(void *unused)
{
	while (!kthread_should_stop()) {
		struct file *file = open_data("j-gt0", O_WRONLY);
		loff_t pos = 0;

		if (!IS_ERR(file)) {
			kernel_write(file, "1", 1, &pos);
			filp_close(file, NULL);
		}
		cond_resched();
	}
	return 0;
}

/* A program that frees the dump at once must not cause an error. */
static void xgl_dump_with_a_fast_collector(struct kunit *test)
{
	struct test_source *s = source(test);
	struct task_struct *collector = kthread_run(free_at_once, NULL, "collector");
	unsigned int i;

	KUNIT_ASSERT_FALSE(test, IS_ERR(collector));
	for (i = 0; i < 100; i++)
		KUNIT_EXPECT_EQ(test, 0, take_soon(s, "j"));
	kthread_stop(collector);
}

/*
 * If the module is unloaded while a program frees a dump, the kernel must not print a warning. At a
 * warning, the test guest panics, and therefore the test fails.
 */
static void xgl_dump_ends_beside_a_collector(struct kunit *test)
{
	struct test_source *s = source(test);
	struct task_struct *collector = kthread_run(free_at_once, NULL, "collector");
	unsigned int i;

	KUNIT_ASSERT_FALSE(test, IS_ERR(collector));
	for (i = 0; i < 200; i++) {
		KUNIT_EXPECT_EQ(test, 0, take_soon(s, "j"));
		udelay(i % 100 * 10);
		xgl_dump_exit();
	}
	kthread_stop(collector);
}

static struct kunit_case xgl_dump_cases[] = {
	KUNIT_CASE(xgl_dump_appears),
	KUNIT_CASE(xgl_dump_is_never_replaced),
	KUNIT_CASE(xgl_dump_is_freed),
	KUNIT_CASE(xgl_dump_of_incidents),
	KUNIT_CASE(xgl_dump_ends_with_the_module),
	KUNIT_CASE(xgl_dump_of_no_log),
	KUNIT_CASE(xgl_dump_with_a_fast_collector),
	KUNIT_CASE(xgl_dump_ends_beside_a_collector),
	KUNIT_CASE(xgl_dump_without_memory),
	{}
};

static struct kunit_suite xgl_dump_suite = {
	.name = "xgl_dump",
	.test_cases = xgl_dump_cases,
};

kunit_test_suite(xgl_dump_suite);
