// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of the texts of the debugfs files guc_log_state and info. Most tests compare the whole
 * text.
 */
#include "guc_report.h"
#include "test_guard.h"
#include "test_image.h"

/* The exact text of guc_log_state for a log with the states and the LIC of a real log. */
static void guc_report_real_words(struct kunit *test)
{
	static const char want[] =
		"log_bytes=1134592\n"
		"[event data]\n"
		"state_offset=0x0\n"
		"region_offset=0x1000\n"
		"size=65536\n"
		"available=65536\n"
		"read_ptr=0x0\n"
		"write_ptr=0xba4\n"
		"sampled_write_ptr=0x0\n"
		"wrap_offset=0xfff0\n"
		"flush=0\n"
		"full_count=0\n"
		"version=2\n"
		"[crash dump]\n"
		"state_offset=0x24\n"
		"region_offset=0x11000\n"
		"size=16384\n"
		"available=16384\n"
		"read_ptr=0x0\n"
		"write_ptr=0x0\n"
		"sampled_write_ptr=0x0\n"
		"wrap_offset=0x4000\n"
		"flush=0\n"
		"full_count=0\n"
		"version=2\n"
		"[state capture]\n"
		"state_offset=0x48\n"
		"region_offset=0x15000\n"
		"size=1048576\n"
		"available=1048576\n"
		"read_ptr=0xfb8\n"
		"write_ptr=0xfb8\n"
		"sampled_write_ptr=0xfb8\n"
		"wrap_offset=0x100000\n"
		"flush=0\n"
		"full_count=0\n"
		"version=2\n"
		"[LIC]\n"
		"offset=0x6c\n"
		"version=1.0\n"
		"fw_version=0x462c01 (70.44.1)\n"
		"guc_device_id=0x61\n"
		"tsc_frequency_khz=19200\n"
		"gmd_id=0x5008000\n"
		"build_platform_id=0x1e\n"
		"[events]\n"
		"event_order=wrapped, oldest first\n"
		"event_version=2\n"
		"event_size=65536\n"
		"event_bytes=65520\n"
		"event_entries=3276\n"
		"event_write_ptr=0xba4\n"
		"event_wrap_offset=0xfff0\n"
		"event_read_ptr=0x0\n"
		"event_full_count=0\n"
		"crash_dump=none\n"
		"[faults]\n"
		"faults=0\n";
	struct test_image *img = test_real(test);

	test_parse(img);
	KUNIT_EXPECT_STREQ(test, test_state_text(img, &img->log), want);
}

/*
 * The report of a damaged state page must have the valid values, name the absent ones, and list
 * every fault.
 */
static void guc_report_damage(struct kunit *test)
{
	static const char want[] =
		"log_bytes=5440\n"
		"[event data]\n"
		"state_offset=0x0\n"
		"region_offset=0x1000\n"
		"size=1024\n"
		"available=1024\n"
		"read_ptr=0x28\n"
		"write_ptr=0x64\n"
		"sampled_write_ptr=0x0\n"
		"wrap_offset=0x0\n"
		"flush=1\n"
		"full_count=15\n"
		"version=2\n"
		"[crash dump]\n"
		"state_offset=0x24\n"
		"region_offset=0x1400\n"
		"size=256\n"
		"available=256\n"
		"read_ptr=0x0\n"
		"write_ptr=0x0\n"
		"sampled_write_ptr=0x0\n"
		"wrap_offset=0x100\n"
		"flush=0\n"
		"full_count=0\n"
		"version=2\n"
		"[state capture]\n"
		"state=absent\n"
		"[LIC]\n"
		"offset=0x6c\n"
		"version=1.2\n"
		"guc_device_id=0x61\n"
		"tsc_frequency_khz=4294967295\n"
		"gmd_id=0x5008000\n"
		"build_platform_id=0x1e\n"
		"unknown_keys=1\n"
		"[events]\n"
		"event_order=not wrapped, oldest first\n"
		"event_version=2\n"
		"event_size=1024\n"
		"event_bytes=100\n"
		"event_entries=5\n"
		"event_write_ptr=0x64\n"
		"event_wrap_offset=0x0\n"
		"event_read_ptr=0x28\n"
		"event_unread_bytes=60\n"
		"event_full_count=15\n"
		"crash_dump=present, 256 bytes\n"
		"before_load_offset=0x64\n"
		"before_load_bytes=920\n"
		"before_load_entries=46\n"
		"[faults]\n"
		"faults=3\n"
		"fault=state page at 0x48: unknown marker 0xcabba9f7beeffeee\n"
		"fault=LIC at 0x6c: no value for key 0x1\n"
		"fault=state capture at 0x0: no state\n"
		"note=1\n";
	struct test_image *img = test_small(test);

	test_entries(img, 100, 1020, 0);
	test_put(img, T_EVENT + T_READ, 40);
	test_put(img, T_EVENT + T_WRAP, 0);
	test_put(img, T_EVENT + T_FLAGS, 0x1f);
	test_put(img, T_CAPTURE + T_MARKER_2, 0xbeeffeee);
	test_put(img, T_LIC + 4, 0x10002);
	test_put(img, T_KLV(1), 0x00200001);
	test_put(img, T_KLV(3) + 4, 0xffffffff);
	img->data[0x14ff] = 1;
	img->notes = "note=1\n";
	test_parse(img);
	KUNIT_EXPECT_STREQ(test, test_state_text(img, &img->log), want);
}

