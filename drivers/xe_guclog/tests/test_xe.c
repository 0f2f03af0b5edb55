// SPDX-License-Identifier: GPL-2.0-only
/*
 * The types of an imaginary xe driver, with all required members and few others. In each structure,
 * the members that are looked up have different offsets, so a mix-up of two members is noticed.
 */
#include "test_btf.h"

/*
 * Return: whether @one, which has the form "structure.member", is the member @member of the
 * structure @of.
 */
static bool is_lost(const char *one, const char *of, const char *member)
{
	size_t len = strlen(of);

	return one && !strncmp(one, of, len) && one[len] == '.' &&
	       !strcmp(one + len + 1, member);
}

/*
 * The state while the types are made: the type information, the changes that the test requests, the
 * name of the current structure, and the ids of the basic types and pointers.
 */
struct making {
	struct test_btf *b;
	const struct test_xe *how;
	const char *of;
	u32 byte, half, word, quad, size, flag, flt;
	u32 dev_p, drm_p, chr_p, bo_p, gt_p, tile_p, xe_p;
};

static u32 begin(struct making *m, const char *name, u32 size)
{
	m->of = name;
	return test_btf_struct(m->b, name, size);
}

/* Add the member @name at the offset @off in bytes, with the changes that the test requests. */
static void put(struct making *m, const char *name, u32 type, u32 off)
{
	if (is_lost(m->how->moved, m->of, name))
		off += 8;
	if (is_lost(m->how->other, m->of, name))
		type = m->flt;
	if (is_lost(m->how->gone, m->of, name))
		name = "gone";
	test_btf_member(m->b, name, type, 8 * off);
}

static void make_numbers(struct making *m)
{
	struct test_btf *b = m->b;

	m->byte = test_btf_int(b, "unsigned char", 1);
	m->half = test_btf_int(b, "short unsigned int", 2);
	m->word = test_btf_int(b, "unsigned int", 4);
	m->quad = test_btf_int(b, "long long unsigned int", 8);
	m->flag = test_btf_int(b, "_Bool", 1);
	m->size = test_btf_type(b, "size_t", XEL_KIND_TYPEDEF, 0, m->quad);
	m->flt = test_btf_type(b, "double", XEL_KIND_FLOAT, 0, 8);
	m->chr_p = test_btf_ptr(b, test_btf_type(b, "", XEL_KIND_CONST, 0,
						 test_btf_int(b, "char", 1)));
}

/* Add the pointers. Structures that are only targets of pointers are declared, but not defined. */
static void make_pointers(struct making *m)
{
	struct test_btf *b = m->b;

	m->dev_p = test_btf_ptr(b, test_btf_type(b, "device", XEL_KIND_FWD, 0, 0));
	m->drm_p = test_btf_ptr(b, test_btf_type(b, "drm_device", XEL_KIND_FWD, 0, 0));
	m->bo_p = test_btf_ptr(b, test_btf_type(b, "xe_bo", XEL_KIND_FWD, 0, 0));
	m->gt_p = test_btf_ptr(b, test_btf_type(b, "xe_gt", XEL_KIND_FWD, 0, 0));
	m->tile_p = test_btf_ptr(b, test_btf_type(b, "xe_tile", XEL_KIND_FWD, 0, 0));
	m->xe_p = test_btf_ptr(b, test_btf_type(b, "xe_device", XEL_KIND_FWD, 0, 0));
}

static u32 make_tile(struct making *m)
{
	u32 id = begin(m, "xe_tile", 64 + m->how->larger);

	put(m, "xe", m->xe_p, 0);
	put(m, "id", m->byte, 8);
	put(m, "primary_gt", m->gt_p, 16);
	put(m, "media_gt", m->gt_p, 32);
	return id;
}

static void make_bo(struct making *m)
{
	u32 addr, map, gem, ttm;

	addr = test_btf_type(m->b, "", XEL_KIND_UNION, 0, 8);
	m->of = "iosys_map";
	put(m, "vaddr_iomem", m->chr_p, 0);
	put(m, "vaddr", m->chr_p, 0);
	map = begin(m, "iosys_map", 16);
	test_btf_member(m->b, "", addr, 0);
	put(m, "is_iomem", m->flag, 8);
	gem = begin(m, "drm_gem_object", 64);
	put(m, "dev", m->drm_p, 24);
	put(m, "size", m->size, 40);
	ttm = begin(m, "ttm_buffer_object", 128);
	put(m, "base", gem, 8);
	begin(m, "xe_bo", 256);
	put(m, "ttm", ttm, 0);
	put(m, "vmap", map, 136);
}

static void make_gt(struct making *m)
{
	u32 log, guc, uc, type, info, mask;

	log = begin(m, "xe_guc_log", 32);
	put(m, "level", m->word, 0);
	put(m, "bo", m->bo_p, 8);
	guc = begin(m, "xe_guc", 128);
	put(m, "log", log, 24);
	uc = begin(m, "xe_uc", 256);
	put(m, "guc", guc, 16);
	type = test_btf_enum(m->b, "xe_gt_type");
	test_btf_value(m->b, "XE_GT_TYPE_MAIN", 1);
	test_btf_value(m->b, "XE_GT_TYPE_MEDIA", 2);
	info = begin(m, "xe_gt_info", 32);
	put(m, "type", type, 0);
	put(m, "id", m->byte, 4);
	put(m, "reference_clock", m->word, 8);
	mask = test_btf_array(m->b, m->quad, 2);
	begin(m, "xe_gt", 512);
	put(m, "tile", m->tile_p, 0);
	put(m, "info", info, 8);
	put(m, "uc", uc, 48);
	put(m, "g_dss_mask", mask, 400);
}

static void make_device(struct making *m, u32 tile)
{
	u32 drm, info, tiles = test_btf_array(m->b, tile, 2);

	drm = begin(m, "drm_device", 64);
	put(m, "dev", m->dev_p, 8);
	info = test_btf_type(m->b, "", XEL_KIND_STRUCT, 1u << 31, 32);
	m->of = "info";
	put(m, "tile_count", m->byte, 0);
	put(m, "devid", m->half, 2);
	put(m, "graphics_verx100", m->word, 4);
	put(m, "media_verx100", m->word, 8);
	/* a bit field of one bit: bit 5 of byte 21 */
	test_btf_member(m->b, is_lost(m->how->gone, "info", "is_dgfx") ?
			"gone" : "is_dgfx",
			is_lost(m->how->other, "info", "is_dgfx") ? m->flt : m->byte,
			1u << 24 | (21 * 8 + 5));
	begin(m, "xe_device", 1024);
	put(m, "drm", drm, 0);
	put(m, "info", info, 200);
	put(m, "tiles", tiles, 512);
}

static void make_vram(struct making *m)
{
	begin(m, m->how->vram ? m->how->vram : "xe_vram_region", 64);
	put(m, "actual_physical_size", m->quad, 48);
}

/* Add one definition of each structure of the imaginary xe driver, changed as @how requests. */
void test_xe_types(struct test_btf *b, const struct test_xe *how)
{
	struct making m = { .b = b, .how = how };
	u32 tile;

	make_numbers(&m);
	make_pointers(&m);
	tile = make_tile(&m);
	make_bo(&m);
	make_gt(&m);
	make_vram(&m);
	make_device(&m, tile);
}
