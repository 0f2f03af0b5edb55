// SPDX-License-Identifier: GPL-2.0-only
/* The copy of the module's code for clock anchors that the test suites call. */
#include "../xgl_anchor.c"
#include "../xgl_anchor_watch.c"

#include "test_anchor.h"

/* Set the clock anchor of GT 0 to @point. The caller must call xgl_anchor_free(). */
void test_anchor(struct kunit *test, struct xgl_source *src, const struct xgl_anchor_point *point)
{
	struct xgl_anchor *a = make(src, 0);

	KUNIT_ASSERT_NOT_NULL(test, a);
	a->point = *point;
}
