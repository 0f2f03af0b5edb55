// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of replay devices, which have the same debugfs files as a GPU but show a log image that
 * userspace has written (see xgl_replay.h), and of read() on these files. The bytes of every file
 * must be those that the core makes from the image. The content of an open file must never change.
 */
#include <linux/mman.h>
#include <linux/sched.h>
#include <linux/uaccess.h>
#include <linux/utsname.h>

#include "guc_report.h"
#include "test_guard.h"
#include "test_image.h"
#include "test_source.h"
#include "xgl_files.h"
#include "xgl_replay.h"

static void forget(void *gt)
{
	xgl_replay_free_image(gt);
}

static struct xgl_replay_gt *add_gt(struct kunit *test, struct xgl_replay *replay,
				    unsigned int id)
{
	struct xgl_replay_gt *gt = kunit_kzalloc(test, sizeof(*gt), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, gt);
	gt->replay = replay;
	gt->id = id;
	xgl_replay_start_gt(gt);
	replay->gt[id] = gt;
	KUNIT_ASSERT_EQ(test, 0, kunit_add_action_or_reset(test, forget, gt));
	return gt;
}

/* Make a replay device with one GT, as a mkdir() in configfs does. */
static struct xgl_replay *new_replay(struct kunit *test)
{
	struct xgl_replay *replay = kunit_kzalloc(test, sizeof(*replay), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, replay);
	xgl_replay_start(replay);
	add_gt(test, replay, 0);
	return replay;
}

static const struct xgl_file_type *file_type(struct kunit *test, const char *name)
{
	const struct xgl_file_set *sets[] = { &xgl_gt_files, &xgl_device_files };
	unsigned int i, j;

	for (i = 0; i < ARRAY_SIZE(sets); i++)
		for (j = 0; j < sets[i]->nr; j++)
			if (!strcmp(sets[i]->type[j].name, name))
				return &sets[i]->type[j];
	KUNIT_FAIL(test, "no file %s", name);
	return &xgl_gt_files.type[0];
}

static void free_file(void *file)
{
	xgl_file_free(file);
}

static struct xgl_file *open_file(struct kunit *test, struct xgl_replay *replay,
				  unsigned int gt, const char *name)
{
	struct xgl_file *file = xgl_file_open(file_type(test, name), &replay->src, gt);

	KUNIT_ASSERT_FALSE(test, IS_ERR(file));
	KUNIT_ASSERT_EQ(test, 0, kunit_add_action_or_reset(test, free_file, file));
	return file;
}

/* Return the bytes of a file, followed by a terminator because some files are text. */
static struct guc_view file_bytes(struct kunit *test, const struct xgl_file *file)
{
	u8 *bytes = test_guarded(test, file->content.size + 1);

	KUNIT_EXPECT_EQ(test, file->content.size,
			guc_segs_copy(file->content.seg, file->content.nr_segs, 0, bytes,
				      file->content.size));
	bytes[file->content.size] = 0;
	return guc_view(bytes, file->content.size);
}

static const char *file_text(struct kunit *test, struct xgl_replay *replay,
			     const char *name)
{
	return (const char *)file_bytes(test, open_file(test, replay, 0, name)).data;
}

static void expect_no_file(struct kunit *test, struct xgl_replay *replay, unsigned int gt,
			   int err)
{
	unsigned int i;

	for (i = 0; i < xgl_gt_files.nr; i++)
		KUNIT_EXPECT_EQ_MSG(test, err,
				    PTR_ERR_OR_ZERO(xgl_file_open(&xgl_gt_files.type[i],
								  &replay->src, gt)),
				    "%s", xgl_gt_files.type[i].name);
}

/*
 * A new device must have only the facts (see guc_facts.h) that are set for every replay device, and
 * open() of the files of its GT must fail, because there is no image.
 */
static void xgl_replay_defaults(struct kunit *test)
{
	struct xgl_replay *replay = new_replay(test);
	char want[192];

	snprintf(want, sizeof(want),
		 "writer=xe_guclog 0.1.0\nsource=replay\ndriver=replay\nkernel=%s\n"
		 "gt=0\nstatus=no image\n", init_utsname()->release);
	KUNIT_EXPECT_STREQ(test, file_text(test, replay, "info"), want);
	expect_no_file(test, replay, 0, -ENODATA);
	expect_no_file(test, replay, 1, -ENODEV);
	KUNIT_EXPECT_EQ(test, replay->gt[0]->captures, 0);
}

