// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of xel_layout_resolve() with the types of imaginary xe drivers (see test_btf.h): with all
 * required members, with a member that is missing or has another type, and with two definitions of
 * a structure that disagree.
 */
#include "guc_text.h"
#include "test_btf.h"
#include "test_guard.h"

/* Resolve the layout, and expect the result @want. */
static struct xel_layout *resolve(struct kunit *test, const struct xel_btf *base,
				  const struct xel_btf *xe, int want,
				  struct xel_layout_fault *fault)
{
	struct xel_layout *layout = test_guarded(test, sizeof(*layout));

	/* the function must overwrite old content */
	memset(fault, 0xa5, sizeof(*fault));
	KUNIT_EXPECT_EQ(test, xel_layout_resolve(layout, base, xe, fault), want);
	return layout;
}

static char *layout_text(struct kunit *test, const struct xel_layout *layout)
{
	struct guc_text text = { 0 };
	size_t len;

	xel_layout_print(&text, layout);
	len = text.len;
	text = (struct guc_text){ test_guarded(test, len + 1), len + 1, 0 };
	xel_layout_print(&text, layout);
	KUNIT_EXPECT_EQ(test, guc_text_error(&text), 0);
	KUNIT_EXPECT_EQ(test, text.len, len);
	return text.buf;
}

static void expect_fault(struct kunit *test, const struct xel_layout_fault *fault,
			 const char *want)
{
	char buf[256];
	struct guc_text text = { .buf = buf, .size = sizeof(buf) };

	xel_layout_fault_print(&text, fault);
	KUNIT_EXPECT_EQ(test, guc_text_error(&text), 0);
	KUNIT_EXPECT_STREQ(test, buf, want);
}

static struct test_btf *new_xe(struct kunit *test, struct test_xe how)
{
	struct test_btf *b = test_btf_new(test, NULL);

	test_xe_types(b, &how);
	test_btf_open(b);
	return b;
}

