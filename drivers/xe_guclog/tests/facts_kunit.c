// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of facts (named values, see guc_facts.h). Values of each kind must be accepted or
 * refused at their bounds. A refused value must not change the fact. For every key, a
 * printed value must be accepted again.
 */
#include <kunit/test.h>

#include "guc_facts.h"
#include "guc_text.h"
#include "test_guard.h"

#define S31	"0123456789abcdefghijklmnopqrstu"
#define S64	"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-~"

/* For each fact and value, the text that is printed, or NULL when the value is refused. */
static const struct {
	const char *key;
	const char *value;
	const char *printed;
} rows[] = {
	{ "gpu_index", "0", "0" },
	{ "gpu_index", "4294967295", "4294967295" },
	{ "gpu_index", "4294967296", NULL },
	{ "gpu_index", "99999999999999999999999", NULL },
	{ "gpu_index", "", NULL },
	{ "gpu_index", "-1", NULL },
	{ "gpu_index", "+1", NULL },
	{ "gpu_index", " 1", NULL },
	{ "gpu_index", "1 ", NULL },
	{ "gpu_index", "1\n", NULL },
	{ "gpu_index", "1x", NULL },
	{ "gpu_index", "1x5", NULL },
	{ "gpu_index", "a", NULL },
	{ "gpu_index", "1.0", NULL },
	{ "gpu_index", "007", "7" },
	{ "vram_bytes", "18446744073709551615", "18446744073709551615" },
	{ "vram_bytes", "18446744073709551616", NULL },
	{ "vram_bytes", "34359738368", "34359738368" },
	{ "vram_bytes", "", NULL },
	{ "pci_revision", "0x00", "0x00" },
	{ "pci_revision", "0x08", "0x08" },
	{ "pci_revision", "0xff", "0xff" },
	{ "pci_revision", "0x100", "0x100" },
	{ "pci_revision", "0xffffffff", "0xffffffff" },
	{ "pci_revision", "0x100000000", NULL },
	{ "pci_revision", "0x10000000000000000", NULL },
	{ "pci_revision", "0XA", "0x0a" },
	{ "pci_revision", "0x", NULL },
	{ "pci_revision", "0xg", NULL },
	{ "source", "replay", "replay" },
	{ "source", S31, S31 },
	{ "source", S31 "v", NULL },
	{ "source", "", NULL },
	{ "source", " ~", " ~" },
	{ "source", "a\nb", NULL },
	{ "source", "a\tb", NULL },
	{ "source", "a\x7f", NULL },
	{ "source", "a\x80", NULL },
	{ "source", "\x1f", NULL },
	{ "source", "a=b", "a=b" },
	{ "kernel", S64 "0123456", S64 "0123456" },
	{ "kernel", S64 "01234567", NULL },
	{ "status", S64 S31 S31 "v", S64 S31 S31 "v" },
	{ "status", S64 S64, NULL },
	{ "guc_version", "70.44.1", "70.44.1" },
	{ "guc_version", "0.0.0", "0.0.0" },
	{ "guc_version", "4294967295.4294967295.4294967295",
	  "4294967295.4294967295.4294967295" },
	{ "guc_version", "4294967296.0.0", NULL },
	{ "guc_version", "1.4294967296.0", NULL },
	{ "guc_version", "1.2.4294967296", NULL },
	{ "guc_version", "70.44", NULL },
	{ "guc_version", "70.44.", NULL },
	{ "guc_version", "70..1", NULL },
	{ "guc_version", ".44.1", NULL },
	{ "guc_version", "70.44.1.0", NULL },
	{ "guc_version", "70,44,1", NULL },
	{ "pci_address", "0000:03:00.0", "0000:03:00.0" },
	{ "pci_address", "10000:ff:1f.7", "10000:ff:1f.7" },
	{ "pci_address", "0000:03:20.0", NULL },
	{ "pci_address", "0000:03:00.8", NULL },
	{ "pci_address", "0000:100:00.0", NULL },
	{ "pci_address", "03:00.0", NULL },
	{ "pci_address", "0000:03:00", NULL },
	{ "pci_address", "0000:03.00.0", NULL },
	{ "pci_address", "0000:03:00:0", NULL },
	{ "pci_address", "0000:03:00.0 ", NULL },
	{ "pci_id", "8086:e223", "8086:e223" },
	{ "pci_id", "8086:AF9B", "8086:af9b" },
	{ "pci_id", "8086:@223", NULL },
	{ "pci_id", "0000:0001", "0000:0001" },
	{ "pci_id", "ffff:ffff", "ffff:ffff" },
	{ "pci_id", "8086:10000", NULL },
	{ "pci_id", "18086:e223", NULL },
	{ "pci_id", "8086", NULL },
	{ "pci_id", "8086:", NULL },
	{ "pci_id", ":e223", NULL },
	{ "pci_id", "8086:e22g", NULL },
	{ "graphics_ip", "20.01", "20.01" },
	{ "graphics_ip", "12.55", "12.55" },
	{ "graphics_ip", "12.00", "12.00" },
	{ "graphics_ip", "0.00", "0.00" },
	{ "graphics_ip", "20.1", NULL },
	{ "graphics_ip", "20.001", NULL },
	{ "graphics_ip", "20", NULL },
	{ "graphics_ip", "20.", NULL },
	{ "graphics_ip", ".01", NULL },
	{ "dss_compute_mask", "0x0", "0x0" },
	{ "dss_compute_mask", "0x1", "0x1" },
	{ "dss_compute_mask", "0x00ff", "0xff" },
	{ "dss_compute_mask", "0xffffffffffffffff", "0xffffffffffffffff" },
	{ "dss_compute_mask", "0x10000000000000000", "0x10000000000000000" },
	{ "dss_compute_mask", "0x123456789abcdef00000000000000001",
	  "0x123456789abcdef00000000000000001" },
	{ "dss_compute_mask", "0xffffffffffffffffffffffffffffffff",
	  "0xffffffffffffffffffffffffffffffff" },
	{ "dss_compute_mask", "0x1ffffffffffffffffffffffffffffffff", NULL },
	{ "dss_compute_mask", "0x100000000000000000000000000000000", NULL },
	{ "dss_compute_mask", "0x", NULL },
	{ "dss_compute_mask", "ff", NULL },
	{ "dss_compute_mask", "", NULL },
	{ "dss_compute_mask", "0xfg", NULL },
	{ "dss_compute_mask", "0xg0000000000000000", NULL },
	{ "gpu_type", "unknown", "unknown" },
	{ "gpu_type", "integrated", "integrated" },
	{ "gpu_type", "discrete", "discrete" },
	{ "gpu_type", "virtual", "virtual" },
	{ "gpu_type", "Discrete", NULL },
	{ "gpu_type", "discret", NULL },
	{ "gpu_type", "discretes", NULL },
	{ "gpu_type", "", NULL },
	{ "gt_type", "main", "main" },
	{ "gt_type", "media", "media" },
	{ "gt_type", "m", NULL },
	{ "memory_type", "unknown", "unknown" },
	{ "memory_type", "ddr4", "ddr4" },
	{ "memory_type", "ddr5", "ddr5" },
	{ "memory_type", "gddr6", "gddr6" },
	{ "memory_type", "hbm2", "hbm2" },
	{ "memory_type", "lpddr4", "lpddr4" },
	{ "memory_type", "lpddr5", "lpddr5" },
	{ "memory_type", "gddr7", NULL },
};

