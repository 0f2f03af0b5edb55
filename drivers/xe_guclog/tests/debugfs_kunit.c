// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of the debugfs files (xgl_debugfs.c): the length in the inode of a file whose directory is
 * frozen (see xgl_freeze.h) while the file is being opened.
 */
#include <kunit/test.h>
#include <linux/err.h>

#include "test_source.h"

#include "../xgl_debugfs.c"

/* The directory of the running test, and the snapshot from which its frozen files are made. */
static struct xgl_dir *dir;
static struct xgl_snapshot *then;

/* Freeze the directory. The source calls this function when open() copies the log. */
static void freeze(struct test_source *s, u64 offset, size_t len)
{
	s->on_copy = NULL;
	KUNIT_EXPECT_EQ(s->test, 0, xgl_dir_freeze(dir, NULL, then));
}

/* Open the first file of the directory. Return: the length of its content. */
static u64 open_first(struct kunit *test)
{
	struct inode *inode = d_inode(dir->node[0].dentry);
	struct file *filp = kunit_kzalloc(test, sizeof(*filp), GFP_KERNEL);
	const struct xgl_file *file;
	u64 size;

	KUNIT_ASSERT_NOT_NULL(test, filp);
	KUNIT_ASSERT_EQ(test, 0, node_open(inode, filp));
	file = filp->private_data;
	size = file->content.size;
	node_release(inode, filp);
	return size;
}

/*
 * If a directory is frozen while one of its files is being opened, the length of the file must
 * become that of the frozen content, because tar and other programs copy this number of bytes.
 */
static void xgl_debugfs_freeze_during_open(struct kunit *test)
{
	struct test_image *img = test_small(test);
	struct test_source *s = test_source(test, img);
	struct inode *inode;
	u64 live, frozen;

	test_put(img, T_EVENT + T_WRAP, 0);
	then = xgl_snapshot_take(&s->src, 0, XGL_EXTENT_ALL);
	KUNIT_ASSERT_FALSE(test, IS_ERR(then));
	dir = xgl_dir_create(NULL, "xe_guclog_kunit", &xgl_gt_files, &s->src, 0);
	KUNIT_ASSERT_FALSE(test, IS_ERR(dir));
	inode = d_inode(dir->node[0].dentry);
	/* When the file is opened, the log has more events than when the snapshot was made. */
	test_put(img, T_EVENT + T_WRITE, 2 * T_SMALL_WRITE);
	s->on_copy = freeze;
	live = open_first(test);
	KUNIT_ASSERT_NOT_NULL(test, dir->node[0].frozen);
	frozen = dir->node[0].frozen->content.size;
	KUNIT_EXPECT_GT(test, live, frozen);
	KUNIT_EXPECT_EQ(test, i_size_read(inode), frozen);
	KUNIT_EXPECT_EQ(test, open_first(test), frozen);
	KUNIT_EXPECT_EQ(test, i_size_read(inode), frozen);
	xgl_dir_thaw(dir);
	KUNIT_EXPECT_EQ(test, open_first(test), live);
	KUNIT_EXPECT_EQ(test, i_size_read(inode), live);
	xgl_dir_remove(dir);
	xgl_snapshot_free(then);
}

static struct kunit_case xgl_debugfs_cases[] = {
	KUNIT_CASE(xgl_debugfs_freeze_during_open),
	{}
};

static struct kunit_suite xgl_debugfs_suite = {
	.name = "xgl_debugfs",
	.test_cases = xgl_debugfs_cases,
};

kunit_test_suite(xgl_debugfs_suite);
