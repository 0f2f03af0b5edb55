// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of the text form of ASIC info (the properties of a GPU, see guc_asic.h): every field, and
 * values that this project does not write, but other programs can.
 */
#include "guc_asic.h"
#include "test_guard.h"
#include "test_image.h"

static const char * const rows[][2] = {
	{ "pci_address", "0000:03:1d.2" }, { "pci_id", "8086:e20b" },
	{ "pci_revision", "0x04" }, { "graphics_ip", "20.01" }, { "graphics_step", "3" },
	{ "gpu_type", "discrete" }, { "gpu_index", "1" },
	{ "dss_geometry_mask", "0xff0ff" }, { "dss_per_slice", "4" },
	{ "eu_per_dss_mask", "0xff" }, { "eu_simd", "16" },
	{ "l3_bank_mask", "0x3ffff" }, { "l3_bank_kib", "1024" }, { "slm_kib", "128" },
	{ "clock_current_mhz", "2850" }, { "clock_max_mhz", "2900" },
	{ "vram_bytes", "12884901888" }, { "memory_type", "gddr6" },
	{ "memory_bus_bits", "192" }, { "memory_mtps", "19000" },
	{ "reference_clock_hz", "19200000" },
};

/* Make ASIC info of this version from the facts above. */
static struct guc_asic *some_asic(struct kunit *test, u32 version)
{
	struct guc_facts *facts = kunit_kzalloc(test, sizeof(*facts), GFP_KERNEL);
	struct guc_asic *asic = kunit_kzalloc(test, sizeof(*asic), GFP_KERNEL);
	unsigned int i;

	KUNIT_ASSERT_NOT_NULL(test, facts);
	KUNIT_ASSERT_NOT_NULL(test, asic);
	for (i = 0; i < ARRAY_SIZE(rows); i++)
		test_set(test, facts, rows[i][0], rows[i][1]);
	guc_asic_fill(&asic->info, facts);
	asic->version = version;
	return asic;
}

static const char *report(struct kunit *test, const struct guc_asic *asic)
{
	struct guc_text text = { 0 };
	size_t size;

	guc_asic_report(&text, asic);
	size = text.len + 1;
	text = (struct guc_text){ test_guarded(test, size), size, 0 };
	guc_asic_report(&text, asic);
	KUNIT_EXPECT_EQ(test, guc_text_error(&text), 0);
	KUNIT_EXPECT_EQ(test, text.len, size - 1);
	return text.buf;
}