/* Every file of a GT must have the content that the core makes from the image and the facts. */
static void xgl_replay_files_are_the_cores(struct kunit *test)
{
	struct xgl_replay *replay = new_replay(test);
	struct xgl_replay_gt *gt = replay->gt[0];
	struct test_image *img = test_real(test);
	struct guc_view bytes;

	test_set(test, &replay->facts, "pci_id", "8086:e223");
	test_set(test, &replay->facts, "kernel", "6.17.0-1010-intel");
	test_set(test, &gt->facts, "log_level", "1");
	KUNIT_EXPECT_EQ(test, xgl_replay_set_image(gt, img->data, img->len), 0);

	test_fact(img, "source", "replay");
	test_fact(img, "driver", "replay");
	test_fact(img, "kernel", "6.17.0-1010-intel");
	test_fact(img, "pci_id", "8086:e223");
	test_fact(img, "gt", "0");
	test_fact(img, "log_level", "1");
	test_parse(img);
	test_write(img);

	bytes = file_bytes(test, open_file(test, replay, 0, "guc_log_lfd"));
	KUNIT_ASSERT_EQ(test, bytes.len, img->file.len);
	KUNIT_EXPECT_MEMEQ(test, bytes.data, img->file.data, bytes.len);
	bytes = file_bytes(test, open_file(test, replay, 0, "guc_log_raw"));
	KUNIT_ASSERT_EQ(test, bytes.len, img->len);
	KUNIT_EXPECT_MEMEQ(test, bytes.data, img->data, bytes.len);
	KUNIT_EXPECT_STREQ(test, file_text(test, replay, "guc_log_state"),
			   test_state_text(img, &img->log));
	KUNIT_EXPECT_NOT_NULL(test, strstr(file_text(test, replay, "info"),
					   "\nlog_level=1\n"));
	KUNIT_EXPECT_NOT_NULL(test, strstr(file_text(test, replay, "info"),
					   "gt=0\nstatus=ok\nlog_bytes=1134592\n"));
	KUNIT_EXPECT_EQ(test, gt->captures, 3);
	KUNIT_EXPECT_EQ(test, gt->copied, 2 * (2 * 4096 + 0x14000) + 0x115000 + 4096 + 3 * 20);
}

/* The files with ASIC info must have the facts of the device and the clock of its first GT. */
static void xgl_replay_asic_files(struct kunit *test)
{
	static const struct {
		const char *name;
		size_t len;
		enum guc_asic_form form;
	} rows[] = {
		{ "asic_info", 568, GUC_ASIC_V1 }, { "asic_info_v3", 608, GUC_ASIC_V3 },
		{ "asic_info_packed", 558, GUC_ASIC_V1_PACKED },
		{ "asic_info.rdf", 664, GUC_ASIC_RDF },
	};
	struct xgl_replay *replay = new_replay(test);
	struct guc_facts *facts = kunit_kzalloc(test, sizeof(*facts), GFP_KERNEL);
	unsigned int i;

	KUNIT_ASSERT_NOT_NULL(test, facts);
	add_gt(test, replay, 3);
	test_set(test, &replay->facts, "pci_id", "8086:e20b");
	test_set(test, &replay->gt[0]->facts, "reference_clock_hz", "19200000");
	test_set(test, &replay->gt[3]->facts, "reference_clock_hz", "38400000");
	test_set(test, facts, "pci_id", "8086:e20b");
	test_set(test, facts, "reference_clock_hz", "19200000");
	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		struct guc_view bytes = file_bytes(test, open_file(test, replay, 0, rows[i].name));
		u8 *want = test_guarded(test, rows[i].len);

		KUNIT_ASSERT_EQ(test, rows[i].len,
				guc_asic_write(rows[i].form, facts, want, rows[i].len));
		KUNIT_ASSERT_EQ(test, bytes.len, rows[i].len);
		KUNIT_EXPECT_MEMEQ_MSG(test, bytes.data, want, bytes.len, "%s", rows[i].name);
	}
}

