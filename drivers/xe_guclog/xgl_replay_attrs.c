// SPDX-License-Identifier: GPL-2.0-only
/*
 * The configfs attributes of replay devices and of their GTs: one for each fact, generated
 * from the list of facts GUC_FACTS(), and a few others. Only root may read a log, so the
 * attributes have no permission bits for other users.
 */
#include <linux/cleanup.h>
#include <linux/kstrtox.h>
#include <linux/module.h>
#include <linux/sched.h>

#include "guc_text.h"
#include "xgl_replay.h"

/*
 * The facts (named values, see guc_facts.h) of a configfs directory, which belongs to a
 * replay device or to one of its GTs, and the device, whose data_lock protects the facts.
 */
struct place {
	struct guc_facts *facts;
	struct xgl_replay *replay;
};

static struct place find_place(struct config_item *item, enum guc_fact_id id)
{
	struct xgl_replay_gt *gt;
	struct xgl_replay *replay;

	if (guc_fact_is_gt(id)) {
		gt = xgl_to_replay_gt(item);
		return (struct place){ &gt->facts, gt->replay };
	}
	replay = xgl_to_replay(item);
	return (struct place){ &replay->facts, replay };
}

static ssize_t show(struct config_item *item, enum guc_fact_id id, char *page)
{
	struct guc_text text = { .buf = page, .size = PAGE_SIZE };
	struct place place = find_place(item, id);

	guard(mutex)(&place.replay->data_lock);
	guc_fact_print(&text, place.facts, id);
	guc_text_add(&text, "\n");
	return text.len;
}

static int set_fact(struct place place, enum guc_fact_id id, const char *value,
		    size_t len)
{
	guard(mutex)(&place.replay->data_lock);
	if (len)
		return guc_facts_set(place.facts, id, value, len);
	guc_facts_clear(place.facts, id);
	return 0;
}

/*
 * Set the fact @id. An empty value makes the fact unknown, and show() prints an unknown fact
 * as an empty line.
 */
static ssize_t store(struct config_item *item, enum guc_fact_id id,
		     const char *page, size_t len)
{
	size_t used = len && page[len - 1] == '\n' ? len - 1 : len;
	struct place place = find_place(item, id);
	int ret = set_fact(place, id, page, used);

	if (ret)
		return ret;
	xgl_replay_changed(place.replay);
	return len;
}

#define X(scope, in_comment, kind, type, key) \
static ssize_t key##_show(struct config_item *item, char *page) \
{ \
	return show(item, GUC_FACT_##key, page); \
} \
\
static ssize_t key##_store(struct config_item *item, const char *page, \
			   size_t len) \
{ \
	return store(item, GUC_FACT_##key, page, len); \
}

GUC_FACTS(X)
#undef X

static struct configfs_attribute facts[GUC_FACT_COUNT] = {
#define X(scope, in_comment, kind, type, key) \
	[GUC_FACT_##key] = { \
		.ca_name = #key, \
		.ca_owner = THIS_MODULE, \
		.ca_mode = 0600, \
		.show = key##_show, \
		.store = key##_store, \
	},
	GUC_FACTS(X)
#undef X
};

static ssize_t device_live_show(struct config_item *item, char *page)
{
	return sprintf(page, "%d\n", xgl_replay_is_live(xgl_to_replay(item)));
}

static ssize_t device_live_store(struct config_item *item, const char *page,
				 size_t len)
{
	bool live;
	int ret = kstrtobool(page, &live);

	if (!ret)
		ret = xgl_replay_set_live(xgl_to_replay(item), live);
	return ret ?: len;
}

static struct configfs_attribute device_attr_live = {
	.ca_name = "live",
	.ca_owner = THIS_MODULE,
	.ca_mode = 0600,
	.show = device_live_show,
	.store = device_live_store,
};

static ssize_t gt_captures_show(struct config_item *item, char *page)
{
	struct xgl_replay_gt *gt = xgl_to_replay_gt(item);

	guard(mutex)(&gt->replay->data_lock);
	return sprintf(page, "%llu\n", gt->captures);
}

static ssize_t gt_copied_bytes_show(struct config_item *item, char *page)
{
	struct xgl_replay_gt *gt = xgl_to_replay_gt(item);

	guard(mutex)(&gt->replay->data_lock);
	return sprintf(page, "%llu\n", gt->copied);
}

static ssize_t gt_image_status_show(struct config_item *item, char *page)
{
	return xgl_replay_print_image_status(xgl_to_replay_gt(item), page, PAGE_SIZE);
}

#define GT_ATTR_RO(name) \
static struct configfs_attribute gt_attr_##name = { \
	.ca_name = #name, \
	.ca_owner = THIS_MODULE, \
	.ca_mode = 0400, \
	.show = gt_##name##_show, \
}

GT_ATTR_RO(captures);
GT_ATTR_RO(copied_bytes);
GT_ATTR_RO(image_status);

static ssize_t gt_image_read(struct config_item *item, void *data, size_t len)
{
	return xgl_replay_get_image(xgl_to_replay_gt(item), data, len);
}

/* Return: whether a signal has killed this task, which is now closing its files. */
static bool is_being_killed(void)
{
	return current->flags & PF_EXITING && current->exit_code & 0x7f;
}

/*
 * configfs calls this function in the close() of the file, with all bytes that were written
 * to it, and ignores the result. If a process is being killed, it may have written only a
 * part of its image, so refuse the image.
 */
static ssize_t gt_image_write(struct config_item *item, const void *data,
			      size_t len)
{
	struct xgl_replay_gt *gt = xgl_to_replay_gt(item);
	int ret;

	if (is_being_killed()) {
		xgl_replay_refuse_image(gt, "its writer was killed");
		return -EINTR;
	}
	ret = xgl_replay_set_image(gt, data, len);
	if (ret)
		return ret;
	xgl_replay_changed(gt->replay);
	return len;
}

static struct configfs_bin_attribute gt_attr_image = {
	.cb_attr = {
		.ca_name = "image",
		.ca_owner = THIS_MODULE,
		.ca_mode = 0600,
	},
	.cb_max_size = XGL_MAX_LOG,
	.read = gt_image_read,
	.write = gt_image_write,
};

/*
 * The attributes of a device, and those of a GT. xgl_replay_attrs_init() adds the facts to both
 * arrays; the last element of each array stays NULL.
 */
struct configfs_attribute *xgl_replay_device_attrs[GUC_FACT_COUNT + 2] = {
	&device_attr_live,
};

struct configfs_attribute *xgl_replay_gt_attrs[GUC_FACT_COUNT + 4] = {
	&gt_attr_captures,
	&gt_attr_copied_bytes,
	&gt_attr_image_status,
};

struct configfs_bin_attribute *xgl_replay_gt_bin_attrs[] = {
	&gt_attr_image,
	NULL
};

/**
 * xgl_replay_attrs_init() - add the facts to the lists of attributes
 *
 * Context: process context, before the lists are used.
 */
void __init xgl_replay_attrs_init(void)
{
	/* This module sets these facts itself, so userspace can only read them. */
	static const enum guc_fact_id known[] __initconst = {
		GUC_FACT_gt, GUC_FACT_status, GUC_FACT_log_bytes
	};
	struct configfs_attribute **device = &xgl_replay_device_attrs[1];
	struct configfs_attribute **gt = &xgl_replay_gt_attrs[3];
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(known); i++)
		facts[known[i]].ca_mode = 0400;
	for (i = 0; i < GUC_FACT_COUNT; i++)
		if (guc_fact_is_gt(i))
			*gt++ = &facts[i];
		else
			*device++ = &facts[i];
}
