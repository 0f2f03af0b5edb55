// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of the parser of the LIC (log init config) in the state page. The parser must find the five
 * keys, and must report the right fault for each wrong length, count, key and version. A row of a
 * table changes one word of the small image (see test_image.h).
 */
#include "test_guard.h"
#include "test_image.h"

#define LIC		GUC_SECTION_LIC
#define MISSING(key)	{ GUC_FAULT_KLV_MISSING, LIC, T_LIC, key, 0 }

static const u32 real_values[] = { 0, 0x462c01, 0x61, 0x4b00, 0x5008000, 0x1e };

/* Expect the real value for every key whose bit is set in @known, and 0 for the other keys. */
static void expect_values(struct test_image *img, const char *label, u32 known)
{
	const struct guc_lic *lic = &img->log.lic;
	u32 key;

	KUNIT_EXPECT_EQ_MSG(img->test, lic->known, known, "%s: known", label);
	KUNIT_EXPECT_EQ_MSG(img->test, lic->value[0], 0, "%s", label);
	for (key = 1; key <= GUC_LIC_KEYS; key++) {
		bool has = known & BIT(key);

		KUNIT_EXPECT_EQ_MSG(img->test, guc_lic_has(lic, key), has, "%s: key %u",
				    label, key);
		KUNIT_EXPECT_EQ_MSG(img->test, lic->value[key], has ? real_values[key] : 0,
				    "%s: value %u", label, key);
	}
}

/* The LIC of a real log must have five values, no unknown key and no fault. */
static void guc_lic_real_words(struct kunit *test)
{
	struct test_image *img = test_real(test);

	KUNIT_EXPECT_EQ(test, test_parse(img), 0);
	KUNIT_EXPECT_TRUE(test, img->log.lic.present);
	KUNIT_EXPECT_EQ(test, img->log.lic.offset, 0x6c);
	KUNIT_EXPECT_EQ(test, img->log.lic.version, 0x10000);
	KUNIT_EXPECT_EQ(test, img->log.lic.unknown_keys, 0);
	expect_values(img, "real words", 0x3e);
	KUNIT_EXPECT_FALSE(test, guc_lic_has(&img->log.lic, 0));
	KUNIT_EXPECT_FALSE(test, guc_lic_has(&img->log.lic, 6));
	KUNIT_EXPECT_FALSE(test, guc_lic_has(&img->log.lic, 33));
}

