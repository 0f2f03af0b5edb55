// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of the writer of ASIC info (the properties of a GPU, see guc_asic.h). Every field must be
 * at the right offset in every form; the offsets are numbers that do not come from the project's
 * headers. Unknown facts (named values about the device) must be replaced by the right values.
 */
#include "guc_asic.h"
#include "guc_device.h"
#include "test_guard.h"
#include "test_image.h"

/*
 * A field of ASIC info: its size, its offset in version 1, in packed version 1 and in version 3 (-1
 * when the version does not have the field), and its value for the B580.
 */
struct place {
	const char *name;
	u8 size;
	short v1;
	short packed;
	short v3;
	u64 want;
};

/* The facts of an Intel Arc B580. */
static const char * const b580[][2] = {
	{ "pci_address", "0000:03:1d.2" }, { "pci_id", "8086:e20b" },
	{ "pci_revision", "0x04" }, { "graphics_ip", "20.01" }, { "graphics_step", "3" },
	{ "gpu_type", "discrete" }, { "gpu_index", "1" },
	{ "dss_geometry_mask", "0xfffff" }, { "dss_compute_mask", "0xfffff" },
	{ "dss_per_slice", "4" }, { "eu_per_dss_mask", "0xff" }, { "eu_simd", "16" },
	{ "l3_bank_mask", "0x3ffff" }, { "l3_bank_kib", "1024" }, { "slm_kib", "128" },
	{ "threads_per_eu", "8" }, { "hardware_contexts", "2" },
	{ "geometry_pipes_per_slice", "1" }, { "pixels_per_slice", "16" },
	{ "clock_current_mhz", "2850" }, { "clock_max_mhz", "2900" },
	{ "vram_bytes", "12884901888" }, { "memory_type", "gddr6" },
	{ "memory_bus_bits", "192" }, { "memory_mtps", "19000" },
	{ "reference_clock_hz", "19200000" },
};

static const struct place places[] = {
	{ "pci_id", 4, -1, -1, 0, 3 << 16 | 0x1d << 8 | 2 },
	{ "pad", 4, -1, -1, 4, 0 },
	{ "shader_core_clock_frequency", 8, 0, 0, 8, 2850000000ull },
	{ "memory_clock_frequency", 8, 8, 8, 16, 1187500000 },
	{ "gpu_timestamp_frequency", 8, 16, 16, 24, 19200000 },
	{ "max_shader_core_clock", 8, 24, 24, 32, 2900000000ull },
	{ "max_memory_clock", 8, 32, 32, 40, 1187500000 },
	{ "device_id", 4, 40, 40, 48, 0xe20b },
	{ "device_revision_id", 4, 44, 44, 52, 4 },
	{ "vgprs_per_simd", 4, 48, 48, 56, 1024 },
	{ "sgprs_per_simd", 4, 52, 52, 60, 0 },
	{ "shader_engines", 4, 56, 56, 64, 5 },
	{ "compute_unit_per_shader_engine", 4, 60, 60, 68, 4 },
	{ "simd_per_compute_unit", 4, 64, 64, 72, 8 },
	{ "wavefronts_per_simd", 4, 68, 68, 76, 8 },
	{ "minimum_vgpr_alloc", 4, 72, 72, 80, 128 },
	{ "vgpr_alloc_granularity", 4, 76, 76, 84, 128 },
	{ "minimum_sgpr_alloc", 4, 80, 80, 88, 0 },
	{ "sgpr_alloc_granularity", 4, 84, 84, 92, 0 },
	{ "hardware_contexts", 4, 88, 88, 96, 2 },
	{ "gpu_type", 4, 92, 92, 100, 2 },
	{ "gfx_ip_major", 2, 96, 96, 104, 20 },
	{ "gfx_ip_minor", 2, 98, 98, 106, 1 },
	{ "gfx_ip_stepping", 2, 100, 100, 108, 3 },
	{ "pad", 2, 102, -1, 110, 0 },
	{ "gpu_index", 4, 104, 102, 112, 1 },
	{ "ce_ram_size", 4, 108, 106, 116, 0 },
	{ "ce_ram_size_graphics", 4, 112, 110, 120, 0 },
	{ "ce_ram_size_compute", 4, 116, 114, 124, 0 },
	{ "max_number_of_dedicated_cus", 4, 120, 118, 128, 0 },
	{ "pad", 4, 124, -1, 132, 0 },
	{ "vram_size", 8, 128, 122, 136, 12884901888ull },
	{ "vram_bus_width", 4, 136, 130, 144, 192 },
	{ "l2_cache_size", 4, 140, 134, 148, 18874368 },
	{ "l1_cache_size", 4, 144, 138, 152, 262144 },
	{ "lds_size", 4, 148, 142, 156, 131072 },
	{ "gpu_name", 8, 152, 146, 160, 0x6c65746e49 | 0x295228ull << 40 },
	{ "gpu_name, last", 8, 400, 394, 408, 0 },
	{ "alu_per_clock", 4, 408, 402, 416, 0x45200000 },
	{ "texture_per_clock", 4, 412, 406, 420, 0x43200000 },
	{ "prims_per_clock", 4, 416, 410, 424, 0x40a00000 },
	{ "pixels_per_clock", 4, 420, 414, 428, 0x42a00000 },
	{ "memory_ops_per_clock", 4, 424, 418, 432, 16 },
	{ "memory_chip_type", 4, 428, 422, 436, 9 },
	{ "lds_granularity", 4, 432, 426, 440, 1024 },
	{ "cu_mask[0]", 4, 436, 430, 444, 0xf },
	{ "cu_mask[1]", 4, 440, 434, 448, 0xf },
	{ "cu_mask[4]", 4, 452, 446, 460, 0xf },
	{ "cu_mask[5]", 4, 456, 450, 464, 0 },
	{ "cu_mask[31]", 4, 560, 554, 568, 0 },
	{ "pad or pixel_packer_mask[0]", 4, 564, -1, 572, 0 },
	{ "mall_cache_size", 4, -1, -1, 600, 0 },
	{ "pad", 4, -1, -1, 604, 0 },
};

