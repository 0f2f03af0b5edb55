// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of the reader of ASIC info (the properties of a GPU, see guc_asic.h): every form, every
 * length, the padding, the name, and RDF files (containers with ASIC info as a chunk) that are
 * truncated at every byte or damaged in every field.
 */
#include "guc_asic.h"
#include "guc_rdf.h"
#include "test_guard.h"
#include "test_image.h"

#define ASIC	GUC_SECTION_ASIC
#define RDF	GUC_SECTION_RDF

/* Offsets in the RDF file that the writer makes. */
#define DATA	32u
#define INDEX	600u
#define END	664u

static struct guc_facts *some_facts(struct kunit *test)
{
	static const char * const rows[][2] = {
		{ "pci_address", "0000:03:00.0" }, { "pci_id", "8086:e20b" },
		{ "pci_revision", "0x11" }, { "dss_geometry_mask", "0xffff7" },
		{ "clock_max_mhz", "2850" }, { "vram_bytes", "12884901888" },
		{ "reference_clock_hz", "19200000" }, { "hardware_contexts", "5" },
	};
	struct guc_facts *facts = kunit_kzalloc(test, sizeof(*facts), GFP_KERNEL);
	unsigned int i;

	KUNIT_ASSERT_NOT_NULL(test, facts);
	for (i = 0; i < ARRAY_SIZE(rows); i++)
		test_set(test, facts, rows[i][0], rows[i][1]);
	return facts;
}

static u8 *written(struct kunit *test, enum guc_asic_form form, size_t len)
{
	u8 *buf = test_guarded(test, len);

	KUNIT_ASSERT_EQ(test, guc_asic_write(form, some_facts(test), buf, len), len);
	return buf;
}

/* Read ASIC info from a copy of the @len bytes at @data. A guard page follows the copy. */
static int read_asic(struct kunit *test, struct guc_asic *asic, const u8 *data, size_t len,
		     struct guc_fault *fault)
{
	u8 *copy = test_guarded(test, len);

	memcpy(copy, data, len);
	memset(asic, 0xa5, sizeof(*asic));
	memset(fault, 0xa5, sizeof(*fault));
	return guc_asic_read(asic, guc_view(copy, len), fault);
}

static struct guc_asic *new_asic(struct kunit *test)
{
	struct guc_asic *asic = kunit_kzalloc(test, sizeof(*asic), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, asic);
	return asic;
}

/*
 * The reader must return the fields that the writer has written, in each form. The writer does not
 * write version 2, so the test itself makes a blob of this version.
 */
static void guc_asic_round_trip(struct kunit *test)
{
	static const struct {
		enum guc_asic_form form;
		size_t len;
		u32 version;
	} rows[] = {
		{ GUC_ASIC_V1, 568, 1 }, { GUC_ASIC_V3, 608, 3 },
		{ GUC_ASIC_V1_PACKED, 558, 1 }, { GUC_ASIC_RDF, 664, 1 },
		{ GUC_ASIC_V2, 576, 2 },
	};
	struct guc_asic *asic = new_asic(test);
	u8 *v3 = written(test, GUC_ASIC_V3, 608), *want = test_guarded(test, 608);
	struct guc_fault fault;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		u8 *data = test_guarded(test, rows[i].len);

		if (rows[i].form == GUC_ASIC_V2)
			memcpy(data, v3, 576);
		else
			data = written(test, rows[i].form, rows[i].len);
		memcpy(want, v3, 608);
		if (rows[i].version < 2)
			memset(want, 0, 4);
		KUNIT_EXPECT_EQ_MSG(test, 0,
				    read_asic(test, asic, data, rows[i].len, &fault),
				    "row %u", i);
		KUNIT_EXPECT_EQ(test, fault.code, GUC_FAULT_NONE);
		KUNIT_EXPECT_EQ(test, asic->form, rows[i].form);
		KUNIT_EXPECT_EQ(test, asic->version, rows[i].version);
		KUNIT_EXPECT_MEMEQ_MSG(test, &asic->info, want, 608, "row %u", i);
	}
}

