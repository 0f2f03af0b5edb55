// SPDX-License-Identifier: GPL-2.0-only
/*
 * This file finds the GTs, buffer objects and logs of a device in xe's structures. Its functions
 * may be called only in a session, that is, between xgl_xe_session_begin() and
 * xgl_xe_session_end(). xgl_xe_find_gts() may also be called in a probe, because the struct
 * xe_device exists while the probe runs.
 */
#include <linux/mm.h>
#include <linux/overflow.h>
#include <linux/pci.h>
#include <linux/string.h>

#include "xgl_xe.h"

/*
 * Return: the struct xe_tile number @n, or NULL if there is none or it does not point back to the
 * struct xe_device.
 */
static const void *find_tile(const struct xel_layout *layout, const void *xe, unsigned int n)
{
	const struct xel_field *tiles = &layout->field[XEL_DEVICE_TILES];
	const void *tile = xe + tiles->off + (size_t)n * tiles->stride;
	u64 count = 0;

	if (!xgl_xe_field_number(layout, xe, XEL_DEVICE_TILE_COUNT, &count) ||
	    n >= count || n >= tiles->nelem ||
	    xgl_xe_field_pointer(layout, tile, XEL_TILE_XE) != xe)
		return NULL;
	return tile;
}

/* If a tile has a GT in the field @id, and this GT points back to the tile, store it in @gts. */
static void add_gt(const struct xel_layout *layout, const void *tile, enum xel_field_id id,
		   const void *gts[XGL_MAX_GTS])
{
	const void *gt = xgl_xe_field_pointer(layout, tile, id);
	u64 n;

	if (!gt || xgl_xe_field_pointer(layout, gt, XEL_GT_TILE) != tile ||
	    !xgl_xe_field_number(layout, gt, XEL_GT_ID, &n) || n >= XGL_MAX_GTS ||
	    gts[n])
		return;
	gts[n] = gt;
}

/**
 * xgl_xe_find_gts() - find all GTs of a device
 * @layout: layout of the xe that is loaded
 * @xe: the struct xe_device
 * @gts: filled with the struct xe_gt of each GT by its number, NULL where there is none
 *
 * Context: any, does not sleep or fault.
 */
void xgl_xe_find_gts(const struct xel_layout *layout, const void *xe,
		     const void *gts[XGL_MAX_GTS])
{
	const void *tile;
	unsigned int n;

	memset(gts, 0, XGL_MAX_GTS * sizeof(*gts));
	for (n = 0; (tile = find_tile(layout, xe, n)); n++) {
		add_gt(layout, tile, XEL_TILE_PRIMARY_GT, gts);
		add_gt(layout, tile, XEL_TILE_MEDIA_GT, gts);
	}
}

/*
 * xe maps a buffer object in system memory with vmap(), or uses the direct map if the
 * buffer has a single page. xe maps device memory with ioremap(), from the start of a page.
 * Return: whether @addr can be an address from one of these. Whether a page is really
 * mapped is checked later, with a read that cannot fault, before its bytes are copied.
 */
static bool is_mapped(const void *addr, u64 size, bool is_iomem)
{
	unsigned long last;

	if (check_add_overflow((unsigned long)addr, size - 1, &last))
		return false;
	if (is_iomem && !PAGE_ALIGNED(addr))
		return false;
	if (!is_iomem && size <= PAGE_SIZE && virt_addr_valid(addr) &&
	    virt_addr_valid((void *)last))
		return true;
	return is_vmalloc_addr(addr) && is_vmalloc_addr((void *)last);
}

/**
 * xgl_xe_find_buffer() - find the memory of a buffer object
 * @s: the open session, see xgl_xe_session_begin()
 * @bo: the struct xe_bo
 * @buffer: filled with the address and the length of the memory
 *
 * Context: in the session, does not sleep.
 * Return: XGL_XE_OK; or XGL_XE_NO_LOG if xe has not mapped the buffer object; or
 * XGL_XE_SUSPENDED or XGL_XE_RESUME_FAILED if the buffer is in the memory of a
 * device that is not active; or XGL_XE_INCONSISTENT if the buffer object does not
 * belong to the device, cannot be read, or has an address that cannot be mapped memory.
 */
