// SPDX-License-Identifier: GPL-2.0-only
/*
 * The layout of xe's structures: the offsets and sizes of the fields, from the type
 * information (BTF) of the loaded xe. The layout is read when the first device is found,
 * and dropped when another xe is being loaded. At that time no device can be bound to the
 * new xe yet, so no reader uses a wrong layout.
 *
 * An xe that was built without the kernel's vmlinux has no BTF. Then the BTF is read from the
 * firmware file xe_guclog/xe-BUILD_ID.btf, which root can make from the debug information of this
 * xe with xe-guclog-btf(8). The build id in the name ties the file to the loaded xe.
 */
#include <linux/cleanup.h>
#include <linux/dcache.h>
#include <linux/elf.h>
#include <linux/err.h>
#include <linux/firmware.h>
#include <linux/fs.h>
#include <linux/magic.h>
#include <linux/security.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/vmalloc.h>

#include "guc_text.h"
#include "xgl_compat.h"
#include "xgl_files.h"
#include "xgl_xe.h"

#define SYSFS		"/sys"
#define BTF_DIR		"/kernel/btf/"	/* in sysfs */
#define BUILD_ID_NOTE	"/module/" XGL_XE_DRIVER "/notes/.note.gnu.build-id"	/* in sysfs */
#define BUILD_ID_MAX	20u	/* maximum length of a build id, bytes */
#define NOTE_BUILD_ID	3u	/* type of the ELF note "GNU" with the build id */
#define MAX_BTF		SZ_64M	/* maximum length of type information */
#define MAX_TRIES	4

/*
 * Protects the variables below. The lock is held briefly. No other lock is taken while it is held.
 */
static DEFINE_MUTEX(lock);
static struct xgl_xe_layout *current_layout;
/* How often the layout was dropped (invalidated), which happens when xe is being loaded. */
static unsigned int generation;

static void layout_release(struct kref *ref)
{
	kvfree(container_of(ref, struct xgl_xe_layout, ref));
}

/**
 * xgl_xe_layout_get() - get the layout of the loaded xe
 *
 * If the caller holds the lock of a device that is bound to xe, the result is
 * the layout of the xe that drives this device.
 *
 * Context: process context, may sleep.
 * Return: the layout, which the caller must release with xgl_xe_layout_put(), or NULL if
 * it has not been read yet.
 */
struct xgl_xe_layout *xgl_xe_layout_get(void)
{
	guard(mutex)(&lock);
	if (current_layout)
		kref_get(&current_layout->ref);
	return current_layout;
}

/**
 * xgl_xe_layout_put() - drop a reference to a layout
 * @layout: from xgl_xe_layout_get(), or NULL
 *
 * Context: process context, may sleep.
 */
void xgl_xe_layout_put(struct xgl_xe_layout *layout)
{
	if (layout)
		kref_put(&layout->ref, layout_release);
}

/**
 * xgl_xe_layout_invalidate() - drop the current layout, because another xe is being loaded
 * or this module is being unloaded
 *
 * Context: process context, may sleep briefly.
 */
void xgl_xe_layout_invalidate(void)
{
	struct xgl_xe_layout *old;

	scoped_guard(mutex, &lock) {
		old = current_layout;
		current_layout = NULL;
		generation++;
	}
	xgl_xe_layout_put(old);
}

/*
 * The offsets in the type information determine what this module reads and shows. Root can
 * mount another file over the file with the type information, even on a locked-down
 * kernel, so check that the file is the one that the kernel provides in sysfs.
 */
static bool is_in_sysfs(const struct file *file, const char *path)
{
	char buf[64];
	const char *real;

	if (file_inode(file)->i_sb->s_magic != SYSFS_MAGIC)
		return false;
	real = dentry_path_raw(file->f_path.dentry, buf, sizeof(buf));
	return !IS_ERR(real) && !strcmp(real, path);
}

/* Open a file of sysfs; @path begins with SYSFS. */
static struct file *open_sysfs(const char *path)
{
	struct file *file = ERR_PTR(-ENOENT);

	xgl_with_init_fs()
		file = filp_open(path, O_RDONLY, 0);
	if (IS_ERR(file) || is_in_sysfs(file, path + strlen(SYSFS)))
		return file;
	filp_close(file, NULL);
	return ERR_PTR(-EPERM);
}

/*
 * Read a whole file. kernel_read_file() is not used, because the IPE security module
 * warns when a file is read with it for an unknown purpose.
 */
static int read_file(struct file *file, struct guc_view *data)
{
	loff_t pos = 0, size = i_size_read(file_inode(file));
	u8 *to;

	if (size <= 0 || size > MAX_BTF)
		return -EFBIG;
	to = vmalloc(size);
	if (!to)
		return -ENOMEM;
	while (pos < size) {
		ssize_t n = kernel_read(file, to + pos, size - pos, &pos);

		if (n > 0)
			continue;
		vfree(to);
		return n ?: -EIO;
	}
	*data = guc_view(to, size);
	return 0;
}

