// SPDX-License-Identifier: GPL-2.0-only
/*
 * Compares the module's files with two files of xe in debugfs: guc_log, and guc_log_lfd, which
 * exists since Linux 7.0.
 */
#include "hwcheck.h"
#include "base/types.h"
#include "read/log/logs.h"
#include "read/lfd/file.h"
#include "read/open.h"

#define TRIES	5

/**
 * struct difference - how two copies of a log buffer differ
 * @bytes: number of compared bytes. A byte is compared if it is the same in the module's copies
 *	from before and after xe's copy, so the firmware did not change it meanwhile
 * @changed: number of bytes that the firmware changed between the module's copies
 * @wrong: number of compared bytes that are different in xe's copy
 * @first: offset of the first byte that differs
 */
struct difference {
	size_t bytes;
	size_t changed;
	size_t wrong;
	size_t first;
};

static struct difference compare(const struct buffer *before, const struct buffer *after,
				 const u8 *theirs, size_t len)
{
	struct difference d = { 0 };
	size_t i;

	for (i = 0; i < len; i++) {
		if (before->data[i] != after->data[i]) {
			d.changed++;
			continue;
		}
		d.bytes++;
		if ((u8)before->data[i] == theirs[i])
			continue;
		if (!d.wrong++)
			d.first = i;
	}
	return d;
}

/*
 * Return: the length of the bytes without zeros at their end. xe's text may end before the end of
 * the log buffer; that is right only if the rest of the buffer is zero.
 */
static size_t used(const struct buffer *b)
{
	size_t n = b->len;

	while (n && !b->data[n - 1])
		n--;
	return n;
}

/*
 * Read the log three times (the module's copy, xe's copy, and the module's copy again), and compare
 * the copies. Return: 0, or 1 if they cannot be compared, after adding the reason to @why.
 */
static int compare_once(const struct gt *gt, struct difference *d, struct text *why)
{
	char *ours = path_of("%s/guc_log_raw", gt->ours), *xe = path_of("%s/guc_log", gt->xe);
	struct buffer before = { NULL, 0 }, text = { NULL, 0 }, after = { NULL, 0 };
	struct guclog_file *file = NULL;
	struct guclog_error error;
	int ret = read_all(ours, &before) ?: read_all(xe, &text) ?: read_all(ours, &after);
	struct guclog_bytes image;

	if (ret)
		text_add(why, "gt%u: %s", gt->id, strerror(-ret));
	else
		file = logs_open_memory(text.data, text.len, NULL, &error);
	if (!ret && !file)
		text_add(why, "gt%u: xe's text has no log: %s", gt->id, error.text);
	else if (!ret && (!file->nr_logs || file->log[0]->nr_losses))
		text_add(why, "gt%u: the log in xe's text is incomplete", gt->id);
	ret = !!why->len;
	if (!ret) {
		image = file->log[0]->image;
		*d = compare(&before, &after, image.data,
			     min(image.len, min(before.len, after.len)));
		if (used(&after) > image.len && !d->wrong++)
			d->first = image.len;
	}
	logs_close(file);
	buffer_free(&before);
	buffer_free(&text);
	buffer_free(&after);
	free(ours);
	free(xe);
	return ret;
}

/*
 * Compare the copies several times, and use the comparison during which the firmware changed the
 * fewest bytes.
 */
static int compare_gt(const struct gt *gt, struct difference *best, struct text *why)
{
	struct difference d;
	unsigned int i;

	*best = (struct difference){ .changed = SIZE_MAX };
	for (i = 0; i < TRIES && best->changed && !interrupted; i++) {
		if (compare_once(gt, &d, why))
			return 1;
		if (d.changed < best->changed)
			*best = d;
	}
	return 0;
}

/**
 * check_raw() - check that the module's raw log has the same bytes as xe's file guc_log
 * @m: from machine_open()
 * @page: the page for the user; a line with the result is added
 */