/* A blob is identified by its length, so any other length must be refused. */
static void guc_asic_read_lengths(struct kunit *test)
{
	struct guc_asic *asic = new_asic(test);
	u8 *zeroes = kunit_kzalloc(test, 700, GFP_KERNEL);
	struct guc_fault fault;
	size_t len;

	KUNIT_ASSERT_NOT_NULL(test, zeroes);
	for (len = 0; len <= 700; len++) {
		bool good = len == 558 || len == 568 || len == 576 || len == 608;
		struct guc_fault want = { GUC_FAULT_ASIC_SIZE, ASIC, 0, len, 0 };
		struct guc_fault none = T_NO_MORE;

		KUNIT_EXPECT_EQ_MSG(test, read_asic(test, asic, zeroes, len, &fault),
				    good ? 0 : -EBADMSG, "%zu bytes", len);
		test_fault(test, "length", &fault, good ? &none : &want);
		if (!good)
			KUNIT_EXPECT_EQ(test, asic->version, 0);
	}
}

/*
 * Set the byte @at of @data to @value, and expect the fault @code. The fields must be returned
 * nevertheless.
 */
static void expect_byte(struct kunit *test, u8 *data, size_t len, size_t at, u8 value,
			enum guc_fault_code code)
{
	struct guc_fault want = { code, ASIC, at, value, 0 };
	struct guc_asic *asic = new_asic(test);
	struct guc_fault fault;

	data[at] = value;
	KUNIT_EXPECT_EQ_MSG(test, read_asic(test, asic, data, len, &fault), -EBADMSG,
			    "byte %zu of %zu", at, len);
	test_fault(test, "padding", &fault, &want);
	KUNIT_EXPECT_NE(test, asic->version, 0);
	data[at] = 0;
	KUNIT_EXPECT_EQ(test, read_asic(test, asic, data, len, &fault), 0);
}

/* Each byte of padding that is not 0 must be a fault; the packed form has no padding. */
static void guc_asic_padding(struct kunit *test)
{
	static const struct {
		enum guc_asic_form form;
		size_t len;
		u16 pad[14];
	} rows[] = {
		{ GUC_ASIC_V1, 568, { 102, 103, 124, 125, 126, 127, 564, 565, 566, 567 } },
		{ GUC_ASIC_V3, 608, { 4, 5, 6, 7, 110, 111, 132, 133, 134, 135, 604, 605,
				      606, 607 } },
		{ GUC_ASIC_RDF, 664, { DATA + 102, DATA + 103, DATA + 124, DATA + 567 } },
	};
	struct guc_asic *asic = new_asic(test);
	struct guc_fault fault;
	unsigned int i, j;
	u8 *data;

	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		data = written(test, rows[i].form, rows[i].len);
		for (j = 0; j < 14 && rows[i].pad[j]; j++)
			expect_byte(test, data, rows[i].len, rows[i].pad[j], 0x80,
				    GUC_FAULT_ASIC_PADDING);
	}
	/* version 2 ends with 4 bytes of padding that are a field in version 3 */
	data = test_guarded(test, 576);
	memcpy(data, written(test, GUC_ASIC_V3, 608), 576);
	expect_byte(test, data, 576, 572, 1, GUC_FAULT_ASIC_PADDING);
	expect_byte(test, data, 576, 575, 1, GUC_FAULT_ASIC_PADDING);
	/* the packed form has no padding; only the name's terminator must be 0 */
	data = written(test, GUC_ASIC_V1_PACKED, 558);
	memset(data, 0xff, 558);
	data[146 + 255] = 0;
	KUNIT_EXPECT_EQ(test, read_asic(test, asic, data, 558, &fault), 0);
}