/* Each row changes one word of the LIC, and lists all faults that this must cause. */
static void guc_lic_words(struct kunit *test)
{
	static const struct {
		const char *label;
		u32 offset;
		u32 value;
		int err;
		u32 known;
		u32 unknown;
		struct guc_fault want[6];
	} rows[] = {
		{ "good", T_LIC + 8, 10, 0, 0x3e, 0, { T_NO_MORE } },
		{ "minor 1", T_LIC + 4, 0x10001, 0, 0x3e, 0, { T_NO_MORE } },
		{ "minor 0xffff", T_LIC + 4, 0x1ffff, 0, 0x3e, 0, { T_NO_MORE } },
		{ "count 11", T_LIC + 8, 11, 0, 0x3e, 1, { T_NO_MORE } },
		{ "count 994", T_LIC + 8, 994, 0, 0x3e, 984, { T_NO_MORE } },
		{ "count 995", T_LIC + 8, 995, -ENODATA, 0x3e, 984, {
			{ GUC_FAULT_LIC_COUNT, LIC, 116, 995, 994 } } },
		{ "count 4G", T_LIC + 8, 0xffffffff, -ENODATA, 0x3e, 984, {
			{ GUC_FAULT_LIC_COUNT, LIC, 116, 0xffffffff, 994 } } },
		{ "count 9", T_LIC + 8, 9, -ENODATA, 0x1e, 0, {
			{ GUC_FAULT_KLV_TRUNCATED, LIC, 152, 1, 0 }, MISSING(5) } },
		{ "count 8", T_LIC + 8, 8, -ENOENT, 0x1e, 0, { MISSING(5) } },
		{ "count 1", T_LIC + 8, 1, -ENODATA, 0, 0, {
			{ GUC_FAULT_KLV_TRUNCATED, LIC, 120, 1, 0 }, MISSING(1),
			MISSING(2), MISSING(3), MISSING(4), MISSING(5) } },
		{ "count 0", T_LIC + 8, 0, -ENOENT, 0, 0, { MISSING(1),
			MISSING(2), MISSING(3), MISSING(4), MISSING(5) } },
		{ "key 1 is 0", T_KLV(1), 0x00000001, -ENOENT, 0x3c, 1, { MISSING(1) } },
		{ "key 3 is 6", T_KLV(3), 0x00060001, -ENOENT, 0x36, 1, { MISSING(3) } },
		{ "key 5 is 0xffff", T_KLV(5), 0xffff0001, -ENOENT, 0x1e, 1, { MISSING(5) } },
		{ "key 3 is 2", T_KLV(3), 0x00020001, -EBADMSG, 0x36, 0, {
			{ GUC_FAULT_KLV_TWICE, LIC, 136, 2, 0 }, MISSING(3) } },
		/* the value of the key, 0x1e, is taken for the header of a KLV of 30 dwords */
		{ "length 0", T_KLV(5), 0x00050000, -EBADMSG, 0x1e, 0, {
			{ GUC_FAULT_KLV_LEN, LIC, 152, 0, 1 },
			{ GUC_FAULT_KLV_TRUNCATED, LIC, 156, 30, 0 }, MISSING(5) } },
		{ "length 2", T_KLV(5), 0x00050002, -ENODATA, 0x1e, 0, {
			{ GUC_FAULT_KLV_TRUNCATED, LIC, 152, 2, 1 }, MISSING(5) } },
		{ "length 3 with room", T_KLV(4), 0x00040003, -EBADMSG, 0x0e, 0, {
			{ GUC_FAULT_KLV_LEN, LIC, 144, 3, 1 }, MISSING(4), MISSING(5) } },
		{ "length 4 without", T_KLV(4), 0x00040004, -ENODATA, 0x0e, 0, {
			{ GUC_FAULT_KLV_TRUNCATED, LIC, 144, 4, 3 }, MISSING(4),
			MISSING(5) } },
		{ "unknown, long", T_KLV(3), 0x12340005, -ENOENT, 0x06, 1, {
			MISSING(3), MISSING(4), MISSING(5) } },
		{ "unknown, too long", T_KLV(3), 0x12340006, -ENODATA, 0x06, 0, {
			{ GUC_FAULT_KLV_TRUNCATED, LIC, 136, 6, 5 }, MISSING(3),
			MISSING(4), MISSING(5) } },
	};
	struct test_image *img = test_small(test);
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		u32 good = test_get(img, rows[i].offset);

		test_put(img, rows[i].offset, rows[i].value);
		KUNIT_EXPECT_EQ_MSG(test, test_parse(img), rows[i].err, "%s", rows[i].label);
		test_faults(img, rows[i].label, rows[i].want, 6);
		expect_values(img, rows[i].label, rows[i].known);
		KUNIT_EXPECT_EQ_MSG(test, img->log.lic.unknown_keys, rows[i].unknown,
				    "%s", rows[i].label);
		KUNIT_EXPECT_TRUE_MSG(test, img->log.lic.present, "%s", rows[i].label);
		test_put(img, rows[i].offset, good);
	}
	KUNIT_EXPECT_EQ(test, test_parse(img), 0);
}

/* A LIC of another major version must be one fault, and none of its keys may be used. */
static void guc_lic_other_major(struct kunit *test)
{
	static const u32 versions[] = { 0, 1, 0xffff, 0x20000, 0x20001, 0xffff0000 };
	struct test_image *img = test_small(test);
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(versions); i++) {
		test_put(img, T_LIC + 4, versions[i]);
		KUNIT_EXPECT_EQ(test, test_parse(img), -EPROTONOSUPPORT);
		test_faults(img, "major", &(struct guc_fault){
			GUC_FAULT_LIC_VERSION, LIC, 112, versions[i], 1 }, 1);
		KUNIT_EXPECT_FALSE(test, img->log.lic.present);
		KUNIT_EXPECT_EQ(test, img->log.lic.unknown_keys, 0);
		expect_values(img, "major", 0);
		/* the events do not depend on the LIC */
		KUNIT_EXPECT_EQ(test, guc_events_bytes(&img->log.events), T_SMALL_WRAP);
	}
}

/*
 * If a key occurs twice, the first value must be used, and the second occurrence must be a fault,
 * even if the two values are equal.
 */
static void guc_lic_first_value_wins(struct kunit *test)
{
	const u32 second[] = { 0x11111111, real_values[1] };
	struct test_image *img = test_small(test);
	unsigned int i;

	test_put(img, T_LIC + 8, 12);
	test_put(img, T_KLV(6), 0x00010001);
	for (i = 0; i < ARRAY_SIZE(second); i++) {
		test_put(img, T_KLV(6) + 4, second[i]);
		KUNIT_EXPECT_EQ(test, test_parse(img), -EBADMSG);
		test_faults(img, "twice", &(struct guc_fault){
			GUC_FAULT_KLV_TWICE, LIC, 160, 1, 0 }, 1);
		expect_values(img, "twice", 0x3e);
	}
}

