// SPDX-License-Identifier: GPL-2.0-only
#include "xgl_debugfs.h"

#include <linux/cleanup.h>
#include <linux/debugfs.h>
#include <linux/err.h>
#include <linux/fs.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/slab.h>

#include "xgl_files.h"
#include "xgl_last.h"
#include "xgl_source.h"
#include "xgl_stream.h"

struct xgl_dir;

/**
 * struct node - one file of a directory; the i_private of the file's inode points
 * to this structure
 * @type: kind of the file
 * @dir: the directory that contains the file
 * @dentry: dentry of the file
 * @frozen: while the directory is frozen (see xgl_freeze.h), the content that every open()
 *	of the file gets, or an error pointer with the error of every open(). NULL while
 *	the directory is not frozen
 */
struct node {
	const struct xgl_file_type *type;
	struct xgl_dir *dir;
	struct dentry *dentry;
	struct xgl_file *frozen;
};

/**
 * struct xgl_dir - a directory of files: of the module, of a device or of a GT
 * @dentry: dentry of the directory
 * @set: kinds of the files
 * @src: source of the device's logs
 * @gt: number of the GT
 * @lock: protects the frozen files; innermost lock of this module, held briefly
 * @node: the files in the directory, in the order of @set
 */
struct xgl_dir {
	struct dentry *dentry;
	const struct xgl_file_set *set;
	struct xgl_source *src;
	unsigned int gt;
	struct mutex lock; /* protects the frozen files */
	struct node node[XGL_MAX_FILES];
};

/* The module's own directory, which contains the directories of the devices. */
static struct xgl_dir *root;

/* The module's own directory could be made, so debugfs can be used. */
static bool is_usable = true;

/* Set the length of a file in its inode, because tar, cp and other tools copy st_size bytes. */
static void set_size(struct inode *inode, u64 size)
{
	inode_lock(inode);
	i_size_write(inode, size);
	inode_unlock(inode);
}

static struct xgl_file *get_frozen(const struct node *node)
{
	guard(mutex)(&node->dir->lock);
	return IS_ERR_OR_NULL(node->frozen) ? node->frozen : xgl_file_get(node->frozen);
}

/*
 * Set the length of a file to that of the content @file, which an open() has made or got. But if
 * the directory was frozen meanwhile, the file must keep the length of its frozen content.
 */
static void set_open_size(const struct node *node, struct inode *inode,
			  const struct xgl_file *file)
{
	guard(mutex)(&node->dir->lock);
	if (!node->frozen || node->frozen == file)
		set_size(inode, file->content.size);
}

static bool is_frozen(struct xgl_dir *dir)
{
	guard(mutex)(&dir->lock);
	return dir->node[0].frozen;
}

/*
 * debugfs does not remove the file while this function runs, so the struct node exists.
 * After open(), the open file does not use the struct node any more.
 */
static int node_open(struct inode *inode, struct file *filp)
{
	const struct node *node = inode->i_private;
	struct xgl_file *file = get_frozen(node);

	if (!file)
		file = xgl_file_open(node->type, node->dir->src, node->dir->gt);
	if (IS_ERR(file))
		return PTR_ERR(file);
	set_open_size(node, inode, file);
	filp->private_data = file;
	return 0;
}

static ssize_t node_read(struct file *filp, char __user *buf, size_t len,
			 loff_t *ppos)
{
	struct xgl_file *file = filp->private_data;

	return xgl_content_read(&file->content, buf, len, ppos);
}

/*
 * Use the length of the content of this open file. The length in the inode was set by the
 * latest open(), for which another content may have been made.
 */
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
 * A locked-down kernel opens a debugfs file only when its file_operations have no
 * write, ioctl or mmap, and its mode has no bit outside 0444.
 */
static const struct file_operations node_fops = {
	.owner = THIS_MODULE,
	.open = node_open,
	.read = node_read,
	.llseek = node_llseek,
	.release = node_release,
};

/*
 * A stream never ends, so a tool that copies a whole directory would never end either. While
 * a device is frozen (see xgl_freeze.h), its streams are empty, so that tools can copy its
 * directories.
 */
static int node_stream_open(struct inode *inode, struct file *filp)
{
	struct xgl_dir *dir = inode->i_private;
	struct xgl_stream *s;

	s = is_frozen(dir) ? xgl_stream_open_empty() : xgl_stream_open(dir->src, dir->gt);
	if (IS_ERR(s))
		return PTR_ERR(s);
	filp->private_data = s;
	return stream_open(inode, filp);
}