/* A name without a terminator in its field must be a fault. */
static void guc_asic_name_is_terminated(struct kunit *test)
{
	static const struct {
		enum guc_asic_form form;
		size_t len;
		size_t name;
	} rows[] = {
		{ GUC_ASIC_V1, 568, 152 }, { GUC_ASIC_V3, 608, 160 },
		{ GUC_ASIC_V1_PACKED, 558, 146 }, { GUC_ASIC_RDF, 664, DATA + 152 },
	};
	struct guc_asic *asic = new_asic(test);
	struct guc_fault fault;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		u8 *data = written(test, rows[i].form, rows[i].len);
		struct guc_fault want = { GUC_FAULT_ASIC_NAME, ASIC, rows[i].name, 0, 0 };

		memset(data + rows[i].name, 'x', 255);
		KUNIT_EXPECT_EQ(test, read_asic(test, asic, data, rows[i].len, &fault), 0);
		data[rows[i].name + 255] = 'x';
		KUNIT_EXPECT_EQ(test, -EBADMSG,
				read_asic(test, asic, data, rows[i].len, &fault));
		test_fault(test, "name", &fault, &want);
		KUNIT_EXPECT_NE(test, asic->version, 0);
	}
}

/*
 * Every byte that the writer adds around the data (the header and the index of the RDF file) must
 * have the value that is given here.
 */
static void guc_rdf_bytes(struct kunit *test)
{
	static const char head[33] =
		"AMD_RDF \3\0\0\0\0\0\0\0"
		"\x58\2\0\0\0\0\0\0"
		"\x40\0\0\0\0\0\0\0";
	static const char index[65] =
		"AsicInfo\0\0\0\0\0\0\0\0"
		"\0\0\0\0\1\0\0\0"
		"\x20\0\0\0\0\0\0\0"
		"\0\0\0\0\0\0\0\0"
		"\x20\0\0\0\0\0\0\0"
		"\x38\2\0\0\0\0\0\0"
		"\0\0\0\0\0\0\0\0";
	u8 *rdf = written(test, GUC_ASIC_RDF, END);

	KUNIT_EXPECT_MEMEQ(test, rdf, head, 32);
	KUNIT_EXPECT_MEMEQ(test, rdf + DATA, written(test, GUC_ASIC_V1, 568), 568);
	KUNIT_EXPECT_MEMEQ(test, rdf + INDEX, index, 64);
}

/*
 * A file without the magic must not be read as an RDF file. The name of a chunk must be truncated
 * to 16 characters, and only a whole name be found.
 */
static void guc_rdf_names(struct kunit *test)
{
	static const struct guc_fault want = {
		GUC_FAULT_RDF_MAGIC, RDF, 0, 0x204644525f444d40ull, 0x204644525f444d41ull
	};
	u8 *rdf = written(test, GUC_ASIC_RDF, END);
	u8 *file = test_guarded(test, 32 + 4 + 64);
	struct guc_rdf_chunk chunk;
	struct guc_fault fault;

	rdf[0] = 0x40;
	KUNIT_EXPECT_EQ(test, -EBADMSG,
			guc_rdf_find(&chunk, guc_view(rdf, END), "AsicInfo", &fault));
	test_fault(test, "magic", &fault, &want);

	memcpy(file + 32, "data", 4);
	guc_rdf_wrap(file, "sixteen letters!\1\1\1\1", 7, 4);
	KUNIT_EXPECT_MEMEQ(test, file + 36, "sixteen letters!\0\0\0\0\7\0\0", 24);
	KUNIT_EXPECT_EQ(test, 0, guc_rdf_find(&chunk, guc_view(file, 100), "sixteen letters!",
					      &fault));
	KUNIT_EXPECT_EQ(test, chunk.version, 7);
	KUNIT_EXPECT_EQ(test, chunk.data.len, 4);
	KUNIT_EXPECT_MEMEQ(test, chunk.data.data, "data", 4);
	KUNIT_EXPECT_EQ(test, -ENOENT, guc_rdf_find(&chunk, guc_view(file, 100), "sixteen",
						    &fault));
}