static void unset(struct guc_facts *facts, const char *key)
{
	guc_facts_clear(facts, guc_facts_find(key, strlen(key)));
}

static struct guc_facts *b580_facts(struct kunit *test)
{
	struct guc_facts *facts = kunit_kzalloc(test, sizeof(*facts), GFP_KERNEL);
	unsigned int i;

	KUNIT_ASSERT_NOT_NULL(test, facts);
	for (i = 0; i < ARRAY_SIZE(b580); i++)
		test_set(test, facts, b580[i][0], b580[i][1]);
	return facts;
}

static u64 number(const u8 *p, unsigned int size)
{
	u64 n = 0;

	while (size--)
		n = n << 8 | p[size];
	return n;
}

/* Return: the value of one field in the ASIC info of version 1 that is written from @facts. */
static u64 v1_field(struct kunit *test, const struct guc_facts *facts, const char *name)
{
	u8 *buf = test_guarded(test, 568);
	unsigned int i;

	KUNIT_EXPECT_EQ(test, guc_asic_write(GUC_ASIC_V1, facts, buf, 568), 568);
	for (i = 0; i < ARRAY_SIZE(places); i++)
		if (!strcmp(places[i].name, name))
			return number(buf + places[i].v1, places[i].size);
	KUNIT_FAIL(test, "no field %s", name);
	return 0;
}

static void expect_name(struct kunit *test, const struct guc_facts *facts,
			const char *want)
{
	char *buf = test_guarded(test, 568);
	size_t len = strlen(want);

	guc_asic_write(GUC_ASIC_V1, facts, buf, 568);
	KUNIT_EXPECT_EQ(test, buf[152 + 255], 0);
	KUNIT_EXPECT_STREQ(test, buf + 152, want);
	KUNIT_EXPECT_NULL(test, memchr_inv(buf + 152 + len, 0, 256 - len));
}

/* In every form, every field must be at the offset that the table above gives as a number. */
static void guc_asic_fields_in_place(struct kunit *test)
{
	struct guc_facts *facts = b580_facts(test);
	u8 *v1 = test_guarded(test, 568), *v3 = test_guarded(test, 608);
	u8 *packed = test_guarded(test, 558);
	unsigned int i;

	KUNIT_EXPECT_EQ(test, guc_asic_write(GUC_ASIC_V1, facts, v1, 568), 568);
	KUNIT_EXPECT_EQ(test, guc_asic_write(GUC_ASIC_V3, facts, v3, 608), 608);
	KUNIT_EXPECT_EQ(test, guc_asic_write(GUC_ASIC_V1_PACKED, facts, packed, 558), 558);
	for (i = 0; i < ARRAY_SIZE(places); i++) {
		const struct place *p = &places[i];

		if (p->v1 >= 0)
			KUNIT_EXPECT_EQ_MSG(test, number(v1 + p->v1, p->size), p->want,
					    "%s in version 1", p->name);
		if (p->packed >= 0)
			KUNIT_EXPECT_EQ_MSG(test, number(packed + p->packed, p->size), p->want,
					    "%s, packed", p->name);
		if (p->v3 >= 0)
			KUNIT_EXPECT_EQ_MSG(test, number(v3 + p->v3, p->size), p->want,
					    "%s in version 3", p->name);
	}
	expect_name(test, facts, "Intel(R) Arc(TM) B580 Graphics");
	/*
	 * The fields that are not in the table above must be 0: the rest of cu_mask, and the fields
	 * at the end.
	 */
	KUNIT_EXPECT_NULL(test, memchr_inv(v1 + 456, 0, 568 - 456));
	KUNIT_EXPECT_NULL(test, memchr_inv(v3 + 464, 0, 608 - 464));
	KUNIT_EXPECT_NULL(test, memchr_inv(packed + 450, 0, 558 - 450));
}

