// SPDX-License-Identifier: GPL-2.0-only
#include "events/diff.h"

#include "abi/guc_lfd_abi.h"
#include "guc_lfd.h"
#include "util/log_file.h"
#include "util/msg.h"

/**
 * struct blocks - the blocks of a log
 * @nr: number of blocks
 * @room: number of blocks for which memory is allocated
 * @block: sorted by type, then by order in the file
 * @made: the LFD file that was made of an image, NULL for an LFD file
 */
struct blocks {
	size_t nr;
	size_t room;
	struct guc_lfd_block *block;
	u8 *made;
};

/* Make the LFD file of an image, without the facts about its source. */
static struct guc_view make_lfd(struct blocks *blocks,
				const struct log_view *view)
{
	struct guc_log log;
	struct guc_lfd_source src = {
		.log = &log,
		.image = log_bytes(view->handle),
		.facts = &view->facts,
	};
	struct guc_lfd_file lfd = { .made = NULL };
	size_t len;

	log_parse(view->handle, &log);
	guc_lfd_write(&lfd, &src);
	lfd.made_size = lfd.made_len;
	lfd.made = mem_grow(NULL, lfd.made_size);
	guc_lfd_write(&lfd, &src);
	len = (size_t)lfd.size;
	blocks->made = mem_grow(NULL, len);
	guc_segs_copy(lfd.seg, lfd.nr_segs, 0, blocks->made, len);
	free(lfd.made);
	return guc_view(blocks->made, len);
}

/* The values of the LIC are compared separately. */
static bool is_wanted(u32 type, bool with_host)
{
	if (type >= GUC_LFD_FW_VERSION && type <= GUC_LFD_BUILD_PLATFORM_ID)
		return false;
	return with_host || (type != GUC_LFD_OS_ID &&
			     type != GUC_LFD_HOST_COMMENT);
}

static int by_type(const void *a, const void *b)
{
	const struct guc_lfd_block *one = a, *two = b;

	if (one->type != two->type)
		return one->type < two->type ? -1 : 1;
	return one->offset < two->offset ? -1 : one->offset > two->offset;
}

static void get_blocks(struct blocks *blocks, const struct log_view *view,
		       bool with_host)
{
	struct guc_view file = view->is_lfd ? log_bytes(view->handle) :
					      make_lfd(blocks, view);
	struct guc_lfd_reader reader;
	struct guc_lfd_block block;

	if (guc_lfd_open(&reader, file))
		return;
	while (guc_lfd_next(&reader, &block) > 0) {
		if (!is_wanted(block.type, with_host))
			continue;
		if (blocks->nr == blocks->room) {
			blocks->room = 2 * blocks->room + 16;
			blocks->block = mem_grow(blocks->block, blocks->room *
						 sizeof(*blocks->block));
		}
		blocks->block[blocks->nr++] = block;
	}
	if (blocks->nr)
		qsort(blocks->block, blocks->nr, sizeof(*blocks->block),
		      by_type);
}

static u64 first_difference(struct guc_view a, struct guc_view b)
{
	size_t len = min(a.len, b.len);
	size_t i = 0;

	while (i < len && a.data[i] == b.data[i])
		i++;
	return i;
}

static void compare(struct diff *diff, const struct guc_lfd_block *a,
		    const struct guc_lfd_block *b, unsigned int nth)
{
	struct diff_block block = {
		.type = a ? a->type : b->type,
		.nth = nth,
		.in_a = a,
		.in_b = b,
		.a = a ? a->data.len : 0,
		.b = b ? b->data.len : 0,
	};

	if (a && b) {
		block.first = first_difference(a->data, b->data);
		if (block.first == block.a && block.a == block.b)
			return;
	}
	if (diff->all || diff->nr_stored < DIFF_MAX_BLOCKS) {
		if (!(diff->nr_stored & (diff->nr_stored - 1)))
			diff->block = mem_grow(diff->block,
					       (2 * diff->nr_stored + 1) *
					       sizeof(block));
		diff->block[diff->nr_stored++] = block;
	}
	diff->nr_blocks++;
}

static void merge(struct diff *diff, const struct blocks *a,
		  const struct blocks *b)
{
	const struct guc_lfd_block *p = a->block, *p_end = a->nr ? p + a->nr : p;
	const struct guc_lfd_block *q = b->block, *q_end = b->nr ? q + b->nr : q;
	unsigned int nth = 0;
	u32 last = 0;

	while (p < p_end || q < q_end) {
		bool has_p = p < p_end && (q == q_end || p->type <= q->type);
		bool has_q = q < q_end && (p == p_end || q->type <= p->type);
		u32 type = has_p ? p->type : q->type;

		nth = type == last ? nth + 1 : 0;
		last = type;
		compare(diff, has_p ? p : NULL, has_q ? q : NULL, nth);
		if (has_p)
			p++;
		if (has_q)
			q++;
	}
}

/**
 * diff_blocks() - compare the blocks
 * @diff: filled: the blocks
 * @a: one log
 * @b: the other one
 *
 * An image has the blocks that its LFD file would have. Blocks about the host are
 * compared only between two LFD files.
 */
void diff_blocks(struct diff *diff, const struct log_view *a,
		 const struct log_view *b)
{
	struct blocks one = { .nr = 0 }, two = { .nr = 0 };
	bool with_host = a->is_lfd && b->is_lfd;

	get_blocks(&one, a, with_host);
	get_blocks(&two, b, with_host);
	merge(diff, &one, &two);
	free(one.block);
	free(one.made);
	free(two.block);
	free(two.made);
}