/* The exact text of version 3. Versions 1 and 2 must lack the fields of later versions. */
static void guc_asic_report_words(struct kunit *test)
{
	static const char want[] =
		"pci_id=03:1d.2\n"
		"shader_core_clock_frequency=2850000000 Hz\n"
		"memory_clock_frequency=1187500000 Hz\n"
		"gpu_timestamp_frequency=19200000 Hz\n"
		"max_shader_core_clock=2900000000 Hz\n"
		"max_memory_clock=1187500000 Hz\n"
		"device_id=0xe20b\n"
		"device_revision_id=0x4\n"
		"vgprs_per_simd=1024 registers\n"
		"sgprs_per_simd=0 registers\n"
		"shader_engines=5 slices\n"
		"compute_unit_per_shader_engine=4 DSS\n"
		"simd_per_compute_unit=8 EUs\n"
		"wavefronts_per_simd=8 threads\n"
		"minimum_vgpr_alloc=128 registers\n"
		"vgpr_alloc_granularity=128 registers\n"
		"minimum_sgpr_alloc=0 registers\n"
		"sgpr_alloc_granularity=0 registers\n"
		"hardware_contexts=0 engines\n"
		"gpu_type=discrete\n"
		"gfx_ip_major=20\n"
		"gfx_ip_minor=1\n"
		"gfx_ip_stepping=3\n"
		"gpu_index=1\n"
		"ce_ram_size=0 bytes\n"
		"ce_ram_size_graphics=0 bytes\n"
		"ce_ram_size_compute=0 bytes\n"
		"max_number_of_dedicated_cus=0\n"
		"vram_size=12884901888 bytes\n"
		"vram_bus_width=192 bits\n"
		"l2_cache_size=18874368 bytes\n"
		"l1_cache_size=262144 bytes\n"
		"lds_size=131072 bytes\n"
		"gpu_name=Intel(R) Arc(TM) B580 Graphics\n"
		"alu_per_clock=2048 lanes\n"
		"texture_per_clock=128 texels\n"
		"prims_per_clock=0 primitives\n"
		"pixels_per_clock=64 pixels\n"
		"memory_ops_per_clock=16 transfers\n"
		"memory_chip_type=gddr6\n"
		"lds_granularity=1024 bytes\n"
		"cu_mask[0]=0x000f\n"
		"cu_mask[1]=0x000f\n"
		"cu_mask[2]=0x0000\n"
		"cu_mask[3]=0x000f\n"
		"cu_mask[4]=0x000f\n"
		"pixel_packer_mask[0]=0x0\n"
		"pixel_packer_mask[1]=0x0\n"
		"pixel_packer_mask[2]=0x0\n"
		"pixel_packer_mask[3]=0x0\n"
		"gl1_cache_size=0 bytes\n"
		"inst_cache_size=0 bytes\n"
		"scalar_cache_size=0 bytes\n"
		"mall_cache_size=0 bytes\n";
	const char *first = strchr(want, '\n') + 1;
	const char *tail = strstr(want, "pixel_packer_mask");
	struct guc_text none = { 0 };
	const char *text;

	KUNIT_EXPECT_STREQ(test, report(test, some_asic(test, 3)), want);
	text = report(test, some_asic(test, 2));
	KUNIT_EXPECT_EQ(test, strlen(text), tail - want);
	KUNIT_EXPECT_MEMEQ(test, text, want, tail - want);
	text = report(test, some_asic(test, 1));
	KUNIT_EXPECT_EQ(test, strlen(text), tail - first);
	KUNIT_EXPECT_MEMEQ(test, text, first, tail - first);
	guc_asic_report(&none, some_asic(test, 0));
	KUNIT_EXPECT_EQ(test, none.len, 0);
}

/* Floats must be printed exactly; the code under test does not use floating point. */
static void guc_asic_report_floats(struct kunit *test)
{
	static const struct {
		u32 bits;
		const char *text;
	} floats[] = {
		{ 0, "0" }, { 0x80000000, "-0" }, { 0x3f800000, "1" }, { 0xbf800000, "-1" },
		{ 0x3f000000, "0.5" }, { 0x3fc00000, "1.5" }, { 0x3dcccccd,
		  "0.100000001490116119384765625" }, { 0x40490fdb, "3.1415927410125732421875" },
		{ 0x4b7fffff, "16777215" }, { 0x4f800000, "4294967296" },
		{ 0x53800000, "1099511627776" }, { 0x54000000, "1*2^41" },
		{ 0x2b800000, "0.0000000000009094947017729282379150390625" },
		{ 0x2b000000, "1*2^-41" },
		{ 0x7f800000, "inf" }, { 0xff800000, "-inf" }, { 0x7fc00000, "nan" },
		{ 0x00000001, "1*2^-149" }, { 0x00800000, "1*2^-126" },
		{ 0x7f7fffff, "16777215*2^104" },
	};
	struct guc_asic *asic = some_asic(test, 1);
	char want[64];
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(floats); i++) {
		asic->info.alu_per_clock = cpu_to_le32(floats[i].bits);
		snprintf(want, sizeof(want), "\nalu_per_clock=%s lanes\n", floats[i].text);
		KUNIT_EXPECT_TRUE_MSG(test, strstr(report(test, asic), want), "0x%x, %s",
				      floats[i].bits, floats[i].text);
	}
}

