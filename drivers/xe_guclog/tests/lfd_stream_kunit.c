// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of the blocks of a stream (an LFD file that never ends). The head of a stream must be a
 * valid LFD file. Each further part has the events of one poll; comments about these events must
 * precede them.
 */
#include "guc_follow.h"
#include "test_guard.h"
#include "test_image.h"

/* Copy the pieces of a file into one buffer, which ends at a guard page. */
static struct guc_view flat(struct kunit *test, const struct guc_lfd_file *file)
{
	u8 *bytes = test_guarded(test, file->size);

	KUNIT_EXPECT_EQ(test, file->size,
			guc_segs_copy(file->seg, file->nr_segs, 0, bytes, file->size));
	return guc_view(bytes, file->size);
}

static struct guc_view write_part(struct kunit *test, const struct guc_lfd_part *part)
{
	struct guc_lfd_file file = { 0 };

	KUNIT_EXPECT_EQ(test, 0, guc_lfd_write_part(&file, part));
	file.made = test_guarded(test, file.made_len);
	file.made_size = file.made_len - 1;
	KUNIT_EXPECT_EQ(test, -ENOSPC, guc_lfd_write_part(&file, part));
	file.made_size = file.made_len;
	KUNIT_EXPECT_EQ(test, 0, guc_lfd_write_part(&file, part));
	return flat(test, &file);
}

/*
 * Expect a comment block with @text, padded with zeroes, at the start of @v. Return: the bytes
 * after the block.
 */
static struct guc_view take_comment(struct kunit *test, struct guc_view v, const char *text)
{
	size_t len = strlen(text), padded = (len + 3) / 4 * 4;

	KUNIT_ASSERT_LE(test, 8 + padded, v.len);
	KUNIT_EXPECT_EQ(test, guc_load_le32(v.data), 0x60018086);
	KUNIT_EXPECT_EQ(test, guc_load_le32(v.data + 4), padded / 4);
	KUNIT_EXPECT_MEMEQ(test, v.data + 8, text, len);
	KUNIT_EXPECT_NULL(test, memchr_inv(v.data + 8 + len, 0, padded - len));
	return guc_view_clip(v, 8 + padded, v.len);
}

static void take_events(struct kunit *test, struct guc_view v, struct guc_view entries)
{
	KUNIT_ASSERT_EQ(test, v.len, 12 + entries.len);
	KUNIT_EXPECT_EQ(test, guc_load_le32(v.data), 0x20008086);
	KUNIT_EXPECT_EQ(test, guc_load_le32(v.data + 4), 1 + entries.len / 4);
	KUNIT_EXPECT_EQ(test, guc_load_le32(v.data + 8), 2);
	KUNIT_EXPECT_MEMEQ(test, v.data + 12, entries.data, entries.len);
}

/*
 * The head of a stream must have all required blocks and a comment with the keys of a stream, but
 * not the keys about events in the file.
 */
static void guc_lfd_stream_head(struct kunit *test)
{
	struct test_image *img = test_small(test);
	struct guc_lfd_source src = {
		.log = &img->log, .image = guc_view(img->data, 0x1000), .facts = &img->facts,
	};
	struct guc_lfd_file file = { 0 };
	struct guc_lfd_summary sum;
	struct guc_fault fault;
	struct guc_view head;

	test_fact(img, "gt", "1");
	test_parse(img);
	KUNIT_EXPECT_EQ(test, 0, guc_lfd_write_head(&file, &src));
	file.made = test_guarded(test, file.made_len);
	file.made_size = file.made_len;
	KUNIT_EXPECT_EQ(test, 0, guc_lfd_write_head(&file, &src));
	head = flat(test, &file);
	KUNIT_EXPECT_EQ(test, 0, guc_lfd_check(head, &sum, &fault));
	KUNIT_EXPECT_EQ(test, sum.blocks, 7);
	KUNIT_EXPECT_EQ(test, sum.missing, 0);
	img->file = head;
	KUNIT_EXPECT_TRUE(test, test_has_line(img, "gt=1"));
	KUNIT_EXPECT_TRUE(test, test_has_line(img,
					      "event_stream=events since the file was opened"));
	KUNIT_EXPECT_TRUE(test, test_has_line(img, "event_order=not wrapped, oldest first"));
	KUNIT_EXPECT_TRUE(test, test_has_line(img, "event_version=2"));
	KUNIT_EXPECT_TRUE(test, test_has_line(img, "event_size=1024"));
	KUNIT_EXPECT_FALSE(test, test_has_text(img, "event_bytes"));
}

/*
 * A part must have a comment about lost events, about a load of the firmware, about the time of the
 * poll and about a new clock anchor only if the caller gives these values.
 */
static void guc_lfd_stream_parts(struct kunit *test)
{
	u8 *entries = test_guarded(test, 3 * GUC_FOLLOW_ENTRY);
	struct guc_facts *anchor = kunit_kzalloc(test, sizeof(*anchor), GFP_KERNEL);
	struct guc_lfd_part part = { .entries = guc_view(entries, 3 * GUC_FOLLOW_ENTRY) };
	struct guc_view v;

	KUNIT_ASSERT_NOT_NULL(test, anchor);
	memset(entries, 0x5a, part.entries.len);
	take_events(test, write_part(test, &part), part.entries);

	part.seq = 7;
	part.lost = 2;
	v = take_comment(test, write_part(test, &part),
			 "events=events right before these are missing\n"
			 "events_gap_bytes=40\nevents_gap_entries=2\nevents_gap_at_least=yes\n"
			 "events_bytes=60\nevents_entries=3\nevents_seq=7\n");
	take_events(test, v, part.entries);

	part.restarted = true;
	part.lost = 0;
	part.seen_ns = 4711;
	v = take_comment(test, write_part(test, &part), "seen_boottime_ns=4711\n");
	v = take_comment(test, v, "events=the firmware was loaded again right before these\n"
			 "events_bytes=60\nevents_entries=3\nevents_seq=7\n");
	take_events(test, v, part.entries);

	/*
	 * If a part has a clock anchor, the comment with the anchor must replace the comment with
	 * seen_boottime_ns. If there are no events either, the part must have no other block.
	 */
	guc_facts_set(anchor, GUC_FACT_anchor_guc_tick, "12", 2);
	part.anchor = anchor;
	part.entries.len = 0;
	v = take_comment(test, write_part(test, &part), "anchor_guc_tick=12\n");
	KUNIT_EXPECT_EQ(test, v.len, 0);
}

static struct kunit_case guc_lfd_stream_cases[] = {
	KUNIT_CASE(guc_lfd_stream_head),
	KUNIT_CASE(guc_lfd_stream_parts),
	{}
};

static struct kunit_suite guc_lfd_stream_suite = {
	.name = "guc_lfd_stream",
	.test_cases = guc_lfd_stream_cases,
};

kunit_test_suite(guc_lfd_stream_suite);
