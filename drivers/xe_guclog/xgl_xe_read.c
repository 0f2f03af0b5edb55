// SPDX-License-Identifier: GPL-2.0-only
/*
 * This file reads fields of xe's structures, and the memory of buffer objects. If a caller
 * has no session (see xgl_xe_session.c), it must ensure in another way that the structure
 * exists while it is read.
 *
 * Device memory is mapped write-combined. Each load from it is a PCIe transaction, which
 * takes about a microsecond. drm_memcpy_from_wc() is therefore used, because its loads fetch
 * a whole cache line at a time.
 */
#include <linux/align.h>
#include <linux/io.h>
#include <linux/pci.h>
#include <linux/sched.h>
#include <linux/sched/signal.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "xgl_xe.h"

#define CACHE_LINE	64

/**
 * xgl_xe_field_bytes() - read a field
 * @layout: layout of the xe that is loaded
 * @obj: the structure of xe that contains the field, or NULL
 * @id: which field
 * @dst: destination
 * @len: length of @dst in bytes
 *
 * Context: any, does not sleep or fault.
 * Return: true if the field exists in this xe, is not longer than @len, and was read.
 */
bool xgl_xe_field_bytes(const struct xel_layout *layout, const void *obj, enum xel_field_id id,
			void *dst, size_t len)
{
	const struct xel_field *field = &layout->field[id];

	return obj && field->present && field->size <= len &&
	       !copy_from_kernel_nofault(dst, obj + field->off, field->size);
}

/**
 * xgl_xe_field_number() - read a field that is a number
 * @layout: layout of the xe that is loaded
 * @obj: the structure of xe that contains the field, or NULL
 * @id: which field
 * @value: set if the field was read
 *
 * Context: any, does not sleep or fault.
 * Return: true if the field was read.
 */
bool xgl_xe_field_number(const struct xel_layout *layout, const void *obj, enum xel_field_id id,
			 u64 *value)
{
	u8 bytes[sizeof(*value)];

	if (!xgl_xe_field_bytes(layout, obj, id, bytes, sizeof(bytes)))
		return false;
	*value = xel_field_value(&layout->field[id], bytes);
	return true;
}

/**
 * xgl_xe_field_pointer() - read a field that is a pointer
 * @layout: layout of the xe that is loaded
 * @obj: the structure of xe that contains the field, or NULL
 * @id: which field
 *
 * Context: any, does not sleep or fault.
 * Return: the pointer, or NULL if the pointer is NULL or the field could not be read.
 */
const void *xgl_xe_field_pointer(const struct xel_layout *layout, const void *obj,
				 enum xel_field_id id)
{
	const void *p;

	if (layout->field[id].size != sizeof(p) ||
	    !xgl_xe_field_bytes(layout, obj, id, &p, sizeof(p)))
		return NULL;
	return p;
}

/**
 * xgl_xe_embedded() - find a structure that is embedded in another one
 * @s: the open session, see xgl_xe_session_begin()
 * @obj: the structure of xe that contains the embedded structure
 * @id: which field
 *
 * Context: in the session, does not sleep.
 * Return: the embedded structure, or NULL when this xe has no such field.
 */
const void *xgl_xe_embedded(const struct xgl_xe_session *s, const void *obj,
			    enum xel_field_id id)
{
	const struct xel_field *field = &s->layout->field[id];

	return field->present ? obj + field->off : NULL;
}

#ifdef CONFIG_X86_64
#include <asm/cpufeature.h>

#if IS_REACHABLE(CONFIG_DRM)
#include <drm/drm_cache.h>

/*
 * modprobe loads the drm module before this one. The symbol is weak, so that this module can
 * also be loaded if drm is not loaded, for example with insmod; the function is then NULL.
 * symbol_get() cannot be used, because it accepts only symbols that are exported for GPL modules.
 */
#pragma weak drm_memcpy_from_wc

/*
 * Copy device memory with drm_memcpy_from_wc(), by whole cache lines. Return: true, or false if
 * nothing was copied, because this function would be slow: without SSE4.1 and in a virtual
 * machine, it uses memcpy_fromio(), which loads four bytes at a time.
 */
static bool copy_lines(void *dst, const void __iomem *src, size_t len)
{
	struct iosys_map to = IOSYS_MAP_INIT_VADDR(dst);
	struct iosys_map from = IOSYS_MAP_INIT_VADDR_IOMEM((void __iomem *)src);

	if (!drm_memcpy_from_wc || !boot_cpu_has(X86_FEATURE_XMM4_1) ||
	    boot_cpu_has(X86_FEATURE_HYPERVISOR))
		return false;
	drm_memcpy_from_wc(&to, &from, len);
	return true;
}
#else
static bool copy_lines(void *dst, const void __iomem *src, size_t len)
{
	return false;
}
#endif