/*
 * In the text, unprintable bytes of the name must be escaped, unknown types must be numbers, and
 * all bits of cu_mask must be printed.
 */
static void guc_asic_report_hostile(struct kunit *test)
{
	static const char name[] = "\ngpu_name=a\\x5cb\\x1b[2J\\x7f\\xff\\x0a\n";
	struct guc_asic *asic = some_asic(test, 1);
	const char *text;

	memcpy(asic->info.gpu_name, "a\\b\x1b[2J\x7f\xff\n", 11);
	asic->info.gpu_type = cpu_to_le32(4);
	asic->info.memory_chip_type = cpu_to_le32(0xffffffff);
	asic->info.cu_mask[31][1] = cpu_to_le16(0xbeef);
	text = report(test, asic);
	KUNIT_EXPECT_NOT_NULL(test, strstr(text, name));
	KUNIT_EXPECT_NOT_NULL(test, strstr(text, "\ngpu_type=4\n"));
	KUNIT_EXPECT_NOT_NULL(test, strstr(text, "\nmemory_chip_type=4294967295\n"));
	KUNIT_EXPECT_NOT_NULL(test, strstr(text, "\ncu_mask[5]=0x0000\n"));
	KUNIT_EXPECT_NOT_NULL(test, strstr(text, "\ncu_mask[31]=0x0000 0xbeef\n"));

	/* without a slice, there is no line for cu_mask; with one slice, there is one */
	memset(asic->info.cu_mask, 0, sizeof(asic->info.cu_mask));
	KUNIT_EXPECT_NULL(test, strstr(report(test, asic), "cu_mask"));
	asic->info.cu_mask[0][0] = cpu_to_le16(1);
	text = strstr(report(test, asic), "cu_mask");
	KUNIT_ASSERT_NOT_NULL(test, text);
	KUNIT_EXPECT_STREQ(test, text, "cu_mask[0]=0x0001\n");

	memset(&asic->info, 0xff, sizeof(asic->info));
	text = report(test, asic);
	KUNIT_EXPECT_NOT_NULL(test, strstr(text, "clock=18446744073709551615 Hz\n"));
	KUNIT_EXPECT_NOT_NULL(test, strstr(text, "\\xff\nalu_per_clock=-nan lanes\n"));
	KUNIT_EXPECT_NOT_NULL(test, strstr(text, "\ncu_mask[31]=0xffff 0xffff\n"));
}

/* The functions must return these names of types, and NULL for a value after the last type. */
static void guc_asic_type_names(struct kunit *test)
{
	KUNIT_EXPECT_STREQ(test, guc_gpu_type_name(0), "unknown");
	KUNIT_EXPECT_STREQ(test, guc_gpu_type_name(3), "virtual");
	KUNIT_EXPECT_NULL(test, guc_gpu_type_name(4));
	KUNIT_EXPECT_NULL(test, guc_gpu_type_name(0xffffffff));
	KUNIT_EXPECT_STREQ(test, guc_memory_type_name(0), "unknown");
	KUNIT_EXPECT_STREQ(test, guc_memory_type_name(9), "gddr6");
	KUNIT_EXPECT_STREQ(test, guc_memory_type_name(14), "lpddr5");
	KUNIT_EXPECT_NULL(test, guc_memory_type_name(15));
	KUNIT_EXPECT_NULL(test, guc_memory_type_name(0xffffffff));
}

static struct kunit_case guc_asic_report_cases[] = {
	KUNIT_CASE(guc_asic_report_words),
	KUNIT_CASE(guc_asic_report_floats),
	KUNIT_CASE(guc_asic_report_hostile),
	KUNIT_CASE(guc_asic_type_names),
	{}
};

static struct kunit_suite guc_asic_report_suite = {
	.name = "guc_asic_report",
	.test_cases = guc_asic_report_cases,
};

kunit_test_suite(guc_asic_report_suite);