static struct guc_facts *new_facts(struct kunit *test)
{
	struct guc_facts *facts = kunit_kzalloc(test, sizeof(*facts), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, facts);
	return facts;
}

/* Set a fact. The value lies right before a guard page, because it need not be terminated. */
static int set(struct kunit *test, struct guc_facts *facts, const char *key,
	       const char *value)
{
	int id = guc_facts_find(key, strlen(key));
	size_t len = strlen(value);
	char *copy = test_guarded(test, len);

	KUNIT_ASSERT_TRUE(test, id >= 0 && id < GUC_FACT_COUNT);
	memcpy(copy, value, len);
	return guc_facts_set(facts, id, copy, len);
}

static void expect_printed(struct kunit *test, const struct guc_facts *facts,
			   const char *key, const char *want)
{
	struct guc_text text = { 0 };
	int id = guc_facts_find(key, strlen(key));
	char buf[GUC_FACT_LINE_MAX];

	guc_fact_print(&text, facts, id);
	KUNIT_EXPECT_EQ_MSG(test, text.len, strlen(want), "%s", key);
	buf[0] = 0;
	text = (struct guc_text){ buf, sizeof(buf), 0 };
	guc_fact_print(&text, facts, id);
	KUNIT_EXPECT_STREQ_MSG(test, buf, want, "%s", key);
}

