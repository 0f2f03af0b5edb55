/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A view is a pointer to memory together with the length of this memory. Untrusted bytes are
 * only read through views, so that no read goes beyond the end of the memory.
 */
#ifndef _GUC_VIEW_H_
#define _GUC_VIEW_H_

#include "guc_env.h"

/**
 * struct guc_view - a pointer to memory that belongs to the caller, with its length
 * @data: first byte
 * @len: number of bytes
 */
struct guc_view {
	const u8 *data;
	size_t len;
};

static inline struct guc_view guc_view(const void *data, size_t len)
{
	return (struct guc_view){ .data = data, .len = len };
}

/*
 * Functions for little-endian words at any address, which need not be aligned. The kernel's
 * functions for this are not used, because their header was moved in Linux 6.12.
 */
static inline u32 guc_load_le32(const void *p)
{
	__le32 v;

	memcpy(&v, p, sizeof(v));
	return le32_to_cpu(v);
}

static inline u64 guc_load_le64(const void *p)
{
	__le64 v;

	memcpy(&v, p, sizeof(v));
	return le64_to_cpu(v);
}

static inline void guc_store_le32(u32 value, void *p)
{
	__le32 v = cpu_to_le32(value);

	memcpy(p, &v, sizeof(v));
}

/**
 * guc_view_at() - get a pointer into a view, after a bounds check
 * @v: the view
 * @off: offset of the first byte; the range of bytes may lie outside @v
 * @len: number of bytes
 *
 * Context: any, does not sleep.
 * Return: a pointer to @len readable bytes, or NULL when some of them lie outside @v.
 */
static inline const void *guc_view_at(struct guc_view v, u64 off, u64 len)
{
	if (!v.data || off > v.len || len > v.len - off)
		return NULL;
	return v.data + off;
}

/**
 * guc_view_clip() - get the part of a range that lies in a view
 * @v: the view
 * @off: offset of the first byte of the range; the range may lie outside @v
 * @len: number of bytes
 *
 * Context: any, does not sleep.
 * Return: the part of the range that lies inside @v; empty if there is none.
 */
static inline struct guc_view guc_view_clip(struct guc_view v, u64 off, u64 len)
{
	if (!v.data || off > v.len)
		return guc_view(NULL, 0);
	return guc_view(v.data + off, min_t(u64, len, v.len - off));
}

#endif