void check_raw(const struct machine *m, struct page *page)
{
	struct text why = { NULL, 0 }, figures = { NULL, 0 };
	struct difference d;
	bool holds = true;
	unsigned int i;

	for (i = 0; i < m->nr_gts; i++) {
		if (!m->gt[i].xe) {
			text_add(&why, "xe's debugfs has no file guc_log of gt%u", m->gt[i].id);
			break;
		}
		if (compare_gt(&m->gt[i], &d, &why))
			break;
		text_add(&figures, "%sgt%u: %zu bytes %s to xe's text", i ? "; " : "", m->gt[i].id,
			 d.bytes, d.wrong ? "compared" : "equal");
		if (d.changed)
			text_add(&figures, ", %zu were written meanwhile", d.changed);
		if (d.wrong)
			text_add(&figures, ", %zu differ, the first at %#zx", d.wrong, d.first);
		holds &= !d.wrong && d.bytes > d.changed;
	}
	if (why.len)
		page_add(page, NOT_RUN, "raw log", "%s", why.data);
	else
		page_add(page, holds ? HOLDS : HOLDS_NOT, "raw log", "%s", figures.data ?: "no GT");
	free(why.data);
	free(figures.data);
}

/* Find the first block of a type in an LFD file. Return: true, or false if there is none. */
static bool find_block(const struct buffer *file, u32 type, struct guclog_bytes *data)
{
	struct guclog_block block;
	struct guclog_blocks *lfd;
	bool found = false;

	lfd = guclog_blocks_open(file->data, file->len, NULL);
	if (!lfd)
		return false;
	while (!found && guclog_blocks_next(lfd, &block, NULL) == 1) {
		found = block.type == type;
		*data = block.data;
	}
	guclog_blocks_close(lfd);
	return found;
}

static bool same(struct guclog_bytes a, struct guclog_bytes b)
{
	return a.len == b.len && !memcmp(a.data, b.data, a.len);
}

/*
 * Return: whether xe's block of events has the same format version and the same newest events as
 * the module's block, but lacks older events.
 */
static bool is_newest(struct guclog_bytes theirs, struct guclog_bytes ours)
{
	size_t n = theirs.len - sizeof(u32);

	return theirs.len > sizeof(u32) && theirs.len < ours.len &&
	       !memcmp(theirs.data, ours.data, sizeof(u32)) &&
	       !memcmp((const u8 *)theirs.data + sizeof(u32),
		       (const u8 *)ours.data + ours.len - n, n);
}

/*
 * Compare a block of xe's LFD file with the block of the same type in the module's file @ours. Two
 * defects of xe in Linux 7.3 are known, and are not counted as differences: the value of the last
 * key (BUILD_PLATFORM_ID) is uninitialized, and xe writes only the events since the ring last
 * wrapped.
 */
static void compare_block(const struct guclog_block *theirs, const struct buffer *ours,
			  struct text *wrong, struct text *known)
{
	const char *name = guclog_block_name(theirs->type);
	struct guclog_bytes mine;

	if (theirs->type == GUCLOG_BLOCK_HOST_COMMENT)
		return;
	if (!find_block(ours, theirs->type, &mine))
		text_add(wrong, ", only xe has %s", name ?: "a block of an unknown type");
	else if (same(theirs->data, mine))
		return;
	else if (theirs->type == GUCLOG_BLOCK_BUILD_PLATFORM_ID)
		text_add(known, ", except the value of the last key, which xe does not read");
	else if (theirs->type == GUCLOG_BLOCK_LOG_EVENTS_BUFFER && is_newest(theirs->data, mine))
		text_add(known, ", except the events before the last wrap, which xe leaves out");
	else
		text_add(wrong, ", %s differs", name ?: "a block");
}

/*
 * Add to @wrong the blocks of the module's LFD file @file that xe's LFD file @other does not have.
 */
static void find_missing(const struct buffer *file, const struct buffer *other, struct text *wrong)
{
	struct guclog_block block;
	struct guclog_bytes data;
	struct guclog_blocks *lfd;

	lfd = guclog_blocks_open(file->data, file->len, NULL);
	if (!lfd)
		return;
	while (guclog_blocks_next(lfd, &block, NULL) == 1)
		if (block.type != GUCLOG_BLOCK_HOST_COMMENT &&
		    !find_block(other, block.type, &data))
			text_add(wrong, ", xe has no %s", guclog_block_name(block.type));
	guclog_blocks_close(lfd);
}

