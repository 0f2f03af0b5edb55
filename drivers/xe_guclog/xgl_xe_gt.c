// SPDX-License-Identifier: GPL-2.0-only
/*
 * From a device to its tiles, GTs and logs. To be called in the bracket of
 * xgl_reach_begin() only.
 */
#include <linux/pci.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "xgl_xe.h"

/**
 * xgl_reach_tile() - a tile
 * @r: the bracket
 * @n: which, counted from 0
 *
 * Context: in the bracket, does not sleep.
 * Return: xe's structure, or NULL when there is none or it does not lead back.
 */
const void *xgl_reach_tile(const struct xgl_reach *r, unsigned int n)
{
	const struct xel_field *tiles = &r->layout->field[XEL_DEVICE_TILES];
	const void *tile = r->xe + tiles->off + (size_t)n * tiles->stride;
	u64 count = 0;

	if (!xgl_reach_number(r, r->xe, XEL_DEVICE_TILE_COUNT, &count) ||
	    n >= count || n >= tiles->nelem ||
	    xgl_reach_pointer(r, tile, XEL_TILE_XE) != r->xe)
		return NULL;
	return tile;
}

/* Puts a tile's GT into its place; true when it leads back. */
static bool add_gt(const struct xgl_reach *r, const void *tile,
		   enum xel_field_id id, const void *gts[XGL_MAX_GTS])
{
	const void *gt = xgl_reach_pointer(r, tile, id);
	u64 n;

	if (!gt || xgl_reach_pointer(r, gt, XEL_GT_TILE) != tile ||
	    !xgl_reach_number(r, gt, XEL_GT_ID, &n) || n >= XGL_MAX_GTS ||
	    gts[n])
		return false;
	gts[n] = gt;
	return true;
}

/**
 * xgl_reach_gts() - all GTs
 * @r: the bracket
 * @gts: xe's structures by the GT's number, NULL where there is none
 *
 * Context: in the bracket, does not sleep.
 * Return: how many there are.
 */
unsigned int xgl_reach_gts(const struct xgl_reach *r,
			   const void *gts[XGL_MAX_GTS])
{
	unsigned int n, count = 0;
	const void *tile;

	memset(gts, 0, XGL_MAX_GTS * sizeof(*gts));
	for (n = 0; (tile = xgl_reach_tile(r, n)); n++) {
		count += add_gt(r, tile, XEL_TILE_PRIMARY_GT, gts);
		count += add_gt(r, tile, XEL_TILE_MEDIA_GT, gts);
	}
	return count;
}

/**
 * xgl_reach_buffer() - a buffer object's memory
 * @r: the bracket
 * @bo: xe's structure
 * @buffer: filled
 *
 * Context: in the bracket, does not sleep.
 * Return: XGL_XE_FINE, XGL_XE_NO_LOG when it is not mapped, XGL_XE_ASLEEP when
 * it is in memory of a device that sleeps, or XGL_XE_CONTRADICTION.
 */
enum xgl_xe_why xgl_reach_buffer(const struct xgl_reach *r, const void *bo,
				 struct xgl_xe_buffer *buffer)
{
	void *addr = (void *)xgl_reach_pointer(r, bo, XEL_BO_VMAP_ADDR);
	u64 is_iomem;

	if (!xgl_reach_number(r, bo, XEL_BO_VMAP_IS_IOMEM, &is_iomem) ||
	    !xgl_reach_number(r, bo, XEL_BO_SIZE, &buffer->size))
		return XGL_XE_CONTRADICTION;
	if (!addr || !buffer->size)
		return XGL_XE_NO_LOG;
	if (!is_iomem) {
		iosys_map_set_vaddr(&buffer->map, addr);
		return XGL_XE_FINE;
	}
	if (r->pm)
		return XGL_XE_ASLEEP;
	iosys_map_set_vaddr_iomem(&buffer->map, (void __iomem *)addr);
	return XGL_XE_FINE;
}

static bool is_named(const struct xgl_reach *r, const void *obj,
		     enum xel_field_id id, enum xel_enum_id of,
		     const char *name)
{
	u32 named;
	u64 value;

	return !xel_layout_value(r->layout, of, name, &named) &&
	       xgl_reach_number(r, obj, id, &value) && value == named;
}

/* There is no buffer: why not? */
static enum xgl_xe_why why_no_log(struct xgl_reach *r, const void *guc)
{
	const char *name = NULL;
	u64 status;

	if (r->pdev->is_virtfn ||
	    is_named(r, r->xe, XEL_DEVICE_SRIOV_MODE, XEL_ENUM_SRIOV_MODE,
		     "XE_SRIOV_MODE_VF"))
		return XGL_XE_VF;
	if (xgl_reach_number(r, guc, XEL_GUC_FW_STATUS, &status))
		name = xel_layout_name(r->layout, XEL_ENUM_FW_STATUS, status);
	if (!name || !strcmp(name, "XE_UC_FIRMWARE_RUNNING"))
		return XGL_XE_NO_LOG;
	strscpy(r->detail, name, sizeof(r->detail));
	return XGL_XE_NO_GUC;
}

/**
 * xgl_reach_log() - the memory of a GT's log
 * @r: the bracket
 * @gt: xe's structure of the GT, or NULL when there is none
 * @buffer: filled
 *
 * Context: in the bracket, does not sleep.
 * Return: XGL_XE_FINE, or why there is no log.
 */
enum xgl_xe_why xgl_reach_log(struct xgl_reach *r, const void *gt,
			      struct xgl_xe_buffer *buffer)
{
	const void *guc, *log, *bo;
	enum xgl_xe_why why;

	if (!gt)
		return XGL_XE_NO_GT;
	guc = xgl_reach_inside(r, gt, XEL_GT_GUC);
	log = xgl_reach_inside(r, guc, XEL_GUC_LOG);
	bo = xgl_reach_pointer(r, log, XEL_LOG_BO);
	if (!bo)
		return why_no_log(r, guc);
	why = xgl_reach_buffer(r, bo, buffer);
	if (why == XGL_XE_ASLEEP)
		snprintf(r->detail, sizeof(r->detail), "error %d", r->pm);
	return why;
}

/**
 * xgl_reach_read() - read a buffer's memory
 * @buffer: from xgl_reach_buffer(), in the same bracket
 * @dst: where to
 * @offset: first byte wanted
 * @len: bytes wanted, within the buffer
 *
 * Context: in the bracket, does not sleep.
 * Return: false when the memory could not be read; @dst is then zeroed.
 */
bool xgl_reach_read(const struct xgl_xe_buffer *buffer, void *dst, u64 offset,
		    size_t len)
{
	if (buffer->map.is_iomem) {
		iosys_map_memcpy_from(dst, &buffer->map, offset, len);
		return true;
	}
	if (!copy_from_kernel_nofault(dst, buffer->map.vaddr + offset, len))
		return true;
	memset(dst, 0, len);
	return false;
}