#define EXPECT_AT(layout, id, off_, size_) do { \
	KUNIT_EXPECT_TRUE_MSG(test, (layout)->field[XEL_##id].present, #id); \
	KUNIT_EXPECT_EQ_MSG(test, (layout)->field[XEL_##id].off, off_, #id); \
	KUNIT_EXPECT_EQ_MSG(test, (layout)->field[XEL_##id].size, size_, #id); \
} while (0)

/* Every field must have the offset and size that the types of the imaginary driver give it. */
static void xel_layout_places(struct kunit *test)
{
	struct test_btf *b = new_xe(test, (struct test_xe){ .gone = NULL });
	struct xel_layout_fault fault;
	struct xel_layout *l = resolve(test, NULL, &b->btf, 0, &fault);
	const struct xel_field *f;

	KUNIT_EXPECT_EQ(test, fault.reason, XEL_FINE);
	EXPECT_AT(l, DEVICE_DRM, 0, 64);
	EXPECT_AT(l, DEVICE_DEV, 8, 8);
	EXPECT_AT(l, DEVICE_TILES, 512, 128);
	EXPECT_AT(l, DEVICE_TILE_COUNT, 200, 1);
	EXPECT_AT(l, DEVICE_DEVID, 202, 2);
	EXPECT_AT(l, DEVICE_VERX100, 204, 4);
	EXPECT_AT(l, DEVICE_IS_DGFX, 221, 1);
	EXPECT_AT(l, TILE_PRIMARY_GT, 16, 8);
	EXPECT_AT(l, TILE_MEDIA_GT, 32, 8);
	EXPECT_AT(l, GT_GUC, 64, 128);
	EXPECT_AT(l, GT_ID, 12, 1);
	EXPECT_AT(l, GUC_LOG, 24, 32);
	EXPECT_AT(l, LOG_BO, 8, 8);
	EXPECT_AT(l, BO_SIZE, 48, 8);
	EXPECT_AT(l, BO_DEV, 32, 8);
	EXPECT_AT(l, BO_VMAP_ADDR, 136, 8);
	EXPECT_AT(l, BO_VMAP_IS_IOMEM, 144, 1);
	EXPECT_AT(l, VRAM_PHYSICAL_SIZE, 48, 8);
	f = &l->field[XEL_DEVICE_TILES];
	KUNIT_EXPECT_EQ(test, f->nelem, 2);
	KUNIT_EXPECT_EQ(test, f->stride, 64);
	f = &l->field[XEL_DEVICE_IS_DGFX];
	KUNIT_EXPECT_EQ(test, f->bit, 5);
	KUNIT_EXPECT_EQ(test, f->width, 1);
	KUNIT_EXPECT_EQ(test, f->nelem, 0);
	/* two absent fields: a structure lacks the member, or is not defined at all */
	KUNIT_EXPECT_EQ(test, l->field[XEL_GT_DSS_GEOMETRY].reason, XEL_NO_MEMBER);
	KUNIT_EXPECT_EQ(test, l->field[XEL_DRAM_TYPE].reason, XEL_NO_TYPE);
	KUNIT_EXPECT_EQ(test, l->size[XEL_ROOT_DEVICE], 1024);
	KUNIT_EXPECT_EQ(test, l->copies[XEL_ROOT_DEVICE], 1);
	KUNIT_EXPECT_EQ(test, l->copies[XEL_ROOT_DRAM], 0);
}

/*
 * If a required member is missing, the layout must be refused with -ENOENT, and the fault must name
 * the member. The table must have a row for every required member.
 */
static void xel_layout_gone(struct kunit *test)
{
	static const struct {
		const char *gone;
		const char *want;
	} rows[] = {
		{ "xe_device.drm", "xe_device.drm: no such member" },
		{ "drm_device.dev", "xe_device.drm.dev: no such member" },
		{ "xe_device.tiles", "xe_device.tiles: no such member" },
		{ "xe_device.info", "xe_device.info.tile_count: no such member" },
		{ "info.tile_count", "xe_device.info.tile_count: no such member" },
		{ "xe_tile.xe", "xe_tile.xe: no such member" },
		{ "xe_tile.primary_gt", "xe_tile.primary_gt: no such member" },
		{ "xe_tile.media_gt", "xe_tile.media_gt: no such member" },
		{ "xe_gt.tile", "xe_gt.tile: no such member" },
		{ "xe_gt_info.id", "xe_gt.info.id: no such member" },
		{ "xe_uc.guc", "xe_gt.uc.guc: no such member" },
		{ "xe_guc.log", "xe_guc.log: no such member" },
		{ "xe_guc_log.bo", "xe_guc_log.bo: no such member" },
		{ "drm_gem_object.dev", "xe_bo.ttm.base.dev: no such member" },
		{ "drm_gem_object.size", "xe_bo.ttm.base.size: no such member" },
		{ "xe_bo.vmap", "xe_bo.vmap.vaddr: no such member" },
		{ "iosys_map.vaddr", "xe_bo.vmap.vaddr: no such member" },
		{ "iosys_map.is_iomem", "xe_bo.vmap.is_iomem: no such member" },
		{ "info.devid", "xe_device.info.devid: no such member" },
	};
	struct xel_layout_fault fault;
	bool seen[XEL_FIELD_COUNT] = { false };
	unsigned int i, missed = 0;

	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		struct test_btf *b = new_xe(test, (struct test_xe){ .gone = rows[i].gone });

		resolve(test, NULL, &b->btf, -ENOENT, &fault);
		KUNIT_EXPECT_EQ(test, fault.reason, XEL_NO_MEMBER);
		expect_fault(test, &fault, rows[i].want);
		if (fault.field < XEL_FIELD_COUNT)
			seen[fault.field] = true;
	}
	for (i = 0; i < XEL_FIELD_COUNT; i++)
		missed += xel_field_is_required(i) && !seen[i];
	KUNIT_EXPECT_EQ(test, missed, 0);
}

/*
 * If an optional member is missing or has another type, only this field must be absent; the layout
 * must be accepted.
 */
static void xel_layout_optional(struct kunit *test)
{
	static const struct {
		const char *member;
		enum xel_field_id id;
	} rows[] = {
		{ "xe_tile.id", XEL_TILE_ID },
		{ "xe_gt_info.type", XEL_GT_TYPE },
		{ "xe_guc_log.level", XEL_LOG_LEVEL },
		{ "info.graphics_verx100", XEL_DEVICE_VERX100 },
		{ "info.is_dgfx", XEL_DEVICE_IS_DGFX },
		{ "xe_gt_info.reference_clock", XEL_GT_REFERENCE_CLOCK },
	};
	struct xel_layout_fault fault;
	struct xel_layout *l;
	struct test_btf *b;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		b = new_xe(test, (struct test_xe){ .gone = rows[i].member });
		l = resolve(test, NULL, &b->btf, 0, &fault);
		KUNIT_EXPECT_EQ_MSG(test, l->field[rows[i].id].reason, XEL_NO_MEMBER,
				    "%s", rows[i].member);
		b = new_xe(test, (struct test_xe){ .other = rows[i].member });
		l = resolve(test, NULL, &b->btf, 0, &fault);
		KUNIT_EXPECT_EQ_MSG(test, l->field[rows[i].id].reason, XEL_OTHER_SHAPE,
				    "%s", rows[i].member);
		KUNIT_EXPECT_TRUE(test, l->field[XEL_LOG_BO].present);
	}
}

/*
 * If a required member has another type, the layout must be refused with -EBADMSG, and the fault
 * must name the member, its type and the expected type.
 */
static void xel_layout_other(struct kunit *test)
{
	static const struct {
		const char *other;
		const char *path;
		const char *want;
	} rows[] = {
		{ "xe_device.drm", "xe_device.drm", "a structure 'drm_device'" },
		{ "drm_device.dev", "xe_device.drm.dev", "a pointer 'device'" },
		{ "xe_device.tiles", "xe_device.tiles", "an array of structures 'xe_tile'" },
		{ "xe_gt_info.id", "xe_gt.info.id", "a number" },
		{ "iosys_map.vaddr", "xe_bo.vmap.vaddr", "a pointer" },
	};
	struct xel_layout_fault fault;
	unsigned int i;
	char want[160];

	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		struct test_btf *b = new_xe(test, (struct test_xe){ .other = rows[i].other });

		resolve(test, NULL, &b->btf, -EBADMSG, &fault);
		KUNIT_EXPECT_EQ(test, fault.reason, XEL_OTHER_SHAPE);
		snprintf(want, sizeof(want),
			 "%s: is a float 'double' of 8 bytes, expected %s", rows[i].path,
			 rows[i].want);
		expect_fault(test, &fault, want);
	}
}

/* Make types with two definitions of each structure; the second one differs by @second. */
static struct test_btf *two_xe(struct kunit *test, struct test_xe second)
{
	struct test_btf *b = test_btf_new(test, NULL);
	struct test_xe fine = { .gone = NULL };

	test_xe_types(b, &fine);
	test_xe_types(b, &second);
	test_btf_open(b);
	return b;
}

/*
 * If two definitions of a structure disagree about a required member, the layout must be refused.
 * If they disagree about an optional member, only this field must be absent.
 */
static void xel_layout_copies(struct kunit *test)
{
	static const struct {
		struct test_xe how;
		const char *want;
	} rows[] = {
		{ { .moved = "xe_guc_log.bo" },
		  "xe_guc_log.bo: definitions disagree, offset 8 and 16" },
		{ { .moved = "drm_device.dev" },
		  "xe_device.drm.dev: definitions disagree, offset 8 and 16" },
		{ { .gone = "xe_tile.media_gt" },
		  "xe_tile.media_gt: definitions disagree, only one has the expected member" },
		{ { .other = "xe_tile.media_gt" },
		  "xe_tile.media_gt: definitions disagree, only one has the expected member" },
		/* struct xe_tile has another length, so the arrays of tiles have other sizes */
		{ { .larger = 8 },
		  "xe_device.tiles: definitions disagree, size 128 and 144" },
	};
	struct xel_layout_fault fault;
	struct xel_layout *l;
	struct test_btf *b;
	unsigned int i;
	u32 pointer;

	b = two_xe(test, (struct test_xe){ .gone = NULL });
	l = resolve(test, NULL, &b->btf, 0, &fault);
	KUNIT_EXPECT_EQ(test, l->copies[XEL_ROOT_DEVICE], 2);
	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		b = two_xe(test, rows[i].how);
		resolve(test, NULL, &b->btf, -ENOTUNIQ, &fault);
		expect_fault(test, &fault, rows[i].want);
	}
	/* only the length of the structure differs */
	b = test_btf_new(test, NULL);
	test_xe_types(b, &(struct test_xe){ .gone = NULL });
	pointer = test_btf_ptr(b, test_btf_type(b, "xe_bo", XEL_KIND_FWD, 0, 0));
	test_btf_struct(b, "xe_guc_log", 40);
	test_btf_member(b, "bo", pointer, 64);
	test_btf_open(b);
	resolve(test, NULL, &b->btf, -ENOTUNIQ, &fault);
	expect_fault(test, &fault,
		     "xe_guc_log.bo: definitions disagree, length of the structure 32 and 40");
	/* an optional member whose definitions disagree counts as absent */
	b = two_xe(test, (struct test_xe){ .moved = "xe_tile.id" });
	l = resolve(test, NULL, &b->btf, 0, &fault);
	KUNIT_EXPECT_FALSE(test, l->field[XEL_TILE_ID].present);
	KUNIT_EXPECT_EQ(test, l->field[XEL_TILE_ID].reason, XEL_COPIES_DISAGREE);
	KUNIT_EXPECT_TRUE(test, l->field[XEL_BO_SIZE].present);
}

/*
 * If XEL_ROOTS() has two names for a structure, the first name that the types define must be used.
 */
static void xel_layout_names(struct kunit *test)
{
	struct xel_layout_fault fault;
	struct xel_layout *l;
	struct test_btf *b;
	u32 quad;

	b = new_xe(test, (struct test_xe){ .vram = "xe_mem_region" });
	l = resolve(test, NULL, &b->btf, 0, &fault);
	EXPECT_AT(l, VRAM_PHYSICAL_SIZE, 48, 8);
	b = test_btf_new(test, NULL);
	quad = test_btf_int(b, "u64", 8);
	test_btf_struct(b, "xe_mem_region", 128);
	test_btf_member(b, "actual_physical_size", quad, 0);
	test_xe_types(b, &(struct test_xe){ .gone = NULL });
	test_btf_open(b);
	l = resolve(test, NULL, &b->btf, 0, &fault);
	EXPECT_AT(l, VRAM_PHYSICAL_SIZE, 48, 8);
	KUNIT_EXPECT_EQ(test, l->copies[XEL_ROOT_VRAM], 1);
	b = new_xe(test, (struct test_xe){ .vram = "xe_other" });
	l = resolve(test, NULL, &b->btf, 0, &fault);
	KUNIT_EXPECT_EQ(test, l->field[XEL_VRAM_PHYSICAL_SIZE].reason, XEL_NO_TYPE);
}

/*
 * xe's structures must be found in the type information of the kernel or of a module; if they are
 * in neither, the layout must be refused.
 */
static void xel_layout_where(struct kunit *test)
{
	struct test_btf *kernel = new_xe(test, (struct test_xe){ .gone = NULL });
	struct test_btf *other = new_xe(test, (struct test_xe){ .gone = NULL });
	struct test_btf *xe = test_btf_new(test, kernel);
	struct xel_layout_fault fault;
	struct xel_layout *l;

	l = resolve(test, &kernel->btf, NULL, 0, &fault);
	EXPECT_AT(l, LOG_BO, 8, 8);
	l = resolve(test, &kernel->btf, &kernel->btf, 0, &fault);
	EXPECT_AT(l, LOG_BO, 8, 8);
	test_xe_types(xe, &(struct test_xe){ .gone = NULL });
	test_btf_open(xe);
	l = resolve(test, &kernel->btf, &xe->btf, 0, &fault);
	EXPECT_AT(l, LOG_BO, 8, 8);
	KUNIT_EXPECT_EQ(test, l->copies[XEL_ROOT_LOG], 1);
	resolve(test, &other->btf, &xe->btf, -EINVAL, &fault);
	expect_fault(test, &fault, "the types of the kernel are missing");
	resolve(test, NULL, &xe->btf, -EINVAL, &fault);
	resolve(test, NULL, NULL, -EINVAL, &fault);
	xe = test_btf_new(test, kernel);
	test_btf_ptr(xe, 1);
	test_btf_open(xe);
	resolve(test, &kernel->btf, &xe->btf, -ENOENT, &fault);
	KUNIT_EXPECT_EQ(test, fault.reason, XEL_NO_TYPE);
	expect_fault(test, &fault, "xe_device: no such structure");
}

/* The layout of a kernel with 32-bit pointers must be refused. */
static void xel_layout_32bit(struct kunit *test)
{
	struct test_btf *b = test_btf_new(test, NULL);
	struct xel_layout_fault fault;
	struct xel_layout *l;

	test_btf_int(b, "long unsigned int", 4);
	test_xe_types(b, &(struct test_xe){ .gone = NULL });
	test_btf_open(b);
	l = resolve(test, NULL, &b->btf, -EPROTONOSUPPORT, &fault);
	expect_fault(test, &fault, "pointers do not have 64 bits, but 32");
	KUNIT_EXPECT_FALSE(test, l->field[XEL_LOG_BO].present);
	KUNIT_EXPECT_EQ(test, l->field[XEL_LOG_BO].reason, XEL_POINTER_SIZE);
}

/* A member that reaches beyond the end of its structure must be absent. */
static void xel_layout_outside(struct kunit *test)
{
	static const struct {
		u32 size;
		u32 bit_off;
		bool fine;
	} rows[] = {
		{ 16, 64, true }, { 15, 64, false }, { 16, 65, false }, { 8, 64, false },
		{ 0, 0, false }, { 16, 0xffffffc0, false }, { 8, 0, true },
	};
	struct xel_layout_fault fault;
	struct xel_layout *l;
	struct test_btf *b;
	unsigned int i;
	u32 quad;

	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		b = test_btf_new(test, NULL);
		quad = test_btf_int(b, "u64", 8);
		test_btf_struct(b, "xe_vram_region", rows[i].size);
		test_btf_member(b, "actual_physical_size", quad, rows[i].bit_off);
		test_btf_open(b);
		l = resolve(test, NULL, &b->btf, -ENOENT, &fault);
		KUNIT_EXPECT_EQ_MSG(test, l->field[XEL_VRAM_PHYSICAL_SIZE].reason,
				    rows[i].fine ? XEL_FINE : XEL_BROKEN_TYPE, "row %u", i);
		KUNIT_EXPECT_EQ_MSG(test, l->field[XEL_VRAM_PHYSICAL_SIZE].present,
				    rows[i].fine, "row %u", i);
	}
}

