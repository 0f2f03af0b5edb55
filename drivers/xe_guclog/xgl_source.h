/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The interface to a source. A source provides the logs of one device and the facts (named
 * values, see guc_facts.h) about it. There are three kinds of sources: for a GPU that xe
 * drives, for a replay device, and for a GPU from which xe was unbound.
 */
#ifndef _XGL_SOURCE_H_
#define _XGL_SOURCE_H_

#include <linux/sizes.h>
#include <linux/types.h>

#include "guc_facts.h"
#include "guc_view.h"

/* Maximum number of GTs of a device. They are numbered from 0. */
#define XGL_MAX_GTS	8
/* Longest log buffer that is accepted, in bytes. */
#define XGL_MAX_LOG	SZ_64M
/*
 * Allocation flags for memory whose size a user determines: the memory is charged to
 * the user's memory cgroup. If memory is short, the allocation fails and does not invoke
 * the OOM killer.
 */
#define XGL_GFP_USER	(GFP_KERNEL_ACCOUNT | __GFP_NOWARN | __GFP_RETRY_MAYFAIL)

struct guc_region;
struct xgl_anchor;
struct xgl_poller;
struct xgl_snapshot;
struct xgl_source;

/**
 * struct xgl_facts - the facts from a source at one moment
 * @device: facts of the device
 * @nr_gts: number of GTs
 * @gt: facts of each GT, by ascending number
 * @notes: ``key=value`` lines about this module's own work, such as its records of
 *	incidents; for the debugfs file ``info``
 * @gt_notes: ``key=value`` lines about each GT, in the order of @gt
 */
struct xgl_facts {
	struct guc_facts device;
	unsigned int nr_gts;
	struct guc_facts gt[XGL_MAX_GTS];
	char notes[2048];
	char gt_notes[XGL_MAX_GTS][256];
};

/* What a session may do to a suspended device. */
enum xgl_resume {
	/* resume the device if the log cannot be read otherwise */
	XGL_RESUME_IF_NEEDED,
	/* fail with -EAGAIN if the log cannot be read without a resume */
	XGL_RESUME_NEVER,
	/*
	 * fail with -EAGAIN if the device is not active, even if the log could
	 * be read
	 */
	XGL_RESUME_ACTIVE_ONLY,
	/*
	 * like XGL_RESUME_NEVER; also fail with -EAGAIN instead of waiting for
	 * the device's lock, and take a runtime PM reference only for a log in
	 * the device's memory
	 */
	XGL_RESUME_FOLLOW,
	/* like XGL_RESUME_NEVER, but the caller already holds the device's lock */
	XGL_RESUME_LOCKED,
};

/**
 * struct xgl_source_session - access to the log buffer of one GT
 * @src: the source; set by the caller of xgl_source_begin()
 * @gt: number of the GT; set by the caller of xgl_source_begin()
 * @resume: what the session may do to a suspended device; set by the caller of
 *	xgl_source_begin()
 * @facts: the merged facts of the device and of this GT; zeroed by
 *	xgl_source_begin(), filled by begin(). NULL when the caller does not need them
 * @total: length of the log buffer in bytes; set by begin()
 * @copied: number of bytes that were copied in this session; end() may use it
 * @error: 0, or the errno with which a copy failed; after an error the copied bytes
 *	must not be used
 * @priv: private data of the source
 *
 * The log buffer stays in place from begin() to end(), except that it can move during
 * relax(). The firmware may write to it at any time.
 */
struct xgl_source_session {
	struct xgl_source *src;
	unsigned int gt;
	enum xgl_resume resume;
	struct guc_facts *facts;
	u64 total;
	u64 copied;
	int error;
	void *priv;
};

/**
 * struct xgl_source_ops - the operations of a source
 * @facts: fill @facts, which is zeroed. Does not resume the device. Return: 0 or
 *	an errno
 * @begin: take the locks and references that keep the log buffer in place, and
 *	set total, facts and priv of the session. Return: 0, or the errno of the
 *	reason why the log cannot be read; end() is not called after an error
 * @copy: copy the @len bytes at @offset of the log buffer as they are now, or set
 *	session->error. The caller has checked that the range lies within the log
 *	buffer. May be called any number of times in a session
 * @relax: release locks and references for a moment, so that other tasks can take them; may set
 *	session->error. NULL if a session holds no lock that other tasks need
 * @end: release what begin() took; may set session->error
 * @last: get the last log of a GT (see xgl_last.h). Return: the log, which the caller
 *	must free with xgl_snapshot_free(), or NULL if there is none. This member is NULL
 *	if the source has no last logs
 * @anchors: true if a firmware writes to the logs while they are read, so that
 *	clock anchors (see xgl_anchor.h) can be found in them
 * @gone: true if xe was unbound from the GPU: the source has no logs except
 *	those from @last
 *
 * Context: process context, may sleep. The caller of begin() holds no lock that begin() takes,
 * except that with XGL_RESUME_LOCKED it holds the lock of the device. Several sessions may be open
 * at once. The open() of a file calls these functions, and the removal of the file waits for the
 * open(). Therefore a task that holds a lock which one of these functions takes must not remove a
 * file, see xgl_device_unregister().
 */
struct xgl_source_ops {
	int (*facts)(struct xgl_source *src, struct xgl_facts *facts);
	int (*begin)(struct xgl_source_session *session);
	void (*copy)(struct xgl_source_session *session, void *dst, u64 offset,
		     size_t len);
	void (*relax)(struct xgl_source_session *session);
	void (*end)(struct xgl_source_session *session);
	struct xgl_snapshot *(*last)(struct xgl_source *src, unsigned int gt);
	bool anchors;
	bool gone;
};

/**
 * struct xgl_source - a source of one device's logs; embedded in the source's
 * own structure
 * @ops: operations of the source
 * @anchor: the clock anchor of each GT and the search for it, NULL for a GT that never had
 *	files in debugfs; kept until the device is unregistered. Private to
 *	xgl_anchor.c
 * @poller: the poller of each GT that has files in debugfs now. Private to xgl_poller.c
 */
struct xgl_source {
	const struct xgl_source_ops *ops;
	struct xgl_anchor *anchor[XGL_MAX_GTS];
	struct xgl_poller *poller[XGL_MAX_GTS];
};

int xgl_source_begin(struct xgl_source_session *session);
void xgl_source_copy(struct xgl_source_session *session, void *dst, u64 offset,
		     size_t len);
void xgl_source_relax(struct xgl_source_session *session);
struct guc_view xgl_source_copy_part(struct xgl_source_session *session, void *dst,
				     const struct guc_region *r, u32 pos, size_t len);
struct guc_view xgl_source_copy_page(struct xgl_source_session *session,
				     u8 *page);
int xgl_source_end(struct xgl_source_session *session);

#endif
