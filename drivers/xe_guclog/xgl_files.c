// SPDX-License-Identifier: GPL-2.0-only
#include "xgl_files.h"

#include <linux/build_bug.h>
#include <linux/err.h>
#include <linux/slab.h>

#include "xgl_anchor.h"
#include "xgl_source.h"

static int asic_v1(struct xgl_content *content, const struct xgl_facts *facts)
{
	return xgl_content_asic(content, facts, GUC_ASIC_V1);
}

static int asic_v3(struct xgl_content *content, const struct xgl_facts *facts)
{
	return xgl_content_asic(content, facts, GUC_ASIC_V3);
}

static int asic_packed(struct xgl_content *content, const struct xgl_facts *facts)
{
	return xgl_content_asic(content, facts, GUC_ASIC_V1_PACKED);
}

static int asic_rdf(struct xgl_content *content, const struct xgl_facts *facts)
{
	return xgl_content_asic(content, facts, GUC_ASIC_RDF);
}

static const struct xgl_file_type device_types[] = {
	{ .name = "info", .from_facts = xgl_content_info },
	{ .name = "asic_info", .from_facts = asic_v1 },
	{ .name = "asic_info_v3", .from_facts = asic_v3 },
	{ .name = "asic_info_packed", .from_facts = asic_packed },
	{ .name = "asic_info.rdf", .from_facts = asic_rdf },
};

static const struct xgl_file_type gt_types[] = {
	{ .name = "guc_log_lfd", .from_snapshot = xgl_content_lfd },
	{ .name = "guc_log_state", .from_snapshot = xgl_content_state },
	{
		.name = "guc_log_raw",
		.from_snapshot = xgl_content_raw,
		.extent = XGL_EXTENT_ALL,
	},
};

static_assert(ARRAY_SIZE(device_types) <= XGL_MAX_FILES);
static_assert(ARRAY_SIZE(gt_types) <= XGL_MAX_FILES);

const struct xgl_file_set xgl_device_files = {
	device_types, ARRAY_SIZE(device_types)
};

const struct xgl_file_set xgl_gt_files = { gt_types, ARRAY_SIZE(gt_types) };

const struct xgl_file_set xgl_gone_gt_files = { gt_types, 0 };

static void add_anchor_facts(struct xgl_source *src, struct xgl_facts *facts)
{
	struct xgl_anchor_point point;
	unsigned int i;

	for (i = 0; i < facts->nr_gts; i++) {
		struct guc_facts *gt = &facts->gt[i];

		xgl_anchor_get(src, gt->gt, &point);
		xgl_anchor_add_facts(src, gt->gt, &point, gt);
	}
}

/**
 * xgl_files_ask_facts() - get the facts of a device and its GTs (named values, see
 * guc_facts.h), including the clock anchors of the GTs (see xgl_anchor.h)
 * @src: source of the device's logs
 *
 * Context: process context, may sleep; takes the source's locks.
 * Return: the facts, which the caller must free with kvfree(), or an error pointer with
 * -ENOMEM, or the error of the source.
 */
struct xgl_facts *xgl_files_ask_facts(struct xgl_source *src)
{
	struct xgl_facts *facts = kvzalloc(sizeof(*facts), GFP_KERNEL);
	int ret;

	if (!facts)
		return ERR_PTR(-ENOMEM);
	ret = src->ops->facts(src, facts);
	if (ret) {
		kvfree(facts);
		return ERR_PTR(ret);
	}
	add_anchor_facts(src, facts);
	return facts;
}

static int open_device_file(struct xgl_file *file,
			    const struct xgl_file_type *type,
			    struct xgl_source *src)
{
	struct xgl_facts *facts = xgl_files_ask_facts(src);
	int ret;

	if (IS_ERR(facts))
		return PTR_ERR(facts);
	ret = type->from_facts(&file->content, facts);
	kvfree(facts);
	return ret;
}

static int open_gt_file(struct xgl_file *file, const struct xgl_file_type *type,
			struct xgl_source *src, unsigned int gt)
{
	struct xgl_snapshot *snap = xgl_snapshot_take(src, gt, type->extent);

