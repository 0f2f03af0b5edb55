/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A view is memory with its length. Hostile bytes are read through it and in no
 * other way.
 */
#ifndef _GUC_VIEW_H_
#define _GUC_VIEW_H_

#include "guc_env.h"

/**
 * struct guc_view - bytes that somebody else owns
 * @data: first byte
 * @len: how many
 */
struct guc_view {
	const u8 *data;
	size_t len;
};

static inline struct guc_view guc_view(const void *data, size_t len)
{
	return (struct guc_view){ .data = data, .len = len };
}

/* Words at any address; the header with the kernel's own has moved in 6.12. */
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
 * guc_view_at() - the one bounds check
 * @v: the view
 * @off: first byte wanted
 * @len: bytes wanted
 *
 * Context: any, does not sleep.
 * Return: a pointer to @len readable bytes, or NULL when they are not all there.
 */
static inline const void *guc_view_at(struct guc_view v, u64 off, u64 len)
{
	if (!v.data || off > v.len || len > v.len - off)
		return NULL;
	return v.data + off;
}

/**
 * guc_view_clip() - as much of a range as is there
 * @v: the view
 * @off: first byte wanted
 * @len: bytes wanted
 *
 * Context: any, does not sleep.
 * Return: the part of the range inside @v, empty when there is none.
 */
static inline struct guc_view guc_view_clip(struct guc_view v, u64 off, u64 len)
{
	if (!v.data || off > v.len)
		return guc_view(NULL, 0);
	return guc_view(v.data + off, min_t(u64, len, v.len - off));
}

#endif
