// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of the sentence and the errno of every fault (guc_fault.h), and of text buffers
 * (guc_text.h).
 */
#include <kunit/test.h>

#include "guc_fault.h"
#include "guc_text.h"
#include "test_guard.h"

/*
 * For each fault code, its errno, and the sentence for a fault with found 0x12, expected 0x34 and
 * offset 0x56.
 */
static const struct {
	enum guc_fault_code code;
	int err;
	const char *what;
} rows[] = {
	{ GUC_FAULT_NONE, 0, "fine" },
	{ GUC_FAULT_TOO_SHORT, -ENODATA, "length is 0x12, expected at least 0x34" },
	{ GUC_FAULT_MARKER, -EBADMSG, "unknown marker 0x12" },
	{ GUC_FAULT_TWICE, -EBADMSG, "second state with marker 0x12" },
	{ GUC_FAULT_NO_STATE, -ENOENT, "no state" },
	{ GUC_FAULT_NO_LIC, -ENOENT, "no LIC" },
	{ GUC_FAULT_NOT_WRITTEN, -ENOENT,
	  "all bytes are 0: the GuC has not written the log" },
	{ GUC_FAULT_REGION_OUTSIDE, -ENODATA,
	  "region starts at 0x12, expected at most 0x34" },
	{ GUC_FAULT_SIZE, -ENODATA, "size is 0x12, expected at most 0x34" },
	{ GUC_FAULT_SIZE_ALIGN, -EBADMSG, "size is 0x12, expected a multiple of 0x34" },
	{ GUC_FAULT_CUT, -ENODATA, "available bytes are 0x12, expected 0x34" },
	{ GUC_FAULT_READ_PTR, -EBADMSG, "read_ptr is 0x12, expected at most 0x34" },
	{ GUC_FAULT_READ_PTR_ALIGN, -EBADMSG,
	  "read_ptr is 0x12, expected a multiple of 0x34" },
	{ GUC_FAULT_WRITE_PTR, -EBADMSG, "write_ptr is 0x12, expected at most 0x34" },
	{ GUC_FAULT_WRITE_PTR_ALIGN, -EBADMSG,
	  "write_ptr is 0x12, expected a multiple of 0x34" },
	{ GUC_FAULT_WRAP_OFFSET, -EBADMSG, "wrap_offset is 0x12, expected at most 0x34" },
	{ GUC_FAULT_WRAP_OFFSET_ALIGN, -EBADMSG,
	  "wrap_offset is 0x12, expected a multiple of 0x34" },
	{ GUC_FAULT_WRITE_PTR_WRAP, -EBADMSG,
	  "write_ptr is 0x12, expected at most wrap_offset 0x34" },
	{ GUC_FAULT_AFTER_WRAP, -EBADMSG,
	  "bytes after wrap_offset are 0x12, expected 0x34" },
	{ GUC_FAULT_LIC_VERSION, -EPROTONOSUPPORT, "version is 0x12, expected major 0x34" },
	{ GUC_FAULT_LIC_COUNT, -ENODATA, "data_count is 0x12, expected at most 0x34" },
	{ GUC_FAULT_KLV_TRUNCATED, -ENODATA, "KLV length is 0x12, expected at most 0x34" },
	{ GUC_FAULT_KLV_LEN, -EBADMSG, "KLV length is 0x12, expected 0x34" },
	{ GUC_FAULT_KLV_TWICE, -EBADMSG, "second value for key 0x12" },
	{ GUC_FAULT_KLV_MISSING, -ENOENT, "no value for key 0x12" },
	{ GUC_FAULT_LFD_MAGIC, -EBADMSG, "magic is 0x12, expected 0x34" },
	{ GUC_FAULT_LFD_VERSION, -EPROTONOSUPPORT, "version is 0x12, expected major 0x34" },
	{ GUC_FAULT_BLOCK_MAGIC, -EBADMSG, "block header is 0x12, expected magic 0x34" },
	{ GUC_FAULT_BLOCK_COUNT, -ENODATA, "data_count is 0x12, expected at most 0x34" },
	{ GUC_FAULT_BLOCK_LEN, -EBADMSG, "data_count is 0x12, expected 0x34" },
	{ GUC_FAULT_BLOCK_LEN_MIN, -EBADMSG, "data_count is 0x12, expected at least 0x34" },
	{ GUC_FAULT_BLOCK_TWICE, -EBADMSG, "second block of type 0x12" },
	{ GUC_FAULT_BLOCK_TYPE, -EBADMSG, "block type is 0x12, expected a known range" },
	{ GUC_FAULT_OS_ID, -EBADMSG, "os_id is 0x12, expected at most 0x34" },
	{ GUC_FAULT_NOT_TEXT, -EBADMSG, "byte is 0x12, expected printable ASCII" },
	{ GUC_FAULT_ASIC_SIZE, -EBADMSG,
	  "length is 0x12, expected 0x22e, 0x238, 0x240 or 0x260" },
	{ GUC_FAULT_ASIC_NAME, -EBADMSG, "name has no terminator" },
	{ GUC_FAULT_ASIC_PADDING, -EBADMSG, "padding is 0x12, expected 0x34" },
	{ GUC_FAULT_ASIC_VERSION, -EPROTONOSUPPORT,
	  "chunk version is 0x12, expected at most 0x34" },
	{ GUC_FAULT_ASIC_CHUNK_SIZE, -EBADMSG, "chunk size is 0x12, expected 0x34" },
	{ GUC_FAULT_RDF_MAGIC, -EBADMSG, "magic is 0x12, expected 0x34" },
	{ GUC_FAULT_RDF_VERSION, -EPROTONOSUPPORT, "version is 0x12, expected 0x34" },
	{ GUC_FAULT_RDF_INDEX_SIZE, -EBADMSG,
	  "index size is 0x12, expected a multiple of 0x34" },
	{ GUC_FAULT_RDF_INDEX_OUTSIDE, -ENODATA, "index ends at 0x12, expected at most 0x34" },
	{ GUC_FAULT_RDF_CHUNK_OUTSIDE, -ENODATA, "chunk ends at 0x12, expected at most 0x34" },
	{ GUC_FAULT_RDF_COMPRESSION, -EBADMSG, "compression is 0x12, expected 0x34" },
	{ GUC_FAULT_RDF_NO_CHUNK, -ENOENT, "no AsicInfo chunk" },
	{ GUC_FAULT_CT_LAYOUT, -EBADMSG, "length is 0x12, expected the length of a known layout" },
	{ GUC_FAULT_CT_SIZE, -EBADMSG, "size in words is 0x12, expected at most 0x34" },
	{ GUC_FAULT_CT_HEAD, -EBADMSG, "head is 0x12, expected at most 0x34" },
	{ GUC_FAULT_CT_TAIL, -EBADMSG, "tail is 0x12, expected at most 0x34" },
};

