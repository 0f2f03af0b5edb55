// SPDX-License-Identifier: GPL-2.0-only
#include "xgl_debugfs.h"

#include <linux/debugfs.h>
#include <linux/err.h>
#include <linux/fs.h>
#include <linux/module.h>
#include <linux/slab.h>

#include "xgl_files.h"
#include "xgl_source.h"

struct xgl_dir;

/**
 * struct node - one file, what its inode's i_private points to
 * @type: its kind
 * @dir: the directory it is in
 * @dentry: its place
 */
struct node {
	const struct xgl_file_type *type;
	struct xgl_dir *dir;
	struct dentry *dentry;
};

/**
 * struct xgl_dir - a directory of files
 * @dentry: its place
 * @set: its files' kinds
 * @src: the device's source
 * @gt: number of the GT
 * @node: its files
 */
struct xgl_dir {
	struct dentry *dentry;
	const struct xgl_file_set *set;
	struct xgl_source *src;
	unsigned int gt;
	struct node node[XGL_MAX_FILES];
};

static struct xgl_dir *root;

/* tar, cp and others believe st_size: it is never left at 0. */
static void set_size(struct inode *inode, u64 size)
{
	inode_lock(inode);
	i_size_write(inode, size);
	inode_unlock(inode);
}

/* debugfs lets no node go while this runs; afterwards none is needed. */
static int node_open(struct inode *inode, struct file *filp)
{
	const struct node *node = inode->i_private;
	struct xgl_file *file = xgl_file_open(node->type, node->dir->src,
					      node->dir->gt);

	if (IS_ERR(file))
		return PTR_ERR(file);
	set_size(inode, file->content.size);
	filp->private_data = file;
	return 0;
}

static ssize_t node_read(struct file *filp, char __user *buf, size_t len,
			 loff_t *ppos)
{
	struct xgl_file *file = filp->private_data;

	return xgl_content_read(&file->content, buf, len, ppos);
}

/* By this file's own length: the inode's is that of the latest open(). */
static loff_t node_llseek(struct file *filp, loff_t offset, int whence)
{
	struct xgl_file *file = filp->private_data;

	return fixed_size_llseek(filp, offset, whence, file->content.size);
}

static int node_release(struct inode *inode, struct file *filp)
{
	xgl_file_free(filp->private_data);
	return 0;
}

/*
 * No write, ioctl or mmap here, and no bit outside 0444 in the mode: that is
 * what lets a locked-down kernel open the files.
 */
static const struct file_operations node_fops = {
	.owner = THIS_MODULE,
	.open = node_open,
	.read = node_read,
	.llseek = node_llseek,
	.release = node_release,
};

static int create_nodes(struct xgl_dir *dir)
{
	unsigned int i;

	for (i = 0; i < dir->set->nr; i++) {
		struct node *node = &dir->node[i];

		node->type = &dir->set->type[i];
		node->dir = dir;
		node->dentry = debugfs_create_file(node->type->name, 0400,
						   dir->dentry, node,
						   &node_fops);
		if (IS_ERR(node->dentry))
			return PTR_ERR(node->dentry);
	}
	return 0;
}

/**
 * xgl_dir_create() - make a directory of files
 * @parent: where, or NULL for the module's own directory
 * @name: its name, not in use in @parent
 * @set: its files
 * @src: where they get their bytes, must outlive the directory
 * @gt: number of the GT, of no meaning for the files of a device
 *
 * Context: process context, may sleep; takes the source's locks, for the files'
 * first lengths.
 * Return: the directory, for xgl_dir_remove(), or an error pointer: -ENOMEM or
 * what debugfs gave.
 */
struct xgl_dir *xgl_dir_create(struct xgl_dir *parent, const char *name,
			       const struct xgl_file_set *set,
			       struct xgl_source *src, unsigned int gt)
{
	struct xgl_dir *dir = kzalloc(sizeof(*dir), GFP_KERNEL);
	int ret;

	if (!dir)
		return ERR_PTR(-ENOMEM);
	dir->set = set;
	dir->src = src;
	dir->gt = gt;
	if (!parent)
		parent = root;
	dir->dentry = debugfs_create_dir(name, parent ? parent->dentry : NULL);
	if (IS_ERR(dir->dentry)) {
		ret = PTR_ERR(dir->dentry);
		goto err_free;
	}
	ret = create_nodes(dir);
	if (ret)
		goto err_remove;
	xgl_dir_measure(dir);
	return dir;

err_remove:
	debugfs_remove(dir->dentry);
err_free:
	kfree(dir);
	return ERR_PTR(ret);
}

/**
 * xgl_dir_measure() - give the files the lengths that they would have now
 * @dir: the directory
 *
 * For those who look before they open. A file that cannot be opened now keeps
 * the length that it had.
 *
 * Context: process context, may sleep; takes the source's locks.
 */
void xgl_dir_measure(struct xgl_dir *dir)
{
	u64 size[XGL_MAX_FILES];
	unsigned int i;

	xgl_files_measure(dir->set, dir->src, dir->gt, size);
	for (i = 0; i < dir->set->nr; i++)
		if (size[i])
			set_size(d_inode(dir->node[i].dentry), size[i]);
}

/**
 * xgl_dir_remove() - remove a directory and its files
 * @dir: from xgl_dir_create(), or NULL; directories in it are removed before
 *
 * Waits for an open() or read() that is under way. Files that are open can be
 * closed afterwards, a read() of them fails with -EIO.
 *
 * Context: process context, may sleep; no lock is held that an open() takes,
 * that is, none that the source takes.
 */
void xgl_dir_remove(struct xgl_dir *dir)
{
	if (!dir)
		return;
	debugfs_remove(dir->dentry);
	kfree(dir);
}

/**
 * xgl_debugfs_init() - make the module's directory
 * @set: the files in it
 *
 * Context: process context, may sleep.
 * Return: 0, or what debugfs gave: without it this module is of no use.
 */
int __init xgl_debugfs_init(const struct xgl_file_set *set)
{
	struct xgl_dir *dir = xgl_dir_create(NULL, KBUILD_MODNAME, set, NULL, 0);

	if (IS_ERR(dir))
		return PTR_ERR(dir);
	root = dir;
	return 0;
}

/**
 * xgl_debugfs_measure() - give the module's files the lengths that they would have
 *
 * Context: process context, may sleep.
 */
void xgl_debugfs_measure(void)
{
	xgl_dir_measure(root);
}

/**
 * xgl_debugfs_has_file() - is a name one of the module's own files?
 * @name: the name
 *
 * Context: any.
 * Return: true when no device can have this name.
 */
bool xgl_debugfs_has_file(const char *name)
{
	unsigned int i;

	for (i = 0; i < root->set->nr; i++)
		if (!strcmp(root->set->type[i].name, name))
			return true;
	return false;
}

/**
 * xgl_debugfs_exit() - remove the module's directory
 *
 * Context: process context, may sleep; every other directory is gone.
 */
void xgl_debugfs_exit(void)
{
	xgl_dir_remove(root);
	root = NULL;
}
