// SPDX-License-Identifier: GPL-2.0-only
/*
 * Functions to read the log buffer of a GT. A source (struct xgl_source) provides the logs
 * of one device, and a session (struct xgl_source_session) is the access to one log buffer
 * from xgl_source_begin() to xgl_source_end(). The functions call the operations of the
 * source (struct xgl_source_ops). They check that each range to be copied lies within the
 * log buffer, so the operations need not check it.
 */
#include "xgl_source.h"

#include <linux/errno.h>
#include <linux/minmax.h>
#include <linux/string.h>
#include <asm/barrier.h>

#include "abi/guc_log_abi.h"
#include "guc_log.h"

/**
 * xgl_source_begin() - begin to read the log of a GT
 * @session: zeroed, with src, gt, resume and facts set
 *
 * Context: process context, may sleep; takes the source's locks.
 * Return: 0 (the caller must then call xgl_source_end()); or -EFBIG if the log buffer
 * is longer than XGL_MAX_LOG; or -EAGAIN if session->resume does not allow reading the log
 * now; or the error of the source.
 */
int xgl_source_begin(struct xgl_source_session *session)
{
	int ret;

	/* The facts may still have values of an earlier session of the caller. */
	if (session->facts)
		memset(session->facts, 0, sizeof(*session->facts));
	ret = session->src->ops->begin(session);
	if (ret)
		return ret;
	if (session->total <= XGL_MAX_LOG)
		return 0;
	session->src->ops->end(session);
	return -EFBIG;
}

/**
 * xgl_source_copy() - copy bytes of the log buffer
 * @session: from xgl_source_begin()
 * @dst: destination
 * @offset: offset of the first byte in the log buffer
 * @len: number of bytes
 *
 * The bytes are read before the bytes of any later call. So if a caller first copies a
 * pointer of the ring and then the data before the pointer, the data is at least as new as
 * the pointer. If the range does not lie within the log buffer, nothing is read: @dst is
 * zeroed, and session->error is set to -ERANGE.
 *
 * Context: between xgl_source_begin() and xgl_source_end().
 */
void xgl_source_copy(struct xgl_source_session *session, void *dst, u64 offset,
		     size_t len)
{
	if (!len)
		return;
	if (len > session->total || offset > session->total - len) {
		memset(dst, 0, len);
		session->error = -ERANGE;
		return;
	}
	session->src->ops->copy(session, dst, offset, len);
	session->copied += len;
	/*
	 * The firmware writes the data first and the pointer afterwards, so read in the opposite
	 * order: the bytes of this call (a pointer) before those of the next call (the data).
	 */
	rmb();
}

/**
 * xgl_source_relax() - release the locks of a session for a moment, so that other
 * tasks can use the device
 * @session: the session; session->error is set if the log buffer has moved meanwhile
 *
 * The caller calls this between long copies. During the call the firmware can be loaded again,
 * which starts a new log. The bytes that were copied before then belong to the previous log.
 *
 * Context: between xgl_source_begin() and xgl_source_end(); may sleep.
 */
void xgl_source_relax(struct xgl_source_session *session)
{
	if (session->src->ops->relax)
		session->src->ops->relax(session);
}

/**
 * xgl_source_copy_part() - copy bytes of a region of the log
 * @session: from xgl_source_begin()
 * @dst: destination
 * @r: the region; its offset and length come from the firmware and may be wrong
 * @pos: offset of the first byte in the region
 * @len: number of bytes
 *
 * Context: between xgl_source_begin() and xgl_source_end().
 * Return: the copied bytes; or an empty view if the range does not lie within the region,
 * if the region does not lie within the log buffer, or if the session has an error.
 */
struct guc_view xgl_source_copy_part(struct xgl_source_session *session, void *dst,
				     const struct guc_region *r, u32 pos, size_t len)
{
	if (!r->present || len > r->size || pos > r->size - len ||
	    r->size > session->total || r->offset > session->total - r->size)
		return guc_view(NULL, 0);
	xgl_source_copy(session, dst, r->offset + pos, len);
	return guc_view(dst, session->error ? 0 : len);
}

/**
 * xgl_source_copy_page() - copy the state page
 * @session: from xgl_source_begin()
 * @page: destination, GUC_LOG_STATE_PAGE_SIZE bytes
 *
 * Context: between xgl_source_begin() and xgl_source_end().
 * Return: the copied bytes; fewer than a page if the log buffer is shorter.
 */
struct guc_view xgl_source_copy_page(struct xgl_source_session *session,
				     u8 *page)
{
	size_t len = min_t(u64, session->total, GUC_LOG_STATE_PAGE_SIZE);

	xgl_source_copy(session, page, 0, len);
	return guc_view(page, len);
}

/**
 * xgl_source_end() - end a session
 * @session: from xgl_source_begin()
 *
 * Context: process context, may sleep.
 * Return: 0, or session->error: the copied bytes must then not be used.
 */
int xgl_source_end(struct xgl_source_session *session)
{
	session->src->ops->end(session);
	return session->error;
}
