// SPDX-License-Identifier: GPL-2.0-only
/*
 * For tests only. Shows the bytes of a finished LFD file in two debugfs files. bench.sh compares
 * the time to read each of them with the time to read the module's guc_log_lfd.
 *
 *  seq   a single_open() seq_file that captures the log in show() and then
 *        writes the file, as Linux 7.3 does. It captures again for each doubling
 *        of seq_file's buffer.
 *  blob  debugfs_create_blob() of the finished bytes: as fast as a file in
 *        debugfs can be.
 */
#include <linux/debugfs.h>
#include <linux/err.h>
#include <linux/fs.h>
#include <linux/module.h>
#include <linux/seq_file.h>
#include <linux/sizes.h>
#include <linux/slab.h>
#include <linux/vmalloc.h>

static char *raw;
module_param(raw, charp, 0400);
MODULE_PARM_DESC(raw, "file with the log buffer that is captured");

static char *lfd;
module_param(lfd, charp, 0400);
MODULE_PARM_DESC(lfd, "file with the finished LFD file");

static struct debugfs_blob_wrapper raw_blob, lfd_blob;
static struct dentry *dir;
static u64 captures, copied;

static int read_file(const char *path, struct debugfs_blob_wrapper *blob)
{
	struct file *file = filp_open(path, O_RDONLY, 0);
	loff_t pos = 0;
	ssize_t n;

	if (IS_ERR(file))
		return PTR_ERR(file);
	blob->size = i_size_read(file_inode(file));
	blob->data = vmalloc(blob->size);
	n = blob->data ? 1 : -ENOMEM;
	while (n > 0 && pos < blob->size)
		n = kernel_read(file, blob->data + pos, blob->size - pos, &pos);
	filp_close(file, NULL);
	if (n <= 0) {
		vfree(blob->data);
		blob->data = NULL;
		return n ?: -EIO;
	}
	return 0;
}

/*
 * Copy the whole log buffer, with the state capture region, in pieces of 2 MiB. Store the number of
 * pieces in @nr. Return: an array of pointers to the pieces.
 */
static void **capture(unsigned int *nr)
{
	unsigned int i, want = DIV_ROUND_UP(raw_blob.size, SZ_2M);
	void **piece = kcalloc(want, sizeof(*piece), GFP_KERNEL);
	size_t len;

	for (i = 0; piece && i < want; i++) {
		len = min_t(size_t, SZ_2M, raw_blob.size - (size_t)i * SZ_2M);
		piece[i] = kvmalloc(len, GFP_KERNEL);
		if (!piece[i])
			break;
		memcpy(piece[i], raw_blob.data + (size_t)i * SZ_2M, len);
		copied += len;
	}
	*nr = i;
	captures++;
	return piece;
}

static int seq_show(struct seq_file *m, void *unused)
{
	unsigned int nr;
	void **piece = capture(&nr);
	size_t pos, len;

	for (pos = 0; pos < lfd_blob.size; pos += len) {
		len = min_t(size_t, SZ_2M, lfd_blob.size - pos);
		seq_write(m, lfd_blob.data + pos, len);
	}
	while (piece && nr)
		kvfree(piece[--nr]);
	kfree(piece);
	return 0;
}

static int seq_open_file(struct inode *inode, struct file *file)
{
	return single_open(file, seq_show, NULL);
}

static const struct file_operations seq_fops = {
	.owner = THIS_MODULE,
	.open = seq_open_file,
	.read = seq_read,
	.llseek = seq_lseek,
	.release = single_release,
};

static int __init bench_init(void)
{
	int ret;

	if (!raw || !lfd)
		return -EINVAL;
	ret = read_file(raw, &raw_blob);
	if (ret)
		return ret;
	ret = read_file(lfd, &lfd_blob);
	if (ret)
		goto err_raw;
	dir = debugfs_create_dir(KBUILD_MODNAME, NULL);
	if (IS_ERR(dir)) {
		ret = PTR_ERR(dir);
		goto err_lfd;
	}
	debugfs_create_file("seq", 0400, dir, NULL, &seq_fops);
	debugfs_create_blob("blob", 0400, dir, &lfd_blob);
	debugfs_create_u64("captures", 0400, dir, &captures);
	debugfs_create_u64("copied_bytes", 0400, dir, &copied);
	return 0;

err_lfd:
	vfree(lfd_blob.data);
err_raw:
	vfree(raw_blob.data);
	return ret;
}

static void __exit bench_exit(void)
{
	debugfs_remove(dir);
	vfree(lfd_blob.data);
	vfree(raw_blob.data);
}

module_init(bench_init);
module_exit(bench_exit);

MODULE_AUTHOR("xe-guclog developers");
MODULE_DESCRIPTION("Other files with the same bytes, to compare with");
MODULE_LICENSE("GPL");
