// SPDX-License-Identifier: GPL-2.0-only
/* The test suites' own copy of the module's code that finds clock anchors. */
#include "../xgl_anchor.c"
#include "../xgl_anchor_watch.c"

#include "test_anchor.h"

/* Let GT 0 have a clock anchor, without a search for it. The caller calls xgl_anchor_free(). */
void test_anchor(struct kunit *test, struct xgl_source *src, const struct xgl_anchor_point *point)
{
	struct xgl_anchor *a = make(src, 0);

	KUNIT_ASSERT_NOT_NULL(test, a);
	a->point = *point;
}
