// SPDX-License-Identifier: GPL-2.0-only
/* The suites' own copy of the stream. */
#include "../xgl_stream.c"

#include "test_guard.h"
#include "test_stream.h"

/* The bytes that are waiting; afterwards none are. */
struct guc_view test_stream_bytes(struct kunit *test, struct xgl_stream *s)
{
	size_t len = s->out.size - s->pos;
	u8 *bytes = test_guarded(test, len);

	KUNIT_EXPECT_EQ(test, len, guc_segs_copy(s->out.seg, s->out.nr_segs, s->pos, bytes, len));
	s->pos = s->out.size;
	return guc_view(bytes, len);
}