/* A new image must not change open files. The next open() must use it. */
static void xgl_replay_open_files_stay(struct kunit *test)
{
	struct xgl_replay *replay = new_replay(test);
	struct xgl_replay_gt *gt = replay->gt[0];
	struct test_image *img = test_small(test);
	struct guc_view before[2], after;
	struct xgl_file *file[2];
	unsigned int i;

	xgl_replay_set_image(gt, img->data, img->len);
	file[0] = open_file(test, replay, 0, "guc_log_lfd");
	file[1] = open_file(test, replay, 0, "guc_log_raw");
	for (i = 0; i < 2; i++)
		before[i] = file_bytes(test, file[i]);
	memset(img->data + 0x1000, 0x55, T_SMALL_EVENT);
	KUNIT_EXPECT_EQ(test, xgl_replay_set_image(gt, img->data, img->len), 0);
	for (i = 0; i < 2; i++) {
		after = file_bytes(test, file[i]);
		KUNIT_ASSERT_EQ(test, after.len, before[i].len);
		KUNIT_EXPECT_MEMEQ(test, after.data, before[i].data, after.len);
	}
	after = file_bytes(test, open_file(test, replay, 0, "guc_log_raw"));
	KUNIT_EXPECT_MEMEQ(test, after.data, img->data, img->len);
	KUNIT_EXPECT_EQ(test, xgl_replay_set_image(gt, "short", 5), 0);
	after = file_bytes(test, file[0]);
	KUNIT_EXPECT_MEMEQ(test, after.data, before[0].data, after.len);
}

/* A session must use the image with which it began until it ends, even if a new one is written. */
static void xgl_replay_capture_keeps_its_image(struct kunit *test)
{
	struct xgl_replay *replay = new_replay(test);
	struct test_image *img = test_small(test);
	struct guc_facts *facts = kunit_kzalloc(test, sizeof(*facts), GFP_KERNEL);
	struct xgl_source_session session = { .src = &replay->src, .facts = facts };
	u8 *copy = test_guarded(test, img->len);

	KUNIT_ASSERT_NOT_NULL(test, facts);
	xgl_replay_set_image(replay->gt[0], img->data, img->len);
	KUNIT_ASSERT_EQ(test, replay->src.ops->begin(&session), 0);
	KUNIT_EXPECT_EQ(test, session.total, img->len);
	xgl_replay_set_image(replay->gt[0], "short", 5);
	replay->src.ops->copy(&session, copy, 0, img->len);
	KUNIT_EXPECT_MEMEQ(test, copy, img->data, img->len);
	xgl_replay_set_image(replay->gt[0], "another", 7);
	replay->src.ops->copy(&session, copy, 0x1500, img->len - 0x1500);
	KUNIT_EXPECT_EQ(test, copy[0], 0xcc);
	replay->src.ops->end(&session);
}

/*
 * An image that was written must be read back unchanged. If the reader expects another length, for
 * example because the image was replaced in between, the read must fail and copy nothing.
 */
static void xgl_replay_image_reads_back(struct kunit *test)
{
	struct xgl_replay *replay = new_replay(test);
	struct xgl_replay_gt *gt = replay->gt[0];
	char *buf = test_guarded(test, 5);

	KUNIT_EXPECT_EQ(test, xgl_replay_get_image(gt, NULL, 0), 0);
	xgl_replay_set_image(gt, "image", 5);
	KUNIT_EXPECT_EQ(test, xgl_replay_get_image(gt, NULL, 0), 5);
	KUNIT_EXPECT_EQ(test, xgl_replay_get_image(gt, buf, 4), -EAGAIN);
	KUNIT_EXPECT_EQ(test, xgl_replay_get_image(gt, buf, 6), -EAGAIN);
	KUNIT_EXPECT_EQ(test, (u8)buf[0], 0xa5);
	KUNIT_EXPECT_EQ(test, xgl_replay_get_image(gt, buf, 5), 5);
	KUNIT_EXPECT_MEMEQ(test, buf, "image", 5);
}