/**
 * struct btf - one file of type information (BTF)
 * @data: bytes of the file
 * @firmware: the firmware file that has @data; NULL if @data was allocated
 * @index: for each type, the offset of its description in @data
 * @btf: the parsed type information
 */
struct btf {
	struct guc_view data;
	const struct firmware *firmware;
	u32 *index;
	struct xel_btf btf;
};

static void close_btf(struct btf *b)
{
	vfree(b->index);
	if (b->firmware)
		release_firmware(b->firmware);
	else
		vfree(b->data.data);
}

static int parse_btf(struct btf *b, const struct xel_btf *base)
{
	u32 nr;
	int ret;

	ret = xel_btf_count(b->data, base, &nr);
	if (ret)
		return ret;
	b->index = vmalloc_array(max(nr, 1u), sizeof(*b->index));
	if (!b->index)
		return -ENOMEM;
	return xel_btf_open(&b->btf, b->data, base, b->index, nr);
}

static int load_btf(struct btf *b, const char *name, const struct xel_btf *base)
{
	struct file *file;
	char path[64];
	int ret;

	snprintf(path, sizeof(path), SYSFS BTF_DIR "%s", name);
	file = open_sysfs(path);
	if (IS_ERR(file))
		return PTR_ERR(file);
	ret = read_file(file, &b->data);
	filp_close(file, NULL);
	return ret ?: parse_btf(b, base);
}

static void set_error(struct xgl_xe_layout *layout, int error,
		      const char *words)
{
	layout->error = error;
	if (error == -EPERM)
		snprintf(layout->words, sizeof(layout->words),
			 "%s: another file is mounted over it", words);
	else
		snprintf(layout->words, sizeof(layout->words), "%s: error %d", words, error);
}

static void resolve(struct xgl_xe_layout *layout, const struct btf *base,
		    const struct btf *xe)
{
	struct guc_text text = {
		.buf = layout->words,
		.size = sizeof(layout->words),
	};
	struct xel_layout_fault fault;

	layout->error = xel_layout_resolve(&layout->layout, &base->btf,
					   &xe->btf, &fault);
	if (layout->error)
		xel_layout_fault_print(&text, &fault);
	layout->has_lfd = layout->layout.size[XEL_ROOT_LFD];
}

/*
 * Find the build id of the loaded xe, in the ELF note that the kernel shows in sysfs. Return: its
 * length, or a negative errno.
 */
static int find_build_id(u8 *id)
{
	struct {
		struct elf64_note head;
		char name[4];
		u8 id[BUILD_ID_MAX];
	} note;
	struct file *file = open_sysfs(SYSFS BUILD_ID_NOTE);
	loff_t pos = 0;
	ssize_t n;
	u32 len;

	if (IS_ERR(file))
		return PTR_ERR(file);
	n = kernel_read(file, &note, sizeof(note), &pos);
	filp_close(file, NULL);
	if (n < 0)
		return n;
	if (n <= (ssize_t)offsetof(typeof(note), id))
		return -EBADMSG;
	len = n - offsetof(typeof(note), id);
	if (note.head.n_namesz != sizeof(note.name) || note.head.n_type != NOTE_BUILD_ID ||
	    memcmp(note.name, "GNU", sizeof(note.name)) || note.head.n_descsz != len)
		return -EBADMSG;
	memcpy(id, note.id, len);
	return len;
}

/*
 * Read the type information of an xe without BTF from the firmware file that belongs to this xe.
 * The file must have all types that it uses. A wrong file would make this module read other memory,
 * so a locked-down kernel does not use the file. Return: 0 or an errno; @layout has the reason.
 */
static int load_supplied(struct btf *b, struct xgl_xe_layout *layout)
{
	u8 id[BUILD_ID_MAX];
	char name[80];
	int len, ret;

	len = find_build_id(id);
	if (len < 0) {
		set_error(layout, len, "xe has no type information (BTF), and no build id");
		return len;
	}
	snprintf(name, sizeof(name), "xe_guclog/xe-%*phN.btf", len, id);
	ret = request_firmware_direct(&b->firmware, name, NULL);
	if (!ret)
		ret = security_locked_down(LOCKDOWN_DEV_MEM);
	if (!ret) {
		b->data = guc_view(b->firmware->data, b->firmware->size);
		ret = b->data.len > MAX_BTF ? -EFBIG : parse_btf(b, NULL);
	}
	layout->error = ret;
	/* The file info shows only the beginning of this text: the name of the file comes last. */
	if (ret)
		snprintf(layout->words, sizeof(layout->words),
			 "xe has no type information (BTF)%s, see xe-guclog-btf(8): firmware file %s: error %d",
			 ret == -ENOENT ? ", and no file replaces it" :
			 ret == -EPERM ? "; the kernel is locked down" : ", and its file is bad",
			 name, ret);
	else
		pr_info("%s: xe has no type information (BTF): using firmware file %s\n",
			KBUILD_MODNAME, name);
	return ret;
}