/*
 * guc_asic_offset() must convert the offset of the first and of the last byte of each
 * field of version 3 to the offset in another form.
 */
static void guc_asic_offsets(struct kunit *test)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(places); i++) {
		const struct place *p = &places[i];
		size_t at = p->v3, last = p->v3 + p->size - 1;
		size_t v1 = p->v1, packed = p->packed;

		if (p->v3 < 0 || !strncmp(p->name, "pad", 3))
			continue;
		if (p->v1 < 0) {
			KUNIT_EXPECT_EQ_MSG(test, guc_asic_offset(GUC_ASIC_V1, at), 568, "%s",
					    p->name);
			continue;
		}
		KUNIT_EXPECT_EQ_MSG(test, guc_asic_offset(GUC_ASIC_V1, at), v1, "%s", p->name);
		KUNIT_EXPECT_EQ_MSG(test, guc_asic_offset(GUC_ASIC_V1_PACKED, at), packed, "%s",
				    p->name);
		KUNIT_EXPECT_EQ_MSG(test, guc_asic_offset(GUC_ASIC_V1, last), v1 + p->size - 1,
				    "%s", p->name);
		KUNIT_EXPECT_EQ_MSG(test, guc_asic_offset(GUC_ASIC_V2, at), at, "%s", p->name);
	}
	/* the first byte of the blob; for bytes of padding, the result is the length of the form */
	KUNIT_EXPECT_EQ(test, guc_asic_offset(GUC_ASIC_V2, 0), 0);
	KUNIT_EXPECT_EQ(test, guc_asic_offset(GUC_ASIC_V3, 110), 608);
	KUNIT_EXPECT_EQ(test, guc_asic_offset(GUC_ASIC_V1, 132), 568);
	KUNIT_EXPECT_EQ(test, guc_asic_offset(GUC_ASIC_V1, 4), 568);
	KUNIT_EXPECT_EQ(test, guc_asic_offset(GUC_ASIC_V2, 572), 576);
}

/*
 * guc_asic_write() must compute the right length, must refuse a buffer that is too short
 * and accept an exact or a larger one, and must refuse to write version 2.
 */
static void guc_asic_write_lengths(struct kunit *test)
{
	static const struct {
		enum guc_asic_form form;
		size_t len;
	} rows[] = {
		{ GUC_ASIC_V1, 568 }, { GUC_ASIC_V3, 608 }, { GUC_ASIC_V1_PACKED, 558 },
		{ GUC_ASIC_RDF, 664 },
	};
	struct guc_facts *facts = b580_facts(test);
	unsigned int i;
	u8 *buf;

	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		size_t len = rows[i].len;

		KUNIT_EXPECT_EQ(test, guc_asic_write(rows[i].form, facts, NULL, 0), len);
		buf = test_guarded(test, len);
		KUNIT_EXPECT_EQ(test, guc_asic_write(rows[i].form, facts, buf, len), len);
		buf = test_guarded(test, len - 1);
		KUNIT_EXPECT_EQ(test, guc_asic_write(rows[i].form, facts, buf, len - 1), -ENOSPC);
		KUNIT_EXPECT_NULL(test, memchr_inv(buf, 0xa5, len - 1));
		KUNIT_EXPECT_EQ(test, guc_asic_write(rows[i].form, facts, buf, 0), -ENOSPC);
		buf = test_guarded(test, len + 9);
		KUNIT_EXPECT_EQ(test, guc_asic_write(rows[i].form, facts, buf, len + 9), len);
		KUNIT_EXPECT_NULL(test, memchr_inv(buf + len, 0xa5, 9));
	}
	buf = test_guarded(test, 576);
	KUNIT_EXPECT_EQ(test, guc_asic_write(GUC_ASIC_V2, facts, buf, 576), -EINVAL);
	KUNIT_EXPECT_EQ(test, guc_asic_write(GUC_ASIC_V2, facts, NULL, 0), -EINVAL);
	KUNIT_EXPECT_EQ(test, guc_asic_write(GUC_ASIC_RDF + 1, facts, NULL, 0), -EINVAL);
	KUNIT_EXPECT_NULL(test, memchr_inv(buf, 0xa5, 576));
}

