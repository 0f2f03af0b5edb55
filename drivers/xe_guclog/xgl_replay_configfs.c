// SPDX-License-Identifier: GPL-2.0-only
/*
 * The configfs directories of replay devices: mkdir makes a device or a GT,
 * rmdir removes it.
 */
#include <linux/ctype.h>
#include <linux/err.h>
#include <linux/fs.h>
#include <linux/module.h>
#include <linux/slab.h>

#include "xgl_debugfs.h"
#include "xgl_replay.h"

#define MAX_NAME	63

static void gt_release(struct config_item *item)
{
	struct xgl_replay_gt *gt = xgl_to_replay_gt(item);

	xgl_replay_free_image(gt);
	kfree(gt);
}

static struct configfs_item_operations gt_item_ops = {
	.release = gt_release,
};

static const struct config_item_type gt_type = {
	.ct_owner = THIS_MODULE,
	.ct_item_ops = &gt_item_ops,
	.ct_attrs = xgl_replay_gt_attrs,
	.ct_bin_attrs = xgl_replay_gt_bin_attrs,
};

static struct xgl_replay_gt *gt_make(struct xgl_replay *replay, unsigned int id)
{
	struct xgl_replay_gt *gt = kzalloc(sizeof(*gt), GFP_KERNEL);
	char name[16];
	int ret;

	if (!gt)
		return ERR_PTR(-ENOMEM);
	gt->replay = replay;
	gt->id = id;
	snprintf(name, sizeof(name), "gt%u", id);
	config_group_init_type_name(&gt->group, name, &gt_type);
	xgl_replay_start_gt(gt);
	ret = xgl_replay_add_gt(replay, gt);
	if (!ret)
		return gt;
	config_group_put(&gt->group);
	return ERR_PTR(ret);
}

/* Make a GT of a device. The GT gt0 cannot be made here: root_make_group() makes it. */
static struct config_group *device_make_group(struct config_group *group,
					      const char *name)
{
	struct xgl_replay *replay = xgl_to_replay(&group->cg_item);
	struct xgl_replay_gt *gt;

	if (strlen(name) != 3 || strncmp(name, "gt", 2) || name[2] < '1' ||
	    name[2] >= '0' + XGL_MAX_GTS)
		return ERR_PTR(-EINVAL);
	gt = gt_make(replay, name[2] - '0');
	return IS_ERR(gt) ? ERR_CAST(gt) : &gt->group;
}

static void device_drop_item(struct config_group *group,
			     struct config_item *item)
{
	xgl_replay_remove_gt(xgl_to_replay(&group->cg_item),
			     xgl_to_replay_gt(item));
	config_item_put(item);
}

static void device_release(struct config_item *item)
{
	struct xgl_replay *replay = xgl_to_replay(item);

	mutex_destroy(&replay->data_lock);
	mutex_destroy(&replay->live_lock);
	kfree(replay);
}

static struct configfs_group_operations device_group_ops = {
	.make_group = device_make_group,
	.drop_item = device_drop_item,
};

static struct configfs_item_operations device_item_ops = {
	.release = device_release,
};

static const struct config_item_type device_type = {
	.ct_owner = THIS_MODULE,
	.ct_item_ops = &device_item_ops,
	.ct_group_ops = &device_group_ops,
	.ct_attrs = xgl_replay_device_attrs,
};

/* Check the name of a device, which also becomes the name of a directory in debugfs. */
static bool name_is_fine(const char *name)
{
	size_t len = strlen(name);
	size_t i;

	for (i = 0; i < len; i++)
		if (!isascii(name[i]) ||
		    (!isalnum(name[i]) && !strchr(".:_-", name[i])))
			return false;
	return len <= MAX_NAME;
}

static struct config_group *root_make_group(struct config_group *group,
					    const char *name)
{
	struct xgl_replay *replay;
	struct xgl_replay_gt *gt;

	if (!name_is_fine(name))
		return ERR_PTR(-EINVAL);
	/*
	 * If a file of this module in debugfs has this name, the device could never get a
	 * directory with the name there.
	 */
	if (xgl_debugfs_has_file(name))
		return ERR_PTR(-EEXIST);
	replay = kzalloc(sizeof(*replay), GFP_KERNEL);
	if (!replay)
		return ERR_PTR(-ENOMEM);
	config_group_init_type_name(&replay->group, name, &device_type);
	xgl_replay_start(replay);
	/*
	 * If configfs has no memory for a long name, it leaves the name NULL and returns no error.
	 */
	gt = config_item_name(&replay->group.cg_item) ? gt_make(replay, 0) :
							ERR_PTR(-ENOMEM);
	if (IS_ERR(gt)) {
		config_group_put(&replay->group);
		return ERR_CAST(gt);
	}
	configfs_add_default_group(&gt->group, &replay->group);
	return &replay->group;
}

static void root_drop_item(struct config_group *group, struct config_item *item)
{
	struct xgl_replay *replay = xgl_to_replay(item);

	xgl_replay_set_live(replay, false);
	xgl_replay_remove_gt(replay, replay->gt[0]);
	configfs_remove_default_groups(&replay->group);
	config_item_put(item);
}

struct configfs_group_operations xgl_replay_root_ops = {
	.make_group = root_make_group,
	.drop_item = root_drop_item,
};