	xgl_anchor_used(src, gt);
	if (IS_ERR(snap))
		return PTR_ERR(snap);
	file->snap = snap;
	return type->from_snapshot(&file->content, snap);
}

/**
 * xgl_file_open() - open a file, that is, make its content
 * @type: which file
 * @src: source of the device's logs; ignored for a file of the module
 * @gt: number of the GT; ignored for a file of the device
 *
 * For a file of a GT, the log is copied exactly once.
 *
 * Context: process context, may sleep; takes the source's locks.
 * Return: the file, which the caller must free with xgl_file_free(), or an error pointer
 * with -ENOMEM, or the error of xgl_snapshot_take() or the source.
 */
struct xgl_file *xgl_file_open(const struct xgl_file_type *type,
			       struct xgl_source *src, unsigned int gt)
{
	struct xgl_file *file = kzalloc(sizeof(*file), GFP_KERNEL_ACCOUNT);
	int ret;

	if (!file)
		return ERR_PTR(-ENOMEM);
	kref_init(&file->ref);
	if (type->from_module)
		ret = type->from_module(&file->content);
	else if (type->from_facts)
		ret = open_device_file(file, type, src);
	else
		ret = open_gt_file(file, type, src, gt);
	if (!ret)
		return file;
	xgl_file_free(file);
	return ERR_PTR(ret);
}

/**
 * xgl_file_open_last() - open the file with the last log of a GT (see xgl_last.h)
 * @src: source of the device's logs; it has the operation last()
 * @gt: number of the GT
 *
 * Context: process context, may sleep.
 * Return: the file, which the caller must free with xgl_file_free(), or an error pointer
 * with -ENOMEM. If there is no last log, the file is empty.
 */
struct xgl_file *xgl_file_open_last(struct xgl_source *src, unsigned int gt)
{
	struct xgl_file *file = kzalloc(sizeof(*file), GFP_KERNEL_ACCOUNT);
	int ret = 0;

	if (!file)
		return ERR_PTR(-ENOMEM);
	kref_init(&file->ref);
	file->snap = src->ops->last(src, gt);
	if (file->snap)
		ret = xgl_content_lfd(&file->content, file->snap);
	if (!ret)
		return file;
	xgl_file_free(file);
	return ERR_PTR(ret);
}

/**
 * xgl_file_make() - make the content of a file from facts or a snapshot of the caller
 * @type: which file; files of the module are not allowed
 * @facts: for a file of a device: the facts of the device
 * @snap: for a file of a GT: a snapshot of the GT's log, taken with XGL_EXTENT_ALL
 *
 * Context: process context, may sleep.
 * Return: the file, which the caller must free with xgl_file_free(), or an error pointer
 * with -ENOMEM.
 */
struct xgl_file *xgl_file_make(const struct xgl_file_type *type,
			       const struct xgl_facts *facts,
			       struct xgl_snapshot *snap)
{
	struct xgl_file *file = kzalloc(sizeof(*file), GFP_KERNEL_ACCOUNT);
	int ret;

	if (!file)
		return ERR_PTR(-ENOMEM);
	kref_init(&file->ref);
	if (type->from_facts) {
		ret = type->from_facts(&file->content, facts);
	} else {
		file->snap = xgl_snapshot_get(snap);
		ret = type->from_snapshot(&file->content, snap);
	}
	if (!ret)
		return file;
	xgl_file_free(file);
	return ERR_PTR(ret);
}

/**
 * xgl_file_get() - take a reference to a file
 * @file: from xgl_file_open(), xgl_file_make() or xgl_file_get()
 *
 * Context: any.
 * Return: @file; the caller must call xgl_file_free() once more.
 */
struct xgl_file *xgl_file_get(struct xgl_file *file)
{
	kref_get(&file->ref);
	return file;
}

static void file_release(struct kref *ref)
{
	struct xgl_file *file = container_of(ref, struct xgl_file, ref);

	xgl_content_fini(&file->content);
	xgl_snapshot_free(file->snap);
	kfree(file);
}

