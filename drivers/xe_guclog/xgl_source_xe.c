// SPDX-License-Identifier: GPL-2.0-only
/*
 * The live source: the source of the logs of a GPU that xe drives. In a session it locks the
 * device, finds the log buffer in xe's structures, copies from it, and releases the device.
 */
#include <linux/bitops.h>
#include <linux/err.h>
#include <linux/pci.h>
#include <linux/slab.h>

#include "guc_text.h"
#include "xgl_incident.h"
#include "xgl_last.h"
#include "xgl_poller.h"
#include "xgl_xe.h"

/**
 * struct live_log - the log of a GT in an open session
 * @xe: the session in which xe's structures can be read
 * @buffer: the log buffer
 */
struct live_log {
	struct xgl_xe_session xe;
	struct xgl_xe_buffer buffer;
};

static struct xgl_xe *to_gpu(struct xgl_source *src)
{
	return container_of(src, struct xgl_xe, src);
}

/*
 * Set s->resume_error to the error of this module's latest attempt to resume the device. The
 * session @s reads the facts, and never resumes the device, but the facts shall show this error.
 * Newer kernels do not keep the error of a failed resume, so this module keeps it in @gpu.
 * If the device is active, the error is obsolete.
 */
static void recall_resume(struct xgl_xe *gpu, struct xgl_xe_session *s)
{
	if (s->active)
		WRITE_ONCE(gpu->resume_error, 0);
	else
		s->resume_error = READ_ONCE(gpu->resume_error);
}

static void add_notes(struct xgl_source *src, struct xgl_facts *facts)
{
	struct guc_text text = { .buf = facts->notes, .size = sizeof(facts->notes) };
	unsigned int i;

	xgl_incident_print(&text);
	for (i = 0; i < facts->nr_gts; i++) {
		text = (struct guc_text){
			.buf = facts->gt_notes[i], .size = sizeof(facts->gt_notes[i]),
		};
		xgl_incident_print_gt(&text, src, facts->gt[i].gt);
		xgl_poller_print(&text, src, facts->gt[i].gt);
	}
}

static int live_facts(struct xgl_source *src, struct xgl_facts *facts)
{
	struct xgl_xe_session *s = kmalloc(sizeof(*s), GFP_KERNEL);
	struct xgl_xe *gpu = to_gpu(src);
	enum xgl_xe_status status;
	unsigned int n;

	if (!s)
		return -ENOMEM;
	status = xgl_xe_session_begin(s, gpu->pdev);
	recall_resume(gpu, s);
	if (status != XGL_XE_INTERRUPTED)
		xgl_xe_device_facts(gpu, s, status, &facts->device);
	for (n = 0; n < XGL_MAX_GTS; n++)
		if (s->gt[n])
			xgl_xe_gt_facts(gpu, s, n, &facts->gt[facts->nr_gts++]);
	xgl_xe_session_end(s);
	kfree(s);
	add_notes(src, facts);
	/*
	 * If a log cannot be read, the fact device_status or status contains the reason. This is
	 * not an error of this function.
	 */
	return status == XGL_XE_INTERRUPTED ? xgl_xe_errno(status) : 0;
}

/* Resume the device, and find the log again, because a resume can move its buffer. */
static enum xgl_xe_status resume_and_find(struct xgl_xe *gpu,
					  struct live_log *log, unsigned int gt)
{
	enum xgl_xe_status status = xgl_xe_session_resume(&log->xe);

	WRITE_ONCE(gpu->resume_error, log->xe.resume_error);
	return status ?: xgl_xe_find_log(&log->xe, gt, &log->buffer);
}

/*
 * Find the log for a session with XGL_RESUME_FOLLOW. A log in system memory can be read while the
 * device is suspended, so take a runtime PM reference only when the log is in device memory.
 */
static enum xgl_xe_status find_log_to_follow(struct live_log *log,
					     const struct xgl_source_session *session)
{
	struct xgl_xe *gpu = to_gpu(session->src);
	enum xgl_xe_status status;

	status = xgl_xe_session_try(&log->xe, gpu->pdev);
	if (status)
		return status;
	status = xgl_xe_find_log(&log->xe, session->gt, &log->buffer);
	if (status != XGL_XE_SUSPENDED)
		return status;
	status = xgl_xe_session_activate(&log->xe);
	return status ?: xgl_xe_find_log(&log->xe, session->gt, &log->buffer);
}