/*
 * For a path through an array, the field must have the stride of the array. If the structure has no
 * room for all elements of the array, the field must be absent.
 */
static void xel_layout_arrays(struct kunit *test)
{
	static const struct {
		u32 nelem;
		bool in;
	} rows[] = { { 3, true }, { 4, true }, { 5, false }, { 0xffffffff, false }, { 0, false } };
	struct xel_layout_fault fault;
	const struct xel_field *f;
	struct test_btf *b;
	unsigned int i;
	u32 word, one;

	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		b = test_btf_new(test, NULL);
		word = test_btf_int(b, "u32", 4);
		one = test_btf_struct(b, "", 12);
		test_btf_member(b, "sampled_overflow", word, 0);
		test_btf_member(b, "overflow", word, 32);
		word = test_btf_array(b, one, rows[i].nelem);
		test_btf_struct(b, "xe_guc_log", 64);
		test_btf_member(b, "stats", word, 16 * 8);
		test_btf_open(b);
		f = &resolve(test, NULL, &b->btf, -ENOENT, &fault)->field[XEL_LOG_STATS_OVERFLOW];
		KUNIT_EXPECT_EQ_MSG(test, f->present, rows[i].in, "row %u", i);
		KUNIT_EXPECT_EQ_MSG(test, f->off, rows[i].in ? 20 : 0, "row %u", i);
		KUNIT_EXPECT_EQ_MSG(test, f->nelem, rows[i].in ? rows[i].nelem : 0, "row %u", i);
		KUNIT_EXPECT_EQ_MSG(test, f->stride, rows[i].in ? 12 : 0, "row %u", i);
		KUNIT_EXPECT_EQ_MSG(test, f->size, rows[i].in ? 4 : 0, "row %u", i);
	}
}