static void expect_sentence(struct kunit *test, const struct guc_fault *fault,
			    const char *want)
{
	struct guc_text text = { 0 };
	size_t len = strlen(want);

	guc_fault_print(&text, fault);
	KUNIT_EXPECT_EQ_MSG(test, text.len, len, "%s", want);
	text = (struct guc_text){ test_guarded(test, len + 1), len + 1, 0 };
	guc_fault_print(&text, fault);
	KUNIT_EXPECT_EQ(test, guc_text_error(&text), 0);
	KUNIT_EXPECT_STREQ(test, text.buf, want);
}

/* Every fault code must have a row in the table above, and the sentence and errno of this row. */
static void guc_fault_sentences(struct kunit *test)
{
	char want[128];
	unsigned int i;

	KUNIT_EXPECT_EQ(test, ARRAY_SIZE(rows), (size_t)GUC_FAULT_CODES);
	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		struct guc_fault fault = {
			rows[i].code, GUC_SECTION_LFD, 0x56, 0x12, 0x34
		};

		KUNIT_EXPECT_EQ(test, (unsigned int)rows[i].code, i);
		KUNIT_EXPECT_EQ_MSG(test, guc_fault_errno(&fault), rows[i].err, "%s",
				    rows[i].what);
		snprintf(want, sizeof(want), "LFD at 0x56: %s", rows[i].what);
		expect_sentence(test, &fault, want);
	}
}