/* The facts of a GT must replace facts of the device, but only in the files of this GT. */
static void xgl_replay_facts_are_merged(struct kunit *test)
{
	static const char info[] =
		"platform=BATTLEMAGE\ngt=0\nstatus=ok\nlog_bytes=5440\n"
		"gt=1\ngt_type=media\nstatus=ok\nlog_bytes=5440\n";
	struct xgl_replay *replay = new_replay(test);
	struct xgl_replay_gt *media = add_gt(test, replay, 1);
	struct test_image *img = test_small(test);

	test_set(test, &replay->facts, "platform", "BATTLEMAGE");
	test_set(test, &media->facts, "gt_type", "media");
	xgl_replay_set_image(replay->gt[0], img->data, img->len);
	xgl_replay_set_image(media, img->data, img->len);
	img->file = file_bytes(test, open_file(test, replay, 1, "guc_log_lfd"));
	KUNIT_EXPECT_TRUE(test, test_has_text(img, "platform=BATTLEMAGE\ngt=1\ngt_type=media\n"));
	img->file = file_bytes(test, open_file(test, replay, 0, "guc_log_lfd"));
	KUNIT_EXPECT_TRUE(test, test_has_text(img, "platform=BATTLEMAGE\ngt=0\nlic_version"));
	KUNIT_EXPECT_NOT_NULL(test, strstr(file_text(test, replay, "info"), info));
}

/*
 * xgl_files_measure() must find the lengths that the files have after open(), and must copy the log
 * only once for all files of a GT.
 */
static void xgl_replay_measures(struct kunit *test)
{
	struct xgl_replay *replay = new_replay(test);
	struct test_image *img = test_small(test);
	u64 size[XGL_MAX_FILES];
	unsigned int i;

	memset(size, 0xa5, sizeof(size));
	xgl_files_measure(&xgl_gt_files, &replay->src, 0, size);
	for (i = 0; i < XGL_MAX_FILES; i++)
		KUNIT_EXPECT_EQ(test, size[i], 0);
	xgl_replay_set_image(replay->gt[0], img->data, img->len);
	xgl_files_measure(&xgl_gt_files, &replay->src, 0, size);
	KUNIT_EXPECT_EQ(test, replay->gt[0]->captures, 1);
	for (i = 0; i < xgl_gt_files.nr; i++) {
		const char *name = xgl_gt_files.type[i].name;

		KUNIT_EXPECT_NE(test, size[i], 0);
		KUNIT_EXPECT_EQ_MSG(test, size[i],
				    open_file(test, replay, 0, name)->content.size, "%s", name);
	}
	xgl_files_measure(&xgl_device_files, &replay->src, 0, size);
	for (i = 0; i < xgl_device_files.nr; i++) {
		const char *name = xgl_device_files.type[i].name;

		KUNIT_EXPECT_NE(test, size[i], 0);
		KUNIT_EXPECT_EQ_MSG(test, size[i],
				    open_file(test, replay, 0, name)->content.size, "%s", name);
	}
}

static const char *image_status(struct kunit *test, struct xgl_replay_gt *gt)
{
	char *text = kunit_kzalloc(test, 200, GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, text);
	xgl_replay_print_image_status(gt, text, 200);
	return text;
}

/*
 * The lengths of the files of a GPU must be computed from the state page alone, and a
 * suspended GPU must not be resumed.
 */
static void xgl_live_measures_by_the_state_page(struct kunit *test)
{
	struct test_image *img = test_small(test);
	struct test_source *s = test_source(test, img);
	u64 size[XGL_MAX_FILES], lfd, raw;

	memset(img->data + 0x1400, 0, T_SMALL_CRASH);
	xgl_files_measure(&xgl_gt_files, &s->src, 0, size);
	KUNIT_EXPECT_LE(test, s->end_max, 4096);
	lfd = size[file_type(test, "guc_log_lfd") - xgl_gt_files.type];
	raw = size[file_type(test, "guc_log_raw") - xgl_gt_files.type];
	test_parse(img);
	test_write(img);
	KUNIT_EXPECT_EQ(test, lfd, img->file.len);
	KUNIT_EXPECT_EQ(test, raw, T_SMALL_TOTAL);

	s->suspended = true;
	test_fact(img, "gt", "0");
	test_fact(img, "log_bytes", "5440");
	s->facts = img->facts;
	xgl_files_measure(&xgl_gt_files, &s->src, 0, size);
	raw = size[file_type(test, "guc_log_raw") - xgl_gt_files.type];
	KUNIT_EXPECT_EQ(test, raw, T_SMALL_TOTAL);
	KUNIT_EXPECT_EQ(test, s->begins, 1);
}

/*
 * After a failed write of an image, the former image must stay, and the attribute image_status must
 * report the failure.
 */
