// SPDX-License-Identifier: GPL-2.0-only
/*
 * From a device to its tiles, GTs and logs. To be called in the session of
 * xgl_xe_session_begin() only.
 */
#include <linux/pci.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "xgl_xe.h"

/**
 * xgl_xe_tile() - a tile
 * @s: the session
 * @n: which, counted from 0
 *
 * Context: in the session, does not sleep.
 * Return: xe's structure, or NULL when there is none or it does not lead back.
 */
const void *xgl_xe_tile(const struct xgl_xe_session *s, unsigned int n)
{
	const struct xel_field *tiles = &s->layout->field[XEL_DEVICE_TILES];
	const void *tile = s->xe + tiles->off + (size_t)n * tiles->stride;
	u64 count = 0;

	if (!xgl_xe_read_number(s, s->xe, XEL_DEVICE_TILE_COUNT, &count) ||
	    n >= count || n >= tiles->nelem ||
	    xgl_xe_read_pointer(s, tile, XEL_TILE_XE) != s->xe)
		return NULL;
	return tile;
}

/* Puts a tile's GT into its place; true when it leads back. */
static bool add_gt(const struct xgl_xe_session *s, const void *tile,
		   enum xel_field_id id, const void *gts[XGL_MAX_GTS])
{
	const void *gt = xgl_xe_read_pointer(s, tile, id);
	u64 n;

	if (!gt || xgl_xe_read_pointer(s, gt, XEL_GT_TILE) != tile ||
	    !xgl_xe_read_number(s, gt, XEL_GT_ID, &n) || n >= XGL_MAX_GTS ||
	    gts[n])
		return false;
	gts[n] = gt;
	return true;
}

/**
 * xgl_xe_find_gts() - all GTs
 * @s: the session
 * @gts: xe's structures by the GT's number, NULL where there is none
 *
 * Context: in the session, does not sleep.
 * Return: how many there are.
 */
unsigned int xgl_xe_find_gts(const struct xgl_xe_session *s,
			     const void *gts[XGL_MAX_GTS])
{
	unsigned int n, count = 0;
	const void *tile;

	memset(gts, 0, XGL_MAX_GTS * sizeof(*gts));
	for (n = 0; (tile = xgl_xe_tile(s, n)); n++) {
		count += add_gt(s, tile, XEL_TILE_PRIMARY_GT, gts);
		count += add_gt(s, tile, XEL_TILE_MEDIA_GT, gts);
	}
	return count;
}

/**
 * xgl_xe_find_buffer() - a buffer object's memory
 * @s: the session
 * @bo: xe's structure
 * @buffer: filled
 *
 * Context: in the session, does not sleep.
 * Return: XGL_XE_OK, XGL_XE_NO_LOG when it is not mapped, XGL_XE_RESUME_FAILED when
 * it is in memory of a device that sleeps, or XGL_XE_INCONSISTENT.
 */
enum xgl_xe_status xgl_xe_find_buffer(const struct xgl_xe_session *s, const void *bo,
				      struct xgl_xe_buffer *buffer)
{
	void *addr = (void *)xgl_xe_read_pointer(s, bo, XEL_BO_VMAP_ADDR);
	u64 is_iomem;

	if (!xgl_xe_read_number(s, bo, XEL_BO_VMAP_IS_IOMEM, &is_iomem) ||
	    !xgl_xe_read_number(s, bo, XEL_BO_SIZE, &buffer->size))
		return XGL_XE_INCONSISTENT;
	if (!addr || !buffer->size)
		return XGL_XE_NO_LOG;
	if (!is_iomem) {
		iosys_map_set_vaddr(&buffer->map, addr);
		return XGL_XE_OK;
	}
	if (s->pm)
		return XGL_XE_RESUME_FAILED;
	iosys_map_set_vaddr_iomem(&buffer->map, (void __iomem *)addr);
	return XGL_XE_OK;
}

static bool is_named(const struct xgl_xe_session *s, const void *obj,
		     enum xel_field_id id, enum xel_enum_id of,
		     const char *name)
{
	u32 named;
	u64 value;

	return !xel_layout_value(s->layout, of, name, &named) &&
	       xgl_xe_read_number(s, obj, id, &value) && value == named;
}

/* There is no buffer: the reason. */
static enum xgl_xe_status no_log_status(struct xgl_xe_session *s, const void *guc)
{
	const char *name = NULL;
	u64 status;

	if (s->pdev->is_virtfn ||
	    is_named(s, s->xe, XEL_DEVICE_SRIOV_MODE, XEL_ENUM_SRIOV_MODE,
		     "XE_SRIOV_MODE_VF"))
		return XGL_XE_VF;
	if (xgl_xe_read_number(s, guc, XEL_GUC_FW_STATUS, &status))
		name = xel_layout_name(s->layout, XEL_ENUM_FW_STATUS, status);
	if (!name || !strcmp(name, "XE_UC_FIRMWARE_RUNNING"))
		return XGL_XE_NO_LOG;
	strscpy(s->detail, name, sizeof(s->detail));
	return XGL_XE_NO_GUC;
}

/**
 * xgl_xe_find_log() - the memory of a GT's log
 * @s: the session
 * @gt: xe's structure of the GT, or NULL when there is none
 * @buffer: filled
 *
 * Context: in the session, does not sleep.
 * Return: XGL_XE_OK, or why there is no log.
 */
enum xgl_xe_status xgl_xe_find_log(struct xgl_xe_session *s, const void *gt,
				   struct xgl_xe_buffer *buffer)
{
	const void *guc, *log, *bo;
	enum xgl_xe_status status;

	if (!gt)
		return XGL_XE_NO_GT;
	guc = xgl_xe_embedded(s, gt, XEL_GT_GUC);
	log = xgl_xe_embedded(s, guc, XEL_GUC_LOG);
	bo = xgl_xe_read_pointer(s, log, XEL_LOG_BO);
	if (!bo)
		return no_log_status(s, guc);
	status = xgl_xe_find_buffer(s, bo, buffer);
	if (status == XGL_XE_RESUME_FAILED)
		snprintf(s->detail, sizeof(s->detail), "error %d", s->pm);
	return status;
}

/**
 * xgl_xe_read_buffer() - read a buffer's memory
 * @buffer: from xgl_xe_find_buffer(), in the same session
 * @dst: where to
 * @offset: first byte wanted
 * @len: bytes wanted, within the buffer
 *
 * Context: in the session, does not sleep.
 * Return: false when the memory could not be read; @dst is then zeroed.
 */
bool xgl_xe_read_buffer(const struct xgl_xe_buffer *buffer, void *dst, u64 offset,
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