/*
 * A field of shape MASK (a bitmap of the kernel) must be absent if its elements do not have 64
 * bits, or if the bitmap is larger than XEL_FIELDS() allows.
 */
static void xel_layout_masks(struct kunit *test)
{
	static const struct {
		u32 bytes;
		u32 nelem;
		enum xel_reason reason;
	} rows[] = {
		{ 8, 2, XEL_FINE }, { 8, 8, XEL_FINE }, { 8, 9, XEL_TOO_LARGE },
		{ 4, 2, XEL_OTHER_SHAPE }, { 8, 0, XEL_OTHER_SHAPE },
	};
	struct xel_layout_fault fault;
	const struct xel_field *f;
	struct test_btf *b;
	unsigned int i;
	u32 mask, topo;

	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		b = test_btf_new(test, NULL);
		mask = test_btf_int(b, "unsigned", rows[i].bytes);
		mask = test_btf_array(b, mask, rows[i].nelem);
		mask = test_btf_type(b, "xe_dss_mask_t", XEL_KIND_TYPEDEF, 0, mask);
		topo = test_btf_struct(b, "", 128);
		test_btf_member(b, "g_dss_mask", mask, 64);
		test_btf_struct(b, "xe_gt", 256);
		test_btf_member(b, "fuse_topo", topo, 64);
		test_btf_open(b);
		f = &resolve(test, NULL, &b->btf, -ENOENT, &fault)->field[XEL_GT_DSS_GEOMETRY];
		KUNIT_EXPECT_EQ_MSG(test, f->reason, rows[i].reason, "row %u", i);
		KUNIT_EXPECT_EQ_MSG(test, f->nelem, f->present ? rows[i].nelem : 0, "row %u", i);
		KUNIT_EXPECT_EQ_MSG(test, f->off, f->present ? 16 : 0, "row %u", i);
	}
}