/* Without any known fact, all fields must be 0, except the name and lds_granularity (1024). */
static void guc_asic_of_nothing(struct kunit *test)
{
	struct guc_facts *facts = kunit_kzalloc(test, sizeof(*facts), GFP_KERNEL);
	u8 *v3 = test_guarded(test, 608);

	KUNIT_ASSERT_NOT_NULL(test, facts);
	KUNIT_EXPECT_EQ(test, guc_asic_write(GUC_ASIC_V3, facts, v3, 608), 608);
	KUNIT_EXPECT_NULL(test, memchr_inv(v3, 0, 160));
	KUNIT_EXPECT_STREQ(test, (char *)v3 + 160, "Intel(R) Graphics");
	KUNIT_EXPECT_NULL(test, memchr_inv(v3 + 416, 0, 440 - 416));
	KUNIT_EXPECT_EQ(test, number(v3 + 440, 4), 1024);
	KUNIT_EXPECT_NULL(test, memchr_inv(v3 + 444, 0, 608 - 444));
}

/*
 * If the current clock is 0 or not known, the maximum clock must be written in its place, because
 * readers do not expect a clock of 0.
 */
static void guc_asic_clocks(struct kunit *test)
{
	struct guc_facts *facts = b580_facts(test);

	test_set(test, facts, "clock_current_mhz", "0");
	KUNIT_EXPECT_EQ(test, v1_field(test, facts, "shader_core_clock_frequency"), 2900000000ull);
	unset(facts, "clock_current_mhz");
	KUNIT_EXPECT_EQ(test, v1_field(test, facts, "shader_core_clock_frequency"), 2900000000ull);
	test_set(test, facts, "clock_current_mhz", "300");
	KUNIT_EXPECT_EQ(test, v1_field(test, facts, "shader_core_clock_frequency"), 300000000);
	unset(facts, "clock_max_mhz");
	KUNIT_EXPECT_EQ(test, v1_field(test, facts, "shader_core_clock_frequency"), 300000000);
	KUNIT_EXPECT_EQ(test, v1_field(test, facts, "max_shader_core_clock"), 0);
	test_set(test, facts, "clock_max_mhz", "4294967295");
	KUNIT_EXPECT_EQ(test, v1_field(test, facts, "max_shader_core_clock"),
			4294967295000000ull);
}

/* For every type of memory, the clock times the transfers per clock must be the data rate. */
static void guc_asic_memory(struct kunit *test)
{
	static const struct {
		const char *type;
		u32 code;
		u32 ops;
	} rows[] = {
		{ "unknown", 0, 0 }, { "ddr4", 4, 2 }, { "ddr5", 5, 4 }, { "gddr5", 8, 4 },
		{ "gddr6", 9, 16 }, { "hbm", 10, 2 }, { "hbm2", 11, 2 }, { "hbm3", 12, 2 },
		{ "lpddr4", 13, 2 }, { "lpddr5", 14, 8 }, { "ddr2", 2, 2 }, { "ddr3", 3, 2 },
	};
	struct guc_facts *facts = b580_facts(test);
	unsigned int i;

	test_set(test, facts, "memory_mtps", "8533");
	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		u64 clock = rows[i].ops ? 8533000000ull >> __builtin_ctz(rows[i].ops) : 0;

		test_set(test, facts, "memory_type", rows[i].type);
		KUNIT_EXPECT_EQ_MSG(test, v1_field(test, facts, "memory_chip_type"), rows[i].code,
				    "%s", rows[i].type);
		KUNIT_EXPECT_EQ_MSG(test, v1_field(test, facts, "memory_ops_per_clock"),
				    rows[i].ops, "%s", rows[i].type);
		KUNIT_EXPECT_EQ_MSG(test, v1_field(test, facts, "max_memory_clock"), clock, "%s",
				    rows[i].type);
		KUNIT_EXPECT_EQ_MSG(test, v1_field(test, facts, "memory_clock_frequency"), clock,
				    "%s", rows[i].type);
	}
}