/**
 * xgl_file_free() - drop a reference to a file, and free the file if it was the last
 * reference
 * @file: from xgl_file_open(), xgl_file_open_last(), xgl_file_make() or xgl_file_get()
 *
 * Context: process context, may sleep. The source may have been removed.
 */
void xgl_file_free(struct xgl_file *file)
{
	kref_put(&file->ref, file_release);
}

static void measure_module(const struct xgl_file_set *set, u64 *size)
{
	unsigned int i;

	for (i = 0; i < set->nr; i++) {
		struct xgl_content content = { 0 };

		if (!set->type[i].from_module(&content))
			size[i] = content.size;
		xgl_content_fini(&content);
	}
}

static void measure_device(const struct xgl_file_set *set,
			   struct xgl_source *src, u64 *size)
{
	struct xgl_facts *facts = xgl_files_ask_facts(src);
	unsigned int i;

	if (IS_ERR(facts))
		return;
	for (i = 0; i < set->nr; i++) {
		struct xgl_content content = { 0 };

		if (!set->type[i].from_facts(&content, facts))
			size[i] = content.size;
		xgl_content_fini(&content);
	}
	kvfree(facts);
}

/*
 * Find the lengths of the files of a GT whose log cannot be read now, because its device is
 * suspended. Only the length of guc_log_raw, the whole log, is known, because it is one of the
 * facts.
 */
static void measure_by_facts(const struct xgl_file_set *set, struct xgl_source *src,
			     unsigned int gt, u64 *size)
{
	struct xgl_facts *facts = xgl_files_ask_facts(src);
	unsigned int i, n;

	if (IS_ERR(facts))
		return;
	for (n = 0; n < facts->nr_gts; n++)
		for (i = 0; facts->gt[n].gt == gt && i < set->nr; i++)
			if (set->type[i].extent == XGL_EXTENT_ALL)
				size[i] = facts->gt[n].log_bytes;
	kvfree(facts);
}

/*
 * Find the lengths of the files of a GT from a snapshot of its log. If the log is that of a GPU,
 * only the state page is copied. If the log is the image of a replay device, all parts that an LFD
 * file needs are copied.
 */
static void measure_gt(const struct xgl_file_set *set, struct xgl_source *src,
		       unsigned int gt, u64 *size)
{
	enum xgl_extent extent = src->ops->anchors ? XGL_EXTENT_STATE : XGL_EXTENT_NEEDED;
	struct xgl_snapshot *snap = xgl_snapshot_take(src, gt, extent);
	unsigned int i;

	if (IS_ERR(snap)) {
		if (PTR_ERR(snap) == -EAGAIN)
			measure_by_facts(set, src, gt, size);
		return;
	}
	for (i = 0; i < set->nr; i++) {
		struct xgl_content content = { 0 };

		if (set->type[i].extent == XGL_EXTENT_ALL)
			size[i] = snap->log.total;
		else if (!set->type[i].from_snapshot(&content, snap))
			size[i] = content.size;
		xgl_content_fini(&content);
	}
	xgl_snapshot_free(snap);
}

/**
 * xgl_files_measure() - find the lengths that the files of a directory have now
 * @set: xgl_device_files, xgl_gt_files, or the files of the module
 * @src: source of the device's logs; ignored for files of the module
 * @gt: number of the GT; used for xgl_gt_files only
 * @size: filled with the length in bytes of each file, or 0 if the length is unknown
 *
 * Of a GPU's log only the state page is read, and a suspended GPU is not resumed. The state
 * page does not show whether the log has a crash dump, or events from before the last load
 * of the firmware, so the lengths do not include these.
 *
 * Context: process context, may sleep; takes the source's locks.
 */
void xgl_files_measure(const struct xgl_file_set *set, struct xgl_source *src,
		       unsigned int gt, u64 size[XGL_MAX_FILES])
{
	memset(size, 0, XGL_MAX_FILES * sizeof(*size));
	if (set == &xgl_device_files)
		measure_device(set, src, size);
	else if (set != &xgl_gt_files)
		measure_module(set, size);
	else
		measure_gt(set, src, gt, size);
}