static ssize_t node_stream_read(struct file *filp, char __user *buf, size_t len, loff_t *ppos)
{
	return xgl_stream_read(filp->private_data, buf, len, filp->f_flags & O_NONBLOCK);
}

static __poll_t node_stream_poll(struct file *filp, poll_table *table)
{
	return xgl_stream_poll(filp->private_data, filp, table);
}

static int node_stream_release(struct inode *inode, struct file *filp)
{
	xgl_stream_free(filp->private_data);
	return 0;
}

static const struct file_operations stream_fops = {
	.owner = THIS_MODULE,
	.open = node_stream_open,
	.read = node_stream_read,
	.poll = node_stream_poll,
	.release = node_stream_release,
};

static int create_stream(struct xgl_dir *dir)
{
	if (dir->set != &xgl_gt_files)
		return 0;
	return PTR_ERR_OR_ZERO(debugfs_create_file(XGL_STREAM_NAME, 0400, dir->dentry, dir,
						   &stream_fops));
}

/*
 * Open the file with the last log of the GT (see xgl_last.h). The file is empty while there is no
 * such log.
 */
static int node_last_open(struct inode *inode, struct file *filp)
{
	const struct xgl_dir *dir = inode->i_private;
	struct xgl_file *file = xgl_file_open_last(dir->src, dir->gt);

	if (IS_ERR(file))
		return PTR_ERR(file);
	set_size(inode, file->content.size);
	filp->private_data = file;
	return 0;
}

static const struct file_operations last_fops = {
	.owner = THIS_MODULE,
	.open = node_last_open,
	.read = node_read,
	.llseek = node_llseek,
	.release = node_release,
};

static int create_last(struct xgl_dir *dir)
{
	struct xgl_file *file;
	struct dentry *dentry;

	if ((dir->set != &xgl_gt_files && dir->set != &xgl_gone_gt_files) ||
	    !dir->src->ops->last)
		return 0;
	dentry = debugfs_create_file(XGL_LAST_NAME, 0400, dir->dentry, dir, &last_fops);
	if (IS_ERR(dentry))
		return PTR_ERR(dentry);
	file = xgl_file_open_last(dir->src, dir->gt);
	if (IS_ERR(file))
		return PTR_ERR(file);
	set_size(d_inode(dentry), file->content.size);
	xgl_file_free(file);
	return 0;
}

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
	return create_last(dir) ?: create_stream(dir);
}

/**
 * xgl_dir_create() - make a directory of files
 * @parent: the parent directory, or NULL for the module's own directory
 * @name: name of the directory; no file or directory in @parent has this name
 * @set: the files of the directory
 * @src: source of the device's logs; must exist as long as the directory
 * @gt: number of the GT; ignored for the files of a device
 *
 * Context: process context, may sleep; takes the source's locks to find the
 * files' initial lengths.
 * Return: the directory, which the caller must remove with xgl_dir_remove(); or NULL if debugfs
 * cannot be used, so the module has no files; or an error pointer with -ENOMEM or the error of
 * debugfs.
 */
struct xgl_dir *xgl_dir_create(struct xgl_dir *parent, const char *name,
			       const struct xgl_file_set *set,
			       struct xgl_source *src, unsigned int gt)
{
	struct xgl_dir *dir;
	int ret;