enum xgl_xe_status xgl_xe_find_buffer(struct xgl_xe_session *s, const void *bo,
				      struct xgl_xe_buffer *buffer)
{
	const void *drm = s->xe + s->layout->field[XEL_DEVICE_DRM].off;
	void *addr = (void *)xgl_xe_read_pointer(s, bo, XEL_BO_VMAP_ADDR);
	u64 is_iomem;

	if (xgl_xe_read_pointer(s, bo, XEL_BO_DEV) != drm) {
		strscpy(s->detail, "xe_bo.ttm.base.dev", sizeof(s->detail));
		return XGL_XE_INCONSISTENT;
	}
	if (!xgl_xe_read_number(s, bo, XEL_BO_VMAP_IS_IOMEM, &is_iomem) ||
	    !xgl_xe_read_number(s, bo, XEL_BO_SIZE, &buffer->size))
		return XGL_XE_INCONSISTENT;
	if (!addr || !buffer->size)
		return XGL_XE_NO_LOG;
	if (!is_mapped(addr, buffer->size, is_iomem)) {
		strscpy(s->detail, "xe_bo.vmap", sizeof(s->detail));
		return XGL_XE_INCONSISTENT;
	}
	if (!is_iomem) {
		iosys_map_set_vaddr(&buffer->map, addr);
		return XGL_XE_OK;
	}
	if (!s->active)
		return s->resume_error ? XGL_XE_RESUME_FAILED : XGL_XE_SUSPENDED;
	iosys_map_set_vaddr_iomem(&buffer->map, (void __iomem *)addr);
	return XGL_XE_OK;
}

/* Return: whether a field has the value of the enumerator with this name. */
static bool is_named(const struct xgl_xe_session *s, const void *obj,
		     enum xel_field_id id, enum xel_enum_id of,
		     const char *name)
{
	u32 named;
	u64 value;

	return !xel_layout_value(s->layout, of, name, &named) &&
	       xgl_xe_read_number(s, obj, id, &value) && value == named;
}

/* Return: the reason why a GuC has no log buffer. */
static enum xgl_xe_status no_buffer_status(struct xgl_xe_session *s,
					   const void *guc)
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
 * xgl_xe_find_log() - find the memory of a GT's log
 * @s: the open session, see xgl_xe_session_begin()
 * @gt: number of the GT
 * @buffer: filled with the address and the length of the memory
 *
 * Context: in the session, does not sleep.
 * Return: XGL_XE_OK, or the reason why the log cannot be read.
 */
enum xgl_xe_status xgl_xe_find_log(struct xgl_xe_session *s, unsigned int gt,
				   struct xgl_xe_buffer *buffer)
{
	const void *guc, *log, *bo;
	enum xgl_xe_status status;

	s->detail[0] = 0;
	if (gt >= XGL_MAX_GTS || !s->gt[gt])
		return XGL_XE_NO_GT;
	guc = xgl_xe_embedded(s, s->gt[gt], XEL_GT_GUC);
	log = xgl_xe_embedded(s, guc, XEL_GUC_LOG);
	bo = xgl_xe_read_pointer(s, log, XEL_LOG_BO);
	if (!bo)
		return no_buffer_status(s, guc);
	status = xgl_xe_find_buffer(s, bo, buffer);
	if (status == XGL_XE_RESUME_FAILED)
		snprintf(s->detail, sizeof(s->detail), "error %d",
			 s->resume_error);
	if (!status && buffer->map.is_iomem && s->unplugged)
		return XGL_XE_NOT_PRESENT;
	return status;
}