/*
 * Values of each kind at their bounds must be accepted or refused as in the table. A value that is
 * refused must not change the fact.
 */
static void guc_facts_forms(struct kunit *test)
{
	struct guc_facts *facts = new_facts(test);
	struct guc_facts *before = new_facts(test);
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		int ret;

		memcpy(before, facts, sizeof(*facts));
		ret = set(test, facts, rows[i].key, rows[i].value);
		KUNIT_EXPECT_EQ_MSG(test, ret, rows[i].printed ? 0 : -EINVAL, "%s=%s",
				    rows[i].key, rows[i].value);
		if (rows[i].printed)
			expect_printed(test, facts, rows[i].key, rows[i].printed);
		else
			KUNIT_EXPECT_MEMEQ_MSG(test, facts, before, sizeof(*facts),
					       "%s=%s", rows[i].key, rows[i].value);
	}
}

/* guc_facts_set() must store each value in the member of struct guc_facts with its name. */
static void guc_facts_values(struct kunit *test)
{
	struct guc_facts *f = new_facts(test);

	KUNIT_EXPECT_EQ(test, set(test, f, "pci_address", "0001:c3:1e.5"), 0);
	KUNIT_EXPECT_EQ(test, f->pci_address.domain, 1);
	KUNIT_EXPECT_EQ(test, f->pci_address.bus, 0xc3);
	KUNIT_EXPECT_EQ(test, f->pci_address.dev, 0x1e);
	KUNIT_EXPECT_EQ(test, f->pci_address.fn, 5);
	KUNIT_EXPECT_EQ(test, set(test, f, "pci_id", "8086:e223"), 0);
	KUNIT_EXPECT_EQ(test, f->pci_id.vendor, 0x8086);
	KUNIT_EXPECT_EQ(test, f->pci_id.device, 0xe223);
	KUNIT_EXPECT_EQ(test, set(test, f, "graphics_ip", "20.04"), 0);
	KUNIT_EXPECT_EQ(test, f->graphics_ip, 2004);
	KUNIT_EXPECT_EQ(test, set(test, f, "l3_bank_mask", "0xa0000000000000005"), 0);
	KUNIT_EXPECT_EQ(test, f->l3_bank_mask.hi, 10);
	KUNIT_EXPECT_EQ(test, f->l3_bank_mask.lo, 5);
	KUNIT_EXPECT_EQ(test, set(test, f, "l3_bank_mask", "0x7"), 0);
	KUNIT_EXPECT_EQ(test, f->l3_bank_mask.hi, 0);
	KUNIT_EXPECT_EQ(test, set(test, f, "guc_wanted", "70.49.4"), 0);
	KUNIT_EXPECT_EQ(test, f->guc_wanted.major, 70);
	KUNIT_EXPECT_EQ(test, f->guc_wanted.minor, 49);
	KUNIT_EXPECT_EQ(test, f->guc_wanted.patch, 4);
	KUNIT_EXPECT_EQ(test, set(test, f, "gpu_type", "discrete"), 0);
	KUNIT_EXPECT_EQ(test, f->gpu_type, 2);
	KUNIT_EXPECT_EQ(test, set(test, f, "gt_type", "media"), 0);
	KUNIT_EXPECT_EQ(test, f->gt_type, 1);
	KUNIT_EXPECT_EQ(test, set(test, f, "memory_type", "lpddr5"), 0);
	KUNIT_EXPECT_EQ(test, f->memory_type, 14);
	KUNIT_EXPECT_EQ(test, set(test, f, "pci_revision", "0x1a"), 0);
	KUNIT_EXPECT_EQ(test, f->pci_revision, 26);
}

