/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The seam: where a log and the facts about its device come from.
 */
#ifndef _XGL_SOURCE_H_
#define _XGL_SOURCE_H_

#include <linux/sizes.h>
#include <linux/types.h>

#include "guc_facts.h"

/* GTs of a device are numbered from 0. */
#define XGL_MAX_GTS	8
/* Longest log buffer that is believed, in bytes. */
#define XGL_MAX_LOG	SZ_64M
/*
 * For memory whose size follows from what a user does: it is charged to the user's
 * memory cgroup, and fails rather than make the OOM killer end another process.
 */
#define XGL_GFP_USER	(GFP_KERNEL_ACCOUNT | __GFP_NOWARN | __GFP_RETRY_MAYFAIL)

struct xgl_anchor;
struct xgl_source;

/**
 * struct xgl_facts - what a source knows at one moment
 * @device: facts of the device
 * @nr_gts: how many GTs there are
 * @gt: facts of each, by ascending number
 */
struct xgl_facts {
	struct guc_facts device;
	unsigned int nr_gts;
	struct guc_facts gt[XGL_MAX_GTS];
};

/**
 * struct xgl_source_session - a log buffer that is held still enough to be copied
 * @src: the source; set by the caller of begin()
 * @gt: number of the GT; set by the caller of begin()
 * @facts: where begin() puts the facts of the device and of this GT, merged;
 *	zeroed by the caller
 * @nowake: begin() is to fail with -EAGAIN rather than wake a device that
 *	sleeps; set by the caller of begin()
 * @total: length of the log buffer in bytes; set by begin()
 * @copied: bytes that copy() has delivered; kept by the copier, for end()
 * @error: 0; set to an errno by copy() or end() when what was copied is not what
 *	the buffer holds
 * @priv: the source's own
 */
struct xgl_source_session {
	struct xgl_source *src;
	unsigned int gt;
	struct guc_facts *facts;
	bool nowake;
	u64 total;
	u64 copied;
	int error;
	void *priv;
};

/**
 * struct xgl_source_ops - what a source can do
 * @facts: fill @facts, which is zeroed. Return: 0 or an errno
 * @begin: take whatever locks and references keep the log buffer there and set
 *	@session->total, @session->facts and @session->priv. Return: 0, or an errno that
 *	tells why there is no log; end() is then not called
 * @copy: copy the @len bytes at @offset of the buffer as they are now. The
 *	range lies within @session->total. Called any number of times
 * @end: give back what begin() took
 * @anchors: a firmware writes its logs now, so that clock anchors can be had of
 *	them
 *
 * All may sleep, are called from process context and with no lock held but, in
 * the session, those that begin() took. Several captures may be under way at
 * once. A file's open() calls them: whoever holds a lock that one of them needs
 * must not remove a file, see xgl_device_unregister().
 */
struct xgl_source_ops {
	int (*facts)(struct xgl_source *src, struct xgl_facts *facts);
	int (*begin)(struct xgl_source_session *session);
	void (*copy)(struct xgl_source_session *session, void *dst, u64 offset, size_t len);
	void (*end)(struct xgl_source_session *session);
	bool anchors;
};

/**
 * struct xgl_source - where one device's logs come from; embedded in the
 * source's own structure
 * @ops: what it can do
 * @anchor: for each GT that was shown the watch for its clock anchor, if the
 *	source has any to give; xgl_anchor's own
 */
struct xgl_source {
	const struct xgl_source_ops *ops;
	struct xgl_anchor *anchor[XGL_MAX_GTS];
};

#endif
