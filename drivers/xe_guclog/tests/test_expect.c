// SPDX-License-Identifier: GPL-2.0-only
/*
 * Expectations about a parsed log, and about the LFD file that is made from this log. test_block()
 * does not use the project's LFD reader, because the reader is under test, too.
 */
#include "test_guard.h"
#include "test_image.h"

#include "guc_report.h"

/* Expect @got to be equal to @want in every member. */
void test_fault(struct kunit *test, const char *label, const struct guc_fault *got,
		const struct guc_fault *want)
{
	KUNIT_EXPECT_EQ_MSG(test, got->code, want->code, "%s: code", label);
	KUNIT_EXPECT_EQ_MSG(test, got->section, want->section, "%s: section", label);
	KUNIT_EXPECT_EQ_MSG(test, got->offset, want->offset, "%s: offset", label);
	KUNIT_EXPECT_EQ_MSG(test, got->found, want->found, "%s: found", label);
	KUNIT_EXPECT_EQ_MSG(test, got->expected, want->expected, "%s: expected", label);
}

/* Expect exactly the faults of @want: @max faults, or fewer if T_NO_MORE ends the list. */
void test_faults(struct test_image *img, const char *label,
		 const struct guc_fault *want, unsigned int max)
{
	unsigned int i, nr;

	for (nr = 0; nr < max && want[nr].code; nr++)
		;
	KUNIT_EXPECT_EQ_MSG(img->test, img->log.nr_faults, nr, "%s: faults", label);
	for (i = 0; i < nr && i < img->log.nr_faults && i < GUC_LOG_MAX_FAULTS; i++)
		test_fault(img->test, label, &img->log.fault[i], &want[i]);
}

/* Expect exactly these runs of consecutive entries; a run of length 0 stands for no run. */
void test_runs(struct test_image *img, const char *label, enum guc_order order,
	       struct guc_span first, struct guc_span second)
{
	const struct guc_events *events = &img->log.events;
	unsigned int nr = !!first.len + !!second.len;
	struct kunit *test = img->test;

	KUNIT_EXPECT_EQ_MSG(test, events->order, order, "%s: order", label);
	KUNIT_EXPECT_EQ_MSG(test, events->nr_runs, nr, "%s: runs", label);
	if (events->nr_runs != nr)
		return;
	if (nr > 0) {
		KUNIT_EXPECT_EQ_MSG(test, events->run[0].span.offset, first.offset,
				    "%s: first run's offset", label);
		KUNIT_EXPECT_EQ_MSG(test, events->run[0].span.len, first.len,
				    "%s: first run's length", label);
	}
	if (nr > 1) {
		KUNIT_EXPECT_EQ_MSG(test, events->run[1].span.offset, second.offset,
				    "%s: second run's offset", label);
		KUNIT_EXPECT_EQ_MSG(test, events->run[1].span.len, second.len,
				    "%s: second run's length", label);
	}
	KUNIT_EXPECT_EQ_MSG(test, guc_events_bytes(events),
			    (u64)first.len + second.len, "%s: bytes", label);
}

/*
 * Return: the text of guc_report_state() for a log. The function is called twice: without a buffer,
 * to compute the length of the text, and with a buffer of exactly this length.
 */
char *test_state_text(struct test_image *img, const struct guc_log *log)
{
	const struct guc_lfd_source src = {
		.log = log,
		.image = guc_view(img->data, img->len),
		.facts = &img->facts,
		.notes = img->notes,
	};
	struct guc_text text = { 0 };
	size_t len;

	guc_report_state(&text, &src);
	KUNIT_EXPECT_EQ(img->test, guc_text_error(&text), 0);
	len = text.len;
	text = (struct guc_text){ test_guarded(img->test, len + 1), len + 1, 0 };
	guc_report_state(&text, &src);
	KUNIT_EXPECT_EQ(img->test, guc_text_error(&text), 0);
	KUNIT_EXPECT_EQ(img->test, text.len, len);
	KUNIT_EXPECT_EQ(img->test, strlen(text.buf), len);
	return text.buf;
}

/*
 * Expect @other to be equal to the image's log. memcmp() is not used, because it would also compare
 * the padding of the structures.
 */