/* The value from the device table must replace an unknown fact, but not a fact that is 0. */
static void guc_asic_table_stands_in(struct kunit *test)
{
	struct guc_facts *facts = kunit_kzalloc(test, sizeof(*facts), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, facts);
	test_set(test, facts, "pci_id", "8086:e20b");
	KUNIT_EXPECT_EQ(test, v1_field(test, facts, "gpu_type"), 2);
	KUNIT_EXPECT_EQ(test, v1_field(test, facts, "gfx_ip_major"), 20);
	KUNIT_EXPECT_EQ(test, v1_field(test, facts, "gfx_ip_minor"), 1);
	KUNIT_EXPECT_EQ(test, v1_field(test, facts, "vram_bus_width"), 192);
	KUNIT_EXPECT_EQ(test, v1_field(test, facts, "memory_chip_type"), 9);
	KUNIT_EXPECT_EQ(test, v1_field(test, facts, "max_memory_clock"), 1187500000);
	KUNIT_EXPECT_EQ(test, v1_field(test, facts, "wavefronts_per_simd"), 8);
	KUNIT_EXPECT_EQ(test, v1_field(test, facts, "lds_size"), 131072);
	KUNIT_EXPECT_EQ(test, v1_field(test, facts, "vram_size"), 0);

	test_set(test, facts, "memory_bus_bits", "0");
	KUNIT_EXPECT_EQ(test, v1_field(test, facts, "vram_bus_width"), 0);
	test_set(test, facts, "threads_per_eu", "0");
	KUNIT_EXPECT_EQ(test, v1_field(test, facts, "wavefronts_per_simd"), 0);
	test_set(test, facts, "gpu_type", "virtual");
	KUNIT_EXPECT_EQ(test, v1_field(test, facts, "gpu_type"), 3);

	/* the device table has only devices with Intel's vendor id */
	test_set(test, facts, "pci_id", "1002:e20b");
	KUNIT_EXPECT_EQ(test, v1_field(test, facts, "memory_chip_type"), 0);
	expect_name(test, facts, "Intel(R) Graphics");
}

/* The row of each known PCI id must be found in the device table, and none for an unknown id. */
static void guc_asic_table_is_searched(struct kunit *test)
{
	static const struct {
		const char *id;
		u32 type;
		u32 major;
	} rows[] = {
		{ "8086:9a49", 1, 12 }, { "8086:56a0", 2, 12 }, { "8086:64a0", 1, 20 },
		{ "8086:b080", 1, 30 }, { "8086:e223", 2, 20 }, { "8086:7d55", 1, 12 },
		{ "8086:0000", 0, 0 }, { "8086:ffff", 0, 0 }, { "8086:e20a", 0, 0 },
	};
	struct guc_facts *facts = kunit_kzalloc(test, sizeof(*facts), GFP_KERNEL);
	unsigned int i;

	KUNIT_ASSERT_NOT_NULL(test, facts);
	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		test_set(test, facts, "pci_id", rows[i].id);
		KUNIT_EXPECT_EQ_MSG(test, v1_field(test, facts, "gpu_type"), rows[i].type, "%s",
				    rows[i].id);
		KUNIT_EXPECT_EQ_MSG(test, v1_field(test, facts, "gfx_ip_major"), rows[i].major,
				    "%s", rows[i].id);
	}
}

/*
 * For a GPU with disabled DSS (dual subslices), shader_engines must be the index of the last slice
 * with a DSS, plus 1. compute_unit_per_shader_engine must be the number of DSS in the slice with
 * the most DSS.
 */