/* The exact text of guc_log_state for an image without any bytes. */
static void guc_report_nothing(struct kunit *test)
{
	static const char want[] =
		"log_bytes=0\n"
		"[event data]\n"
		"state=absent\n"
		"[crash dump]\n"
		"state=absent\n"
		"[state capture]\n"
		"state=absent\n"
		"[LIC]\n"
		"lic=absent\n"
		"[events]\n"
		"event_order=absent\n"
		"crash_dump=unknown\n"
		"[faults]\n"
		"faults=1\n"
		"fault=state page at 0x0: length is 0x0, expected at least 0x1000\n";
	struct test_image *img = test_small(test);

	img->total = 0;
	test_cut(img, 0);
	test_parse(img);
	KUNIT_EXPECT_STREQ(test, test_state_text(img, &img->log), want);
}

/* Entries must not be counted when their version, and so their length, is unknown. */
static void guc_report_unknown_version(struct kunit *test)
{
	struct test_image *img = test_small(test);
	char *text;

	test_put(img, T_EVENT + T_VERSION, 3);
	test_put(img, T_EVENT + T_WRAP, 0);
	test_parse(img);
	text = test_state_text(img, &img->log);
	KUNIT_EXPECT_NOT_NULL(test, strstr(text, "event_version=3\n"));
	KUNIT_EXPECT_NOT_NULL(test, strstr(text, "event_bytes=100\nevent_write_ptr="));
	KUNIT_EXPECT_NOT_NULL(test, strstr(text, "before_load_bytes=924\n[faults]"));
}

/*
 * If there are more faults than the list has room for (16), the report must have the number of the
 * faults that are not in the list.
 */
static void guc_report_many_faults(struct kunit *test)
{
	struct test_image *img = test_small(test);
	unsigned int i;
	char *text;

	/* the list has room for 16 faults, all of which are printed */
	for (i = 0; i < 12; i++)
		test_state(img, 36 * i, 0x100000000ull + i, 0);
	test_put(img, 36 * 12, 0);
	test_parse(img);
	KUNIT_ASSERT_EQ(test, img->log.nr_faults, 16);
	text = test_state_text(img, &img->log);
	KUNIT_EXPECT_NOT_NULL(test, strstr(text, "\nfaults=16\n"));
	KUNIT_EXPECT_NOT_NULL(test, strstr(text, "fault=LIC at 0x1b0: no LIC\n"));
	KUNIT_EXPECT_NULL(test, strstr(text, "faults_not_listed"));
	/* the 17th fault is not printed */
	test_state(img, 36 * 12, 0x10000000cull, 0);
	test_put(img, 36 * 13, 0);
	test_parse(img);
	text = test_state_text(img, &img->log);
	KUNIT_EXPECT_NOT_NULL(test, strstr(text, "\nfaults=17\n"));
	KUNIT_EXPECT_NULL(test, strstr(text, "no LIC"));
	KUNIT_EXPECT_NOT_NULL(test, strstr(text, "\nfaults_not_listed=1\n"));
}