static void xgl_replay_failed_write_keeps_the_image(struct kunit *test)
{
	static const char zeroes[5000];
	struct xgl_replay *replay = new_replay(test);
	struct xgl_replay_gt *gt = replay->gt[0];
	struct test_image *img = test_small(test);
	struct guc_view raw;

	KUNIT_EXPECT_STREQ(test, image_status(test, gt), "no image\n");
	KUNIT_EXPECT_EQ(test, xgl_replay_set_image(gt, NULL, 0), -EINVAL);
	KUNIT_EXPECT_STREQ(test, image_status(test, gt),
			   "refused: it has no bytes; kept: no image\n");
	expect_no_file(test, replay, 0, -ENODATA);
	KUNIT_EXPECT_EQ(test, xgl_replay_set_image(gt, img->data, img->len), 0);
	KUNIT_EXPECT_STREQ(test, image_status(test, gt), "ok\n");

	KUNIT_EXPECT_EQ(test, xgl_replay_set_image(gt, NULL, 0), -EINVAL);
	KUNIT_EXPECT_STREQ(test, image_status(test, gt), "refused: it has no bytes; kept: ok\n");
	KUNIT_EXPECT_EQ(test, xgl_replay_set_image(gt, zeroes, sizeof(zeroes)), -EINVAL);
	KUNIT_EXPECT_STREQ(test, image_status(test, gt),
			   "refused: it has only zeroes; kept: ok\n");
	xgl_replay_refuse_image(gt, "its writer was killed");
	KUNIT_EXPECT_STREQ(test, image_status(test, gt),
			   "refused: its writer was killed; kept: ok\n");
	raw = file_bytes(test, open_file(test, replay, 0, "guc_log_raw"));
	KUNIT_ASSERT_EQ(test, raw.len, img->len);
	KUNIT_EXPECT_MEMEQ(test, raw.data, img->data, raw.len);
	KUNIT_EXPECT_EQ(test, xgl_replay_set_image(gt, img->data, img->len), 0);
	KUNIT_EXPECT_STREQ(test, image_status(test, gt), "ok\n");
}

/*
 * If an image is shorter than the sizes of its regions require, the file info and the attribute
 * image_status must report this.
 */
static void xgl_replay_tells_a_cut_image(struct kunit *test)
{
	struct xgl_replay *replay = new_replay(test);
	struct test_image *img = test_small(test);

	KUNIT_EXPECT_EQ(test, xgl_replay_set_image(replay->gt[0], img->data, 5000), 0);
	KUNIT_EXPECT_NOT_NULL(test,
			      strstr(file_text(test, replay, "info"),
				     "status=the image is cut short: it has 5000 of 5440 bytes\n"));
	KUNIT_EXPECT_STREQ(test, image_status(test, replay->gt[0]),
			   "the image is cut short: it has 5000 of 5440 bytes\n");
}

/*
 * Without memory for an image, the error must be -ENOMEM, and the former image must
 * stay.
 */
static void xgl_replay_no_memory_for_an_image(struct kunit *test)
{
#if IS_ENABLED(CONFIG_FAULT_INJECTION)
	struct xgl_replay *replay = new_replay(test);
	struct xgl_replay_gt *gt = replay->gt[0];
	unsigned int nth, failed = 0, left;
	int ret;

	for (nth = 1; nth < 100; nth++) {
		xgl_replay_set_image(gt, "image", 5);
		current->fail_nth = nth;
		ret = xgl_replay_set_image(gt, "another", 7);
		left = current->fail_nth;
		current->fail_nth = 0;
		if (left)
			break;
		/* Some allocations have a fallback. */
		if (!ret)
			continue;
		failed++;
		KUNIT_EXPECT_EQ(test, ret, -ENOMEM);
		KUNIT_EXPECT_EQ(test, file_bytes(test, open_file(test, replay, 0,
								 "guc_log_raw")).len, 5);
		KUNIT_EXPECT_STREQ(test, image_status(test, gt),
				   "refused: not enough memory; kept: ok\n");
	}
	KUNIT_EXPECT_GT(test, failed, 1);
	KUNIT_EXPECT_LT(test, nth, 100);
	KUNIT_EXPECT_EQ(test, ret, 0);
	KUNIT_EXPECT_EQ(test, file_bytes(test, open_file(test, replay, 0, "guc_log_raw")).len, 7);
#else
	kunit_skip(test, "the kernel has no fault injection");
#endif
}

