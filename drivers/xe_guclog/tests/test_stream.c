// SPDX-License-Identifier: GPL-2.0-only
/* The copy of the module's code for streams that the test suites call. */
#include "../xgl_stream.c"

#include "test_guard.h"
#include "test_stream.h"

/* Read new events from the ring without a pause after the last poll. Return: 0 or an errno. */
int test_stream_look(struct xgl_stream *s)
{
	guard(mutex)(&s->poller->lock);
	return fill(s);
}

/* Poll the ring for a reader that sleeps in read(). */
void test_stream_poll(struct xgl_stream *s)
{
	struct xgl_source_session session = {
		.src = s->poller->src, .gt = s->poller->gt, .resume = XGL_RESUME_FOLLOW,
	};

	if (!s->waiter.cursor.started || xgl_source_begin(&session))
		return;
	xgl_cursor_has_news(&s->waiter.cursor, &session);
	xgl_source_end(&session);
}

/* Return: all bytes of the stream that were not returned yet. */
struct guc_view test_stream_bytes(struct kunit *test, struct xgl_stream *s)
{
	size_t len = s->out.size - s->pos;
	u8 *bytes = test_guarded(test, len);

	KUNIT_EXPECT_EQ(test, len, guc_segs_copy(s->out.seg, s->out.nr_segs, s->pos, bytes, len));
	s->pos = s->out.size;
	return guc_view(bytes, len);
}
