// SPDX-License-Identifier: GPL-2.0-only
#include "test_source.h"

#include <linux/string.h>

static struct test_source *to_test(struct xgl_source *src)
{
	return container_of(src, struct test_source, src);
}

static int source_facts(struct xgl_source *src, struct xgl_facts *facts)
{
	struct test_source *s = to_test(src);

	facts->device = s->facts;
	facts->gt[0] = s->facts;
	facts->nr_gts = 1;
	return 0;
}

static int source_begin(struct xgl_source_session *session)
{
	struct test_source *s = to_test(session->src);

	if (s->begin_error)
		return s->begin_error;
	if (s->suspended && session->resume != XGL_RESUME_IF_NEEDED)
		return -EAGAIN;
	KUNIT_EXPECT_EQ(s->test, s->open, 0);
	s->open++;
	s->begins++;
	session->total = s->total;
	if (session->facts) {
		KUNIT_EXPECT_EQ(s->test, session->facts->known, 0);
		*session->facts = s->facts;
	}
	return 0;
}

static void source_copy(struct xgl_source_session *session, void *dst, u64 offset, size_t len)
{
	struct test_source *s = to_test(session->src);
	struct guc_view part;

	KUNIT_EXPECT_EQ(s->test, s->open, 1);
	KUNIT_EXPECT_TRUE(s->test, offset <= s->total && len <= s->total - offset);
	if (s->on_copy)
		s->on_copy(s, offset, len);
	part = guc_view_clip(guc_view(s->data, s->len), offset, len);
	memset(dst, 0, len);
	if (part.len)
		memcpy(dst, part.data, part.len);
	if (++s->copies == s->fails_at)
		session->error = -EIO;
	s->bytes += len;
	s->end_max = max(s->end_max, offset + len);
	s->len_max = max(s->len_max, len);
}

static void source_relax(struct xgl_source_session *session)
{
	struct test_source *s = to_test(session->src);

	KUNIT_EXPECT_EQ(s->test, s->open, 1);
	s->relaxes++;
	if (s->on_relax)
		s->on_relax(s);
}

static void source_end(struct xgl_source_session *session)
{
	struct test_source *s = to_test(session->src);

	KUNIT_EXPECT_EQ(s->test, s->open, 1);
	s->open--;
	s->ends++;
}

static const struct xgl_source_ops source_ops = {
	.facts = source_facts,
	.begin = source_begin,
	.copy = source_copy,
	.relax = source_relax,
	.end = source_end,
	.anchors = true,
};

/* Return: a source with one GT, whose log is @img. The memory is freed after the test. */
struct test_source *test_source(struct kunit *test, struct test_image *img)
{
	struct test_source *s = kunit_kzalloc(test, sizeof(*s), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, s);
	s->src.ops = &source_ops;
	s->test = test;
	s->data = img->data;
	s->len = img->len;
	s->total = img->total;
	return s;
}