void test_same_log(struct test_image *img, const char *label,
		   const struct guc_log *other)
{
	KUNIT_EXPECT_STREQ_MSG(img->test, test_state_text(img, other),
			       test_state_text(img, &img->log), "%s", label);
	test_runs(img, label, other->events.order,
		  other->events.nr_runs > 0 ? other->events.run[0].span : (struct guc_span){ 0 },
		  other->events.nr_runs > 1 ? other->events.run[1].span : (struct guc_span){ 0 });
	KUNIT_EXPECT_EQ_MSG(img->test, other->events.before_load.offset,
			    img->log.events.before_load.offset, "%s", label);
	KUNIT_EXPECT_EQ_MSG(img->test, other->events.after_wrap.offset,
			    img->log.events.after_wrap.offset, "%s", label);
	KUNIT_EXPECT_EQ_MSG(img->test, other->crash.offset, img->log.crash.offset,
			    "%s", label);
}

/*
 * Make the LFD file of the parsed log: compute its length, fill a buffer of exactly that
 * size, put the pieces together and check the result.
 */
void test_write(struct test_image *img)
{
	const struct guc_lfd_source src = {
		.log = &img->log,
		.image = guc_view(img->data, img->len),
		.facts = &img->facts,
		.notes = img->notes,
	};
	struct kunit *test = img->test;
	struct guc_lfd_file measured;
	struct guc_lfd_summary sum;
	struct guc_fault fault;
	u8 *file;

	/* the writer must not depend on the old content of the structure */
	memset(&measured, 0xa5, sizeof(measured));
	measured.made = NULL;
	measured.made_size = 0;
	KUNIT_ASSERT_EQ(test, 0, guc_lfd_write(&measured, &src));
	memset(&img->made, 0xa5, sizeof(img->made));
	img->made.made = test_guarded(test, measured.made_len);
	img->made.made_size = measured.made_len;
	KUNIT_ASSERT_EQ(test, 0, guc_lfd_write(&img->made, &src));
	KUNIT_EXPECT_EQ(test, img->made.made_len, measured.made_len);
	KUNIT_EXPECT_EQ(test, img->made.size, measured.size);
	KUNIT_EXPECT_EQ(test, img->made.nr_segs, measured.nr_segs);
	KUNIT_EXPECT_EQ(test, img->made.size % 4, 0);

	file = test_guarded(test, img->made.size);
	KUNIT_ASSERT_EQ(test, img->made.size,
			guc_segs_copy(img->made.seg, img->made.nr_segs, 0, file,
				      img->made.size));
	img->file = guc_view(file, img->made.size);
	KUNIT_EXPECT_EQ(test, 0, guc_lfd_check(img->file, &sum, &fault));
	KUNIT_EXPECT_EQ(test, sum.end, img->made.size);
}

static u32 dword(struct guc_view v, size_t offset)
{
	const u8 *p = v.data + offset;

	return p[0] | p[1] << 8 | p[2] << 16 | (u32)p[3] << 24;
}

/* Return: the data of the block of type @type with number @nth (from 0); empty if there is none. */
struct guc_view test_block(struct test_image *img, u32 type, unsigned int nth)
{
	struct guc_view file = img->file;
	size_t pos = 12;

	while (file.len - pos >= 8) {
		u32 head = dword(file, pos);
		size_t len = 4 * (size_t)dword(file, pos + 4);

		pos += 8;
		KUNIT_ASSERT_EQ(img->test, head & 0xffff, 0x8086);
		KUNIT_ASSERT_LE(img->test, len, file.len - pos);
		if (head >> 16 == type && nth-- == 0)
			return guc_view(file.data + pos, len);
		pos += len;
	}
	KUNIT_EXPECT_EQ(img->test, pos, file.len);
	return guc_view(NULL, 0);
}

/* Return: whether @text is in one of the file's comments. */
bool test_has_text(struct test_image *img, const char *text)
{
	size_t i, want = strlen(text);
	struct guc_view comment;
	unsigned int nth;

	for (nth = 0; (comment = test_block(img, 0x6001, nth)).data; nth++)
		for (i = 0; i + want <= comment.len; i++)
			if (!memcmp(comment.data + i, text, want))
				return true;
	return false;
}

/* Return: whether @line, which has at most 200 characters, is a whole line of a comment. */
bool test_has_line(struct test_image *img, const char *line)
{
	struct guc_view first = test_block(img, 0x6001, 0);
	size_t len = strlen(line);
	char whole[208];

	KUNIT_ASSERT_LE(img->test, len, 200);
	snprintf(whole, sizeof(whole), "\n%s\n", line);
	if (test_has_text(img, whole))
		return true;
	return first.len > len && !memcmp(first.data, whole + 1, len + 1);
}