/* A shorter string must completely replace a longer one: the rest of the array must be 0. */
static void guc_facts_strings_are_padded(struct kunit *test)
{
	struct guc_facts *f = new_facts(test);
	unsigned int i;

	KUNIT_EXPECT_EQ(test, set(test, f, "platform", S31), 0);
	KUNIT_EXPECT_EQ(test, set(test, f, "platform", "x"), 0);
	for (i = 1; i < sizeof(f->platform); i++)
		KUNIT_EXPECT_EQ(test, f->platform[i], 0);
}

/*
 * guc_facts_find() must find a fact only by its whole key, and return the index of the fact in the
 * list of facts.
 */
static void guc_facts_keys(struct kunit *test)
{
	int id, i;

	for (id = 0; id < GUC_FACT_COUNT; id++) {
		const char *key = guc_fact_key(id);

		KUNIT_EXPECT_EQ(test, guc_facts_find(key, strlen(key)), id);
		KUNIT_EXPECT_EQ(test, guc_facts_find(key, strlen(key) - 1) == id, false);
		for (i = 0; i < id; i++)
			KUNIT_EXPECT_TRUE(test, strcmp(key, guc_fact_key(i)) != 0);
	}
	KUNIT_EXPECT_STREQ(test, guc_fact_key(0), "source");
	KUNIT_EXPECT_EQ(test, guc_facts_find("gt_type=main", 2), GUC_FACT_gt);
	KUNIT_EXPECT_EQ(test, guc_facts_find("gt_type=main", 7), GUC_FACT_gt_type);
	KUNIT_EXPECT_EQ(test, guc_facts_find("kernels", 7), -ENOENT);
	KUNIT_EXPECT_EQ(test, guc_facts_find("Kernel", 6), -ENOENT);
	KUNIT_EXPECT_EQ(test, guc_facts_find("", 0), -ENOENT);
	KUNIT_EXPECT_FALSE(test, guc_fact_is_gt(GUC_FACT_source));
	KUNIT_EXPECT_FALSE(test, guc_fact_is_gt(GUC_FACT_memory_mtps));
	KUNIT_EXPECT_TRUE(test, guc_fact_is_gt(GUC_FACT_gt));
	KUNIT_EXPECT_TRUE(test, guc_fact_is_gt(GUC_FACT_anchor_age_ns));
}

/* Set a fact to the first value that its kind accepts. */
static int set_any(struct guc_facts *facts, int id)
{
	static const char * const any[] = {
		"70.44.1", "0000:03:00.0", "8086:e223", "20.01", "0x11", "discrete",
		"main", "gddr6", "12", "text",
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(any); i++)
		if (!guc_facts_set(facts, id, any[i], strlen(any[i])))
			return 0;
	return -EINVAL;
}