/* Keys in any order, with unknown keys of any length between them, must be read. */
static void guc_lic_any_order(struct kunit *test)
{
	static const u32 words[] = {
		0x8086900d, 0x00010000, 19,
		0x77770002, 0x00010001, 0x00010001, 0x00050001, 0x0000001e,
		0x00030001, 0x00004b00, 0x88880000, 0x00020001, 0x00000061,
		0x99990003, 1, 2, 3, 0x00010001, 0x00462c01, 0x00040001, 0x05008000,
		0xaaaa0000,
	};
	struct test_image *img = test_small(test);
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(words); i++)
		test_put(img, T_LIC + 4 * i, words[i]);
	KUNIT_EXPECT_EQ(test, test_parse(img), 0);
	expect_values(img, "any order", 0x3e);
	KUNIT_EXPECT_EQ(test, img->log.lic.unknown_keys, 4);
}

/*
 * For a LIC that ends before, at or after the end of the state page, no byte after the page may be
 * read.
 */
static void guc_lic_at_the_end_of_the_page(struct kunit *test)
{
	struct test_image *img = test_small(test);
	struct guc_log *log = &img->log;
	const struct guc_faults faults = {
		.fault = log->fault,
		.max = ARRAY_SIZE(log->fault),
		.nr = &log->nr_faults,
	};
	u32 left;

	test_cut(img, 4096);
	for (left = 0; left <= 28; left += 4) {
		u32 at = 4096 - left, fit = left < 12 ? 0 : (left - 12) / 4;

		memset(log, 0, sizeof(*log));
		memset(img->data, 0, 4096);
		if (left >= 4)
			test_put(img, at, 0x8086900d);
		if (left >= 8)
			test_put(img, at + 4, 0x00010000);
		if (left >= 12)
			test_put(img, at + 8, 4);
		if (left >= 16)
			test_put(img, at + 12, 0x00050001);
		if (left >= 20)
			test_put(img, at + 16, 0x1e);
		guc_lic_parse(&log->lic, guc_view(img->data, 4096), at, &faults);
		KUNIT_EXPECT_EQ(test, log->lic.present, left >= 12);
		KUNIT_EXPECT_EQ(test, guc_lic_has(&log->lic, 5), left >= 20);
		if (left < 12) {
			test_faults(img, "short", &(struct guc_fault){
				GUC_FAULT_TOO_SHORT, LIC, at, left, 12 }, 1);
			continue;
		}
		KUNIT_EXPECT_EQ(test, log->lic.offset, at);
		test_fault(test, "count", &log->fault[0], fit < 4 ?
			   &(struct guc_fault){ GUC_FAULT_LIC_COUNT, LIC, at + 8, 4, fit } :
			   &(struct guc_fault){ GUC_FAULT_KLV_MISSING, LIC, at, 1, 0 });
	}
}

/* guc_lic_key_name() must return these names, which the reports print. */
static void guc_lic_names(struct kunit *test)
{
	KUNIT_EXPECT_STREQ(test, guc_lic_key_name(1), "fw_version");
	KUNIT_EXPECT_STREQ(test, guc_lic_key_name(2), "guc_device_id");
	KUNIT_EXPECT_STREQ(test, guc_lic_key_name(3), "tsc_frequency_khz");
	KUNIT_EXPECT_STREQ(test, guc_lic_key_name(4), "gmd_id");
	KUNIT_EXPECT_STREQ(test, guc_lic_key_name(5), "build_platform_id");
	KUNIT_EXPECT_STREQ(test, guc_lic_key_name(0), "unknown");
	KUNIT_EXPECT_STREQ(test, guc_lic_key_name(6), "unknown");
	KUNIT_EXPECT_STREQ(test, guc_lic_key_name(0xffffffff), "unknown");
}

static struct kunit_case guc_lic_cases[] = {
	KUNIT_CASE(guc_lic_real_words),
	KUNIT_CASE(guc_lic_words),
	KUNIT_CASE(guc_lic_other_major),
	KUNIT_CASE(guc_lic_first_value_wins),
	KUNIT_CASE(guc_lic_any_order),
	KUNIT_CASE(guc_lic_at_the_end_of_the_page),
	KUNIT_CASE(guc_lic_names),
	{}
};

static struct kunit_suite guc_lic_suite = {
	.name = "guc_lic",
	.test_cases = guc_lic_cases,
};

kunit_test_suite(guc_lic_suite);
