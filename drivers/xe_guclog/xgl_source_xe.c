// SPDX-License-Identifier: GPL-2.0-only
/*
 * The live source: xe's log buffer, from the moment that the way to it was gone
 * to the moment that the device is let go.
 */
#include <linux/err.h>
#include <linux/pci.h>
#include <linux/slab.h>

#include "xgl_xe.h"

/**
 * struct live_log - a session under way
 * @xe: the session around it
 * @buffer: the log
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
 * To tell facts wakes nobody up; that the device did not wake up when a log was
 * wanted is a fact. Newer kernels do not keep it.
 */
static void recall_wake(struct xgl_xe *gpu, struct xgl_xe_session *s)
{
	int wake = READ_ONCE(gpu->wake);

	if (!s->pm)
		WRITE_ONCE(gpu->wake, 0);
	else if (s->pm == XGL_XE_NOT_RESUMED && wake)
		s->pm = wake;
}

static int live_facts(struct xgl_source *src, struct xgl_facts *facts)
{
	struct xgl_xe_session *s = kmalloc(sizeof(*s), GFP_KERNEL);
	const void *gts[XGL_MAX_GTS] = { NULL };
	enum xgl_xe_status status;
	unsigned int n;

	if (!s)
		return -ENOMEM;
	status = xgl_xe_session_begin(s, to_gpu(src)->pdev, false);
	recall_wake(to_gpu(src), s);
	if (status != XGL_XE_INTERRUPTED)
		xgl_xe_device_facts(to_gpu(src), s, status, &facts->device);
	if (!status)
		xgl_xe_find_gts(s, gts);
	for (n = 0; n < XGL_MAX_GTS; n++)
		if (gts[n])
			xgl_xe_gt_facts(s, gts[n], n,
					&facts->gt[facts->nr_gts++]);
	xgl_xe_session_end(s);
	kfree(s);
	/* That there is no log is a fact, not a failure to tell facts. */
	return status == XGL_XE_INTERRUPTED ? xgl_xe_errno(status) : 0;
}

static enum xgl_xe_status find_log(struct live_log *log, struct xgl_source_session *session)
{
	struct xgl_xe *gpu = to_gpu(session->src);
	struct xgl_xe_session *s = &log->xe;
	const void *gts[XGL_MAX_GTS];
	enum xgl_xe_status status;

	status = xgl_xe_session_begin(s, gpu->pdev, !session->nowake);
	if (status)
		return status;
	if (s->pm == XGL_XE_NOT_RESUMED)
		return XGL_XE_SUSPENDED;
	if (!session->nowake)
		WRITE_ONCE(gpu->wake, s->pm);
	xgl_xe_find_gts(s, gts);
	status = xgl_xe_find_log(s, gts[session->gt], &log->buffer);
	if (status)
		return status;
	return s->gone && log->buffer.map.is_iomem ? XGL_XE_NOT_PRESENT : XGL_XE_OK;
}

static int merge_facts(struct live_log *log, struct xgl_source_session *session)
{
	struct guc_facts *facts = kzalloc(sizeof(*facts), GFP_KERNEL);
	const void *gts[XGL_MAX_GTS];

	if (!facts)
		return -ENOMEM;
	xgl_xe_find_gts(&log->xe, gts);
	xgl_xe_device_facts(to_gpu(session->src), &log->xe, XGL_XE_OK,
			    session->facts);
	xgl_xe_gt_facts(&log->xe, gts[session->gt], session->gt, facts);
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
	if (!ret)
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
	const struct live_log *log = session->priv;

	if (!xgl_xe_read_buffer(&log->buffer, dst, offset, len))
		session->error = xgl_xe_errno(XGL_XE_INCONSISTENT);
}

static void live_end(struct xgl_source_session *session)
{
	struct live_log *log = session->priv;

	/* It may have been pulled out during the copy. */
	if (log->buffer.map.is_iomem &&
	    !pci_device_is_present(log->xe.pdev))
		session->error = xgl_xe_errno(XGL_XE_NOT_PRESENT);
	xgl_xe_session_end(&log->xe);
	kfree(log);
}

const struct xgl_source_ops xgl_xe_ops = {
	.facts = live_facts,
	.begin = live_begin,
	.copy = live_copy,
	.end = live_end,
	.anchors = true,
};