static void guc_asic_topology(struct kunit *test)
{
	static const struct {
		const char *geometry;
		const char *compute;
		const char *per_slice;
		u32 extent;
		u32 fullest;
		u32 mask0;
		u32 mask1;
		u32 alu;	/* number of DSS * 8 EUs * 16 lanes, as the bits of a float */
	} rows[] = {
		{ "0xf", "0xf", "4", 1, 4, 0xf, 0, 0x44000000 },
		{ "0x0", "0x0", "4", 0, 0, 0, 0, 0 },
		{ "0x1", "0x0", "4", 1, 1, 1, 0, 0x43000000 },
		{ "0x0", "0x8", "4", 1, 1, 8, 0, 0x43000000 },
		{ "0x5", "0xa", "4", 1, 4, 0xf, 0, 0x44000000 },
		{ "0x70", "0x30", "4", 2, 3, 0, 7, 0x43c00000 },
		{ "0x3f", "0x3f", "6", 1, 6, 0x3f, 0, 0x44400000 },
		{ "0x40", "0x40", "6", 2, 1, 0, 1, 0x43000000 },
		{ "0xffff", "0x0", "16", 1, 16, 0xffff, 0, 0x45000000 },
		{ "0x1ffff", "0x0", "17", 1, 17, 0xffff, 0, 0x45080000 },
		{ "0x80000000000000000000000000000000", "0x0", "4", 32, 1, 0, 0, 0x43000000 },
		{ "0xffffffffffffffffffffffffffffffff", "0x0", "4", 32, 4, 0xf, 0xf,
		  0x46800000 },
		{ "0xffffffffffffffffffffffffffffffff", "0x0", "2", 32, 2, 3, 3, 0x46800000 },
		{ "0x3", "0x0", "0", 1, 2, 3, 0, 0x43800000 },
		{ "0xffffffffffffffffffffffffffffffff", "0x0", "4294967295", 1, 128, 0xffff, 0,
		  0x46800000 },
	};
	struct guc_facts *facts = b580_facts(test);
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		test_set(test, facts, "dss_geometry_mask", rows[i].geometry);
		test_set(test, facts, "dss_compute_mask", rows[i].compute);
		test_set(test, facts, "dss_per_slice", rows[i].per_slice);
		KUNIT_EXPECT_EQ_MSG(test, v1_field(test, facts, "shader_engines"), rows[i].extent,
				    "row %u", i);
		KUNIT_EXPECT_EQ_MSG(test, v1_field(test, facts, "compute_unit_per_shader_engine"),
				    rows[i].fullest, "row %u", i);
		KUNIT_EXPECT_EQ_MSG(test, v1_field(test, facts, "cu_mask[0]"), rows[i].mask0,
				    "row %u", i);
		KUNIT_EXPECT_EQ_MSG(test, v1_field(test, facts, "cu_mask[1]"), rows[i].mask1,
				    "row %u", i);
		KUNIT_EXPECT_EQ_MSG(test, v1_field(test, facts, "alu_per_clock"), rows[i].alu,
				    "row %u", i);
	}
	/* one DSS mask is enough; without masks, the values of the device table must be used */
	unset(facts, "dss_compute_mask");
	test_set(test, facts, "dss_geometry_mask", "0x3");
	test_set(test, facts, "dss_per_slice", "4");
	KUNIT_EXPECT_EQ(test, v1_field(test, facts, "compute_unit_per_shader_engine"), 2);
	unset(facts, "dss_geometry_mask");
	KUNIT_EXPECT_EQ(test, v1_field(test, facts, "shader_engines"), 5);
	KUNIT_EXPECT_EQ(test, v1_field(test, facts, "compute_unit_per_shader_engine"), 4);
	KUNIT_EXPECT_EQ(test, v1_field(test, facts, "cu_mask[0]"), 0);
	test_set(test, facts, "dss_per_slice", "64");
	KUNIT_EXPECT_EQ(test, v1_field(test, facts, "compute_unit_per_shader_engine"), 20);
	/* for an unknown device, a slice is assumed to have four DSS */
	unset(facts, "pci_id");
	unset(facts, "graphics_ip");
	unset(facts, "dss_per_slice");
	KUNIT_EXPECT_EQ(test, v1_field(test, facts, "shader_engines"), 0);
	KUNIT_EXPECT_EQ(test, v1_field(test, facts, "compute_unit_per_shader_engine"), 0);
	test_set(test, facts, "dss_geometry_mask", "0x1f");
	KUNIT_EXPECT_EQ(test, v1_field(test, facts, "shader_engines"), 2);
	KUNIT_EXPECT_EQ(test, v1_field(test, facts, "compute_unit_per_shader_engine"), 4);
}

/*
 * From graphics IP 35.00 (Xe3p) on, vgprs_per_simd must be 128 registers for each thread, because
 * the size of the register file is not published.
 */
static void guc_asic_registers(struct kunit *test)
{
	struct guc_facts *facts = b580_facts(test);

	test_set(test, facts, "threads_per_eu", "5");
	KUNIT_EXPECT_EQ(test, v1_field(test, facts, "vgprs_per_simd"), 1024);
	test_set(test, facts, "graphics_ip", "34.99");
	KUNIT_EXPECT_EQ(test, v1_field(test, facts, "vgprs_per_simd"), 1024);
	test_set(test, facts, "graphics_ip", "35.00");
	KUNIT_EXPECT_EQ(test, v1_field(test, facts, "vgprs_per_simd"), 640);
	test_set(test, facts, "graphics_ip", "11.00");
	KUNIT_EXPECT_EQ(test, v1_field(test, facts, "vgprs_per_simd"), 0);
}

