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
 * struct hold - a capture under way
 * @reach: the bracket around it
 * @buffer: the log
 */
struct hold {
	struct xgl_reach reach;
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
static void recall_wake(struct xgl_xe *gpu, struct xgl_reach *r)
{
	int wake = READ_ONCE(gpu->wake);

	if (!r->pm)
		WRITE_ONCE(gpu->wake, 0);
	else if (r->pm == XGL_REACH_NOT_ASKED && wake)
		r->pm = wake;
}

static int live_facts(struct xgl_source *src, struct xgl_facts *facts)
{
	struct xgl_reach *r = kmalloc(sizeof(*r), GFP_KERNEL);
	const void *gts[XGL_MAX_GTS] = { NULL };
	enum xgl_xe_why why;
	unsigned int n;

	if (!r)
		return -ENOMEM;
	why = xgl_reach_begin(r, to_gpu(src)->pdev, false);
	recall_wake(to_gpu(src), r);
	if (why != XGL_XE_INTERRUPTED)
		xgl_xe_device_facts(to_gpu(src), r, why, &facts->device);
	if (!why)
		xgl_reach_gts(r, gts);
	for (n = 0; n < XGL_MAX_GTS; n++)
		if (gts[n])
			xgl_xe_gt_facts(r, gts[n], n,
					&facts->gt[facts->nr_gts++]);
	xgl_reach_end(r);
	kfree(r);
	/* That there is no log is a fact, not a failure to tell facts. */
	return why == XGL_XE_INTERRUPTED ? xgl_xe_errno(why) : 0;
}

static enum xgl_xe_why find_log(struct hold *hold, struct xgl_capture *cap)
{
	struct xgl_xe *gpu = to_gpu(cap->src);
	struct xgl_reach *r = &hold->reach;
	const void *gts[XGL_MAX_GTS];
	enum xgl_xe_why why;

	why = xgl_reach_begin(r, gpu->pdev, !cap->nowake);
	if (why)
		return why;
	if (r->pm == XGL_REACH_NOT_ASKED)
		return XGL_XE_SLEEPS;
	if (!cap->nowake)
		WRITE_ONCE(gpu->wake, r->pm);
	xgl_reach_gts(r, gts);
	why = xgl_reach_log(r, gts[cap->gt], &hold->buffer);
	if (why)
		return why;
	return r->gone && hold->buffer.map.is_iomem ? XGL_XE_GONE : XGL_XE_FINE;
}

static int merge_facts(struct hold *hold, struct xgl_capture *cap)
{
	struct guc_facts *facts = kzalloc(sizeof(*facts), GFP_KERNEL);
	const void *gts[XGL_MAX_GTS];

	if (!facts)
		return -ENOMEM;
	xgl_reach_gts(&hold->reach, gts);
	xgl_xe_device_facts(to_gpu(cap->src), &hold->reach, XGL_XE_FINE,
			    cap->facts);
	xgl_xe_gt_facts(&hold->reach, gts[cap->gt], cap->gt, facts);
	guc_facts_merge(cap->facts, facts);
	kfree(facts);
	return 0;
}

static int live_begin(struct xgl_capture *cap)
{
	struct hold *hold = kmalloc(sizeof(*hold), GFP_KERNEL);
	int ret;

	if (!hold)
		return -ENOMEM;
	ret = xgl_xe_errno(find_log(hold, cap));
	if (!ret)
		ret = merge_facts(hold, cap);
	if (ret) {
		xgl_reach_end(&hold->reach);
		kfree(hold);
		return ret;
	}
	xgl_reach_linger();
	cap->total = hold->buffer.size;
	cap->priv = hold;
	return 0;
}

static void live_copy(struct xgl_capture *cap, void *dst, u64 offset,
		      size_t len)
{
	const struct hold *hold = cap->priv;

	if (!xgl_reach_read(&hold->buffer, dst, offset, len))
		cap->error = xgl_xe_errno(XGL_XE_CONTRADICTION);
}

static void live_end(struct xgl_capture *cap)
{
	struct hold *hold = cap->priv;

	/* It may have been pulled out during the copy. */
	if (hold->buffer.map.is_iomem &&
	    !pci_device_is_present(hold->reach.pdev))
		cap->error = xgl_xe_errno(XGL_XE_GONE);
	xgl_reach_end(&hold->reach);
	kfree(hold);
}

const struct xgl_source_ops xgl_xe_ops = {
	.facts = live_facts,
	.begin = live_begin,
	.copy = live_copy,
	.end = live_end,
	.anchors = true,
};
