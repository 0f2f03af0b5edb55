// SPDX-License-Identifier: GPL-2.0-only
#include "xgl_content.h"

#include <linux/errno.h>
#include <linux/slab.h>
#include <linux/uaccess.h>

#include "guc_report.h"
#include "guc_text.h"
#include "xgl_snapshot.h"
#include "xgl_source.h"

/* Let the content consist of one piece of memory, @data. */
static void set_piece(struct xgl_content *content, const void *data, u64 len)
{
	content->seg[0] = (struct guc_seg){ data, len };
	content->nr_segs = 1;
	content->size = len;
}

/* Allocate the memory of a content. */
static int make(struct xgl_content *content, size_t len)
{
	content->made = kvmalloc(len, XGL_GFP_USER);
	return content->made ? 0 : -ENOMEM;
}

/**
 * xgl_content_lfd() - make the content: an LFD file of a log
 * @content: zeroed by the caller; filled with the content
 * @snap: snapshot of the log
 *
 * Context: process context, may sleep.
 * Return: 0 or -ENOMEM; either way xgl_content_fini() may be called.
 */
int xgl_content_lfd(struct xgl_content *content, const struct xgl_snapshot *snap)
{
	struct guc_lfd_source src = xgl_snapshot_lfd_source(snap);
	struct guc_lfd_file file = { 0 };
	int ret;

	guc_lfd_write(&file, &src);
	ret = make(content, file.made_len);
	if (ret)
		return ret;
	file.made = content->made;
	file.made_size = file.made_len;
	ret = guc_lfd_write(&file, &src);
	if (ret)
		return ret;
	content->size = file.size;
	content->nr_segs = file.nr_segs;
	memcpy(content->seg, file.seg, sizeof(content->seg));
	return 0;
}

/**
 * xgl_content_raw() - make the content: the unchanged bytes of a log
 * @content: zeroed by the caller; filled with the content
 * @snap: snapshot of the log, taken with XGL_EXTENT_ALL
 *
 * Context: any.
 * Return: 0.
 */
int xgl_content_raw(struct xgl_content *content, const struct xgl_snapshot *snap)
{
	set_piece(content, snap->image.data, snap->image.len);
	return 0;
}

/**
 * xgl_content_text() - make the content: a text that a function prints
 * @content: zeroed by the caller; filled with the content
 * @print: the function; it must print the same text each time it is called
 * @what: passed to @print
 *
 * Context: process context, may sleep.
 * Return: 0 or -ENOMEM; either way xgl_content_fini() may be called.
 */
int xgl_content_text(struct xgl_content *content, xgl_printer print,
		     const void *what)
{
	struct guc_text text = { 0 };
	size_t size;
	int ret;

	print(&text, what);
	size = text.len + 1;
	ret = make(content, size);
	if (ret)
		return ret;
	text = (struct guc_text){ .buf = content->made, .size = size };
	print(&text, what);
	ret = guc_text_error(&text);
	if (ret)
		return ret;
	set_piece(content, text.buf, text.len);
	return 0;
}

static void print_state(struct guc_text *text, const void *what)
{
	guc_report_state(text, what);
}

/**
 * xgl_content_state() - make the content: a text that describes the state page, the events
 * and the faults of a log
 * @content: zeroed by the caller; filled with the content
 * @snap: snapshot of the log
 *
 * Context: process context, may sleep.
 * Return: 0 or -ENOMEM; either way xgl_content_fini() may be called.
 */
int xgl_content_state(struct xgl_content *content, const struct xgl_snapshot *snap)
{
	struct guc_lfd_source src = xgl_snapshot_lfd_source(snap);

	return xgl_content_text(content, print_state, &src);
}

static void print_info(struct guc_text *text, const void *what)
{
	const struct xgl_facts *facts = what;

	unsigned int i;

	guc_report_info(text, &facts->device, NULL, 0);
	guc_text_add(text, "%s", facts->notes);
	for (i = 0; i < facts->nr_gts; i++) {
		guc_facts_print(text, &facts->gt[i], GUC_FACTS_GT);
		guc_text_add(text, "%s", facts->gt_notes[i]);
	}
}

/**
 * xgl_content_info() - make the content: a text that describes a device
 * @content: zeroed by the caller; filled with the content
 * @facts: the facts of the device (named values, see guc_facts.h)
 *
 * Context: process context, may sleep.
 * Return: 0 or -ENOMEM; either way xgl_content_fini() may be called.
 */
int xgl_content_info(struct xgl_content *content, const struct xgl_facts *facts)
{
	return xgl_content_text(content, print_info, facts);
}

/**
 * xgl_content_asic() - make the content: the ASIC info of a device (a structure with the
 * properties of the GPU for trace tools, see guc_asic.h)
 * @content: zeroed by the caller; filled with the content
 * @facts: the facts of the device and its GTs; of the GTs, only the first one's facts are
 *	used
 * @form: the form of the ASIC info
 *
 * Context: process context, may sleep.
 * Return: 0 or -ENOMEM; either way xgl_content_fini() may be called.
 */
int xgl_content_asic(struct xgl_content *content, const struct xgl_facts *facts,
		     enum guc_asic_form form)
{
	struct guc_facts *merged;
	ssize_t size = -ENOMEM;

	merged = kmemdup(&facts->device, sizeof(facts->device), GFP_KERNEL);
	if (!merged)
		return -ENOMEM;
	if (facts->nr_gts)
		guc_facts_merge(merged, &facts->gt[0]);
	size = guc_asic_write(form, merged, NULL, 0);
	if (size > 0 && !make(content, size))
		size = guc_asic_write(form, merged, content->made, size);
	else if (size > 0)
		size = -ENOMEM;
	kfree(merged);
	if (size < 0)
		return size;
	set_piece(content, content->made, size);
	return 0;
}

/**
 * xgl_content_read() - copy part of the content to user space
 * @content: the content of the open file
 * @buf: the user's buffer
 * @len: number of bytes requested
 * @ppos: position of the first requested byte; advanced by the number of copied
 *	bytes
 *
 * Context: process context, may sleep. Any number of readers may call this at
 * the same time.
 * Return: number of bytes copied, 0 at the end of the content, or -EFAULT.
 */
ssize_t xgl_content_read(const struct xgl_content *content, char __user *buf,
			 size_t len, loff_t *ppos)
{
	u64 pos = *ppos;
	size_t done = 0;
	unsigned int i;

	for (i = 0; i < content->nr_segs && done < len; i++) {
		const struct guc_seg *seg = &content->seg[i];
		size_t n, left;

		if (pos >= seg->len) {
			pos -= seg->len;
			continue;
		}
		n = min_t(u64, seg->len - pos, len - done);
		left = copy_to_user(buf + done, seg->data + pos, n);
		done += n - left;
		if (left)
			break;
		pos = 0;
	}
	if (!done && i < content->nr_segs && len)
		return -EFAULT;
	*ppos += done;
	return done;
}

/**
 * xgl_content_fini() - free the memory that was allocated for a content
 * @content: zeroed, or filled by one of the functions above
 *
 * Context: process context, may sleep.
 */
void xgl_content_fini(struct xgl_content *content)
{
	kvfree(content->made);
}
