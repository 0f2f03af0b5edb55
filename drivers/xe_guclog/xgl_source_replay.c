// SPDX-License-Identifier: GPL-2.0-only
/*
 * The source of replay devices (see xgl_replay.h). Images are reference counted: a session
 * reads the same image until it ends, even if userspace writes another one meanwhile.
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
 * Set @wanted to the length in bytes that the log buffer had according to the states of its regions
 * in an image, or to 0 if the image has no states. Return: 0 or -ENOMEM.
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
 * Copy an image. The user determines its size, so use the allocation flags XGL_GFP_USER.
 * Return: the copy, or NULL if there is no memory.
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
 * @replay: zeroed by the caller. When the function returns, its source can be used, and
 *	the device has the facts source, driver and kernel
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
 * xgl_replay_start_gt() - initialize a GT of a replay device; it has no log at first
 * @gt: zeroed by the caller, except for its configfs group, device and number
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
 * @reason: why the image that userspace has written is not kept, a constant string
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
 * If the image cannot be kept, the former one stays, and the configfs attribute
 * image_status shows the reason. An image of zeroes is refused, because configfs passes
 * zeroes to this function if it could not read the user's buffer.
 *
 * Context: process context, may sleep.
 * Return: 0; or -EINVAL if the image has no bytes or only zeroes; or -ENOMEM.
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
 * xgl_replay_print_image_status() - print whether the image that userspace wrote last was
 * kept, and whether the image that is kept is complete
 * @gt: the GT of a replay device
 * @to: receives a line of text
 * @size: size of @to in bytes
 *
 * Context: process context, may sleep.
 * Return: length of the line in bytes without the terminator.
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
 * xgl_replay_get_image() - get the image of a GT, as userspace has written it
 * @gt: the GT of a replay device
 * @data: receives the image, or NULL to get only its length
 * @len: length of @data in bytes: the value that this function returned for a @data of NULL
 *
 * Context: process context, may sleep.
 * Return: the length of the image in bytes, or -EAGAIN if the length is not @len any more.
 */
ssize_t xgl_replay_get_image(struct xgl_replay_gt *gt, void *data, size_t len)
{
	size_t now;

	guard(mutex)(&gt->replay->data_lock);
	now = gt->image ? gt->image->len : 0;
	if (!data)
		return now;
	/*
	 * configfs gives its whole buffer to the user, even if this function fills only a part of
	 * it. So the image must be exactly as long as the buffer.
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