/* A fact of any kind that is printed and read again must have the same value. */
static void guc_facts_round_trip(struct kunit *test)
{
	struct guc_facts *facts = new_facts(test), *again = new_facts(test);
	char buf[GUC_FACT_LINE_MAX];
	int id;

	for (id = 0; id < GUC_FACT_COUNT; id++) {
		struct guc_text text = { buf, sizeof(buf), 0 };

		KUNIT_EXPECT_EQ_MSG(test, set_any(facts, id), 0, "%s", guc_fact_key(id));
		KUNIT_EXPECT_TRUE(test, guc_facts_has(facts, id));
		guc_fact_print(&text, facts, id);
		KUNIT_EXPECT_EQ(test, guc_text_error(&text), 0);
		KUNIT_EXPECT_NE(test, text.len, 0);
		KUNIT_EXPECT_EQ(test, guc_facts_set(again, id, buf, text.len), 0);
	}
	KUNIT_EXPECT_EQ(test, facts->known, (BIT_ULL(GUC_FACT_COUNT - 1) << 1) - 1);
	KUNIT_EXPECT_MEMEQ(test, facts, again, sizeof(*facts));

	/* clear all facts one by one; then no fact is known */
	for (id = 0; id < GUC_FACT_COUNT; id++) {
		guc_facts_clear(again, id);
		KUNIT_EXPECT_FALSE(test, guc_facts_has(again, id));
		KUNIT_EXPECT_EQ(test, again->known, facts->known & ~((2ull << id) - 1));
	}
	memset(facts, 0, sizeof(*facts));
	KUNIT_EXPECT_MEMEQ(test, facts, again, sizeof(*facts));
}

/* guc_facts_merge() must copy the known facts of the other set, and keep all other facts. */
static void guc_facts_merging(struct kunit *test)
{
	struct guc_facts *facts = new_facts(test), *more = new_facts(test);
	int id;

	set(test, facts, "kernel", "6.12.0-a-long-one");
	set(test, facts, "log_level", "3");
	set(test, more, "kernel", "7.3");
	set(test, more, "gt", "0");
	guc_facts_merge(facts, more);
	expect_printed(test, facts, "kernel", "7.3");
	expect_printed(test, facts, "log_level", "3");
	expect_printed(test, facts, "gt", "0");
	KUNIT_EXPECT_EQ(test, facts->known, BIT_ULL(GUC_FACT_kernel) |
			BIT_ULL(GUC_FACT_log_level) | BIT_ULL(GUC_FACT_gt));
	KUNIT_EXPECT_EQ(test, facts->kernel[4], 0);
	memset(more, 0, sizeof(*more));
	guc_facts_merge(facts, more);
	expect_printed(test, facts, "kernel", "7.3");
	/* all facts at once */
	for (id = 0; id < GUC_FACT_COUNT; id++)
		set_any(more, id);
	guc_facts_merge(facts, more);
	KUNIT_EXPECT_MEMEQ(test, facts, more, sizeof(*facts));
}

/*
 * If a fact was not set by guc_facts_set(), its value may have no name, or its string no
 * terminator. It must be possible to print such a fact.
 */
static void guc_facts_odd_values(struct kunit *test)
{
	struct guc_facts *f = new_facts(test);

	f->known = BIT_ULL(GUC_FACT_gpu_type) | BIT_ULL(GUC_FACT_gt_type) |
		   BIT_ULL(GUC_FACT_memory_type) | BIT_ULL(GUC_FACT_source);
	f->gpu_type = 4;
	f->gt_type = 2;
	f->memory_type = 0xffffffff;
	memset(f->source, 'x', sizeof(f->source));
	expect_printed(test, f, "gpu_type", "unknown");
	expect_printed(test, f, "gt_type", "main");
	expect_printed(test, f, "memory_type", "unknown");
	expect_printed(test, f, "source", "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx");
	/* the fact driver is not known, so it is not printed */
	expect_printed(test, f, "driver", "");
}

/* If the text of a fact is NULL with length 0, NULL must not be passed to memcpy(). */
static void guc_facts_no_text(struct kunit *test)
{
	struct guc_facts *f = new_facts(test);

	KUNIT_EXPECT_EQ(test, guc_facts_set(f, GUC_FACT_pci_id, NULL, 0), -EINVAL);
	guc_facts_set(f, GUC_FACT_kernel, NULL, 0);
	KUNIT_EXPECT_STREQ(test, f->kernel, "");
}