/* Numbers of 64 bits must be printed completely, and 0 must be printed as 0x0. */
static void guc_fault_numbers(struct kunit *test)
{
	struct guc_fault fault = {
		GUC_FAULT_SIZE, GUC_SECTION_LIC, 0x123456789abcdef0ull,
		0xfedcba9876543210ull, 0
	};

	expect_sentence(test, &fault,
			"LIC at 0x123456789abcdef0: size is 0xfedcba9876543210, expected at most 0x0");
}

/* The sentence must begin with the name of the section that has the fault. */
static void guc_fault_sections(struct kunit *test)
{
	static const char * const names[] = {
		"state page", "event data", "crash dump", "state capture", "LIC", "LFD",
		"ASIC info", "RDF", "CT buffers",
	};
	char want[64];
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(names); i++) {
		struct guc_fault fault = { GUC_FAULT_NO_STATE, i, 0, 0, 0 };

		KUNIT_EXPECT_STREQ(test, guc_section_name(i), names[i]);
		snprintf(want, sizeof(want), "%s at 0x0: no state", names[i]);
		expect_sentence(test, &fault, want);
	}
	KUNIT_EXPECT_EQ(test, (int)GUC_SECTION_CT, 8);
}

/* Without a buffer, the length of a text must be computed, and there must be no error. */
static void guc_text_measures(struct kunit *test)
{
	struct guc_text text = { 0 };

	KUNIT_EXPECT_EQ(test, guc_text_error(&text), 0);
	guc_text_add(&text, "%s", "");
	KUNIT_EXPECT_EQ(test, text.len, 0);
	guc_text_add(&text, "abc");
	guc_text_add(&text, "%s%u", "de", 42);
	KUNIT_EXPECT_EQ(test, text.len, 7);
	KUNIT_EXPECT_EQ(test, guc_text_error(&text), 0);
	KUNIT_EXPECT_NULL(test, text.buf);
}

/*
 * With a buffer of any size, the text that fits must be written, and the
 * reported length must be that of the whole text.
 */
static void guc_text_fills(struct kunit *test)
{
	static const char whole[] = "abcde42f";
	size_t size;

	for (size = 0; size <= 12; size++) {
		char *buf = test_guarded(test, size);
		struct guc_text text = { buf, size, 0 };

		guc_text_add(&text, "abc");
		guc_text_add(&text, "%s%u", "de", 42);
		guc_text_add(&text, "%c", 'f');
		KUNIT_EXPECT_EQ_MSG(test, text.len, 8, "%zu bytes", size);
		KUNIT_EXPECT_EQ_MSG(test, guc_text_error(&text), size > 8 ? 0 : -ENOSPC,
				    "%zu bytes", size);
		if (size)
			KUNIT_EXPECT_MEMEQ_MSG(test, buf, whole, min_t(size_t, size - 1, 8),
					       "%zu bytes", size);
		if (size > 8)
			KUNIT_EXPECT_STREQ(test, buf, whole);
		if (size > 9)
			KUNIT_EXPECT_EQ(test, (u8)buf[9], 0xa5);
	}
}

static struct kunit_case guc_fault_cases[] = {
	KUNIT_CASE(guc_fault_sentences),
	KUNIT_CASE(guc_fault_numbers),
	KUNIT_CASE(guc_fault_sections),
	KUNIT_CASE(guc_text_measures),
	KUNIT_CASE(guc_text_fills),
	{}
};

static struct kunit_suite guc_fault_suite = {
	.name = "guc_fault",
	.test_cases = guc_fault_cases,
};

kunit_test_suite(guc_fault_suite);