/*
 * Two definitions of a structure must count as different when their lengths differ, even if their
 * members are equal.
 */
static void xel_layout_lengths(struct kunit *test)
{
	struct xel_layout_fault fault;
	struct test_btf *b;
	u32 size, quad;

	for (size = 16; size <= 24; size += 8) {
		b = test_btf_new(test, NULL);
		quad = test_btf_int(b, "u64", 8);
		test_btf_struct(b, "xe_vram_region", 16);
		test_btf_member(b, "actual_physical_size", quad, 64);
		test_btf_struct(b, "xe_vram_region", size);
		test_btf_member(b, "actual_physical_size", quad, 64);
		test_btf_open(b);
		KUNIT_EXPECT_EQ(test, resolve(test, NULL, &b->btf, -ENOENT, &fault)
				->field[XEL_VRAM_PHYSICAL_SIZE].reason,
				size == 16 ? XEL_FINE : XEL_COPIES_DISAGREE);
	}
}

/*
 * Two definitions that give an array the same offset, but another stride, must count as different,
 * because the second elements of the arrays have different offsets.
 */
static void xel_layout_steps(struct kunit *test)
{
	struct test_btf *b = test_btf_new(test, NULL);
	u32 word = test_btf_int(b, "u32", 4), one, size;
	struct xel_layout_fault fault;

	for (size = 12; size <= 16; size += 4) {
		one = test_btf_struct(b, "", size);
		test_btf_member(b, "overflow", word, 32);
		one = test_btf_array(b, one, 3);
		test_btf_struct(b, "xe_guc_log", 64);
		test_btf_member(b, "stats", one, 16 * 8);
	}
	test_btf_open(b);
	KUNIT_EXPECT_EQ(test, resolve(test, NULL, &b->btf, -ENOENT, &fault)
			->field[XEL_LOG_STATS_OVERFLOW].reason, XEL_COPIES_DISAGREE);
}