/* The tables of devices and of graphics IPs must be sorted, and a search must find every row. */
static void guc_asic_table_rows(struct kunit *test)
{
	unsigned int i;

	KUNIT_EXPECT_TRUE(test, guc_device_table_len > 100 && guc_graphics_table_len > 5);
	for (i = 0; i < guc_device_table_len; i++) {
		const struct guc_device *d = &guc_device_table[i];

		KUNIT_EXPECT_PTR_EQ(test, guc_device_find(d->device), d);
		if (i)
			KUNIT_EXPECT_LT(test, d[-1].device, d->device);
	}
	KUNIT_EXPECT_NULL(test, guc_device_find(guc_device_table[0].device - 1));
	KUNIT_EXPECT_NULL(test, guc_device_find(guc_device_table[i - 1].device + 1));
	KUNIT_EXPECT_NULL(test, guc_graphics_find(guc_graphics_table[0].graphics_ip - 1));
	for (i = 0; i < guc_graphics_table_len; i++) {
		const struct guc_graphics *g = &guc_graphics_table[i];

		KUNIT_EXPECT_PTR_EQ(test, guc_graphics_find(g->graphics_ip), g);
		if (!i)
			continue;
		KUNIT_EXPECT_LT(test, g[-1].graphics_ip, g->graphics_ip);
		KUNIT_EXPECT_PTR_EQ(test, guc_graphics_find(g->graphics_ip - 1), &g[-1]);
	}
	KUNIT_EXPECT_PTR_EQ(test, guc_graphics_find(0xffffffff), &guc_graphics_table[i - 1]);
}

/*
 * The size of the L3 cache must be computed from the banks in l3_bank_mask. A size that does not
 * fit into its field must become the largest value that fits.
 */
static void guc_asic_caches(struct kunit *test)
{
	struct guc_facts *facts = b580_facts(test);

	/* the mask or the size of a bank alone is not enough; the device table's value is used */
	unset(facts, "l3_bank_mask");
	test_set(test, facts, "l3_bank_kib", "999");
	KUNIT_EXPECT_EQ(test, v1_field(test, facts, "l2_cache_size"), 18432 << 10);
	test_set(test, facts, "l3_bank_mask", "0x1");
	unset(facts, "l3_bank_kib");
	KUNIT_EXPECT_EQ(test, v1_field(test, facts, "l2_cache_size"), 18432 << 10);
	test_set(test, facts, "l3_bank_kib", "1024");
	test_set(test, facts, "l3_bank_mask", "0x80000000000000000000000000000001");
	KUNIT_EXPECT_EQ(test, v1_field(test, facts, "l2_cache_size"), 2 << 20);
	test_set(test, facts, "l3_bank_mask", "0x0");
	KUNIT_EXPECT_EQ(test, v1_field(test, facts, "l2_cache_size"), 0);
	test_set(test, facts, "l3_bank_mask", "0xff");
	test_set(test, facts, "l3_bank_kib", "4294967295");
	KUNIT_EXPECT_EQ(test, v1_field(test, facts, "l2_cache_size"), 0xffffffff);
	test_set(test, facts, "slm_kib", "4194304");
	KUNIT_EXPECT_EQ(test, v1_field(test, facts, "lds_size"), 0xffffffff);
	test_set(test, facts, "slm_kib", "4194303");
	KUNIT_EXPECT_EQ(test, v1_field(test, facts, "lds_size"), 0xfffffc00);
}

/* The VRAM of an integrated GPU must be 0: system memory does not count as VRAM. */
static void guc_asic_integrated_has_no_vram(struct kunit *test)
{
	struct guc_facts *facts = b580_facts(test);

	test_set(test, facts, "gpu_type", "integrated");
	KUNIT_EXPECT_EQ(test, v1_field(test, facts, "vram_size"), 0);
	KUNIT_EXPECT_EQ(test, v1_field(test, facts, "vram_bus_width"), 192);
	test_set(test, facts, "gpu_type", "virtual");
	KUNIT_EXPECT_EQ(test, v1_field(test, facts, "vram_size"), 12884901888ull);
}

/*
 * The stepping must be that of the GMD ID (the fact graphics_step). Only on GPUs before 12.70,
 * which have no GMD ID, the PCI revision must be used if this fact is unknown.
 */