/*
 * A truncated file that still has the whole magic must be reported as a truncated RDF file. A
 * shorter file must be reported as ASIC info of a wrong length.
 */
static void guc_rdf_truncated(struct kunit *test)
{
	u8 *rdf = written(test, GUC_ASIC_RDF, END);
	struct guc_asic *asic = new_asic(test);
	struct guc_fault fault;
	size_t len;

	for (len = 0; len < END; len++) {
		struct guc_fault want = { GUC_FAULT_RDF_INDEX_OUTSIDE, RDF, 16, END, len };

		if (len < 8)
			want = (struct guc_fault){ GUC_FAULT_ASIC_SIZE, ASIC, 0, len, 0 };
		else if (len < 32)
			want = (struct guc_fault){ GUC_FAULT_TOO_SHORT, RDF, 0, len, 32 };
		KUNIT_EXPECT_EQ_MSG(test, read_asic(test, asic, rdf, len, &fault),
				    len < 8 ? -EBADMSG : -ENODATA, "%zu bytes", len);
		test_fault(test, "cut", &fault, &want);
		KUNIT_EXPECT_EQ(test, asic->version, 0);
	}
}

/*
 * Each row changes one field of the RDF file, @size bytes at @offset, and has the fault that the
 * reader must then report.
 */
static void guc_rdf_mangled(struct kunit *test)
{
	static const struct {
		const char *label;
		u16 offset;
		u16 size;
		u64 value;
		int err;
		struct guc_fault want;
	} rows[] = {
		{ "control", 8, 4, 3, 0, T_NO_MORE },
		{ "old magic", 0, 8, 0x415441445f415452ull, 0, T_NO_MORE },
		{ "no magic", 7, 1, 0, -EBADMSG, { GUC_FAULT_ASIC_SIZE, ASIC, 0, 664, 0 } },
		{ "version 2", 8, 4, 2, -EPROTONOSUPPORT, {
		  GUC_FAULT_RDF_VERSION, RDF, 8, 2, 3 } },
		{ "version 4", 8, 4, 4, -EPROTONOSUPPORT, {
		  GUC_FAULT_RDF_VERSION, RDF, 8, 4, 3 } },
		{ "reserved", 12, 4, 0xffffffff, 0, T_NO_MORE },
		{ "index size 63", 24, 8, 63, -EBADMSG, {
		  GUC_FAULT_RDF_INDEX_SIZE, RDF, 24, 63, 64 } },
		{ "index size 65", 24, 8, 65, -EBADMSG, {
		  GUC_FAULT_RDF_INDEX_SIZE, RDF, 24, 65, 64 } },
		{ "index size 1 << 63 | 32", 24, 8, 1ull << 63 | 32, -EBADMSG, {
		  GUC_FAULT_RDF_INDEX_SIZE, RDF, 24, 1ull << 63 | 32, 64 } },
		{ "no index", 24, 8, 0, -ENOENT, { GUC_FAULT_RDF_NO_CHUNK, RDF, INDEX, 0, 0 } },
		{ "index of two", 24, 8, 128, -ENODATA, {
		  GUC_FAULT_RDF_INDEX_OUTSIDE, RDF, 16, 728, 664 } },
		{ "index of 2^63", 24, 8, 1ull << 63, -ENODATA, {
		  GUC_FAULT_RDF_INDEX_OUTSIDE, RDF, 16, (1ull << 63) + INDEX, 664 } },
		{ "index one too far", 16, 8, INDEX + 1, -ENODATA, {
		  GUC_FAULT_RDF_INDEX_OUTSIDE, RDF, 16, 665, 664 } },
		{ "index at the end of 64 bits", 16, 8, ~0ull, -ENODATA, {
		  GUC_FAULT_RDF_INDEX_OUTSIDE, RDF, 16, ~0ull, 664 } },
		{ "another chunk", INDEX, 1, 'B', -ENOENT, {
		  GUC_FAULT_RDF_NO_CHUNK, RDF, INDEX, 0, 0 } },
		{ "a longer name", INDEX + 8, 1, 'X', -ENOENT, {
		  GUC_FAULT_RDF_NO_CHUNK, RDF, INDEX, 0, 0 } },
		{ "a name of 16", INDEX + 8, 8, 0x5858585858585858ull, -ENOENT, {
		  GUC_FAULT_RDF_NO_CHUNK, RDF, INDEX, 0, 0 } },
		{ "zstd", INDEX + 16, 1, 1, -EBADMSG, {
		  GUC_FAULT_RDF_COMPRESSION, RDF, INDEX + 16, 1, 0 } },
		{ "compression 255", INDEX + 16, 1, 255, -EBADMSG, {
		  GUC_FAULT_RDF_COMPRESSION, RDF, INDEX + 16, 255, 0 } },
		{ "reserved in the index", INDEX + 17, 1, 1, 0, T_NO_MORE },
		{ "chunk version 0", INDEX + 20, 4, 0, -EPROTONOSUPPORT, {
		  GUC_FAULT_ASIC_VERSION, ASIC, INDEX + 20, 0, 3 } },
		{ "chunk version 2", INDEX + 20, 4, 2, -EBADMSG, {
		  GUC_FAULT_ASIC_CHUNK_SIZE, ASIC, INDEX + 48, 568, 576 } },
		{ "chunk version 3", INDEX + 20, 4, 3, -EBADMSG, {
		  GUC_FAULT_ASIC_CHUNK_SIZE, ASIC, INDEX + 48, 568, 608 } },
		{ "chunk version 4", INDEX + 20, 4, 4, -EPROTONOSUPPORT, {
		  GUC_FAULT_ASIC_VERSION, ASIC, INDEX + 20, 4, 3 } },
		{ "chunk header up to the end", INDEX + 32, 8, 632, 0, T_NO_MORE },
		{ "chunk header too long", INDEX + 32, 8, 633, -ENODATA, {
		  GUC_FAULT_RDF_CHUNK_OUTSIDE, RDF, INDEX + 24, 665, 664 } },
		{ "no chunk header, anywhere", INDEX + 24, 8, ~0ull, 0, T_NO_MORE },
		{ "data too short", INDEX + 48, 8, 567, -EBADMSG, {
		  GUC_FAULT_ASIC_CHUNK_SIZE, ASIC, INDEX + 48, 567, 568 } },
		{ "data too long", INDEX + 48, 8, 632, -EBADMSG, {
		  GUC_FAULT_ASIC_CHUNK_SIZE, ASIC, INDEX + 48, 632, 568 } },
		{ "data outside", INDEX + 48, 8, 633, -ENODATA, {
		  GUC_FAULT_RDF_CHUNK_OUTSIDE, RDF, INDEX + 40, 665, 664 } },
		{ "data of 2^64 - 1", INDEX + 48, 8, ~0ull, -ENODATA, {
		  GUC_FAULT_RDF_CHUNK_OUTSIDE, RDF, INDEX + 40, ~0ull, 664 } },
		{ "no data", INDEX + 48, 8, 0, -EBADMSG, {
		  GUC_FAULT_ASIC_CHUNK_SIZE, ASIC, INDEX + 48, 0, 568 } },
		{ "data one too far", INDEX + 40, 8, 97, -ENODATA, {
		  GUC_FAULT_RDF_CHUNK_OUTSIDE, RDF, INDEX + 40, 665, 664 } },
		{ "data at 2^64 - 1", INDEX + 40, 8, ~0ull, -ENODATA, {
		  GUC_FAULT_RDF_CHUNK_OUTSIDE, RDF, INDEX + 40, ~0ull, 664 } },
	};
	u8 *good = written(test, GUC_ASIC_RDF, END), *bad = test_guarded(test, END);
	struct guc_asic *asic = new_asic(test);
	struct guc_fault fault;
	unsigned int i, j;

	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		memcpy(bad, good, END);
		for (j = 0; j < rows[i].size; j++)
			bad[rows[i].offset + j] = rows[i].value >> (8 * j);
		KUNIT_EXPECT_EQ_MSG(test, read_asic(test, asic, bad, END, &fault), rows[i].err,
				    "%s", rows[i].label);
		test_fault(test, rows[i].label, &fault, &rows[i].want);
		KUNIT_EXPECT_EQ_MSG(test, asic->version, rows[i].err ? 0 : 1, "%s",
				    rows[i].label);
	}
}