static struct xel_layout *enums_of(struct kunit *test, struct test_btf *b)
{
	struct xel_layout_fault fault;

	test_btf_open(b);
	return resolve(test, NULL, &b->btf, -ENOENT, &fault);
}

/*
 * The names of enumerators must be copied; in the copy, characters that are not printable are
 * replaced, and a name that is too long is truncated.
 */
static void xel_layout_enums(struct kunit *test)
{
	static const char longest[] = "A23456789B23456789C23456789D23456789E2345678";
	struct test_btf *b = test_btf_new(test, NULL);
	struct xel_layout *l;
	char name[80];
	u32 value;

	snprintf(name, sizeof(name), "%s%s", longest, "=cut here?");
	test_btf_enum(b, "xe_platform");
	test_btf_value(b, "XE_ONE", 1);
	test_btf_value(b, "XE_UNO", 1);
	test_btf_value(b, "BAD\x01\xff NAME", 2);
	test_btf_value(b, name, 0xffffffff);
	test_btf_type(b, "xe_gt_eu_type", XEL_KIND_ENUM64, 2, 8);
	test_btf_word(b, test_btf_string(b, "EU_FAR"));
	test_btf_word(b, 1);
	test_btf_word(b, 1);
	test_btf_word(b, test_btf_string(b, "EU_A0"));
	test_btf_word(b, 7);
	test_btf_word(b, 0);
	l = enums_of(test, b);
	KUNIT_EXPECT_STREQ(test, xel_layout_name(l, XEL_ENUM_PLATFORM, 1), "XE_ONE");
	KUNIT_EXPECT_STREQ(test, xel_layout_name(l, XEL_ENUM_PLATFORM, 2), "BAD???NAME");
	name[47] = '\0';
	KUNIT_EXPECT_STREQ(test, xel_layout_name(l, XEL_ENUM_PLATFORM, 0xffffffff), name);
	KUNIT_EXPECT_NULL(test, xel_layout_name(l, XEL_ENUM_PLATFORM, 3));
	KUNIT_EXPECT_NULL(test, xel_layout_name(l, XEL_ENUM_ENGINE, 1));
	KUNIT_EXPECT_STREQ(test, xel_layout_name(l, XEL_ENUM_EU_TYPE, 7), "EU_A0");
	/* a value that does not fit into 32 bits is omitted, not truncated */
	KUNIT_EXPECT_NULL(test, xel_layout_name(l, XEL_ENUM_EU_TYPE, 1));
	KUNIT_EXPECT_EQ(test, xel_layout_value(l, XEL_ENUM_PLATFORM, "XE_UNO", &value), 0);
	KUNIT_EXPECT_EQ(test, value, 1);
	KUNIT_EXPECT_EQ(test, xel_layout_value(l, XEL_ENUM_EU_TYPE, "XE_UNO", &value), -ENOENT);
}