	if (!is_usable)
		return NULL;
	dir = kzalloc(sizeof(*dir), GFP_KERNEL);
	if (!dir)
		return ERR_PTR(-ENOMEM);
	dir->set = set;
	dir->src = src;
	dir->gt = gt;
	mutex_init(&dir->lock);
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
 * xgl_dir_measure() - set st_size of the files to the lengths that their content has now
 * @dir: from xgl_dir_create(), or NULL
 *
 * If the length of a file's content is unknown now, st_size does not change. The same is
 * true for frozen files.
 *
 * Context: process context, may sleep; takes the source's locks.
 */
void xgl_dir_measure(struct xgl_dir *dir)
{
	u64 size[XGL_MAX_FILES];
	unsigned int i;

	if (!dir)
		return;
	xgl_files_measure(dir->set, dir->src, dir->gt, size);
	guard(mutex)(&dir->lock);
	for (i = 0; i < dir->set->nr; i++)
		if (size[i] && !dir->node[i].frozen)
			set_size(d_inode(dir->node[i].dentry), size[i]);
}

/**
 * xgl_dir_remove() - remove a directory and its files
 * @dir: from xgl_dir_create(), or NULL; its subdirectories must have been
 *	removed
 *
 * The function waits for every open() and read() that is in progress.
 * Afterwards, files that are still open can be closed, but their read() fails with -EIO.
 *
 * Context: process context, may sleep; the caller holds no lock that an open()
 * takes, that is, no lock of the source.
 */
void xgl_dir_remove(struct xgl_dir *dir)
{
	if (!dir)
		return;
	debugfs_remove(dir->dentry);
	xgl_dir_thaw(dir);
	mutex_destroy(&dir->lock);
	kfree(dir);
}

/* Set node->frozen to @file. Return: the former value of node->frozen. */
static struct xgl_file *set_frozen(struct node *node, struct xgl_file *file)
{
	guard(mutex)(&node->dir->lock);
	swap(node->frozen, file);
	return file;
}

/**
 * xgl_dir_freeze() - freeze the files of a directory
 * @dir: from xgl_dir_create()
 * @facts: for the directory of a device: the facts of the device
 * @snap: for the directory of a GT: the snapshot of its log, or an error pointer. In the
 *	latter case every open() of its files fails with this error
 *
 * Until xgl_dir_thaw() is called, every open() of a file returns the same content, and
 * st_size is the exact length of this content. Files that are already open do not change.
 *
 * Context: process context, may sleep; calls for one directory must not
 * overlap.
 * Return: 0, or -ENOMEM. After an error, some of the files may be frozen.
 */
int xgl_dir_freeze(struct xgl_dir *dir, const struct xgl_facts *facts,
		   struct xgl_snapshot *snap)
{
	unsigned int i;

	for (i = 0; i < dir->set->nr; i++) {
		struct node *node = &dir->node[i];
		struct xgl_file *file = IS_ERR(snap) ? ERR_CAST(snap) :
					xgl_file_make(node->type, facts, snap), *old;
		u64 size = IS_ERR(file) ? 0 : file->content.size;

		if (IS_ERR(file) && !IS_ERR(snap))
			return PTR_ERR(file);
		old = set_frozen(node, file);
		if (!IS_ERR_OR_NULL(old))
			xgl_file_free(old);
		set_size(d_inode(node->dentry), size);
	}
	return 0;
}

/**
 * xgl_dir_thaw() - end the freeze of a directory's files
 * @dir: the directory, which need not be frozen
 *
 * Context: process context, may sleep.
 */
void xgl_dir_thaw(struct xgl_dir *dir)
{
	unsigned int i;

	for (i = 0; i < dir->set->nr; i++) {
		struct xgl_file *old = set_frozen(&dir->node[i], NULL);

		if (!IS_ERR_OR_NULL(old))
			xgl_file_free(old);
	}
}

/**
 * xgl_debugfs_init() - make the module's own directory in debugfs
 * @set: the files in it
 *
 * If debugfs cannot be used, for example because it is switched off, the module has no files, but
 * still records incidents.
 *
 * Context: process context, may sleep.
 */
void __init xgl_debugfs_init(const struct xgl_file_set *set)
{
	struct xgl_dir *dir = xgl_dir_create(NULL, KBUILD_MODNAME, set, NULL, 0);

	if (IS_ERR(dir)) {
		is_usable = false;
		pr_notice("%s: hangs are recorded, but there are no files in debugfs: error %ld\n",
			  KBUILD_MODNAME, PTR_ERR(dir));
		return;
	}
	root = dir;
}

/**
 * xgl_debugfs_measure() - set st_size of the files in the module's own directory
 *
 * Context: process context, may sleep.
 */
void xgl_debugfs_measure(void)
{
	xgl_dir_measure(root);
}

/**
 * xgl_debugfs_has_file() - check whether the module has a file with a name
 * @name: the name that is searched for
 *
 * Context: any.
 * Return: true if there is such a file, so no device's directory can have this name.
 */
bool xgl_debugfs_has_file(const char *name)
{
	unsigned int i;

	for (i = 0; root && i < root->set->nr; i++)
		if (!strcmp(root->set->type[i].name, name))
			return true;
	return false;
}

/**
 * xgl_debugfs_exit() - remove the module's own directory in debugfs
 *
 * Context: process context, may sleep; every other directory must have been
 * removed.
 */
void xgl_debugfs_exit(void)
{
	xgl_dir_remove(root);
	root = NULL;
}
