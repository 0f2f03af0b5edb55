// SPDX-License-Identifier: GPL-2.0-only
/*
 * The directory /sys/kernel/config/xe_guclog/ in configfs and its attributes, with which a user
 * makes a dump of a log, freezes a device, or switches the recording of incidents on or off. They
 * are not in debugfs, because debugfs is read-only when the kernel is locked down.
 */
#include "xgl_configfs.h"

#include <linux/configfs.h>
#include <linux/fs.h>
#include <linux/kstrtox.h>
#include <linux/module.h>
#include <linux/string.h>

#include "xgl_device.h"
#include "xgl_dump.h"
#include "xgl_freeze.h"
#include "xgl_incident.h"
#include "xgl_replay.h"

/* Size in bytes of a device's name, including the terminator. */
#define MAX_NAME	64

/* Copy a device's name, which is the name of its directory in debugfs. */
static int copy_name(const char *text, size_t len, char name[MAX_NAME])
{
	if (!len || len >= MAX_NAME || memchr(text, '/', len) || memchr(text, '\0', len))
		return -EINVAL;
	memcpy(name, text, len);
	name[len] = '\0';
	return 0;
}

/* Parse "<device>/gt<N>", the path of the directory of a GT in the module's debugfs directory. */
static int parse(const char *text, size_t len, char name[MAX_NAME],
		 unsigned int *gt)
{
	if (len && text[len - 1] == '\n')
		len--;
	if (len < 5 || memcmp(text + len - 4, "/gt", 3) ||
	    text[len - 1] < '0' || text[len - 1] > '9')
		return -EINVAL;
	*gt = text[len - 1] - '0';
	return copy_name(text, len - 4, name);
}

static ssize_t root_capture_store(struct config_item *item, const char *page,
				  size_t len)
{
	struct xgl_device *dev;
	struct xgl_source *src;
	char name[MAX_NAME];
	unsigned int gt;
	int ret = parse(page, len, name, &gt);

	if (ret)
		return ret;
	dev = xgl_device_get(name, gt, &src);
	if (!dev)
		return -ENODEV;
	ret = xgl_dump_take(name, src, gt);
	xgl_device_put(dev, gt);
	return ret ?: len;
}

CONFIGFS_ATTR_WO(root_, capture);

/* Parse a device's name. */
static int parse_device(const char *text, size_t len, char name[MAX_NAME])
{
	if (len && text[len - 1] == '\n')
		len--;
	return copy_name(text, len, name);
}

static ssize_t root_freeze_store(struct config_item *item, const char *page,
				 size_t len)
{
	char name[MAX_NAME];
	int ret = parse_device(page, len, name) ?: xgl_freeze(name);

	return ret ?: len;
}

static ssize_t root_thaw_store(struct config_item *item, const char *page,
			       size_t len)
{
	char name[MAX_NAME];
	int ret = parse_device(page, len, name) ?: xgl_thaw(name);

	return ret ?: len;
}

CONFIGFS_ATTR_WO(root_, freeze);
CONFIGFS_ATTR_WO(root_, thaw);

static ssize_t root_incidents_show(struct config_item *item, char *page)
{
	return sprintf(page, "%s\n", xgl_incident_state());
}

static ssize_t root_incidents_store(struct config_item *item, const char *page,
				    size_t len)
{
	bool arm;
	int ret = kstrtobool(page, &arm);

	if (ret)
		return ret;
	xgl_incident_arm(arm);
	return len;
}

static struct configfs_attribute root_attr_incidents = {
	.ca_name = "incidents",
	.ca_owner = THIS_MODULE,
	.ca_mode = 0600,
	.show = root_incidents_show,
	.store = root_incidents_store,
};

static struct configfs_attribute *root_attrs[] = {
	&root_attr_capture,
	&root_attr_incidents,
	&root_attr_freeze,
	&root_attr_thaw,
	NULL
};

static const struct config_item_type root_type = {
	.ct_owner = THIS_MODULE,
	.ct_group_ops = XGL_REPLAY_ROOT_OPS,
	.ct_attrs = root_attrs,
};

static struct configfs_subsystem subsystem = {
	.su_group = {
		.cg_item = {
			.ci_namebuf = KBUILD_MODNAME,
			.ci_type = &root_type,
		},
	},
};

/*
 * Let only root enter the directory of this module in configfs. configfs makes its directories
 * with a mode that lets all users enter them.
 */
static void close_directory(struct dentry *dentry)
{
	struct iattr attr = { .ia_valid = ATTR_MODE, .ia_mode = S_IFDIR | 0700 };
	struct inode *inode = d_inode(dentry);

	inode_lock(inode);
	if (notify_change(&nop_mnt_idmap, dentry, &attr, NULL))
		pr_notice("%s: its directory in configfs could not be restricted to root\n",
			  KBUILD_MODNAME);
	inode_unlock(inode);
}

/**
 * xgl_configfs_init() - make the module's directory in configfs
 *
 * After this call, userspace can use all parts of the module. Therefore xgl_init() calls it
 * last.
 *
 * Context: process context, may sleep.
 * Return: 0 or the error of configfs.
 */
int __init xgl_configfs_init(void)
{
	int ret;

	xgl_replay_attrs_init();
	config_group_init(&subsystem.su_group);
	mutex_init(&subsystem.su_mutex);
	ret = configfs_register_subsystem(&subsystem);
	if (!ret)
		close_directory(subsystem.su_group.cg_item.ci_dentry);
	return ret;
}

/**
 * xgl_configfs_exit() - remove the module's directory in configfs
 *
 * The directory has no subdirectories any more: each holds a reference to the module.
 *
 * Context: process context, may sleep.
 */
void xgl_configfs_exit(void)
{
	configfs_unregister_subsystem(&subsystem);
	mutex_destroy(&subsystem.su_mutex);
}