/*
 * Two definitions of an enumeration that disagree must result in no names. Two definitions that
 * agree must result in each name once.
 */
static void xel_layout_enum_copies(struct kunit *test)
{
	static const struct {
		const char *name;
		u32 value;
		bool end;
		u32 nr;
	} rows[] = {
		{ "XE_ONE", 1, true, 2 }, { "XE_ONE", 2, true, 0 }, { "XE_TWO", 1, true, 0 },
		{ "XE_ONE", 1, false, 0 }, { NULL, 0, true, 0 }, { NULL, 0, false, 2 },
	};
	struct test_btf *b;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		b = test_btf_new(test, NULL);
		test_btf_enum(b, "xe_platform");
		test_btf_value(b, "XE_ONE", 1);
		test_btf_value(b, "XE_END", 9);
		test_btf_enum(b, "xe_platform");
		if (rows[i].name)
			test_btf_value(b, rows[i].name, rows[i].value);
		if (rows[i].end)
			test_btf_value(b, "XE_END", 9);
		KUNIT_EXPECT_EQ_MSG(test, enums_of(test, b)->nr_names, rows[i].nr, "row %u", i);
	}
}

/* If there are more enumerators than the layout has room for, the first ones must be stored. */
static void xel_layout_many_names(struct kunit *test)
{
	struct test_btf *b = test_btf_new(test, NULL);
	struct xel_layout *l;
	unsigned int copy, i;
	char name[16];

	for (copy = 0; copy < 2; copy++) {
		test_btf_enum(b, "xe_platform");
		for (i = 0; i < 300; i++) {
			snprintf(name, sizeof(name), "N%u", i);
			test_btf_value(b, name, i);
		}
	}
	test_btf_enum(b, "xe_gt_type");
	test_btf_value(b, "LATE", 1);
	l = enums_of(test, b);
	KUNIT_EXPECT_EQ(test, l->nr_names, XEL_MAX_NAMES);
	KUNIT_EXPECT_STREQ(test, xel_layout_name(l, XEL_ENUM_PLATFORM, 255), "N255");
	KUNIT_EXPECT_NULL(test, xel_layout_name(l, XEL_ENUM_PLATFORM, 256));
	KUNIT_EXPECT_NULL(test, xel_layout_name(l, XEL_ENUM_GT_TYPE, 1));
}

static bool has_line(const char *text, const char *line)
{
	size_t len = strlen(line);

	for (; (text = strstr(text, line)); text += len)
		if (text[len] == '\n')
			return true;
	return false;
}