/* Return: whether an error is temporary, so the type information can perhaps be read later. */
static bool is_passing(int error)
{
	return error == -ENOMEM || error == -ENFILE || error == -EINTR;
}

/*
 * Fill a layout from the type information. Return: 0, or the errno of a temporary error. If xe is
 * not supported, the result is 0, and layout->error has the reason.
 */
static int fill(struct xgl_xe_layout *layout)
{
	struct btf base = { 0 }, xe = { 0 };
	bool passing = false;
	int ret;

	ret = load_btf(&base, "vmlinux", NULL);
	if (ret && (ret != -ENOENT || IS_ENABLED(CONFIG_DEBUG_INFO_BTF))) {
		set_error(layout, ret, "the kernel's type information");
		/* If the file should exist, /sys is probably not mounted yet, early in the boot. */
		passing = is_passing(ret) || ret == -ENOENT;
		goto out;
	}
	if (!ret)
		ret = load_btf(&xe, XGL_XE_DRIVER, &base.btf);
	if (!ret) {
		resolve(layout, &base, &xe);
	} else if (ret != -ENOENT) {
		set_error(layout, ret, "xe's type information");
		passing = is_passing(ret);
	} else if (IS_BUILTIN(CONFIG_DRM_XE) && base.index) {
		resolve(layout, &base, &base);
	} else {
		ret = load_supplied(&xe, layout);
		passing = is_passing(ret);
		if (!ret)
			resolve(layout, &xe, &xe);
	}
out:
	close_btf(&xe);
	close_btf(&base);
	return passing ? ret : 0;
}

/*
 * Make @layout the current layout. @of is the generation at which its reading began. Return: true,
 * or false if another xe was loaded since then, or another task has already set the current
 * layout.
 */
static bool publish(struct xgl_xe_layout *layout, unsigned int of)
{
	guard(mutex)(&lock);
	if (current_layout || generation != of)
		return false;
	current_layout = layout;
	return true;
}

/*
 * Read the layout. Return: 0; or 1 if another xe was loaded meanwhile, so the layout must be
 * read again; or the errno of a temporary error.
 */
static int read_once(void)
{
	struct xgl_xe_layout *layout;
	unsigned int of;
	int ret;

	scoped_guard(mutex, &lock) {
		of = generation;
		if (current_layout)
			return 0;
	}
	layout = kvzalloc(sizeof(*layout), GFP_KERNEL);
	if (!layout)
		return -ENOMEM;
	kref_init(&layout->ref);
	ret = fill(layout);
	if (!ret && publish(layout, of))
		return 0;
	xgl_xe_layout_put(layout);
	return ret ?: 1;
}

/**
 * xgl_xe_layout_read() - read the layout of the loaded xe, unless it has
 * already been read
 *
 * If this xe is not supported, the function succeeds nevertheless: the layout that
 * xgl_xe_layout_get() then returns has the reason in its member error.
 *
 * Context: process context with the kernel's credentials, may sleep.
 * Return: 0; or -ENOMEM; or -EAGAIN if the layout could not be read for a
 * temporary reason, so the caller should try again later.
 */
int xgl_xe_layout_read(void)
{
	unsigned int tries = MAX_TRIES;
	int ret;

	do {
		ret = read_once();
	} while (ret > 0 && --tries);
	return ret && ret != -ENOMEM ? -EAGAIN : ret;
}

static void print_layout(struct guc_text *text, const void *what)
{
	const struct xgl_xe_layout *layout = what;

	if (layout->error)
		guc_text_add(text, "refused=%s\n", layout->words);
	else
		xel_layout_print(text, &layout->layout);
}

static int layout_content(struct xgl_content *content)
{
	struct xgl_xe_layout *layout = xgl_xe_layout_get();
	int ret;

	if (!layout)
		return -ENODATA;
	ret = xgl_content_text(content, print_layout, layout);
	xgl_xe_layout_put(layout);
	return ret;
}

static const struct xgl_file_type types[] = {
	{ .name = "xe_layout", .from_module = layout_content },
};

static_assert(ARRAY_SIZE(types) <= XGL_MAX_FILES);

const struct xgl_file_set xgl_xe_files = { types, ARRAY_SIZE(types) };