/* The text of info must have the facts of the device, then the number and the facts of each GT. */
static void guc_report_info_text(struct kunit *test)
{
	static const char want[] =
		"writer=xe_guclog 0.1.0\n"
		"source=replay\n"
		"pci_id=8086:e20b\n"
		"memory_mtps=19000\n"
		"gt=0\n"
		"gt_type=main\n"
		"status=ok\n"
		"gt=1\n"
		"gt_type=media\n"
		"status=no image\n";
	struct guc_facts *device = kunit_kzalloc(test, 3 * sizeof(*device), GFP_KERNEL);
	struct guc_facts *gt = device + 1;
	struct guc_text text = { 0 };
	size_t len = strlen(want);

	KUNIT_ASSERT_NOT_NULL(test, device);
	test_set(test, device, "source", "replay");
	test_set(test, device, "pci_id", "8086:e20b");
	test_set(test, device, "memory_mtps", "19000");
	/*
	 * The next two facts must not be printed: log_level is a fact of a GT, and kernel is a fact
	 * of a device.
	 */
	test_set(test, device, "log_level", "5");
	test_set(test, &gt[0], "kernel", "6.12");
	test_set(test, &gt[0], "gt", "0");
	test_set(test, &gt[0], "gt_type", "main");
	test_set(test, &gt[0], "status", "ok");
	test_set(test, &gt[1], "gt", "1");
	test_set(test, &gt[1], "gt_type", "media");
	test_set(test, &gt[1], "status", "no image");

	guc_report_info(&text, device, gt, 2);
	KUNIT_EXPECT_EQ(test, text.len, len);
	text = (struct guc_text){ test_guarded(test, len + 1), len + 1, 0 };
	guc_report_info(&text, device, gt, 2);
	KUNIT_EXPECT_EQ(test, guc_text_error(&text), 0);
	KUNIT_EXPECT_STREQ(test, text.buf, want);

	text = (struct guc_text){ test_guarded(test, 256), 256, 0 };
	memset(device, 0, sizeof(*device));
	guc_report_info(&text, device, NULL, 0);
	KUNIT_EXPECT_STREQ(test, text.buf, "writer=xe_guclog 0.1.0\n");
}

/*
 * The names of the regions and of the orders of events (enum guc_order), as the reports print them.
 */
static void guc_report_names(struct kunit *test)
{
	KUNIT_EXPECT_STREQ(test, guc_region_name(GUC_REGION_EVENT), "event data");
	KUNIT_EXPECT_STREQ(test, guc_region_name(GUC_REGION_CRASH), "crash dump");
	KUNIT_EXPECT_STREQ(test, guc_region_name(GUC_REGION_CAPTURE), "state capture");
	KUNIT_EXPECT_STREQ(test, guc_order_name(GUC_ORDER_ABSENT), "absent");
	KUNIT_EXPECT_STREQ(test, guc_order_name(GUC_ORDER_LINEAR),
			   "not wrapped, oldest first");
	KUNIT_EXPECT_STREQ(test, guc_order_name(GUC_ORDER_WRAPPED), "wrapped, oldest first");
	KUNIT_EXPECT_STREQ(test, guc_order_name(GUC_ORDER_STORAGE), "storage order");
}

static struct kunit_case guc_report_cases[] = {
	KUNIT_CASE(guc_report_real_words),
	KUNIT_CASE(guc_report_damage),
	KUNIT_CASE(guc_report_nothing),
	KUNIT_CASE(guc_report_unknown_version),
	KUNIT_CASE(guc_report_many_faults),
	KUNIT_CASE(guc_report_info_text),
	KUNIT_CASE(guc_report_names),
	{}
};

static struct kunit_suite guc_report_suite = {
	.name = "guc_report",
	.test_cases = guc_report_cases,
};

kunit_test_suite(guc_report_suite);