/* Copy device memory. @len is a multiple of CACHE_LINE, and both addresses are aligned to it. */
static void copy_device_memory(void *dst, const void __iomem *src, size_t len)
{
	size_t i;

	/* The barrier ensures that the copy does not use data that the CPU has fetched earlier. */
	mb();
	if (copy_lines(dst, src, len))
		return;
	for (i = 0; i < len; i += sizeof(u64))
		*(u64 *)(dst + i) = __raw_readq(src + i);
}
#else
static void copy_device_memory(void *dst, const void __iomem *src, size_t len)
{
	memcpy_fromio(dst, src, len);
}
#endif

/*
 * Return: whether the bytes in s->chunk must not be used, because the device is switched off
 * or was unplugged: then all of its memory reads as all ones. To check the presence of the
 * device, its configuration space must be read, which takes as long as a read of a cache
 * line. So check it only if the end of the chunk reads as all ones. If the device is present
 * and the whole chunk reads as all ones, look at the start of the buffer, too: neither a
 * log, which begins with a marker, nor a hwconfig table begins with ones.
 */
static bool is_gone(const struct xgl_xe_session *s, const void __iomem *buffer, size_t len)
{
	u64 first;

	if (memchr_inv(s->chunk + len - CACHE_LINE, 0xff, CACHE_LINE))
		return false;
	if (!pci_device_is_present(s->pdev))
		return true;
	if (memchr_inv(s->chunk, 0xff, len))
		return false;
	return copy_from_kernel_nofault(&first, (const void __force *)buffer, sizeof(first)) ||
	       first == U64_MAX;
}

/* Read a range of device memory. The range lies in one page. */
static enum xgl_xe_status read_device_memory(struct xgl_xe_session *s,
					     const struct xgl_xe_buffer *buffer,
					     void *dst, u64 offset, size_t len)
{
	const void __iomem *src = buffer->map.vaddr_iomem;
	u64 start = ALIGN_DOWN(offset, CACHE_LINE);
	u64 end = ALIGN(offset + len, CACHE_LINE);

	/*
	 * The copy itself can fault, so check first whether the page is mapped.
	 */
	if (copy_from_kernel_nofault(s->chunk, (const void __force *)src + start,
				     sizeof(u64)))
		return XGL_XE_INCONSISTENT;
	copy_device_memory(s->chunk, src + start, end - start);
	if (is_gone(s, src, end - start))
		return XGL_XE_NOT_PRESENT;
	memcpy(dst, s->chunk + (offset - start), len);
	return XGL_XE_OK;
}

static enum xgl_xe_status read_chunk(struct xgl_xe_session *s,
				     const struct xgl_xe_buffer *buffer,
				     void *dst, u64 offset, size_t len)
{
	if (fatal_signal_pending(current))
		return XGL_XE_INTERRUPTED;
	cond_resched();
	if (buffer->map.is_iomem)
		return read_device_memory(s, buffer, dst, offset, len);
	if (copy_from_kernel_nofault(dst, buffer->map.vaddr + offset, len))
		return XGL_XE_INCONSISTENT;
	return XGL_XE_OK;
}

/**
 * xgl_xe_read_buffer() - read the memory of a buffer
 * @s: the open session, see xgl_xe_session_begin()
 * @buffer: from xgl_xe_find_buffer(), in the same session
 * @dst: destination
 * @offset: offset of the first byte in @buffer
 * @len: number of bytes; the range must lie within @buffer
 *
 * Context: in the session, may sleep.
 * Return: XGL_XE_OK; or XGL_XE_INTERRUPTED if the task is being killed; or
 * XGL_XE_NOT_PRESENT if the device was unplugged or its memory reads as all
 * ones; or XGL_XE_INCONSISTENT if the memory is not mapped. Bytes of @dst that could not be
 * read are set to 0.
 */
enum xgl_xe_status xgl_xe_read_buffer(struct xgl_xe_session *s,
				      const struct xgl_xe_buffer *buffer,
				      void *dst, u64 offset, size_t len)
{
	enum xgl_xe_status status = XGL_XE_OK;

	while (len && !status) {
		size_t n = min_t(u64, len, XGL_XE_CHUNK - offset % XGL_XE_CHUNK);

		status = read_chunk(s, buffer, dst, offset, n);
		if (status)
			break;
		dst += n;
		offset += n;
		len -= n;
	}
	memset(dst, 0, len);
	return status;
}
