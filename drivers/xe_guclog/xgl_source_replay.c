// SPDX-License-Identifier: GPL-2.0-only
/*
 * The replay source: an image is kept by reference, so that a capture goes on
 * with the image that it began with whatever is written meanwhile.
 */
#include <linux/cleanup.h>
#include <linux/overflow.h>
#include <linux/utsname.h>
#include <linux/vmalloc.h>

#include "xgl_replay.h"
#include "xgl_source.h"

static struct xgl_replay *to_replay(struct xgl_source *src)
{
	return container_of(src, struct xgl_replay, src);
}

static void image_release(struct kref *ref)
{
	vfree(container_of(ref, struct xgl_image, ref));
}

static void image_put(struct xgl_image *image)
{
	if (image)
		kref_put(&image->ref, image_release);
}

static struct xgl_image *image_make(const void *data, size_t len)
{
	struct xgl_image *image = vmalloc(struct_size(image, data, len));

	if (!image)
		return NULL;
	kref_init(&image->ref);
	image->len = len;
	memcpy(image->data, data, len);
	return image;
}

static void set_text(struct guc_facts *facts, enum guc_fact_id id,
		     const char *text)
{
	guc_facts_set(facts, id, text, strlen(text));
}

/* The facts that the source knows better than userspace. */
static void describe(struct xgl_replay_gt *gt)
{
	struct guc_facts *facts = &gt->facts;

	facts->gt = gt->id;
	facts->known |= BIT_ULL(GUC_FACT_gt);
	guc_facts_clear(facts, GUC_FACT_log_bytes);
	if (gt->image) {
		facts->log_bytes = gt->image->len;
		facts->known |= BIT_ULL(GUC_FACT_log_bytes);
		set_text(facts, GUC_FACT_status, "ok");
	} else {
		set_text(facts, GUC_FACT_status, gt->error ?
			 "the image did not fit into memory" : "no image");
	}
}

static int replay_facts(struct xgl_source *src, struct xgl_facts *facts)
{
	struct xgl_replay *replay = to_replay(src);
	unsigned int i;

	guard(mutex)(&replay->data_lock);
	facts->device = replay->facts;
	for (i = 0; i < XGL_MAX_GTS; i++)
		if (replay->gt[i])
			facts->gt[facts->nr_gts++] = replay->gt[i]->facts;
	return 0;
}

static int replay_begin(struct xgl_source_session *session)
{
	struct xgl_replay *replay = to_replay(session->src);
	struct xgl_replay_gt *gt;

	guard(mutex)(&replay->data_lock);
	gt = replay->gt[session->gt];
	if (!gt)
		return -ENODEV;
	if (!gt->image)
		return gt->error ?: -ENODATA;
	kref_get(&gt->image->ref);
	session->priv = gt->image;
	session->total = gt->image->len;
	*session->facts = replay->facts;
	guc_facts_merge(session->facts, &gt->facts);
	gt->captures++;
	return 0;
}

static void replay_copy(struct xgl_source_session *session, void *dst, u64 offset,
			size_t len)
{
	const struct xgl_image *image = session->priv;

	memcpy(dst, image->data + offset, len);
}

static void replay_end(struct xgl_source_session *session)
{
	struct xgl_replay *replay = to_replay(session->src);

	scoped_guard(mutex, &replay->data_lock)
		if (replay->gt[session->gt])
			replay->gt[session->gt]->copied += session->copied;
	image_put(session->priv);
}

static const struct xgl_source_ops replay_ops = {
	.facts = replay_facts,
	.begin = replay_begin,
	.copy = replay_copy,
	.end = replay_end,
};

/**
 * xgl_replay_start() - make a replay device
 * @replay: zeroed; a source afterwards, with the facts that each has at first
 *
 * Context: process context.
 */
void xgl_replay_start(struct xgl_replay *replay)
{
	replay->src.ops = &replay_ops;
	mutex_init(&replay->live_lock);
	mutex_init(&replay->data_lock);
	set_text(&replay->facts, GUC_FACT_source, "replay");
	set_text(&replay->facts, GUC_FACT_driver, "replay");
	set_text(&replay->facts, GUC_FACT_kernel, init_utsname()->release);
}

/**
 * xgl_replay_start_gt() - make a GT
 * @gt: zeroed but for its id; without a log at first
 *
 * Context: any.
 */
void xgl_replay_start_gt(struct xgl_replay_gt *gt)
{
	describe(gt);
}

/**
 * xgl_replay_set_image() - give a GT another log
 * @gt: the GT
 * @data: the image
 * @len: its length in bytes, 0 to take the log away
 *
 * When there is no memory for it the GT is left without a log, and says why:
 * the one before it would pass for the new one.
 *
 * Context: process context, may sleep.
 * Return: 0 or -ENOMEM.
 */
int xgl_replay_set_image(struct xgl_replay_gt *gt, const void *data, size_t len)
{
	struct xgl_image *image = len ? image_make(data, len) : NULL;
	int error = len && !image ? -ENOMEM : 0;

	scoped_guard(mutex, &gt->replay->data_lock) {
		swap(gt->image, image);
		gt->error = error;
		describe(gt);
	}
	image_put(image);
	return error;
}

/**
 * xgl_replay_get_image() - a GT's log as it was given
 * @gt: the GT
 * @data: where to, or NULL to ask for the length
 * @len: bytes wanted, from such a question
 *
 * Context: process context, may sleep.
 * Return: its length in bytes, or -EAGAIN when it is not @len long any more.
 */
ssize_t xgl_replay_get_image(struct xgl_replay_gt *gt, void *data, size_t len)
{
	size_t now;

	guard(mutex)(&gt->replay->data_lock);
	now = gt->image ? gt->image->len : 0;
	if (!data)
		return now;
	/* configfs gives out all of its buffer, filled or not. */
	if (now != len)
		return -EAGAIN;
	if (now)
		memcpy(data, gt->image->data, now);
	return now;
}

/**
 * xgl_replay_free_image() - drop what a GT has
 * @gt: the GT, which nobody else knows any more
 *
 * Context: process context, may sleep. A capture of its log may go on.
 */
void xgl_replay_free_image(struct xgl_replay_gt *gt)
{
	image_put(gt->image);
}