static void compare_files(const struct buffer *theirs, const struct buffer *ours,
			  struct text *wrong, struct text *known)
{
	struct guclog_block block;
	struct guclog_blocks *lfd;
	unsigned int n = 0;
	int ret;

	lfd = guclog_blocks_open(theirs->data, theirs->len, NULL);
	if (!lfd) {
		text_add(wrong, ", xe's file is not an LFD file");
		return;
	}
	while ((ret = guclog_blocks_next(lfd, &block, NULL)) == 1 && ++n)
		compare_block(&block, ours, wrong, known);
	find_missing(ours, theirs, wrong);
	guclog_blocks_close(lfd);
	if (ret || !n)
		text_add(wrong, ", xe's file has a fault after %u blocks", n);
}

/*
 * Return: whether the module's files from before and after the read of xe's file have the same
 * events, that is, whether the firmware wrote no event between the module's two files.
 */
static bool is_quiet(const struct buffer *before, const struct buffer *after)
{
	struct guclog_bytes a, b;

	return find_block(before, GUCLOG_BLOCK_LOG_EVENTS_BUFFER, &a) &&
	       find_block(after, GUCLOG_BLOCK_LOG_EVENTS_BUFFER, &b) && same(a, b);
}

/*
 * Compare xe's LFD file with the module's. Return: 1 if the files were compared, 0 if the firmware
 * wrote events while they were read, or a negative errno.
 */
static int export_once(const struct gt *gt, struct text *wrong, struct text *known, size_t *len)
{
	char *ours = path_of("%s/guc_log_lfd", gt->ours), *xe = path_of("%s/guc_log_lfd", gt->xe);
	struct buffer before = { NULL, 0 }, theirs = { NULL, 0 }, after = { NULL, 0 };
	int ret = read_all(ours, &before) ?: read_all(xe, &theirs) ?: read_all(ours, &after);

	*len = theirs.len;
	if (!ret && is_quiet(&before, &after)) {
		compare_files(&theirs, &after, wrong, known);
		ret = 1;
	}
	buffer_free(&before);
	buffer_free(&theirs);
	buffer_free(&after);
	free(ours);
	free(xe);
	return ret;
}

static bool has_exporter(const struct gt *gt)
{
	char *path = gt->xe ? path_of("%s/guc_log_lfd", gt->xe) : NULL;
	bool has = exists(path);

	free(path);
	return has;
}

/**
 * check_exporter() - check that the LFD files of the module and of xe have the same blocks
 * @m: from machine_open()
 * @page: the page for the user; a line with the result is added
 *
 * Compares the files of the first GT. Host comments are not compared.
 */
void check_exporter(const struct machine *m, struct page *page)
{
	struct text wrong = { NULL, 0 }, known = { NULL, 0 };
	const struct gt *gt = &m->gt[0];
	unsigned int i;
	size_t len = 0;
	int ret = 0;

	if (!has_exporter(gt)) {
		page_add(page, NOT_RUN, "LFD exporter", "this xe has no guc_log_lfd");
		return;
	}
	for (i = 0; i < TRIES && !ret && !interrupted; i++)
		ret = export_once(gt, &wrong, &known, &len);
	if (ret < 0)
		page_add(page, NOT_RUN, "LFD exporter", "%s", strerror(-ret));
	else if (!ret)
		page_add(page, NOT_RUN, "LFD exporter", "the firmware wrote to the log during each of %u reads",
			 TRIES);
	else
		page_add(page, wrong.len ? HOLDS_NOT : HOLDS, "LFD exporter",
			 "gt%u: xe's guc_log_lfd of %zu bytes %s%s%s", gt->id, len,
			 wrong.len ? "differs from the module's" :
				     "is the same as the module's, except for the comments",
			 wrong.data ?: "", known.data ?: "");
	free(wrong.data);
	free(known.data);
}