/* guc_facts_print() must print known facts only: those of a device, of a GT, or of a comment. */
static void guc_facts_lines(struct kunit *test)
{
	static const char * const want[] = {
		[GUC_FACTS_DEVICE] = "source=s\nkernel=k\npci_revision=0x04\nmemory_mtps=5\n",
		[GUC_FACTS_GT] = "gt=1\nstatus=ok\nlog_bytes=4096\nanchor_uncertainty_ns=0\n",
		[GUC_FACTS_COMMENT] =
			"source=s\npci_revision=0x04\ngt=1\nanchor_uncertainty_ns=0\n",
	};
	struct guc_facts *facts = new_facts(test);
	unsigned int which;

	set(test, facts, "anchor_uncertainty_ns", "0");
	set(test, facts, "log_bytes", "4096");
	set(test, facts, "status", "ok");
	set(test, facts, "gt", "1");
	set(test, facts, "memory_mtps", "5");
	set(test, facts, "pci_revision", "0x4");
	set(test, facts, "kernel", "k");
	set(test, facts, "source", "s");
	for (which = GUC_FACTS_DEVICE; which <= GUC_FACTS_COMMENT; which++) {
		size_t len = strlen(want[which]);
		struct guc_text text = { 0 };

		guc_facts_print(&text, facts, which);
		KUNIT_EXPECT_EQ(test, text.len, len);
		text = (struct guc_text){ test_guarded(test, len + 1), len + 1, 0 };
		guc_facts_print(&text, facts, which);
		KUNIT_EXPECT_STREQ(test, text.buf, want[which]);
	}
	memset(facts, 0, sizeof(*facts));
	for (which = GUC_FACTS_DEVICE; which <= GUC_FACTS_COMMENT; which++) {
		struct guc_text text = { 0 };

		guc_facts_print(&text, facts, which);
		KUNIT_EXPECT_EQ(test, text.len, 0);
	}
}

/* A HOST_COMMENT must have exactly the facts in the list, not those that only ASIC info uses. */
static void guc_facts_in_comment(struct kunit *test)
{
	static const char * const in[] = {
		"source", "driver", "pci_address", "pci_id", "pci_revision", "platform",
		"graphics_ip", "media_ip", "gt", "tile", "gt_type", "guc_firmware",
		"guc_version", "guc_wanted", "log_level", "reference_clock_hz",
		"woken",
		"anchor", "anchor_boottime_ns", "anchor_realtime_ns", "anchor_guc_tick",
		"anchor_uncertainty_ns", "anchor_age_ns",
	};
	struct guc_facts *facts = new_facts(test);
	unsigned int i, nr = 0;
	int id;

	for (id = 0; id < GUC_FACT_COUNT; id++) {
		struct guc_text text = { 0 };
		bool wanted = false;

		memset(facts, 0, sizeof(*facts));
		set_any(facts, id);
		guc_facts_print(&text, facts, GUC_FACTS_COMMENT);
		for (i = 0; i < ARRAY_SIZE(in); i++)
			wanted |= !strcmp(in[i], guc_fact_key(id));
		KUNIT_EXPECT_EQ_MSG(test, text.len != 0, wanted, "%s", guc_fact_key(id));
		nr += wanted;
	}
	KUNIT_EXPECT_EQ(test, nr, ARRAY_SIZE(in));
}

static struct kunit_case guc_facts_cases[] = {
	KUNIT_CASE(guc_facts_forms),
	KUNIT_CASE(guc_facts_values),
	KUNIT_CASE(guc_facts_strings_are_padded),
	KUNIT_CASE(guc_facts_keys),
	KUNIT_CASE(guc_facts_round_trip),
	KUNIT_CASE(guc_facts_merging),
	KUNIT_CASE(guc_facts_odd_values),
	KUNIT_CASE(guc_facts_no_text),
	KUNIT_CASE(guc_facts_lines),
	KUNIT_CASE(guc_facts_in_comment),
	{}
};

static struct kunit_suite guc_facts_suite = {
	.name = "guc_facts",
	.test_cases = guc_facts_cases,
};

kunit_test_suite(guc_facts_suite);