/*
 * A file as other tools write it, with more chunks, odd offsets, and the index before the data,
 * must be read. Of two chunks with the same name, the first one in the index must be used.
 */
static void guc_rdf_from_others(struct kunit *test)
{
	/* header, index of three, then the data without any alignment */
	const size_t first = 32, data = first + 3 * 64 + 5, len = data + 608;
	u8 *file = test_guarded(test, len), *rdf = written(test, GUC_ASIC_RDF, END);
	struct guc_asic *asic = new_asic(test);
	struct guc_rdf_chunk chunk;
	struct guc_fault fault;
	unsigned int i;

	memset(file, 0, len);
	memcpy(file, rdf, 32);
	file[16] = first;
	file[17] = 0;
	file[24] = 3 * 64;
	for (i = 0; i < 3; i++) {
		u8 *entry = file + first + 64 * i;

		memcpy(entry, rdf + INDEX, 64);
		entry[20] = 3;
		entry[40] = data;
		entry[48] = 608 & 0xff;
	}
	/*
	 * the first chunk has another name and is compressed; the third one belongs to a second GPU
	 */
	memcpy(file + first, "GpuMemSegment\0\0\0", 16);
	file[first + 16] = 1;
	file[first + 64 * 2 + 40] = data - 1;
	memcpy(file + data, written(test, GUC_ASIC_V3, 608), 608);

	KUNIT_EXPECT_EQ(test, read_asic(test, asic, file, len, &fault), 0);
	KUNIT_EXPECT_EQ(test, asic->version, 3);
	KUNIT_EXPECT_EQ(test, asic->form, GUC_ASIC_RDF);
	KUNIT_EXPECT_MEMEQ(test, &asic->info, file + data, 608);
	KUNIT_EXPECT_EQ(test, guc_rdf_find(&chunk, guc_view(file, len), "AsicInfo", &fault), 0);
	KUNIT_EXPECT_EQ(test, chunk.entry, first + 64);
	KUNIT_EXPECT_EQ(test, chunk.offset, data);
	KUNIT_EXPECT_EQ(test, guc_rdf_find(&chunk, guc_view(file, len), "GpuMemSegment", &fault),
			-EBADMSG);
	KUNIT_EXPECT_EQ(test, fault.code, GUC_FAULT_RDF_COMPRESSION);
	KUNIT_EXPECT_NULL(test, chunk.data.data);
	/* a file counts as truncated if any of its chunks is incomplete */
	file[first + 64 * 2 + 49] = 4;
	KUNIT_EXPECT_EQ(test, read_asic(test, asic, file, len, &fault), -ENODATA);
	KUNIT_EXPECT_EQ(test, fault.offset, first + 64 * 2 + 40);
}

static struct kunit_case guc_rdf_cases[] = {
	KUNIT_CASE(guc_asic_round_trip),
	KUNIT_CASE(guc_asic_read_lengths),
	KUNIT_CASE(guc_asic_padding),
	KUNIT_CASE(guc_asic_name_is_terminated),
	KUNIT_CASE(guc_rdf_bytes),
	KUNIT_CASE(guc_rdf_names),
	KUNIT_CASE(guc_rdf_truncated),
	KUNIT_CASE(guc_rdf_mangled),
	KUNIT_CASE(guc_rdf_from_others),
	{}
};

static struct kunit_suite guc_rdf_suite = {
	.name = "guc_rdf",
	.test_cases = guc_rdf_cases,
};

kunit_test_suite(guc_rdf_suite);