static enum xgl_xe_status find_log(struct live_log *log,
				   const struct xgl_source_session *session)
{
	struct xgl_xe *gpu = to_gpu(session->src);
	enum xgl_xe_status status;

	if (session->resume == XGL_RESUME_FOLLOW)
		return find_log_to_follow(log, session);
	status = session->resume == XGL_RESUME_LOCKED ?
		 xgl_xe_session_join(&log->xe, gpu->pdev) :
		 xgl_xe_session_begin(&log->xe, gpu->pdev);
	if (status)
		return status;
	if (session->resume == XGL_RESUME_ACTIVE_ONLY && !log->xe.active)
		return XGL_XE_SUSPENDED;
	status = xgl_xe_find_log(&log->xe, session->gt, &log->buffer);
	if (status == XGL_XE_SUSPENDED &&
	    session->resume == XGL_RESUME_IF_NEEDED)
		status = resume_and_find(gpu, log, session->gt);
	return status;
}

static int merge_facts(struct live_log *log, struct xgl_source_session *session)
{
	struct guc_facts *facts = kzalloc(sizeof(*facts), GFP_KERNEL);
	struct xgl_xe *gpu = to_gpu(session->src);

	if (!facts)
		return -ENOMEM;
	if (session->resume == XGL_RESUME_IF_NEEDED)
		assign_bit(session->gt, &gpu->woken, log->xe.resumed);
	xgl_xe_device_facts(gpu, &log->xe, XGL_XE_OK, session->facts);
	xgl_xe_gt_facts(gpu, &log->xe, session->gt, facts);
	guc_facts_merge(session->facts, facts);
	kfree(facts);
	return 0;
}

static int live_begin(struct xgl_source_session *session)
{
	struct live_log *log = kmalloc(sizeof(*log), GFP_KERNEL);
	int ret;

	if (!log)
		return -ENOMEM;
	ret = xgl_xe_errno(find_log(log, session));
	if (!ret && session->facts)
		ret = merge_facts(log, session);
	if (ret) {
		xgl_xe_session_end(&log->xe);
		kfree(log);
		return ret;
	}
	session->total = log->buffer.size;
	session->priv = log;
	return 0;
}

static void live_copy(struct xgl_source_session *session, void *dst, u64 offset,
		      size_t len)
{
	struct live_log *log = session->priv;
	enum xgl_xe_status status;

	status = xgl_xe_read_buffer(&log->xe, &log->buffer, dst, offset, len);
	if (status)
		session->error = xgl_xe_errno(status);
}

static bool is_same_buffer(const struct xgl_xe_buffer *a, const struct xgl_xe_buffer *b)
{
	return a->size == b->size && a->map.is_iomem == b->map.is_iomem &&
	       a->map.vaddr == b->map.vaddr;
}

/*
 * If the log is in device memory, reading it is slow. So release the lock of the device for a
 * moment, unless the session must not wait for this lock. When the lock is taken again, xe
 * may have been unbound, so find the log again, and check that it has not moved.
 */
static void live_relax(struct xgl_source_session *session)
{
	struct live_log *log = session->priv;
	struct xgl_xe_buffer before = log->buffer;
	enum xgl_xe_status status;

	if (!before.map.is_iomem || session->resume == XGL_RESUME_LOCKED ||
	    session->resume == XGL_RESUME_FOLLOW)
		return;
	status = xgl_xe_session_relax(&log->xe);
	if (!status)
		status = xgl_xe_find_log(&log->xe, session->gt, &log->buffer);
	if (!status && !is_same_buffer(&log->buffer, &before))
		status = XGL_XE_BUSY;
	if (status)
		session->error = xgl_xe_errno(status);
}

static void live_end(struct xgl_source_session *session)
{
	struct live_log *log = session->priv;

	xgl_xe_session_end(&log->xe);
	kfree(log);
}

static struct xgl_snapshot *live_last(struct xgl_source *src, unsigned int gt)
{
	return xgl_last_get(pci_name(to_gpu(src)->pdev), gt);
}

const struct xgl_source_ops xgl_xe_ops = {
	.facts = live_facts,
	.begin = live_begin,
	.copy = live_copy,
	.relax = live_relax,
	.end = live_end,
	.last = live_last,
	.anchors = true,
};