/*
 * It must be possible to read from any position, with any length. Every read() of an open file must
 * return bytes of the same copy of the log.
 */
static void xgl_content_reads_anywhere(struct kunit *test)
{
	struct xgl_replay *replay = new_replay(test);
	struct test_image *img = test_small(test);
	const struct xgl_content *content;
	char *back = kunit_kzalloc(test, PAGE_SIZE, GFP_KERNEL);
	struct guc_view flat;
	struct xgl_file *file;
	char __user *user;
	ssize_t done;
	loff_t pos;
	size_t len;

	KUNIT_ASSERT_NOT_NULL(test, back);
	user = (char __user *)kunit_vm_mmap(test, NULL, 0, PAGE_SIZE, PROT_READ | PROT_WRITE,
					    MAP_ANONYMOUS | MAP_PRIVATE, 0);
	KUNIT_ASSERT_FALSE(test, IS_ERR_VALUE((unsigned long)user) || !user);
	xgl_replay_set_image(replay->gt[0], img->data, img->len);
	file = open_file(test, replay, 0, "guc_log_lfd");
	content = &file->content;
	flat = file_bytes(test, file);

	for (pos = 0; pos <= flat.len + 2; pos += 7) {
		for (len = 0; len <= 1100; len += 1 + len) {
			size_t want = pos < flat.len ? min_t(size_t, len, flat.len - pos) : 0;
			loff_t at = pos;

			KUNIT_ASSERT_EQ(test, clear_user(user, len + 1), 0);
			KUNIT_EXPECT_EQ_MSG(test, xgl_content_read(content, user, len, &at), want,
					    "%zu bytes at %lld", len, pos);
			KUNIT_EXPECT_EQ(test, at, pos + want);
			KUNIT_ASSERT_EQ(test, copy_from_user(back, user, want + 1), 0);
			KUNIT_EXPECT_MEMEQ(test, back, flat.data + min_t(size_t, pos, flat.len),
					   want);
			KUNIT_EXPECT_EQ(test, back[want], 0);
		}
	}
	KUNIT_EXPECT_EQ(test, replay->gt[0]->captures, 1);
	/*
	 * The second half of the destination is unmapped. An architecture may copy less than the
	 * whole first half.
	 */
	pos = 3;
	done = xgl_content_read(content, user + PAGE_SIZE - 10, 20, &pos);
	KUNIT_EXPECT_GT(test, done, 0);
	KUNIT_EXPECT_LE(test, done, 10);
	KUNIT_EXPECT_EQ(test, pos, 3 + done);
	/* all of the destination is unmapped */
	pos = 13;
	KUNIT_EXPECT_EQ(test, xgl_content_read(content, user + PAGE_SIZE, 20, &pos), -EFAULT);
	KUNIT_EXPECT_EQ(test, pos, 13);
	/* at the end of the file nothing is copied, so the unmapped destination is not noticed */
	pos = flat.len;
	KUNIT_EXPECT_EQ(test, xgl_content_read(content, user + PAGE_SIZE, 20, &pos), 0);
}

static struct kunit_case xgl_replay_cases[] = {
	KUNIT_CASE(xgl_replay_defaults),
	KUNIT_CASE(xgl_replay_files_are_the_cores),
	KUNIT_CASE(xgl_replay_asic_files),
	KUNIT_CASE(xgl_replay_open_files_stay),
	KUNIT_CASE(xgl_replay_capture_keeps_its_image),
	KUNIT_CASE(xgl_replay_image_reads_back),
	KUNIT_CASE(xgl_replay_facts_are_merged),
	KUNIT_CASE(xgl_replay_measures),
	KUNIT_CASE(xgl_live_measures_by_the_state_page),
	KUNIT_CASE(xgl_replay_failed_write_keeps_the_image),
	KUNIT_CASE(xgl_replay_tells_a_cut_image),
	KUNIT_CASE(xgl_replay_no_memory_for_an_image),
	KUNIT_CASE(xgl_content_reads_anywhere),
	{}
};

static struct kunit_suite xgl_replay_suite = {
	.name = "xgl_replay",
	.test_cases = xgl_replay_cases,
};

kunit_test_suite(xgl_replay_suite);