/* The text of a layout must have these lines, also for absent fields and for a refused layout. */
static void xel_layout_report(struct kunit *test)
{
	static const char *const lines[] = {
		"required 17 of 17",
		"struct xe_device 1024 1",
		"struct dram_info 0 0",
		"DEVICE_TILES           xe_device.tiles 512/128 [2 x 64]",
		"DEVICE_IS_DGFX         xe_device.info.is_dgfx 221.5:1",
		"LOG_BO                 xe_guc_log.bo 8/8",
		"DRAM_TYPE              dram_info.type - no such structure",
		"DEVICE_WEDGED          xe_device.wedged.flag.counter - no such member",
		"enum xe_gt_type XE_GT_TYPE_MAIN=1 XE_GT_TYPE_MEDIA=2",
		"enum xe_platform",
	};
	struct test_btf *b = new_xe(test, (struct test_xe){ .gone = NULL });
	struct xel_layout_fault fault;
	unsigned int i;
	char *text;

	text = layout_text(test, resolve(test, NULL, &b->btf, 0, &fault));
	for (i = 0; i < ARRAY_SIZE(lines); i++)
		KUNIT_EXPECT_TRUE_MSG(test, has_line(text, lines[i]), "%s in\n%s", lines[i],
				      text);
	/* it must also be possible to print a layout that was refused */
	b = new_xe(test, (struct test_xe){ .gone = "xe_guc_log.bo" });
	text = layout_text(test, resolve(test, NULL, &b->btf, -ENOENT, &fault));
	KUNIT_EXPECT_TRUE(test, has_line(text, "required 16 of 17"));
	KUNIT_EXPECT_TRUE(test, has_line(text,
					 "LOG_BO                 xe_guc_log.bo - no such member"));
}

/* xel_field_value() must read numbers of every size, and bit fields, and no byte after them. */
static void xel_layout_values(struct kunit *test)
{
	static const u8 bytes[] = { 0xef, 0xcd, 0xab, 0x89, 0x67, 0x45, 0x23, 0x81 };
	static const struct {
		struct xel_field field;
		u64 want;
	} rows[] = {
		{ { .size = 1 }, 0xef },
		{ { .size = 2 }, 0xcdef },
		{ { .size = 4 }, 0x89abcdef },
		{ { .size = 8 }, 0x8123456789abcdefull },
		{ { .size = 1, .bit = 4, .width = 1 }, 0 },
		{ { .size = 1, .bit = 5, .width = 1 }, 1 },
		{ { .size = 2, .bit = 4, .width = 8 }, 0xde },
		{ { .size = 8, .bit = 0, .width = 64 }, 0x8123456789abcdefull },
		{ { .size = 8, .bit = 1, .width = 63 }, 0x8123456789abcdefull >> 1 },
		{ { .size = 0 }, 0 },
	};
	unsigned int i;
	u8 *copy;

	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		copy = test_guarded(test, rows[i].field.size);
		memcpy(copy, bytes, rows[i].field.size);
		KUNIT_EXPECT_EQ_MSG(test, xel_field_value(&rows[i].field, copy), rows[i].want,
				    "row %u", i);
	}
}

static struct kunit_case xel_layout_cases[] = {
	KUNIT_CASE(xel_layout_places),
	KUNIT_CASE(xel_layout_gone),
	KUNIT_CASE(xel_layout_optional),
	KUNIT_CASE(xel_layout_other),
	KUNIT_CASE(xel_layout_copies),
	KUNIT_CASE(xel_layout_names),
	KUNIT_CASE(xel_layout_where),
	KUNIT_CASE(xel_layout_32bit),
	KUNIT_CASE(xel_layout_outside),
	KUNIT_CASE(xel_layout_arrays),
	KUNIT_CASE(xel_layout_masks),
	KUNIT_CASE(xel_layout_lengths),
	KUNIT_CASE(xel_layout_steps),
	KUNIT_CASE(xel_layout_enums),
	KUNIT_CASE(xel_layout_enum_copies),
	KUNIT_CASE(xel_layout_many_names),
	KUNIT_CASE(xel_layout_report),
	KUNIT_CASE(xel_layout_values),
	{}
};

static struct kunit_suite xel_layout_suite = {
	.name = "xel_layout",
	.test_cases = xel_layout_cases,
};

kunit_test_suite(xel_layout_suite);