static void guc_asic_stepping(struct kunit *test)
{
	struct guc_facts *facts = b580_facts(test);

	unset(facts, "graphics_step");
	KUNIT_EXPECT_EQ(test, v1_field(test, facts, "gfx_ip_stepping"), 0);
	test_set(test, facts, "graphics_ip", "12.70");
	KUNIT_EXPECT_EQ(test, v1_field(test, facts, "gfx_ip_stepping"), 0);
	test_set(test, facts, "graphics_ip", "12.60");
	KUNIT_EXPECT_EQ(test, v1_field(test, facts, "gfx_ip_stepping"), 4);
	test_set(test, facts, "graphics_step", "9");
	KUNIT_EXPECT_EQ(test, v1_field(test, facts, "gfx_ip_stepping"), 9);
}

/* Without a name in the device table, the name must be general and end with the known facts. */
static void guc_asic_names(struct kunit *test)
{
	struct guc_facts *facts = kunit_kzalloc(test, sizeof(*facts), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, facts);
	expect_name(test, facts, "Intel(R) Graphics");
	test_set(test, facts, "graphics_ip", "12.05");
	expect_name(test, facts, "Intel(R) Graphics (12.05)");
	test_set(test, facts, "platform", "DG2");
	expect_name(test, facts, "Intel(R) Graphics (DG2 12.05)");
	unset(facts, "graphics_ip");
	expect_name(test, facts, "Intel(R) Graphics (DG2)");
	test_set(test, facts, "pci_id", "8086:e20b");
	expect_name(test, facts, "Intel(R) Arc(TM) B580 Graphics");
}

/*
 * Integers up to 2^24 must be converted to floats exactly. Larger integers must be rounded towards
 * 0.
 */
static void guc_asic_floats(struct kunit *test)
{
	static const struct {
		u32 value;
		u32 bits;
	} rows[] = {
		{ 0, 0 }, { 1, 0x3f800000 }, { 2, 0x40000000 }, { 3, 0x40400000 },
		{ 7, 0x40e00000 }, { 10, 0x41200000 }, { 255, 0x437f0000 },
		{ 256, 0x43800000 }, { 4096, 0x45800000 }, { 8388607, 0x4afffffe },
		{ 8388608, 0x4b000000 }, { 8388609, 0x4b000001 },
		{ 16777215, 0x4b7fffff }, { 16777216, 0x4b800000 },
		{ 16777217, 0x4b800000 }, { 16777218, 0x4b800001 },
		{ 16777219, 0x4b800001 }, { 0x7fffffff, 0x4effffff },
		{ 0x80000000, 0x4f000000 }, { 0x800000ff, 0x4f000000 },
		{ 0x80000100, 0x4f000001 }, { 0xffffffff, 0x4f7fffff },
	};
	u32 i, v, bits, shift;

	for (i = 0; i < ARRAY_SIZE(rows); i++)
		KUNIT_EXPECT_EQ_MSG(test, guc_f32_bits(rows[i].value), rows[i].bits, "%u",
				    rows[i].value);
	/* convert back, in steps that cover every exponent */
	for (v = 1; v <= 1 << 24; v += 1 + v / 1024) {
		bits = guc_f32_bits(v);
		shift = 150 - (bits >> 23);
		KUNIT_EXPECT_EQ_MSG(test, ((bits & 0x7fffff) | 0x800000) << 8,
				    shift <= 23 ? v << shift << 8 : 0x80000000, "%u", v);
	}
}

static struct kunit_case guc_asic_cases[] = {
	KUNIT_CASE(guc_asic_fields_in_place),
	KUNIT_CASE(guc_asic_offsets),
	KUNIT_CASE(guc_asic_write_lengths),
	KUNIT_CASE(guc_asic_of_nothing),
	KUNIT_CASE(guc_asic_clocks),
	KUNIT_CASE(guc_asic_memory),
	KUNIT_CASE(guc_asic_table_stands_in),
	KUNIT_CASE(guc_asic_table_is_searched),
	KUNIT_CASE(guc_asic_topology),
	KUNIT_CASE(guc_asic_registers),
	KUNIT_CASE(guc_asic_table_rows),
	KUNIT_CASE(guc_asic_caches),
	KUNIT_CASE(guc_asic_integrated_has_no_vram),
	KUNIT_CASE(guc_asic_stepping),
	KUNIT_CASE(guc_asic_names),
	KUNIT_CASE(guc_asic_floats),
	{}
};

static struct kunit_suite guc_asic_suite = {
	.name = "guc_asic",
	.test_cases = guc_asic_cases,
};

kunit_test_suite(guc_asic_suite);
