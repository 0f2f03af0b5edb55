// SPDX-License-Identifier: GPL-2.0-only
#include "xgl_stream.h"

#include <linux/errno.h>
#include <linux/slab.h>
#include <linux/uaccess.h>

#include "guc_report.h"
#include "guc_text.h"
#include "xgl_snapshot.h"
#include "xgl_source.h"

/* The stream becomes one piece. */
static void set_piece(struct xgl_stream *stream, const void *data, u64 len)
{
	stream->seg[0] = (struct guc_seg){ data, len };
	stream->nr_segs = 1;
	stream->size = len;
}

static int make(struct xgl_stream *stream, size_t len)
{
	stream->made = kvmalloc(len, GFP_KERNEL);
	return stream->made ? 0 : -ENOMEM;
}

/**
 * xgl_stream_lfd() - a log as an LFD file
 * @stream: zeroed; filled
 * @snap: the log
 *
 * Context: process context, may sleep.
 * Return: 0 or -ENOMEM; either way xgl_stream_fini() may be called.
 */
int xgl_stream_lfd(struct xgl_stream *stream, const struct xgl_snapshot *snap)
{
	struct guc_lfd_source src = xgl_snapshot_lfd_source(snap);
	struct guc_lfd_file file = { 0 };
	int ret;

	guc_lfd_write(&file, &src);
	ret = make(stream, file.made_len);
	if (ret)
		return ret;
	file.made = stream->made;
	file.made_size = file.made_len;
	ret = guc_lfd_write(&file, &src);
	if (ret)
		return ret;
	stream->size = file.size;
	stream->nr_segs = file.nr_segs;
	memcpy(stream->seg, file.seg, sizeof(stream->seg));
	return 0;
}

/**
 * xgl_stream_raw() - a log as it is
 * @stream: zeroed; filled
 * @snap: the log, of XGL_EXTENT_ALL
 *
 * Context: any.
 * Return: 0.
 */
int xgl_stream_raw(struct xgl_stream *stream, const struct xgl_snapshot *snap)
{
	set_piece(stream, snap->image.data, snap->image.len);
	return 0;
}

/**
 * xgl_stream_text() - a text
 * @stream: zeroed; filled
 * @print: prints the same text each time it is called
 * @what: for @print
 *
 * Context: process context, may sleep.
 * Return: 0 or -ENOMEM; either way xgl_stream_fini() may be called.
 */
int xgl_stream_text(struct xgl_stream *stream, xgl_printer print,
		    const void *what)
{
	struct guc_text text = { 0 };
	size_t size;
	int ret;

	print(&text, what);
	size = text.len + 1;
	ret = make(stream, size);
	if (ret)
		return ret;
	text = (struct guc_text){ .buf = stream->made, .size = size };
	print(&text, what);
	ret = guc_text_error(&text);
	if (ret)
		return ret;
	set_piece(stream, text.buf, text.len);
	return 0;
}

static void print_state(struct guc_text *text, const void *what)
{
	guc_report_state(text, what);
}

/**
 * xgl_stream_state() - a log's state page, LIC, ring and faults in words
 * @stream: zeroed; filled
 * @snap: the log
 *
 * Context: process context, may sleep.
 * Return: 0 or -ENOMEM; either way xgl_stream_fini() may be called.
 */
int xgl_stream_state(struct xgl_stream *stream, const struct xgl_snapshot *snap)
{
	struct guc_lfd_source src = xgl_snapshot_lfd_source(snap);

	return xgl_stream_text(stream, print_state, &src);
}

static void print_info(struct guc_text *text, const void *what)
{
	const struct xgl_facts *facts = what;

	guc_report_info(text, &facts->device, facts->gt, facts->nr_gts);
}

/**
 * xgl_stream_info() - what is known of a device, in words
 * @stream: zeroed; filled
 * @facts: what is known
 *
 * Context: process context, may sleep.
 * Return: 0 or -ENOMEM; either way xgl_stream_fini() may be called.
 */
int xgl_stream_info(struct xgl_stream *stream, const struct xgl_facts *facts)
{
	return xgl_stream_text(stream, print_info, facts);
}

/**
 * xgl_stream_asic() - ASIC info of a device
 * @stream: zeroed; filled
 * @facts: what is known of the device; of the GTs the first one's count
 * @form: which form of it
 *
 * Context: process context, may sleep.
 * Return: 0 or -ENOMEM; either way xgl_stream_fini() may be called.
 */
int xgl_stream_asic(struct xgl_stream *stream, const struct xgl_facts *facts,
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
	if (size > 0 && !make(stream, size))
		size = guc_asic_write(form, merged, stream->made, size);
	else if (size > 0)
		size = -ENOMEM;
	kfree(merged);
	if (size < 0)
		return size;
	set_piece(stream, stream->made, size);
	return 0;
}

/**
 * xgl_stream_read() - give a part of a stream to a user
 * @stream: the stream
 * @buf: where to
 * @len: bytes wanted
 * @ppos: first byte wanted; moved by what was given
 *
 * Context: process context, may sleep. Any number of readers at once.
 * Return: bytes given, 0 at the end, or -EFAULT.
 */
ssize_t xgl_stream_read(const struct xgl_stream *stream, char __user *buf,
			size_t len, loff_t *ppos)
{
	u64 pos = *ppos;
	size_t done = 0;
	unsigned int i;

	for (i = 0; i < stream->nr_segs && done < len; i++) {
		const struct guc_seg *seg = &stream->seg[i];
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
	if (!done && i < stream->nr_segs && len)
		return -EFAULT;
	*ppos += done;
	return done;
}

/**
 * xgl_stream_fini() - free what was made for a stream
 * @stream: zeroed, or from one of the functions above
 *
 * Context: process context, may sleep.
 */
void xgl_stream_fini(struct xgl_stream *stream)
{
	kvfree(stream->made);
}
