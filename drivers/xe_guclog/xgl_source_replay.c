// SPDX-License-Identifier: GPL-2.0-only
/*
 * The source of replay devices. An image is reference counted: a session reads
 * the same image until it ends, even when userspace writes another one.
 */
#include <linux/cleanup.h>
#include <linux/overflow.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/utsname.h>
#include <linux/vmalloc.h>

#include "abi/guc_log_abi.h"
#include "guc_log.h"
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

/*
 * Set @wanted to the length of the log buffer in bytes according to the states in an image, 0 if
 * the image has no valid states. Return: 0 or -ENOMEM.
 */
static int find_wanted(const void *data, size_t len, u64 *wanted)
{
	struct guc_log *log = kmalloc(sizeof(*log), GFP_KERNEL);
	unsigned int i;

	if (!log)
		return -ENOMEM;
	guc_log_parse_page(log, guc_view(data, min_t(size_t, len, GUC_LOG_STATE_PAGE_SIZE)), len);
	*wanted = 0;
	for (i = 0; i < GUC_REGION_COUNT; i++)
		if (log->region[i].present)
			*wanted = max_t(u64, *wanted,
					log->region[i].offset + log->region[i].size);
	kfree(log);
	return 0;
}

/*
 * Copy an image. The user determines its size, so the memory is charged to the user,
 * and the allocation fails rather than invoke the OOM killer.
 */
static struct xgl_image *image_make(const void *data, size_t len)
{
	struct xgl_image *image;
	u64 wanted;

	if (find_wanted(data, len, &wanted))
		return NULL;
	image = vmalloc_huge(struct_size(image, data, len), XGL_GFP_USER);
	if (!image)
		return NULL;
	kref_init(&image->ref);
	image->len = len;
	image->wanted = wanted;
	memcpy(image->data, data, len);
	return image;
}

static void set_text(struct guc_facts *facts, enum guc_fact_id id,
		     const char *text)
{
	guc_facts_set(facts, id, text, strlen(text));
}

static void print_status(char *to, size_t size, const struct xgl_image *image)
{
	if (!image)
		strscpy(to, "no image", size);
	else if (image->wanted > image->len)
		snprintf(to, size, "the image is cut short: it has %zu of %llu bytes",
			 image->len, image->wanted);
	else
		strscpy(to, "ok", size);
}

/* Set the facts that userspace cannot write. */
static void set_known_facts(struct xgl_replay_gt *gt)
{
	struct guc_facts *facts = &gt->facts;
	char status[96];

	facts->gt = gt->id;
	facts->known |= BIT_ULL(GUC_FACT_gt);
	guc_facts_clear(facts, GUC_FACT_log_bytes);
	if (gt->image) {
		facts->log_bytes = gt->image->len;
		facts->known |= BIT_ULL(GUC_FACT_log_bytes);
	}
	print_status(status, sizeof(status), gt->image);
	set_text(facts, GUC_FACT_status, status);
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
		return -ENODATA;
	kref_get(&gt->image->ref);
	session->priv = gt->image;
	session->total = gt->image->len;
	if (session->facts) {
		*session->facts = replay->facts;
		guc_facts_merge(session->facts, &gt->facts);
	}
	if (session->resume != XGL_RESUME_FOLLOW)
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
 * xgl_replay_start() - initialize a replay device
 * @replay: zeroed; when the function returns, its embedded source can be used, and
 *	has the facts of a new device
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
 * xgl_replay_start_gt() - initialize a GT, which has no log at first
 * @gt: zeroed except for its id
 *
 * Context: process context.
 */
void xgl_replay_start_gt(struct xgl_replay_gt *gt)
{
	set_known_facts(gt);
}

/**
 * xgl_replay_refuse_image() - refuse a new image and keep the present one
 * @gt: the GT of a replay device
 * @reason: why the image that was written is not kept, a constant string
 *
 * Context: process context, may sleep.
 */
void xgl_replay_refuse_image(struct xgl_replay_gt *gt, const char *reason)
{
	guard(mutex)(&gt->replay->data_lock);
	gt->refusal = reason;
}

/**
 * xgl_replay_set_image() - replace the log of a GT
 * @gt: the GT of a replay device
 * @data: bytes of the image
 * @len: length of the image in bytes
 *
 * When the image cannot be kept, the former one stays, and the configfs attribute
 * image_status shows the reason. An image of zeroes is refused because configfs
 * passes one to this function when it cannot read the user's buffer.
 *
 * Context: process context, may sleep.
 * Return: 0; -EINVAL when the image has no bytes or only zeroes; -ENOMEM.
 */
int xgl_replay_set_image(struct xgl_replay_gt *gt, const void *data, size_t len)
{
	struct xgl_image *image;

	if (!len || !memchr_inv(data, 0, len)) {
		xgl_replay_refuse_image(gt, len ? "it has only zeroes" : "it has no bytes");
		return -EINVAL;
	}
	image = image_make(data, len);
	if (!image) {
		xgl_replay_refuse_image(gt, "not enough memory");
		return -ENOMEM;
	}
	scoped_guard(mutex, &gt->replay->data_lock) {
		swap(gt->image, image);
		gt->refusal = NULL;
		set_known_facts(gt);
	}
	image_put(image);
	return 0;
}

/**
 * xgl_replay_print_image_status() - print whether the image that was written last is kept
 * @gt: the GT of a replay device
 * @to: receives a line of text
 * @size: size of @to in bytes
 *
 * Context: process context, may sleep.
 * Return: number of bytes at @to without the terminator.
 */
size_t xgl_replay_print_image_status(struct xgl_replay_gt *gt, char *to, size_t size)
{
	char status[96];

	guard(mutex)(&gt->replay->data_lock);
	print_status(status, sizeof(status), gt->image);
	if (gt->refusal)
		return scnprintf(to, size, "refused: %s; kept: %s\n", gt->refusal, status);
	return scnprintf(to, size, "%s\n", status);
}

/**
 * xgl_replay_get_image() - get a GT's log as it was written
 * @gt: the GT of a replay device
 * @data: receives the log, or NULL to ask for the length
 * @len: number of bytes at @data: the length that was returned for NULL
 *
 * Context: process context, may sleep.
 * Return: the length of the log in bytes, or -EAGAIN when this is not @len any
 * more.
 */
ssize_t xgl_replay_get_image(struct xgl_replay_gt *gt, void *data, size_t len)
{
	size_t now;

	guard(mutex)(&gt->replay->data_lock);
	now = gt->image ? gt->image->len : 0;
	if (!data)
		return now;
	/*
	 * configfs gives its whole buffer to the reader, also a part that this function does not
	 * fill. So the length of the image must be exactly that of the buffer.
	 */
	if (now != len)
		return -EAGAIN;
	if (now)
		memcpy(data, gt->image->data, now);
	return now;
}

/**
 * xgl_replay_free_image() - free the image of a GT
 * @gt: the GT, removed from its device; a session may still read its image
 *
 * Context: process context, may sleep.
 */
void xgl_replay_free_image(struct xgl_replay_gt *gt)
{
	image_put(gt->image);
}
